"""An office file that was read: its text, and how it is written with edits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from reticent.errors import DocumentError
from reticent.formats.office import _drawings as drawings
from reticent.formats.office import _open_document as odf
from reticent.formats.office import _sheets as sheets
from reticent.formats.office import _slides as slides
from reticent.formats.office import _word as word
from reticent.formats.office._album import (
    Album,
    VerifiesAlbum,
    count_kept,
    leave_out,
    read_album,
)
from reticent.formats.office._hidden import HiddenThing, drop_hidden
from reticent.formats.office._hidden_cells import find_hidden_cells
from reticent.formats.office._hidden_open import find_hidden_parts
from reticent.formats.office._hidden_shapes import find_hidden_shapes, find_hidden_slides
from reticent.formats.office._hidden_word import find_hidden_words
from reticent.formats.office._looks import rename_looks
from reticent.formats.office._members import open_members, pack, refuse_macros, refuse_signed
from reticent.formats.office._outline import OutlineReader, read_levels
from reticent.formats.office._package import (
    Package,
    Relation,
    drop_unused,
    media_types,
    read_package,
    write_members,
)
from reticent.formats.office._places import Atom, Block, carry_out, lay_out
from reticent.formats.office._slides import drop_lost_references
from reticent.formats.office._trees import Dropped, Element, read_address, write_address
from reticent.formats.pictures import choose_pictures
from reticent.formats.pictures._pages import find_gone
from reticent.formats.seam.format import FileFormat, FileSource, VerifiesFile, require_edits
from reticent.formats.seam.options import FormatOptions, Hidden
from reticent.formats.seam.outline import OutlinePassage
from reticent.formats.seam.records import Fields, join_documents
from reticent.plan import Edit
from reticent.rendering.edits import apply_edits
from reticent.text import Document

_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
"""How the media types of OpenDocument files begin."""


class OfficeTrees(Protocol):
    """An office file as trees that can be edited: its text in reading order, and the members that it is made of.

    `levels` are the styles that are headings, `hidden` the things in it that nobody sees, `guard` mends the places that were edited, and `finish` what depends on
    all texts.
    """

    @property
    def levels(self) -> Mapping[str, int]: ...

    def blocks(self) -> Iterator[Block]: ...

    def hidden(self, name: str) -> Iterator[HiddenThing]: ...

    def guard(self, touched: Sequence[Element]) -> None: ...

    def finish(self, removed: frozenset[str]) -> None: ...

    def members(self) -> Mapping[str, bytes]: ...


@dataclass(frozen=True, slots=True)
class OpenXml:
    """A docx, pptx or xlsx."""

    kind: str
    package: Package = field(repr=False)

    @property
    def levels(self) -> Mapping[str, int]:
        """The levels of headings by the styles that a text names; slides and sheets have none."""
        return read_levels(self.package)

    def blocks(self) -> Iterator[Block]:
        """The main text, then charts and diagrams, then the addresses that links lead to."""
        readers = {"docx": word.read_word, "pptx": slides.read_slides, "xlsx": sheets.read_sheets}
        yield from readers[self.kind](self.package)
        yield from drawings.read_attached(self.package)
        for part in self.package.parts.values():
            links = [each for each in part.relations.values() if each.external]
            if part.root is not None:
                yield from (_read_link(part.root, each) for each in links)

    def hidden(self, name: str) -> Iterator[HiddenThing]:
        """Hidden slides, sheets, rows and columns, shapes and words."""
        if self.kind == "docx":
            yield from find_hidden_words(self.package)
        elif self.kind == "xlsx":
            yield from find_hidden_cells(self.package, name)
        else:
            yield from find_hidden_slides(self.package)
        yield from find_hidden_shapes(self.package)

    def guard(self, touched: Sequence[Element]) -> None:
        """No program runs the text of a cell."""
        if self.kind == "xlsx":
            sheets.guard_cells(touched)

    def finish(self, removed: frozenset[str]) -> None:
        """Names of columns follow their cells, charts lose the numbers that were removed."""
        if self.kind == "xlsx":
            sheets.finish_sheets(self.package)
        drawings.drop_numbers(self.package, removed)

    def members(self) -> Mapping[str, bytes]:
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

    @property
    def levels(self) -> Mapping[str, int]:
        """None: a heading is an element of its own."""
        return {}

    def blocks(self) -> Iterator[Block]:
        """Content, styles, names and links."""
        return odf.read_open_document(self.parts)

    def hidden(self, name: str) -> Iterator[HiddenThing]:
        """Hidden slides, sheets, rows and columns, shapes and words."""
        return find_hidden_parts(self.parts, name)

    def guard(self, touched: Sequence[Element]) -> None:
        """Edited cells are texts that no program runs."""
        odf.finish_cells(touched)

    def finish(self, removed: frozenset[str]) -> None:
        """No two sheets have one name."""
        odf.number_table_names(self.parts)

    def members(self) -> Mapping[str, bytes]:
        """Content, styles and pictures, listed."""
        return odf.write_parts(self.media, self.parts, self.pictures)


_FAMILIES = {
    "docx": ("wordprocessingml.document", word.KEPT, word.clean_word),
    "pptx": ("presentationml.presentation", slides.KEPT, slides.clean_slides),
    "xlsx": ("spreadsheetml.sheet", sheets.KEPT, sheets.clean_sheets),
}
_PROPERTIES = frozenset(["meta.xml", "settings.xml"])
_OPEN_KINDS = {"odt": "text", "ods": "spreadsheet", "odp": "presentation"}


def open_clean(
    name: str, kind: str, members: Mapping[str, bytes], dropped: Dropped, *, ours: bool = False
) -> OfficeTrees:
    """The file as trees that hold nothing but what may go out; a DocumentError when it is of another kind.

    Members that are `ours` were cleaned before they were written, and aren't again.
    """
    if kind in _OPEN_KINDS:
        media = _OPEN_DOCUMENT + _OPEN_KINDS[kind]
        _require_kind(name, kind, members.get("mimetype", b"").decode("latin-1").strip() == media)
        parts = odf.read_parts(name, members)
        rename_looks(list(parts.values()))
        pictures = odf.clean_parts(parts, members, dropped)
        others = members.keys() - {*odf.PARTS, *_PROPERTIES, "mimetype", "META-INF/manifest.xml"}
        dropped["document properties"] += len(members.keys() & _PROPERTIES)
        dropped["other parts"] += sum(not member.startswith("Pictures/") for member in others)
        return OpenDocument(media, parts, pictures)
    main, kept_media, clean = _FAMILIES[kind]
    package = read_package(name, members, kept_media | drawings.KEPT, dropped)
    _require_kind(name, kind, package.parts[package.main].media in media_types("", f"{main}.main"))
    if not ours:
        rename_looks([part.root for part in package.parts.values() if part.root is not None])
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
    fields: Fields
    dropped: Mapping[str, int]
    options: FormatOptions
    album: Album = field(default_factory=Album, repr=False)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document: its text, then what was read in each picture."""
        return (self.fields.document,)

    @property
    def outline(self) -> list[list[OutlinePassage]]:
        """Its headings, tables, slides, headers and footers, and the words of its pictures."""
        opened = open_clean(self.name, self.kind, self.canonical, Counter(), ours=True)
        reader = OutlineReader.of(self.fields.document, opened.levels)
        pictures = self.fields.spans[1:]
        seen = [OutlinePassage(span, name=f"picture {number}") for number, span in enumerate(pictures, 1)]
        return [[*reader.read(opened.blocks()), *seen]]

    def find_verifier(self, form: FileFormat) -> VerifiesFile:
        """The format; where pictures were read, a second look besides."""
        return VerifiesAlbum(form, self.album) if self.album.pictures else form

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The file after the edits; a DocumentError when one of them can't be carried out."""
        require_edits(edits, 1)
        wanted, *of_pictures = self.fields.split(edits[0]) if self.album.pictures else edits
        members = _settle(self.name, self.kind, self._edit(wanted))
        if any(of_pictures):
            document = self.fields.document
            gone = find_gone(document.text, edits[0], apply_edits(document, edits[0]).text)
            members = {**members, **self.album.write(of_pictures, gone)}
        return pack(members)

    def _edit(self, edits: Sequence[Edit]) -> Mapping[str, bytes]:
        """The members after the edits; the trees that they were made in are gone before others are opened."""
        opened = open_clean(self.name, self.kind, self.canonical, Counter(), ours=True)
        removed: frozenset[str] = frozenset()
        for touched, words in carry_out(self.name, opened.blocks(), edits):
            opened.guard(touched)
            removed |= words
        opened.finish(removed)
        return opened.members()


