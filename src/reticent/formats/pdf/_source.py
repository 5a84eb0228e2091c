"""A PDF that was read: its text, and how it is written with edits, as glyphs that go or move and labels that are drawn."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from reticent.errors import DocumentError, InputError, needs_extra
from reticent.formats.pdf._canonical_content import Layers, read_layers
from reticent.formats.pdf._decorations import Zones
from reticent.formats.pdf._gaps import Fragment, Gaps, Label, move_line
from reticent.formats.pdf._glyphs import MOST_GLYPHS, GlyphPlace, PageContent, find_unread, overlap, read_page
from reticent.formats.pdf._interpreting import Box, box_around
from reticent.formats.pdf._layout import PAGE_END, Character, Line, find_lines, letters_only, read_lines
from reticent.formats.pdf._letters import UNKNOWN, FontShelf, open_fonts
from reticent.formats.pdf._opening import count_extras, open_pdf, silence
from reticent.formats.pdf._pruning import prune_letters, prune_shapes
from reticent.formats.pdf._rebuilding import flatten, rebuild, save
from reticent.formats.pdf._residue import letters_missed, read_again
from reticent.formats.pdf._rewriting import Changes, erase, rasterize, rewrite_page
from reticent.formats.pdf._visibility import Viewer, find_unseen, shows_detail
from reticent.formats.seam.format import FileSource, require_edits
from reticent.formats.seam.options import Covered, FormatOptions
from reticent.plan import Edit
from reticent.text import Document, Span

with needs_extra("pdf", "reading PDF files"):
    import pikepdf


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page and its text, which begins at `start` in the text of the file."""

    content: PageContent
    lines: tuple[Line, ...] = field(repr=False)
    characters: tuple[Character, ...] = field(repr=False)
    start: int

    @property
    def end(self) -> int:
        """Where its text ends."""
        return self.start + len(self.characters)


@dataclass(frozen=True, slots=True)
class PageChanges:
    """What happens to the glyphs of one page, by their order, and the labels that are drawn."""

    removed: frozenset[int]
    shifts: Mapping[int, float]
    labels: tuple[Label, ...]
    zones: Zones

    def places(
        self, content: PageContent
    ) -> tuple[frozenset[GlyphPlace], dict[GlyphPlace, float], dict[GlyphPlace, Label]]:
        """The same, by the places of the glyphs in the file."""
        glyphs = content.glyphs
        return (
            frozenset(glyphs[order].place for order in self.removed),
            {glyphs[order].place: shift for order, shift in self.shifts.items() if shift},
            {label.anchor.place: label for label in self.labels},
        )


def change_page(page: ReadPage, edits: Sequence[Edit], gaps: Gaps) -> PageChanges | None:
    """The changes that the edits make on a page, or None when they leave it alone."""
    touching = [edit for edit in edits if edit.span.start < page.end and page.start < edit.span.end]
    if not touching:
        return None
    fragments: dict[int, list[Fragment]] = defaultdict(list)
    homes = {cell.first.order: number for number, line in enumerate(page.lines) for cell in line.cells}
    for edit in touching:
        for line, fragment in _fragments(page, edit, homes):
            fragments[line].append(fragment)
    gone = {order for found in fragments.values() for fragment in found for order in fragment.orders}
    cells = [cell for line in fragments for cell in page.lines[line].cells if cell.first.order in gone]
    removed = frozenset(glyph.order for cell in cells for glyph in cell.glyphs)
    if not removed:
        return None
    moves = [
        move_line(page.lines[line], found, page.lines, page.content.box, gaps)
        for line, found in sorted(fragments.items())
    ]
    shifts = {order: shift for move in moves for order, shift in move.shifts.items()}
    labels = tuple(label for move in moves for label in move.labels)
    zones = _zones(page, fragments) if gaps == "uniform" else Zones()
    return PageChanges(removed, shifts, labels, zones)


def _zones(page: ReadPage, fragments: Mapping[int, list[Fragment]]) -> Zones:
    """Where lines and colours may tell of words that went, or no longer fit those that moved."""
    glyphs = page.content.glyphs
    words = (
        _hull(glyphs[order].box for order in each.orders) for found in fragments.values() for each in found
    )
    lines = (_hull(cell.first.box for cell in page.lines[line].cells) for line in fragments)
    return Zones(tuple(words), tuple(lines))


def _hull(boxes: Iterable[Box]) -> Box:
    return box_around([corner for box in boxes for corner in (box[:2], box[2:])])


