"""What belongs to a mention and stands beside it: initials, a nickname, a given name behind a comma, "pm", a time zone."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.gaps import BLANK, NOTHING, WIDE
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange
from reticent.languages import ENGLISH

_PERSON, _DATETIME = KINDS.index("PERSON"), KINDS.index("DATETIME")
_TITLES = ENGLISH.names.titles
_ENDS = frozenset(".,;:)/|]–-\"'")
_OPENS = frozenset(":|([;")
_QUOTES = frozenset("\"“”'‘’")
_INITIALS = re.compile(r"(?:[A-Z]\.?){1,3}")
_CLOCK = re.compile(r"(?:[01]?\d|2[0-4])(?:[:.][0-5]\d){0,2}(?:[ap]\.?m\.?)?", re.IGNORECASE)
_HALVES = frozenset({"am", "pm", "a.m.", "p.m.", "a.m", "p.m"})
_ZONES = frozenset(
    "UTC GMT BST CET CEST EET EEST IST EST EDT CST CDT MST MDT PST PDT AEST AEDT ACST AWST NZST NZDT SAST JST SGT HKT".split()
)
_PARTS_OF_DAY = frozenset({"morning", "afternoon", "evening", "night"})
_WEEKDAYS = frozenset(name for names in ENGLISH.dates.weekdays for name in names) | {"weds", "thur"}
_Step = Callable[[CasedText, int, int], tuple[int, int]]


def complete_mentions(text: CasedText, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions, which are in order, each with what belongs to it and no other mention has."""
    complete: list[NameRange] = []
    for number, mention in enumerate(mentions):
        steps = _STEPS.get(mention.kind)
        if steps is None:
            complete.append(mention)
            continue
        first = complete[-1].end if complete else 0
        last = mentions[number + 1].begin if number + 1 < len(mentions) else len(text)
        begin, end = mention.begin, mention.end
        for step in steps:
            grown = step(text, begin, end)
            if first <= grown[0] and grown[1] <= last:
                begin, end = grown
        complete.append(
            mention
            if (begin, end) == (mention.begin, mention.end)
            else replace(mention, begin=begin, end=end)
        )
    return complete


def _with_initials_before(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over letters with a dot, and one without where a line, a cell or a field begins or a title stands before it."""
    words, gaps = text.words, text.gaps
    start = begin
    while start >= 2 and words[start - 1] == "." and _is_letter(words[start - 2]) and gaps[start] <= BLANK:
        start -= 2
    if start == begin and begin and _is_letter(words[begin - 1]) and gaps[begin] == BLANK:
        at = begin - 1
        if not at or gaps[at] >= WIDE or words[at - 1] in _OPENS or words[at - 1].lower() in _TITLES:
            start = at
    return start, end


def _with_initial_behind(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over one letter behind a name, where nothing follows on it: "Young N"."""
    words, gaps = text.words, text.gaps
    comma = end < len(text) and words[end] == "," and gaps[end] == NOTHING
    at = end + comma
    if (
        at >= len(text)
        or gaps[at] != BLANK
        or not _INITIALS.fullmatch(words[at])
        or not _is_free(text, at + 1)
    ):
        return begin, end
    if comma and not _is_letter(words[at]) and "." not in words[at]:
        return begin, end
    return begin, at + 1


def _with_given_name(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over a comma and one capitalized word, as lists of people have it: "Finch, Marion"."""
    words, gaps = text.words, text.gaps
    if end + 1 >= len(text) or words[end] != "," or gaps[end] != NOTHING or gaps[end + 1] != BLANK:
        return begin, end
    given = words[end + 1]
    opens = not begin or gaps[begin] >= WIDE or words[begin - 1] in _OPENS or words[begin - 1].isdigit()
    closes = end + 2 >= len(text) or gaps[end + 2] >= WIDE
    if opens and closes and end - begin == 1 and given.isalpha() and given[0].isupper():
        return begin, end + 2
    return begin, end


def _with_nickname(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over a word in quotes and the capitalized one behind it: 'Edwin "Ned" Harrow'."""
    words, gaps = text.words, text.gaps
    if end + 3 >= len(text) or words[end] not in _QUOTES or words[end + 2] not in _QUOTES:
        return begin, end
    near = gaps[end] == BLANK and gaps[end + 3] == BLANK
    if near and words[end + 1].isalpha() and words[end + 3][0].isupper():
        return begin, end + 4
    return begin, end


def _with_half_and_zone(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over "pm" and a time zone behind a time."""
    words, gaps = text.words, text.gaps
    if not _CLOCK.fullmatch(words[end - 1]) and words[end - 1].lower() not in _HALVES:
        return begin, end
    if end < len(text) and gaps[end] <= BLANK and words[end].lower() in _HALVES:
        end += 1
    if end < len(text) and gaps[end] == BLANK and words[end] in _ZONES:
        end += 1
    return begin, end


def _with_weekday(text: CasedText, begin: int, end: int) -> tuple[int, int]:
    """Over a weekday before a number, and a part of the day behind a weekday."""
    words, gaps = text.words, text.gaps
    if begin and gaps[begin] == BLANK and words[begin][0].isdigit() and _is_weekday(words[begin - 1]):
        begin -= 1
    if end < len(text) and gaps[end] == BLANK and words[end] in _PARTS_OF_DAY and _is_weekday(words[end - 1]):
        end += 1
    return begin, end


def _is_letter(word: str) -> bool:
    return len(word) == 1 and word.isupper()


def _is_free(text: CasedText, place: int) -> bool:
    """Whether nothing that goes on stands at a place."""
    return place >= len(text) or text.gaps[place] >= WIDE or text.words[place] in _ENDS


def _is_weekday(word: str) -> bool:
    return word.lower().rstrip(".") in _WEEKDAYS


_STEPS: dict[int, tuple[_Step, ...]] = {
    _PERSON: (_with_nickname, _with_initials_before, _with_given_name, _with_initial_behind),
    _DATETIME: (_with_weekday, _with_half_and_zone),
}
