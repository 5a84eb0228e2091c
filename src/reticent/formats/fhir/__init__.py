"""FHIR in JSON and XML: a resource, a bundle, or a resource per line, each field by the rule that one table has for it."""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.fhir._residue import find_residue, read_again
from reticent.formats.fhir._resources import FhirText, ResourceReader, fill, write_texts
from reticent.formats.fhir._rules import STANDARD_KEYS
from reticent.formats.fhir._xml import to_nodes, to_value
from reticent.formats.html import without_blanks
from reticent.formats.json_values import parse, to_text
from reticent.formats.plain import decode, encode, inspect_json_file, is_text
from reticent.formats.seam.format import FileFormat, FileSource, Relabel, Residue, require_edits
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.formats.seam.records import SEPARATOR, Fields, join_documents, share_edits, sum_up
from reticent.formats.xml import (
    NewNames,
    choose_names,
    find_health_record,
    name_health_record,
    parse_xml,
    write_nodes,
)
from reticent.plan import Edit
from reticent.text import Cell, Document, Span

LARGEST = 1 << 26
"""The most bytes of a file, all of whose resources are in memory at once, so that their ids agree; chosen by hand."""

_RESOURCE = re.compile(rb'\s*(?:\{|\[\s*\{)[^{}\[\]]*?"resourceType"\s*:\s*"[A-Z]')
_INDENTED = re.compile(r"\{\s*\n([ \t]*)")


def looks_like_fhir(head: bytes) -> bool:
    """Whether a file that begins so is FHIR in JSON: its first object says of which type of resource it is."""
    return _RESOURCE.match(head.removeprefix(codecs.BOM_UTF8)) is not None


@dataclass(frozen=True, slots=True)
class FhirFile(FileFormat):
    """FHIR: one resource in JSON or XML, which may be a bundle, or one per line in JSON."""

    holds = "more"

    name: str = "fhir"
    suffixes: tuple[str, ...] = (".fhir",)

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be FHIR: the first thing in it is an object, or an element of FHIR."""
        if find_health_record(head) == self.name:
            return True
        return is_text(head) and head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] == b"{"

    def read(self, name: str, data: bytes, options: FormatOptions) -> FhirSource:
        """A document for each resource of the file."""
        if len(data) > LARGEST:
            raise DocumentError(f"'{name}' is FHIR of more than {LARGEST >> 20} MB: divide it by patients")
        reader = ResourceReader(f"'{name}'", options)
        if find_health_record(data[:_HEAD]) == self.name:
            return _read_xml(reader, data, name, options)
        text = decode(data, f"'{name}'").removeprefix("\ufeff")
        indented = _INDENTED.match(text.lstrip())
        lines = [text] if indented or "\n" not in text.strip() else text.split("\n")
        if indented is None and not _is_complete(lines[0]):
            lines = [text]
        records = []
        for number, line in enumerate(lines, 1):
            if line.strip():
                called = name if len(lines) == 1 else f"{name}, line {number}"
                records.append(_read_resource(reader, parse(line, f"'{called}'"), called, options))
        if not records:
            raise DocumentError(
                f"'{name}' holds no FHIR resource: give a resource, a bundle, or one per line"
            )
        return FhirSource(tuple(records), indented[1] if indented else None, options, tuple(reader.keys))

    def agrees(self, released: str, found: str) -> bool:
        """Whether both hold the same texts; a masked value may stand at another place of its object."""
        before, after = (sorted(map(without_blanks, text.split(SEPARATOR))) for text in (released, found))
        return [each for each in before if each] == [each for each in after if each]

    def reread(self, data: bytes) -> Iterator[str]:
        """The judged texts, as another reader of JSON and of pages finds them."""
        yield from read_again(data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every string of the file that holds one of the words."""
        return find_residue(data, list(words))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What doesn't go out, and characters that have no shape."""
        dropped = self.read("the file", data, DEFAULTS).dropped
        shapeless = () if find_health_record(data[:_HEAD]) else inspect_json_file(data)
        return [*(FileFinding(kind, count) for kind, count in dropped.items()), *shapeless]


def _is_complete(line: str) -> bool:
    try:
        return isinstance(parse(line, ""), dict)
    except DocumentError:
        return False


_HEAD = 4096
"""Bytes in which the first tag of a file ends: as many as the registry looks at."""


