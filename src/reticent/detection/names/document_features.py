"""What the rest of a document says of a capitalized word, as one small number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.features import WordFacts, hash_feature
from reticent.languages.mixing import Hashes

TITLED = hash_feature("titled")
"""That a word follows a title somewhere in the document."""

_TITLE_REACH = 3
_LONGEST_ACRONYM = 12
_MOST_TIMES = 4
_IS_TITLED, _ALSO_SMALL, _INSIDE, _ACRONYM, _ONCE_MORE = 1, 2, 4, 8, 16


def _hash_code(code: int) -> list[int]:
    """The features that a code stands for, which is one more than the sum of its flags."""
    flags = code - 1
    return [
        TITLED if flags & _IS_TITLED else 0,
        hash_feature("also low") if flags & _ALSO_SMALL else 0,
        hash_feature("inside") if flags & _INSIDE else hash_feature("only first"),
        hash_feature(f"count {flags // _ONCE_MORE}"),
        hash_feature("acronym") if flags & _ACRONYM else 0,
    ]


_CODES = _ONCE_MORE * (_MOST_TIMES + 1)
DOCUMENT_HASHES: Hashes = np.array([[0] * 5, *map(_hash_code, range(1, _CODES + 1))], np.uint32)
"""The features of each code; that of a word in small letters, 0, has none."""


def document_codes(text: CasedText, facts: Sequence[WordFacts]) -> list[int]:
    """For each word of a document the code of what the document says of it; `facts` are those of its words."""
    high = [place for place, fact in enumerate(facts) if fact.high]
    codes = [0] * len(facts)
    if not high:
        return codes
    times = Counter(text.words)
    first = set(text.bounds)
    inside = {text.words[place] for place in high if place not in first}
    titled = _find_titled(text, facts)
    spelt = _spell_initials(facts)
    known: dict[str, int] = {}
    for place in high:
        word = text.words[place]
        if word not in known:
            known[word] = (
                1
                + _IS_TITLED * (word in titled)
                + _ALSO_SMALL * (_small(word) in times)
                + _INSIDE * (word in inside)
                + _ACRONYM * (len(word) > 1 and word.isupper() and word in spelt)
                + _ONCE_MORE * min(times[word], _MOST_TIMES)
            )
        codes[place] = known[word]
    return codes


def _small(word: str) -> str:
    """The word in small letters, or nothing where its first letter has no small form."""
    lower = word.lower()
    return lower if lower[0].islower() else ""


def _find_titled(text: CasedText, facts: Sequence[WordFacts]) -> set[str]:
    """The words that follow a title somewhere, and capitalized words that follow those ("Mr A. Smith")."""
    titled: set[str] = set()
    first = set(text.bounds)
    for title, fact in enumerate(facts):
        if not fact.role:
            continue
        place = title + 1
        while place not in first and place <= title + 1 + _TITLE_REACH:
            if place > title + 1 and not (facts[place - 1].high and facts[place].high):
                break
            titled.add(text.words[place])
            place += 1
    return titled


def _spell_initials(facts: Sequence[WordFacts]) -> str:
    """The first letters of capitalized words that stand together somewhere, as lines."""
    runs = "".join([fact.sign for fact in facts]).split()
    return "\n".join(run[:_LONGEST_ACRONYM] for run in runs if len(run) > 1)
