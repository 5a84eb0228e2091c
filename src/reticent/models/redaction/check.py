"""Which dates may stand in a released text, from the definition of each mode."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.kinds import is_date
from reticent.models.redaction.dates import DateRule
from reticent.plan import Release
from reticent.rendering.tracing import Trace
from reticent.text import Mention, Span


def allowed_dates(mentions: Sequence[Mention], release: Release, rule: DateRule) -> frozenset[Span]:
    """The places of the released text among `mentions` whose date is no more exact than the rule allows.

    Under "shift" these are the full dates that stand where the original has another full date in the same layout,
    all as many days away from it as the first of them.
    """
    if rule.mode in ("remove", "number"):
        return frozenset()
    dates = [each.span for each in mentions if is_date(each.kind)]
    match rule.mode:
        case "year" | "month":
            return frozenset(span for span in dates if _is_coarse(span, release, rule))
        case "shift":
            return _moved_dates(dates, release, rule)
    return frozenset()


def _is_coarse(span: Span, release: Release, rule: DateRule) -> bool:
    found = rule.read(span.of(release.released.text), release.original)
    if found is None or found.day is not None:
        return False
    return found.month is None or rule.mode == "month"


def _moved_dates(dates: Sequence[Span], release: Release, rule: DateRule) -> frozenset[Span]:
    trace = Trace.of(release.edits)
    distances = {}
    for span in sorted(set(dates)):
        distance = _distance(span, _place_before(span, trace), release, rule)
        if distance:
            distances[span] = distance
    first = next(iter(distances.values()), None)
    return frozenset(span for span, distance in distances.items() if distance == first)


def _place_before(span: Span, trace: Trace) -> Span:
    """Where a date of the released text comes from, with what was only taken away at its ends.

    Who has both texts and no plan may see a part of a date go and another come: "2024-03-12" made "2024-12-03".
    """
    place = trace.to_original(span)
    gone = zip(trace.starts, trace.ends, trace.new_starts, trace.new_ends, strict=True)
    for start, end, new_start, new_end in gone:
        if new_start == new_end and new_start in (span.start, span.end):
            place = place.hull(Span(start, end))
    return place


def _distance(span: Span, before: Span, release: Release, rule: DateRule) -> int | None:
    """How many days a date was moved; None where either text has no full date, or another layout."""
    old = rule.read(before.of(release.original.text), release.original)
    new = rule.read(span.of(release.released.text), release.original)
    if old is None or new is None or old.date is None or new.date is None:
        return None
    return (new.date - old.date).days if old.write(new.date) == new.text else None
