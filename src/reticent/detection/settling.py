"""Settles overlaps once, before anything is replaced, and joins detectors."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, count

from reticent.detection.declarations import declare_all
from reticent.detection.detector import Detector, languages_read
from reticent.text import Document, Mention, Span

_GENERAL = frozenset({"DATETIME", "CODE", "CONTACT", "QUANTITY", "MISC"})
"""Kinds that say less than another of the same words does."""

_FORM = "pattern "
"""How the reasons of patterns begin: a form with its check digits tells more than a guess about the same words."""


BY_HEADER = "the header of its column says so"
"""The reason of a cell that is what the header of its column says: that tells its kind better than its words do."""


def settle(mentions: Iterable[Mention]) -> list[Mention]:
    """The same places as disjoint mentions in order: those that overlap become one.

    The longest gives its kind, score, reason and entity; among equals one of the kind that a header says, then one whose
    kind says more ("EMAIL" more than "CONTACT"), then what a pattern found, then the likelier, then the earlier, then the first by the name of its kind. The one covers all that they covered, so no character that some detector pointed at is ever
    left out. Mentions that only touch stay apart.

    >>> [m.kind for m in settle([Mention(Span(0, 4), "A"), Mention(Span(2, 9), "B"), Mention(Span(9, 11), "C")])]
    ['B', 'C']
    """
    settled: list[Mention] = []
    cluster: list[Mention] = []
    end = -1
    for mention in sorted((m for m in mentions if m.span), key=_place):
        if cluster and mention.span.start >= end:
            settled.append(_winner(cluster, end))
            cluster = []
        cluster.append(mention)
        end = max(end, mention.span.end)
    return [*settled, _winner(cluster, end)] if cluster else settled


def agree_on_entities(
    first: Sequence[Mention], second: Sequence[Mention], *, above: int = -1
) -> list[Mention]:
    """The second reading of a text with entities that agree with the first: who stands at the same place is the same.

    Everybody else gets a number `above` this one that the first reading has not given, so that no two share one.

    >>> ann, bob = Mention(Span(0, 3), "PERSON", entity=1), Mention(Span(4, 7), "PERSON", entity=1)
    >>> [each.entity for each in agree_on_entities([ann], [bob])]
    [2]
    """
    if not second:
        return []
    ordered = sorted(first, key=_place)
    reach = list(accumulate((each.span.end for each in ordered), max))
    numbers: dict[int | None, int | None] = {None: None}
    for mention in second:
        first_met = bisect_right(reach, mention.span.start)
        for at in range(first_met, bisect_left(ordered, mention.span.end, key=lambda each: each.span.start)):
            other = ordered[at]
            if other.kind == mention.kind and other.entity is not None and other.span.overlaps(mention.span):
                numbers.setdefault(mention.entity, other.entity)
    fresh = count(1 + max([above, *(each.entity for each in first if each.entity is not None)]))
    for mention in second:
        if mention.entity not in numbers:
            numbers[mention.entity] = next(fresh)
    return [replace(each, entity=numbers[each.entity]) for each in second]


def outside(mentions: Iterable[Mention], placeholders: Sequence[Span]) -> list[Mention]:
    """The mentions without what lies in placeholders: of one that reaches into them, the words around them are left.

    >>> [m.span for m in outside([Mention(Span(0, 9), "A")], [Span(3, 6)])]
    [Span(start=0, end=3), Span(start=6, end=9)]
    """
    return [
        mention if piece == mention.span else replace(mention, span=piece)
        for mention in mentions
        for piece in _around(mention.span, placeholders)
    ]


def with_words(mentions: Iterable[Mention], document: Document) -> list[Mention]:
    """The mentions that hold a letter or a digit."""
    return [mention for mention in mentions if any(map(str.isalnum, mention.span.of(document.text)))]


def _around(span: Span, placeholders: Sequence[Span]) -> Iterator[Span]:
    """The pieces of `span` between placeholders, which are disjoint and in order."""
    start = span.start
    for placeholder in placeholders:
        if placeholder.overlaps(span):
            if start < placeholder.start:
                yield Span(start, placeholder.start)
            start = placeholder.end
    if start < span.end:
        yield Span(start, span.end)


def _winner(cluster: Sequence[Mention], end: int) -> Mention:
    told = {m.kind for m in cluster if m.reason == BY_HEADER}
    best = min(
        cluster,
        key=lambda m: (
            -len(m.span),
            bool(told) and m.kind not in told,
            m.kind in _GENERAL,
            not m.reason.startswith(_FORM),
            -m.score,
            m.span.start,
            m.kind,
            m.reason,
        ),
    )
    whole = Span(cluster[0].span.start, end)
    return best if best.span == whole else replace(best, span=whole)


def _place(mention: Mention) -> tuple[int, int]:
    return mention.span.start, mention.span.end


@dataclass(frozen=True, slots=True)
class Several:
    """Several detectors as one, whose mentions are settled."""

    detectors: tuple[Detector, ...]

    @property
    def kinds(self) -> frozenset[str]:
        """All kinds that any of them reports."""
        return frozenset().union(*(detector.kinds for detector in self.detectors))

    @property
    def languages(self) -> frozenset[str]:
        """What they read together."""
        return languages_read(self.detectors)

    @property
    def declared(self) -> Mapping[str, str]:
        """What all of them know; a name that comes twice is numbered."""
        return declare_all(self.detectors)

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Everything that any of them finds, disjoint and in order."""
        return settle(mention for detector in self.detectors for mention in detector.mentions(document))


def several(*detectors: Detector) -> Several:
    """One detector that finds what each of `detectors` finds."""
    return Several(detectors)
