"""What finds places worth looking at."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from reticent.errors import PolicyError
from reticent.text import Document, Mention


class Detector(Protocol):
    """Anything that points at places in a document."""

    @property
    def kinds(self) -> frozenset[str]:
        """All the kinds that it may report."""

    @property
    def declared(self) -> Mapping[str, str]:
        """What it knows, each with a hash, so that a promise can name it: `{"patterns": "sha256:…"}`."""

    def mentions(self, document: Document) -> Sequence[Mention]:
        """The places it points at; none lies in a placeholder, and no reason quotes the text."""


def require_kinds(asked: Collection[str] | None, known: Collection[str]) -> None:
    """Raise a PolicyError unless a detector knows all kinds that are asked for."""
    unknown = sorted(set(asked or ()) - set(known))
    if unknown:
        raise PolicyError(f"the detector knows no kind {unknown[0]}: use one of {', '.join(sorted(known))}")
