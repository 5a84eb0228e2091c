"""The columns of a table, what becomes of each, and its rows, each of which is read and written by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.errors import DocumentError
from reticent.formats.plain import decode, encode
from reticent.formats.seam.format import DocumentSource, FileSource, RecordLayout, Relabel
from reticent.formats.seam.options import Action, ColumnRule, FormatOptions
from reticent.formats.seam.records import LONGEST, Fields, join_fields, require_subject
from reticent.formats.tables.cells import Row, RowError, cut_rows, is_number, join_row, split_row, without_end
from reticent.plan import Edit
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class Column:
    """A column and its rule; `numbers` when it is kept only because it holds nothing but numbers.

    `called` is how whoever wrote the rule calls the column: by its name or its place. Only that is shown to anybody.
    """

    name: str
    rule: ColumnRule
    numbers: bool = False
    called: str = ""

    @property
    def action(self) -> Action:
        """What becomes of its cells."""
        return self.rule.action


def name_columns(header: Sequence[str], where: str) -> list[str]:
    """The names of the columns: what the header says, or the place of a column without a name."""
    names = [cell.strip() or call_column(place) for place, cell in enumerate(header, 1)]
    for place, name in enumerate(names, 1):
        if (first := names.index(name) + 1) < place:
            raise DocumentError(f"{where}: columns {first} and {place} have the same name: give each its own")
    return names


def call_column(place: int) -> str:
    """How messages and rules call a column by its place, counted from one: its name may tell of somebody."""
    return f"column {place}"


def find_ruled(name: str, place: int, options: FormatOptions) -> Column | None:
    """The column with the rule that the options have for it, by its name or else by its place; None without one."""
    called = next((each for each in (name, call_column(place)) if each in options.columns), None)
    return None if called is None else Column(name, options.columns[called], called=called)


def decide_columns(
    names: Sequence[str], rows: Sequence[Row], options: FormatOptions, where: str
) -> tuple[Column, ...]:
    """What becomes of each column: its rule, or by what its cells hold; a DocumentError when a rule is missing."""
    require_names(names, options, where)
    columns = tuple(
        find_ruled(name, place + 1, options) or _decide(name, [row.cells[place] for row in rows])
        for place, name in enumerate(names)
    )
    require_decisions(columns, options, where)
    return columns


def require_names(names: Sequence[str], options: FormatOptions, where: str) -> None:
    """Refuse a rule for a column that isn't there; a part of something larger need not have every column."""
    known = {*names, *(call_column(place) for place in range(1, len(names) + 1))}
    for name in options.columns:
        if name not in known and not options.partial:
            raise DocumentError(
                f"{where} has {len(names)} columns and none is called '{name}': correct --column, or call it by its"
                " place, such as 'column 2'"
            )


def require_subject_column(name: str | None, columns: Sequence[Column], where: str) -> None:
    """Refuse a table without the column that says whom its rows are about."""
    names = [column.name for column in columns]
    if name is not None and name not in names:
        raise DocumentError(
            f"{where} has {len(names)} columns and none is called '{name}': correct --subject-field"
        )


def require_decisions(columns: Sequence[Column], options: FormatOptions, where: str) -> None:
    """Refuse columns of numbers that nobody decided on, and a table of which nothing would be left."""
    undecided = [call_column(place) for place, column in enumerate(columns, 1) if column.numbers]
    if undecided and options.numbers == "ask":
        raise DocumentError(
            f"{where} has columns of numbers, which may identify people: {', '.join(undecided)}."
            f" Give each a rule, by its name or such as --column '{undecided[0]}=keep' (or drop, or"
            " sanitize), or release all of them with --numbers keep"
        )
    if columns and all(column.action == "drop" for column in columns):
        raise DocumentError(f"{where} would be left without columns: keep one")


def rules_again(
    header: Sequence[str], columns: Sequence[Column], where: str = "the release"
) -> dict[str, ColumnRule]:
    """The rules that read the released table: of every column that is left, by the name that it has there."""
    left = [(name, column) for name, column in zip(header, columns, strict=True) if column.action != "drop"]
    names = name_columns([name for name, _ in left], where)
    return {name: column.rule for name, (_, column) in zip(names, left, strict=True)}


def rename_columns(options: FormatOptions, names: Mapping[str, str]) -> FormatOptions:
    """The options with their rules under other names of columns."""
    rules = {names.get(name, name): rule for name, rule in options.columns.items()}
    return replace(options, columns=rules)


def _decide(name: str, cells: Sequence[str]) -> Column:
    filled = [cell for cell in cells if cell.strip()]
    if filled and all(map(is_number, filled)):
        return Column(name, ColumnRule("keep"), numbers=True)
    return Column(name, ColumnRule("sanitize"))


@dataclass(frozen=True, slots=True)
class TableLayout(RecordLayout):
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
    def labels(self) -> tuple[str, ...]:
        """The names of the columns that go out."""
        return tuple(filter(None, (cell.strip() for cell in self.header.cells))) if self.header else ()

    def relabel(self, decide: Relabel) -> TableLayout:
        """The same table with other names of columns."""
        changed = decide(self.labels) if self.labels else {}
        if not changed or self.header is None:
            return self
        cells = tuple(changed.get(cell.strip(), cell) for cell in self.header.cells)
        header = replace(self.header, cells=cells)
        return replace(self, header=header, options=rename_columns(self.options, changed))

    def adopt(self, record: DocumentSource) -> DocumentSource:
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
        judged, left = iter(texts), []
        for column, cell, quoted in zip(self.columns, row.cells, row.quoted, strict=True):
            match column.action:  # a cell of a dropped column is left out
                case "sanitize":
                    left.append((next(judged), quoted))
                case "constant":
                    left.append((column.rule.text, quoted))
                case "keep":
                    left.append((cell, quoted))
        written = Row(tuple(cell for cell, _ in left), tuple(quoted for _, quoted in left))
        return encode(join_row(written, self.delimiter, self.delimiters), where)

    def _find_subject(self, row: Row, where: str) -> str:
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
class RowSource(FileSource):
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
