"""German months, weekdays, and days and years in words."""

from collections.abc import Iterator

from reticent.language.language import DateWords

_MONTHS = """januar jan jänner jän, februar feb febr feber, märz mär mrz, april apr, mai mai, juni jun, juli jul, august aug,
    september sep sept, oktober okt, november nov, dezember dez"""
_WEEKDAYS = (
    """montag mo, dienstag di, mittwoch mi, donnerstag do, freitag fr, samstag sa sonnabend, sonntag so"""
)
_ORDINALS = """erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte elfte zwölfte dreizehnte vierzehnte fünfzehnte
    sechzehnte siebzehnte achtzehnte neunzehnte zwanzigste"""
_ONES = "ein zwei drei vier fünf sechs sieben acht neun"
_TEENS = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn"
_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_CENTURIES = {"achtzehnhundert": 1800, "neunzehnhundert": 1900, "zweitausend": 2000}


def _list_days() -> tuple[str, ...]:
    """The ordinals of the days of a month, as they stand after "am"."""
    first = [f"{each}n" for each in _ORDINALS.split()]
    twenties = [f"{one}undzwanzigsten" for one in _ONES.split()]
    return (*first, *twenties, "dreißigsten", "einunddreißigsten")


def list_numbers() -> list[str]:
    """The words of the numbers from 1 to 99, in order.

    >>> [list_numbers()[number - 1] for number in (1, 12, 30, 93)]
    ['eins', 'zwölf', 'dreißig', 'dreiundneunzig']
    """
    ones = _ONES.split()
    larger = [each for ten in _TENS.split() for each in (ten, *(f"{one}und{ten}" for one in ones))]
    return ["eins", *ones[1:], *_TEENS.split(), *larger]


def _spell_years() -> Iterator[tuple[str, int]]:
    for century, first in _CENTURIES.items():
        yield century, first
        for number, word in enumerate(list_numbers(), 1):
            yield century + word, first + number
            yield f"{century}und{word}", first + number


def _ordinal(day: int) -> str:
    return "."


DATES = DateWords(
    months=tuple(tuple(spellings.split()) for spellings in _MONTHS.split(",")),
    weekdays=tuple(tuple(spellings.split()) for spellings in _WEEKDAYS.split(",")),
    days=_list_days(),
    years=dict(_spell_years()),
    ordinal=_ordinal,
    ordinals=(".",),
    articles=("der", "den", "dem"),
    before_months=("des", "im"),
    joints=("bis", "und", "oder", "auf"),
    on="am",
    in_="im",
)
