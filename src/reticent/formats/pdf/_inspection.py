"""What a PDF carries besides its visible text: notes and old versions, and words that nobody sees who looks at the pages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from reticent.errors import DocumentError, InputError
from reticent.formats.pdf._canonical_content import read_layers
from reticent.formats.pdf._opening import count_extras, open_pdf, silence
from reticent.formats.pdf._rebuilding import flatten, rebuild
from reticent.formats.pdf._source import read_pages
from reticent.formats.pdf._visibility import find_unseen
from reticent.formats.seam import inspection as kinds
from reticent.formats.seam.inspection import FileFinding

_KINDS = {
    "earlier versions": kinds.OLD_VERSIONS,
    "attachments": kinds.ATTACHMENTS,
    "scripts and actions": kinds.SCRIPTS,
    "thumbnails": kinds.THUMBNAILS,
}
"""What reading calls them, and their common kind; everything else is metadata."""

_NOTES = {
    "Link": kinds.LINKS,
    "Widget": kinds.METADATA,
    "FileAttachment": kinds.ATTACHMENTS,
    "Popup": kinds.METADATA,
}
"""Annotations that are no comments."""


def inspect_pdf(data: bytes) -> list[FileFinding]:
    """Everything besides the visible text of the pages, by kind and place."""
    with silence():
        try:
            return [*_inspect_container(data), *_inspect_pages(data)]
        except InputError:
            raise
        except Exception:  # a file can be broken in more ways than its libraries know
            raise DocumentError(
                "the PDF can't be read to its end: mend it, for example with 'qpdf IN OUT'"
            ) from None


def _inspect_container(data: bytes) -> Iterator[FileFinding]:
    pdf = open_pdf("the file", data, keep_unread=True)
    words = {
        "document properties": tuple(f"{key[1:]}: {value}" for key, value in pdf.docinfo.items()),
        "attachments": tuple(pdf.attachments),
    }
    for what, count in count_extras(pdf, data).items():
        if what != "annotations":
            kind = _KINDS.get(what, kinds.METADATA)
            yield FileFinding(kind, count, "" if what in _KINDS else what, words.get(what, ()))
    notes = [_describe(note) for page in pdf.pages for note in page.get("/Annots", [])]
    for kind in sorted({kind for kind, _ in notes}):
        said = [text for each, text in notes if each == kind]
        yield FileFinding(kind, len(said), "annotations", tuple(text for text in said if text))


def _describe(note: Any) -> tuple[str, str]:
    """The kind of an annotation, and what it says."""
    subtype = str(note.get("/Subtype", "")).removeprefix("/")
    return _NOTES.get(subtype, kinds.COMMENTS), str(note.get("/Contents", ""))


def _inspect_pages(data: bytes) -> Iterator[FileFinding]:
    pdf = open_pdf("the file", data, keep_unread=True)
    layers = read_layers(pdf)
    flatten(pdf)
    canonical, _ = rebuild("the file", pdf, layers)
    pages = [(page.content, page.lines) for page in read_pages(canonical)]
    for number, runs in find_unseen(canonical, pages).items():
        found: dict[str, list[str]] = defaultdict(list)
        for run in runs:
            found[run.kind].append(run.text)
        for kind, words in found.items():
            yield FileFinding(kind, len(words), f"page {number}", tuple(words))