def _fragments(page: ReadPage, edit: Edit, homes: Mapping[int, int]) -> Iterator[tuple[int, Fragment]]:
    """The letters of an edit, line by line; the label stands in the first line, the others get an empty box."""
    start, end = max(edit.span.start, page.start) - page.start, min(edit.span.end, page.end) - page.start
    by_line: dict[int, set[int]] = defaultdict(set)
    for character in page.characters[start:end]:
        for cell in character.cells:
            by_line[homes[cell.first.order]].add(cell.first.order)
    text = edit.text if edit.span.start >= page.start else ""
    text = _left_over(page.characters, start, -1) + text + _left_over(page.characters, end - 1, 1)
    for line, orders in by_line.items():
        for part in _side_by_side(page.lines[line], orders):
            yield line, Fragment(frozenset(part), text, edit.placeholder)
            text = ""


def _left_over(characters: Sequence[Character], position: int, step: int) -> str:
    """Letters beside an edit that the glyph at its edge shows too: they go with it and are written again."""
    edge = {cell.first.order for cell in characters[position].cells}
    found = ""
    here = position + step
    while 0 <= here < len(characters) and any(cell.first.order in edge for cell in characters[here].cells):
        found = characters[here].text + found if step < 0 else found + characters[here].text
        here += step
    return found


def _side_by_side(line: Line, orders: set[int]) -> Iterator[set[int]]:
    """The letters in groups between which no other letter stands."""
    group: set[int] = set()
    for cell in line.cells:
        if cell.first.order in orders:
            group.add(cell.first.order)
        elif group:
            yield group
            group = set()
    if group:
        yield group


def touches_picture(page: ReadPage, changes: PageChanges) -> bool:
    """Whether a glyph that goes stands on a picture, which may show the same letters."""
    glyphs = [page.content.glyphs[order] for order in changes.removed]
    return any(
        overlap(glyph.box, picture.box)
        for picture in page.content.pictures
        for glyph in glyphs
        if not glyph.text.isspace()
    )


@dataclass(frozen=True)
class PdfSource(FileSource):
    """A PDF in its canonical bytes, with the text of its pages."""

    name: str
    data: bytes = field(repr=False)
    pages: tuple[ReadPage, ...] = field(repr=False)
    dropped: Mapping[str, int]
    options: FormatOptions
    covered: Covered = "remove"

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The text of all pages as one document; a form feed ends each page."""
        text = "".join("".join(each.text for each in page.characters) + PAGE_END for page in self.pages)
        return (Document(self.name, text),)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The file without what the edits remove; a DocumentError when it doesn't read as it should."""
        found = self._place_edits(edits)
        with silence():
            written = self._write(self._plan_changes(found))
            self._check(written, found)
        return written

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """How many pages become pictures, because a word that goes stands on one."""
        changes = self._plan_changes(self._place_edits(edits))
        turned = sum(touches_picture(page, change) for page, change in changes)
        return {"pages turned into pictures": turned} if turned else {}

    def _place_edits(self, edits: Sequence[Sequence[Edit]]) -> list[Edit]:
        require_edits(edits, 1)
        return [self._put_on_page(edit) for edit in sorted(edits[0], key=lambda edit: edit.span)]

    def _plan_changes(self, edits: Sequence[Edit]) -> list[tuple[ReadPage, PageChanges]]:
        """The pages that change, and how."""
        return [(page, change) for page in self.pages if (change := self._change(page, edits)) is not None]

    def _put_on_page(self, edit: Edit) -> Edit:
        """The edit, begun after the end of a page where it begins with that: its text needs letters to stand for."""
        ends = {page.end for page in self.pages}
        start = edit.span.start
        while start in ends and start < edit.span.end:
            start += 1
        if start == edit.span.end and letters_only(edit.text):
            raise DocumentError(
                f"'{self.name}': at {start} there is no letter to edit: change the plan there"
            )
        return replace(edit, span=Span(start, edit.span.end))

    def _change(self, page: ReadPage, edits: Sequence[Edit]) -> PageChanges | None:
        """The changes to a page; where words go from a picture, the boxes cover all of the place that they had."""
        change = change_page(page, edits, self.options.gaps)
        if change is None or self.options.gaps == "exact":
            return change
        if page.content.number in self._covered_pages or touches_picture(page, change):
            return change_page(page, edits, "exact")
        return change

    @cached_property
    def _covered_pages(self) -> dict[int, Counter[str]]:
        """The letters that nobody sees, by page; there all others stay where they are, and so do the boxes."""
        return count_unseen(self.data, self.pages) if self.covered == "keep" else {}

    def _write(self, changes: Sequence[tuple[ReadPage, PageChanges]]) -> bytes:
        pdf = pikepdf.open(io.BytesIO(self.data))
        fonts = open_fonts(self.data)
        for page, change in changes:
            _change_streams(pdf, fonts, page, change)
        prune_fonts(pdf, fonts, self.pages, {page.content.number: change.removed for page, change in changes})
        data = save(pdf)
        over = [page.content.number for page, change in changes if touches_picture(page, change)]
        if over:
            rasterize(data, over, pdf)
            data = save(pdf)
        return rebuild(self.name, pikepdf.open(io.BytesIO(data)), Layers())[0]

    def _check(self, written: bytes, edits: Sequence[Edit]) -> None:
        """Read the file again: every page must have the letters that it should, by both readers."""
        pages = tuple(read_pages(written))
        self._check_cover(written, pages, edits)
        for before, page in zip(self.pages, pages, strict=True):
            found = Counter(letters_only(each.text for each in page.characters))
            if found != Counter(letters_only(_text_after_edits(before, edits))):
                raise DocumentError(
                    f"'{self.name}', page {page.content.number}: after the edits the page doesn't read as it should,"
                    " so nothing is written: print the file to a new PDF and try again"
                )

    def _check_cover(self, written: bytes, pages: Sequence[ReadPage], edits: Sequence[Edit]) -> None:
        """No letter that was covered and is kept may be seen afterwards."""
        if not self._covered_pages:
            return
        after = count_unseen(written, pages)
        for before, page in zip(self.pages, pages, strict=True):
            number = page.content.number
            covered = self._covered_pages.get(number, Counter())
            seen = _count_letters(before) - covered + Counter(_new_text(before, edits))
            if _count_letters(page) - after.get(number, Counter()) - seen:
                raise DocumentError(
                    f"'{self.name}', page {number}: after the edits words would show that are covered, so nothing is"
                    " written: leave out '--covered keep'"
                )


