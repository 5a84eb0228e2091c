"""Rows of a table as they are written: cells, quotes, and cells that a spreadsheet would run as a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

DELIMITERS = ",;\t|"

_FORMULA = tuple("=+-@\t\r\n＝＋－＠")
"""How a cell begins that a spreadsheet may run; wide letters are read as narrow ones in some countries."""

_NUMBER = re.compile(
    r" *[+-]?(?:\d{1,3}(?:,\d{3})+(?:\.\d*)?|\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)? *", re.ASCII
)


class RowError(ValueError):
    """Why a row can't be cut into cells."""


@dataclass(frozen=True, slots=True)
class Row:
    """The texts of a row's cells, and which of them stand in quotes."""

    cells: tuple[str, ...] = field(repr=False)
    quoted: tuple[bool, ...]


def is_number(cell: str) -> bool:
    """Whether a cell is a plain number, such as 12, -0.5, 1,000 or 1e-6."""
    return _NUMBER.fullmatch(cell) is not None


def split_row(line: str, delimiter: str) -> Row:
    """The cells of a row without its line end; a RowError when its quotes don't fit.

    >>> split_row('1,"said ""no"", then"', ",").cells
    ('1', 'said "no", then')
    """
    if '"' not in line:
        cells = line.split(delimiter)
        if "\r" in line:
            raise RowError("holds a carriage return outside quotes: end its lines with a line feed")
        return Row(tuple(map(unguard, cells)), (False,) * len(cells))
    found, position = [], 0
    pattern = _patterns(delimiter).cell
    while match := pattern.match(line, position):
        found.append(match)
        position = match.end() + 1
        if match.end() == len(line):
            return Row(tuple(map(_cell_text, found)), tuple(match[1] is not None for match in found))
    if line.startswith('"', position):
        raise RowError("has a quote that does not end, or text after one: write quotes inside a cell twice")
    raise RowError("holds a line end outside quotes: put the cell in quotes")


def join_row(row: Row, delimiter: str, delimiters: str = DELIMITERS) -> str:
    """The row as a line, such that `split_row` gives it back and no spreadsheet runs a cell.

    A cell with any of the `delimiters` is quoted, so that there is one way to read the table.
    """
    written = [
        _quote(guard(cell), quoted, delimiters) for cell, quoted in zip(row.cells, row.quoted, strict=True)
    ]
    return '""' if written == [""] else delimiter.join(written)


def guard(cell: str) -> str:
    """The cell with an apostrophe before what a spreadsheet would run; `unguard` takes it away again.

    >>> guard("=1+1"), guard("-5"), unguard(guard("'=1"))
    ("'=1+1", '-5', "'=1")
    """
    return f"'{cell}" if _is_formula(cell) else cell


def unguard(cell: str) -> str:
    """The cell without the apostrophe that `guard` or a spreadsheet put before it."""
    return cell[1:] if cell.startswith("'") and _is_formula(cell) else cell


def cut_rows(lines: Iterable[bytes], delimiter: str, longest: int) -> Iterator[bytes]:
    """The bytes of each row: a line, or several where a cell in quotes goes over line ends.

    A quote that doesn't end within `longest` bytes ends there, and the row is refused when it is split.
    """
    pending: list[bytes] = []
    size, is_open = 0, False
    for line in lines:
        pending.append(line)
        size += len(line)
        is_open = _ends_open(line, is_open, delimiter)
        if not is_open or size > longest:
            yield b"".join(pending)
            pending, size, is_open = [], 0, False
    if pending:
        yield b"".join(pending)


def without_end(row: bytes) -> tuple[bytes, bytes]:
    """A row and its line end."""
    body = row[:-2] if row.endswith(b"\r\n") else row[:-1] if row.endswith(b"\n") else row
    return body, row[len(body) :]


def _is_formula(cell: str) -> bool:
    core = cell.lstrip("'")
    return core.startswith(_FORMULA) and not is_number(core)


_UNQUOTED = frozenset('"\n\r\ufeff')
"""What can stand only inside quotes."""


def _quote(cell: str, quoted: bool, delimiters: Sequence[str]) -> str:
    # A byte order mark at the beginning of a file is taken away when it is read, unless quotes stand before it.
    if quoted or not _UNQUOTED.isdisjoint(cell) or any(each in cell for each in delimiters):
        return '"' + cell.replace('"', '""') + '"'
    return cell


def _cell_text(match: re.Match[str]) -> str:
    return unguard(match[2] if match[1] is None else match[1].replace('""', '"'))


@dataclass(frozen=True, slots=True)
class _Patterns:
    cell: re.Pattern[str]
    whole_cells: re.Pattern[bytes]


@lru_cache
def _patterns(delimiter: str) -> _Patterns:
    mark = re.escape(delimiter)
    within, plain = r'[^"]*+(?:""[^"]*+)*+', rf'(?!")[^{mark}\r\n]*+'
    return _Patterns(
        cell=re.compile(rf'(?:"({within})"|({plain}))(?={mark}|\Z)'),
        whole_cells=re.compile(rf'(?:(?:"{within}"|{plain}){mark})*+'.encode()),
    )


_REST_OF_QUOTED = re.compile(rb'[^"]*+(?:""[^"]*+)*+"')
_QUOTED = re.compile(rb'"[^"]*+(?:""[^"]*+)*+"')


def _ends_open(line: bytes, is_open: bool, delimiter: str) -> bool:
    """Whether a cell in quotes goes on after this line."""
    if b'"' not in line:
        return is_open
    position = 0
    if is_open:
        rest = _REST_OF_QUOTED.match(line)
        if not rest:
            return True
        position = rest.end()
        if not line.startswith(delimiter.encode(), position):
            return False
        position += 1
    cells = _patterns(delimiter).whole_cells.match(line, position)
    position = cells.end() if cells else position
    return line.startswith(b'"', position) and not _QUOTED.match(line, position)
