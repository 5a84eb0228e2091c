"""Which attributes of office files stay: quantities, and terms of the standards in attributes that hold only such.

A value must also look like what its attribute may hold, so that a sentence never passes for a term.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from reticent.formats.office._looks import is_look_name
from reticent.formats.office._trees import ELEMENTS, SPACES, split

QUANTITY = re.compile(
    r"[-+\d.,:;%*()eE\s]{0,200}(?:pt|cm|in|mm|px|em|pc|deg|fd|f|v)?"
    r"|#?[0-9A-Fa-f]{1,8}|[0-9A-F]{20}|(?:[-\d.]+(?:pt|cm|in|mm|px|em|%)?\s*){2,6}"
)
BOOLEAN = frozenset("true false on off none auto t f yes no".split())
TERM = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
CELLS = re.compile(r"(?:\$?[A-Z]{0,3}\$?\d{0,7}(?::\$?[A-Z]{0,3}\$?\d{0,7})?\s?){1,200}")
GUID = re.compile(r"\{[0-9A-Fa-f-]{36}\}")
_DRAWN = re.compile(r"[\s\d.,#@+*/$?a-zA-Z-]{1,20000}")
_WORD = re.compile(r"[A-Za-z]{4,}")
_DRAWING_WORDS = frozenset(
    """circle rect shape prod atan sqrt cosatan sinatan sumangle ellipse width height left right top bottom logwidth logheight
    xstretch ystretch xlimo ylimo hasstroke hasfill linedrawn pixelwidth pixelheight pixellinewidth emuwidth emuheight
    translate rotate scale matrix skewx skewy connsitex connsitey connsite maxadj adjust""".split()
)
"""Words in what draws a shape; steps of a pen are single letters."""
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
    "gd": re.compile(r"(?:[A-Za-z]{1,3}|connsite[XYxy]|maxAdj)\d{0,4}"),
    "compatSetting": re.compile(
        r"compatibilityMode|overrideTableStyleFontSizeAndJustification|enableOpenTypeFeatures|doNotFlipMirrorIndents"
        r"|differentiateMultirowTableHeaders|useWord2013TrackBottomHyphenation|allowHyphenationAtTrackBottom"
        r"|allowTextAfterFloatingTableBreak"
    ),
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
    if (look := is_look_name(tag, key, value)) is not None:
        return look
    if space == SPACES["xml"]:
        return name == "space" and value == "preserve"
    if name in _LISTED["never"]:
        pattern = _NAMES.get(element) if name == "name" else None
        return bool(pattern and pattern.fullmatch(value))
    if is_quantity(value):
        return True
    return bool(
        ((name in _LISTED["terms"] or (name == "val" and element in _LISTED["valued"])) and is_term(value))
        or (_LISTED["languages"] & {name, f"{element}@{name}"} and _LANGUAGE.fullmatch(value))
        or (name == "val" and element in _LISTED["signs"] and len(value) <= 1)
        or (name in _LISTED["cells"] and CELLS.fullmatch(value))
        or (name in _LISTED["ids"] and GUID.fullmatch(value))
        or (name in _LISTED["drawings"] and is_drawn(value))
        or (name == "style" and _CSS.fullmatch(value))
        or (name in ("id", "type") and _SHAPE_ID.fullmatch(value))
        or (name in ("uri", "loTypeId", "qsTypeId", "csTypeId") and _SCHEMA.fullmatch(value))
        or (name == "styleName" and value == "Style")
        or (name == "action" and value == "ppaction://hlinksldjump")
    )


def is_quantity(value: str) -> bool:
    """Whether a value is a number, a measure, a colour or a truth value."""
    return value in BOOLEAN or bool(QUANTITY.fullmatch(value))


def is_drawn(value: str) -> bool:
    """Whether a value says how a shape is drawn.

    >>> is_drawn("m0,0l21600,0xe"), is_drawn("*/ connsiteX0 w 1"), is_drawn("Zoellner")
    (True, True, False)
    """
    if not _DRAWN.fullmatch(value):
        return False
    return all(word.lower() in _DRAWING_WORDS for word in _WORD.findall(value))


def is_term(value: str) -> bool:
    """Whether a value is a term of the Open XML standard, or a letter or two with a number, as places and presets have.

    >>> is_term("roundRect"), is_term("accent7"), is_term("Zoellner")
    (True, True, False)
    """
    return value in _TERMS[0] or value.rstrip("0123456789") in _TERMS[0] or bool(_SHORT.fullmatch(value))


_SHORT = re.compile(r"[A-Za-z]{1,2}\d{1,7}|[A-Z][a-z]{3}")
"""Letters with a number, and the four letters of a script (ISO 15924)."""


def _read_terms() -> tuple[frozenset[str], frozenset[str]]:
    text = resources.files(__package__).joinpath("terms.txt").read_text("utf-8")
    first, _, second = text.partition("[open_xml]")[2].partition("[open_document]")
    return frozenset(first.split()), frozenset(second.split())


_TERMS = _read_terms()
"""The terms of Open XML, and those of OpenDocument."""

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
_GAPS = re.compile(r"[\s,()/:]+")
_CONDITION = re.compile(r"value\(\)[<>=!]{1,2}-?[\d.]{1,20}")
_PLACED = {
    **dict.fromkeys(("country", "country-asian", "country-complex"), re.compile(r"[A-Z]{2}|\d{3}")),
    **dict.fromkeys(("language", "language-asian", "language-complex"), re.compile(r"[a-z]{2,3}")),
    **dict.fromkeys(("script", "script-asian", "script-complex"), re.compile("[A-Z][a-z]{3}")),
    "rfc-language-tag": _LANGUAGE,
    "currency": re.compile("[A-Z]{3}"),
    "condition": _CONDITION,
    "num-format": re.compile(r"[1aAiI]?|[^\x00-\x7f][^A-Za-z]{0,20}"),
    **dict.fromkeys(("leader-text", "char", "num-letter"), re.compile(".?")),
}
"""What attributes of OpenDocument hold besides quantities and terms."""


@lru_cache(maxsize=8192)
def is_open_vocabulary(tag: str, key: str, value: str) -> bool:
    """Whether an attribute of an OpenDocument element holds nothing but a quantity or a term."""
    space, name = split(key)
    if (look := is_look_name(tag, key, value)) is not None:
        return look
    if name in _PLACED:
        return bool(_PLACED[name].fullmatch(value))
    if space in _WHOLE_SPACES and name != "display-name":
        return (space == SPACES["svg"] and name in ("d", "viewBox") and is_drawn(value)) or is_look(value)
    if name == "display" and space in _DISPLAYED:
        return value in ("none", "true", "false")
    if name in _LISTED["never"] and not (space == SPACES["presentation"] and name == "name"):
        return False
    return (
        is_quantity(value)
        or (space == SPACES["draw"] and name in _LISTED["paths"] and is_drawn(_PARENTHESES.sub(" ", value)))
        or (space == SPACES["xml"] and name == "id" and bool(_LIST_ID.fullmatch(value)))
        or (name in _BY_SPACE.get(space, ()) and is_look(value))
    )


def is_look(value: str) -> bool:
    """Whether a value is made of quantities and terms of OpenDocument.

    >>> is_look("0.06pt solid #000000"), is_look("ooxml-roundRect"), is_look("solid Zoellner")
    (True, True, False)
    """
    return all(not part or is_quantity(part) or _is_open_term(part) for part in _GAPS.split(value))


def _is_open_term(part: str) -> bool:
    kind, mark, rest = part.partition("-")
    if mark and kind in ("ooxml", "mso", "flowchart"):
        return rest in _TERMS[1] or is_term(rest) or rest.rstrip("0123456789") == "spt"
    return part in _TERMS[1]


def is_bullet(value: str) -> bool:
    """Whether the sign of a list is a sign: two characters are no word."""
    return len(value) <= 2
