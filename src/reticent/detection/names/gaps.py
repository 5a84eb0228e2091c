"""What stands between the words of a text: nothing, a blank, a wide blank as between cells, a line end, an empty line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

NOTHING, BLANK, WIDE, LINE, EMPTY_LINE = range(5)

_WIDE = 3
TAG = re.compile(
    r"</?(?i:b|big|cite|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|tt|u|var)"
    r"(?:\s(?i:class|style|color|size)=[^<>]{0,100})?>"
)
"""A tag inside a line that shows nothing by itself, and has no attribute that says anything."""

_SHORTEST_WRAPPED = 40


def read_gaps(text: str, starts: Sequence[int], ends: Sequence[int]) -> bytes:
    """What stands before each word, given where the words start and end."""
    known: dict[str, int] = {"": NOTHING, " ": BLANK}
    gaps = bytearray([EMPTY_LINE]) if starts else bytearray()
    for end, start in zip(ends, starts[1:], strict=False):
        between = text[end:start]
        gap = known.get(between)
        if gap is None:
            gap = known[between] = _classify(between)
        gaps.append(gap)
    return bytes(gaps)


def _classify(between: str) -> int:
    if "<" in between:
        between = TAG.sub("", between)
        if len(between) <= 1 and between != "\n":
            return BLANK if between else NOTHING
    lines = between.count("\n")
    if lines:
        return EMPTY_LINE if lines > 1 else LINE
    return WIDE if "\t" in between or len(between) >= _WIDE else BLANK


def find_item_ends(text: str, starts: Sequence[int], ends: Sequence[int], gaps: bytes) -> Iterator[int]:
    """The words that begin a new item: behind an empty line, or behind a line that is too short to be wrapped."""
    for word in range(1, len(gaps)):
        if gaps[word] == EMPTY_LINE or (gaps[word] == LINE and ends_item(text, ends[word - 1], starts[word])):
            yield word


def ends_item(text: str, end: int, start: int) -> bool:
    """Whether a line that is too short to be wrapped ends between two places of a text."""
    line = text.find("\n", end, start)
    return line >= 0 and line - (text.rfind("\n", 0, line) + 1) < _SHORTEST_WRAPPED
