"""The story in one function: plan, render, audit, and again until every promise holds."""

from reticent.engine.documents import execute, keep_apart, placeholder_kinds, sanitize, sanitize_many
from reticent.engine.outcome import Outcome, text_or_error

__all__ = [
    "Outcome",
    "execute",
    "keep_apart",
    "placeholder_kinds",
    "sanitize",
    "sanitize_many",
    "text_or_error",
]
