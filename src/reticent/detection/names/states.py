"""What of a place is smaller than a state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from reticent.detection.regions import large_regions

if TYPE_CHECKING:
    from reticent.detection.names.cased_text import CasedText
    from reticent.detection.names.spans import NameRange

_ALSO_CITIES = frozenset({("new", "york"), ("washington",)})


def without_states(cased: CasedText, place: NameRange) -> Iterator[NameRange]:
    """A place without the states and countries between its commas: of "Austin, Texas" the city alone.

    "12 Texas Avenue" is no state, and "New York" one only behind the name of a smaller place.
    """
    begin = place.begin
    for word in range(place.begin, place.end + 1):
        if word < place.end and cased.words[word] != ",":
            continue
        first = begin == place.begin
        if begin < word and not _is_state(cased.words[begin:word], alone=first):
            whole = (begin, word) == (place.begin, place.end)
            yield place if whole else replace(place, begin=begin, end=word)
        begin = word + 1


def _is_state(words: list[str], *, alone: bool) -> bool:
    plain = [word.casefold() for word in words if word != "."]
    name = tuple(plain[1:] if plain[:1] == ["the"] else plain)
    return name in large_regions() and not (alone and name in _ALSO_CITIES)
