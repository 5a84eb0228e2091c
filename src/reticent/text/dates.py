"""Dates as people write them: read into year, month and day, and written again in the same way.

How each part of a date is written for another day: as wide, as short and with the capitals of the old one.
"""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, field

from reticent.language import ENGLISH


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


_TIME = r"(?:(?:T|,?\s+)[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
_WEEKDAY = rf"(?:(?P<weekday>{'|'.join(name for names in ENGLISH.dates.weekdays for name in names)})\.?,?\s+)?(?:the\s+)?"
_DAY_WORD = "|".join(day.replace("-", r"[\s-]+") for day in ENGLISH.dates.days)
_MORE_DAYS = (
    r"(?P<days>\.?\s{0,2}(?:-|–|to|and|or|,|&|/|\.{2,3}|thru|through|until|till|bis|und)\s{0,2}(?:the\s+)?"
    rf"(?:[0-9]{{1,2}}(?:st|nd|rd|th)?|{_DAY_WORD})){{0,3}}"
)
_DAY = rf"(?P<day>[0-9]{{1,2}}|{_DAY_WORD})(?P<ordinal>st|nd|rd|th)?{_MORE_DAYS}"
_MONTH = r"(?P<month>[^\W\d_]{3,9})"
_YEAR = r"(?P<year>[0-9]{4}|'?[0-9]{2}|[a-z]+(?:[\s-]+[a-z]+){1,4})"
_LAYOUTS = tuple(
    re.compile(layout, re.IGNORECASE)
    for layout in (
        rf"{_WEEKDAY}{_DAY}[\s.\-/]{{0,3}}(?:(?:day\s+)?of\s+)?{_MONTH}\.?(?:[\s,\-/]{{0,3}}{_YEAR})?{_TIME}",
        rf"{_WEEKDAY}{_MONTH}\.?,?\s+(?:the\s+)?{_DAY}(?:(?:,\s*|\s+){_YEAR})?{_TIME}",
        rf"{_MONTH}(?:\.?,?\s+(?:of\s+)?|[-/]){_YEAR}",
        rf"(?P<year>[0-9]{{4}})(?P<gap>[/.-])(?P<month>[0-9]{{1,2}})(?P=gap)(?P<day>[0-9]{{1,2}}){_TIME}",
        rf"(?P<first>[0-9]{{1,2}})(?P<gap>[/.-])(?P<second>[0-9]{{1,2}})(?P=gap)(?P<year>[0-9]{{4}}|[0-9]{{2}}){_TIME}",
        r"(?P<year>(?:1[6-9]|2[01])[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})",
        r"(?P<first>[0-9]{2})(?P<second>[0-9]{2})(?P<year>(?:1[6-9]|2[01])[0-9]{2})",
        r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})",
        r"(?P<month>[0-9]{1,2})/(?P<year>[0-9]{4})",
        r"(?P<year>(?:1[6-9]|2[01])[0-9]{2}|'[0-9]{2})",
    )
)
_NUMBERS = re.compile(r"(?<![0-9])([0-9]{1,2})([/-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(?![0-9])")
_WEEKDAYS = {name: number for number, names in enumerate(ENGLISH.dates.weekdays) for name in names}
_WEEKDAY_BEFORE = re.compile(rf"(?<!\w)({'|'.join(_WEEKDAYS)})\.?,?\s{{1,3}}(?:the\s)?\Z", re.IGNORECASE)
_WEEKDAY_AFTER = re.compile(rf",?\s{{0,2}}[(\[]?({'|'.join(_WEEKDAYS)})(?!\w)", re.IGNORECASE)
_MONTHS = "|".join(name for names in ENGLISH.dates.months for name in names)
_FULL_DATES = re.compile(
    rf"(?<![\w-])(?:[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}(?![0-9])|(?P<day>[0-9]{{1,2}}(?:st|nd|rd|th)?[\s-](?:of\s)?(?:{_MONTHS})\.?,?[\s-][0-9]{{4}}(?![0-9]))"
    rf"|(?P<month>(?:{_MONTHS})\.?\s[0-9]{{1,2}}(?:st|nd|rd|th)?,?\s[0-9]{{4}}(?![0-9])))",
    re.IGNORECASE,
)
_NEAR, _APART = 45, 28
"""In days: how near a date must be to one that is known to belong to the same time, and how much nearer than the other way round."""

