"""Brand names of drugs, which are capitalized like people and which a sentence treats much alike."""

from __future__ import annotations

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.gaps import BLANK
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange
from reticent.detection.names.word_classes import WordClasses
from reticent.detection.names.word_lists import LISTED, WordLists
from reticent.languages import ENGLISH

_PERSON = KINDS.index("PERSON")
_NAMED, _DRUG = slice(LISTED.index("given"), LISTED.index("place") + 1), LISTED.index("drug")
_SHORTEST = 6
"""Shorter ones are plants as well, and people are called by them: "Tansy", "Tulsi"."""
_ANNOUNCE = ENGLISH.names.titles | ENGLISH.names.staff | ENGLISH.names.relations | ENGLISH.names.roles
"""What stands before people: "Mr", "nurse", "uncle"."""


def is_lone_drug(text: CasedText, mention: NameRange, classes: WordClasses, lists: WordLists) -> bool:
    """Whether somebody is called by the name of a drug alone, nothing else is known of the word, and no title, calling or name
    stands beside it."""
    if mention.kind != _PERSON or mention.end > mention.begin + 1:
        return False
    word = text.words[mention.begin]
    if len(word) < _SHORTEST or lists.of(word)[_DRUG] == "0":
        return False
    if _names_somebody(word, classes, lists) or classes.of(word).frequency:
        return False
    return not _is_announced(text, mention.begin, classes, lists)


def _is_announced(text: CasedText, place: int, classes: WordClasses, lists: WordLists) -> bool:
    before = text.words[place - 1] if place and text.gaps[place] <= BLANK else ""
    at = place + 1
    behind = text.words[at] if at < len(text) and text.gaps[at] <= BLANK else ""
    if before.lower().rstrip(".") in _ANNOUNCE:
        return True
    return any(word[:1].isupper() and _names_somebody(word, classes, lists) for word in (before, behind))


def _names_somebody(word: str, classes: WordClasses, lists: WordLists) -> bool:
    """Whether people or places are called so."""
    return lists.of(word)[_NAMED].strip("0") != "" or classes.of(word).named[:3] != "000"
