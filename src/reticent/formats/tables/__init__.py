"""CSV and TSV: a row is a record, and the cells of its judged columns are one document."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from reticent.errors import DocumentError
from reticent.formats.plain import inspect_text_file, is_text
from reticent.formats.seam.format import FileFormat
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import LONGEST, RecordsSource, read_records
from reticent.formats.tables.cells import (
    DELIMITERS,
    Row,
    RowError,
    cut_rows,
    is_number,
    split_row,
    without_end,
)
from reticent.formats.tables.rows import (
    TableLayout,
    decide_columns,
    name_columns,
    read_row,
    require_subject_column,
    require_width,
    rules_again,
)

_ROWS = 200
"""Rows that are looked at to find what stands between the cells and what a column holds: enough for a column that is
seldom filled, few enough to be read twice. Chosen by hand."""

COLUMN_WORDS = frozenset(
    "id ids nr no number key index row code type kind class category label labels tag tags status state name names"
    " first last middle full given family sur surname user username patient client customer person author doctor"
    " employee contact account title subject topic summary text texts note notes comment comments message messages"
    " body content description details answer question review reason diagnosis history remarks report email mail"
    " phone mobile telephone fax address street city town zip postcode postal country region date time day month"
    " year created updated birth born dob age sex gender of the a in at on by value amount price total count score"
    " rating level language source url link file path column ssn mrn salary department company organization".split()
)
"""Usual words in the names of columns and keys, which tell of nobody."""


_DATUM = re.compile(r"@|://|\d[./:-]\d|\d{5}|[.!?](?:\s|$)|[\r\n]")
"""What stands in an address, a date, a long number or a sentence, and in no name of a column."""


def find_delimiter(data: bytes, candidates: str, longest: int) -> str:
    """What stands between the cells: that with which all rows have the same number of cells, and the most.

    Where rows differ with each of them, that which the first row holds most often: the row that differs is reported later.
    """
    found = {each: _widths(data, each, longest) for each in candidates}
    even = {each: widths[0] for each, widths in found.items() if widths and len(set(widths)) == 1}
    wide = {each: width for each, width in even.items() if width > 1}
    if wide:
        return max(wide, key=lambda each: wide[each])
    first = data.partition(b"\n")[0]
    return candidates[0] if even else max(candidates, key=lambda each: first.count(each.encode()))


def _widths(data: bytes, delimiter: str, longest: int) -> list[int]:
    """How many cells each of the first rows has; none when one can't be read so."""
    widths = []
    for row in islice(cut_rows(io.BytesIO(data), delimiter, longest), _ROWS):
        body, _ = without_end(row)
        try:
            if body:
                widths.append(len(split_row(body.decode("utf-8", "replace"), delimiter).cells))
        except RowError:
            return []
    return widths


def looks_like_header(first: Row, rows: Sequence[Row]) -> bool:
    """Whether the first row surely names the columns: what it says goes out unjudged.

    It doesn't when one of its cells is a number, a date, an address or a sentence. It does when a cell consists of usual
    words for columns, or stands above nothing but numbers, dates, addresses or sentences.
    """
    cells = [cell.strip() for cell in first.cells]
    if any(map(_is_datum, cells)):
        return False
    if any(cell and all(word in COLUMN_WORDS for word in words_of(cell)) for cell in cells):
        return True
    return any(cell and _holds_data(rows, place) for place, cell in enumerate(cells))


def _holds_data(rows: Sequence[Row], place: int) -> bool:
    filled = [cell for row in rows[:_ROWS] if (cell := row.cells[place].strip())]
    return len(filled) > 1 and all(map(_is_datum, filled))


def _is_datum(cell: str) -> bool:
    return bool(is_number(cell) or len(cell) > 60 or _DATUM.search(cell))


def words_of(cell: str) -> list[str]:
    """The words of a name such as first_name, firstName or "First name"."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", cell)
    return re.findall(r"[^\W\d_]+", parted.casefold()) or [""]


def is_clearly_a_table(head: bytes) -> bool:
    """Whether a text without a name must be a table: at least three lines, each with the same three or more cells.

    Where a blank follows every comma, these are the commas of sentences.
    """
    lines = head.rpartition(b"\n")[0] or head
    for delimiter in DELIMITERS:
        if delimiter == "," and not re.search(rb",\S", lines):
            continue
        widths = _widths(lines, delimiter, len(head))
        if len(widths) >= 3 and widths[0] >= 3 and len(set(widths)) == 1:
            return True
    return False


@dataclass(frozen=True, slots=True)
class Table(FileFormat):
    """A file of rows, with one of `delimiters` between their cells."""

    holds = "text"

    name: str
    suffixes: tuple[str, ...]
    delimiters: str

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be a table: it is text."""
        return is_text(head)

    def read(self, name: str, data: bytes, options: FormatOptions) -> RecordsSource:
        """A document per row."""
        layout = self.lay_out(name, data, options, whole=True)
        return read_records(layout, data, layout.options)

    def lay_out(self, name: str, block: bytes, options: FormatOptions, *, whole: bool) -> TableLayout:
        """How the rows are read: what parts them, whether the first names the columns, what becomes of each column."""
        mark = codecs.BOM_UTF8 if block.startswith(codecs.BOM_UTF8) else b""
        delimiter = find_delimiter(block[len(mark) :], self.delimiters, LONGEST)
        pieces = list(cut_rows(io.BytesIO(block[len(mark) :]), delimiter, LONGEST))
        rows = _read_rows(name, pieces if whole else pieces[:-1], delimiter)
        layout = TableLayout(name, delimiter, self.delimiters, (), options, mark=mark, size=len(mark))
        if not rows and not whole:
            raise DocumentError(
                f"'{name}' has a first row of more than {len(block) >> 20} MB: check its quotes"
            )
        if not rows:
            return layout
        place, cells = rows[0][0], [row for _, row in rows]
        header = cells[0] if _has_header(cells, options, name) else None
        names = header.cells if header else ("",) * len(cells[0].cells)
        columns = decide_columns(
            name_columns(names, f"'{name}'"), cells[1:] if header else cells, options, f"'{name}'"
        )
        require_subject_column(options.subject_field, columns, f"'{name}'")
        again = replace(
            options, columns=rules_again(names, columns), header=header is not None, subject_field=None
        )
        layout = replace(layout, columns=columns, options=again, subject_field=options.subject_field)
        return _begin_after(layout, header, pieces[:place]) if header else layout

    def inspect(self, data: bytes) -> list[FileFinding]:
        """The characters in the file that have no shape."""
        return inspect_text_file(data)


def _read_rows(name: str, pieces: Sequence[bytes], delimiter: str) -> list[tuple[int, Row]]:
    """The rows that are not blank and have as many cells as the first, with their numbers.

    Another row is reported, or passed over, when it is read; only where none is like the first it is an error here.
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


def _has_header(rows: Sequence[Row], options: FormatOptions, name: str) -> bool:
    if options.header is None and not looks_like_header(rows[0], rows[1:]):
        raise DocumentError(
            f"'{name}': the first row looks like data and not like the names of columns: say --no-header if it is data,"
            " or --header if it names the columns"
        )
    return options.header is not False


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
