"""Fields of word processor files: harmless ones stay in a form of ours, all others leave their result."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from reticent.formats.office.namespaces import W
from reticent.formats.office.scrubbing import Dropped
from reticent.formats.office.trees import Element, elements, remove, unwrap

_PLAIN = frozenset(["PAGE", "NUMPAGES", "SECTIONPAGES"])
_DATED = frozenset(["DATE", "TIME"])
_COUNTED = frozenset(["Figure", "Table", "Equation"])
_PICTURE = re.compile(r'\\@\s*"([dMyhHms/.,:\s-]{1,30}|[dMyhHms/.,:\s-]{1,24}(?:am/pm|AM/PM))"')
_LEVELS = re.compile(r'\\o\s*"(\d-\d)"')
_CHAR, _SIMPLE, _INSTRUCTION = f"{{{W}}}fldChar", f"{{{W}}}fldSimple", f"{{{W}}}instrText"
_KIND, _INSTR = f"{{{W}}}fldCharType", f"{{{W}}}instr"


@dataclass(slots=True)
class _Field:
    """A field that has begun: its marks so far, and what it says."""

    marks: list[Element] = field(default_factory=list)
    instructions: list[Element] = field(default_factory=list)

    @property
    def code(self) -> str:
        return "".join(each.text or "" for each in self.instructions)


def clean_fields(root: Element, dropped: Dropped) -> None:
    """Leave the fields that compute something of no secret; of the others only what they show."""
    for element in elements(root):
        if element.tag == _SIMPLE:
            plain = plain_code(element.get(_INSTR) or "")
            if plain:
                element.set(_INSTR, plain)
            else:
                dropped["fields"] += 1
                unwrap(element)
    _clean_complex(root, dropped)


def _clean_complex(root: Element, dropped: Dropped) -> None:
    begun: list[_Field] = []
    for element in elements(root):
        if element.tag == _INSTRUCTION:
            if begun:
                begun[-1].instructions.append(element)
            else:
                remove(element)
        elif element.tag == _CHAR:
            if element.get(_KIND) == "begin":
                begun.append(_Field())
            if not begun:
                remove(element)
                continue
            begun[-1].marks.append(element)
            if element.get(_KIND) == "end":
                _settle(begun.pop(), dropped)
    for unfinished in begun:
        _settle(unfinished, dropped, whole=False)


def _settle(found: _Field, dropped: Dropped, *, whole: bool = True) -> None:
    plain = plain_code(found.code) if whole else ""
    if plain and found.instructions:
        found.instructions[0].text = plain
        gone = found.instructions[1:]
    else:
        gone = [*found.marks, *found.instructions]
        dropped["fields"] += 1
    for each in gone:
        remove(each)


def plain_code(code: str) -> str:
    r"""The instruction of a field that may stay, without anything that its author made up; "" when it may not.

    >>> plain_code(' TOC \\o "1-3" \\h \\z \\t "Zoe,1" '), plain_code('AUTHOR "Zoe"')
    (' TOC \\o "1-3" ', '')
    """
    words = code.split() or [""]
    kind = words[0].upper()
    if kind in _PLAIN:
        return f" {kind} "
    if kind in _DATED:
        picture = _PICTURE.search(code)
        return f' {kind} \\@ "{picture[1]}" ' if picture else f" {kind} "
    if kind == "SEQ" and words[1:2] and words[1] in _COUNTED:
        return f" SEQ {words[1]} \\* ARABIC "
    if kind == "TOC":
        levels = _LEVELS.search(code)
        return f' TOC \\o "{levels[1] if levels else "1-3"}" '
    return ""
