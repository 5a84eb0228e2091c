"""The rows of one table: each is read and written by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.errors import DocumentError
from reticent.formats.content import decode, encode
from reticent.formats.fields import Fields, join_fields, require_subject
from reticent.formats.options import FormatOptions
from reticent.formats.records import LONGEST
from reticent.formats.tables.cells import (
    Row,
    RowError,
    cut_rows,
    is_number,
    join_row,
    split_row,
    without_end,
)
from reticent.formats.tables.columns import Column
from reticent.plan import Edit
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class TableLayout:
    """How the rows of one table are read and written; rows are counted from one, as a spreadsheet does."""

    name: str
    delimiter: str
    delimiters: str
    columns: tuple[Column, ...]
    options: FormatOptions
    head: bytes = b""
    size: int = 0
    first: int = 1
    subject_field: str | None = None

    def cut(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """The bytes of one row after another."""
        return cut_rows(lines, self.delimiter, LONGEST)

    def read(self, record: bytes, number: int) -> RowSource:
        """A row; a blank line is none and doesn't go out."""
        body, end = without_end(record)
        if not body:
            return RowSource(self, None, end, join_fields("", []))
        where = f"'{self.name}', row {number}"
        row = read_row(body, self.delimiter, where)
        require_width(row, len(self.columns), where)
        self._require_numbers(row, where)
        judged = [
            cell for cell, column in zip(row.cells, self.columns, strict=True) if column.action == "sanitize"
        ]
        subject = self._find_subject(row, where)
        return RowSource(self, row, end, join_fields(f"{self.name}, row {number}", judged, subject=subject))

    def write(self, row: Row, texts: Sequence[str], where: str) -> bytes:
        """A row without its line end: the texts of its judged cells, and what the rules say of the others."""
        judged, cells, quoted = iter(texts), [], []
        for column, cell, was_quoted in zip(self.columns, row.cells, row.quoted, strict=True):
            if column.action == "drop":
                continue
            match column.action:
                case "sanitize":
                    cell = next(judged)  # noqa: PLW2901 - what stands there now
                case "constant":
                    cell = column.rule.text  # noqa: PLW2901
            cells.append(cell)
            quoted.append(was_quoted)
        return encode(join_row(Row(tuple(cells), tuple(quoted)), self.delimiter, self.delimiters), where)

    def _find_subject(self, row: Row, where: str) -> str:
        """Whom the row is about, if a column says so."""
        if self.subject_field is None:
            return ""
        cells = {column.name: cell for column, cell in zip(self.columns, row.cells, strict=True)}
        return require_subject(cells[self.subject_field], self.subject_field, where)

    def _require_numbers(self, row: Row, where: str) -> None:
        for column, cell in zip(self.columns, row.cells, strict=True):
            if column.numbers and cell.strip() and not is_number(cell):
                raise DocumentError(
                    f"{where}: the column '{column.name}' held nothing but numbers up to here:"
                    f" say what becomes of it with --column '{column.name}=sanitize' (or keep, or drop)"
                )


@dataclass(frozen=True, slots=True)
class RowSource:
    """A row that was read, or a blank line."""

    layout: TableLayout
    row: Row | None
    end: bytes = field(repr=False)
    fields: Fields

    @property
    def documents(self) -> tuple[Document, ...]:
        """The judged cells as one document; none on a blank line."""
        return (self.fields.document,) if self.row else ()

    @property
    def dropped(self) -> Mapping[str, int]:
        """The columns that don't go out."""
        if not self.row:
            return {"blank lines": 1}
        return {
            f"column '{column.name}'": 1
            for column in self.layout.columns
            if column.action in ("drop", "constant")
        }

    @property
    def options(self) -> FormatOptions:
        """The options that read the written row again."""
        return self.layout.options

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The row after its edits."""
        if not self.row:
            return b""
        texts = self.fields.texts(edits[0])
        return self.layout.write(self.row, texts, f"'{self.fields.document.id}'") + self.end


def read_row(body: bytes, delimiter: str, where: str) -> Row:
    """A row without its line end; a DocumentError, beginning with `where`, when it is none."""
    try:
        return split_row(decode(body, where), delimiter)
    except RowError as error:
        raise DocumentError(f"{where} {error}") from None


def require_width(row: Row, width: int, where: str) -> None:
    """Refuse a row with more or fewer cells than the others."""
    if len(row.cells) != width:
        raise DocumentError(
            f"{where} has {len(row.cells)} cells and the first row has {width}: correct it, or put the cell in quotes"
        )
