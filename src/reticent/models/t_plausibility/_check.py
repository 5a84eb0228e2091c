"""Where a release breaks the promise: units that too few texts fit, and words that stand as they may not.

Edits that were found between two texts are fitted to the sensitive words of the original first. Somebody who has both texts and no plan sees
that "marijuana marijuana" became "soft drug soft drug", or that one word of "kidney disease" changed. Of all ways to share out what stands there
now, the one that hides most is as true as any other: every text that it leaves open could have been the original.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log2

from reticent.detection.detector import Detector
from reticent.models.t_plausibility._belief import Belief
from reticent.models.t_plausibility._cost import write_number
from reticent.models.t_plausibility._tally import (
    Readings,
    UnitTally,
    kept_places,
    places_below,
    read_shown,
    tallies,
)
from reticent.models.t_plausibility._words import SensitiveWord
from reticent.plan import Edit, Release, Violation
from reticent.rendering.placeholders import is_written
from reticent.rendering.tracing import Trace
from reticent.text import Context, Span

NAME = "t-plausibility"


def find_violations(
    words: Sequence[SensitiveWord],
    release: Release,
    *,
    readings: Readings,
    detectors: Sequence[Detector],
    targets: Sequence[int],
    least: Mapping[str, int],
    unit: Context,
    belief: Belief | None = None,
) -> list[Violation]:
    """Every violation, given the sensitive words of the original; the released text is read by the detectors again.

    `targets` are the t of every unit, `least` how many words each word must be hidden among, by its form.
    """
    trace = Trace.of(release.edits)
    fitted = fit_edits(release, words, readings)
    kept = [
        Violation(NAME, _released_place(trace, place.mention.span), place.mention.kind, "stands as it was")
        for place in kept_places(words, fitted)
    ]
    sensitive = [
        Violation(NAME, mention.span, mention.kind, "the release holds a sensitive word")
        for detector in detectors
        for mention in detector.mentions(release.released)
    ]
    guessable = [
        Violation(
            NAME,
            _released_place(trace, tally.place),
            "PLAUSIBILITY",
            _explain(tally, unit),
        )
        for tally in tallies(readings, words, fitted, targets, belief)
        if not tally.reaches_t
    ]
    plain = [
        Violation(
            NAME,
            _released_place(trace, place.mention.span),
            place.mention.kind,
            f"could be fewer than {write_number(least[word.form])} words",
        )
        for word in words
        for place in places_below(readings, [word], fitted, least)
    ]
    return kept + sensitive + guessable + plain


def _explain(tally: UnitTally, unit: Context) -> str:
    if tally.believed is not None and tally.believed < min(tally.t, tally.texts):
        return (
            f"only {write_number(tally.believed)} texts of which the corpus has met every two words together could be the original of"
            f" this {unit}, not {write_number(tally.t)}"
        )
    return f"only {write_number(tally.texts)} texts could be the original of this {unit}, not {write_number(tally.t)}"


def _released_place(trace: Trace, span: Span) -> Span:
    """Where a place of the original stands in the released text; where it stood, if nothing of it is left."""
    return trace.to_released(span) or Span(span.start, span.start)


_PIECE = re.compile(r"\[[^\]]*\]|\S+")
_LONGEST = 8
"""Words that a generalization may have at most: ways to share out a text multiply with it; chosen by hand."""


@dataclass(frozen=True, slots=True)
class _Sensitive:
    span: Span
    form: str


def fit_edits(release: Release, words: Sequence[SensitiveWord], readings: Readings) -> Release:
    """The release with one edit for each sensitive word that changed; edits that fit already stay as they are."""
    places = sorted(
        (_Sensitive(place.mention.span, place.form) for word in words for place in word.places),
        key=lambda place: place.span,
    )
    edits: list[Edit] = []
    for inside, changes in _clusters(places, release):
        edits += changes if _fits(inside, changes) else _share_out(release, inside, changes, readings)
    return replace(release, edits=tuple(sorted(edits, key=lambda edit: edit.span)))


def _clusters(
    places: Sequence[_Sensitive], release: Release
) -> Iterator[tuple[list[_Sensitive], list[Edit]]]:
    """The edits with the places that they meet; those that hang together, or have nothing but blanks between them, in one."""
    starts, ends = [place.span.start for place in places], [place.span.end for place in places]
    inside: list[_Sensitive] = []
    changes: list[Edit] = []
    end = 0
    for edit in release.edits:
        met = places[bisect_right(ends, edit.span.start) : bisect_left(starts, edit.span.end)]
        start = min([edit.span.start, *(place.span.start for place in met)])
        if changes and release.original.text[end:start].strip():
            yield inside, changes
            inside, changes = [], []
        inside += [place for place in met if place not in inside[-1:]]
        changes.append(edit)
        end = max([end, edit.span.end, *(place.span.end for place in met)])
    if changes:
        yield inside, changes


def _fits(inside: Sequence[_Sensitive], changes: Sequence[Edit]) -> bool:
    """Whether each word has an edit of its own that takes all of it."""
    meeting = [[place for place in inside if place.span.overlaps(edit.span)] for edit in changes]
    alone = [
        met[0]
        for met, edit in zip(meeting, changes, strict=True)
        if len(met) == 1 and edit.span.covers(met[0].span)
    ]
    return len(alone) == len(inside) and all(len(met) < 2 for met in meeting)


def _share_out(
    release: Release, inside: Sequence[_Sensitive], changes: Sequence[Edit], readings: Readings
) -> Sequence[Edit]:
    hull = changes[0].span.hull(changes[-1].span).hull(inside[0].span).hull(inside[-1].span)
    text = _read_released(release, hull)
    parts = _best_parts(text, [place.form for place in inside], readings)
    if not parts or (len(inside) == 1 and not _is_changed(release, inside[0], changes, parts[0], readings)):
        return changes
    return [
        Edit(place.span, part, changes[0].decision, placeholder=is_written(part))
        for place, part in zip(inside, parts, strict=True)
    ]


def _best_parts(text: str, forms: Sequence[str], readings: Readings) -> list[str]:
    """The text in as many parts as there are words, such that most of them hide their word, and hide it best."""
    pieces = [piece.span() for piece in _PIECE.finditer(text)]
    ways: dict[int, tuple[int, float, list[str]]] = {0: (0, 0.0, [])}
    for form in forms:
        further: dict[int, tuple[int, float, list[str]]] = {}
        for begin, (hiding, bits, before) in ways.items():
            for end in range(begin + 1, min(begin + _LONGEST, len(pieces)) + 1):
                part = text[pieces[begin][0] : pieces[end - 1][1]]
                volume = readings.plausible(form, read_shown(part, placeholder=is_written(part)))
                hides = volume > readings.domain.one or (end == begin + 1 and is_written(part))
                way = (hiding + hides, bits + log2(volume), [*before, part])
                further[end] = max(way, further.get(end, way))
        ways = further
    return ways[len(pieces)][2] if len(pieces) in ways else []


def _read_released(release: Release, span: Span) -> str:
    """What stands in the released text where a stretch of the original stood, whose ends no edit crosses."""
    growth = [(edit.span, len(edit.text) - len(edit.span)) for edit in release.edits]
    start = span.start + sum(more for place, more in growth if place < span and not span.covers(place))
    return release.released.text[
        start : start + len(span) + sum(more for place, more in growth if span.covers(place))
    ]


def _is_changed(
    release: Release, place: _Sensitive, changes: Sequence[Edit], part: str, readings: Readings
) -> bool:
    """Whether a word that several edits meet is hidden by what stands there, or no letter of it is left."""
    left = any(
        character.isalnum() and not any(edit.span.start <= at < edit.span.end for edit in changes)
        for at, character in enumerate(place.span.of(release.original.text), place.span.start)
    )
    shown = read_shown(part, placeholder=is_written(part))
    return not left or readings.plausible(place.form, shown) > readings.domain.one
