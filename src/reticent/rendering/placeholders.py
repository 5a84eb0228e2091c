"""Neutral marks such as `[EMAIL]` or `[PERSON 2]` that stand where words were."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from reticent.plan import Decision
from reticent.text import Document, merged
from reticent.text.span import Span


def label(kind: str) -> str:
    """The kind as a reader sees it: capitals, with spaces for underscores."""
    return kind.replace("_", " ").upper()


def marked(document: Document, kinds: Iterable[str]) -> Document:
    """The document with every placeholder of these kinds known as such.

    Only declared kinds count: a text that says `[JOHN SMITH]` must not slip through as a placeholder.
    """
    labels = "|".join(re.escape(label(kind)) for kind in sorted(kinds))
    if not labels:
        return document
    found = [Span(*match.span()) for match in re.finditer(rf"\[(?:{labels})(?: \d+)?\]", document.text)]
    return replace(document, placeholders=tuple(merged([*document.placeholders, *found])))


def namer(text: str, decisions: Sequence[Decision]) -> Callable[[Decision], str]:
    """A function that names the placeholder of a decision so that it can't be mistaken for anything in `text`.

    Decisions without an entity share `[KIND]`; entities are numbered within their kind in the order of the plan. Where
    the text already holds such a mark, numbers above all that stand there are used.
    """
    numbers: dict[str, dict[int, int]] = {}
    for decision in decisions:
        if decision.entity is not None:
            known = numbers.setdefault(decision.kind, {})
            known.setdefault(decision.entity, len(known) + 1)
    taken = {kind: _highest(text, kind) for kind in {decision.kind for decision in decisions}}

    def name(decision: Decision) -> str:
        base = taken[decision.kind]
        if decision.entity is None:
            return f"[{label(decision.kind)}]" if base < 0 else f"[{label(decision.kind)} {base + 1}]"
        return f"[{label(decision.kind)} {max(base, 0) + numbers[decision.kind][decision.entity]}]"

    return name


def _highest(text: str, kind: str) -> int:
    """The highest number of a mark of this kind in the text; 0 for a mark without one, -1 for none."""
    marks = re.findall(rf"\[{re.escape(label(kind))}(?: (\d{{1,9}}))?\]", text, re.IGNORECASE)
    return max((int(number or 0) for number in marks), default=-1)
