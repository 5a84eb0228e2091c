"""JSON: one object, or a list of them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from reticent.errors import DocumentError
from reticent.formats.format import FileFormat, FileSource, Relabel, require_edits
from reticent.formats.inspection import FileFinding
from reticent.formats.objects.paths import (
    ObjectSource,
    build_paths,
    decide_names,
    find_whole,
    list_keys,
    read_object,
    rename_paths,
    require_found,
    write_object,
)
from reticent.formats.objects.values import parse
from reticent.formats.options import FormatOptions
from reticent.formats.plain import decode, encode, inspect_json_file, is_text
from reticent.formats.records import sum_up
from reticent.plan import Edit
from reticent.text import Document

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
            require_found(options.fields, found, f"'{name}'", "--field")
            require_found(options.keep, found, f"'{name}'", "--keep")
        again = replace(options, subject_field=None)
        return JsonSource(tuple(records), _frame(data, text), again, several=several)

    def _parse(self, text: str, name: str) -> Any:
        try:
            return parse(text, f"'{name}'")
        except DocumentError:
            first, mark, rest = text.strip().partition("\n")
            if mark and rest.strip() and _is_object(first):
                raise DocumentError(f"'{name}' holds an object a line: say --format jsonl") from None
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
        text = self._enclose(objects) if self.several else objects[0]
        return encode(self.frame.mark + text + self.frame.end, f"'{self.documents[0].id}'" if objects else "")

    def _enclose(self, objects: list[str]) -> str:
        if self.frame.indent is None or not objects:
            return f"[{', '.join(objects)}]"
        margin = "\n" + self.frame.indent
        return f"[{margin}" + f",{margin}".join(objects) + "\n]"


def _frame(data: bytes, text: str) -> Frame:
    indented = _INDENTED.match(text.lstrip())
    end = text[len(text.rstrip()) :]
    mark = "\ufeff" if data.startswith(codecs.BOM_UTF8) else ""
    return Frame(mark, indented[1] if indented else None, end)


def _is_object(line: str) -> bool:
    try:
        return isinstance(parse(line, ""), dict)
    except DocumentError:
        return False


JSON_FILE = JsonFile()
