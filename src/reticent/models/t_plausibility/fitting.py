"""Edits that were found between two texts, fitted to the sensitive words of the original.

Somebody who has both texts and no plan sees that "marijuana marijuana" became "soft drug soft drug", or that one word of
"kidney disease" changed. Of all ways to share out what stands there now, the one that hides most is as true as any
other: every text that it leaves open could have been the original.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import prod

from reticent.models.t_plausibility.readings import Readings
from reticent.models.t_plausibility.words import Word
from reticent.plan import Edit, Release
from reticent.text import Span

_PIECE = re.compile(r"\[[^\]]*\]|\S+")
_MOST_WORDS, _MOST_PIECES = 5, 14


@dataclass(frozen=True, slots=True)
class _Sensitive:
    span: Span
    form: str


def fit_edits(release: Release, words: Sequence[Word], readings: Readings) -> Release:
    """The release with one edit for each sensitive word that changed; edits that fit already stay as they are."""
    places = sorted(
        (_Sensitive(place.mention.span, word.form) for word in words for place in word.places),
        key=lambda place: place.span,
    )
    edits: list[Edit] = []
    for inside, changes in _clusters(places, release.edits):
        edits += changes if _fits(inside, changes) else _share_out(release, inside, changes, readings)
    return replace(release, edits=tuple(sorted(edits, key=lambda edit: edit.span)))


def _clusters(
    places: Sequence[_Sensitive], edits: Sequence[Edit]
) -> Iterator[tuple[list[_Sensitive], list[Edit]]]:
    """The edits with the places that they meet, those that hang together in one."""
    starts, ends = [place.span.start for place in places], [place.span.end for place in places]
    inside: list[_Sensitive] = []
    changes: list[Edit] = []
    for edit in edits:
        met = places[bisect_right(ends, edit.span.start) : bisect_left(starts, edit.span.end)]
        if changes and not (inside and met and inside[-1] == met[0]):
            yield inside, changes
            inside, changes = [], []
        inside += [place for place in met if place not in inside[-1:]]
        changes.append(edit)
    if changes:
        yield inside, changes


def _fits(inside: Sequence[_Sensitive], changes: Sequence[Edit]) -> bool:
    return not inside or (len(inside) == len(changes) == 1 and changes[0].span.covers(inside[0].span))


def _share_out(
    release: Release, inside: Sequence[_Sensitive], changes: Sequence[Edit], readings: Readings
) -> Sequence[Edit]:
    hull = changes[0].span.hull(changes[-1].span).hull(inside[0].span).hull(inside[-1].span)
    text = _read_released(release, hull)
    pieces = [piece.span() for piece in _PIECE.finditer(text)]
    if not len(inside) <= len(pieces) <= _MOST_PIECES or len(inside) > _MOST_WORDS:
        return changes
    cuts = combinations(range(1, len(pieces)), len(inside) - 1)
    ways = [_parts(text, pieces, (0, *cut, len(pieces))) for cut in cuts]
    volumes = [
        [readings.plausible(place.form, part) for place, part in zip(inside, way, strict=True)]
        for way in ways
    ]
    best = max(range(len(ways)), key=lambda number: prod(volumes[number]))
    if (
        len(inside) == 1
        and volumes[best] == [readings.domain.one]
        and not _all_gone(release, inside[0], changes)
    ):
        return changes
    return [
        Edit(place.span, part, changes[0].decision, placeholder=part.startswith("["))
        for place, part in zip(inside, ways[best], strict=True)
    ]


def _parts(text: str, pieces: Sequence[tuple[int, int]], cuts: Sequence[int]) -> list[str]:
    return [text[pieces[a][0] : pieces[b - 1][1]] for a, b in pairwise(cuts)]


def _read_released(release: Release, span: Span) -> str:
    """What stands in the released text where a stretch of the original stood, whose ends no edit crosses."""
    growth = [(edit.span, len(edit.text) - len(edit.span)) for edit in release.edits]
    start = span.start + sum(more for place, more in growth if place < span and not span.covers(place))
    return release.released.text[
        start : start + len(span) + sum(more for place, more in growth if span.covers(place))
    ]


def _all_gone(release: Release, place: _Sensitive, changes: Sequence[Edit]) -> bool:
    """Whether no letter or digit of a word is left outside the edits."""
    return not any(
        character.isalnum() and not any(edit.span.start <= at < edit.span.end for edit in changes)
        for at, character in enumerate(place.span.of(release.original.text), place.span.start)
    )
