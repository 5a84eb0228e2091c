"""From mentions to decisions: one for each term, at all its places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from reticent.plan import Decision
from reticent.text import Document, Mention
from reticent.text.lemmas import normal_words


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
