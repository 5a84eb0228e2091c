"""How each part of a date is written for another day: as wide, as short and with the capitals of the old one."""

from __future__ import annotations

import datetime

from reticent.languages import ENGLISH


def _write_day(old: str, date: datetime.date, wide: bool) -> str:
    if not old.isdecimal():
        return _like_case(old, ENGLISH.dates.days[date.day - 1])
    return f"{date.day:02d}" if wide else str(date.day)


def _write_ordinal(old: str, date: datetime.date, wide: bool) -> str:
    ending = "th" if 10 < date.day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(date.day % 10, "th")
    return ending.upper() if old.isupper() else ending


def _write_month(old: str, date: datetime.date, wide: bool) -> str:
    if old.isdecimal():
        return f"{date.month:02d}" if wide else str(date.month)
    return _like(old, ENGLISH.dates.months, date.month - 1)


def _write_weekday(old: str, date: datetime.date, wide: bool) -> str:
    return _like(old, ENGLISH.dates.weekdays, date.weekday())


def _write_year(old: str, date: datetime.date, wide: bool) -> str:
    digits = old.lstrip("'")
    if not digits.isdecimal():  # a spoken year is written in digits, which every reader takes for one
        return f"{date.year:04d}"
    return old[: len(old) - len(digits)] + f"{date.year:04d}"[4 - len(digits) :]


def _like(old: str, spellings: tuple[tuple[str, ...], ...], place: int) -> str:
    """A month or weekday, short where the old one was, with its capitals."""
    full = any(old.casefold() == names[0] and names[0] != names[1] for names in spellings)
    word = spellings[place][0 if full or old.casefold() == "may" else 1]
    return _like_case(old, word)


def _like_case(old: str, word: str) -> str:
    return word.upper() if old.isupper() else word.capitalize() if old[0].isupper() else word


WRITERS = {
    "day": _write_day,
    "ordinal": _write_ordinal,
    "month": _write_month,
    "weekday": _write_weekday,
    "year": _write_year,
}
"""How each part of a date is written for another day, like the old one."""
