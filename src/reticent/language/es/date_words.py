"""Spanish months, weekdays, and days and years in words."""

from collections.abc import Iterator

from reticent.language.language import DateWords

_MONTHS = """enero ene, febrero feb, marzo mar, abril abr, mayo may, junio jun, julio jul, agosto ago,
    septiembre sep sept setiembre set, octubre oct, noviembre nov, diciembre dic"""
_WEEKDAYS = """lunes lun, martes mar, miércoles mié mie miercoles, jueves jue, viernes vie, sábado sáb sab sabado,
    domingo dom"""
_UNITS = "uno dos tres cuatro cinco seis siete ocho nueve"
_TO_29 = """diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés
    veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"""
_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa"


def _list_numbers() -> list[str]:
    """The words of the numbers from 1 to 99, in order."""
    units = _UNITS.split()
    larger = [f"{ten} y {unit}" if unit else ten for ten in _TENS.split() for unit in ["", *units]]
    return [*units, *_TO_29.split(), *larger]


def _spell_years() -> Iterator[tuple[str, int]]:
    numbers = list(enumerate(_list_numbers(), 1))
    for words, first in (("mil ochocientos", 1800), ("mil novecientos", 1900), ("dos mil", 2000)):
        yield words, first
        for number, more in numbers:
            yield f"{words} {more}", first + number


DATES = DateWords(
    months=tuple(tuple(spellings.split()) for spellings in _MONTHS.split(",")),
    weekdays=tuple(tuple(spellings.split()) for spellings in _WEEKDAYS.split(",")),
    days=("primero", *_list_numbers()[1:31]),
    years=dict(_spell_years()),
    ordinal=lambda day: "º" if day == 1 else "",
    ordinals=("º", "°", "ro"),
    articles=("el", "día"),
    before_months=("de", "del mes de"),
    before_years=("de", "del", "del año", "de el año"),
    month_and_year="{month} de {year}",
    joints=("a", "al", "y", "o", "hasta el", "hasta"),
    on="el",
    in_="en",
)
