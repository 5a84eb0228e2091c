"""The one road of documents: plan, render, audit, and again until every promise holds."""

from reticent.engine.documents import execute, point_out, run, run_one, run_plan, run_together, sanitize
from reticent.engine.outcome import Outcome, text_or_error
from reticent.engine.rules import Pseudonyms, Rules

__all__ = [
    "Outcome",
    "Pseudonyms",
    "Rules",
    "execute",
    "point_out",
    "run",
    "run_one",
    "run_plan",
    "run_together",
    "sanitize",
    "text_or_error",
]