def read_office(name: str, kind: str, data: bytes, options: FormatOptions) -> OfficeSource:
    """The office file in `data`; a DocumentError says why it can't be read."""
    members: Mapping[str, bytes] = open_members(name, data)
    refuse_macros(name, members)
    refuse_signed(name, members, keep_unread=options.unread == "keep")
    dropped: Dropped = Counter()
    pictures = choose_pictures(options)
    if pictures == "drop":
        members = leave_out(members)
    opened, canonical = _open_shown(name, kind, members, options.hidden, dropped)
    album = Album()
    if pictures == "read":
        album, poor = read_album(name, canonical, options)
        if poor:
            dropped = Counter()
            opened, canonical = _open_shown(
                name, kind, leave_out(members, set(poor.values())), options.hidden, dropped
            )
            album, _ = read_album(name, canonical, options)
    count_kept(album, canonical, pictures, dropped)
    document = lay_out(name, opened.blocks(), to_edit=False).document
    parts = [document, *(Document(name, text) for text in album.texts)]
    fields = join_documents(name, parts) if album.pictures else Fields(document, ())
    counts = {what: count for what, count in sorted(dropped.items()) if count}
    # what was hidden and is left would be read as well, and be another text
    again = replace(options, hidden="show", pictures=pictures, second_look=pictures == "read")
    return OfficeSource(name, kind, canonical, fields, counts, again, album)


_MOST_ROUNDS = 20
"""Chosen by hand: what is hidden in what was hidden comes up in the second round, and no file of the tests has a third."""


def _open_shown(
    name: str, kind: str, members: Mapping[str, bytes], how: Hidden, dropped: Dropped
) -> tuple[OfficeTrees, Mapping[str, bytes]]:
    """The file with nothing hidden in it, and its members: what is hidden is dropped or shown until nothing is found."""
    given, counted = members, dropped
    for _ in range(_MOST_ROUNDS):
        opened = open_clean(name, kind, given, counted)
        found = drop_hidden(opened.hidden(name), how, dropped)
        opened.finish(frozenset())
        given, counted = opened.members(), Counter()
        if not found:
            return opened, given
    raise DocumentError(
        f"'{name}' hides things in more ways than can be told apart: show or remove them first"
    )


def list_hidden(name: str, kind: str, members: Mapping[str, bytes]) -> list[tuple[str, str]]:
    """What a file hides, by kind and words, as reading it finds it; nothing is changed."""
    opened = open_clean(name, kind, members, Counter())
    return [(each.kind, each.words) for each in opened.hidden(name)]


def _settle(name: str, kind: str, members: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The members as reading and writing them once more leaves them, so that the same file gives the same bytes."""
    opened = open_clean(name, kind, members, Counter())
    opened.finish(frozenset())
    return opened.members()
