"""Places of a text that say the same, and the sentences that hold them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from reticent.text import Span


def sentences_with(sentences: Sequence[Span], places: Iterable[Span]) -> list[Span]:
    """The sentences that some place lies in, those together that one place lies across, in order and apart."""
    starts = [span.start for span in sentences]
    met = []
    for place in places:
        first = max(0, bisect_right(starts, place.start) - 1)
        last = max(0, bisect_right(starts, max(place.start, place.end - 1)) - 1)
        met.append(sentences[first].hull(sentences[last]).hull(place))
    joined: list[Span] = []
    for span in sorted(met):
        if joined and span.start < joined[-1].end:
            joined[-1] = joined[-1].hull(span)
        else:
            joined.append(span)
    return joined


def meets(spans: Sequence[Span], place: Span) -> bool:
    """Whether a place overlaps one of the spans, which are in order and apart."""
    at = bisect_right(spans, place.start, key=lambda span: span.start) - 1
    return (at >= 0 and spans[at].overlaps(place)) or (at + 1 < len(spans) and spans[at + 1].overlaps(place))


def outside(places: Sequence[Span], touched: Sequence[Span]) -> Sequence[Span]:
    """The places that meet none of the touched sentences."""
    return [place for place in places if not meets(touched, place)] if touched else places


def divide_lines(place: Span, text: str) -> list[Span]:
    """The lines of a place, without the blanks around them."""
    found, start = [], place.start
    for line in place.of(text).splitlines(keepends=True):
        bare = line.strip()
        if bare:
            begin = start + line.index(bare)
            found.append(Span(begin, begin + len(bare)))
        start += len(line)
    return found


Key = tuple[tuple[str, ...], frozenset[str], bool, bool]


class Groups:
    """Places that say the same: by words, by the entities that they name, and by whether they are nouns or names."""

    def __init__(self) -> None:
        self._spans: dict[Key, list[Span]] = {}
        self._names: dict[Key, dict[Span, str]] = {}

    def add(self, key: Key, spans: Sequence[Span], name: str) -> None:
        """Add places that say the same, with how the text writes them where they are a name."""
        if not spans:
            return
        held = self._spans.get(key)
        if held is None:
            self._spans[key] = list(spans)
        else:
            held.extend(spans)
        if name:
            self._names.setdefault(key, {})[spans[0]] = name

    def in_order(self) -> Iterator[tuple[Key, list[Span], str]]:
        """The groups in the order of their first places, each with its places in order and its first name."""
        for spans in self._spans.values():
            spans.sort(key=_ends)
        for key, spans in sorted(self._spans.items(), key=lambda item: _ends(item[1][0])):
            names = self._names.get(key)
            yield key, spans, names[min(names, key=_ends)] if names else ""


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end
