"""Names of sheets, which can't hold every text."""

from __future__ import annotations

import re

from reticent.errors import DocumentError
from reticent.formats.office.trees import Element

_ILLEGAL = re.compile(r"[:\\/?*]|^'|'$")
_NUMBERED = re.compile(r"Sheet\d{1,4}")
_LONGEST = 31


def write_sheet_name(sheet: Element, key: str, text: str) -> None:
    """Name a sheet; brackets become round, and a DocumentError says when no sheet can be called so."""
    name = plain_sheet_name(text).strip()
    siblings = [*sheet.itersiblings(), *sheet.itersiblings(preceding=True)]
    others = {(each.get(key) or "").casefold() for each in siblings}
    if not name:
        name = f"Sheet{1 + len(list(sheet.itersiblings(preceding=True)))}"
    if len(name) > _LONGEST or _ILLEGAL.search(name) or name.casefold() in others:
        raise DocumentError(
            "a sheet can't have the name that it would get (too long, taken, or with a sign that names can't have):"
            " rename the sheet first"
        )
    sheet.set(key, name)


def is_numbered(name: str) -> bool:
    """Whether a sheet has no name but a number: these are nobody's words."""
    return bool(_NUMBERED.fullmatch(name))


def plain_sheet_name(text: str) -> str:
    """The text with round brackets for square ones.

    >>> plain_sheet_name("[PERSON 1], 2024")
    '(PERSON 1), 2024'
    """
    return text.replace("[", "(").replace("]", ")")
