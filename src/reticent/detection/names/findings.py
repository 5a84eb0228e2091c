"""What is found in a text: by the field, by titles and by written forms, each string with one kind."""

from __future__ import annotations

from reticent.detection.names.agreeing import agree_on_kinds
from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.completing import complete_mentions
from reticent.detection.names.dial import Dial
from reticent.detection.names.field_codes import find_field_codes
from reticent.detection.names.gaps import LINE
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.plain_numbers import as_quantity
from reticent.detection.names.spans import NameRange, find_ranges
from reticent.detection.names.speakers import find_speakers
from reticent.detection.names.titled import find_titled
from reticent.detection.names.word_classes import WordClasses
from reticent.detection.names.word_lists import WordLists
from reticent.detection.names.written_forms import find_written_forms
from reticent.languages import ENGLISH

_NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_NO_PLACE = ENGLISH.names.no_place
_OFTEN = 5
_RARELY_A_NAME = ("0", "1")
"""How often a common word is given to people, and borne in families, at most."""


def find_names(
    text: CasedText, guess: Guess, dial: Dial, classes: WordClasses, lists: WordLists
) -> list[NameRange]:
    """The mentions of a text in order and apart, at this dial."""
    ranges = [
        as_quantity(text, each)
        for each in find_ranges(text, guess, dial)
        if not (_stands_alone(text, each) and _is_plain(text.words[each.begin], classes, lists))
    ]
    found = agree_on_kinds(text, guess, ranges)
    found += list(find_titled(text, guess, found, classes, lists))
    found += list(find_written_forms(text, guess, found))
    found += list(find_field_codes(text, guess, found))
    found += list(find_speakers(text, guess, found))
    return complete_mentions(text, sorted(found, key=lambda mention: mention.begin))


def _stands_alone(text: CasedText, mention: NameRange) -> bool:
    """Whether a person, place or body is all that stands on a line, as in a list or in what a file is called."""
    if mention.end > mention.begin + 1 or KINDS[mention.kind] not in _NAMED:
        return False
    return text.gaps[mention.begin] >= LINE and (mention.end == len(text) or text.gaps[mention.end] >= LINE)


def _is_plain(word: str, classes: WordClasses, lists: WordLists) -> bool:
    """Whether it is a common word in small letters that hardly anybody is called by."""
    if not word.islower() or word in _NO_PLACE:
        return word.islower()
    listed = lists.of(word)
    rarely = all(grade <= most for grade, most in zip(listed, _RARELY_A_NAME, strict=False))
    return rarely and classes.of(word).frequency >= _OFTEN
