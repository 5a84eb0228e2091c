"""The names of an archive's members, which may tell as much as a text: one that does becomes a number."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence, Set
from pathlib import PurePosixPath

from reticent.formats.fields import SEPARATOR
from reticent.formats.numbered_names import is_number, write_number

_TELLING = 3
"""Letters and digits that a removed word must have to be looked for in names."""


def without_ending(name: str) -> str:
    """A name as a text: its ending names a format and is nobody's word.

    >>> without_ending("notes/Jane.TXT")
    'notes/Jane'
    """
    return name.removesuffix(PurePosixPath(name).suffix)


def text_of_name(name: str) -> str:
    """What a name tells: nothing where it is a number of an earlier release.

    >>> text_of_name("notes/Jane.txt"), text_of_name("0001.txt")
    ('notes/Jane', '')
    """
    whole = without_ending(name)
    return "" if is_number(whole) else whole


def replace_names(names: Sequence[str], released: Sequence[str], gone: Set[str]) -> list[str]:
    """The names that go out: one whose text was edited, or holds a word that was removed anywhere, becomes a number.

    >>> replace_names(["a.txt", "Roe.TXT"], ["a", "Roe"], {"roe"})
    ['a.txt', '0001.txt']
    """
    telling = [
        text_of_name(name) != after or not gone.isdisjoint(words_in(without_ending(name)))
        for name, after in zip(names, released, strict=True)
    ]
    taken = {name.casefold() for name, tells in zip(names, telling, strict=True) if not tells}
    numbers = _free_numbers(taken)
    return [
        next(numbers) + PurePosixPath(name).suffix.lower() if tells else name
        for name, tells in zip(names, telling, strict=True)
    ]


def words_in(text: str) -> set[str]:
    """The words of a name or a removed text, cut at everything that is no letter or digit, and where capitals begin."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    found = {word.casefold() for each in (text, parted) for word in re.findall(r"[^\W_]+", each)}
    return {word for word in found if len(word) >= _TELLING}


def _free_numbers(taken: Collection[str]) -> Iterator[str]:
    """Numbers with which no name begins that stays."""
    stems = {PurePosixPath(name).stem for name in taken if "/" not in name}
    number = 0
    while True:
        number += 1
        if write_number(number) not in stems:
            yield write_number(number)


def names_agree(released: str, found: str) -> bool:
    """Whether the names that were read again are the released ones, or numbers instead of them."""
    before, after = released.split(SEPARATOR), found.split(SEPARATOR)
    return all(not name or is_number(name) or name in before for name in after)
