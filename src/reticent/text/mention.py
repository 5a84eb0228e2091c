"""A place worth looking at, and the protocol of everything that finds such places."""

from __future__ import annotations

from dataclasses import dataclass

from reticent.text.span import Span


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in a document that some detector, tool or person points at.

    `score` is the detector's confidence from 0 to 1; `reason` says what made it likely without quoting the text;
    `entity` numbers the people and things of one document, so that their replacements can agree.
    """

    span: Span
    kind: str
    score: float = 1.0
    reason: str = ""
    entity: int | None = None
