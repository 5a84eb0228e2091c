"""A PDF that was read: its text, and how it is written with edits, as glyphs that go or move and labels that are drawn."""

from __future__ import annotations

import io
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from weakref import WeakValueDictionary

from reticent.errors import DocumentError, needs_extra
from reticent.formats.pdf._canonical_content import Layers
from reticent.formats.pdf._decorations import Zones
from reticent.formats.pdf._gaps import Fragment, Gaps, Label, label_places
from reticent.formats.pdf._glyphs import MOST_GLYPHS, GlyphPlace, PageContent, overlap, read_page
from reticent.formats.pdf._interpreting import Box, box_around
from reticent.formats.pdf._layout import PAGE_END, Character, Line, find_lines, letters_only, read_lines
from reticent.formats.pdf._letters import FontShelf, open_fonts
from reticent.formats.pdf._opening import silence
from reticent.formats.pdf._painting import Paint, list_paints
from reticent.formats.pdf._pruning import prune_letters, prune_shapes
from reticent.formats.pdf._rebuilding import rebuild, save
from reticent.formats.pdf._residue import find_residue, read_laid_out
from reticent.formats.pdf._rewriting import Changes, rasterize, rewrite_page
from reticent.formats.pdf._scans import (
    Scan,
    paint_boxes,
    scan_pages,
)
from reticent.formats.pdf._setting import set_lines
from reticent.formats.pdf._sight import PdfInSight
from reticent.formats.pdf._visibility import find_unseen
from reticent.formats.pictures._pages import ROUNDS, arrange, find_gone, resembles
from reticent.formats.pictures._recognition import lay_out
from reticent.formats.seam.format import FileFormat, FileSource, Residue, VerifiesFile, require_edits
from reticent.formats.seam.inspection import COVERED_TEXT, UNDER_IMAGES
from reticent.formats.seam.options import Covered, FormatOptions
from reticent.formats.seam.outline import PagesInSight
from reticent.formats.seam.search import Search
from reticent.plan import Edit
from reticent.rendering.edits import apply_edits
from reticent.text import Document, Span

