"""Check digits of numbers under which prescribers, providers, devices and vehicles are registered."""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import MappingProxyType

from reticent.detection.luhn import luhn


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
