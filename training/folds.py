"""The folds of the name tagger's cross-validation: what a model or a network of a fold has not seen."""

from __future__ import annotations

from collections.abc import Callable

WRITER = "writer "
"""How the sources of invented documents begin; the writer's number follows."""

ORDER = ("1", "8", "3", "5", "9", "2", "4", "6")
"""Which writer is left out in which fold."""

FIFTHS = 5
IN_FIFTHS = ("court", "wikigold")
"""The first folds leave out a fifth of these sources, too."""


def leave_out(fold: int, of: Callable[[str], list[int]]) -> tuple[list[int], list[int]]:
    """The numbers of the writer's samples, and of a fifth of the other sources, given those of each source."""
    fifths = [of(source)[fold::FIFTHS] for source in IN_FIFTHS if fold < FIFTHS]
    return of(WRITER + ORDER[fold]), [number for fifth in fifths for number in fifth]
