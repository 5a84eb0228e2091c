"""Whether a German word is nobody's secret: what everybody writes, units of measurement, shorthand of bedside and forms.

The words that everybody writes stand at least once in a million words of German (wordfreq, `data/LICENSE-wordfreq`).
"""

from __future__ import annotations

import lzma
import re
from functools import cache
from importlib.resources import files

from reticent.language.de.nouns import base_noun, lemma, split_compound
from reticent.language.word_file import load_words, read_words

WORDS = load_words("reticent.language.de")
_COMMON = WORDS["common"]
_UNITS = frozenset((*_COMMON["units"], *_COMMON["after_numbers"]))
_SHORTHAND = frozenset(_COMMON["shorthand"])
_MEASURE = re.compile(r"[\d.,:/x×+-]*\d[\d.,:/x×+-]*([a-zäöüßµμ°%]*)(?:/([a-zäöüµμ]+\d?))?")


@cache
def common_words() -> frozenset[str]:
    """The words that everybody writes, in small letters as written and in their base form."""
    data = files("reticent.language.de").joinpath("data/common-words.txt.xz").read_bytes()
    listed = frozenset(lzma.decompress(data).decode("utf-8").split("\n"))
    return listed | {lemma(word) for word in listed}


def is_ordinary(word: str) -> bool:
    """Whether a word that no corpus has counted tells nothing all the same; a compound of common words tells no more than these.

    >>> [is_ordinary(word) for word in ("Küche", "RR", "200mg", "1985", "Küchentür", "lamivudin")]
    [True, True, True, True, True, False]
    """
    plain = word.lower()
    if not any(map(str.isalpha, plain)) or plain in common_words() or plain in _SHORTHAND or plain in _UNITS:
        return True
    found = _MEASURE.fullmatch(plain)
    if found is not None:
        return all(unit == "%" or unit in _UNITS for unit in found.groups() if unit)
    parts = split_compound(plain)
    return bool(parts) and all(part in common_words() for part in parts)


def is_common_in_small_letters(word: str) -> bool:
    """Whether small letters make a word that everybody writes."""
    return word in common_words()


def people_words() -> dict[str, frozenset[str]]:
    """Nouns that say what somebody is, sort by sort, in small letters."""
    text = files("reticent.language.de").joinpath("data/people-words.txt").read_text("utf-8")
    return {sort: frozenset(listed) for sort, listed in read_words(text)[""].items()}


_DEEPEST, _SHORTEST_WOMAN = 3, 5
"""Parts of a compound that are looked at, and letters of a woman's occupation: shorter words end in "-in" by chance."""


def singulars(word: str) -> tuple[str, ...]:
    """What a word in small letters may be another form of: its singular, the man of a woman's occupation, the last part of a compound.

    >>> singulars("lehrerinnen"), singulars("grundschullehrerin")
    (('lehrerin', 'lehrer'), ('schullehrerin', 'lehrerin', 'grundschullehrer', 'schullehrer', 'lehrer'))
    """
    base = base_noun(word) or word
    forms = [base]
    while len(forms) <= _DEEPEST and (parts := split_compound(forms[-1])):
        forms.append(parts[-1])
    men = [form.removesuffix("in") for form in forms if form.endswith("in") and len(form) > _SHORTEST_WOMAN]
    return tuple(dict.fromkeys(form for form in (*forms, *men) if form != word))
