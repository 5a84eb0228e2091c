"""FHIR in XML as the value that the same resource is in JSON, and back: both have one table of rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.fhir._rules import RESOURCES, is_number
from reticent.formats.json_values import Number
from reticent.formats.xml import (
    EndTag,
    NewNames,
    NodeText,
    StartTag,
    XmlNode,
    XmlReader,
    name_of_element,
    write_nodes,
)

SPACE = "http://hl7.org/fhir"
_XHTML = "http://www.w3.org/1999/xhtml"
_HOLD_RESOURCES = frozenset(["contained", "resource", "outcome"])
"""Elements in which the element of a whole resource stands."""

_TRUTHS = {"true": True, "false": False}


def is_fhir(nodes: Sequence[XmlNode]) -> bool:
    """Whether the outermost element is one of FHIR."""
    root = next((node for node in nodes if isinstance(node, StartTag)), None)
    return root is not None and name_of_element(root)[0] == SPACE


def to_value(nodes: Sequence[XmlNode], where: str) -> dict[str, Any]:
    """The resource that these nodes are; a DocumentError when they hold what no resource does."""
    inside = [each for each in nodes if not (isinstance(each, NodeText) and not each.text.strip())]
    reader = _Reader(inside, where)
    return reader.read_resource()


class _Reader:
    """Reads elements one after another."""

    def __init__(self, nodes: Sequence[XmlNode], where: str) -> None:
        self._nodes, self._where = nodes, where
        self._place = 0

    def read_resource(self) -> dict[str, Any]:
        """The resource whose element is next."""
        tag = self._next()
        if not isinstance(tag, StartTag):
            raise DocumentError(f"{self._where} has no resource where one belongs: correct it")
        return {"resourceType": _local(tag.name), **self.read_object(tag)}

    def read_object(self, tag: StartTag) -> dict[str, Any]:
        """The members of the element that was begun with this tag, up to its end."""
        members = self._read_attributes(tag)
        while not isinstance(node := self._next(), EndTag):
            if not isinstance(node, StartTag):
                raise DocumentError(f"{self._where} has text between the elements of a resource: correct it")
            name = _local(node.name)
            if isinstance(members.get(name), _Primitive):
                raise DocumentError(f"{self._where} has an element with two values: correct it")
            _append(members, name, *self._read_element(node, name))
        return members

    def _read_element(self, tag: StartTag, name: str) -> tuple[Any, Any]:
        """What an element holds: an object, or a value and what else is said of it."""
        if name == "div":
            return self._read_page(tag), None
        following = self._nodes[self._place]
        if (
            name in _HOLD_RESOURCES
            and isinstance(following, StartTag)
            and _local(following.name) in RESOURCES
        ):
            resource = self.read_resource()
            if not isinstance(self._next(), EndTag):
                raise DocumentError(f"{self._where} has two resources where one belongs: correct it")
            return resource, None
        members = self.read_object(tag)
        if "value" in members and isinstance(members["value"], _Primitive):
            value = members.pop("value").value
            return value, members or None
        return members, None

    def _read_attributes(self, tag: StartTag) -> dict[str, Any]:
        members: dict[str, Any] = {}
        for key, value in tag.attributes:
            if key == "xmlns" or key.startswith("xmlns:"):
                continue
            if key not in ("id", "url", "value"):
                raise DocumentError(f"{self._where} has an attribute that no resource has: take it out")
            members[key] = _Primitive(_read_primitive(_local(tag.name), value)) if key == "value" else value
        return members

    def _read_page(self, tag: StartTag) -> str:
        """A narrative as the text that it is in JSON."""
        nodes: list[XmlNode] = [StartTag("div", (("xmlns", _XHTML), *_without_spaces(tag)))]
        depth = 1
        while depth:
            node = self._next()
            if isinstance(node, StartTag):
                depth += 1
                node = StartTag(_local(node.name), tuple(_without_spaces(node)))
            elif isinstance(node, EndTag):
                depth -= 1
                node = EndTag(_local(node.name))
            nodes.append(node)
        return write_nodes(nodes, NewNames(), self._where).partition("\n")[2].rstrip("\n")

    def _next(self) -> XmlNode:
        self._place += 1
        return self._nodes[self._place - 1]


class _Primitive:
    """The value of an element, told apart from an element that is called `value`."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value


