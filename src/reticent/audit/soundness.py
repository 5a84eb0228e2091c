"""What a plan may not do, whoever wrote it: name kinds of its own, or cut what was found in two."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile

from reticent.detection.settling import settle
from reticent.errors import PlanError
from reticent.models.privacy_model import PrivacyModel, UsesDetectors
from reticent.plan import Plan
from reticent.rendering.placeholders import Knows
from reticent.text import Document, Mention, Span, merge_spans


def require_sound(
    document: Document,
    plan: Plan,
    models: Sequence[PrivacyModel],
    kinds: Iterable[str],
    knows: Knows | None = None,
) -> None:
    """Raise a PlanError unless every kind is declared, every stand-in known and every finding goes whole or not at all.

    A kind becomes the words of a placeholder, so that an undeclared one could carry anything; and what is left of a
    finding that goes in part may be too little for a detector to find it again.
    """
    declared = frozenset(kinds)
    for number, decision in enumerate(plan.decisions):
        if decision.becomes is None and decision.kind not in declared:
            raise PlanError(
                f"decision {number + 1} of the plan for '{document.id}' has a kind that the policy does not declare:"
                f" use one of {', '.join(sorted(declared))}"
            )
        if decision.stand_in is not None and not (knows and knows(decision.stand_in)):
            raise PlanError(
                f"decision {number + 1} of the plan for '{document.id}' has a stand-in that no vault gave: name the vault"
                " with --pseudonyms, or take it out"
            )
    taken = merge_spans(span for decision in plan.decisions for span in decision.spans)
    for mention in _findings(document, models):
        if _is_cut(document.text, mention.span, taken):
            raise PlanError(
                f"the plan for '{document.id}' changes only a part of what was found at characters"
                f" {mention.span.start} to {mention.span.end} ({mention.kind}): change all of it, or none"
            )


def _findings(document: Document, models: Sequence[PrivacyModel]) -> list[Mention]:
    detectors = [each for model in models if isinstance(model, UsesDetectors) for each in model.detectors]
    return settle(mention for detector in detectors for mention in detector.mentions(document))


def _is_cut(text: str, span: Span, taken: Sequence[Span]) -> bool:
    """Whether some letters or digits of a place go and others stay."""
    fates = {gone for character, gone in _fates(text, span, taken) if character.isalnum()}
    return len(fates) > 1


def _fates(text: str, span: Span, taken: Sequence[Span]) -> Iterator[tuple[str, bool]]:
    """The characters of a place, and whether they go; `taken` are in order and apart."""
    first = bisect_right(taken, span.start, key=lambda each: each.end)
    met = list(takewhile(lambda each: each.start < span.end, islice(taken, first, None)))
    for place in range(span.start, span.end):
        yield text[place], any(each.start <= place < each.end for each in met)
