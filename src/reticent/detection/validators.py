"""What a regex can't check: each validator says how many leading characters of a candidate are the real thing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache, partial
from types import MappingProxyType

from reticent.detection.national_numbers import CHECKS, ask_stdnum, is_stdnum_module, luhn

Validator = Callable[[str], int]

_CARDS = (
    (re.compile(r"4"), {13, 16, 19}),
    (re.compile(r"5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720"), {16}),
    (re.compile(r"3[47]"), {15}),
    (re.compile(r"30[0-5]|3[689]"), {14, 16, 19}),
    (re.compile(r"35(?:2[89]|[3-8])"), {16, 19}),
    (re.compile(r"6011|64[4-9]|65|62"), {16, 17, 18, 19}),
    (re.compile(r"50|5[6-8]|6[0137]"), {13, 14, 15, 16, 17, 18, 19}),
)
"""Issuer prefixes and the lengths of their numbers (ISO/IEC 7812)."""

_IBAN_LENGTHS = {
    country: int(length)
    for length, countries in {
        "15": "NO", "16": "BE", "18": "DK FI FO GL NL SD FK", "19": "MK SI", "20": "AT BA EE KZ LT LU XK MN",
        "21": "CH HR LI LV", "22": "BG BH CR DE GB GE IE ME RS VA", "23": "AE GI IL IQ TL OM SO",
        "24": "AD CZ ES MD PK RO SA SE SK TN VG", "25": "LY PT ST", "26": "IS TR", "27": "BI DJ FR GR IT MC MR SM",
        "28": "AL AZ BY CY DO GT HN HU LB NI PL SV", "29": "BR EG PS QA UA", "30": "JO KW MU YE", "31": "MT SC", "32": "LC",
        "33": "RU",
    }.items()
    for country in countries.split()
}  # fmt: skip
"""How long an IBAN is, country by country (SWIFT IBAN registry)."""


def card(candidate: str) -> int:
    """A payment card number: issuer, length and check digit fit."""
    for size, digits in _prefixes(candidate, range(13, 20)):
        if _is_issued(digits) and luhn(digits):
            return size
    return 0


def iban(candidate: str) -> int:
    """An international bank account number: the country's length, and 1 modulo 97 (ISO 13616)."""
    length = _IBAN_LENGTHS.get(candidate[:2].upper(), 0)
    ends = [at.end() for at in re.finditer(r"\w", candidate)]
    if not 0 < length <= len(ends):
        return 0
    size = ends[length - 1]
    if candidate[size : size + 1].isalnum():
        return 0
    code = re.sub(r"\W", "", candidate[:size]).upper()
    return size if int("".join(str(int(c, 36)) for c in code[4:] + code[:4])) % 97 == 1 else 0


def email(candidate: str) -> int:
    """A mail address whose domain ends in a name of letters, or is an IP address."""
    address = candidate.rstrip("-_.")
    while "." in (domain := re.sub(r"\s", "", address.rpartition("@")[2])):
        last = domain.rpartition(".")[2]
        if (len(last) >= 2 and last[0].isalpha()) or ipv4(domain):
            return len(address)
        address = address.rpartition(".")[0].rstrip()
    return 0


def url(candidate: str) -> int:
    """A web address without the punctuation of the sentence around it."""
    address = candidate.rstrip(_TRAILING)
    while (
        address and address[-1] in ")]}" and address.count(address[-1]) > address.count(_OPENS[address[-1]])
    ):
        address = address[:-1].rstrip(_TRAILING)
    return len(address) if re.search(r"\w\.\w|//\w", address) else 0


_TRAILING = ".,;:!?'\"*_`|~\\"
_OPENS = {")": "(", "]": "[", "}": "{"}


def ipv4(candidate: str) -> int:
    """An address of four numbers up to 255."""
    octets = re.split(r"[\[(]?\.[\])]?", re.split(r"[/:]", candidate)[0])
    return len(candidate) if len(octets) == 4 and all(o.isdecimal() and int(o) <= 255 for o in octets) else 0


def ipv6(candidate: str) -> int:
    """An address that the standard library can read, with two groups at least, without the colon of a sentence."""
    from ipaddress import AddressValueError, IPv6Address

    candidate = candidate if candidate.endswith("::") else candidate.removesuffix(":")
    address = candidate.partition("/")[0]
    try:
        IPv6Address(address)
    except AddressValueError:
        return 0
    return len(candidate) if len(re.findall(r"[0-9a-fA-F]+", address)) >= 2 else 0


def phone_international(candidate: str) -> int:
    """A number after a country code: 8 to 15 digits, 11 in North America, and no second line once it is complete."""
    candidate = re.split(r"(?<=\d)[^\d(]*\n", candidate)[0] if _is_complete_line(candidate) else candidate
    for size, digits in _prefixes(candidate, range(8, 18)):
        number = digits.removeprefix("00")
        if len(number) == 11 if number[0] == "1" else 8 <= len(number) <= 15:
            return size
    return 0


