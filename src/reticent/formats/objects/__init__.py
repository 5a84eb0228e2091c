"""JSON: one object, a list of them, or an object per line."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.json_values import enclose, parse, to_python
from reticent.formats.objects._paths import (
    ObjectSource,
    Paths,
    build_paths,
    decide_names,
    find_whole,
    list_keys,
    read_object,
    rename_paths,
    require_found,
    select,
    write_object,
)
from reticent.formats.plain import decode, encode, inspect_json_file, is_text
from reticent.formats.seam.format import (
    DocumentSource,
    FileFormat,
    FileSource,
    RecordLayout,
    Relabel,
    require_edits,
)
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import RecordsSource, read_records, sum_up
from reticent.plan import Edit
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class JsonLines(FileFormat):
    """A file with an object on every line that isn't blank."""

    holds = "text"

    name: str = "jsonl"
    suffixes: tuple[str, ...] = (".jsonl", ".ndjson")

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be JSON lines: the first thing in it is an object."""
        return is_text(head) and head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"")

    def read(self, name: str, data: bytes, options: FormatOptions) -> RecordsSource:
        """A document per line."""
        layout = self.lay_out(name, data, options, whole=True)
        return read_records(layout, data, layout.again)

    def lay_out(self, name: str, block: bytes, options: FormatOptions, *, whole: bool) -> LinesLayout:
        """How the lines are read; a name that no line of the block has is refused."""
        mark = codecs.BOM_UTF8 if block.startswith(codecs.BOM_UTF8) else b""
        paths = build_paths(options.fields, options.keep)
        layout = LinesLayout(name, mark, paths, replace(options, partial=True))
        if not options.partial and (options.keep or len(options.fields) > 1):
            _require_names(layout, block[len(mark) :], whole=whole)
        return replace(layout, whole=_find_whole(layout, block[len(mark) :]))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """The characters in the file that have no shape, escaped ones too."""
        return inspect_json_file(data)


@dataclass(frozen=True, slots=True)
class LinesLayout(RecordLayout):
    """How the lines of one file are read; its options are for any part of them.

    `whole` are paths with dots that are one key, `renamed` the placeholders of keys that don't go out.
    """

    name: str
    head: bytes
    paths: Paths
    options: FormatOptions
    first: int = 1
    whole: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys that go out of every line."""
        return tuple(list_keys(self.options, self.whole))

    def relabel(self, decide: Relabel) -> LinesLayout:
        """The same lines with other keys."""
        return replace(self, renamed=decide_names(self.options, self.whole, decide))

    def adopt(self, record: DocumentSource) -> DocumentSource:
        """A line of this file, read before its keys had these names."""
        if not self.renamed or not isinstance(record, LineSource) or record.source is None:
            return record
        return replace(record, source=replace(record.source, names=self.renamed), options=self.again)

    @property
    def size(self) -> int:
        """The bytes before the first line: a byte order mark or none."""
        return len(self.head)

    @property
    def again(self) -> FormatOptions:
        """The options that read the written lines, in which nobody says any more whom they are about."""
        named = rename_paths(self.options, self.renamed) if self.renamed else self.options
        return replace(named, subject_field=None) if named.subject_field else named

    def read(self, record: bytes, number: int) -> LineSource:
        """The object on a line, or nothing on a blank one."""
        if not record.strip():
            return LineSource(None, record, self.again)
        value, where = self.parse(record, number)
        name = f"{self.name}, line {number}{_name_record(value, self.options.id, where)}"
        source = read_object(value, self.paths, self.options, name=name, where=where, table=self.name)
        source = replace(source, names=self.renamed) if self.renamed else source
        return LineSource(source, record[len(record.rstrip()) :], self.again)

    def names(self, record: bytes, number: int) -> set[str]:
        """The fields and kept keys that a line has."""
        if not record.strip():
            return set()
        value, where = self.parse(record, number)
        return select(value, self.paths, where).found if isinstance(value, dict) else set()

    def parse(self, record: bytes, number: int) -> tuple[Any, str]:
        """The value on a line, and how errors call the line."""
        where = f"'{self.name}', line {number}"
        return parse(decode(record.strip(), where), where), where


@dataclass(frozen=True, slots=True)
class LineSource(FileSource):
    """A line: an object and the line's end, or a blank line."""

    source: ObjectSource | None
    end: bytes = field(repr=False)
    options: FormatOptions

    @property
    def documents(self) -> tuple[Document, ...]:
        """The object's document; none on a blank line."""
        return self.source.documents if self.source else ()

    @property
    def dropped(self) -> Mapping[str, int]:
        """What the object leaves out."""
        return self.source.dropped if self.source else {}

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys that this line alone may have."""
        return self.source.labels if self.source else ()

    def relabel(self, decide: Relabel) -> LineSource:
        """The line with other keys."""
        return replace(self, source=self.source.relabel(decide)) if self.source and self.labels else self

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The line after its edits."""
        return (self.source.write(edits) if self.source else b"") + self.end


