"""XML as a row of nodes: start tags, end tags and texts, read with expat within limits and always written in one way.

Comments, processing instructions, document types and hints where a schema lies don't go out. Entities are never
expanded: a file that defines one, or uses one that nobody defines, is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from xml.parsers import expat

from reticent.errors import DocumentError

DEEPEST = 250
"""Elements within each other: libxml2, which most other readers are made of, stops at 256."""

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
"""How every file begins that is written here."""

_SCHEMA_HINTS = ("schemaLocation", "noNamespaceSchemaLocation")
_UNDEFINED = re.compile("&(?!#|(?:amp|lt|gt|quot|apos);)")
_LANGUAGE = re.compile(r"(?:[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,4}){0,2})?")


@dataclass(frozen=True, slots=True)
class StartTag:
    """A start tag; names are as they are written, with their prefix, and values are decoded."""

    name: str = field(repr=False)
    attributes: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class EndTag:
    """An end tag."""

    name: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class NodeText:
    """Decoded text between two tags; there are never two in a row."""

    text: str = field(repr=False)


XmlNode = StartTag | EndTag | NodeText


def attributes_of(node: XmlNode) -> dict[str, str]:
    """The attributes of a start tag by their names; none of anything else."""
    return dict(node.attributes) if isinstance(node, StartTag) else {}


def is_declaration(attribute: str) -> bool:
    """Whether an attribute declares a namespace."""
    return attribute == "xmlns" or attribute.startswith("xmlns:")


def is_vocabulary(attribute: str, value: str) -> bool:
    """Whether an attribute holds no words of anybody: namespaces, which are judged as labels, languages, white space."""
    if attribute == "xml:lang":
        return _LANGUAGE.fullmatch(value) is not None
    return is_declaration(attribute) or (attribute == "xml:space" and value in ("default", "preserve"))


@dataclass(slots=True)
class XmlReader:
    """Gathers the nodes of a file, and counts what doesn't go out."""

    where: str
    nodes: list[XmlNode] = field(default_factory=list, repr=False)
    dropped: Counter[str] = field(default_factory=Counter)
    comments: list[str] = field(default_factory=list, repr=False)
    depth: int = 0

    def read(self, text: str) -> None:
        """All nodes of a file; a DocumentError when it is no XML, or more than that."""
        parser = expat.ParserCreate("utf-8")
        parser.ordered_attributes = True
        parser.buffer_text = True
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add_text
        parser.CommentHandler = self._drop_comment
        parser.ProcessingInstructionHandler = self._drop_instruction
        parser.StartDoctypeDeclHandler = self._drop_document_type
        parser.EntityDeclHandler = self._refuse_entities
        parser.ExternalEntityRefHandler = self._refuse_entities
        parser.SkippedEntityHandler = self._refuse_entities
        try:
            parser.Parse(text.encode("utf-8"), True)
        except expat.ExpatError as error:
            raise DocumentError(
                f"{self.where} is not well-formed XML (line {error.lineno}, column {error.offset + 1}): correct it"
            ) from None
        if self.dropped["document types"] and _UNDEFINED.search(text):
            self._refuse_entities()  # in a value of an attribute, expat passes over them without a word

    def _start(self, name: str, listed: Sequence[str]) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise DocumentError(
                f"{self.where} has elements nested more than {DEEPEST} deep, which other readers refuse: make it flatter"
            )
        attributes = tuple(zip(listed[::2], listed[1::2], strict=True))
        self.nodes.append(StartTag(name, self._drop_schema_hints(attributes)))

    def _end(self, name: str) -> None:
        self.depth -= 1
        self.nodes.append(EndTag(name))

    def _add_text(self, text: str) -> None:
        last = self.nodes[-1] if self.nodes else None
        if isinstance(last, NodeText):
            self.nodes[-1] = NodeText(last.text + text)
        else:
            self.nodes.append(NodeText(text))

    def _drop_comment(self, text: str) -> None:
        self.comments.append(text.strip())
        self.dropped["comments"] += 1

    def _drop_instruction(self, *_: str) -> None:
        self.dropped["processing instructions"] += 1

    def _drop_document_type(self, name: str, system: str | None, public: str | None, inside: int) -> None:
        if inside:
            self._refuse_entities()
        self.dropped["document types"] += 1

    def _drop_schema_hints(self, attributes: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        kept = tuple(each for each in attributes if each[0].partition(":")[2] not in _SCHEMA_HINTS)
        self.dropped["addresses of schemas"] += len(attributes) - len(kept)
        return kept

    def _refuse_entities(self, *_: object) -> int:
        raise DocumentError(
            f"{self.where} has a document type with declarations, or entities that it defines or doesn't define,"
            " which are never expanded here: save it without them, for example with"
            " 'xmllint --nonet --noent --dropdtd'"
        )


_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"}
_IN_ATTRIBUTES = {**_ESCAPES, '"': "&quot;", "\n": "&#10;", "\t": "&#9;"}
_SPECIAL = re.compile('[&<>"\r\n\t]')
_FORBIDDEN = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that no XML file can hold, not even by their numbers."""


def _escape(text: str, escapes: Mapping[str, str]) -> str:
    return (
        _SPECIAL.sub(lambda found: escapes.get(found[0], found[0]), text) if _SPECIAL.search(text) else text
    )


@dataclass(frozen=True, slots=True)
class NewNames:
    """The names and the namespaces that go out instead of others; a name stands for itself where there is none."""

    names: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    spaces: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), repr=False)

    def name(self, written: str) -> str:
        """A name with its prefix as it goes out."""
        if not self.names or written.startswith("xml:"):
            return written
        prefix, colon, local = written.rpartition(":")
        if prefix == "xmlns":
            return f"xmlns:{self.names.get(local, local)}"
        return f"{self.names.get(prefix, prefix)}{colon}{self.names.get(local, local)}"

    def value(self, attribute: str, value: str) -> str:
        """The value of an attribute that nobody judges as text."""
        return self.spaces.get(value, value) if is_declaration(attribute) else value


def write_nodes(nodes: Sequence[XmlNode], renamed: NewNames, where: str) -> str:
    """The file that these nodes are; a DocumentError when a text holds what no XML can."""
    written = HEAD + "".join(_write(nodes, renamed)) + "\n"
    if found := _FORBIDDEN.search(written):
        raise DocumentError(
            f"{where} would hold a control character or half a character, U+{ord(found[0]):04X}, which XML can't hold:"
            " remove it"
        )
    return written


def _write(nodes: Sequence[XmlNode], renamed: NewNames) -> Iterator[str]:
    for place, node in enumerate(nodes):
        match node:
            case StartTag(name, attributes):
                pairs = (
                    f' {renamed.name(key)}="{_escape(renamed.value(key, value), _IN_ATTRIBUTES)}"'
                    for key, value in attributes
                )
                ends = isinstance(nodes[place + 1], EndTag)
                yield f"<{renamed.name(name)}{''.join(pairs)}{'/' if ends else ''}>"
            case EndTag(name):
                if not isinstance(nodes[place - 1], StartTag):
                    yield f"</{renamed.name(name)}>"
            case NodeText(text):
                yield _escape(text, _ESCAPES)


def drop_empty_texts(nodes: Sequence[XmlNode]) -> list[XmlNode]:
    """The nodes without texts of which nothing is left."""
    return [each for each in nodes if not isinstance(each, NodeText) or each.text]
