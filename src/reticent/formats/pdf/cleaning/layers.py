"""Layers (optional content): which of them a reader shows when the file is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reticent.errors import needs_extra

with needs_extra("pdf", "reading PDF files"):
    import pikepdf

MOST_DEEP = 20


@dataclass(frozen=True, slots=True)
class Layers:
    """The layers that are off by default, by object number; what they hold is dropped, not hidden."""

    hidden: frozenset[tuple[int, int]] = frozenset()

    def shows(self, group: object) -> bool:
        """Whether content that belongs to this layer, or expression of layers, is visible."""
        return not isinstance(group, pikepdf.Dictionary) or self._shows(group, 0)

    def _shows(self, group: pikepdf.Object, depth: int) -> bool:
        if depth > MOST_DEEP:
            return False
        if group.get("/Type") != pikepdf.Name.OCMD:
            return group.objgen not in self.hidden
        expression = group.get("/VE")
        if isinstance(expression, pikepdf.Array):
            return self._holds(expression, depth + 1)
        members = group.get("/OCGs")
        groups = list(members) if isinstance(members, pikepdf.Array) else [members]
        states = [self._shows(each, depth + 1) for each in groups if isinstance(each, pikepdf.Dictionary)]
        policy = _POLICIES.get(str(group.get("/P", "/AnyOn")), any)
        return not states or policy(states)

    def _holds(self, expression: pikepdf.Object, depth: int) -> bool:
        if not isinstance(expression, pikepdf.Array):
            return self.shows(expression) if depth <= MOST_DEEP else False
        if depth > MOST_DEEP or not len(expression):
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
    properties = pdf.Root.get("/OCProperties")
    default = properties.get("/D") if isinstance(properties, pikepdf.Dictionary) else None
    if not isinstance(default, pikepdf.Dictionary) or not isinstance(properties, pikepdf.Dictionary):
        return Layers()
    off = _groups(default.get("/OFF"))
    if default.get("/BaseState") == pikepdf.Name.OFF:
        off |= _groups(properties.get("/OCGs")) - _groups(default.get("/ON"))
    return Layers(frozenset(off))


def _groups(found: object) -> set[tuple[int, int]]:
    if not isinstance(found, pikepdf.Array):
        return set()
    return {each.objgen for each in found if isinstance(each, pikepdf.Dictionary)}
