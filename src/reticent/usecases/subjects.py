"""Whose documents these are: one subject for all of them, or what a field of each record says."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reticent.errors import DocumentError, InputError
from reticent.formats.objects.lines import LinesLayout
from reticent.formats.records import RecordsSource
from reticent.formats.tables.cells import without_end
from reticent.formats.tables.rows import TableLayout, read_row
from reticent.usecases.given import Given, Opened


@dataclass(frozen=True, slots=True)
class Subjects:
    """The subject of all documents, or the key or column of records that names it."""

    name: str | None = None
    field: str | None = None

    def __post_init__(self) -> None:
        if (self.name is None) == (self.field is None):
            raise InputError(
                "whose documents are these? a ledger needs --subject NAME, or --subject-field KEY for records"
            )
        if self.name is not None and not self.name.strip():
            raise InputError("--subject needs a name")


def find_subjects(given: Given, opened: Opened, subjects: Subjects) -> list[str]:
    """The subject of each document of a file; a DocumentError names a record without one."""
    if subjects.field is None:
        return [str(subjects.name)] * len(opened.documents)
    found: list[str] = []
    source = opened.source
    if not isinstance(source, RecordsSource):
        raise DocumentError(
            f"'{given.name}' has no records with fields: give JSON lines or a table, or name the subject with --subject"
        )
    values = list(_values(given, opened, subjects.field))
    for (number, value), record in zip(values, source.records, strict=True):
        if record.documents and not value:
            raise DocumentError(
                f"'{given.name}', record {number}: there is no subject under '{subjects.field}'; add it, nothing was shown"
            )
        found += [value] * len(record.documents)
    return found


def _values(given: Given, opened: Opened, key: str) -> Iterator[tuple[int, str]]:
    """The number and the subject of each record."""
    layout = opened.format.lay_out(given.name, given.data, opened.options, whole=True)  # type: ignore[attr-defined]
    pieces = layout.cut(io.BytesIO(given.data[layout.size :]))
    for number, piece in enumerate(pieces, layout.first):
        if isinstance(layout, LinesLayout):
            yield number, _value_of_line(piece, key)
        elif isinstance(layout, TableLayout):
            yield number, _value_of_row(piece, layout, key, given.name)
        else:
            raise DocumentError(f"'{given.name}' has no fields by name: name the subject with --subject")


def _value_of_line(piece: bytes, key: str) -> str:
    value: Any = json.loads(piece) if piece.strip() else None
    for part in key.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""


def _value_of_row(piece: bytes, layout: TableLayout, key: str, name: str) -> str:
    body, _ = without_end(piece)
    named = [column.name for column in layout.columns]
    if key not in named:
        raise DocumentError(f"'{name}' has no column '{key}': name another with --subject-field")
    return read_row(body, layout.delimiter, f"'{name}'").cells[named.index(key)].strip() if body else ""
