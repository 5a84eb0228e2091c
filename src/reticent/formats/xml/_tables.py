"""Tables of pages and narratives: the header of a column, or the first cell of a row, says what a cell is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reticent.formats.xml._fields import FieldRules
from reticent.formats.xml._nodes import EndTag, NodeText, StartTag, XmlNode

_LONGEST_QUESTION = 60
"""Characters of what says what a value is, such as the header of a column; longer ones are texts."""


class TableRules(FieldRules):
    """Rules for a page in which cells are what their column or their row says."""

    __slots__ = ("_said",)

    def __init__(self, nodes: Sequence[XmlNode]) -> None:
        self._said = dict(find_cells(nodes))

    def header(self, place: int, way: tuple[str, ...], attribute: str) -> str:
        """What is said of a cell; nothing of other texts, whose elements say how they look."""
        return "" if attribute else self._said.get(place, "")


def find_cells(nodes: Sequence[XmlNode]) -> Iterator[tuple[int, str]]:
    """What is said of the elements in the cells of all tables, by their places."""
    for table in find_elements(nodes, "table"):
        yield from _find_cells(nodes, table)


def _find_cells(nodes: Sequence[XmlNode], table: int) -> Iterator[tuple[int, str]]:
    headers: list[str] = []
    for row in (place for place in _within(nodes, table) if _name(nodes[place]) == "tr"):
        cells = [place for place, name in list_children(nodes, row) if name in ("th", "td")]
        if cells and all(_name(nodes[place]) == "th" for place in cells):
            headers = [_text(nodes, place) for place in cells]
            continue
        first = _text(nodes, cells[0]) if cells else ""
        for number, cell in enumerate(cells):
            said = headers[number] if number < len(headers) else first if number else ""
            if said and len(said) <= _LONGEST_QUESTION:
                for place in (cell, *_within(nodes, cell)):
                    if isinstance(nodes[place], StartTag):
                        yield place, said


def find_elements(nodes: Sequence[XmlNode], name: str) -> Iterator[int]:
    """The places of all elements of a name."""
    return (place for place, node in enumerate(nodes) if _name(node) == name)


def _name(node: XmlNode) -> str:
    return node.name.rpartition(":")[2] if isinstance(node, StartTag) else ""


def _within(nodes: Sequence[XmlNode], place: int) -> range:
    """The places inside an element."""
    depth = 1
    for end in range(place + 1, len(nodes)):
        depth += isinstance(nodes[end], StartTag) - isinstance(nodes[end], EndTag)
        if not depth:
            return range(place + 1, end)
    return range(place + 1, len(nodes))


def list_children(nodes: Sequence[XmlNode], place: int) -> Iterator[tuple[int, str]]:
    """The places and names of the elements right inside one."""
    depth = 0
    for each in _within(nodes, place):
        node = nodes[each]
        if isinstance(node, StartTag):
            if not depth:
                yield each, node.name.rpartition(":")[2]
            depth += 1
        elif isinstance(node, EndTag):
            depth -= 1


def _text(nodes: Sequence[XmlNode], place: int) -> str:
    inside = (nodes[each] for each in _within(nodes, place))
    return " ".join("".join(each.text for each in inside if isinstance(each, NodeText)).split())
