"""What is found in a text: by the field, by titles and by written forms, each string with one kind."""

from __future__ import annotations

from reticent.detection.names.agreeing import agree_on_kinds
from reticent.detection.names.brackets import close_brackets
from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.completing import complete_mentions
from reticent.detection.names.dial import Dial
from reticent.detection.names.drugs import is_lone_drug
from reticent.detection.names.field_codes import find_field_codes
from reticent.detection.names.gaps import LINE
from reticent.detection.names.listed import EXTENSIONS, find_listed
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.plain_numbers import find_ages_of_people, is_unit, judge_number
from reticent.detection.names.spans import NameRange, find_ranges
from reticent.detection.names.speakers import find_speakers
from reticent.detection.names.telling import find_telling
from reticent.detection.names.titled import find_titled
from reticent.detection.names.word_classes import UNKNOWN, WordClasses
from reticent.detection.names.word_lists import WordLists
from reticent.detection.names.written_forms import find_written_forms
from reticent.languages import ENGLISH

_NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_NO_PLACE = ENGLISH.names.no_place
_REACHED = _NAMED | {"CONTACT"}
_SHORTEST_NAME = 3
_OFTEN = 5
_RARELY_A_NAME = ("0", "1")
"""How often a common word is given to people, and borne in families, at most."""


def find_names(
    text: CasedText, guess: Guess, dial: Dial, classes: WordClasses, lists: WordLists
) -> list[NameRange]:
    """The mentions of a text in order and apart, at this dial."""
    ranges = [
        judged
        for each in find_ranges(text, guess, dial)
        if not _is_file_name(text, each, classes, lists)
        and not is_lone_drug(text, each, classes, lists)
        and not is_unit(text, each)
        and not _is_called(text, each, lists)
        and not (_stands_alone(text, each) and _is_plain(text.words[each.begin], classes, lists))
        and (judged := judge_number(text, each))
    ]
    found = agree_on_kinds(text, guess, ranges)
    found += list(find_titled(text, guess, found, classes, lists))
    found += list(find_telling(text, guess, found, classes))
    found += list(find_written_forms(text, guess, found))
    found += list(find_field_codes(text, guess, found))
    found += list(find_speakers(text, guess, found))
    found += list(find_listed(text, guess, found, classes, lists))
    found = find_ages_of_people(text, found)
    complete = complete_mentions(text, sorted(found, key=lambda mention: mention.begin))
    return close_brackets(text, complete)


def _is_file_name(text: CasedText, mention: NameRange, classes: WordClasses, lists: WordLists) -> bool:
    """Whether it is what a file is called ("t.csv", "note7.txt"), and that is nobody's name."""
    if KINDS[mention.kind] not in _REACHED:
        return False
    words = text.words[mention.begin : mention.end + 2]
    if len(words) < 3 or words[1] != "." or words[2].lower() not in EXTENSIONS:
        return False
    if any(text.gaps[mention.begin + 1 : mention.begin + 3]):
        return False
    if not words[0].isalpha() or len(words[0]) < _SHORTEST_NAME:
        return True
    is_unheard_of = words[0].istitle() and classes.of(words[0]) == UNKNOWN
    return lists.of(words[0])[:2] == "00" and not is_unheard_of


def _is_called(text: CasedText, mention: NameRange, lists: WordLists) -> bool:
    """Whether it is a part of a program whose function is called, and nobody's name: "datetime.date(1950, 1, 10)"."""
    words, gaps = text.words[mention.begin : mention.end + 3], text.gaps[mention.begin + 1 : mention.end + 3]
    if mention.end > mention.begin + 1 or len(words) < 4 or words[1] != "." or words[3] != "(":
        return False
    return words[0].islower() and not any(gaps) and lists.of(words[0])[:2] == "00"


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
