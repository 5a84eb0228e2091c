"""Counts the plausible originals of a release, from the taxonomy and the edits alone."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from reticent.models.t_plausibility.cost import cost
from reticent.models.t_plausibility.readings import Readings
from reticent.models.t_plausibility.words import Place, Word, by_unit
from reticent.plan import Edit, Release
from reticent.text import Span


class _Fate(Enum):
    """What became of a place without leaving a word to read."""

    KEPT = "kept"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Tally:
    """One unit of the original: where its first sensitive word stood, and what each of its words counts now.

    `volumes` are multiples of `one`, in the order of the words; `shown` are those of words that are not removed, and
    `kept` says how many stand as they were. Kept and removed words count as one word.
    """

    place: Span
    volumes: tuple[int, ...]
    one: int
    kept: int
    shown: tuple[int, ...]

    @property
    def removed(self) -> int:
        """How many of the words are gone."""
        return len(self.volumes) - len(self.shown)

    @property
    def texts(self) -> int:
        """How many texts could have been the original of the unit, rounded down."""
        return int(math.prod(self.volumes) // self.one ** len(self.volumes))

    @property
    def bits(self) -> tuple[float, ...]:
        """The entropy of each word."""
        return tuple(math.log2(volume) - math.log2(self.one) for volume in self.volumes)

    def cost(self, t: int, alpha: float) -> float:
        """Equation 1, removed words taken for kept ones."""
        chains = [(volume,) for volume in self.volumes]
        return cost(chains, [0] * len(chains), t * self.one ** len(chains), alpha)

    def reaches(self, t: int) -> bool:
        """Whether t texts could have been the original, or nothing is left that a guess could start from."""
        return self.removed == len(self.volumes) or (
            math.prod(self.volumes) >= t * self.one ** len(self.volumes)
        )


def tallies(readings: Readings, words: Sequence[Word], release: Release) -> list[Tally]:
    """One tally for each unit with sensitive words, in order; `words` are those of the original."""
    found = []
    starts = [edit.span.start for edit in release.edits]
    for unit, inside in by_unit(words).items():
        places = [[place for place in word.places if place.unit == unit] for word in inside]
        fates = [[_fate(place.mention.span, release.edits, starts) for place in group] for group in places]
        volumes = [
            min(_volume(readings, word.form, fate) for fate in group)
            for word, group in zip(inside, fates, strict=True)
        ]
        found.append(
            Tally(
                place=min(group[0].mention.span for group in places),
                volumes=tuple(volumes),
                one=readings.domain.one,
                kept=sum(_Fate.KEPT in group for group in fates),
                shown=tuple(
                    volume for volume, group in zip(volumes, fates, strict=True) if set(group) != {_Fate.GONE}
                ),
            )
        )
    return found


def kept_places(words: Sequence[Word], release: Release) -> list[Place]:
    """The places of words that must go and still stand, at least in part."""
    starts = [edit.span.start for edit in release.edits]
    return [
        place
        for word in words
        if word.must_go
        for place in word.places
        if _fate(place.mention.span, release.edits, starts) is _Fate.KEPT
    ]


def places_below(readings: Readings, words: Sequence[Word], release: Release, word_t: int) -> list[Place]:
    """The places that show a word which could be fewer than `word_t` words; what is removed shows none."""
    starts = [edit.span.start for edit in release.edits]
    return [
        place
        for word in words
        for place in word.places
        if (fate := _fate(place.mention.span, release.edits, starts)) is not _Fate.GONE
        and _volume(readings, word.form, fate) < word_t * readings.domain.one
    ]


def _volume(readings: Readings, form: str, fate: str | _Fate) -> int:
    return readings.plausible(form, fate) if isinstance(fate, str) else readings.domain.one


def _fate(span: Span, edits: Sequence[Edit], starts: Sequence[int]) -> str | _Fate:
    """The words that took the place, or that it was kept (if only in part) or removed."""
    first = max(0, bisect_right(starts, span.start) - 1)
    met = [edit for edit in edits[first : bisect_left(starts, span.end)] if edit.span.overlaps(span)]
    if sum(min(edit.span.end, span.end) - max(edit.span.start, span.start) for edit in met) < len(span):
        return _Fate.KEPT
    if all(edit.placeholder for edit in met):
        return _Fate.GONE
    return met[0].text if len(met) == 1 else _Fate.KEPT