def count_unseen(data: bytes, pages: Iterable[ReadPage]) -> dict[int, Counter[str]]:
    """How often each letter of a page, by its number, stands where nobody sees it."""
    found = find_unseen(data, ((page.content, page.lines) for page in pages))
    return {
        number: Counter(each for run in runs for each in run.text if each.isalnum())
        for number, runs in found.items()
    }


def _count_letters(page: ReadPage) -> Counter[str]:
    """How often a page has each letter and digit; signs between words are seen or not as they fall."""
    return Counter(each.text for each in page.characters if each.text.isalnum())


def _new_text(page: ReadPage, edits: Sequence[Edit]) -> str:
    return "".join(edit.text for edit in edits if page.start <= edit.span.start < page.end)


def _text_after_edits(page: ReadPage, edits: Sequence[Edit]) -> str:
    """The text of a page after the edits; that of an edit over a page's end stands where the edit begins."""
    text = "".join(each.text for each in page.characters)
    parts, position = [], 0
    for edit in edits:
        if page.start <= edit.span.start < page.end:
            parts += [text[position : edit.span.start - page.start], edit.text]
        if edit.span.end > page.start and edit.span.start < page.end:
            position = min(edit.span.end, page.end) - page.start
    return "".join([*parts, text[position:]])


def prune_fonts(
    pdf: pikepdf.Pdf, fonts: FontShelf, pages: Iterable[ReadPage], removed: Mapping[int, Collection[int]]
) -> None:
    """Take what only removed glyphs used out of the fonts; `removed` are their orders, by page."""
    used: dict[int, set[bytes]] = defaultdict(set)
    lost: dict[int, set[bytes]] = defaultdict(set)
    for page in pages:
        gone = removed.get(page.content.number, ())
        for glyph in page.content.glyphs:
            (lost if glyph.order in gone else used)[glyph.font].add(glyph.code)
    for number in sorted({*used, *lost}):
        font = fonts.take(pdf.get_object((number, 0)))
        prune_letters(pdf, number, used[number])
        if lost[number] - used[number]:
            prune_shapes(pdf, number, font, used[number])


