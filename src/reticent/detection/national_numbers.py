"""Check digits of the numbers that countries give to people, firms, prescribers, devices and vehicles.

Each check says whether the letters and digits of a candidate fit. python-stdnum decides where it takes the same numbers as
the forms in which people write them; where it asks for more (a birth date of this century, an office that exists) or for
less, the check is our own: a number with a typing error in its date still points at somebody.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from datetime import date
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import MappingProxyType
from typing import cast

Check = Callable[[str], bool]


def ask_stdnum(module: str, candidate: str) -> bool:
    """Whether a module of python-stdnum takes a candidate."""
    return _load(module)(candidate)


@cache
def _load(module: str) -> Check:
    return cast(Check, import_module(f"stdnum.{module}").is_valid)  # loaded when the first number is checked


@cache
def is_stdnum_module(module: str) -> bool:
    """Whether python-stdnum has a module that checks numbers."""
    return re.fullmatch(r"[a-z0-9_.]+", module) is not None and find_spec(f"stdnum.{module}") is not None


luhn = partial(ask_stdnum, "luhn")
"""Whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B)."""

verhoeff = partial(ask_stdnum, "verhoeff")
"""Whether the last digit is the Verhoeff check digit of the others."""

_mod_11_10 = partial(ask_stdnum, "iso7064.mod_11_10")


def _personal(module: str, length: int, candidate: str) -> bool:
    """Whether python-stdnum takes a number of this length that is not one digit over and over, as samples in forms are."""
    return len(candidate) == length and len(set(candidate)) > 1 and ask_stdnum(module, candidate)


def norwegian(digits: str) -> bool:
    """A Norwegian birth number: a date and two check digits modulo 11."""
    if len(digits) != 11 or not _has_date(digits, day_first=True, offset=40):
        return False
    first = (11 - _weigh(digits[:9], (3, 7, 6, 1, 8, 9, 4, 5, 2)) % 11) % 11
    second = (11 - _weigh(digits[:10], (5, 4, 3, 2, 7, 6, 5, 4, 3, 2)) % 11) % 11
    return (first, second) == (int(digits[9]), int(digits[10]))


def swedish(digits: str) -> bool:
    """A Swedish personal number: a date and a Luhn check digit."""
    digits = digits[-10:]
    return len(digits) == 10 and luhn(digits) and _has_date(digits, offset=60)


def danish(digits: str) -> bool:
    """A Danish personal number: a date, whose check digit newer ones don't have."""
    return len(digits) == 10 and _has_date(digits, day_first=True)


def finnish(candidate: str) -> bool:
    """A Finnish identity code: a date and a check letter modulo 31."""
    digits = candidate[:6] + candidate[-4:-1]
    letter = "0123456789ABCDEFHJKLMNPRSTUVWXY"[int(digits) % 31]
    return _has_date(digits, day_first=True) and letter == candidate[-1].upper()


def polish(digits: str) -> bool:
    """A Polish PESEL: a date whose month tells the century, and a check digit."""
    month = int(digits[2:4]) % 20
    check = -_weigh(digits[:10], (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)) % 10
    return len(digits) == 11 and 1 <= month <= 12 and 1 <= int(digits[4:6]) <= 31 and check == int(digits[10])


def belgian(digits: str) -> bool:
    """A Belgian national number: modulo 97, with a 2 before it for those born since 2000."""
    rests = {97 - int(begin + digits[:9]) % 97 for begin in ("", "2")}
    return len(digits) == 11 and int(digits[9:]) in rests


def spanish(candidate: str) -> bool:
    """A Spanish DNI or NIE: the letter is the number modulo 23."""
    number = candidate[:-1].upper().translate(str.maketrans("XYZ", "012"))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == candidate[-1].upper()


def italian(candidate: str) -> bool:
    """An Italian fiscal code: the last letter checks the others."""
    from stdnum.it.codicefiscale import calc_check_digit

    code = candidate.upper()
    return len(code) == 16 and calc_check_digit(code[:15]) == code[15]


