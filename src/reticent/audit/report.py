"""The report on a release: what was promised, relative to what, what changed and what the audit found.

It quotes no document, but it tells more than the release does (how much went, and what of): it stays with the original.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from reticent.audit.exceptions import describe_exception, state_promises
from reticent.audit.utility import Utility, measure_utility
from reticent.detection.columns import REASONS
from reticent.models.filling import is_invented
from reticent.plan import Plan, Release, Violation
from reticent.text import Document, Span
from reticent.text.document import line_and_column
from reticent.text.tokens import token_texts

SCHEMA = 1
STAYS = (
    "This file tells more than the release does: keep it like the original, and publish the release alone."
)


def describe_release(
    plan: Plan,
    release: Release,
    *,
    utility: Utility | None = None,
    unseen: Sequence[Span] = (),
    language: str = "",
    arising: Sequence[Violation] = (),
) -> dict[str, Any]:
    """What a second person needs to check one released document again, as values that JSON can carry.

    `language` is one that no detector reads and that was allowed in it.
    The original's fingerprint is not in it: whoever has the released text could try every date in place of a
    `[DATE]` until the hash fits.
    """
    return {
        "document": plan.document,
        "released": release.released.fingerprint,
        "promises": [asdict(promise) for promise in state_promises(plan)],
        "edits": len(release.edits),
        "decisions": dict(sorted(Counter(decision.kind for decision in plan.decisions).items())),
        "words": describe_loss(release),
        "gaps": describe_gaps(plan),
        "by_column": count_by_column(plan),
        "utility": (utility or measure_utility(plan, release)).as_json(),
        "exceptions": [describe_exception(exception) for exception in plan.exceptions],
        "unseen": [[span.start, span.end] for span in unseen],
        "unread_language": language or None,
        "arising": locate(arising, release.released),
    }


def count_by_column(plan: Plan) -> int:
    """How many cells go because of their column, where no detector found them."""
    return sum(len(each.spans) for each in plan.decisions if each.reason in REASONS)


def describe_gaps(plan: Plan) -> dict[str, int]:
    """At how many places no mark shows what was removed: the gap was closed, or what stands there is invented."""
    return {
        "closed": sum(len(each.spans) for each in plan.decisions if each.becomes == ""),
        "invented": sum(len(each.spans) for each in plan.decisions if is_invented(each)),
    }


def describe_loss(release: Release) -> dict[str, int]:
    """How many words of the original were changed, and how many it has."""
    original = release.original.text
    changed = sum(len(token_texts(edit.span.of(original))) for edit in release.edits)
    return {"all": len(token_texts(original)), "changed": changed}


def make_report(
    name: str,
    documents: Sequence[Mapping[str, Any]],
    *,
    version: str,
    dropped: Mapping[str, int],
    warnings: Sequence[str] = (),
) -> dict[str, Any]:
    """The report on a file of one document or many; `dropped` counts what did not go out, by kind.

    `warnings` are sentences about what can't be told of it.
    """
    return {
        "reticent": "report",
        "schema": SCHEMA,
        "note": STAYS,
        "version": version,
        "name": name,
        "dropped": dict(dropped),
        "warnings": list(warnings),
        "documents": list(documents),
    }


def locate(violations: Sequence[Violation], document: Document) -> list[dict[str, Any]]:
    """The violations with the line and column where each stands."""
    place = line_and_column(document.text)
    rows = []
    for violation in violations:
        line, column = place(violation.span.start)
        rows.append(
            {
                "model": violation.model,
                "kind": violation.kind,
                "start": violation.span.start,
                "end": violation.span.end,
                "line": line,
                "column": column,
                "reason": violation.reason,
            }
        )
    return rows


def as_json(content: Mapping[str, Any]) -> str:
    """The report as it is written to a file."""
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"
