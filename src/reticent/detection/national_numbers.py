"""Check digits of numbers that countries give to people and firms: each says whether the digits of a candidate fit.

The check digit of cards and of many national numbers.

Check digits of numbers under which prescribers, providers, devices and vehicles are registered.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from datetime import date
from types import MappingProxyType

_DOUBLED = str.maketrans("0123456789", "0246813579")


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of the others (ISO/IEC 7812-1, annex B).

    >>> luhn("4111111111111111"), luhn("4111111111111112")
    (True, False)
    """
    return sum(map(int, digits[::-2] + digits[-2::-2].translate(_DOUBLED))) % 10 == 0


_VERHOEFF_TIMES = (
    "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
    "5987604321", "6598710432", "7659821043", "8765932104", "9876543210",
)  # fmt: skip
_VERHOEFF_TURNS = (
    "0123456789", "1576283094", "5803796142", "8916043527",
    "9453126870", "4286573901", "2793806415", "7046913258",
)  # fmt: skip


def verhoeff(digits: str) -> bool:
    """Whether the last digit is the Verhoeff check digit of the others.

    >>> verhoeff("2363"), verhoeff("2364")
    (True, False)
    """
    check = 0
    for place, digit in enumerate(reversed(digits)):
        check = int(_VERHOEFF_TIMES[check][int(_VERHOEFF_TURNS[place % 8][int(digit)])])
    return check == 0


def nhs(digits: str) -> bool:
    """An NHS number of England: ten digits, the last by weights 10 to 2 modulo 11."""
    check = (11 - _weigh(digits[:9], range(10, 1, -1)) % 11) % 11
    return len(digits) == 10 and check == int(digits[9]) and len(set(digits)) > 1


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


def dutch(digits: str) -> bool:
    """A Dutch citizen service number: the eleven test."""
    return len(digits) == 9 and _weigh(digits, (9, 8, 7, 6, 5, 4, 3, 2, -1)) % 11 == 0 and int(digits) > 0


def belgian(digits: str) -> bool:
    """A Belgian national number: modulo 97, with a 2 before it for those born since 2000."""
    rests = {97 - int(begin + digits[:9]) % 97 for begin in ("", "2")}
    return len(digits) == 11 and int(digits[9:]) in rests


def french(candidate: str) -> bool:
    """A French social security number: 13 characters and a key modulo 97; Corsica's letters stand for numbers."""
    plain = candidate.upper().replace("2A", "19").replace("2B", "18")
    return len(plain) == 15 and plain.isdecimal() and 97 - int(plain[:13]) % 97 == int(plain[13:])


def spanish(candidate: str) -> bool:
    """A Spanish DNI or NIE: the letter is the number modulo 23."""
    number = candidate[:-1].upper().translate(str.maketrans("XYZ", "012"))
    return "TRWAGMYFPDXBNJZSQVHLCKE"[int(number) % 23] == candidate[-1].upper()


def italian(candidate: str) -> bool:
    """An Italian fiscal code: the last letter checks the others."""
    odd = dict(zip("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ", _ODD_IN_ITALY, strict=True))
    code = candidate.upper()
    even = [int(char) if char.isdecimal() else ord(char) - 65 for char in code[1:15:2]]
    return len(code) == 16 and chr(65 + (sum(odd[char] for char in code[:15:2]) + sum(even)) % 26) == code[15]


_ODD_IN_ITALY = (
    1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16,
    10, 22, 25, 24, 23,
)  # fmt: skip


def irish(candidate: str) -> bool:
    """An Irish PPS number: the letter is the weighed sum modulo 23."""
    extra = ord(candidate[8].upper()) - 64 if len(candidate) > 8 else 0
    total = _weigh(candidate[:7], range(8, 1, -1)) + (0 if extra == 23 else 9 * extra)
    return "WABCDEFGHIJKLMNOPQRSTUV"[total % 23] == candidate[7].upper()


def swiss(digits: str) -> bool:
    """A Swiss AHV number: 13 digits from 756, checked as bar codes are."""
    return len(digits) == 13 and _weigh(digits, (1, 3) * 6 + (1,)) % 10 == 0


def german_tax(digits: str) -> bool:
    """A German tax number of a person: eleven digits modulo 11 and 10, one of the first ten twice or thrice."""
    repeated = 10 - len(set(digits[:10]))
    return len(digits) == 11 and digits[0] != "0" and repeated in {1, 2} and _mod_11_10(digits)


