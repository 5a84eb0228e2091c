"""Dates as people write them: read into year, month and day, and written again in the same way."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from reticent.language import DEFAULT_LANGUAGE, DateWords, Language

_TIME = r"(?:(?:T|,?\s+)[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)?"
_NUMBERS = re.compile(r"(?<![0-9])([0-9]{1,2})([/-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(?![0-9])")
_NOTHING = "(?!)"


def _any_of(words: Iterable[str], gap: str = r"\s+") -> str:
    """A pattern of any of these words, whatever stands between the parts of one; of none where there are none."""
    return "|".join(re.sub(r"[ -]", lambda _: gap, word) for word in words) or _NOTHING


class _DateForms:
    """How a language writes dates, as patterns."""

    def __init__(self, words: DateWords) -> None:
        self.words = words
        self.weekdays = {name: number for number, names in enumerate(words.weekdays) for name in names}
        self._weekday = "|".join(self.weekdays) or _NOTHING
        self._months = "|".join(name for names in words.months for name in names) or _NOTHING
        self._article = rf"(?:(?:{_any_of(words.articles)})\s+)?"
        self._ordinal = "|".join(words.ordinals) or _NOTHING
        self._of = rf"(?:(?:{_any_of(words.before_months[:1])})\s+)?"
        self._until = rf"(?:(?:{_any_of(words.before_years)})\s+)?"

    @cached_property
    def layouts(self) -> tuple[re.Pattern[str], ...]:
        """All ways to write a date, the clearest first."""
        day_word = _any_of(self.words.days, r"[\s-]+")
        weekday = rf"(?:(?P<weekday>{self._weekday})\.?,?\s+)?{self._article}"
        joints = _any_of(self.words.joints)
        more_days = (
            rf"(?P<days>\.?\s{{0,2}}(?:-|–|,|&|/|\.{{2,3}}|{joints})\s{{0,2}}{self._article}"
            rf"(?:[0-9]{{1,2}}(?:{self._ordinal})?|{day_word})){{0,3}}"
        )
        day = rf"(?P<day>[0-9]{{1,2}}|{day_word})(?P<ordinal>{self._ordinal})?{more_days}"
        month = r"(?P<month>[^\W\d_]{3,10})"
        year = r"(?P<year>[0-9]{4}|'?[0-9]{2}|[^\W\d_]+(?:[\s-]+[^\W\d_]+){1,4})"
        of = rf"(?:(?:{_any_of(self.words.before_months)})\s+)?"
        layouts = (
            rf"{weekday}{day}[\s.\-/]{{0,3}}{of}{month}\.?(?:[\s,\-/]{{0,3}}{self._until}{year})?{_TIME}",
            rf"{weekday}{month}\.?,?\s+{self._article}{day}(?:(?:,\s*|\s+){year})?{_TIME}",
            rf"{month}(?:\.?,?\s+(?:{self._of}|{self._until})|[-/]){year}",
            rf"(?P<year>[0-9]{{4}})(?P<gap>[/.-])(?P<month>[0-9]{{1,2}})(?P=gap)(?P<day>[0-9]{{1,2}}){_TIME}",
            rf"(?P<first>[0-9]{{1,2}})(?P<gap>[/.-])(?P<second>[0-9]{{1,2}})(?P=gap)(?P<year>[0-9]{{4}}|[0-9]{{2}}){_TIME}",
            r"(?P<year>(?:1[6-9]|2[01])[0-9]{2})(?P<month>[0-9]{2})(?P<day>[0-9]{2})",
            r"(?P<first>[0-9]{2})(?P<second>[0-9]{2})(?P<year>(?:1[6-9]|2[01])[0-9]{2})",
            r"(?P<year>[0-9]{4})-(?P<month>[0-9]{2})",
            r"(?P<month>[0-9]{1,2})/(?P<year>[0-9]{4})",
            r"(?P<year>(?:1[6-9]|2[01])[0-9]{2}|'[0-9]{2})",
        )
        return tuple(re.compile(layout, re.IGNORECASE) for layout in layouts)

    @cached_property
    def weekday_before(self) -> re.Pattern[str]:
        """A weekday before the place of a date."""
        article = self._article.replace(r"\s+", r"\s")
        return re.compile(rf"(?<!\w)({self._weekday})\.?,?\s{{1,3}}{article}\Z", re.IGNORECASE)

    @cached_property
    def weekday_after(self) -> re.Pattern[str]:
        """A weekday after a date."""
        return re.compile(rf",?\s{{0,2}}[(\[]?({self._weekday})(?!\w)", re.IGNORECASE)

    @cached_property
    def full_dates(self) -> re.Pattern[str]:
        """Dates whose month is a word, or that begin with the year."""
        day = rf"[0-9]{{1,2}}(?:{self._ordinal})?"
        of, until = (words.replace(r"\s+", r"\s") for words in (self._of, self._until))
        return re.compile(
            rf"(?<![\w-])(?:[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}(?![0-9])"
            rf"|(?P<day>{day}[\s-]{of}(?:{self._months})\.?,?[\s-]{until}[0-9]{{4}}(?![0-9]))"
            rf"|(?P<month>(?:{self._months})\.?\s{day},?\s[0-9]{{4}}(?![0-9])))",
            re.IGNORECASE,
        )

    def month_number(self, word: str) -> int | None:
        """The number of a month by its name or its digits; None where it is none."""
        if word.isdecimal():
            return int(word)
        folded = word.casefold()
        return next((number for number, names in enumerate(self.words.months, 1) if folded in names), None)

    def day_number(self, written: str) -> int:
        """The number of a day by its ordinal or its digits."""
        if written.isdecimal():
            return int(written)
        return self.words.days.index("-".join(_BETWEEN_WORDS.split(written.lower()))) + 1

    def year_number(self, written: str) -> int | None:
        """A year in digits or in words; None where it is none."""
        digits = written.lstrip("'")
        if not digits.isdecimal():
            return self.words.years.get(" ".join(_BETWEEN_WORDS.split(written.lower())))
        return _year_number(digits)


@lru_cache(maxsize=64)
def _forms(language: Language) -> _DateForms:
    return _DateForms(language.dates)


def _write_part(part: str, old: str, date: datetime.date, words: DateWords, *, wide: bool) -> str:
    """A part of a date for another day: as wide, as short and with the capitals of the old one."""
    if part == "day" and not old.isdecimal():
        return _like_case(old, words.days[date.day - 1])
    if part == "ordinal":
        ending = words.ordinal(date.day)
        return ending.upper() if old.isupper() else ending
    if part == "month" and not old.isdecimal():
        return _like(old, words.months, date.month - 1)
    if part == "weekday":
        return _like(old, words.weekdays, date.weekday())
    if part == "year":
        return _write_year(old, date.year)
    number = date.day if part == "day" else date.month
    return f"{number:02d}" if wide else str(number)


def _write_year(old: str, year: int) -> str:
    digits = old.lstrip("'")
    if not digits.isdecimal():  # a spoken year is written in digits, which every reader takes for one
        return f"{year:04d}"
    return old[: len(old) - len(digits)] + f"{year:04d}"[4 - len(digits) :]


def _like(old: str, spellings: tuple[tuple[str, ...], ...], place: int) -> str:
    """A month or weekday, short where the old one was, with its capitals."""
    full = any(old.casefold() == names[0] for names in spellings)
    return _like_case(old, spellings[place][0 if full else 1])


def _like_case(old: str, word: str) -> str:
    return word.upper() if old.isupper() else word.capitalize() if old[0].isupper() else word


_PARTS = frozenset({"day", "ordinal", "month", "weekday", "year"})
"""The parts of a date that are written for another day."""

_NEAR, _APART = 45, 28
"""In days: how near a date must be to one that is known to belong to the same time, and how much nearer than the other way round."""

_WEEKDAY_REACH = 20
"""Characters before a date in which a weekday with its signs and article stands."""

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
    _words: DateWords = field(default=DEFAULT_LANGUAGE.dates, repr=False, compare=False)

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
            written += [
                self.text[position:start],
                _write_part(part, old, date, self._words, wide=self._is_wide()),
            ]
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
        month = self._words.months[self.month - 1][0]
        return self._words.month_and_year.format(month=month, Month=month.capitalize(), year=year)


def read_date(
    text: str, *, day_first: bool = False, language: Language = DEFAULT_LANGUAGE
) -> WrittenDate | None:
    """The date that `text` is, from its first to its last character; None where it is none or none that exists.

    `day_first` says how 03/04/2024 is meant, where the numbers leave it open; 3.4.2024 always begins with the day.

    >>> read_date("12 March 2019").write(datetime.date(2019, 4, 1)), read_date("2019-03-12").write_month()
    ('1 April 2019', '2019-03')
    """
    forms = _forms(language)
    for layout in forms.layouts:
        if (match := layout.fullmatch(text)) and (found := _read(match, forms, day_first=day_first)):
            return found
    return None


def find_day_first(text: str, *, language: Language = DEFAULT_LANGUAGE) -> bool | None:
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
    others = list(_forms(language).full_dates.finditer(text))
    votes = (
        _ask_weekdays(text, open_dates, _forms(language)),
        _ask_neighbours(open_dates, others, language),
        _ask_months(others),
    )
    return next((order for order in map(_agreed, votes) if order is not None), None)


def leaves_order_open(text: str, *, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether a text has dates such as 03/04/2024 that can be read in two ways, and nothing in it tells which is meant."""
    either = any(map(_read_both_ways, _NUMBERS.finditer(text)))
    return either and find_day_first(text, language=language) is None