def _name_record(value: Any, key: str | None, where: str) -> str:
    """How a record is called besides its line; a DocumentError when it has no such name."""
    if key is None or not isinstance(value, dict):
        return ""
    name = to_python(value.get(key))
    if not isinstance(name, str | int) or isinstance(name, bool) or name == "":
        raise DocumentError(
            f"{where}: there is no string or number under '{key}': add it, or name another --id"
        )
    return f" ({name})"


def _find_whole(layout: LinesLayout, block: bytes) -> frozenset[str]:
    """The paths with dots that are one key of the first line."""
    if not any("." in path for path in (*layout.options.fields, *layout.options.keep)):
        return frozenset()
    with suppress(DocumentError):
        return find_whole(layout.options, layout.parse(block.lstrip().partition(b"\n")[0], layout.first)[0])
    return frozenset()


def _require_names(layout: LinesLayout, block: bytes, *, whole: bool) -> None:
    """Read lines until every field and kept key was met once."""
    wanted, found = {*layout.options.fields, *layout.options.keep}, set[str]()
    lines = list(io.BytesIO(block))[: None if whole else -1]
    for number, line in enumerate(lines, layout.first):
        with suppress(DocumentError):  # a bad line is reported, or passed over, when it is read
            found |= layout.names(line, number)
        if wanted <= found:
            return
    if any(line.strip() for line in lines):
        require_found(layout.options, found, f"'{layout.name}'")


JSON_LINES = JsonLines()


_INDENTED = re.compile(r"[\[{]\s*\n([ \t]*)")


@dataclass(frozen=True, slots=True)
class JsonFile(FileFormat):
    """A file with one object, or a list of objects."""

    holds = "text"

    name: str = "json"
    suffixes: tuple[str, ...] = (".json",)

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be JSON: the first thing in it is an object or a list."""
        return is_text(head) and head.removeprefix(codecs.BOM_UTF8).lstrip()[:1] in (b"{", b"[")

    def read(self, name: str, data: bytes, options: FormatOptions) -> JsonSource:
        """A document for each object."""
        text = decode(data, f"'{name}'").removeprefix("\ufeff")
        value = self._parse(text, name)
        several, paths = isinstance(value, list), build_paths(options.fields, options.keep)
        records = []
        for number, record in enumerate(value if several else [value], 1):
            called = f"{name}, record {number}" if several else name
            where = f"'{name}', record {number}" if several else f"'{name}'"
            records.append(read_object(record, paths, options, name=called, where=where, table=name))
        if records:
            found = {path for record in records for path in record.found}
            require_found(options, found, f"'{name}'")
        indented = _INDENTED.match(text.lstrip())
        mark = "\ufeff" if data.startswith(codecs.BOM_UTF8) else ""
        frame = Frame(mark, indented[1] if indented else None, text[len(text.rstrip()) :])
        return JsonSource(tuple(records), frame, replace(options, subject_field=None), several=several)

    def _parse(self, text: str, name: str) -> Any:
        try:
            return parse(text, f"'{name}'")
        except DocumentError:
            first, mark, rest = text.strip().partition("\n")
            if mark and rest.strip() and _is_object(first):
                raise DocumentError(f"'{name}' holds an object per line: say --format jsonl") from None
            raise

    def inspect(self, data: bytes) -> list[FileFinding]:
        """The characters in the file that have no shape, escaped ones too."""
        return inspect_json_file(data)


@dataclass(frozen=True, slots=True)
class Frame:
    """How a JSON file is laid out around its objects."""

    mark: str
    indent: str | None
    end: str


@dataclass(frozen=True, slots=True)
class JsonSource(FileSource):
    """One object, or several in a list."""

    records: tuple[ObjectSource, ...] = field(repr=False)
    frame: Frame
    options: FormatOptions
    several: bool

    @property
    def documents(self) -> tuple[Document, ...]:
        """A document for each object."""
        return tuple(document for record in self.records for document in record.documents)

    @property
    def labels(self) -> tuple[str, ...]:
        """The keys of every object, then those inside kept values."""
        inside = (key for record in self.records for key in record.labels)
        return tuple(dict.fromkeys([*list_keys(self.options, self._whole), *inside]))

    def relabel(self, decide: Relabel) -> JsonSource:
        """The same objects with other keys."""
        names = decide_names(self.options, self._whole, decide)
        records = tuple(replace(record, names=names).relabel(decide) for record in self.records)
        return replace(self, records=records, options=rename_paths(self.options, names))

    @property
    def _whole(self) -> frozenset[str]:
        return find_whole(self.options, self.records[0].value) if self.records else frozenset()

    @property
    def dropped(self) -> Mapping[str, int]:
        """What all objects together leave out."""
        return sum_up(self.records)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The file after the edits, laid out as it was."""
        require_edits(edits, len(self.records))
        indent = self.frame.indent
        margin = "\n" + (indent or "") if self.several else "\n"
        objects = [
            write_object(record, each, indent=indent, margin=margin)
            for record, each in zip(self.records, edits, strict=True)
        ]
        text = enclose("[]", objects, indent) if self.several else objects[0]
        return encode(self.frame.mark + text + self.frame.end, f"'{self.documents[0].id}'" if objects else "")


def _is_object(line: str) -> bool:
    with suppress(DocumentError):
        return isinstance(parse(line, ""), dict)
    return False


JSON_FILE = JsonFile()
