"""English months, weekdays, and days and years in words."""

from collections.abc import Iterator

from reticent.language.language import DateWords

_MONTHS = """january jan, february feb, march mar, april apr, may may, june jun, july jul, august aug,
    september sep sept, october oct, november nov, december dec"""
_WEEKDAYS = "monday mon, tuesday tue tues, wednesday wed, thursday thu thur thurs, friday fri, saturday sat, sunday sun"
_ORDINALS = """first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
    sixteenth seventeenth eighteenth nineteenth twentieth"""
_DIGITS = "one two three four five six seven eight nine"
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_CENTURIES = {"eighteen": 1800, "nineteen": 1900, "twenty": 2000}


def _list_days() -> tuple[str, ...]:
    ordinals = _ORDINALS.split()
    return (*ordinals, *(f"twenty-{each}" for each in ordinals[:9]), "thirtieth", "thirty-first")


def _list_numbers() -> list[str]:
    """The words of the numbers from 1 to 99, in order."""
    digits = _DIGITS.split()
    larger = (" ".join([ten, digit]).strip() for ten in _TENS.split() for digit in ["", *digits])
    return [*digits, *_TEENS.split(), *larger]


def _spell_years() -> Iterator[tuple[str, int]]:
    """Years as they are spoken, each in all its ways: "nineteen oh six", "nineteen hundred and six"."""
    numbers = list(enumerate(_list_numbers(), 1))
    for century, first in _CENTURIES.items():
        yield f"{century} hundred", first
        for number, words in numbers:
            yield f"{century} {words}" if number > 9 else f"{century} oh {words}", first + number
            yield f"{century} hundred {words}", first + number
            yield f"{century} hundred and {words}", first + number
    yield "two thousand", 2000
    for number, words in numbers:
        yield f"two thousand {words}", 2000 + number
        yield f"two thousand and {words}", 2000 + number


def _ordinal(day: int) -> str:
    return "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


DATES = DateWords(
    months=tuple(tuple(spellings.split()) for spellings in _MONTHS.split(",")),
    weekdays=tuple(tuple(spellings.split()) for spellings in _WEEKDAYS.split(",")),
    days=_list_days(),
    years=dict(_spell_years()),
    ordinal=_ordinal,
    ordinals=("st", "nd", "rd", "th"),
    articles=("the",),
    before_months=("of", "day of"),
    joints=("to", "and", "or", "thru", "through", "until", "till", "bis", "und"),
    on="on",
    in_="in",
    keeps_on=r"based|depend\w{0,4}|rel(?:y|ies|ied|ying)",
)
