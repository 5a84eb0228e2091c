"""Columns inside running text: rows of a dump, lines of a pasted table, fields of the same name.

Where most cells of a column are names, the others are too, whatever words they are: "Day" among surnames, "Mobile"
among towns. They count at their places alone.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

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
_SEPARATORS = (",", ";", "\t", "|")
_CELL = {sign: re.compile(rf"""\s*(?:"[^"\n]*"|'[^'\n]*'|[^{re.escape(sign)}\n]*)""") for sign in _SEPARATORS}
_AROUND = " \t\n\r\"'`"
_WORD = re.compile(r"[^\W\d_]+(?:[.'’-][^\W\d_]*)*")
Row = tuple[Span, ...]


def find_in_columns(text: str, mentions: Sequence[Mention], language: Language) -> Iterator[Mention]:
    """Cells that are no mention yet, in columns of names."""
    names = [each for each in mentions if each.kind in _NAMED]
    if len(names) < _FEWEST_NAMES:
        return
    starts = [each.span.start for each in names]
    taken = {each.span for each in mentions}
    for cells in _columns(text, language):
        kinds = Counter(_kind_of(text, cell, names, starts) for cell in cells)
        total, other = kinds.total(), kinds.pop("", 0)
        if not other or not kinds or total < _FEWEST_ROWS:
            continue
        if kinds.total() < max(_FEWEST_NAMES, _SHARE * total):
            continue
        kind = kinds.most_common(1)[0][0]
        for cell in cells:
            if not _kind_of(text, cell, names, starts) and cell not in taken:
                yield Mention(cell, kind, _SCORE, _REASON)


def _columns(text: str, language: Language) -> Iterator[list[Span]]:
    """The cells of each column that may be names."""
    fields: dict[str, list[Span]] = defaultdict(list)
    for field in _FIELD.finditer(text):
        span = field.span("value") if field["key"] else field.span("text")
        fields[field["key"] or field["tag"]].append(_trim(text, *span))
    tables = [list(zip(*rows, strict=True)) for rows in (*_tuples(text), *_lines(text))]
    for cells in (*fields.values(), *(column for table in tables for column in table)):
        known = [cell for cell in cells if _may_be_name(text, cell, language)]
        if len(known) >= _FEWEST_ROWS:
            yield known


def _tuples(text: str) -> Iterator[list[Row]]:
    """Rows in round brackets, a comma between them, with as many cells each."""
    rows: list[Row] = []
    end = -1
    for found in _TUPLE.finditer(text):
        row = _split(text, found.start() + 1, found.end() - 1, ",")
        if rows and (text[end : found.start()].strip(", \t\r\n") or len(row) != len(rows[0])):
            yield rows
            rows = []
        rows.append(row)
        end = found.end()
    if rows:
        yield rows


def _lines(text: str) -> Iterator[list[Row]]:
    """Lines with the same sign between as many cells each; the first is left out where no other looks like it."""
    for sign in _SEPARATORS:
        if text.count(sign) < 2 * _FEWEST_ROWS:
            continue
        rows = [_split(text, start, end, sign) for start, end in _line_places(text)]
        for width, group in groupby(rows, key=len):
            if width > 1 and (together := list(group)):
                yield together[1:] if _is_header(text, together) else together


def _line_places(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for line in text.split("\n"):
        yield start, start + len(line)
        start += len(line) + 1


def _is_header(text: str, rows: Sequence[Row]) -> bool:
    """Whether no cell of the first row has a digit, and each of the others has one that has."""
    digits = [any(any(map(str.isdigit, cell.of(text))) for cell in row) for row in rows]
    return not digits[0] and all(digits[1:]) and len(rows) > 1


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
