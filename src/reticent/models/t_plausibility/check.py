"""Where a release breaks the promise: units that too few texts fit, and words that stand as they may not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reticent.detection.detector import Detector
from reticent.models.t_plausibility.cost import write_number
from reticent.models.t_plausibility.fitting import fit_edits
from reticent.models.t_plausibility.tally import Readings, kept_places, places_below, tallies
from reticent.models.t_plausibility.words import SensitiveWord
from reticent.plan import Release, Violation
from reticent.rendering.tracing import Trace
from reticent.text import Context, Span

NAME = "t-plausibility"


def find_violations(
    words: Sequence[SensitiveWord],
    release: Release,
    *,
    readings: Readings,
    detectors: Sequence[Detector],
    t: int,
    word_t: int,
    bounds: Callable[[SensitiveWord], bool],
    unit: Context,
) -> list[Violation]:
    """Every violation, given the sensitive words of the original; the released text is read by the detectors again.

    `bounds` says which words must be hidden among `word_t` words each.
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
            f"only {write_number(tally.texts)} texts could be the original of this {unit}, not {write_number(t)}",
        )
        for tally in tallies(readings, words, fitted)
        if not tally.reaches(t)
    ]
    plain = [
        Violation(
            NAME,
            _released_place(trace, place.mention.span),
            place.mention.kind,
            f"could be fewer than {write_number(word_t)} words",
        )
        for place in places_below(readings, list(filter(bounds, words)), fitted, word_t)
    ]
    return kept + sensitive + guessable + plain


def _released_place(trace: Trace, span: Span) -> Span:
    """Where a place of the original stands in the released text; where it stood, if nothing of it is left."""
    return trace.to_released(span) or Span(span.start, span.start)
