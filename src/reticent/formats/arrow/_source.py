"""A binary table that was read: a document per row, and how it is written with edits.

What is written has no statistics, index or metadata. Parquet is packed as it was, in groups of as many rows, and its
dictionaries are made anew from the cells that go out: same cells, same bytes.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats.arrow import Coding
from reticent.formats.arrow._columns import (
    decide_typed_columns,
    fill_in,
    judged_cells,
    kept_cells,
    names_in,
    plain_type,
    rename_parts,
    rename_type,
    texts_in,
)
from reticent.formats.arrow._pages import BROKEN, UNPACKED, Packing, count_extras, open_table, read_packing
from reticent.formats.arrow._residue import find_residue, read_again
from reticent.formats.seam.format import FileFormat, FileSource, Relabel, Residue, VerifiesFile, require_edits
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import Fields, join_fields, require_subject
from reticent.formats.tables.rows import Column, rename_columns, require_subject_column, rules_again
from reticent.plan import Edit
from reticent.text import Document

with needs_extra("tables", "reading Parquet and Arrow files"):
    import pyarrow as pa
    import pyarrow.parquet as pq


ROWS_IN_BATCH = 1 << 16
"""Of an Arrow file. Fixed, so that the same cells give the same bytes; as many rows as readers like to take at once. Chosen by hand."""

PARQUET_OPTIONS: Mapping[str, object] = {
    "version": "2.6",
    "data_page_version": "1.0",
    "column_encoding": None,
    "write_statistics": False,
    "write_page_index": False,
    "store_schema": False,
}
"""Nothing that quotes a cell stands outside the pages, which the search unpacks."""


def write_table(
    coding: Coding, names: Sequence[str], arrays: Sequence[pa.Array], packing: Packing = UNPACKED
) -> bytes:
    """The file; the schema is made of names and types alone."""
    schema = pa.schema([pa.field(name, array.type) for name, array in zip(names, arrays, strict=True)])
    table = pa.Table.from_arrays(list(arrays), schema=schema)
    out = io.BytesIO()
    if coding == "parquet":
        options = {**PARQUET_OPTIONS, "compression": packing.codec, "use_dictionary": packing.coded}
        with pq.ParquetWriter(out, schema, **options) as writer:
            first = 0
            for rows in packing.groups or (table.num_rows,):
                writer.write_table(table.slice(first, rows), row_group_size=max(rows, 1))
                first += rows
    else:
        with pa.ipc.new_file(out, schema, options=pa.ipc.IpcWriteOptions(compression=None)) as writer:
            writer.write_table(table, max_chunksize=ROWS_IN_BATCH)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class JudgedColumn:
    """The cells of a judged column, as values that hold texts."""

    type: pa.DataType
    cells: tuple[Any, ...] = field(repr=False)


@dataclass(frozen=True)
class ArrowSource(FileSource, VerifiesFile):
    """A table with the rules of its columns; `parts` are what goes out of each: judged cells or an array, none if dropped."""

    holds = "more"

    coding: Coding
    name: str
    header: tuple[str, ...]
    columns: tuple[Column, ...]
    parts: tuple[JudgedColumn | pa.Array | None, ...] = field(repr=False)
    rows: int
    dropped: Mapping[str, int]
    options: FormatOptions
    subjects: tuple[str, ...] = field(default=(), repr=False)
    names: Mapping[str, str] = field(default_factory=dict, repr=False)
    packing: Packing = UNPACKED

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the columns that go out, and those of their parts."""
        left = [(name, part) for name, part in zip(self.header, self.parts, strict=True) if part is not None]
        return tuple(
            dict.fromkeys(each for name, part in left for each in (name, *names_in(part.type)) if each)
        )

    def relabel(self, decide: Relabel) -> ArrowSource:
        names = decide(self.labels)
        return replace(self, names=names, options=rename_columns(self.options, names))

    @cached_property
    def _fields(self) -> tuple[Fields, ...]:
        judged = [
            (name, part.cells)
            for name, part in zip(self.header, self.parts, strict=True)
            if isinstance(part, JudgedColumn)
        ]
        numbers: dict[str, int] = {}
        joined = []
        for row in range(self.rows):
            found = [each for name, cells in judged for each in texts_in(cells[row], name)]
            columns = [((self.name, numbers.setdefault(header, len(numbers))), header) for header, _ in found]
            subject = self.subjects[row] if self.subjects else ""
            texts = [text for _, text in found]
            joined.append(join_fields(f"{self.name}, row {row + 1}", texts, subject=subject, columns=columns))
        return tuple(joined)

    @property
    def documents(self) -> tuple[Document, ...]:
        return tuple(each.document for each in self._fields)

    @property
    def _kept_columns(self) -> frozenset[str]:
        """The columns of the written file that nobody judges."""
        return frozenset(
            self.names.get(name, name)
            for name, column in zip(self.header, self.columns, strict=True)
            if column.action in ("keep", "constant")
        )

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        require_edits(edits, self.rows)
        texts = [iter(row.texts(each)) for row, each in zip(self._fields, edits, strict=True)]
        left = [(name, part) for name, part in zip(self.header, self.parts, strict=True) if part is not None]
        arrays = [_fill_column(part, texts) if isinstance(part, JudgedColumn) else part for _, part in left]
        try:
            renamed = [rename_array(array, self.names) for array in arrays]
            names = [self.names.get(name, name) for name, _ in left]
            return write_table(self.coding, names, renamed, self.packing)
        except BROKEN:
            raise DocumentError(
                f"'{self.name}' has a column of a type that {self.coding} can't hold as plain cells: drop it"
            ) from None

    def find_verifier(self, form: FileFormat) -> VerifiesFile:
        """The source itself, which knows the columns that nobody judges."""
        return self

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        return list(released) == list(found)

    def reread(self, data: bytes) -> Iterator[str]:
        return read_again(self.coding, data, self._kept_columns)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every place outside the cells of kept columns that holds one of the words."""
        return find_residue(self.coding, data, list(words), self._kept_columns)


def _fill_column(judged: JudgedColumn, texts: Sequence[Iterator[str]]) -> pa.Array:
    cells = [fill_in(cell, row) for cell, row in zip(judged.cells, texts, strict=True)]
    try:
        return pa.array(cells, judged.type)
    except UnicodeEncodeError:
        raise DocumentError("a cell would hold half a character (a lone surrogate): remove it") from None


def rename_array(array: pa.Array, names: Mapping[str, str]) -> pa.Array:
    """The cells with other names of their parts."""
    if not any(name in names for name in names_in(array.type)):
        return array
    return pa.array([rename_parts(cell, names) for cell in array.to_pylist()], rename_type(array.type, names))


def read_arrow(coding: Coding, name: str, data: bytes, options: FormatOptions) -> ArrowSource:
    """The table in `data`, with a decision for each of its columns."""
    where = f"'{name}'"
    table = open_table(coding, name, data)
    columns = decide_typed_columns(table.schema, options, where)
    try:
        parts = tuple(
            _part(table.column(place), column, table.num_rows) for place, column in enumerate(columns)
        )
    except BROKEN:
        raise DocumentError(f"{where} has a column whose cells can't be read: drop it") from None
    left_out = {f"column '{column.called}'": 1 for column in columns if column.action in ("drop", "constant")}
    header = tuple(table.schema.names)
    again = replace(options, columns=rules_again(header, columns), subject_field=None)
    dropped = {**count_extras(coding, data), **left_out}
    subjects = _read_subjects(table, columns, options.subject_field, where)
    packing = read_packing(coding, data)
    source = ArrowSource(coding, name, header, columns, parts, table.num_rows, dropped, again, subjects)
    return replace(source, packing=packing)


def _read_subjects(
    table: pa.Table, columns: Sequence[Column], name: str | None, where: str
) -> tuple[str, ...]:
    require_subject_column(name, columns, where)
    if name is None:
        return ()
    cells = table.column([column.name for column in columns].index(name)).to_pylist()
    return tuple(require_subject(cell, name, f"{where}, row {row}") for row, cell in enumerate(cells, 1))


def _part(cells: pa.ChunkedArray, column: Column, rows: int) -> JudgedColumn | pa.Array | None:
    plain = plain_type(cells.type)
    match column.action:
        case "drop":
            return None
        case "constant":
            return pa.array([column.rule.text] * rows, pa.string())
        case "keep":
            return kept_cells(cells, plain)
        case _:
            kept, values = judged_cells(cells, plain)
            return JudgedColumn(kept, tuple(values))
