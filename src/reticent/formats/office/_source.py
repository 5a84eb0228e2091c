"""An office file that was read: its text, and how it is written with edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from reticent.errors import DocumentError
from reticent.formats.office import _drawings as drawings
from reticent.formats.office import _open_document as odf
from reticent.formats.office import _sheets as sheets
from reticent.formats.office import _slides as slides
from reticent.formats.office import _word as word
from reticent.formats.office._members import open_members, pack, refuse_macros, refuse_signed
from reticent.formats.office._package import (
    Package,
    Relation,
    drop_unused,
    media_types,
    read_package,
    write_members,
)
from reticent.formats.office._places import Atom, Block, Places, lay_out
from reticent.formats.office._slides import drop_lost_references
from reticent.formats.office._trees import Dropped, Element, read_address, write_address
from reticent.formats.seam.format import FileSource, require_edits
from reticent.formats.seam.options import FormatOptions
from reticent.plan import Edit
from reticent.text import Document

_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
"""How the media types of OpenDocument files begin."""


class OfficeTrees(Protocol):
    """An office file as trees that can be edited: its text in reading order, and the members that it is made of.

    `finish` mends what depends on the texts that were edited.
    """

    def blocks(self) -> Iterator[Block]: ...

    def finish(self, touched: Sequence[Element], removed: frozenset[str]) -> None: ...

    def members(self) -> dict[str, bytes]: ...


@dataclass(frozen=True, slots=True)
class OpenXml:
    """A docx, pptx or xlsx."""

    kind: str
    package: Package = field(repr=False)

    def blocks(self) -> Iterator[Block]:
        """The main text, then charts and diagrams, then the addresses that links lead to."""
        readers = {"docx": word.read_word, "pptx": slides.read_slides, "xlsx": sheets.read_sheets}
        yield from readers[self.kind](self.package)
        yield from drawings.read_attached(self.package)
        for part in self.package.parts.values():
            links = [each for each in part.relations.values() if each.external]
            if part.root is not None:
                yield from (_read_link(part.root, each) for each in links)

    def finish(self, touched: Sequence[Element], removed: frozenset[str]) -> None:
        """Names of columns follow their cells, charts lose the numbers that were removed."""
        if self.kind == "xlsx":
            sheets.finish_sheets(self.package, touched)
        drawings.drop_numbers(self.package, removed)

    def members(self) -> dict[str, bytes]:
        """The parts under names of ours."""
        drop_lost_references(self.package)
        drop_unused(self.package)
        return write_members(self.package)


def _read_link(root: Element, relation: Relation) -> Block:
    def write(_: Element, text: str) -> None:
        relation.target = write_address(text)

    return [Atom(read_address(relation.target), root, write=write)]


@dataclass(frozen=True, slots=True)
class OpenDocument:
    """An odt, ods or odp."""

    media: str
    parts: Mapping[str, Element] = field(repr=False)
    pictures: Mapping[str, bytes] = field(repr=False)

    def blocks(self) -> Iterator[Block]:
        """Content, styles, names and links."""
        return odf.read_open_document(self.parts)

    def finish(self, touched: Sequence[Element], removed: frozenset[str]) -> None:
        """Edited cells are texts that no program runs, and no two sheets have one name."""
        odf.finish_cells(touched)
        odf.number_table_names(self.parts)

    def members(self) -> dict[str, bytes]:
        """Content, styles and pictures, listed."""
        return odf.write_parts(self.media, self.parts, self.pictures)


_FAMILIES = {
    "docx": ("wordprocessingml.document", word.KEPT, word.clean_word),
    "pptx": ("presentationml.presentation", slides.KEPT, slides.clean_slides),
    "xlsx": ("spreadsheetml.sheet", sheets.KEPT, sheets.clean_sheets),
}
_PROPERTIES = frozenset(["meta.xml", "settings.xml"])
_OPEN_KINDS = {"odt": "text", "ods": "spreadsheet", "odp": "presentation"}


def open_clean(name: str, kind: str, members: Mapping[str, bytes], dropped: Dropped) -> OfficeTrees:
    """The file as trees that hold nothing but what may go out; a DocumentError when it is of another kind."""
    if kind in _OPEN_KINDS:
        media = _OPEN_DOCUMENT + _OPEN_KINDS[kind]
        _require_kind(name, kind, members.get("mimetype", b"").decode("latin-1").strip() == media)
        parts = odf.read_parts(name, members)
        pictures = odf.clean_parts(parts, members, dropped)
        others = members.keys() - {*odf.PARTS, *_PROPERTIES, "mimetype", "META-INF/manifest.xml"}
        dropped["document properties"] += len(members.keys() & _PROPERTIES)
        dropped["other parts"] += sum(not member.startswith("Pictures/") for member in others)
        return OpenDocument(media, parts, pictures)
    main, kept_media, clean = _FAMILIES[kind]
    package = read_package(name, members, kept_media | drawings.KEPT, dropped)
    _require_kind(name, kind, package.parts[package.main].media in media_types("", f"{main}.main"))
    clean(package, dropped)
    drawings.clean_drawings(package, dropped)
    return OpenXml(kind, package)


def _require_kind(name: str, kind: str, holds: bool) -> None:
    if not holds:
        raise DocumentError(
            f"'{name}' is read as {kind}, but it holds another kind of office file, a template or one with macros:"
            f" save it as {kind} in its program"
        )


@dataclass(frozen=True)
class OfficeSource(FileSource):
    """An office file in its canonical members, with its text."""

    name: str
    kind: str
    canonical: Mapping[str, bytes] = field(repr=False)
    documents: tuple[Document, ...]
    dropped: Mapping[str, int]
    options: FormatOptions

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The file after the edits; a DocumentError when one of them can't be carried out."""
        require_edits(edits, 1)
        (wanted,) = edits
        opened = open_clean(self.name, self.kind, self.canonical, Counter())
        places = lay_out(self.name, opened.blocks())
        touched = places.change(wanted)
        text = places.document.text
        opened.finish(touched, frozenset(edit.span.of(text).strip() for edit in wanted))
        return pack(_settle(self.name, self.kind, opened.members()))


def read_office(name: str, kind: str, data: bytes, options: FormatOptions) -> OfficeSource:
    """The office file in `data`; a DocumentError says why it can't be read."""
    members = open_members(name, data)
    refuse_macros(name, members)
    refuse_signed(name, members, keep_unread=options.unread == "keep")
    dropped: Dropped = Counter()
    opened = open_clean(name, kind, members, dropped)
    opened.finish((), frozenset())
    canonical = opened.members()
    places: Places = lay_out(name, opened.blocks())
    counts = {what: count for what, count in sorted(dropped.items()) if count}
    return OfficeSource(name, kind, canonical, (places.document,), counts, options)


def _settle(name: str, kind: str, members: Mapping[str, bytes]) -> dict[str, bytes]:
    """The members as reading and writing them once more leaves them, so that the same file gives the same bytes."""
    opened = open_clean(name, kind, members, Counter())
    opened.finish((), frozenset())
    return opened.members()
