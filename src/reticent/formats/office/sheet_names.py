"""Names of sheets, which can't hold every text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import count

from reticent.errors import DocumentError
from reticent.formats.office.trees import Element

_ILLEGAL = re.compile(r"[:\\/?*]|^'|'$")
_NUMBERED = re.compile(r"Sheet\d{1,4}")
_LONGEST = 31
_MARK = re.compile(r"\([A-Z][A-Z ]*\)")
"""A placeholder without a number, as the name of a sheet."""


def write_sheet_name(sheet: Element, key: str, text: str) -> None:
    """Name a sheet; brackets become round, and a DocumentError says when no sheet can be called so."""
    name, number = plain_sheet_name(text).strip(), 1 + len(list(sheet.itersiblings(preceding=True)))
    name = name or f"Sheet{number}"
    if len(name) > _LONGEST or _ILLEGAL.search(name):
        raise DocumentError(
            f"sheet {number} can't have the name that it would get (too long, or with a sign that names can't have):"
            " rename the sheet first"
        )
    sheet.set(key, name)


def number_names(sheets: Sequence[Element], key: str) -> None:
    """Number the names of sheets that edits have made the same: no program opens a file with two sheets of one name."""
    names = [sheet.get(key) or "" for sheet in sheets]
    taken = {name.casefold() for name in names}
    seen: Counter[str] = Counter()
    for sheet, name in zip(sheets, names, strict=True):
        seen[name.casefold()] += 1
        marked = _MARK.fullmatch(name)
        if names.count(name) > 1 if marked else seen[name.casefold()] > 1:
            free = (new for new in _number(name, marked) if new.casefold() not in taken)
            sheet.set(key, chosen := next(free))
            taken.add(chosen.casefold())


def _number(name: str, marked: re.Match[str] | None) -> Iterator[str]:
    """A name with one number after the other: all alike placeholders get one, of other names those after the first."""
    for number in count(1 if marked else 2):
        ending = f" {number})" if marked else f" ({number})"
        base = name[:-1] if marked else name
        yield base[: _LONGEST - len(ending)] + ending


def is_numbered(name: str) -> bool:
    """Whether a sheet has no name but a number: these are nobody's words."""
    return bool(_NUMBERED.fullmatch(name))


def plain_sheet_name(text: str) -> str:
    """The text with round brackets for square ones.

    >>> plain_sheet_name("[PERSON 1], 2024")
    '(PERSON 1), 2024'
    """
    return text.replace("[", "(").replace("]", ")")