def _read_xml(reader: ResourceReader, data: bytes, name: str, options: FormatOptions) -> FhirSource:
    _, parsed = parse_xml(data, f"'{name}'")
    if name_health_record(parsed.nodes) != FHIR.name:
        raise DocumentError(f"'{name}' holds no FHIR resource: correct its first element")
    record = _read_resource(reader, to_value(parsed.nodes, f"'{name}'"), name, options)
    dropped = {kind: count for kind, count in (parsed.dropped + Counter(record.dropped)).items() if count}
    return FhirSource((replace(record, dropped=dropped),), None, options, tuple(reader.keys), in_xml=True)


def _read_resource(reader: ResourceReader, parsed: Any, name: str, options: FormatOptions) -> ResourceSource:
    reader.where, reader.texts, reader.dropped = f"'{name}'", [], type(reader.dropped)()
    value = reader.read(parsed)
    fields = join_documents(name, [each.document for each in reader.texts] or [Document(name, "")])
    numbers: dict[tuple[str, ...], int] = {}
    cells = tuple(
        Cell(cell_span, (name, numbers.setdefault((*each.way, header), len(numbers))), header)
        for span, each in zip(fields.spans, reader.texts, strict=False)
        for cell_span, header in _list_cells(span, each)
        if header
    )
    fields = replace(fields, document=replace(fields.document, cells=cells))
    return ResourceSource(fields, value, tuple(reader.texts), dict(reader.dropped), options)


def _list_cells(span: Span, text: FhirText) -> Iterator[tuple[Span, str]]:
    """What is said of a text, or of the cells of the tables in a narrative."""
    if text.narrative is None:
        yield span, text.header
        return
    for cell in text.document.cells:
        yield Span(cell.span.start + span.start, cell.span.end + span.start), cell.header


@dataclass(frozen=True, slots=True)
class ResourceSource(FileSource):
    """One resource, with all that it contains."""

    fields: Fields
    value: Any = field(repr=False)
    texts: tuple[FhirText, ...] = field(repr=False)
    dropped: Mapping[str, int]
    options: FormatOptions

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return (self.fields.document,)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The resource on one line."""
        return encode(to_text(self._fill(edits)), f"'{self.fields.document.id}'")

    def _fill(self, edits: Sequence[Sequence[Edit]]) -> Any:
        """The resource as a value after the edits."""
        require_edits(edits, 1)
        own, changed = self.fields.split(edits[0]), self.fields.texts(edits[0])
        if not self.texts:
            return self.value
        return fill(self.value, write_texts(self.texts, own, changed))

    def _lay_out(self, edits: Sequence[Sequence[Edit]], names: Mapping[str, str], indent: str | None) -> str:
        return to_text(self._fill(edits), names=names, indent=indent)


@dataclass(frozen=True, slots=True)
class FhirSource(FileSource):
    """The resources of a file, one or one per line."""

    records: tuple[ResourceSource, ...] = field(repr=False)
    indent: str | None
    options: FormatOptions
    keys: tuple[str, ...] = field(repr=False)
    names: Mapping[str, str] = field(default_factory=dict, repr=False)
    in_xml: bool = False

    @property
    def documents(self) -> tuple[Document, ...]:
        """A document for each resource."""
        return tuple(document for record in self.records for document in record.documents)

    @property
    def dropped(self) -> Mapping[str, int]:
        """What all resources together leave out."""
        return sum_up(self.records)

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys of all objects, without those of the standard that remind of names."""
        return tuple(key for key in self.keys if key not in STANDARD_KEYS)

    def relabel(self, decide: Relabel) -> FhirSource:
        """The same with other keys."""
        changed = decide(self.labels)
        if self.in_xml:
            changed = choose_names(changed, self.labels)
        return replace(self, names=changed) if changed else self

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The file after the edits, laid out as it was."""
        shared = share_edits(self.records, edits)
        if self.in_xml:
            return self._write_xml(*shared[0])
        written = [record._lay_out(own, self.names, self.indent) for record, own in shared]
        return encode("\n".join(written) + "\n", f"'{self.documents[0].id}'")

    def _write_xml(self, record: ResourceSource, edits: Sequence[Sequence[Edit]]) -> bytes:
        where = f"'{self.documents[0].id}'"
        nodes = to_nodes(record._fill(edits), self.names)
        return encode(write_nodes(nodes, NewNames(), where), where)


FHIR = FhirFile()