_Open = tuple[re.Match[str], datetime.date, datetime.date]
"""A date that can be read in two ways: with the day first, and with the month first."""


def _agreed(votes: set[bool]) -> bool | None:
    return next(iter(votes)) if len(votes) == 1 else None


def _read_both_ways(match: re.Match[str]) -> tuple[datetime.date, datetime.date] | None:
    first, second, year = int(match[1]), int(match[3]), _year_number(match[4])
    if first == second or not (0 < first <= 12 and 0 < second <= 12) or not year:
        return None
    return datetime.date(year, second, first), datetime.date(year, first, second)


def _ask_weekdays(text: str, dates: list[_Open], forms: _DateForms) -> set[bool]:
    """The orders that weekdays beside dates ask for."""
    votes = set()
    for match, day_first, month_first in dates:
        said = forms.weekday_before.search(
            text, max(0, match.start() - _WEEKDAY_REACH), match.start()
        ) or forms.weekday_after.match(text, match.end())
        weekday = forms.weekdays[said[1].lower()] if said else None
        if said and (day_first.weekday() == weekday) != (month_first.weekday() == weekday):
            votes.add(day_first.weekday() == weekday)
    return votes


def _ask_neighbours(dates: list[_Open], others: list[re.Match[str]], language: Language) -> set[bool]:
    """The orders by which dates are near those that are written in another layout."""
    known = [found.date for each in others if (found := read_date(each[0], language=language)) and found.date]
    votes = set()
    for _, day_first, month_first in dates if known else ():
        here, there = (min(abs(day - each).days for each in known) for day in (day_first, month_first))
        if min(here, there) <= _NEAR and abs(here - there) >= _APART:
            votes.add(here < there)
    return votes


