"""What a term could be instead, and why it can't stay: plain values for whoever reviews a plan.

From mentions to decisions: one for each term, at all its places.

What is left of places that should have gone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from reticent.plan import Decision, Release
from reticent.rendering.tracing import Trace
from reticent.text import Document, Mention, Span
from reticent.text.sentences import normal_words


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


def decide_by_term(
    document: Document,
    mentions: Iterable[Mention],
    *,
    model: str,
    reason: str = "",
    becomes: Callable[[Sequence[Mention]], str | None] = lambda places: None,
) -> list[Decision]:
    """A decision for each term and entity that mentions of a kind point at; `reason` is for a mention that gives none."""
    groups: dict[tuple[str, str, int | None], list[Mention]] = {}
    for mention in mentions:
        form = " ".join(normal_words(mention.span.of(document.text)))
        groups.setdefault((mention.kind, form, mention.entity), []).append(mention)
    return [
        Decision(
            spans=tuple(mention.span for mention in places),
            kind=kind,
            becomes=becomes(places),
            reason=places[0].reason or reason,
            model=model,
            entity=entity,
            evidence={"score": max(mention.score for mention in places)},
        )
        for (kind, _, entity), places in groups.items()
    ]


def find_survivors(release: Release, mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions of which a letter or a digit stands outside every edit, at their places in the released text."""
    looked_for = list(mentions)
    if not looked_for:
        return []
    text = release.original.text
    gone = bytearray(len(text))
    for edit in release.edits:
        gone[edit.span.start : edit.span.end] = b"\1" * len(edit.span)
    trace = Trace.of(release.edits)
    return [
        replace(mention, span=span)
        for mention in looked_for
        if any(not gone[at] and text[at].isalnum() for at in range(mention.span.start, mention.span.end))
        and (span := trace.to_released(mention.span))
    ]
