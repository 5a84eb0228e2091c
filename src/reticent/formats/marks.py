"""Places of a text that somebody marked: `[start, end]`, `[start, end, kind]`, or the entities of TAB."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from reticent.errors import DocumentError
from reticent.plan import Edit
from reticent.rendering.tracing import Trace
from reticent.text import Span


@dataclass(frozen=True, slots=True)
class Place:
    """A marked place; only TAB says which entity it belongs to and how it identifies (DIRECT, QUASI, NO_MASK)."""

    span: Span
    kind: str | None = None
    entity: str | None = None
    identifier: str | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """The marked places of one text, and whether they are written as TAB does."""

    places: tuple[Place, ...]
    of_tab: bool = False

    def move(self, field: Span, edits: Sequence[Edit]) -> Marks:
        """The marks at the places where what they mark stands after the edits; what is gone needs none.

        `field` is where the marked text stands in its document.
        """
        trace = Trace.of(edits)
        start = field.start + sum(
            len(edit.text) - len(edit.span) for edit in edits if edit.span.end <= field.start
        )
        moved = []
        for place in self.places:
            at = Span(place.span.start + field.start, place.span.end + field.start)
            if now := trace.to_released(at):
                moved.append(replace(place, span=Span(now.start - start, now.end - start)))
        return replace(self, places=tuple(moved))

    def to_json(self) -> list[Any]:
        """The marks as a JSON value; of TAB's keys only those that hold no words of the text."""
        return [_object(place) if self.of_tab else _list(place) for place in self.places]


def read_marks(value: Any, length: int, where: str) -> Marks:
    """The marks in a JSON value, for a text of this length; a DocumentError when one is no place in it.

    Offsets are code points, end exclusive.
    """
    if not isinstance(value, list):
        raise DocumentError(
            f"{where}: there is no list under 'label' (or 'entities'): add one, it may be empty"
        )
    try:
        places = tuple(map(_read_place, value))
    except (TypeError, ValueError, KeyError):
        raise DocumentError(
            f"{where}: a label is [start, end] or [start, end, kind] with 0 <= start <= end: correct it"
        ) from None
    if any(place.span.end > length for place in places):
        raise DocumentError(
            f"{where}: a label ends after the text does: it was made for another text, or counts bytes"
        )
    return Marks(places, of_tab=any(isinstance(mark, dict) for mark in value))


def _read_place(mark: Any) -> Place:
    """The place of a mark; a TypeError, ValueError or KeyError when it is none."""
    if isinstance(mark, dict):
        span = _span(mark["start_offset"], mark["end_offset"])
        words = mark["entity_type"], mark.get("entity_id"), mark.get("identifier_type")
    elif isinstance(mark, list) and len(mark) in (2, 3):
        span, words = _span(mark[0], mark[1]), (mark[2] if len(mark) == 3 else None, None, None)
    else:
        raise TypeError
    if not all(isinstance(word, str | None) for word in words):
        raise TypeError
    return Place(span, *words)


def _span(start: Any, end: Any) -> Span:
    if type(start) is not int or type(end) is not int:
        raise TypeError
    return Span(start, end)


def _list(place: Place) -> list[Any]:
    return [place.span.start, place.span.end, *([place.kind] if place.kind else [])]


def _object(place: Place) -> dict[str, Any]:
    members = {
        "entity_type": place.kind,
        "entity_id": place.entity,
        "start_offset": place.span.start,
        "end_offset": place.span.end,
        "identifier_type": place.identifier,
    }
    return {key: value for key, value in members.items() if value is not None}