_NUMBERS = frozenset(
    "value valueInteger valueDecimal valuePositiveInt valueUnsignedInt sequence rank".split()
)
"""Elements whose digits are a number in JSON; everywhere else they are text, which is judged."""


def _read_primitive(name: str, written: str) -> Any:
    if written in _TRUTHS:
        return _TRUTHS[written]
    return Number(written) if name in _NUMBERS and is_number(written) else written


def _without_spaces(tag: StartTag) -> Iterator[tuple[str, str]]:
    return ((key, value) for key, value in tag.attributes if not key.startswith("xmlns"))


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _append(members: dict[str, Any], name: str, value: Any, more: Any) -> None:
    """Add a member; elements of one name are a list."""
    if name not in members and f"_{name}" not in members:
        members[name] = value
        if more is not None:
            members[f"_{name}"] = more
        return
    values = members.get(name)
    values = [*values, value] if isinstance(values, list) else [values, value]
    members[name] = values
    others = members.get(f"_{name}")
    if more is not None or others is not None:
        others = others if isinstance(others, list) else [others]
        members[f"_{name}"] = [*others, *[None] * (len(values) - 1 - len(others)), more]


def to_nodes(value: Mapping[str, Any], names: Mapping[str, str]) -> list[XmlNode]:
    """The nodes of a resource, each element on a line of its own."""
    return list(_write_resource(value, names, "\n", (("xmlns", SPACE),)))


def _write_resource(
    value: Mapping[str, Any], names: Mapping[str, str], margin: str, spaces: tuple[tuple[str, str], ...] = ()
) -> Iterator[XmlNode]:
    members = {key: each for key, each in value.items() if key != "resourceType"}
    yield from _write_element(str(value["resourceType"]), members, names, margin, spaces)


def _write_element(
    name: str,
    members: Mapping[str, Any],
    names: Mapping[str, str],
    margin: str,
    attributes: tuple[tuple[str, str], ...] = (),
) -> Iterator[XmlNode]:
    """An element of an object: `id` and `url` are attributes, all else are elements, extensions first."""
    written = names.get(name, name)
    own = tuple((key, members[key]) for key in ("id", "url") if _is_attribute(name, key, members))
    rest = [key for key in members if key not in dict(own) and not (key[:1] == "_" and key[1:] in members)]
    yield StartTag(written, (*attributes, *((key, _show(value)) for key, value in own)))
    inner = [node for key in rest for node in _write_member(key, members, names, f"{margin}  ")]
    yield from inner
    if inner:
        yield NodeText(margin)
    yield EndTag(written)


def _is_attribute(name: str, key: str, members: Mapping[str, Any]) -> bool:
    """Whether a member is an attribute: the id of all but resources, the address of an extension."""
    if key not in members or isinstance(members[key], dict | list):
        return False
    return name in ("extension", "modifierExtension") if key == "url" else name not in RESOURCES


def _write_member(
    key: str, members: Mapping[str, Any], names: Mapping[str, str], margin: str
) -> Iterator[XmlNode]:
    key = key.removeprefix("_")
    values, others = members.get(key), members.get(f"_{key}")
    values = values if isinstance(values, list) else [values]
    others = others if isinstance(others, list) else [others]
    for number in range(max(len(values), len(others))):
        value = values[number] if number < len(values) else None
        more = others[number] if number < len(others) else None
        if value is not None or more is not None:
            yield NodeText(margin)
            yield from _write_value(key, value, more, names, margin)


def _write_value(key: str, value: Any, more: Any, names: Mapping[str, str], margin: str) -> Iterator[XmlNode]:
    if key == "div" and isinstance(value, str) and value.startswith("<"):
        page = XmlReader("a narrative")
        page.read(value)
        yield from page.nodes
    elif isinstance(value, dict) and "resourceType" in value:
        yield StartTag(key)
        yield NodeText(f"{margin}  ")
        yield from _write_resource(value, names, f"{margin}  ")
        yield NodeText(margin)
        yield EndTag(key)
    elif isinstance(value, dict):
        yield from _write_element(key, value, names, margin)
    else:
        shown = () if value is None else (("value", _show(value)),)
        yield from _write_element(key, more if isinstance(more, dict) else {}, names, margin, shown)


def _show(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.literal if isinstance(value, Number) else str(value)
