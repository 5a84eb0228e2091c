"""A picture file that was read: its words, and how it is written with their places black."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate

from reticent.errors import DocumentError
from reticent.formats.pictures._boxes import Box, Dots, are_black, blacken
from reticent.formats.pictures._files import PictureFile, open_picture, write_picture
from reticent.formats.pictures._pages import (
    KEPT_READ,
    KEPT_UNREAD,
    ROUNDS,
    SeenPicture,
    arrange,
    find_gone,
    find_left,
    resembles,
    to_grey,
    why_unreadable,
)
from reticent.formats.pictures._recognition import (
    Look,
    lay_out,
    read_all,
)
from reticent.formats.seam.format import FileFormat, FileSource, Residue, VerifiesFile, require_edits
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.search import Search
from reticent.plan import Edit
from reticent.rendering.edits import apply_edits
from reticent.text import Document, Span

PAGE_END = "\f"
"""Stands between the texts of two pages."""


@dataclass(frozen=True)
class PictureSource(FileSource, VerifiesFile):
    """A picture, or the pages of one file: all their words are one document."""

    holds = "more"

    name: str
    kind: str
    file: PictureFile
    pages: tuple[SeenPicture, ...] = field(repr=False)
    dropped: Mapping[str, int]
    options: FormatOptions

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The words of all pages; a form feed stands between two."""
        return (Document(self.name, PAGE_END.join(page.seen.text for page in self.pages)),)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The file with every word black that an edit touches; a DocumentError when a second look still finds one."""
        require_edits(edits, 1)
        (document,), (wanted,) = self.documents, edits
        return write_black(self, wanted, find_gone(document.text, wanted, apply_edits(document, wanted).text))

    def _divide(self, edits: Sequence[Edit]) -> list[list[Edit]]:
        """The edits of each page, at their places in its text."""
        starts = accumulate((len(page.seen.text) + len(PAGE_END) for page in self.pages), initial=0)
        divided = []
        for page, start in zip(self.pages, starts, strict=False):
            end = start + len(page.seen.text)
            divided.append(
                [
                    replace(edit, span=Span(max(0, edit.span.start - start), min(end, edit.span.end) - start))
                    for edit in edits
                    if edit.span.start <= end and start <= edit.span.end
                ]
            )
        return divided

    def _blacken(self, boxes: Sequence[Sequence[Box]]) -> bytes:
        pages = [blacken(dots, found) for dots, found in zip(self.file.pages, boxes, strict=True)]
        written = write_picture(pages, self.kind)
        for number, (dots, found) in enumerate(zip(self._decode(written), boxes, strict=True), 1):
            if not are_black(dots, found):
                raise DocumentError(
                    f"'{self.name}', page {number}: a place that should be black is not: please report this"
                )
        return written

    def _decode(self, data: bytes) -> list[Dots]:
        pages = [to_grey(each) for each in open_picture(f"'{self.name}'", data, self.kind).pages]
        if [each.shape for each in pages] != [each.dots.shape for each in self.pages]:
            raise DocumentError(f"'{self.name}' was written with other pages than it had: please report this")
        return pages

    def find_verifier(self, form: FileFormat) -> VerifiesFile:
        """The source itself, which knows the lines in which its words stand."""
        return self

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether most words that are read again are released ones, page by page."""
        return len(released) == len(found) == 1 and resembles_by_page(released[0], found[0])

    def reread(self, data: bytes) -> Iterator[str]:
        """What a second look reads on each page."""
        for page, dots in zip(self.pages, self._decode(data), strict=True):
            (words,) = read_all([dots], "second")
            yield lay_out(list(arrange(words, page.seen.words))).text

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every page on which a second look reads one of the words, and the bytes that are no dots."""
        return find_residue(open_picture(f"'{self.name}'", data, self.kind), list(words))


def write_black(source: PictureSource, edits: Sequence[Edit], gone: Collection[str]) -> bytes:
    """The file with every word black that an edit touches; a DocumentError when a second look still finds one of `gone`."""
    boxes = [
        [*page.find_boxes(own), *page.find_lookalikes(gone)]
        for page, own in zip(source.pages, source._divide(edits), strict=True)
    ]
    if not any(boxes):
        return source.file.plain or write_picture(source.file.pages, source.kind)
    for _ in range(ROUNDS):
        written = source._blacken(boxes)
        left = _look_again(source.pages, source._decode(written), gone)
        if not any(left):
            return written
        boxes = [[*found, *more] for found, more in zip(boxes, left, strict=True)]
    number = next(place for place, found in enumerate(left, 1) if found)
    raise DocumentError(
        f"'{source.name}', page {number}: a word that was removed can still be read beside its black box, so nothing is"
        " written: scan the page again, straight and with 200 dots an inch or more"
    )


def resembles_by_page(released: str, found: str) -> bool:
    """Whether the texts of all pages are much the same; an edit may have joined or divided them."""
    before, after = released.split(PAGE_END), found.split(PAGE_END)
    if len(before) != len(after):
        return resembles(released, found)
    return all(map(resembles, before, after))


def find_residue(file: PictureFile, words: Sequence[str]) -> list[Residue]:
    """The pages on which a second look reads one of the words."""
    search = Search(words)
    found = []
    for number, seen in enumerate(read_all([to_grey(page) for page in file.pages], "second"), 1):
        text = lay_out(seen).text
        where = f"page {number}"
        found += [Residue(word, f"{where}, by a second look", where) for word in sorted(search.text(text))]
    return found


def _look_again(
    pages: Sequence[SeenPicture], written: Sequence[Dots], gone: Collection[str]
) -> list[list[Box]]:
    """For each page the boxes of removed words that a second look finds."""
    seen = read_all(written, "second")
    return [
        [page.widen(word) for word in find_left(words, gone)] for page, words in zip(pages, seen, strict=True)
    ]


def see_pictures(name: str, pictures: Sequence[Dots], look: Look) -> list[SeenPicture]:
    """What is read in each picture; a DocumentError names the page that can't be read for sure on a first look."""
    greys = [to_grey(each) for each in pictures]
    seen = []
    for number, (dots, words) in enumerate(zip(greys, read_all(greys, look), strict=True), 1):
        if look == "first" and (weakness := why_unreadable(dots, words)):
            raise DocumentError(f"'{name}', page {number}: {weakness}")
        seen.append(SeenPicture(dots, lay_out(words)))
    return seen


def read_picture_file(name: str, data: bytes, kind: str, options: FormatOptions) -> PictureSource:
    """The words of a picture file; a DocumentError when it can't be read for sure."""
    file = open_picture(f"'{name}'", data, kind)
    look: Look = "second" if options.second_look else "first"
    pages = tuple(see_pictures(name, file.pages, look))
    dropped = {**file.dropped, KEPT_READ: len(pages)}
    return PictureSource(
        name, kind, file, pages, dropped, replace(options, pictures="read", second_look=True)
    )


@dataclass(frozen=True, slots=True)
class KeptPicture(FileSource):
    """A picture that goes out unread, without what it carries besides its dots."""

    name: str
    kind: str
    file: PictureFile
    options: FormatOptions
    documents: tuple[Document, ...] = ()

    @property
    def dropped(self) -> Mapping[str, int]:
        """What it carried, and that nobody read it."""
        return {**self.file.dropped, KEPT_UNREAD: len(self.file.pages)}

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The dots alone."""
        require_edits(edits, 0)
        return self.file.plain or write_picture(self.file.pages, self.kind)
