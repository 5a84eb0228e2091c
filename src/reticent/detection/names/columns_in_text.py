"""Columns inside running text: rows of a dump, lines of a pasted table, fields of the same name.

What a header or a label says of its cells counts first ("Town: Mobile"). Where most cells of a column are names, the others are too,
whatever words they are: "Day" among surnames, "Mobile" among towns. They count at their places alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from reticent.detection.columns import is_label, kind_by_label
from reticent.detection.detector import BY_HEADER
from reticent.language import Language
from reticent.text import Mention, Span

_NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_REASON = "names: nearly all of its column are such names"
_SCORE = 0.6
"""The score of what is found by its column alone; chosen by hand, as of what follows a title."""

_FEWEST_ROWS, _FEWEST_NAMES, _SHARE = 3, 2, 0.6
"""Rows of a column, names found among its cells, and the share of the cells that they are; chosen by hand: of three cells two."""

_LONGEST_CELL, _MOST_WORDS = 60, 4
"""Characters and words of a cell that may be a name; chosen by hand, more than names have."""

_TUPLE = re.compile(r"\((?=[^()]*,[^()]*,)[^()]{3,2000}\)")
_FIELD = re.compile(
    r"""(?P<quote>["'])(?P<key>[\w -]{1,30})(?P=quote)\s{0,3}[:=]\s{0,3}(?P<value>"[^"\n]{1,60}"|'[^'\n]{1,60}')"""
    r"""|<(?P<tag>\w{1,30})>(?P<text>[^<>\n]{1,60})</(?P=tag)>"""
)
_LABELLED = re.compile(
    r"^[ \t]{0,8}(?P<label>[A-Z][A-Za-z]{2,14}(?: [A-Za-z]{2,14}){0,2}):[ \t]{1,8}(?P<value>[^\s:][^\n:]{0,60})$",
    re.MULTILINE,
)
_VALUES = re.compile(r"\s*VALUES\s*", re.IGNORECASE)
"""What stands between the names of the columns and the rows of a dump."""

_SEPARATORS = (",", ";", "\t", "|")
_CELL = {sign: re.compile(rf"""\s*(?:"[^"\n]*"|'[^'\n]*'|[^{re.escape(sign)}\n]*)""") for sign in _SEPARATORS}
_AROUND = " \t\n\r\"'`"
_WORD = re.compile(r"[^\W\d_]+(?:[.'’-][^\W\d_]*)*")
_FEWEST_SIGNS = 2
"""Signs between the cells of a table of two rows."""

Row = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class _Column:
    """Cells that may be names, and what stands above or before them."""

    label: str
    cells: list[Span]


def find_in_columns(text: str, mentions: Sequence[Mention], language: Language) -> Iterator[Mention]:
    """Cells that are no mention yet and lie in columns of names, and cells of another kind than their label says."""
    names = [each for each in mentions if each.kind in _NAMED]
    starts = [each.span.start for each in names]
    taken = {each.span: each for each in mentions}
    for column in _columns(text, language):
        cells = []
        for cell in column.cells:
            kind = kind_by_label(column.label, cell.of(text), _NAMED) if column.label else None
            known = taken.get(cell)
            if kind is None:
                cells.append(cell)
            elif known and known.kind in _NAMED and known.kind != kind:
                yield replace(known, kind=kind, reason=BY_HEADER)
            elif not known and not _kind_of(text, cell, names, starts):
                yield Mention(cell, kind, _SCORE, BY_HEADER)
        yield from _find_among(text, cells, names, starts)


def _find_among(
    text: str, cells: Sequence[Span], names: Sequence[Mention], starts: Sequence[int]
) -> Iterator[Mention]:
    """Cells that are no mention yet where most of the others are names."""
    kinds = Counter(_kind_of(text, cell, names, starts) for cell in cells)
    total, other = kinds.total(), kinds.pop("", 0)
    if not other or total < _FEWEST_ROWS or kinds.total() < max(_FEWEST_NAMES, _SHARE * total):
        return
    kind = kinds.most_common(1)[0][0]
    for cell in cells:
        if not _kind_of(text, cell, names, starts):
            yield Mention(cell, kind, _SCORE, _REASON)


def _columns(text: str, language: Language) -> Iterator[_Column]:
    """The columns with cells that may be names: all that have a label, others from a few cells on."""
    fields: dict[str, list[Span]] = defaultdict(list)
    for field in _FIELD.finditer(text):
        span = field.span("value") if field["key"] else field.span("text")
        fields[field["key"] or field["tag"]].append(_trim(text, *span))
    for line in _LABELLED.finditer(text):
        fields[line["label"]].append(_trim(text, *line.span("value")))
    columns = [*fields.items()]
    for rows in (*_tuples(text), *_lines(text)):
        header = [cell.of(text) for cell in rows[0]] if _has_header(text, rows) else [""] * len(rows[0])
        below = rows[1:] if header[0] or any(header) else rows
        columns += zip(header, map(list, zip(*below, strict=True)), strict=True)
    for label, cells in columns:
        known = [cell for cell in cells if _may_be_name(text, cell, language)]
        if known and (label or len(known) >= _FEWEST_ROWS):
            yield _Column(label, known)


def _tuples(text: str) -> Iterator[list[Row]]:
    """Rows in round brackets, a comma between them, with as many cells each; the names of their columns before them."""
    rows: list[Row] = []
    end = -1
    for found in _TUPLE.finditer(text):
        row = _split(text, found.start() + 1, found.end() - 1, ",")
        between = text[end : found.start()]
        goes_on = not between.strip(", \t\r\n") or (len(rows) == 1 and _VALUES.fullmatch(between))
        if rows and (not goes_on or len(row) != len(rows[0])):
            yield rows
            rows = []
        rows.append(row)
        end = found.end()
    if rows:
        yield rows


def _lines(text: str) -> Iterator[list[Row]]:
    """Lines with the same sign between as many cells each; those that are ruled are left out."""
    for sign in _SEPARATORS:
        if text.count(sign) < _FEWEST_SIGNS:
            continue
        rows = [_split(text, start, end, sign) for start, end in _line_places(text)]
        for width, group in groupby(rows, key=len):
            together = [row for row in group if any(any(map(str.isalnum, cell.of(text))) for cell in row)]
            if width > 1 and len(together) > 1:
                yield together


def _has_header(text: str, rows: Sequence[Row]) -> bool:
    """Whether the first row says what the others hold: labels in half of its cells, or no digit where all others have one."""
    cells = [cell.of(text) for cell in rows[0]]
    if any(map(str.isdigit, "".join(cells))) or len(rows) < 2:
        return False
    labels = sum(is_label(cell) for cell in cells)
    if labels > 1 and 2 * labels >= sum(map(bool, cells)):
        return True
    return all(any(any(map(str.isdigit, cell.of(text))) for cell in row) for row in rows[1:])


def _line_places(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1


def _split(text: str, start: int, end: int, sign: str) -> Row:
    """The cells between two places, without quotes and blanks around them."""
    cells = []
    while start <= end:
        found = _CELL[sign].match(text, start, end)
        stop = found.end() if found else end
        while stop < end and text[stop] != sign:
            stop += 1
        cells.append(_trim(text, start, stop))
        start = stop + 1
    return tuple(cells)


def _trim(text: str, start: int, end: int) -> Span:
    while start < end and text[start] in _AROUND:
        start += 1
    while end > start and text[end - 1] in _AROUND:
        end -= 1
    return Span(start, end)


def _may_be_name(text: str, cell: Span, language: Language) -> bool:
    """Whether a cell is a few words with a capital, without digits."""
    if not 0 < len(cell) <= _LONGEST_CELL:
        return False
    words = cell.of(text).split()
    if cell.of(text).casefold() in language.names.no_values:
        return False
    return 0 < len(words) <= _MOST_WORDS and all(map(_WORD.fullmatch, words)) and words[0][0].isupper()


def _kind_of(text: str, cell: Span, names: Sequence[Mention], starts: Sequence[int]) -> str:
    """The kind of the mention that a cell holds or lies in, or nothing."""
    at = bisect_left(starts, cell.end)
    if not at or names[at - 1].span.end <= cell.start:
        return ""
    return names[at - 1].kind
