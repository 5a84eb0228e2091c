"""The sensitive words of a document, each with all its places, and the units that they stand in."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from reticent.detection.settling import settle
from reticent.text import Context, Document, Mention, contexts, normal_words


@dataclass(frozen=True, slots=True)
class Place:
    """A mention and the number of the unit that it begins in."""

    mention: Mention
    unit: int


@dataclass(frozen=True, slots=True)
class Word:
    """A sensitive word in its normal form with all its places; `must_go` when it may not stay as it is."""

    form: str = field(repr=False)
    places: tuple[Place, ...]
    must_go: bool

    @property
    def units(self) -> frozenset[int]:
        """The units that the word stands in."""
        return frozenset(place.unit for place in self.places)


def sensitive_words(
    document: Document,
    unit: Context,
    *,
    pointed_at: Iterable[Mention],
    nouns: Sequence[Mention],
    known: Callable[[str], bool],
) -> list[Word]:
    """The words in order of their first places.

    Those that are `pointed_at` must go, and those that no taxonomy knows, for they are unusual and so telling;
    other nouns need not.
    """
    must_go = list(pointed_at)
    starts = [span.start for span in contexts(document, unit)]
    touched = sorted((mention.span.start, mention.span.end) for mention in must_go)
    places: dict[str, list[Place]] = {}
    going: set[str] = set()
    for mention in settle([*must_go, *nouns]):
        form = " ".join(normal_words(mention.span.of(document.text)))
        number = max(0, bisect_right(starts, mention.span.start) - 1)
        places.setdefault(form, []).append(Place(mention, number))
        if _meets(mention, touched):
            going.add(form)
    return [
        Word(form, tuple(found), must_go=form in going or not known(form)) for form, found in places.items()
    ]


def by_unit(words: Iterable[Word]) -> dict[int, list[Word]]:
    """The words of each unit that has any, in the order of units."""
    units: dict[int, list[Word]] = {}
    for word in words:
        for unit in word.units:
            units.setdefault(unit, []).append(word)
    return dict(sorted(units.items()))


def _meets(mention: Mention, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a settled mention came of one of these: they are in order, and it covers those that it meets."""
    at = bisect_right(spans, (mention.span.start, -1))
    return at < len(spans) and spans[at][0] < mention.span.end
