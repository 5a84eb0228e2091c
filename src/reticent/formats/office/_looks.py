"""Names of styles and typefaces: those that programs bring along stay, all others, which people made up, become ours.

A style may be called after a client, and a typeface after a firm. Styles are numbered in the order in which a file names them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from importlib import resources
from itertools import count

from reticent.formats._typefaces import is_known_typeface
from reticent.formats.office._trees import ELEMENTS, SPACES, Element, split

_LISTED: dict[str, frozenset[str]] = {
    kind: frozenset(ELEMENTS["looks"][kind].split()) for kind in ("styles", "typefaces", "open_styles")
}
TYPEFACE = "Arial"
"""The typeface of what was set in another that doesn't go out: every system has it, or one like it."""

_OURS = re.compile(r"Style\d{1,5}")
_AUTOMATIC = re.compile(
    r"(?:M?(?:P|T|L|gr|pr|dp|fr|Sect|PM|pm|ce|co|ro|ta|N|a|c|s|x|dl)|AL|Mpm)\d{1,5}(?:[PT]\d{1,3})?|Table\d{1,4}(?:\.[A-Z0-9]{1,6})?"
)
"""What office programs call the styles that they make by themselves."""

_VARIANT = re.compile(r"(?:char|accent|light|dark|colorful|left|right|first|web|[0-9])$")
_ESCAPED = re.compile(r"_([0-9a-f]{2,4})_")
_PART = re.compile(r"-(?:title|subtitle|outline[1-9]|notes|background|backgroundobjects)")
"""How the styles of a master slide end, behind its name."""

_OF_THEME = re.compile(r"\+m[nj]-(?:lt|ea|cs)")


@lru_cache(maxsize=8192)
def is_style_name(name: str) -> bool:
    """Whether a style is called as programs call theirs, or by a number.

    >>> [is_style_name(each) for each in ("Heading 1 Char", "Grid Table 4 Accent 1", "P12", "Roe & Partners")]
    [True, True, True, False]
    """
    if _OURS.fullmatch(name) or _AUTOMATIC.fullmatch(name):
        return True
    base = name[: -len(found[0])] if (found := _part(name)) else name
    plain = re.sub(r"[\W_]+", "", read_style_name(base)).casefold()
    while plain not in _known():
        shorter = _VARIANT.sub("", plain)
        if shorter == plain:
            return bool(found and _OURS.fullmatch(base))
        plain = shorter
    return bool(plain)


def read_style_name(name: str) -> str:
    """The name of an OpenDocument style as people read it.

    >>> read_style_name("Text_20_body")
    'Text body'
    """
    return _ESCAPED.sub(lambda code: chr(int(code[1], 16)), name)


def _part(name: str) -> re.Match[str] | None:
    return re.search(rf"{_PART.pattern}$", name)


@lru_cache(maxsize=1)
def _known() -> frozenset[str]:
    lines = resources.files(__package__).joinpath("styles.txt").read_text("utf-8").splitlines()
    return frozenset(name for line in lines if not line.startswith("#") for name in line.split())


def is_typeface(name: str) -> bool:
    """Whether typefaces, one or several, come with programs; a theme's are called by their place in it."""
    parts = [part.strip(" '\"") for part in name.split(",")]
    return all(not part or _OF_THEME.fullmatch(part) or is_known_typeface(part) for part in parts)


def is_look_name(tag: str, key: str, value: str) -> bool | None:
    """Whether the name of a style or typeface may go out; None where an attribute holds something else."""
    if is_style_attribute(tag, key):
        return is_style_name(value)
    return is_typeface(value) if is_typeface_attribute(tag, key) else None


def is_style_attribute(tag: str, key: str) -> bool:
    """Whether an attribute holds the name of a style."""
    element, (space, name) = split(tag), split(key)
    if f"{element[1]}@{name}" in _LISTED["styles"]:
        return element[1] != "name" or element[0] == SPACES["w"]
    return _is_open(space) and (
        name.endswith("style-name")
        or f"{element[1]}@{name}" in _LISTED["open_styles"]
        or name in _LISTED["open_styles"]
    )


def is_typeface_attribute(tag: str, key: str) -> bool:
    """Whether an attribute holds the name of a typeface."""
    element, name = split(tag)[1], split(key)[1]
    if element in ("lang", "themeFontLang"):
        return False
    return name in _LISTED["typefaces"] or f"{element}@{name}" in _LISTED["typefaces"]


def _is_open(space: str) -> bool:
    return space in _OPEN_SPACES


_OPEN_SPACES = frozenset(
    SPACES[prefix] for prefix in ("style", "draw", "text", "table", "presentation", "number", "loext")
)


def rename_looks(roots: Sequence[Element]) -> None:
    """Give the styles and typefaces that these trees of one file name other names, where theirs may not go out."""
    named = [
        (each, key, value) for root in roots for each in root.iter("*") for key, value in each.attrib.items()
    ]
    ours: dict[str, str] = {}
    taken = {
        value for each, key, value in named if _OURS.fullmatch(value) and is_style_attribute(each.tag, key)
    }
    for element, key, value in named:
        if is_style_attribute(element.tag, key):
            if not is_style_name(value):
                element.set(key, _name_style(value, ours, taken))
        elif is_typeface_attribute(element.tag, key) and not is_typeface(value):
            element.set(key, TYPEFACE)


def _name_style(name: str, ours: dict[str, str], taken: set[str]) -> str:
    """Our name for a style; the styles of one master slide keep belonging together."""
    if found := _part(name):
        return f"{_name_style(name[: -len(found[0])], ours, taken)}{found[0]}"
    if name not in ours:
        ours[name] = next(free for number in count(1) if (free := f"Style{number}") not in taken)
        taken.add(ours[name])
    return ours[name]
