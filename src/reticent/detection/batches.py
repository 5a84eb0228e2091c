"""Detectors that read many short documents together, at far less cost than one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, runtime_checkable

from reticent.detection.detector import Detector
from reticent.text import Document, Mention


@runtime_checkable
class BatchDetector(Detector, Protocol):
    """A detector whose mentions of many documents are those of each alone."""

    def mentions_of_many(self, documents: Sequence[Document]) -> list[Sequence[Mention]]:
        """For each document what `mentions` gives for it; what was worked out is kept for when that is asked."""


def read_ahead(detectors: Iterable[Detector], documents: Sequence[Document]) -> None:
    """Let the detectors that can read these documents together do so, before each is asked about each."""
    for detector in detectors:
        if isinstance(detector, BatchDetector):
            detector.mentions_of_many(documents)
