"""Formats of numbers: what a number in a cell shows, and formats without words."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

_QUOTED = re.compile(r'"[^"]*"|\\[A-Za-z]|_[A-Za-z]|\*[A-Za-z]')
_BRACKETS = re.compile(
    r"\[(?![hms$<>=]|Red|Blue|Green|Black|White|Cyan|Magenta|Yellow|Color)[^\]]*\]", re.IGNORECASE
)
_WORDS = re.compile(
    r"(?!General|AM/PM|A/P|Red|Blue|Green|Black|White|Cyan|Magenta|Yellow|Color)[A-Za-z]{3,}", re.IGNORECASE
)
_TOKENS = re.compile(r"[ymdhsegb]+", re.IGNORECASE)
_IGNORED = re.compile(r'"[^"]*"|\\.|_.|\*.|\[[^\]]*\]')
_DIGITS = re.compile(r"[0#()\s./-]+")
BUILT_IN_DATES = frozenset([*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)])
_LAST_DAY = 2_958_466


def plain_format(code: str) -> str:
    """A format of numbers without the words in it.

    >>> plain_format('0.00" of Zoe"'), plain_format("yyyy-mm-dd")
    ('0.00', 'yyyy-mm-dd')
    """
    bare = _BRACKETS.sub("", _QUOTED.sub("", code))
    words = [word for word in _WORDS.findall(bare) if not _TOKENS.fullmatch(word)]
    return "General" if words or len(bare) > 250 else bare or "General"


def is_date(number: int, code: str) -> bool:
    """Whether a format shows numbers as days or times."""
    if not code:
        return number in BUILT_IN_DATES
    bare = _IGNORED.sub("", code.partition(";")[0])
    return bare.lower() != "general" and bool(re.search("[ymdhs]", bare, re.IGNORECASE))


def show_date(value: str, *, since_1904: bool) -> str | None:
    """The day and time that a number stands for; None when it is none.

    >>> show_date("31118", since_1904=False), show_date("0.5", since_1904=False)
    ('1985-03-12', '12:00:00')
    """
    try:
        days = float(value)
    except ValueError:
        return None
    if not 0 <= days < _LAST_DAY:
        return None
    start = datetime(1904, 1, 1) if since_1904 else datetime(1899, 12, 30) + timedelta(days=days < 60)
    moment = start + timedelta(days=int(days), seconds=round((days % 1) * 86400))
    if days < 1 and not since_1904:
        return moment.strftime("%H:%M:%S")
    return moment.strftime("%Y-%m-%d" if days % 1 == 0 else "%Y-%m-%d %H:%M:%S")


def show_digits(value: str, code: str) -> str | None:
    """A whole number as a format with dashes shows it, such as a telephone number; None for other formats.

    >>> show_digits("123456789", "000-00-0000")
    '123-45-6789'
    """
    first = code.split(";")[-1 if code.startswith("[<=") else 0].replace("\\", "").replace('"', "")
    slots = first.count("0") + first.count("#")
    if not value.isdecimal() or not 5 <= slots <= 20 or not _DIGITS.fullmatch(first) or "." in first:
        return None
    digits = list(value.rjust(slots, "0"))
    shown = [digits.pop() if sign in "0#" else sign for sign in reversed(first)]
    return "".join(digits) + "".join(reversed(shown))
