"""What a number in a health record counts: a unit, an amount of money, a place on a map."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

_TABLE = tomllib.loads(resources.files(__package__).joinpath("quantities.toml").read_text("utf-8"))
_CURRENCIES = frozenset(_TABLE["currencies"]["codes"].split())
_MONEY = re.compile(rf"(?i)(?<![a-z])(?:{'|'.join(_TABLE['money']['words'].split())})(?![a-z])")
_UNIT = (
    r"(?:[numckMd]?(?:g|m|s|L|l|mol|eq|Pa|J|W|V|A|K|Hz|U|cal|osm|bar|Gy|Bq|Sv|N)|\[(?:lb_av|in_i|ft_i|oz_av|degF|iU|IU|arb'U|pH"
    r"|mi_i|foz_us|drp|tbs_us|tsp_us)\]|[mc]m\[(?:Hg|H2O)\]|Cel|%|a|mo|wk|d|h|min|deg|10\*-?|1)[0-9]{0,2}"
)
_UNITS = re.compile(rf"/?{_UNIT}(?:[./]{_UNIT}){{0,3}}")
_COORDINATE = re.compile(r"(?i)(?<![a-z])(?:geo[ _-]?)?(?:latitude|longitude|coordinates?|lat|lng)(?![a-z])")
_FEWEST_DIGITS = 5  # chosen by hand: from as many on any whole number may be somebody's


def is_unit(text: str) -> bool:
    """Whether a text is a unit of UCUM without words in it.

    >>> is_unit("mm[Hg]"), is_unit("10*3/uL"), is_unit("{Roe}")
    (True, True, False)
    """
    return _UNITS.fullmatch(text) is not None


def is_coordinate(header: str) -> bool:
    """Whether a name or a question says that a value is where somebody is on a map.

    >>> is_coordinate("Home latitude"), is_coordinate("location longitude"), is_coordinate("lateral")
    (True, True, False)
    """
    return _COORDINATE.search(header) is not None


def is_currency(code: str) -> bool:
    """Whether a code is that of a currency, which is nobody's word.

    >>> is_currency("USD"), is_currency("LEE")
    (True, False)
    """
    return code in _CURRENCIES


def asks_for_money(question: str) -> bool:
    """Whether a name or a question says that a value is an amount of money.

    >>> asks_for_money("Annual income"), asks_for_money("Feet")
    (True, False)
    """
    return _MONEY.search(question) is not None


def is_long_amount(number: str) -> bool:
    """Whether an amount of money has so many digits that it may be somebody's.

    >>> is_long_amount("48250.50"), is_long_amount("12.50")
    (True, False)
    """
    return sum(map(str.isdecimal, number)) >= _FEWEST_DIGITS
