"""What is a time, a weekday, a short date or an extension by the way it is written, whatever the field says of it."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.spans import NameRange
from reticent.languages import ENGLISH

_DATETIME, _CONTACT = KINDS.index("DATETIME"), KINDS.index("CONTACT")
_LIKELY = 0.7
"""How likely readers mask what is found so, at least."""

_CLOCK = re.compile(
    r"(?:(?:[01]?\d|2[0-4])[:.][0-5]\d(?:[:.][0-5]\d)?\s?(?:[ap]\.?m\.?|h|hrs?|Z)|(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?"
    r"|(?:0?[1-9]|1[0-2])\s?[ap]\.?m\.?|(?:[01]\d|2[0-3])[0-5]\d\s?(?:hrs?|h))",
    re.IGNORECASE,
)
_HALVES = frozenset({"am", "pm", "a.m.", "p.m.", "a.m", "p.m"})
_HOURS = frozenset({"hrs", "hours", "h"})
_HOUR = re.compile(r"(?:0?[1-9]|1[0-2])(?:[:.][0-5]\d)?|(?:[01]\d|2[0-4])[:.]?[0-5]\d")
_HOUR_AND_MINUTE = re.compile(r"(?:[01]?\d|2[0-4])[:.][0-5]\d|(?:[01]\d|2[0-4])[0-5]\d")
_SHORT_DATE = re.compile(
    r"(?:3[01]|[12]\d|0?[1-9])/(?:1[0-2]|0?[1-9])|(?:1[0-2]|0?[1-9])/(?:3[01]|[12]\d|0?[1-9])"
)
_SHARES = frozenset({"7", "52", "12", "10", "24", "5", "6"})
"""Behind a stroke these tell a share of a week, a year or a score."""

_UNITS = frozenset({"mg", "ml", "%", "ratio"})
_OPENERS = frozenset({"", ".", "-", ":"})
_BEFORE_DATE = frozenset(
    "on since until till from by due w/c recert seen d/c adm admitted next r/v rv review clinic booked f/u".split()
)
_SURE_DATE = re.compile(r"(?:3[01]|2\d|1[3-9])/(?:0?[1-68-9]|1[01])")
"""A day that can be no month, and a month that tells no share."""

_BEFORE_EXTENSION = frozenset("bleep bleeps pager ext ext. extn extension x".split())
_EXTENSION = re.compile(r"\d{3,5}")


def find_written_forms(text: CasedText, guess: Guess, taken: Sequence[NameRange]) -> Iterator[NameRange]:
    """Such places that no mention covers yet, in order."""
    places = [
        place
        for place, word in enumerate(text.words)
        if word[0].isdigit() or (word[0] in _FIRST_LETTERS and word.lower().rstrip(".") in _WEEKDAYS)
    ]
    if not places:
        return
    covered = bytearray(len(text))
    for mention in taken:
        covered[mention.begin : mention.end] = b"\1" * (mention.end - mention.begin)
    bounds = set(text.bounds)
    for place in places:
        kind, length = (0, 0) if covered[place] else _read_form(text, place, bounds)
        if length and not any(covered[place : place + length]):
            covered[place : place + length] = b"\1" * length
            masked = float(guess.masked[place : place + length].sum()) / length
            yield NameRange(place, place + length, kind, max(masked, _LIKELY))


def _read_form(text: CasedText, place: int, bounds: Container[int]) -> tuple[int, int]:
    """The kind of what begins at a place, and how many words it has: none if it is nothing of the sort."""
    word = text.words[place]
    before = "" if place in bounds else text.words[place - 1].lower()
    after = "" if place + 1 in bounds else text.words[place + 1].lower()
    if not word[0].isdigit():
        return _DATETIME, int(_is_weekday(text, place, before))
    if (after in _HALVES and _HOUR.fullmatch(word)) or (after in _HOURS and _HOUR_AND_MINUTE.fullmatch(word)):
        return _DATETIME, 2
    if _CLOCK.fullmatch(word) and after not in _UNITS:
        return _DATETIME, 1
    if before in _BEFORE_DATE and _SHORT_DATE.fullmatch(word) and word.split("/")[1] not in _SHARES:
        return _DATETIME, 1
    if _is_sure_date(word, after):
        return _DATETIME, 1
    return _CONTACT, int(before in _BEFORE_EXTENSION and bool(_EXTENSION.fullmatch(word)))


def _is_sure_date(word: str, after: str) -> bool:
    """Whether a word without any hint before it is a day and a month: "22/6"."""
    return bool(_SURE_DATE.fullmatch(word)) and after not in _UNITS


_WEEKDAYS = frozenset(name for names in ENGLISH.dates.weekdays for name in names) | {"weds", "thur"}
_FIRST_LETTERS = frozenset("".join(name[0] + name[0].upper() for name in _WEEKDAYS))
_ALSO_WORDS = frozenset({"sat", "sun", "wed", "mon"})


def _is_weekday(text: CasedText, place: int, before: str) -> bool:
    """Whether a word that spells one is a weekday: "sat" and "sun" are not where any word begins with a capital."""
    word = text.words[place]
    if word.lower().rstrip(".") not in _ALSO_WORDS:
        return True
    return word[0].isupper() and before not in _OPENERS and not text.recased[text.sentence_of(place)]
