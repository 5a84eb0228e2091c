"""Which attributes of office files stay: quantities, and terms of the standards in attributes that hold only such.

A value must also look like what its attribute may hold, so that a sentence never passes for a term.
"""

from __future__ import annotations

import re
from functools import lru_cache

from reticent.formats.office._trees import ELEMENTS, SPACES, split

QUANTITY = re.compile(
    r"[-+\d.,:;%*()eE\s]{0,200}(?:pt|cm|in|mm|px|em|pc|deg|fd|f|v)?"
    r"|#?[0-9A-Fa-f]{1,8}|[0-9A-F]{20}|(?:[-\d.]+(?:pt|cm|in|mm|px|em|%)?\s*){2,6}"
)
BOOLEAN = frozenset("true false on off none auto t f yes no".split())
TERM = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
STYLE_NAME = re.compile(r"[^<>\"\n]{1,80}")
CELLS = re.compile(r"(?:\$?[A-Z]{0,3}\$?\d{0,7}(?::\$?[A-Z]{0,3}\$?\d{0,7})?\s?){1,200}")
GUID = re.compile(r"\{[0-9A-Fa-f-]{36}\}")
_DRAWN = re.compile(r"[\s\d.,#@+*eE$?a-zA-Z-]{1,20000}")
_CSS = re.compile(
    r"(?:(?:position|margin|margin-left|margin-top|left|top|width|height|z-index|visibility|rotation|flip|text-align"
    r"|mso-[a-z-]+|v-text-anchor|font-family|font-size|font-weight|font-style):[\w .%&;\"'-]{0,60}?;?)*"
)
_SHAPE_ID = re.compile(r"#?_x0000_[a-z]\d{1,8}")
_SCHEMA = re.compile(r"http://schemas\.(?:openxmlformats\.org|microsoft\.com)/[\w/.]+")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,4}){0,3}")

_LISTED = {
    kind: frozenset(names.split()) for kind, names in ELEMENTS["vocabulary"].items() if isinstance(names, str)
}
"""Attributes and elements by what they may hold."""

_NAMES = {
    "gd": re.compile(r"[a-zA-Z]{1,8}\d{0,3}"),
    "compatSetting": TERM,
    "bookmarkStart": re.compile(r"b\d+"),
    **dict.fromkeys(("docPr", "cNvPr"), re.compile(r"Object \d*")),
    **dict.fromkeys(("clrScheme", "fontScheme", "fmtScheme"), re.compile("Office")),
    "table": re.compile(r"Table\d+"),
}
"""Names that a file needs; those of shapes, bookmarks, themes and tables are ours."""


@lru_cache(maxsize=8192)
def is_vocabulary(tag: str, key: str, value: str) -> bool:
    """Whether an attribute of an Open XML element holds nothing but a quantity or a term."""
    element, (space, name) = split(tag)[1], split(key)
    if f"{element}@{name}" in _LISTED["styles"] or name in _LISTED["fonts"]:
        return bool(STYLE_NAME.fullmatch(value))
    if space == SPACES["xml"]:
        return name == "space" and value == "preserve"
    if name in _LISTED["never"]:
        pattern = _NAMES.get(element) if name == "name" else None
        return bool(pattern and pattern.fullmatch(value))
    if is_quantity(value):
        return True
    return bool(
        (
            (name in _LISTED["terms"] or (name == "val" and element in _LISTED["valued"]))
            and TERM.fullmatch(value)
        )
        or (_LISTED["languages"] & {name, f"{element}@{name}"} and _LANGUAGE.fullmatch(value))
        or (name == "val" and element in _LISTED["signs"] and len(value) <= 1)
        or (name in _LISTED["cells"] and CELLS.fullmatch(value))
        or (name in _LISTED["ids"] and GUID.fullmatch(value))
        or (name in _LISTED["drawings"] and _DRAWN.fullmatch(value))
        or (name == "style" and _CSS.fullmatch(value))
        or (name in ("id", "type") and _SHAPE_ID.fullmatch(value))
        or (name in ("uri", "loTypeId", "qsTypeId", "csTypeId") and _SCHEMA.fullmatch(value))
        or (name == "styleName" and value == "Style")
        or (name == "action" and value == "ppaction://hlinksldjump")
    )


def is_quantity(value: str) -> bool:
    """Whether a value is a number, a measure, a colour or a truth value."""
    return value in BOOLEAN or bool(QUANTITY.fullmatch(value))


_BY_SPACE = {
    SPACES[prefix]: frozenset(names.split())
    for prefix, names in ELEMENTS["vocabulary"]["open_document"].items()
}
_WHOLE_SPACES = frozenset(SPACES[prefix] for prefix in ("style", "fo", "svg", "number"))
"""Namespaces whose attributes describe looks and nothing else."""

_DISPLAYED = frozenset((SPACES["table"], SPACES["text"]))
"""Namespaces in which `display` says whether something is seen, and is nobody's words."""

_PARENTHESES = re.compile("[()]")
_LIST_ID = re.compile(r"list\d+")
_LOOK = re.compile(r"[\w .,#%()+'*/:;-]{0,200}")


@lru_cache(maxsize=8192)
def is_open_vocabulary(tag: str, key: str, value: str) -> bool:
    """Whether an attribute of an OpenDocument element holds nothing but a quantity or a term."""
    element, (space, name) = split(tag)[1], split(key)
    if space == SPACES["draw"] and name == "name" and element in _LISTED["named_looks"]:
        return bool(STYLE_NAME.fullmatch(value))
    if space in _WHOLE_SPACES and name != "display-name":
        drawn = space == SPACES["svg"] and name in ("d", "viewBox") and bool(_DRAWN.fullmatch(value))
        return drawn or bool(_LOOK.fullmatch(value))
    if name == "display" and space in _DISPLAYED:
        return value in ("none", "true", "false")
    if name in _LISTED["never"] and not (space == SPACES["presentation"] and name == "name"):
        return False
    return (
        is_quantity(value)
        or (
            space == SPACES["draw"]
            and name in _LISTED["paths"]
            and bool(_DRAWN.fullmatch(_PARENTHESES.sub(" ", value)))
        )
        or (space == SPACES["xml"] and name == "id" and bool(_LIST_ID.fullmatch(value)))
        or (name in _BY_SPACE.get(space, ()) and bool(STYLE_NAME.fullmatch(value)))
    )


def is_bullet(value: str) -> bool:
    """Whether the sign of a list is a sign: two characters are no word."""
    return len(value) <= 2
