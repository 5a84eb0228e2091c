"""What becomes of the terms that go, in the words of a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reticent.models.k_safety.explanation import Shield
from reticent.plan import Decision
from reticent.text.span import Span

NAME = "k-safety"
KIND = "TERM"


def decide(
    term: str,
    spans: tuple[Span, ...],
    shield: Shield | None,
    becomes: str | None,
    names: Mapping[int, str],
    k: int,
) -> Decision:
    """The decision that one term goes; without a shield it goes because others don't see it either."""
    if shield is None:
        reason = "a reader who is cleared for more does not see it either"
        return Decision(spans, KIND, becomes, reason, NAME, evidence={"term": term})
    evidence = {
        "term": term,
        "shields": names[shield.entity],
        "fits_before": shield.before,
        "fits_after": shield.after,
        "fits_if_kept": shield.if_kept,
    }
    return Decision(spans, KIND, becomes, shield.sentence(k), NAME, evidence=evidence)


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
