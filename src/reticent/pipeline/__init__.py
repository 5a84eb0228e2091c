"""The story in one function: plan, render, audit, and again until every promise holds."""

from reticent.pipeline.outcome import Outcome, text_or_error
from reticent.pipeline.sanitizing import execute, keep_apart, placeholder_kinds, sanitize, sanitize_many

__all__ = [
    "Outcome",
    "execute",
    "keep_apart",
    "placeholder_kinds",
    "sanitize",
    "sanitize_many",
    "text_or_error",
]
