"""What becomes of the terms that go, in the words of a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reticent.models.k_safety.explanation import Shield
from reticent.plan import Decision
from reticent.text.span import Span

NAME = "k-safety"
KIND = "TERM"


@dataclass(frozen=True, slots=True)
class Departure:
    """A term that goes from all its places: whom that shields, what stands there instead, and how it was written.

    `variants` says of places where it is written in another way how that is.
    """

    term: str = field(repr=False)
    spans: tuple[Span, ...]
    shield: Shield | None
    becomes: str | None = field(default=None, repr=False)
    variants: Mapping[Span, str] = field(default_factory=dict, repr=False)


def decide(departure: Departure, names: Mapping[int, str], least: Mapping[int, int]) -> Decision:
    """The decision that one term goes; without a shield it goes because others don't see it either."""
    written = sorted({departure.variants[span] for span in departure.spans if span in departure.variants})
    evidence: dict[str, object] = {"term": departure.term}
    if written:
        evidence["written"] = written
    how = f"; it is written here as {', '.join(written)}" if written else ""
    shield = departure.shield
    if shield is None:
        reason = f"a reader who is cleared for more does not see it either{how}"
        return Decision(departure.spans, KIND, departure.becomes, reason, NAME, evidence=evidence)
    evidence |= {
        "shields": names[shield.entity],
        "fits_before": shield.before,
        "fits_after": shield.after,
        "fits_if_kept": shield.if_kept,
    }
    reason = shield.sentence(least[shield.entity]) + how
    return Decision(departure.spans, KIND, departure.becomes, reason, NAME, evidence=evidence)


def part_places(places: Mapping[str, Sequence[Span]]) -> dict[str, tuple[Span, ...]]:
    """The terms with their places; where two overlap the first takes both."""
    taken: dict[str, list[Span]] = {}
    last: tuple[str, Span] | None = None
    for span, term in sorted((span, term) for term, spans in places.items() for span in spans):
        if last and last[1].overlaps(span):
            last = (last[0], last[1].hull(span))
            taken[last[0]][-1] = last[1]
            continue
        taken.setdefault(term, []).append(span)
        last = (term, span)
    return {term: tuple(spans) for term, spans in taken.items()}
