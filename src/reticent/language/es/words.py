"""Whether a Spanish word is nobody's secret: what everybody writes, units of measurement, shorthand of bedside and forms.

The words that everybody writes stand at least once in a million words of Spanish (wordfreq, `data/LICENSE-wordfreq`).
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib.resources import files

from reticent.language.es.lemmas import lemma
from reticent.language.word_file import load_words

WORDS = load_words("reticent.language.es")
_COMMON = WORDS["common"]
_UNITS = frozenset((*_COMMON["units"], *_COMMON["after_numbers"]))
_SHORTHAND = frozenset(_COMMON["shorthand"])
_MEASURE = re.compile(r"[\d.,:/x×+-]*\d[\d.,:/x×+-]*([a-zµμ°º%]*)(?:/([a-zµμ]+\d?))?")


@cache
def common_words() -> frozenset[str]:
    """The words that everybody writes, in small letters as written and in the singular."""
    data = files("reticent.language.es").joinpath("data/common-words.txt.gz").read_bytes()
    listed = frozenset(gzip.decompress(data).decode("utf-8").split("\n"))
    return listed | {lemma(word) for word in listed}


def is_ordinary(word: str) -> bool:
    """Whether a word that no corpus has counted tells nothing all the same.

    >>> [is_ordinary(word) for word in ("cocina", "tto", "200mg", "1985", "lamivudina")]
    [True, True, True, True, False]
    """
    small = word.casefold()
    if not any(map(str.isalpha, small)) or small in _SHORTHAND or small in _UNITS or small in common_words():
        return True
    found = _MEASURE.fullmatch(small)
    return found is not None and all(unit == "%" or unit in _UNITS for unit in found.groups() if unit)


def is_common_in_small_letters(word: str) -> bool:
    """Whether small letters make a word that everybody writes."""
    return word in common_words()
