"""CSV and TSV: a row is a record, and the cells of its judged columns are one document."""

from __future__ import annotations

import codecs
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

from reticent.errors import DocumentError
from reticent.formats.content import is_text
from reticent.formats.format import Finding
from reticent.formats.options import FormatOptions
from reticent.formats.records import LONGEST, RecordsSource, read_records
from reticent.formats.tables.cells import DELIMITERS, Row, cut_rows, without_end
from reticent.formats.tables.columns import (
    Column,
    decide_columns,
    name_columns,
    require_subject_column,
    rules_again,
)
from reticent.formats.tables.dialect import find_delimiter, looks_like_header
from reticent.formats.tables.rows import TableLayout, read_row, require_width


@dataclass(frozen=True, slots=True)
class Table:
    """A file of rows, with one of `delimiters` between their cells."""

    name: str
    suffixes: tuple[str, ...]
    delimiters: str

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be a table: it is text."""
        return is_text(head)

    def read(self, name: str, data: bytes, options: FormatOptions) -> RecordsSource:
        """A document a row."""
        layout = self.lay_out(name, data, options, whole=True)
        return read_records(layout, data, layout.options)

    def lay_out(self, name: str, block: bytes, options: FormatOptions, *, whole: bool) -> TableLayout:
        """How the rows are read: what parts them, whether the first names the columns, what becomes of each column."""
        mark = codecs.BOM_UTF8 if block.startswith(codecs.BOM_UTF8) else b""
        delimiter = find_delimiter(block[len(mark) :], self.delimiters, LONGEST)
        pieces = list(cut_rows(io.BytesIO(block[len(mark) :]), delimiter, LONGEST))
        rows = _read_rows(name, pieces if whole else pieces[:-1], delimiter)
        layout = TableLayout(name, delimiter, self.delimiters, (), options, mark=mark, size=len(mark))
        if not rows:
            return _require_empty(layout, block, whole=whole)
        place, first = rows[0]
        header = first if _has_header([row for _, row in rows], options, name) else None
        columns = _columns(name, header, [row for _, row in rows], options)
        require_subject_column(options.subject_field, columns, f"'{name}'")
        layout = replace(
            layout,
            columns=columns,
            options=_options_again(columns, header, options),
            subject_field=options.subject_field,
        )
        if header is None:
            return layout
        return _begin_after(layout, header, pieces[:place])

    def inspect(self, data: bytes) -> list[Finding]:
        """The characters in the file that have no shape."""
        from reticent.formats.inspection.text import inspect_text_file

        return inspect_text_file(data)


def _read_rows(name: str, pieces: Sequence[bytes], delimiter: str) -> list[tuple[int, Row]]:
    """The rows that are not blank and have as many cells as the first, with their numbers.

    Another row is told, or passed over, when it is read; only where none is like the first it is an error here.
    """
    rows: list[tuple[int, Row]] = []
    errors: list[DocumentError] = []
    for number, piece in enumerate(pieces, 1):
        body, _ = without_end(piece)
        where = f"'{name}', row {number}"
        try:
            row = read_row(body, delimiter, where) if body else None
            if row:
                require_width(row, len(rows[0][1].cells) if rows else len(row.cells), where)
                rows.append((number, row))
        except DocumentError as error:
            errors.append(error)
    if errors and len(rows) <= 1:
        raise errors[0]
    return rows


def _require_empty(layout: TableLayout, block: bytes, *, whole: bool) -> TableLayout:
    if not whole:
        raise DocumentError(
            f"'{layout.name}' has a first row of more than {len(block) >> 20} MB: check its quotes"
        )
    return layout


def _has_header(rows: Sequence[Row], options: FormatOptions, name: str) -> bool:
    if options.header is None and not looks_like_header(rows[0], rows[1:]):
        raise DocumentError(
            f"'{name}': the first row looks like data and not like the names of columns: say --no-header if it is data,"
            " or --header if it names the columns"
        )
    return options.header is not False


def _columns(
    name: str, header: Row | None, rows: Sequence[Row], options: FormatOptions
) -> tuple[Column, ...]:
    cells = header.cells if header else [""] * len(rows[0].cells)
    names = name_columns(cells, f"'{name}'")
    return decide_columns(names, rows[1:] if header else rows, options, f"'{name}'")


def _options_again(columns: Sequence[Column], header: Row | None, options: FormatOptions) -> FormatOptions:
    """The options that read the released table: every column that is left has its rule, by the name that it has there."""
    cells = header.cells if header else [""] * len(columns)
    return replace(
        options, columns=rules_again(cells, columns), header=header is not None, subject_field=None
    )


def _begin_after(layout: TableLayout, header: Row, pieces: Sequence[bytes]) -> TableLayout:
    """The layout of the rows after the header, whose names go out, those of dropped columns excepted."""
    left = [place for place, column in enumerate(layout.columns) if column.action != "drop"]
    row = Row(tuple(header.cells[place] for place in left), tuple(header.quoted[place] for place in left))
    return replace(
        layout,
        header=row,
        end=without_end(pieces[-1])[1],
        size=layout.size + sum(map(len, pieces)),
        first=len(pieces) + 1,
    )


CSV = Table("csv", (".csv",), DELIMITERS)
TSV = Table("tsv", (".tsv", ".tab"), "\t")
