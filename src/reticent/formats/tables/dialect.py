"""How a table is written: what stands between its cells, and whether its first row names the columns."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import islice

from reticent.formats.tables.cells import (
    DELIMITERS,
    Row,
    RowError,
    cut_rows,
    is_number,
    split_row,
    without_end,
)

_ROWS = 200
"""Rows that are looked at to find what stands between the cells."""

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

    Where rows differ with each of them, that which the first row holds most often: the row that differs is told later.
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