def _change_streams(pdf: pikepdf.Pdf, fonts: FontShelf, page: ReadPage, change: PageChanges) -> None:
    """Write every content of the page anew that holds a glyph which goes or moves."""
    removed, moved, labels = change.places(page.content)
    rewrite_page(pdf, fonts, page.content, Changes(page.content.codes, removed, moved, labels, change.zones))


def read_pages(data: bytes) -> Iterator[ReadPage]:
    """The pages of a file in canonical bytes, with their text."""
    pdf, fonts = pikepdf.open(io.BytesIO(data)), open_fonts(data)
    start = glyphs = 0
    for number in range(1, len(pdf.pages) + 1):
        content = read_page(pdf, number, fonts)
        glyphs += len(content.glyphs)
        if glyphs > MOST_GLYPHS:
            raise DocumentError(
                f"a file has more than {MOST_GLYPHS:,} glyphs: split it, for example with qpdf"
            )
        lines = tuple(find_lines(content.glyphs))
        page = ReadPage(content, lines, tuple(read_lines(lines)), start)
        start = page.end + len(PAGE_END)
        yield page


def read_pdf(name: str, data: bytes, options: FormatOptions) -> PdfSource:
    """The PDF in `data` and the text of its pages; a DocumentError names the page that can't be read."""
    with silence():
        try:
            return _read(name, data, options)
        except InputError:
            raise
        except Exception:  # a file can be broken in more ways than its libraries know
            raise DocumentError(
                f"'{name}' can't be read to its end: mend it, for example with 'qpdf IN OUT', or print it to a new PDF"
            ) from None


def _read(name: str, data: bytes, options: FormatOptions) -> PdfSource:
    keep = options.unread == "keep"
    pdf = open_pdf(name, data, keep_unread=keep)
    dropped = dict(count_extras(pdf, data))
    layers = read_layers(pdf)
    flatten(pdf)
    canonical, odd = rebuild(name, pdf, layers)
    pages = tuple(read_pages(canonical))
    unread = {}
    with Viewer(canonical) as viewer:
        for page, theirs in zip(pages, read_again(canonical), strict=True):
            reason = odd.get(page.content.number) or _why_unread(page, theirs, viewer)
            if reason:
                unread[page.content.number] = reason
    if unread and not keep:
        raise _refuse_pages(name, unread)
    if unread:
        dropped["pages that were not read, kept"] = len(unread)
    if options.covered == "remove":
        canonical, pages, unseen = _remove_unseen(name, canonical, pages, unread)
        dropped |= unseen
    again = replace(options, unread="keep", covered="keep")
    return PdfSource(name, canonical, pages, dropped, again, options.covered)


def _remove_unseen(
    name: str, data: bytes, pages: tuple[ReadPage, ...], unread: Collection[int]
) -> tuple[bytes, tuple[ReadPage, ...], dict[str, int]]:
    """The file and its pages without what nobody sees, and how many such places there were; pages that were not read stay."""
    read = [page for page in pages if page.content.number not in unread]
    found = find_unseen(data, ((page.content, page.lines) for page in read))
    if not found:
        return data, pages, {}
    pdf, fonts = pikepdf.open(io.BytesIO(data)), open_fonts(data)
    removed = {
        number: frozenset(order for run in runs for order in run.orders) for number, runs in found.items()
    }
    for page in read:
        if page.content.number in removed:
            erase(pdf, fonts, page.content, removed[page.content.number])
    prune_fonts(pdf, fonts, pages, removed)
    clean = rebuild(name, pikepdf.open(io.BytesIO(save(pdf))), Layers())[0]
    counts = Counter(run.kind for runs in found.values() for run in runs)
    return clean, tuple(read_pages(clean)), dict(counts)


def _refuse_pages(name: str, unread: Mapping[int, str]) -> DocumentError:
    number, reason = next(iter(unread.items()))
    others = f" (and {len(unread) - 1} other pages can't be read)" if len(unread) > 1 else ""
    return DocumentError(
        f"'{name}', page {number}: {reason}{others}: recognize its text first, or pass --unread keep"
        " to release such pages as they are"
    )


def _why_unread(page: ReadPage, theirs: str, viewer: Viewer) -> str | None:
    reason = find_unread(page.content, lambda box: shows_detail(viewer, page.content.number, box))
    letters = [glyph.text for glyph in page.content.glyphs]
    if reason is None and letters_missed(letters, theirs) > letters.count(UNKNOWN):
        return "another reader finds text on it that this one doesn't"
    return reason
