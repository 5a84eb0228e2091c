"""The rows of one table: each is read and written by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.errors import DocumentError
from reticent.formats.content import decode, encode
from reticent.formats.fields import Fields, join_fields, require_subject
from reticent.formats.format import Relabel, Source
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
from reticent.formats.tables.columns import Column, call_column
from reticent.plan import Edit
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class TableLayout:
    """How the rows of one table are read and written; rows are counted from one, as a spreadsheet does.

    `mark` is the byte order mark if there is one, `header` the names of the columns that go out and `end` its line end.
    """

    name: str
    delimiter: str
    delimiters: str
    columns: tuple[Column, ...]
    options: FormatOptions
    mark: bytes = b""
    header: Row | None = None
    end: bytes = b""
    size: int = 0
    first: int = 1
    subject_field: str | None = None

    @property
    def head(self) -> bytes:
        """What the output begins with: the names of the columns, where a row holds them."""
        if self.header is None:
            return self.mark
        line = join_row(self.header, self.delimiter, self.delimiters)
        return self.mark + encode(line, f"'{self.name}', the header") + self.end

    @property
    def again(self) -> FormatOptions:
        """The options that read the written rows."""
        return self.options

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the columns that go out."""
        return tuple(filter(None, (cell.strip() for cell in self.header.cells))) if self.header else ()

    def relabel(self, decide: Relabel) -> TableLayout:
        """The same table with other names of columns."""
        changed = decide(self.labels) if self.labels else {}
        if not changed or self.header is None:
            return self
        cells = tuple(changed.get(cell.strip(), cell) for cell in self.header.cells)
        rules = {changed.get(name, name): rule for name, rule in self.options.columns.items()}
        return replace(
            self, header=replace(self.header, cells=cells), options=replace(self.options, columns=rules)
        )

    def adopt(self, record: Source) -> Source:
        """A row of this table, read before its columns had these names."""
        return replace(record, layout=self) if isinstance(record, RowSource) else record

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
        judged = [place for place, column in enumerate(self.columns) if column.action == "sanitize"]
        fields = join_fields(
            f"{self.name}, row {number}",
            [row.cells[place] for place in judged],
            subject=self._find_subject(row, where),
            columns=[((self.name, place), self.columns[place].name) for place in judged],
        )
        return RowSource(self, row, end, fields)

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
        for place, (column, cell) in enumerate(zip(self.columns, row.cells, strict=True), 1):
            if column.numbers and cell.strip() and not is_number(cell):
                called = call_column(place)
                raise DocumentError(
                    f"{where}: {called} held nothing but numbers up to here:"
                    f" say what becomes of it with --column '{called}=sanitize' (or keep, or drop)"
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
            f"column '{column.called}'": 1
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
