"""Whether an English word is nobody's secret: what everybody writes, units of measurement, and shorthand of bedside and forms.

The words that everybody writes stand at least once in a million words of English (wordfreq, `data/LICENSE-wordfreq`). No
list of things that people know about (drugs, diseases, an encyclopedia's entries) is in here: such a word may be the very
one that tells.
"""

from __future__ import annotations

import gzip
import re
from functools import cache
from importlib.resources import files

from reticent.language.en.lemmas import by_rule
from reticent.language.en.tagging import word_class
from reticent.language.word_file import load_words

WORDS = load_words("reticent.language.en")
STOP_WORDS = frozenset(WORDS[""]["stop_words"])
UNITS = frozenset(WORDS["common"]["units"])
SHORTHAND = frozenset(WORDS["common"]["shorthand"])
AFTER_NUMBERS = UNITS | frozenset(WORDS["common"]["after_numbers"])
BEFORE_NUMBERS = frozenset(WORDS["common"]["before_numbers"])
_TITLES = frozenset("mr mrs ms dr st".split())

_MEASURE = re.compile(r"([a-z]+(?=\d))?[\d.,:/x×+-]*\d[\d.,:/x×+-]*([a-zµμ°%]*)(?:/([a-zµμ]+\d?))?")


def is_ordinary(word: str) -> bool:
    """Whether a word that no corpus has counted tells nothing all the same.

    >>> [is_ordinary(word) for word in ("kitchen", "NKDA", "200mg", "1985", "72yo", "q6h", "BP118/64", "x3")]
    [True, True, True, True, True, True, True, True]
    >>> [is_ordinary(word) for word in ("lamivudine", "hiv2", "b27", "e11.42", "QP1200119042")]
    [False, False, False, False, False]
    """
    small = word.casefold()
    return (
        not any(map(str.isalpha, small))
        or small in SHORTHAND
        or small in UNITS
        or small in common_words()
        or _is_measure(small)
    )


@cache
def is_common_in_small_letters(word: str) -> bool:
    """Whether small letters make a word that everybody writes, and no name or acronym alone: "who", "aids", not "hiv"."""
    if word in STOP_WORDS or word in _TITLES:
        return True
    classes = {letter for form in (word, by_rule(word)) for letter in word_class(form)}
    return word in common_words() and not classes.isdisjoint("anrv")


@cache
def common_words() -> frozenset[str]:
    """The words that everybody writes, in small letters and in the singular as well as written."""
    data = files("reticent.language.en").joinpath("data/common-words.txt.gz").read_bytes()
    return frozenset(gzip.decompress(data).decode().split("\n"))


def may_modify(word: str) -> bool:
    """Whether a word in small letters can stand before a noun: an adjective or a noun, and no verb alone."""
    classes = word_class(word)
    return not classes or not {"a", "n"}.isdisjoint(classes) or "-" in word


def _is_measure(word: str) -> bool:
    """Whether a word is a number with a unit or what is measured: "5mg", "2x", "10mg/kg", "1st", "72yo", "q6h", "HR67"."""
    found = _MEASURE.fullmatch(word)
    if found is None:
        return False
    before, *units = found.groups()
    return (not before or before in BEFORE_NUMBERS) and all(
        unit == "%" or unit in AFTER_NUMBERS for unit in units if unit
    )
