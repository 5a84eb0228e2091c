"""XML as a format: the texts and the values of attributes are one document, the names of both are labels."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.errors import DocumentError
from reticent.formats.html import decode_text, without_blanks
from reticent.formats.plain import encode, inspect_text, is_text
from reticent.formats.seam.format import FileFormat, FileSource, Relabel, Residue, require_edits
from reticent.formats.seam.inspection import COMMENTS, METADATA, FileFinding
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import Fields, join_fields
from reticent.formats.xml._fields import (
    PLAIN_RULES,
    FieldPart,
    FieldRules,
    XmlField,
    find_fields,
    name_header,
    put_texts,
)
from reticent.formats.xml._nodes import (
    EndTag,
    NewNames,
    NodeText,
    StartTag,
    XmlNode,
    XmlReader,
    attributes_of,
    drop_empty_texts,
    is_declaration,
    write_nodes,
)
from reticent.formats.xml._quantities import (
    asks_for_money,
    is_coordinate,
    is_currency,
    is_long_amount,
    is_unit,
)
from reticent.formats.xml._residue import find_residue, read_again, read_written
from reticent.formats.xml._tables import TableRules, find_cells, find_elements, list_children
from reticent.plan import Edit
from reticent.text import Document

LARGEST = 1 << 26
"""The most bytes of a file, all of whose nodes are in memory at once; chosen by hand."""

_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_DECLARED = re.compile(rb"""\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w:.-]{1,40})""")
_DECLARATION = re.compile(r"\ufeff?<\?xml\s[^>]{0,300}?\?>")
_KNOWN_SPACES = frozenset(
    """http://www.w3.org/XML/1998/namespace http://www.w3.org/2001/XMLSchema http://www.w3.org/2001/XMLSchema-instance
    http://www.w3.org/1999/xlink http://www.w3.org/1999/xhtml http://www.w3.org/1999/XSL/Transform
    http://www.w3.org/2000/svg http://www.w3.org/1998/Math/MathML http://www.w3.org/2005/Atom
    http://www.w3.org/1999/02/22-rdf-syntax-ns# http://www.w3.org/2000/01/rdf-schema# http://www.w3.org/2002/07/owl#
    http://www.w3.org/2004/02/skos/core# http://schemas.xmlsoap.org/soap/envelope/
    http://www.w3.org/2003/05/soap-envelope http://purl.org/dc/elements/1.1/ http://purl.org/dc/terms/
    http://www.tei-c.org/ns/1.0 http://docbook.org/ns/docbook http://hl7.org/fhir urn:hl7-org:v2xml urn:hl7-org:v3
    urn:hl7-org:sdtc http://www.loc.gov/METS/ http://www.loc.gov/mods/v3 http://www.loc.gov/MARC21/slim""".split()
)
"""Namespaces of standards: nobody's words."""

_PARTS = re.compile(r"[^/:#?&=.]+")
_USUAL = frozenset("http https urn www com org net gov edu".split())
_NO_NAME = re.compile(r"\W+")


