"""What a term could be instead, and why it can't stay: plain values for whoever reviews a plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from reticent.plan import Decision
from reticent.text import Span


@dataclass(frozen=True, slots=True)
class Reason:
    """A smallest group of terms that tells too much, with what it tells of and the figures; `sentence` quotes nothing."""

    group: tuple[str, ...] = field(repr=False)
    about: str = field(repr=False)
    sentence: str
    evidence: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rung:
    """Something that a term can become, and the bits that it then tells.

    `becomes` is a dictionary form, None for a placeholder; `text` is what a person is shown; `spans` are the places that it takes, which are a part of the
    term's where some of its words stay. `reasons` are the groups that it would complete: it leaks if there are any.
    """

    becomes: str | None = field(repr=False)
    text: str = field(repr=False)
    bits: float
    spans: tuple[Span, ...]
    reasons: tuple[Reason, ...] = ()

    @property
    def leaks(self) -> bool:
        """Whether the audit would most likely find a violation."""
        return bool(self.reasons)


class Prospect(Protocol):
    """What a document would tell if some decisions, and no others, were carried out."""

    def reasons(self, spans: Sequence[Span]) -> list[Reason]:
        """All smallest groups that the terms at these places would complete if they stood."""

    def alternatives(self, spans: Sequence[Span]) -> list[Rung]:
        """What the term at these places could become, the most telling first."""


class Hints(Protocol):
    """What a model found out about a document while it planned, kept for questions: it warns, and promises nothing."""

    def after(self, decisions: Sequence[Decision]) -> Prospect:
        """What can be said once these decisions are carried out."""

    def bits(self, spans: Sequence[Span]) -> float:
        """How much the terms at these places tell."""

    def loss(self, decisions: Sequence[Decision]) -> float:
        """The bits that decisions lose: what their terms tell, less what stands there afterwards."""
