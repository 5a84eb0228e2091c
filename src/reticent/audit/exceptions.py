"""What a plan may do against a promise: what a person declares, by place in the released text; and what none may do."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice, takewhile
from typing import Any

from reticent.detection.detector import settle
from reticent.errors import DocumentError, PlanError
from reticent.models.privacy_model import CompleteModel
from reticent.plan import DeclaredException, Plan, Promise, Release, Violation
from reticent.rendering.placeholders import IsStandIn
from reticent.rendering.tracing import Trace
from reticent.text import Document, Mention, Span, merge_spans

SCHEMA = 1  # the version of a file of exceptions


def exceptions_in_release(plan: Plan, release: Release) -> tuple[DeclaredException, ...]:
    """The exceptions of a plan at their places in the released text; what went after all needs none."""
    trace = Trace.of(release.edits)
    moved = [
        replace(
            each, spans=tuple(place for span in each.spans if (place := trace.to_released(span))), what=()
        )
        for each in plan.exceptions
    ]
    return tuple(each for each in moved if each.spans)


def is_excepted(violation: Violation, exceptions: Sequence[DeclaredException]) -> bool:
    """Whether a violation lies wholly inside places that somebody keeps; of a group, whether one of its terms does.

    A term that stands at several places is kept at all of them or at none: one more place tells as much.
    """
    places = [span for each in exceptions for span in each.spans]
    return any(
        all(span and any(place.covers(span) for place in places) for span in member)
        for member in violation.members or ((violation.span,),)
    )


def exceptions_to_json(kept: Sequence[tuple[Document, Sequence[DeclaredException]]]) -> str:
    """The exceptions of released documents as a file that `exceptions_from_json` reads; it quotes no document."""
    documents = [
        {
            "released": document.fingerprint,
            "exceptions": [describe_exception(each) for each in exceptions],
        }
        for document, exceptions in kept
    ]
    content = {"reticent": "exceptions", "schema": SCHEMA, "documents": documents}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


def describe_exception(exception: DeclaredException) -> dict[str, Any]:
    """An exception as values that JSON can carry."""
    spans = [[span.start, span.end] for span in exception.spans]
    return {"spans": spans, "reason": exception.reason, "by": exception.by}


def state_promises(plan: Plan, asked: Mapping[str, str] | None = None) -> tuple[Promise, ...]:
    """The promises of a plan, each with the exceptions that people made from it, and with what readers answered who were asked."""
    named = "; ".join(_state_exception(each) for each in plan.exceptions)
    kept = f" Except at what a person keeps: {named}." if named else ""
    told = {name: f" {each}" for name, each in (asked or {}).items()}
    return tuple(
        replace(promise, statement=f"{promise.statement}{told.get(promise.model, '')}{kept}")
        for promise in plan.promises
    )


def _state_exception(exception: DeclaredException) -> str:
    places = len(exception.spans)
    return (
        f"{places} place{'' if places == 1 else 's'} kept by {exception.by or 'somebody without a name'},"
        f" because {exception.reason.rstrip('. ') or 'of a reason that was not given'}"
    )


def exceptions_from_json(text: str) -> dict[str, tuple[DeclaredException, ...]]:
    """The exceptions by the fingerprint of the released document that they were declared for."""
    try:
        content = json.loads(text)
        if content["reticent"] != "exceptions" or content["schema"] != SCHEMA:
            raise KeyError
        return {each["released"]: tuple(map(_exception, each["exceptions"])) for each in content["documents"]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise DocumentError(
            f"this is not a file of exceptions (version {SCHEMA}): give the one that"
            " 'reticent apply --exceptions FILE' wrote"
        ) from None


def _exception(entry: dict[str, Any]) -> DeclaredException:
    spans = tuple(Span(int(start), int(end)) for start, end in entry["spans"])
    return DeclaredException(spans, str(entry["reason"]), str(entry.get("by", "")))


def require_sound(
    document: Document,
    plan: Plan,
    models: Sequence[CompleteModel],
    kinds: Iterable[str],
    is_stand_in: IsStandIn | None = None,
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
        if decision.stand_in is not None and not (is_stand_in and is_stand_in(decision.stand_in)):
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


def _findings(document: Document, models: Sequence[CompleteModel]) -> list[Mention]:
    detectors = [each for model in models for each in model.detectors]
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