def _ask_months(others: list[re.Match[str]]) -> set[bool]:
    """The orders in which days stand beside names of months."""
    return {each["day"] is not None for each in others if each["day"] or each["month"]}


def _read(match: re.Match[str], forms: _DateForms, *, day_first: bool) -> WrittenDate | None:
    groups = match.groupdict()
    places = {name: match.span(name) for name, value in groups.items() if value}
    if "first" in groups:
        swap = _begins_with_day(groups, day_first=day_first)
        places["day"], places["month"] = (places["first"], places["second"])[:: 1 if swap else -1]
    parts = sorted((*place, name) for name, place in places.items() if name in _PARTS)
    said = {name: match.string[start:end] for start, end, name in parts}
    month = forms.month_number(said["month"]) if "month" in said else None
    year = forms.year_number(said["year"]) if "year" in said else None
    if ("month" in said and not month) or ("year" in said and year is None):
        return None
    day = forms.day_number(said["day"]) if "day" in said else None
    if not _exists(year, month, day):
        return None
    numeric = said.get("month", "").isdecimal()
    return WrittenDate(
        match.string, year, month, day, bool(groups.get("days")), numeric, tuple(parts), forms.words
    )


def _begins_with_day(groups: dict[str, str], *, day_first: bool) -> bool:
    first, second = int(groups["first"]), int(groups["second"])
    if first > 12 or second > 12:
        return first > 12
    return day_first or groups.get("gap") == "."


def _year_number(digits: str) -> int:
    """A year in two or four digits."""
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
