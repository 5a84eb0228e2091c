"""What a tool masked: for each document, the places."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from reticent.formats.files import read_bytes
from reticent.formats.masks import read_masks
from reticent.text import Span

Masking = Mapping[str, tuple[Span, ...]]
"""The masked places of each document by its id."""


def read_maskings(path: Path) -> Masking:
    """The masking in a file of masks; what a tool put at a place is left aside."""
    masks = read_masks(read_bytes(str(path)), str(path))
    return {document: tuple(mask.span for mask in each) for document, each in masks.items()}