with needs_extra("pdf", "reading PDF files"):
    import pikepdf


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page and its text, which begins at `start` in the text of the file.

    The words of its pictures, if these were read, are the last of its characters, which no glyph shows.
    """

    content: PageContent
    lines: tuple[Line, ...] = field(repr=False)
    characters: tuple[Character, ...] = field(repr=False)
    start: int
    scan: Scan | None = None

    @property
    def end(self) -> int:
        """Where its text ends."""
        return self.start + len(self.characters)

    @property
    def typed(self) -> ReadPage:
        """The page with the text that its glyphs show alone."""
        if self.scan is None:
            return self
        count = len(self.characters) - len(_scan_text(self.scan))
        return replace(self, characters=self.characters[:count], scan=None)

    def find_boxes(self, edits: Sequence[Edit]) -> list[Box]:
        """The places of the words in its pictures that the edits touch."""
        if self.scan is None:
            return []
        start = self.end - len(self.scan.seen.text)
        moved = [
            replace(edit, span=Span(max(0, edit.span.start - start), edit.span.end - start))
            for edit in edits
            if edit.span.end > start and edit.span.start < self.end
        ]
        return [self.scan.place(box) for box in self.scan.picture.find_boxes(moved)]


def _scan_text(scan: Scan) -> str:
    """What the words of pictures add to the text of a page: a paragraph of their own."""
    return f"\n\n{scan.seen.text}" if scan.seen.text else ""


def add_scans(pages: Iterable[ReadPage], scans: Mapping[int, Scan]) -> Iterator[ReadPage]:
    """The pages with what was read in their pictures, by their numbers."""
    start = 0
    for page in pages:
        scan = scans.get(page.content.number)
        added = tuple(map(Character, _scan_text(scan))) if scan else ()
        whole = replace(page, start=start, characters=(*page.characters, *added), scan=scan)
        start = whole.end + len(PAGE_END)
        yield whole


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


def change_page(
    page: ReadPage, edits: Sequence[Edit], gaps: Gaps, paints: Sequence[Paint] = ()
) -> PageChanges | None:
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
    if gaps == "exact":
        moves = [label_places(page.lines[line], found) for line, found in sorted(fragments.items())]
    else:
        found = dict(sorted(fragments.items()))
        moves = set_lines(page.lines, found, page.content.box, page.content.frames, paints)
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
class PdfSource(FileSource, VerifiesFile):
    """A PDF in its canonical bytes, with the text of its pages."""

    holds = "more"

    name: str
    data: bytes = field(repr=False)
    pages: tuple[ReadPage, ...] = field(repr=False)
    dropped: Mapping[str, int]
    options: FormatOptions
    covered: Covered = "remove"
    _planned: dict[tuple[Edit, ...], list[tuple[ReadPage, PageChanges]]] = field(
        default_factory=dict, repr=False, compare=False
    )
    _checked: list[PagesOfFile] = field(default_factory=list, repr=False, compare=False)

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """The text of all pages as one document; a form feed ends each page."""
        text = "".join("".join(each.text for each in page.characters) + PAGE_END for page in self.pages)
        return (Document(self.name, text),)

    @property
    def in_sight(self) -> PagesInSight:
        """The pages as they are judged: what nobody sees is gone from them."""
        return PdfInSight(self.data, self.pages)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The file without what the edits remove; a DocumentError when it doesn't read as it should."""
        found = self._place_edits(edits)
        with silence():
            changes, boxes = self._plan_changes(found), self._plan_boxes(found)
            written = self._write(changes, boxes)
            for _ in range(ROUNDS if boxes else 0):
                left = self._look_again(written, found)
                if not left:
                    break
                boxes = {
                    number: [*boxes.get(number, []), *left.get(number, [])] for number in {*boxes, *left}
                }
                written = self._write(changes, boxes)
            else:
                if boxes and (left := self._look_again(written, found)):
                    raise DocumentError(
                        f"'{self.name}', page {min(left)}: a word that was removed can still be read in a picture, so"
                        " nothing is written: scan the page again, straight and with 200 dots an inch or more"
                    )
            self._check(written, found)
        return written

    def _plan_boxes(self, edits: Sequence[Edit]) -> dict[int, list[Box]]:
        """The places in pictures that become black, by page."""
        boxes = {page.content.number: page.find_boxes(edits) for page in self.pages}
        gone = self._find_gone(edits)
        for page in self.pages if any(boxes.values()) and gone else ():
            if page.scan is not None:
                alike = page.scan.picture.find_lookalikes(gone)
                boxes[page.content.number] += map(page.scan.place, alike)
        return {number: found for number, found in boxes.items() if found}

    def _find_gone(self, edits: Sequence[Edit]) -> set[str]:
        (document,) = self.documents
        return find_gone(document.text, edits, apply_edits(document, edits).text)

    def _look_again(self, written: bytes, edits: Sequence[Edit]) -> dict[int, list[Box]]:
        """The places in pictures where a second look still finds words that were to go, by page."""
        gone = self._find_gone(edits)
        scans = self._scan_again(written)
        left = {number: scan.find_left(gone) for number, scan in scans.items()}
        return {number: found for number, found in left.items() if found}

    def _scan_again(self, written: bytes) -> dict[int, Scan]:
        """What a second look reads on the pages whose pictures were read."""
        return scan_pages(written, self._scanned_contents(written).values(), "second")

    def _scanned_contents(self, written: bytes) -> dict[int, PageContent]:
        numbers = {page.content.number for page in self.pages if page.scan is not None}
        pages = ((page.content.number, page.content) for page in read_pages(written))
        return {number: content for number, content in pages if number in numbers}

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """How many pages become pictures, because a word that goes stands on one."""
        placed = self._place_edits(edits)
        over = {
            page.content.number
            for page, change in self._plan_changes(placed)
            if touches_picture(page, change)
        }
        turned = len(over | self._plan_boxes(placed).keys())
        return {"pages turned into pictures": turned} if turned else {}

    def _place_edits(self, edits: Sequence[Sequence[Edit]]) -> list[Edit]:
        require_edits(edits, 1)
        return [self._put_on_page(edit) for edit in sorted(edits[0], key=lambda edit: edit.span)]

    def _plan_changes(self, edits: Sequence[Edit]) -> list[tuple[ReadPage, PageChanges]]:
        """The pages that change, and how; the last answer is remembered, because a release asks twice."""
        key = tuple(edits)
        if key not in self._planned:
            self._planned.clear()
            found = ((page, self._change(page, edits)) for page in self.pages)
            self._planned[key] = [(page, change) for page, change in found if change is not None]
        return self._planned[key]

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
        change = change_page(page, edits, self.options.gaps, self._paints.get(page.content.number, ()))
        if change is None or self.options.gaps == "exact":
            return change
        if page.content.number in self._covered_pages or touches_picture(page, change):
            return change_page(page, edits, "exact")
        return change

    @cached_property
    def _paints(self) -> dict[int, list[Paint]]:
        """What is painted on the pages from which text was left out that nobody sees: no other text may slide under it."""
        return list_paints(self.data, [page.content for page in self.pages]) if self._has_covers else {}

    @property
    def _has_covers(self) -> bool:
        return bool({COVERED_TEXT, UNDER_IMAGES} & self.dropped.keys())

    @cached_property
    def _covered_pages(self) -> dict[int, Counter[str]]:
        """The letters that nobody sees, by page; there all others stay where they are, and so do the boxes."""
        return count_unseen(self.data, self.pages) if self.covered == "keep" else {}

    def _write(
        self, changes: Sequence[tuple[ReadPage, PageChanges]], boxes: Mapping[int, Sequence[Box]]
    ) -> bytes:
        pdf = pikepdf.open(io.BytesIO(self.data))
        fonts = open_fonts(self.data)
        for page, change in changes:
            _change_streams(pdf, fonts, page, change)
        prune_fonts(pdf, fonts, self.pages, {page.content.number: change.removed for page, change in changes})
        data = save(pdf)
        over = {
            page.content.number for page, change in changes if touches_picture(page, change)
        } | boxes.keys()
        if over:
            text = pikepdf.open(
                io.BytesIO(data)
            )  # the boxes are for the pictures of the pages, not for their text
            paint_boxes(pdf, boxes)
            rasterize(save(pdf), sorted(over), text)
            data = save(text)
        return rebuild(self.name, pikepdf.open(io.BytesIO(data)), Layers())[0]

    def _check(self, written: bytes, edits: Sequence[Edit]) -> None:
        """Read the file again: every page must have the letters that it should, by both readers."""
        read = read_all_pages(written)
        pages = read.pages
        self._checked[:] = [read]
        self._check_cover(written, pages, edits)
        for before, page in zip((page.typed for page in self.pages), pages, strict=True):
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
        for before, page in zip((page.typed for page in self.pages), pages, strict=True):
            number = page.content.number
            covered = self._covered_pages.get(number, Counter())
            seen = _count_letters(before) - covered + Counter(_new_text(before, edits))
            if _count_letters(page) - after.get(number, Counter()) - seen:
                raise DocumentError(
                    f"'{self.name}', page {number}: the edits would reveal words that are covered, so nothing is written:"
                    " leave out '--covered keep'"
                )

    def find_verifier(self, form: FileFormat) -> VerifiesFile:
        """The source itself where it has read pictures, and so knows where their words stood."""
        return self if any(page.scan for page in self.pages) else form

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether every page has the same letters; where pictures were read, most of the same words."""
        if not len(released) == len(found) == 1:
            return False
        ours, theirs = released[0].split(PAGE_END), found[0].split(PAGE_END)
        if len(theirs) != len(self.pages) + 1:
            return False
        if len(ours) != len(theirs):  # an edit has joined or divided pages
            return resembles(released[0], found[0])
        return all(map(_agree, self.pages, ours, theirs))

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of all pages as another library reads its letters, and what a second look reads in their pictures."""
        yield read_laid_out(data)
        contents = self._scanned_contents(data)
        scans = scan_pages(data, contents.values(), "second")
        for page in self.pages:
            if page.scan is not None and (again := scans.get(page.content.number)):
                words = again.leave_typed(contents[page.content.number]).scaled_to(page.scan)
                yield lay_out(list(arrange(words, page.scan.seen.words))).text

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every string of the file, and every page as another library or a second look reads it, that holds a word."""
        looked_for = list(words)
        search = Search(looked_for)
        return [
            *find_residue(data, looked_for),
            *(
                Residue(word, f"page {number}, by a second look", f"page {number}")
                for number, scan in self._scan_again(data).items()
                for word in sorted(search.text(scan.seen.text))
            ),
        ]


def _agree(page: ReadPage, released: str, found: str) -> bool:
    if page.scan is None:
        unread = bool(page.content.pictures)  # what was kept unread is read by the second look alone
        return unread or Counter(letters_only(released)) == Counter(letters_only(found))
    return resembles(released, found)


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


class PagesOfFile:
    """The pages of a file that was read; as long as somebody holds them, the same bytes are not read once more."""

    def __init__(self, pages: tuple[ReadPage, ...]) -> None:
        self.pages = pages


_READ: WeakValueDictionary[bytes, PagesOfFile] = WeakValueDictionary()


def read_all_pages(data: bytes) -> PagesOfFile:
    """The pages of a file in canonical bytes, which a check may have read just before."""
    found = _READ.get(data)
    if found is None:
        found = _READ[data] = PagesOfFile(tuple(read_pages(data)))
    return found
