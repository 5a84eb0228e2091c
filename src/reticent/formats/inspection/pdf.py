"""What a PDF carries besides its visible text: notes and old versions by one library, words under boxes by another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from reticent.errors import DocumentError, InputError
from reticent.formats.format import Finding
from reticent.formats.inspection import kinds
from reticent.formats.inspection.covers import Letter, Painting, read_pages
from reticent.formats.pdf.opening import count_extras, open_pdf, silence

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

_WHITE = 250
_TINY = 1.0


def inspect_pdf(data: bytes) -> list[Finding]:
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


def _inspect_container(data: bytes) -> Iterator[Finding]:
    pdf = open_pdf("the file", data, keep_unread=True)
    words = {
        "document properties": tuple(f"{key[1:]}: {value}" for key, value in pdf.docinfo.items()),
        "attachments": tuple(pdf.attachments),
    }
    for what, count in count_extras(pdf, data).items():
        if what != "annotations":
            kind = _KINDS.get(what, kinds.METADATA)
            yield Finding(kind, count, "" if what in _KINDS else what, words.get(what, ()))
    notes = [_describe(note) for page in pdf.pages for note in page.get("/Annots", [])]
    for kind in sorted({kind for kind, _ in notes}):
        said = [text for each, text in notes if each == kind]
        yield Finding(kind, len(said), "annotations", tuple(text for text in said if text))


def _describe(note: Any) -> tuple[str, str]:
    """The kind of an annotation, and what it says."""
    subtype = str(note.get("/Subtype", "")).removeprefix("/")
    return _NOTES.get(subtype, kinds.COMMENTS), str(note.get("/Contents", ""))


def _inspect_pages(data: bytes) -> Iterator[Finding]:
    for number, (letters, painted) in enumerate(read_pages(data), 1):
        found: dict[str, list[str]] = {}
        last: dict[str, int] = {}
        for place, letter in enumerate(letters):
            kind = _why_unseen(letter, painted)
            if kind:
                words = found.setdefault(kind, [])
                if last.get(kind) == place - 1:
                    words[-1] += letter.text
                else:
                    words.append(letter.text)
                last[kind] = place
        for kind, words in found.items():
            shown = tuple(word.strip() for word in words if word.strip())
            if shown:
                yield Finding(kind, len(shown), f"page {number}", shown)


def _why_unseen(letter: Letter, painted: list[Painting]) -> str | None:
    """Why a reader of the page doesn't see a letter, if he doesn't."""
    over = [each for each in painted if each.order > letter.order and each.holds(letter)]
    if letter.outside:
        return kinds.OUTSIDE_PAGE
    if any(not each.is_image for each in over):
        return kinds.COVERED_TEXT
    if over:
        return kinds.UNDER_IMAGES
    if letter.invisible:
        return kinds.HIDDEN_TEXT
    if letter.height < _TINY and letter.text.isalnum():
        return kinds.TINY_TEXT
    beneath = any(each.order < letter.order and each.holds(letter) and not each.is_white for each in painted)
    return kinds.WHITE_TEXT if min(letter.color) >= _WHITE and not beneath else None
