"""What a person keeps against a promise: declared by place in the released text, so that an audit can accept it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from reticent.errors import DocumentError
from reticent.plan import DeclaredException, Plan, Release, Violation
from reticent.rendering.tracing import Trace
from reticent.text import Document, Span

SCHEMA = 1


def exceptions_in_release(plan: Plan, release: Release) -> tuple[DeclaredException, ...]:
    """The exceptions of a plan at their places in the released text; what went after all needs none."""
    trace = Trace.of(release.edits)
    moved = [
        DeclaredException(
            tuple(place for span in each.spans if (place := trace.to_released(span))), each.reason
        )
        for each in plan.exceptions
    ]
    return tuple(each for each in moved if each.spans)


def is_excepted(violation: Violation, exceptions: Sequence[DeclaredException]) -> bool:
    """Whether a violation lies wholly inside one place that somebody keeps."""
    places = (span for each in exceptions for span in each.spans)
    return bool(violation.span) and any(span.covers(violation.span) for span in places)


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
    return {"spans": [[span.start, span.end] for span in exception.spans], "reason": exception.reason}


def exceptions_from_json(text: str) -> dict[str, tuple[DeclaredException, ...]]:
    """The exceptions by the fingerprint of the released document that they were declared for."""
    try:
        content = json.loads(text)
        if content["reticent"] != "exceptions" or content["schema"] != SCHEMA:
            raise KeyError
        return {each["released"]: tuple(map(_exception, each["exceptions"])) for each in content["documents"]}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise DocumentError(
            f"this is no file of exceptions (version {SCHEMA}): give the one that"
            " 'reticent apply --exceptions FILE' wrote"
        ) from None


def _exception(entry: dict[str, Any]) -> DeclaredException:
    spans = tuple(Span(int(start), int(end)) for start, end in entry["spans"])
    return DeclaredException(spans, str(entry["reason"]))
