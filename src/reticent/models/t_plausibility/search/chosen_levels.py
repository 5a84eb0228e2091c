"""What every search hands back."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChosenLevels:
    """The levels that a search chose, None if it found none that reach t, and whether it proved them best."""

    levels: tuple[int, ...] | None
    proven: bool = False
