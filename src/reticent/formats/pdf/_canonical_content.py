"""The content of a page or form as it may go out: known operators, our own names, no marks, no hidden layers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf._interpreting import (
    DEVICE_COLOURS,
    INTENTS,
    KEPT,
    NAMED,
    OPERANDS,
    PAINT,
    PATHS,
    PLAIN,
    SHOW,
)
from reticent.formats.pdf._opening import as_list, find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, Operator, String


_MOST_DEEP = 20  # expressions of layers inside each other, chosen by hand; what lies deeper counts as hidden


@dataclass(frozen=True, slots=True)
class Layers:
    """The layers that are off by default, by object number; what they hold is dropped, not hidden."""

    hidden: frozenset[tuple[int, int]] = frozenset()

    def shows(self, group: object) -> bool:
        """Whether content that belongs to this layer, or expression of layers, is visible."""
        return not isinstance(group, Dictionary) or self._shows(group, 0)

    def _shows(self, group: pikepdf.Object, depth: int) -> bool:
        if depth > _MOST_DEEP:
            return False
        if group.get("/Type") != Name.OCMD:
            return group.objgen not in self.hidden
        expression = find(group, "/VE", pikepdf.Array)
        if expression is not None:
            return self._holds(expression, depth + 1)
        groups = [each for each in as_list(group.get("/OCGs")) if isinstance(each, Dictionary)]
        states = [self._shows(each, depth + 1) for each in groups]
        policy = _POLICIES.get(str(group.get("/P", "/AnyOn")), any)
        return not states or policy(states)

    def _holds(self, expression: pikepdf.Object, depth: int) -> bool:
        if not isinstance(expression, pikepdf.Array):
            return self.shows(expression) if depth <= _MOST_DEEP else False
        if depth > _MOST_DEEP or not len(expression):
            return False
        states = [self._holds(each, depth + 1) for each in list(expression)[1:]]
        operator = str(expression[0])
        if operator == "/Not":
            return not any(states)
        return all(states) if operator == "/And" else any(states)


_POLICIES: dict[str, Callable[[list[bool]], bool]] = {
    "/AnyOn": any,
    "/AllOn": all,
    "/AnyOff": lambda states: not all(states),
    "/AllOff": lambda states: not any(states),
}


def read_layers(pdf: pikepdf.Pdf) -> Layers:
    """The layers of a file in its default configuration."""
    properties = find(pdf.Root, "/OCProperties")
    default = find(properties, "/D")
    if default is None:
        return Layers()
    off = _groups(default, "/OFF")
    if default.get("/BaseState") == Name.OFF:
        off |= _groups(properties, "/OCGs") - _groups(default, "/ON")
    return Layers(frozenset(off))


def _groups(owner: pikepdf.Object, key: str) -> set[tuple[int, int]]:
    found = find(owner, key, pikepdf.Array)
    return {each.objgen for each in as_list(found) if isinstance(each, Dictionary)}


Instruction = tuple[list[Any], Operator]

_KINDS = ("/Font", "/XObject", "/ExtGState", "/ColorSpace", "/Shading", "/Pattern")
_NAMES = dict(zip(_KINDS, ("rtF", "rtX", "rtG", "rtC", "rtS", "rtP"), strict=True))
"""How our names of resources begin, by their kind."""


@dataclass(slots=True)
class ResourceNames:
    """The resources that a content uses, under names of our own in the order of first use."""

    resources: pikepdf.Object
    find: Callable[[str, pikepdf.Object, pikepdf.Object], pikepdf.Object | None]
    used: dict[str, dict[str, pikepdf.Object]] = field(default_factory=dict)
    known: dict[tuple[str, str], Name | None] = field(default_factory=dict)

    def rename(self, kind: str, name: str) -> Name | None:
        """Our name for a resource, which is copied at its first use; None when there is no such thing."""
        if (kind, name) not in self.known:
            self.known[kind, name] = self._copy(kind, name)
        return self.known[kind, name]

    def add(self, kind: str, thing: pikepdf.Object) -> Name:
        """Our name for a thing that is copied already."""
        place = self.used.setdefault(kind, {})
        name = f"/{_NAMES[kind]}{len(place) + 1}"
        place[name] = thing
        return Name(name)

    def _copy(self, kind: str, name: str) -> Name | None:
        category = find(self.resources, kind)
        thing = dict(category.items()).get(name) if category is not None else None
        copy = self.find(kind, thing, self.resources) if thing is not None else None
        return None if copy is None else self.add(kind, copy)

    def build_resources(self) -> Dictionary:
        """The resources that have been used."""
        return Dictionary({kind: Dictionary(things) for kind, things in sorted(self.used.items())})

    def fresh(self, kind: str, name: str) -> Name | None:
        """Our name for another copy of a resource, so that every use of it can be edited by itself."""
        self.known.pop((kind, name), None)
        return self.rename(kind, name)


@dataclass(frozen=True, slots=True)
class Cleaner:
    """What a content needs to be cleaned: its resources, the layers, and how an inline picture becomes a thing."""

    names: ResourceNames
    layers: Layers
    image: Callable[[Any], pikepdf.Object | None]
    has_text: Callable[[pikepdf.Object], bool]

    def clean(self, instructions: list[Any]) -> Iterator[Any]:
        """The instructions that may go out."""
        marks: list[bool] = []
        hidden = False
        for instruction in instructions:
            operator = str(instruction.operator)
            if operator in PLAIN:
                yield keep_operands(instruction, operator)
            elif operator in ("BMC", "BDC", "EMC"):
                marks = marks[:-1] if operator == "EMC" else [*marks, self._hides(instruction)]
                hidden = any(marks)
            elif hidden and operator in PAINT:
                yield from _end_without_paint(operator)
            elif operator == "INLINE IMAGE":
                yield from () if hidden else self._inline(instruction)
            elif operator in KEPT:
                yield from self._rename_operands(keep_operands(instruction, operator), operator)

    def _hides(self, instruction: Any) -> bool:
        operands = list(instruction.operands)
        if str(instruction.operator) != "BDC" or len(operands) < 2 or operands[0] != Name.OC:
            return False
        group = operands[1]
        if isinstance(group, Name):
            group = find(find(self.names.resources, "/Properties"), str(group), object)
        return not self.layers.shows(group)

    def _rename_operands(self, instruction: Any, operator: str) -> Iterator[Any]:
        if operator not in NAMED and operator != "ri":
            yield instruction
            return
        operands = list(instruction.operands if not isinstance(instruction, tuple) else instruction[0])
        if operator == "ri":
            if not operands or str(operands[0]) not in INTENTS:
                return
        elif operands:
            at = -1 if operator in ("scn", "SCN") else 0
            if isinstance(operands[at], Name):
                name = self._rename(operator, key_of(operands[at]))
                if name is None:
                    return
                operands[at] = name
        yield operands, Operator(operator)

    def _rename(self, operator: str, name: str) -> Name | None:
        if operator in ("cs", "CS") and name in DEVICE_COLOURS:
            return Name(name)
        kind = NAMED[operator]
        known = self.names.known.get((kind, name))
        if operator == "Do" and known is not None and self.has_text(self.names.used[kind][str(known)]):
            return self.names.fresh(kind, name)
        return self.names.rename(kind, name)

    def _inline(self, instruction: Any) -> Iterator[Instruction]:
        thing = self.image(instruction.iimage)
        if thing is not None:
            yield [self.names.add("/XObject", thing)], Operator("Do")


def keep_operands(instruction: Any, operator: str) -> Any:
    """The instruction with nothing but operands that its operator takes: a string that nothing shows is judged by nobody."""
    operands, most = list(instruction.operands), OPERANDS.get(operator, 0)
    if len(operands) <= most and all(type(each) in _NUMBERS for each in operands):
        return instruction
    if len(operands) == 1 and operator in ("Tj", "'") and isinstance(operands[0], String):
        return instruction
    kept = [each for each in operands if _is_taken(each, operator)]
    kept = kept[len(kept) - min(most, len(kept)) :]
    return [_list_parts(each, operator) for each in kept], instruction.operator


_NUMBERS = frozenset([int, Decimal, float])


def _is_taken(operand: Any, operator: str) -> bool:
    if isinstance(operand, Name):
        return operator in NAMED or operator == "ri"
    if isinstance(operand, String):
        return operator in SHOW and operator != "TJ"
    return type(operand) in _NUMBERS or (isinstance(operand, Array) and operator in ("TJ", "d"))


def _list_parts(operand: Any, operator: str) -> Any:
    if not isinstance(operand, Array):
        return operand
    parts = list(operand)
    return Array(
        [each for each in parts if type(each) in _NUMBERS or (operator == "TJ" and isinstance(each, String))]
    )


def key_of(name: Name) -> str:
    """A name as the keys of a dictionary are written; bytes that are no UTF-8 stand for themselves."""
    try:
        return str(name)
    except UnicodeDecodeError:
        escaped = name.unparse()
        plain = re.sub(rb"#([0-9A-Fa-f]{2})", lambda match: bytes.fromhex(match[1].decode()), escaped)
        return plain.decode("utf-8", "surrogateescape")


def _end_without_paint(operator: str) -> Iterator[Instruction]:
    """What a painting operator leaves when nothing may be painted: the path ends, the line moves on."""
    if operator in PATHS:
        yield [], Operator("n")
    elif operator in ("'", '"'):
        yield [], Operator("T*")
