"""Numbers that tell a measure, a pressure or a score: quantities, never a date, a code or a way to reach somebody."""

from __future__ import annotations

import re
from dataclasses import replace

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange

_DATETIME, _CODE, _CONTACT, _QUANTITY = map(KINDS.index, ("DATETIME", "CODE", "CONTACT", "QUANTITY"))
_JUDGED = frozenset({_DATETIME, _CODE, _CONTACT})
_PAIR = re.compile(r"(\d{1,3})(?:\.\d+)?/(\d{1,3})(?:\.\d+)?")
_DECIMAL = re.compile(r"\d+\.(\d+)")
_MEASURE = re.compile(r"[~<>±+-]?\d+(?:[.,]\d+)?([a-zµ°%][a-z0-9/%]*)", re.IGNORECASE)
_UNITS = frozenset(
    """mg mcg ug µg ng g kg lb lbs oz ml mls dl l cc mm cm m km ft mmol mol meq iu mmhg kpa bpm kcal kj
    hz khz mhz v mv ma w kw kwh db % mg/kg ml/h ml/hr mcg/kg mg/dl mmol/l g/l cmh2o fr px rpm mph kph gb mb kb""".split()
)
_LAST_DAY, _LAST_MONTH, _LAST_MINUTE, _LAST_HOUR = 31, 12, 59, 24
_SHORTEST_CONTACT = 3


def as_quantity(text: CasedText, mention: NameRange) -> NameRange:
    """The mention, as a quantity where it can be no date, code or contact."""
    return replace(mention, kind=_QUANTITY) if _is_plain_number(text, mention) else mention


def _is_plain_number(text: CasedText, mention: NameRange) -> bool:
    """Whether what was taken for a date, a code or a contact is one number that can't be any."""
    if mention.kind not in _JUDGED or mention.end > mention.begin + 1:
        return False
    word = text.words[mention.begin]
    if mention.kind == _CONTACT:
        return word.isdigit() and len(word) < _SHORTEST_CONTACT
    if _is_measure(text, mention.begin):
        return True
    return mention.kind == _DATETIME and (_is_score(word) or _is_decimal(word))


def _is_measure(text: CasedText, place: int) -> bool:
    """Whether a unit follows the number, in the same word or in the next."""
    word = text.words[place]
    found = _MEASURE.fullmatch(word)
    if found:
        return found[1].lower() in _UNITS
    if not word[-1].isdigit() or place + 1 == len(text) or place + 1 in text.bounds:
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
    return len(minute) != 2 or int(minute) > _LAST_MINUTE or int(hour) > _LAST_HOUR
