"""What finds places worth looking at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from reticent.text import Document, Mention


class Detector(Protocol):
    """Anything that points at places in a document.

    `kinds` are all the kinds it may report. `declared` names what it knows, each with a hash, so that a promise can
    say what it holds relative to: `{"patterns": "sha256:…"}`.
    """

    @property
    def kinds(self) -> frozenset[str]: ...

    @property
    def declared(self) -> Mapping[str, str]: ...

    def mentions(self, document: Document) -> Sequence[Mention]: ...