_BETWEEN_WORDS = re.compile(r"[\s-]+")
_FIRST_TWO_DIGIT_YEAR = 69
"""Of a year in two digits: from here on it is one of the twentieth century, as POSIX has it."""


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it stands in a text: what it says, and where in the text each part stands.

    What it doesn't say is None. `several` days of one month may be named together. `numeric` tells that the month is a
    number.
    """

    text: str = field(repr=False)
    year: int | None
    month: int | None = None
    day: int | None = None
    several: bool = False
    numeric: bool = False
    _parts: tuple[tuple[int, int, str], ...] = field(default=(), repr=False)

    @property
    def date(self) -> datetime.date | None:
        """The day that is meant, if it is one day of a known year."""
        if self.year is None or self.month is None or self.day is None or self.several:
            return None
        return datetime.date(self.year, self.month, self.day)

    @property
    def order(self) -> int | None:
        """A number that grows with time and that two writings of the same date share; None without a year."""
        if self.year is None or self.several:
            return None
        day = datetime.date(self.year, self.month or 1, self.day or 1).toordinal()
        return 4 * day + (self.month is not None) + (self.day is not None)

    def write(self, date: datetime.date) -> str:
        """Another day, written as this one is: order, signs, width, capitals, time of day."""
        written, position = [], 0
        for start, end, part in self._parts:
            old = self.text[start:end]
            written += [self.text[position:start], WRITERS[part](old, date, self._is_wide())]
            position = end
        return "".join([*written, self.text[position:]])

    def _is_wide(self) -> bool:
        """Whether days and months have two digits, as far as this date tells."""
        pieces = [self.text[start:end] for start, end, part in self._parts if part in ("day", "month")]
        if any(piece.startswith("0") for piece in pieces):
            return True
        return self.numeric and all(len(piece) == 2 for piece in pieces)

    def write_year(self) -> str | None:
        """The year alone, in four digits or as '85 where the date has two; None without one."""
        written = next((self.text[start:end] for start, end, part in self._parts if part == "year"), None)
        if written is None or not written[-1].isdecimal():
            return None if written is None else f"{self.year}"
        return f"'{written}" if len(written) == 2 else written

    def write_month(self) -> str | None:
        """The month and its year; None where one of them is missing."""
        year = self.write_year()
        if year is None or self.month is None:
            return None
        if self.numeric and re.match(r"[0-9]{4}-", self.text):
            return f"{year}-{self.month:02d}"
        return f"{ENGLISH.dates.months[self.month - 1][0].capitalize()} {year}"


def read_date(text: str, *, day_first: bool = False) -> WrittenDate | None:
    """The date that `text` is, from its first to its last character; None where it is none or none that exists.

    `day_first` says how 03/04/2024 is meant, where the numbers leave it open; 3.4.2024 always begins with the day.

    >>> read_date("12 March 2019").write(datetime.date(2019, 4, 1)), read_date("2019-03-12").write_month()
    ('1 April 2019', '2019-03')
    """
    for layout in _LAYOUTS:
        if (match := layout.fullmatch(text)) and (found := _read(match, day_first=day_first)):
            return found
    return None


def find_day_first(text: str) -> bool | None:
    """Whether the dates of a text begin with the day; None where nothing in it tells.

    What tells, in this order: dates that can be read in one way only, weekdays beside dates, dates with another layout of
    about the same time, and whether days stand before the names of months.
    """
    written = list(_NUMBERS.finditer(text))
    if not written:
        return None
    clear = {
        int(each[1]) > 12
        for each in written
        if int(each[1]) != int(each[3]) and max(int(each[1]), int(each[3])) > 12
    }
    if clear:
        return _agreed(clear)
    open_dates = [(each, *days) for each in written if (days := _read_both_ways(each))]
    others = list(_FULL_DATES.finditer(text))
    tellers = (_ask_weekdays(text, open_dates), _ask_neighbours(open_dates, others), _ask_months(others))
    return next((told for told in map(_agreed, tellers) if told is not None), None)


