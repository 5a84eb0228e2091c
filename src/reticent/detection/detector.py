"""What finds places worth looking at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from reticent.text import Document, Mention


class Detector(Protocol):
    """Anything that points at places in a document; `kinds` are all the kinds it may report."""

    @property
    def kinds(self) -> frozenset[str]: ...

    def mentions(self, document: Document) -> Sequence[Mention]: ...
