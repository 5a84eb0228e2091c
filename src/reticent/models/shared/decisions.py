"""From mentions to decisions, one for each term at all its places; and what is left of places that should have gone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from reticent.plan import Decision, Release
from reticent.rendering.tracing import Trace
from reticent.text import Document, Mention, Span
from reticent.text.sentences import normal_words


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


def meets(places: Sequence[Span], span: Span) -> bool:
    """Whether a span shares a character with one of these places, which are in order and apart."""
    at = bisect_right(places, span.start, key=lambda place: place.end)
    return at < len(places) and places[at].start < span.end


def narrow(span: Span, text: str) -> Span:
    """The place from its first letter or digit to its last."""
    held = [position for position in range(span.start, span.end) if text[position].isalnum()]
    return Span(held[0], held[-1] + 1)