def australian_medicare(digits: str) -> bool:
    """An Australian Medicare number: the ninth digit checks the first eight, which begin with 2 to 6."""
    fits = len(digits) in {10, 11} and digits[0] in "23456"
    return fits and _weigh(digits[:8], (1, 3, 7, 9, 1, 3, 7, 9)) % 10 == int(digits[8])


def australian_tax(digits: str) -> bool:
    """An Australian tax file number: weights modulo 11."""
    return len(digits) == 9 and _weigh(digits, (1, 4, 3, 7, 5, 8, 6, 9, 10)) % 11 == 0 and int(digits) > 0


def canadian(digits: str) -> bool:
    """A Canadian social insurance number: nine digits with a Luhn check digit, not from 0 or 8."""
    return len(digits) == 9 and digits[0] not in "08" and luhn(digits)


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


def brazilian(digits: str) -> bool:
    """A Brazilian CPF: eleven digits, the last two by falling weights modulo 11."""
    checks = [_weigh(digits[:size], range(size + 1, 1, -1)) * 10 % 11 % 10 for size in (9, 10)]
    return len(digits) == 11 and checks == [int(digits[9]), int(digits[10])] and len(set(digits)) > 1


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


def _mod_11_10(digits: str) -> bool:
    """ISO 7064, modulo 11 and 10."""
    rest = 10
    for digit in digits[:-1]:
        rest = (rest + int(digit)) % 10 or 10
        rest = rest * 2 % 11
    return (11 - rest) % 10 == int(digits[-1])


_VAT_CHECKS: dict[str, Callable[[str], bool]] = {
    "BE": lambda rest: 97 - int(rest[:8]) % 97 == int(rest[8:]),
    "DE": _mod_11_10,
    "DK": lambda rest: _weigh(rest, (2, 7, 6, 5, 4, 3, 2, 1)) % 11 == 0,
    "FI": lambda rest: -_weigh(rest[:7], (7, 9, 10, 5, 8, 4, 2)) % 11 == int(rest[7]),
    "GB": lambda rest: (_weigh(rest[:7], range(8, 1, -1)) + int(rest[7:9])) % 97 in (0, 42),
    "HR": _mod_11_10,
    "IT": luhn,
    "LU": lambda rest: int(rest[:6]) % 89 == int(rest[6:]),
    "PL": lambda rest: _weigh(rest[:9], (6, 5, 7, 2, 3, 4, 5, 6, 7)) % 11 == int(rest[9]),
    "PT": lambda rest: -_weigh(rest[:8], range(9, 1, -1)) % 11 % 10 == int(rest[8]),
    "SE": lambda rest: luhn(rest[:10]),
}


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


CHECKS: MappingProxyType[str, Callable[[str], bool]] = MappingProxyType(
    {
        "nhs_number": nhs,
        "norwegian_number": norwegian,
        "swedish_number": swedish,
        "danish_number": danish,
        "finnish_number": finnish,
        "polish_number": polish,
        "dutch_number": dutch,
        "belgian_number": belgian,
        "french_number": french,
        "spanish_number": spanish,
        "italian_number": italian,
        "irish_number": irish,
        "swiss_number": swiss,
        "german_tax_number": german_tax,
        "australian_medicare": australian_medicare,
        "australian_tax_number": australian_tax,
        "canadian_number": canadian,
        "aadhaar": aadhaar,
        "snomed": snomed,
        "chinese_number": chinese,
        "brazilian_number": brazilian,
        "vat": vat,
    }
)
"""The checks by the names that pattern files call them; each is given the letters and digits of a candidate."""


def dea(candidate: str) -> bool:
    """A number of the U.S. Drug Enforcement Administration: two signs and seven digits, the last one a check digit."""
    digits = [int(digit) for digit in candidate[2:]]
    return len(digits) == 7 and (sum(digits[0:5:2]) + 2 * sum(digits[1:6:2])) % 10 == digits[6]


def npi(digits: str) -> bool:
    """A national provider identifier of the USA: ten digits, with a Luhn check digit behind the prefix 80840."""
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


REGISTERED: MappingProxyType[str, Callable[[str], bool]] = MappingProxyType(
    {"dea": dea, "npi": npi, "imei": imei, "vin": vin}
)
"""The checks by the names that pattern files call them; each is given the letters and digits of a candidate."""
