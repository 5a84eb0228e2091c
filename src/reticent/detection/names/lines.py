"""Names on lines or in cells of their own are names of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from reticent.detection.names.gaps import EMPTY_LINE, LINE, WIDE, ends_item

if TYPE_CHECKING:
    from reticent.detection.names.cased_text import CasedText
    from reticent.detection.names.spans import NameRange

_RULES = frozenset("|¦│┃║‖")
"""What is drawn between the cells of a table."""


def split_by_line(text: str, cased: CasedText, place: NameRange) -> Iterator[NameRange]:
    """The parts of a finding on lines or in cells of their own: after a line too short to be wrapped, or a wide gap."""
    begin = place.begin
    for word in range(place.begin + 1, place.end + 1):
        if word == place.end or _parts(text, cased, word):
            if any(any(map(str.isalnum, each)) for each in cased.words[begin:word]):
                yield (
                    place
                    if word - begin == place.end - place.begin
                    else replace(place, begin=begin, end=word)
                )
            begin = word


def _parts(text: str, cased: CasedText, word: int) -> bool:
    """Whether a new item begins with this word."""
    gap = cased.gaps[word]
    if gap in {WIDE, EMPTY_LINE} or cased.words[word] in _RULES or cased.words[word - 1] in _RULES:
        return True
    return gap == LINE and ends_item(text, cased.ends[word - 1], cased.starts[word])
