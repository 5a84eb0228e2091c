"""A form that a phrase can take, as plain values."""

from __future__ import annotations

from dataclasses import dataclass, field

from reticent.text import Span


@dataclass(frozen=True, slots=True)
class Option:
    """A form that a phrase can take: what an attacker reads off it, and how much it tells. Removed, it tells nothing.

    A phrase of several words can lose some of them and keep the others: `kept` numbers those that stay. At other places than
    `places` the form would not read well, and the phrase is removed there; none says that it reads well at all.
    """

    form: str | None = field(repr=False)
    units: frozenset[str] = field(repr=False)
    information: float
    kept: tuple[int, ...] = ()
    places: tuple[Span, ...] = ()


REMOVED = Option(None, frozenset(), 0.0)
