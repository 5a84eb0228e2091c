"""The report on a release: what was promised, relative to what, and what the audit found. It quotes no document."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from reticent.plan import Plan, Release, Violation
from reticent.text import Document
from reticent.text.document import line_and_column


def report(plan: Plan, release: Release, violations: Sequence[Violation], *, version: str) -> dict[str, Any]:
    """All that a second person needs to check the release again, as values that JSON can carry.

    The original's fingerprint is not in it: whoever has the released text could try every date in place of a
    `[DATE]` until the hash fits.
    """
    return {
        "reticent": version,
        "document": plan.document,
        "released": release.released.fingerprint,
        "promises": [asdict(promise) for promise in plan.promises],
        "edits": len(release.edits),
        "decisions": dict(sorted(Counter(decision.kind for decision in plan.decisions).items())),
        "violations": located(violations, release.released),
    }


def located(violations: Sequence[Violation], document: Document) -> list[dict[str, Any]]:
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
