"""Names on lines of their own are names of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reticent.detection.names.cased_text import CasedText
    from reticent.detection.names.spans import NameRange

_SHORTEST_WRAPPED = 40


def split_by_line(text: str, cased: CasedText, place: NameRange) -> Iterator[NameRange]:
    """The parts of a finding on lines of their own: after a line too short to be wrapped, the next is another item."""
    begin = place.begin
    for word in range(place.begin + 1, place.end + 1):
        if word == place.end or _ends_line(text, cased.ends[word - 1], cased.starts[word]):
            if any(any(map(str.isalnum, each)) for each in cased.words[begin:word]):
                yield (
                    place
                    if word - begin == place.end - place.begin
                    else replace(place, begin=begin, end=word)
                )
            begin = word


def _ends_line(text: str, end: int, start: int) -> bool:
    line = text.find("\n", end, start)
    return line >= 0 and line - (text.rfind("\n", 0, line) + 1) < _SHORTEST_WRAPPED