def phone_national(candidate: str) -> int:
    """A number after a trunk zero: 9 to 12 digits that are no date."""
    if _DATE_FIRST.match(candidate):
        return 0
    return next((size for size, _ in _prefixes(candidate, range(9, 13))), 0)


def phone_any(candidate: str) -> int:
    """Seven to fifteen digits that are no date."""
    digits = re.sub(r"\D", "", candidate)
    return len(candidate) if 7 <= len(digits) <= 15 and not _DATE_FIRST.match(candidate) else 0


_DATE_FIRST = re.compile(
    r"\d{1,2}([./ -])\d{1,2}\1(?:1[89]|20)\d\d(?!\d)|(?:1[89]|20)\d\d([./-])\d{1,2}\2\d{1,2}(?!\d)"
)


def date_in_numbers(candidate: str) -> int:
    """A day that the calendar has, with day or month first, and two full digits each when the year has two."""
    numbers = re.findall(r"\d+", candidate)[:3]
    if len(numbers[2]) == 2 and len(numbers[0]) < 4 and "." in candidate and {len(n) for n in numbers} != {2}:
        return 0
    first, second, third = map(int, numbers)
    orders = [(first, second, third)] if first > 31 else [(third, second, first), (third, first, second)]
    return len(candidate) if any(_is_in_calendar(*order) for order in orders) else 0


def date_range(candidate: str) -> int:
    """Days and months, or a year and two days: numbers that a calendar has, of which one day is not the only one."""
    numbers = [int(number) for number in re.findall(r"\d+", candidate)]
    small = numbers[1:] if numbers[0] > _LAST_DAY else numbers[:-1]
    fits = all(0 < number <= _LAST_DAY for number in small) and sum(number <= _LAST_MONTH for number in small)
    return len(candidate) if fits else 0


_LAST_DAY, _LAST_MONTH = 31, 12
"""The highest numbers that a day and a month have in any calendar year."""


def _whole(check: Callable[[str], bool]) -> Validator:
    """A validator that takes a candidate whole when its letters and digits pass a check."""
    return lambda candidate: len(candidate) if check(re.sub(r"[\W_]", "", candidate)) else 0


def _total(validator: Validator) -> Validator:
    """The validator, for which a candidate that it can't take apart is not the real thing, whatever expression found it."""

    def validate(candidate: str) -> int:
        try:
            return validator(candidate)
        except (IndexError, KeyError, ValueError):
            return 0

    return validate


_BY_NAME: dict[str, Validator] = {
    "card": card,
    "date": date_in_numbers,
    "email": email,
    "iban": iban,
    "ipv4": ipv4,
    "ipv6": ipv6,
    "date_range": date_range,
    "phone_any": phone_any,
    "phone_international": phone_international,
    "phone_national": phone_national,
    "url": url,
    **{name: _whole(check) for name, check in CHECKS.items()},
}
VALIDATORS: MappingProxyType[str, Validator] = MappingProxyType(
    {name: _total(validator) for name, validator in _BY_NAME.items()}
)
"""Validators by the names that pattern files call them."""

STDNUM = "stdnum "
"""How the name of a validator begins that is a module of python-stdnum: "stdnum ar.cuit"."""


@cache
def find_validator(name: str) -> Validator | None:
    """The validator of a name, if there is one."""
    if not name.startswith(STDNUM):
        return VALIDATORS.get(name)
    module = name.removeprefix(STDNUM)
    return _total(_whole(partial(ask_stdnum, module))) if is_stdnum_module(module) else None


def require_validator(name: str) -> Validator:
    """The validator of a name that a pattern file was read with."""
    found = find_validator(name)
    if found is None:
        raise KeyError(name)
    return found


def _prefixes(candidate: str, counts: range) -> Iterator[tuple[int, str]]:
    """The beginnings of a candidate of whole groups of digits that have so many digits, the longest first."""
    if len(candidate) < counts.start:
        return
    for end in reversed([at.end() for at in re.finditer(r"\d(?!\d)", candidate)]):
        digits = re.sub(r"\D", "", candidate[:end])
        if len(digits) < counts.start:
            return
        if len(digits) in counts:
            yield end, digits


def _is_issued(digits: str) -> bool:
    return any(prefix.match(digits) and len(digits) in lengths for prefix, lengths in _CARDS)


def _is_complete_line(candidate: str) -> bool:
    return "\n" in candidate and sum(map(str.isdecimal, candidate.partition("\n")[0])) >= 10


def _is_in_calendar(year: int, month: int, day: int) -> bool:
    year += 2000 if year < 100 else 0  # a leap year, so that any 29 February passes
    try:
        return 1600 <= date(year, month, day).year < 2200
    except ValueError:
        return False
