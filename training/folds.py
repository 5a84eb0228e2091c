"""The folds of the name tagger's cross-validation: what a model or a network of a fold has not seen."""

from __future__ import annotations

from collections.abc import Callable

WRITER = "writer "
"""How the sources of invented documents begin; the writer's number follows."""

FOLDS = (("1", "3", "2"), ("8", "5", "4"), ("9", "6"))
"""Which writers are left out in which fold: one of each register, as far as there are any."""

_IN_PARTS = ("court", "wikigold")
"""Of these sources each fold leaves out as large a part."""

FOLDS_VARIABLE = "RETICENT_FOLDS"
"""The variable that names a folder where the models of the folds are kept."""


def leave_out(fold: int, of: Callable[[str], list[int]]) -> tuple[dict[str, list[int]], list[int]]:
    """The numbers of each left-out writer's samples, and of a part of the other sources, given those of each source."""
    parts = [of(source)[fold :: len(FOLDS)] for source in _IN_PARTS]
    return {writer: of(WRITER + writer) for writer in FOLDS[fold]}, [
        number for part in parts for number in part
    ]
