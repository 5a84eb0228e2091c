"""What a user gives: a file by its name and bytes, read by the format that its name and bytes agree on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from reticent.errors import DocumentError
from reticent.files import mode_of
from reticent.formats.files import read_bytes
from reticent.formats.format import Format, Source
from reticent.formats.options import FormatOptions
from reticent.formats.registry import HEAD, find_format
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class Given:
    """A file as somebody gives it; `mode` says who may read it, None where nobody knows."""

    name: str
    data: bytes = field(repr=False)
    mode: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read: its documents, with the placeholders of an earlier release known as such."""

    name: str
    format: Format
    options: FormatOptions
    source: Source
    documents: tuple[Document, ...]


def read_file(path: str) -> Given:
    """A file by its path."""
    return Given(path, read_bytes(path), mode_of(Path(path)))


def open_given(given: Given, kinds: Iterable[str], options: FormatOptions) -> Opened:
    """Read a file; `kinds` are those whose placeholders may stand in it."""
    known = frozenset(kinds)
    form = find_format(given.name, given.data[:HEAD], options)
    source = form.read(given.name, given.data, options)
    documents = tuple(mark_placeholders(document, known) for document in source.documents)
    return Opened(given.name, form, options, source, documents)


def read_single(given: Given, kinds: Iterable[str] = (), options: FormatOptions | None = None) -> Document:
    """The one document of a file; a DocumentError where there are several."""
    documents = open_given(given, kinds, options or FormatOptions()).documents
    if len(documents) != 1:
        raise DocumentError(
            f"'{given.name}' holds {len(documents)} documents, and one is looked at here: give them one by one"
        )
    return documents[0]
