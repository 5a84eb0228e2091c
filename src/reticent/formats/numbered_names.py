"""Numbers that stand for names which tell something, and which tell nothing themselves."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"0[0-9]{3}(?:-[0-9]{3}){0,2}")


def write_number(number: int) -> str:
    """The name that a file or folder gets whose own tells something: 0001, and 0012-345 from a thousand on.

    The zero at its beginning and the groups keep it from reading as a year or as the number of a record.
    """
    groups = []
    while number >= 1000:
        number, rest = divmod(number, 1000)
        groups.append(f"-{rest:03d}")
    return f"{number:04d}" + "".join(reversed(groups))


def is_number(name: str) -> bool:
    """Whether a name of a released folder is one that `write_number` writes, which tells nothing."""
    return _NUMBER.fullmatch(name) is not None