def leaves_order_open(text: str) -> bool:
    """Whether a text has dates such as 03/04/2024 that can be read in two ways, and nothing in it tells which is meant."""
    return any(map(_read_both_ways, _NUMBERS.finditer(text))) and find_day_first(text) is None


_Open = tuple[re.Match[str], datetime.date, datetime.date]
"""A date that can be read in two ways: with the day first, and with the month first."""


def _agreed(votes: set[bool]) -> bool | None:
    return next(iter(votes)) if len(votes) == 1 else None


def _read_both_ways(match: re.Match[str]) -> tuple[datetime.date, datetime.date] | None:
    first, second, year = int(match[1]), int(match[3]), _year_number(match[4])
    if first == second or not (0 < first <= 12 and 0 < second <= 12) or not year:
        return None
    return datetime.date(year, second, first), datetime.date(year, first, second)


def _ask_weekdays(text: str, dates: list[_Open]) -> set[bool]:
    """The orders that weekdays beside dates ask for."""
    votes = set()
    for match, day_first, month_first in dates:
        said = _WEEKDAY_BEFORE.search(
            text, max(0, match.start() - 20), match.start()
        ) or _WEEKDAY_AFTER.match(text, match.end())
        weekday = _WEEKDAYS[said[1].lower()] if said else None
        if said and (day_first.weekday() == weekday) != (month_first.weekday() == weekday):
            votes.add(day_first.weekday() == weekday)
    return votes


def _ask_neighbours(dates: list[_Open], others: list[re.Match[str]]) -> set[bool]:
    """The orders by which dates are near those that are written in another layout."""
    known = [found.date for each in others if (found := read_date(each[0])) and found.date]
    votes = set()
    for _, day_first, month_first in dates if known else ():
        here, there = (min(abs(day - each).days for each in known) for day in (day_first, month_first))
        if min(here, there) <= _NEAR and abs(here - there) >= _APART:
            votes.add(here < there)
    return votes


def _ask_months(others: list[re.Match[str]]) -> set[bool]:
    """The orders in which days stand beside names of months."""
    return {each["day"] is not None for each in others if each["day"] or each["month"]}


def _read(match: re.Match[str], *, day_first: bool) -> WrittenDate | None:
    groups = match.groupdict()
    places = {name: match.span(name) for name, value in groups.items() if value}
    if "first" in groups:
        swap = _begins_with_day(groups, day_first=day_first)
        places["day"], places["month"] = (places["first"], places["second"])[:: 1 if swap else -1]
    parts = sorted((*place, name) for name, place in places.items() if name in WRITERS)
    said = {name: match.string[start:end] for start, end, name in parts}
    month = _month_number(said["month"]) if "month" in said else None
    year = _year_number(said["year"]) if "year" in said else None
    if ("month" in said and not month) or ("year" in said and year is None):
        return None
    day = _day_number(said["day"]) if "day" in said else None
    if not _exists(year, month, day):
        return None
    numeric = said.get("month", "").isdecimal()
    return WrittenDate(match.string, year, month, day, bool(groups.get("days")), numeric, tuple(parts))


def _begins_with_day(groups: dict[str, str], *, day_first: bool) -> bool:
    first, second = int(groups["first"]), int(groups["second"])
    if first > 12 or second > 12:
        return first > 12
    return day_first or groups.get("gap") == "."


def _month_number(word: str) -> int | None:
    if word.isdecimal():
        return int(word)
    folded = word.casefold()
    return next((number for number, names in enumerate(ENGLISH.dates.months, 1) if folded in names), None)


def _day_number(written: str) -> int:
    if written.isdecimal():
        return int(written)
    return ENGLISH.dates.days.index("-".join(_BETWEEN_WORDS.split(written.lower()))) + 1


def _year_number(written: str) -> int | None:
    digits = written.lstrip("'")
    if not digits.isdecimal():
        return ENGLISH.dates.years.get(" ".join(_BETWEEN_WORDS.split(written.lower())))
    year = int(digits)
    if len(digits) == 4:
        return year
    return year + (1900 if year >= _FIRST_TWO_DIGIT_YEAR else 2000)


def _exists(year: int | None, month: int | None, day: int | None) -> bool:
    try:
        datetime.date(2000 if year is None else year, month or 1, 1 if day is None else day)
    except ValueError:
        return False
    return True
