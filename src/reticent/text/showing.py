"""A text with marks in place, for a notebook to draw.

Only methods called `show` make one: a notebook draws what has `_repr_html_` without being asked, and a document must never be
drawn unasked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from reticent.text.document import Span

_STYLES = {
    "gone": "background:#fde2e1;text-decoration:line-through",
    "new": "background:#dff0ea;border-radius:3px;padding:0 2px",
    "clue": "background:#fdefc3",
}
"""Colours that read on light pages; on dark ones the text keeps its own dark colour."""


@dataclass(frozen=True, slots=True)
class Shown:
    """What a notebook draws."""

    html: str = field(repr=False)

    def _repr_html_(self) -> str:
        return self.html


@dataclass(frozen=True, slots=True)
class Mark:
    """A place of the text: how it looks (`gone`, `new` or `clue`), what is said of it, and words put after it."""

    span: Span
    look: str
    tip: str = ""
    after: str = field(default="", repr=False)
    strength: float = 1.0


def show_text(text: str, marks: Iterable[Mark], *, heading: str = "") -> Shown:
    """The text with marks at their places; of two that overlap the first stays.

    >>> show_text("Ann called.", [Mark(Span(0, 3), "gone", "PERSON")]).html.count("<span")
    1
    """
    parts, at = [], 0
    for mark in sorted(marks, key=lambda each: each.span):
        if mark.span.start < at:
            continue
        parts += [escape(text[at : mark.span.start]), _draw(mark, text)]
        at = mark.span.end
    parts.append(escape(text[at:]))
    head = f"<p><b>{escape(heading)}</b></p>" if heading else ""
    return Shown(f'{head}<div style="white-space:pre-wrap;line-height:1.7">{"".join(parts)}</div>')


def _draw(mark: Mark, text: str) -> str:
    """The words of a mark, and what stands after them."""
    style = f"{_STYLES[mark.look]};color:#222222;opacity:{0.4 + 0.6 * mark.strength:.2f}"
    drawn = f'<span style="{style}" title="{escape(mark.tip)}">{escape(mark.span.of(text))}</span>'
    after = f' <span style="{_STYLES["new"]};color:#222222">{escape(mark.after)}</span>' if mark.after else ""
    return drawn + after