@dataclass(frozen=True, slots=True)
class XmlFile(FileFormat):
    """An XML file: one document of its texts and of the values of its attributes."""

    holds = "more"

    name: str
    suffixes: tuple[str, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be XML: the first thing in it is a tag."""
        for mark in _MARKS[1:]:
            if head.startswith(mark):
                return head[2:].replace(b"\0", b"").lstrip()[:1] == b"<"
        return is_text(head) and head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"<"

    def read(self, name: str, data: bytes, options: FormatOptions) -> XmlSource:
        """The texts of the file; a DocumentError when it is no XML, or one with entities."""
        _, reader = parse_xml(data, f"'{name}'")
        _refuse_health_records(reader.nodes, f"'{name}'")
        return read_nodes(name, tuple(reader.nodes), reader.dropped, options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts have the same signs; blanks between elements are layout."""
        return without_blanks(released) == without_blanks(found)

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of the file, as a reader finds them that knows only the form that is written here."""
        yield read_again(data.decode("utf-8", "replace"))

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every text, value and piece of markup that holds one of the words."""
        return find_residue(data.decode("utf-8", "replace"), list(words))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the file carries besides its texts and values: all that a release leaves out, and signs without a shape."""
        text, reader = parse_xml(data, "the file")
        found = list(inspect_text(text))
        if reader.comments:
            found.append(FileFinding(COMMENTS, len(reader.comments), "", tuple(reader.comments)))
        others = {kind: count for kind, count in reader.dropped.items() if count and kind != "comments"}
        return found + [FileFinding(METADATA, count, kind) for kind, count in others.items()]


_FHIR, _CDA = "http://hl7.org/fhir", "ClinicalDocument"
"""The namespace and the name of outermost elements that another format reads: fields there have rules of their own."""


def _refuse_health_records(nodes: Sequence[XmlNode], where: str) -> None:
    """Raise a DocumentError for FHIR and CDA, whose surnames and places are told by their fields alone."""
    if form := name_health_record(nodes):
        raise DocumentError(
            f"{where} is a health record in XML, which has rules of its own: say --format {form}"
        )


def name_health_record(nodes: Sequence[XmlNode]) -> str:
    """The format that reads these nodes by the rules of a standard; "" where there is none."""
    root = next((node for node in nodes if isinstance(node, StartTag)), None)
    space, local = name_of_element(root) if root else ("", "")
    return "fhir" if space == _FHIR else "cda" if local == _CDA else ""


def name_of_element(tag: StartTag) -> tuple[str, str]:
    """The namespace that a tag declares for itself, and its name without a prefix."""
    prefix, _, local = tag.name.rpartition(":")
    return dict(tag.attributes).get(f"xmlns:{prefix}" if prefix else "xmlns", ""), local


_ROOT = re.compile(r"(?:\s|<\?[^>]*\?>|<!--.*?-->|<!DOCTYPE[^>\[]*>)*(<[^\s<>/!?\"'=]+(?:\s[^<>]*)?>)", re.S)
_DECLARES = re.compile(r"""\s([\w:.-]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')""")


def find_health_record(head: bytes) -> str:
    """The format of the standard that a file which begins so seems to keep to; "" where there is none."""
    for encoding in ("utf-16", "utf-8-sig"):
        if encoding == "utf-8-sig" or head.startswith(_MARKS[1:]):
            text = head.decode(encoding, "ignore")
            break
    found = _ROOT.match(text)
    if not found:
        return ""
    name = re.match(r"<([^\s/>]+)", found[1])
    pairs = tuple((key, one or other) for key, one, other in _DECLARES.findall(found[1]))
    return name_health_record([StartTag(name[1] if name else "", pairs)])


def parse_xml(data: bytes, where: str) -> tuple[str, XmlReader]:
    """The text of a file and what is read of it; a DocumentError when it is no XML, or one with entities."""
    if len(data) > LARGEST:
        raise DocumentError(f"{where} is an XML file of more than {LARGEST >> 20} MB: divide it")
    declared = None if data.startswith(_MARKS) else _DECLARED.match(data[:300])
    text = decode_text(data, declared[1].decode() if declared else None, where)
    reader = XmlReader(where)
    reader.read(_DECLARATION.sub("", text, count=1) if _DECLARATION.match(text) else text)
    return text, reader


@dataclass(frozen=True, slots=True)
class XmlSource(FileSource):
    """An XML file: its nodes, and the texts in them that are judged."""

    fields: Fields
    nodes: tuple[XmlNode, ...] = field(repr=False)
    places: tuple[XmlField, ...] = field(repr=False)
    dropped: Mapping[str, int]
    options: FormatOptions
    renamed: NewNames = field(default_factory=NewNames)
    standard: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return (self.fields.document,)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of elements and attributes, prefixes, and the words of namespaces that no standard has."""
        written = (name for tag in self._tags for name in (tag.name, *(key for key, _ in tag.attributes)))
        known = _RESERVED | self.standard
        names = (part for name in written for part in name.split(":") if part not in known)
        words = (word for space in self._spaces for word in _words_of_space(space))
        return tuple(dict.fromkeys([*names, *words]))

    def relabel(self, decide: Relabel) -> XmlSource:
        """The same file with other names; a namespace that tells something gets a number."""
        labels = self.labels
        changed = decide(labels)
        if not changed:
            return self
        names = choose_names(changed, labels)
        telling = [space for space in self._spaces if any(word in changed for word in _words_of_space(space))]
        spaces = {space: f"urn:x-namespace:{number}" for number, space in enumerate(telling, 1)}
        return replace(self, renamed=NewNames(names, spaces))

    @property
    def _tags(self) -> Iterator[StartTag]:
        return (each for each in self.nodes if isinstance(each, StartTag))

    @property
    def _spaces(self) -> list[str]:
        declared = (value for tag in self._tags for key, value in tag.attributes if is_declaration(key))
        return list(dict.fromkeys(declared))

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The file in UTF-8 after the edits."""
        require_edits(edits, 1)
        where = f"'{self.fields.document.id}'"
        texts: dict[tuple[int, int | None], str] = {}
        for place, own in zip(self.places, self.fields.split(edits[0]), strict=True):
            if own:
                texts |= {
                    (part.node, part.attribute): text
                    for part, text in place.change(own)
                    if part.node is not None
                }
        nodes = drop_empty_texts(self._finish(list(put_texts(self.nodes, texts))))
        return encode(write_nodes(nodes, self.renamed, where), where)

    def _finish(self, nodes: Sequence[XmlNode]) -> Sequence[XmlNode]:
        """What becomes of the nodes after their edits, each at its place; nothing where no standard asks for it."""
        return nodes


def choose_names(changed: Mapping[str, str], labels: Collection[str]) -> dict[str, str]:
    """Names of elements instead of others: their placeholders without the signs that no name has, each of its own."""
    names: dict[str, str] = {}
    for label, placeholder in changed.items():
        name = _NO_NAME.sub("_", placeholder).strip("_") or "label"
        while name in labels or name in names.values():
            name += "_"
        names[label] = name
    return names


_RESERVED = frozenset(("", "xml", "xmlns"))


def _words_of_space(space: str) -> list[str]:
    """The words of a namespace that are judged; none where a standard has made it.

    >>> _words_of_space("http://example.org/roe/notes#"), _words_of_space("http://hl7.org/fhir")
    (['example', 'roe', 'notes'], [])
    """
    if space in _KNOWN_SPACES:
        return []
    return [word for word in _PARTS.findall(space) if word.lower() not in _USUAL]


def read_nodes(
    name: str,
    nodes: tuple[XmlNode, ...],
    dropped: Mapping[str, int],
    options: FormatOptions,
    *,
    rules: FieldRules = PLAIN_RULES,
) -> XmlSource:
    """The source of a file that these nodes are; `rules` say what its fields are."""
    places = find_fields(nodes, rules)
    numbers: dict[tuple[str, ...], int] = {}
    columns = [
        ((name, numbers.setdefault((*each.way, each.header), len(numbers))), each.header) for each in places
    ]
    fields = join_fields(name, [each.text for each in places], columns=columns)
    kept = {kind: count for kind, count in dropped.items() if count}
    return XmlSource(fields, nodes, places, kept, options)


def read_fragment(
    name: str, text: str, options: FormatOptions, *, keep_attribute: Callable[[str], bool]
) -> XmlSource:
    """An element that another file holds as a text, such as a narrative; of its attributes some go, and are counted."""
    reader = XmlReader(name)
    reader.read(text)
    nodes: list[XmlNode] = []
    for node in reader.nodes:
        if isinstance(node, StartTag):
            kept = tuple(each for each in node.attributes if keep_attribute(each[0]))
            reader.dropped["attributes"] += len(node.attributes) - len(kept)
            nodes.append(StartTag(node.name, kept))
        else:
            nodes.append(node)
    return read_nodes("a narrative", tuple(nodes), reader.dropped, options, rules=TableRules(nodes))


XML = XmlFile("xml", (".xml",))

__all__ = [
    "XML",
    "EndTag",
    "FieldPart",
    "FieldRules",
    "NewNames",
    "NodeText",
    "StartTag",
    "TableRules",
    "XmlField",
    "XmlFile",
    "XmlNode",
    "XmlReader",
    "XmlSource",
    "asks_for_money",
    "attributes_of",
    "drop_empty_texts",
    "find_cells",
    "find_elements",
    "find_residue",
    "is_coordinate",
    "is_currency",
    "is_long_amount",
    "is_unit",
    "list_children",
    "name_header",
    "read_again",
    "read_written",
    "write_nodes",
]
