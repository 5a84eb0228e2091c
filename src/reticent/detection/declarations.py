"""What several detectors know, under names that no two of them share."""

from __future__ import annotations

from collections.abc import Iterable

from reticent.detection.detector import Detector


def declare_all(detectors: Iterable[Detector]) -> dict[str, str]:
    """Everything that these detectors declare; a name that comes again with another hash is numbered.

    Two word lists of one kind are both in it, so that a promise loses neither.
    """
    known: dict[str, str] = {}
    for name, value in (item for detector in detectors for item in detector.declared.items()):
        number, free = 1, name
        while known.get(free, value) != value:
            number += 1
            free = f"{name} {number}"
        known[free] = value
    return known
