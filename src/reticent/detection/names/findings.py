"""What is found in a text: by the field, by titles and by written forms, each string with one kind."""

from __future__ import annotations

from reticent.detection.names.agreeing import agree_on_kinds
from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.dial import Dial
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.spans import NameRange, find_ranges
from reticent.detection.names.titled import find_titled
from reticent.detection.names.word_classes import MOSTLY_HIGH, WordClasses
from reticent.detection.names.word_lists import WordLists
from reticent.detection.names.written_forms import find_written_forms

_OFTEN = 4
_NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})


def find_names(
    text: CasedText, guess: Guess, dial: Dial, classes: WordClasses, lists: WordLists
) -> list[NameRange]:
    """The mentions of a text in order and apart, at this dial; one plain word alone ("letter", as files are called) has none."""
    if len(text.words) == 1 and _is_plain(text.words[0], classes):
        return []
    ranges = [each for each in find_ranges(text, guess, dial) if not _is_ordinary(text, each, classes)]
    found = agree_on_kinds(text, guess, ranges)
    found += list(find_titled(text, guess, found, classes, lists))
    found += list(find_written_forms(text, guess, found))
    return sorted(found, key=lambda mention: mention.begin)


def _is_ordinary(text: CasedText, mention: NameRange, classes: WordClasses) -> bool:
    """Whether a person, place or body is one word in small letters that everybody writes so."""
    word = text.words[mention.begin]
    if mention.end > mention.begin + 1 or KINDS[mention.kind] not in _NAMED:
        return False
    known = classes.of(word)
    return word.islower() and known.frequency > _OFTEN and known.capitals < MOSTLY_HIGH


def _is_plain(word: str, classes: WordClasses) -> bool:
    """Whether a word in small letters is rather a common one than a name."""
    known = classes.of(word)
    return word.islower() and (
        len(word) == 1 or (known.frequency >= _OFTEN and known.capitals <= MOSTLY_HIGH)
    )
