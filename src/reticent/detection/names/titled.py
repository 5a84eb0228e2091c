"""Names that a title announces, which the field did not take for any."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.spans import NameRange
from reticent.detection.names.word_classes import MOSTLY_HIGH, WordClasses
from reticent.detection.names.word_lists import WordLists
from reticent.languages import ENGLISH

_PERSON = KINDS.index("PERSON")
_TITLES = frozenset("mr mrs ms miss mx dr prof".split())
_FIRST_LETTERS = frozenset("mdpMDP")
_ALSO_WORDS = frozenset({"miss", "dr", "prof"})
"""Titles that stand without a name as well: "the dr said"."""

_LIKELY = 0.6
"""How likely readers mask what is found so, at least."""

_SHORTEST = 3
_COMMON = 5


def find_titled(
    text: CasedText, guess: Guess, taken: Sequence[NameRange], classes: WordClasses, lists: WordLists
) -> Iterator[NameRange]:
    """The words behind "Mr", "Dr" and such that no mention covers: capitalized ones, and listed names in small letters."""
    titles = [
        place for place, word in enumerate(text.words[:-1]) if word[0] in _FIRST_LETTERS and _is_title(word)
    ]
    if not titles:
        return
    covered = {place for mention in taken for place in range(mention.begin, mention.end)}
    bounds = set(text.bounds)
    for place in (title + 1 for title in titles):
        if place in bounds or place in covered:
            continue
        name, title = text.words[place], text.words[place - 1].lower().rstrip(".")
        if _may_be_name(name, lists) and not (title in _ALSO_WORDS and _is_ordinary(name, classes)):
            yield NameRange(place, place + 1, _PERSON, max(float(guess.masked[place].sum()), _LIKELY))


def _is_title(word: str) -> bool:
    return word.lower().rstrip(".") in _TITLES


def _may_be_name(word: str, lists: WordLists) -> bool:
    if not word.isalpha() or len(word) < _SHORTEST or word.lower() in ENGLISH.stop_words:
        return False
    return word.istitle() or (word.islower() and lists.of(word)[:2] > "00")


def _is_ordinary(word: str, classes: WordClasses) -> bool:
    """Whether a word in small letters is a common one that mostly stands so."""
    known = classes.of(word)
    return word.islower() and known.frequency >= _COMMON and known.capitals < MOSTLY_HIGH
