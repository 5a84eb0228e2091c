"""The texts of XML that are judged: runs of text, which go through tags in mixed content, and values of attributes.

An element whose text has other elements in it is read as people read it: "Jo<b>hn</b>" is one word. Where elements hold
nothing but elements, each text stands for itself, and the name of its element says what it is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from reticent.formats.xml._nodes import EndTag, NodeText, StartTag, XmlNode, is_vocabulary
from reticent.plan import Edit


@dataclass(frozen=True, slots=True)
class FieldPart:
    """A piece of a text and its place: a node, and where it is an attribute the number of that; no node where made up."""

    text: str = field(repr=False)
    node: int | None = None
    attribute: int | None = None


@dataclass(frozen=True, slots=True)
class XmlField:
    """A text that is judged: its parts, the way to it through the elements, and what the name of its element says."""

    parts: tuple[FieldPart, ...]
    way: tuple[str, ...] = field(repr=False)
    header: str = field(repr=False)

    @property
    def text(self) -> str:
        """All parts as one text."""
        return "".join(part.text for part in self.parts)

    def change(self, edits: Sequence[Edit]) -> Iterator[tuple[FieldPart, str]]:
        """The parts with their texts after the edits; what replaces words of several parts stands in the first."""
        ends = list(accumulate(len(part.text) for part in self.parts))
        real = [number for number, part in enumerate(self.parts) if part.node is not None]
        real_ends = [ends[number] for number in real]
        homes = [real[min(bisect_right(real_ends, edit.span.start), len(real) - 1)] for edit in edits]
        begin, stop = [edit.span.start for edit in edits], [edit.span.end for edit in edits]
        for number in real:
            part, end = self.parts[number], ends[number]
            near = range(bisect_left(stop, end - len(part.text) - 1), bisect_right(begin, end))
            own = [(edits[each], homes[each] == number) for each in near]
            yield part, _change_part(part.text, end - len(part.text), own)


def _change_part(text: str, start: int, edits: Sequence[tuple[Edit, bool]]) -> str:
    """A part that begins at `start` after the edits near it, each with whether this part holds its text."""
    position, pieces = 0, []
    for edit, home in edits:
        first, last = max(edit.span.start - start, 0), min(edit.span.end - start, len(text))
        if not home and first >= last:
            continue
        pieces.append(text[position : max(first, position)])
        if home:
            pieces.append(edit.text)
        position = max(position, last)
    return "".join([*pieces, text[position:]])


_ABOUT_ITSELF = frozenset("value v text content data".split())
"""Attributes whose name says nothing that the name of their element doesn't."""

_NEED_MORE = frozenset("name date number id no code identifier".split())
"""Names that mean what the element around them says: the name of a patient, the date of a birth."""


def name_header(way: tuple[str, ...], attribute: str = "") -> str:
    """What the name of an element or attribute says of its value.

    >>> name_header(("patient", "name")), name_header(("birth", "date"), "value"), name_header(("p",), "ssn")
    ('patient name', 'birth date', 'ssn')
    """
    names = [_local(each) for each in way]
    if attribute and _local(attribute) not in _ABOUT_ITSELF:
        names.append(_local(attribute))
    return " ".join(names[-2:]) if names[-1].lower() in _NEED_MORE else names[-1]


def _local(name: str) -> str:
    return name.rpartition(":")[2]


class FieldRules:
    """What the texts and attributes of a file are, where no standard says it: places are those of start tags."""

    __slots__ = ()

    def header(self, place: int, way: tuple[str, ...], attribute: str) -> str:
        """What the names on the way to a text say of it; `attribute` is the name of its attribute, or nothing."""
        return name_header(way, attribute)

    def is_vocabulary(self, place: int, way: tuple[str, ...], attribute: str, value: str) -> bool:
        """Whether the value of an attribute is nobody's word."""
        return is_vocabulary(attribute, value)


PLAIN_RULES = FieldRules()


