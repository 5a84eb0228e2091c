"""Numbers that tell a measure, a pressure, a score or an age: never a date, a code or a way to reach somebody."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from math import inf

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange

_DATETIME, _CODE, _CONTACT, _QUANTITY, _AGE = map(
    KINDS.index, ("DATETIME", "CODE", "CONTACT", "QUANTITY", "AGE")
)
_PERSON = KINDS.index("PERSON")
_JUDGED = frozenset({_DATETIME, _CODE, _CONTACT})
_PAIR = re.compile(r"(\d{1,3})(?:\.\d+)?/(\d{1,3})(?:\.\d+)?")
_DECIMAL = re.compile(r"\d+\.(\d+)")
_MEASURE = re.compile(r"[~<>±+-]?\d+(?:[.,]\d+)?([a-zµ°%][a-z0-9/%]*)", re.IGNORECASE)
_SIZE = re.compile(r"\d{1,3}-(?!Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[A-Z][a-z]{2,}")
_VERTEBRA = re.compile(r"[CTLS]\d{1,2}-[CTLS]?\d{1,2}")
_AGE_AND_SEX = re.compile(r"\d{1,3}[MFmf]")
_UNITS = frozenset(
    """mg mcg ug µg ng g kg lb lbs oz ml mls dl l cc mm cm m km ft mmol mol meq iu mmhg kpa bpm kcal kj
    hz khz mhz v mv ma w kw kwh db % mg/kg ml/h ml/hr mcg/kg mg/dl mmol/l g/l cmh2o fr px rpm mph kph gb mb kb""".split()
)
_BEFORE_AGE = frozenset({"age", "aged", "ages"})
_BEHIND_AGE = frozenset({"y/o", "yo", "y.o.", "y.o", "yr", "yrs", "year-old"})
_BEFORE_HOUR = frozenset(
    "at by till til until after before from about around bout on to since between and - – ' ’".split()
)
_OLD, _OLDEST = 90, 120
_LAST_DAY, _LAST_MONTH, _LAST_MINUTE, _LAST_HOUR = 31, 12, 59, 24
_SHORTEST_CONTACT, _SHORTEST_YEAR = 3, 4
_MOST_DIGITS = 9
"""More than an age or an hour has, leading zeros included."""


def judge_number(text: CasedText, mention: NameRange) -> NameRange | None:
    """The mention, as an age or a quantity where it can be no date, code or contact; nothing for a vertebra."""
    if mention.kind not in _JUDGED or mention.end > mention.begin + 1:
        return mention
    if mention.kind == _CODE and _VERTEBRA.fullmatch(text.words[mention.begin]):
        return None
    if _is_age(text, mention.begin):
        return replace(mention, kind=_AGE)
    return replace(mention, kind=_QUANTITY) if _is_quantity(text, mention) else mention


def is_unit(text: CasedText, mention: NameRange) -> bool:
    """Whether a word is the unit behind a stroke ("copies/ml"), which a text in small letters may seem to name."""
    at = mention.begin
    if mention.end > at + 1 or not at or text.words[at - 1] != "/" or text.gaps[at]:
        return False
    return text.words[at].lower() in _UNITS


def find_ages_of_people(text: CasedText, found: Sequence[NameRange]) -> list[NameRange]:
    """What was found, with numbers from 90 on as ages where they stand in brackets or between commas after a person.

    "Hale (93)", "Ruth Hale, 93, of Leeds", "Hale is 93": smaller ones tell an age as often as something else.
    """
    ages = {
        place: replace(person, begin=place, end=place + 1, kind=_AGE)
        for person in found
        if person.kind == _PERSON and (place := _place_of_age(text, person.end)) is not None
    }
    kept = [each for each in found if each.end > each.begin + 1 or each.begin not in ages]
    return [*kept, *ages.values()]


def _place_of_age(text: CasedText, place: int) -> int | None:
    words = text.words[place : place + 3]
    if len(words) < 2 or not words[1].isdecimal() or not _OLD <= _value(words[1]) <= _OLDEST:
        return None
    after = words[2] if len(words) > 2 else "."
    if words[0] in ("(", "["):
        return place + 1 if after in (")", "]", ",", ";") else None
    ends = place + 2 in text.bounds or after in (",", ".", ";", ")", "and", "years")
    return place + 1 if words[0] in (",", "is", "was", "aged") and ends else None


def _is_quantity(text: CasedText, mention: NameRange) -> bool:
    word = text.words[mention.begin]
    if mention.kind == _CONTACT:
        return word.isdecimal() and len(word) < _SHORTEST_CONTACT
    if _is_measure(text, mention.begin) or _SIZE.fullmatch(word) or _is_score(word):
        return True
    return mention.kind == _DATETIME and (_is_decimal(word) or _is_count(text, mention.begin))


def _is_age(text: CasedText, place: int) -> bool:
    """Whether "age" stands before a number, or "y/o" or "year old" behind it; or a sentence begins with "72F", and goes on small."""
    word = text.words[place]
    if _AGE_AND_SEX.fullmatch(word):
        goes_on = place + 1 < len(text) and not text.words[place + 1][0].isupper()
        return place in text.bounds and goes_on and int(word[:-1]) <= _OLDEST
    if not word.isdecimal() or _value(word) > _OLDEST:
        return False
    if place not in text.bounds and text.words[place - 1].lower() in _BEFORE_AGE:
        return True
    behind = "" if place + 1 in text.bounds else "".join(text.words[place + 1 : place + 4]).lower()
    return (
        behind.startswith(("y/o", "yearold", "yearsold"))
        or text.words[min(place + 1, len(text) - 1)].lower() in _BEHIND_AGE
    )


def _is_count(text: CasedText, place: int) -> bool:
    """Whether a number is too short for a year, and no word before it announces an hour or a day."""
    word = text.words[place]
    if not word.isdecimal() or len(word) >= _SHORTEST_YEAR or place in text.bounds:
        return False
    return text.words[place - 1].lower() not in _BEFORE_HOUR


def _is_measure(text: CasedText, place: int) -> bool:
    """Whether a unit follows the number, in the same word or in the next."""
    word = text.words[place]
    found = _MEASURE.fullmatch(word)
    if found:
        return found[1].lower() in _UNITS
    if not word[-1].isdecimal() or place + 1 == len(text) or place + 1 in text.bounds:
        return False
    return text.words[place + 1].lower() in _UNITS


def _is_score(word: str) -> bool:
    """Whether two numbers with a stroke between them are no day and month, either way round."""
    pair = _PAIR.fullmatch(word)
    if pair is None:
        return False
    first, second = int(pair[1]), int(pair[2])
    return "." in word or max(first, second) > _LAST_DAY or min(first, second) > _LAST_MONTH


def _is_decimal(word: str) -> bool:
    """Whether a number with a point is no time of day, such as 8.30."""
    found = _DECIMAL.fullmatch(word)
    if found is None:
        return False
    hour, minute = word.split(".")
    return len(minute) != len("30") or int(minute) > _LAST_MINUTE or _value(hour) > _LAST_HOUR


def _value(digits: str) -> float:
    """The value of decimal digits; of more than any number has that is judged here, an infinite one.

    Python refuses to work out numbers of thousands of digits, and no "❷" is one.
    """
    return int(digits) if len(digits) <= _MOST_DIGITS else inf
