"""What a user gives: a file by its name and bytes, read by the format that its name and bytes agree on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from reticent.errors import DocumentError
from reticent.files import mode_of
from reticent.formats.files import read_bytes
from reticent.formats.format import Format, Source
from reticent.formats.options import FormatOptions
from reticent.formats.registry import HEAD, find_format
from reticent.rendering.placeholders import mark_earlier_release
from reticent.text import Document


@dataclass(frozen=True, slots=True)
class Given:
    """A file as somebody gives it; `mode` says who may read it, None where nobody knows.

    `path` is where it lies in the collection that it belongs to; its own name where there is none.
    """

    name: str
    data: bytes = field(repr=False)
    mode: int | None = None
    path: str = ""

    def find_subject(self, options: FormatOptions) -> str:
        """Whom its documents are about where they don't say so themselves."""
        place = PurePath(self.path or Path(self.name).name)
        if options.subject_by == "file":
            return place.as_posix()
        return place.parent.as_posix() if self.path else Path(self.name).absolute().parent.name


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read: its documents, with the placeholders of an earlier release known as such."""

    name: str
    format: Format
    options: FormatOptions
    source: Source
    documents: tuple[Document, ...]


def read_file(path: str, *, within: str = "") -> Given:
    """A file by its path; `within` is its path in the folder that it belongs to."""
    return Given(path, read_bytes(path), mode_of(Path(path)), within)


def open_given(given: Given, kinds: Iterable[str], options: FormatOptions) -> Opened:
    """Read a file; `kinds` are those whose placeholders may stand in it."""
    known = frozenset(kinds)
    form = find_format(given.name, given.data[:HEAD], options)
    source = form.read(given.name, given.data, options)
    subject = given.find_subject(options)
    documents = tuple(
        replace(mark_earlier_release(document, known), subject=document.subject or subject)
        for document in source.documents
    )
    return Opened(given.name, form, options, source, documents)


def read_single(given: Given, kinds: Iterable[str] = (), options: FormatOptions | None = None) -> Document:
    """The one document of a file; a DocumentError where there are several."""
    documents = open_given(given, kinds, options or FormatOptions()).documents
    if len(documents) != 1:
        raise DocumentError(
            f"'{given.name}' holds {len(documents)} documents, and one is looked at here: give them one by one"
        )
    return documents[0]