@dataclass(slots=True)
class _Shape:
    """What the elements of a file hold, by the places of their start tags."""

    parents: dict[int, int] = field(default_factory=dict)
    mixed: set[int] = field(default_factory=set)
    simple: set[int] = field(default_factory=set)
    inline: set[int] = field(default_factory=set)

    def find_inline(self) -> None:
        """Note the elements that stand in the running text of one around them; parents come before children."""
        for place, parent in self.parents.items():
            if place in self.simple and (parent in self.mixed or parent in self.inline):
                self.inline.add(place)


def _find_shape(nodes: Sequence[XmlNode]) -> _Shape:
    shape, open_ = _Shape(), list[int]()
    children: dict[int, list[int]] = {}
    for place, node in enumerate(nodes):
        match node:
            case StartTag():
                if open_:
                    shape.parents[place] = open_[-1]
                    children.setdefault(open_[-1], []).append(place)
                open_.append(place)
            case NodeText(text):
                if open_ and text.strip():
                    shape.mixed.add(open_[-1])
            case EndTag():
                own = open_.pop()
                inner = children.pop(own, [])
                if (len(inner) <= 1 or own in shape.mixed) and shape.simple.issuperset(inner):
                    shape.simple.add(own)
    shape.find_inline()
    return shape


@dataclass(slots=True)
class _Runs:
    """Runs of text as they are met; `gap` are the kinds of tags since the last text of the run."""

    rules: FieldRules
    found: list[XmlField] = field(default_factory=list)
    parts: list[FieldPart] = field(default_factory=list)
    way: tuple[str, ...] = ()
    tag: int = 0
    gap: set[type] = field(default_factory=set)

    def add(self, text: str, place: int, way: tuple[str, ...], tag: int) -> None:
        """Go on with a run; where one element ended and another began, two words don't become one."""
        if not self.parts:
            self.way, self.tag = way, tag
        elif len(self.gap) > 1 and self.parts[-1].text[-1].isalnum() and text[0].isalnum():
            self.parts.append(FieldPart(" "))
        self.parts.append(FieldPart(text, place))
        self.gap = set()

    def end(self) -> None:
        """Close a run; blanks alone are layout."""
        if any(part.text.strip() for part in self.parts):
            self.found.append(
                XmlField(tuple(self.parts), self.way, self.rules.header(self.tag, self.way, ""))
            )
        self.parts, self.gap = [], set()


def find_fields(nodes: Sequence[XmlNode], rules: FieldRules = PLAIN_RULES) -> tuple[XmlField, ...]:
    """The texts of a file that are judged, in order."""
    shape, runs = _find_shape(nodes), _Runs(rules)
    open_: list[int] = []
    ways: list[tuple[str, ...]] = [()]
    for place, node in enumerate(nodes):
        match node:
            case StartTag(name, attributes):
                open_.append(place)
                ways.append((*ways[-1], name))
                if place not in shape.inline:
                    runs.end()
                runs.gap.add(StartTag)
                runs.found += _find_attributes(attributes, place, ways[-1], rules)
            case EndTag():
                runs.gap.add(EndTag)
                if open_.pop() not in shape.inline:
                    runs.end()
                ways.pop()
            case NodeText(text):
                if open_[-1] in shape.mixed or open_[-1] in shape.inline:
                    runs.add(text, place, ways[-1], open_[-1])
    return tuple(runs.found)


def _find_attributes(
    attributes: Sequence[tuple[str, str]], place: int, way: tuple[str, ...], rules: FieldRules
) -> Iterator[XmlField]:
    for number, (name, value) in enumerate(attributes):
        if value.strip() and not rules.is_vocabulary(place, way, name, value):
            part = FieldPart(value, place, number)
            yield XmlField((part,), (*way, f"@{name}"), rules.header(place, way, name))


def put_texts(nodes: Sequence[XmlNode], texts: Mapping[tuple[int, int | None], str]) -> Iterator[XmlNode]:
    """The nodes with other texts, by their places."""
    changed = {place for place, _ in texts}
    for place, node in enumerate(nodes):
        if place not in changed:
            yield node
        elif isinstance(node, StartTag):
            pairs = enumerate(node.attributes)
            yield StartTag(
                node.name, tuple((key, texts.get((place, number), value)) for number, (key, value) in pairs)
            )
        else:
            yield NodeText(texts[place, None])