def irish(candidate: str) -> bool:
    """An Irish PPS number: the letter is the weighed sum modulo 23."""
    extra = ord(candidate[8].upper()) - 64 if len(candidate) > 8 else 0
    total = _weigh(candidate[:7], range(8, 1, -1)) + (0 if extra == 23 else 9 * extra)
    return "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] == candidate[7].upper()


def swiss(digits: str) -> bool:
    """A Swiss AHV number: 13 digits from 756, checked as bar codes are."""
    return len(digits) == 13 and ask_stdnum("ean", digits)


def german_tax(digits: str) -> bool:
    """A German tax number of a person: eleven digits modulo 11 and 10, one of the first ten twice or thrice."""
    repeated = 10 - len(set(digits[:10]))
    return len(digits) == 11 and digits[0] != "0" and repeated in {1, 2} and _mod_11_10(digits)


def australian_medicare(digits: str) -> bool:
    """An Australian Medicare number: the ninth digit checks the first eight, which begin with 2 to 6."""
    fits = len(digits) in {10, 11} and digits[0] in "23456"
    return fits and _weigh(digits[:8], (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == int(digits[8])


def aadhaar(digits: str) -> bool:
    """An Indian Aadhaar number: twelve digits from 2 on with a Verhoeff check digit."""
    return len(digits) == 12 and digits[0] in "23456789" and verhoeff(digits)


def snomed(digits: str) -> bool:
    """A SNOMED CT identifier: 6 to 18 digits with a Verhoeff check digit."""
    return 6 <= len(digits) <= 18 and digits[0] != "0" and verhoeff(digits)


def chinese(candidate: str) -> bool:
    """A Chinese resident identity number: 18 characters, the last by weights of two modulo 11."""
    total = sum(int(digit) * pow(2, 17 - place, 11) for place, digit in enumerate(candidate[:17]))
    return len(candidate) == 18 and "10X98765432"[total % 11] == candidate[17].upper()


def vat(candidate: str) -> bool:
    """A VAT number of the European Union or the United Kingdom: the country's form, and its check digit where it is a simple one."""
    country, rest = candidate[:2].upper(), candidate[2:].upper()
    form = _VAT_FORMS.get(country)
    if form is None or not re.fullmatch(form, rest):
        return False
    check = _VAT_CHECKS.get(country)
    return check is None or check(rest)


_VAT_FORMS = {
    "AT": r"U\d{8}", "BE": r"[01]\d{9}", "BG": r"\d{9,10}", "CY": r"\d{8}[A-Z]", "CZ": r"\d{8,10}", "DE": r"\d{9}",
    "DK": r"\d{8}", "EE": r"\d{9}", "EL": r"\d{9}", "ES": r"[A-Z0-9]\d{7}[A-Z0-9]", "FI": r"\d{8}",
    "FR": r"[A-Z0-9]{2}\d{9}", "GB": r"\d{9}(?:\d{3})?", "HR": r"\d{11}", "HU": r"\d{8}", "IE": r"\d[A-Z0-9+*]\d{5}[A-Z]{1,2}", "IT": r"\d{11}",
    "LT": r"\d{9}|\d{12}", "LU": r"\d{8}", "LV": r"\d{11}", "MT": r"\d{8}", "NL": r"\d{9}B\d{2}", "PL": r"\d{10}",
    "PT": r"\d{9}", "RO": r"\d{2,10}", "SE": r"\d{10}01", "SI": r"\d{8}", "SK": r"\d{10}",
}  # fmt: skip


def _weigh(digits: str, weights: Sequence[int]) -> int:
    return sum(int(digit) * weight for digit, weight in zip(digits, weights, strict=False))


_VAT_CHECKS: dict[str, Check] = {
    "BE": lambda rest: 97 - int(rest[:8]) % 97 == int(rest[8:]),
    "DE": _mod_11_10,
    "DK": lambda rest: _weigh(rest, (2, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0,
    "FI": partial(ask_stdnum, "fi.alv"),
    "GB": lambda rest: (_weigh(rest[:7], range(8, 1, -1)) + int(rest[7:9])) % 97 in (0, 42),
    "HR": _mod_11_10,
    "IT": luhn,
    "LU": partial(ask_stdnum, "lu.tva"),
    "PL": partial(ask_stdnum, "pl.nip"),
    "PT": lambda rest: -_weigh(rest[:8], range(9, 1, -1)) % 11 % 10 == int(rest[8]),
    "SE": partial(ask_stdnum, "se.vat"),
}
"""Of the others only the form counts; python-stdnum also asks whether an office gives such numbers (DE, DK, GB, IT, PT)."""


def _has_date(digits: str, *, day_first: bool = False, offset: int = 0) -> bool:
    """Whether six digits are a date; to the days of some people `offset` is added."""
    first, month, last = int(digits[:2]), int(digits[2:4]), int(digits[4:6])
    year, day = (last, first) if day_first else (first, last)
    day -= offset if day > offset > 0 else 0
    try:
        date(2000 + year % 4 if month == 2 else 2000, month % 40, day)
    except ValueError:
        return False
    return True


def dea(candidate: str) -> bool:
    """A number of the U.S. Drug Enforcement Administration: two signs and seven digits, the last one a check digit."""
    digits = [int(digit) for digit in candidate[2:]]
    return len(digits) == 7 and (sum(digits[0:5:2]) + 2 * sum(digits[1:6:2])) % 10 == digits[6]


def npi(digits: str) -> bool:
    """A national provider identifier of the USA: ten digits, with a Luhn check digit after the prefix 80840."""
    return len(digits) == 10 and digits[0] in "12" and luhn("80840" + digits)


def imei(digits: str) -> bool:
    """The number of a mobile device: fifteen digits with a Luhn check digit."""
    return len(digits) == 15 and luhn(digits)


def vin(candidate: str) -> bool:
    """The number of a vehicle with the check digit of North America in its ninth place."""
    values = [_VIN_VALUES.get(char, 0) for char in candidate.upper()]
    if len(values) != 17 or candidate.isdecimal() or candidate.isalpha():
        return False
    return "0123456789X"[sum(map(operator.mul, values, _VIN_WEIGHTS)) % 11] == candidate[8].upper()


_VIN_VALUES = dict(
    zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", map(int, "012345678912345678123457923456789"), strict=True)
)
_VIN_WEIGHTS = (8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2)
"""What the values of a vehicle number's signs are multiplied by (49 CFR 565.15)."""


CHECKS: MappingProxyType[str, Check] = MappingProxyType(
    {
        "nhs_number": partial(_personal, "gb.nhs", 10),
        "norwegian_number": norwegian,
        "swedish_number": swedish,
        "danish_number": danish,
        "finnish_number": finnish,
        "polish_number": polish,
        "dutch_number": partial(_personal, "nl.bsn", 9),
        "belgian_number": belgian,
        "french_number": partial(_personal, "fr.nir", 15),
        "spanish_number": spanish,
        "italian_number": italian,
        "irish_number": irish,
        "swiss_number": swiss,
        "german_tax_number": german_tax,
        "australian_medicare": australian_medicare,
        "australian_tax_number": partial(_personal, "au.tfn", 9),
        "canadian_number": partial(_personal, "ca.sin", 9),
        "aadhaar": aadhaar,
        "snomed": snomed,
        "chinese_number": chinese,
        "brazilian_number": partial(_personal, "br.cpf", 11),
        "vat": vat,
        "dea": dea,
        "npi": npi,
        "imei": imei,
        "vin": vin,
    }
)
"""The checks by the names that pattern files call them; each is given the letters and digits of a candidate."""
