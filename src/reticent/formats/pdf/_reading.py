"""From the bytes of a PDF to its text: what can't be read is refused, what may not go out is taken away before."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from reticent.errors import DocumentError, InputError, needs_extra
from reticent.formats.pdf._canonical_content import Layers, read_layers
from reticent.formats.pdf._glyphs import find_scanned, find_unread
from reticent.formats.pdf._letters import UNKNOWN, open_fonts
from reticent.formats.pdf._opening import count_extras, open_pdf, silence
from reticent.formats.pdf._rebuilding import flatten, rebuild, save
from reticent.formats.pdf._residue import letters_missed, read_again
from reticent.formats.pdf._rewriting import erase
from reticent.formats.pdf._scans import Scan, drop_pictures, find_layer, has_pictures, scan_pages
from reticent.formats.pdf._source import (
    PdfSource,
    ReadPage,
    add_scans,
    prune_fonts,
    read_all_pages,
    read_pages,
)
from reticent.formats.pdf._visibility import Viewer, find_blanks, find_unseen, shows_detail
from reticent.formats.pictures import choose_pictures, describe_reading
from reticent.formats.pictures._pages import KEPT_READ, KEPT_UNREAD
from reticent.formats.pictures._recognition import Look
from reticent.formats.seam import inspection as kinds
from reticent.formats.seam.options import FormatOptions, Pictures

with needs_extra("pdf", "reading PDF files"):
    import pikepdf


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
    keep, pictures = options.unread == "keep", choose_pictures(options)
    pdf = open_pdf(name, data, keep_unread=keep)
    dropped = dict(count_extras(pdf, data))
    layers = read_layers(pdf)
    flatten(pdf)
    canonical, odd = rebuild(name, pdf, layers)
    work = _Work(name, canonical, read_all_pages(canonical).pages, dropped, {})
    work.leave_out_blanks()
    scanned, unread = _find_unreadable(work.data, work.pages, odd)
    if pictures != "read":
        unread = {**unread, **{number: why + _name_extra(pictures) for number, why in scanned.items()}}
    if unread and not keep:
        raise _refuse_pages(name, unread)
    work.unread = unread
    if pictures == "read":
        work.remove_layers()
    if options.covered == "remove":
        work.remove_unseen()
    if pictures == "drop" and not unread:
        work.drop_pictures("pictures", work.pages)
    scans = work.read_pictures(scanned, options) if pictures == "read" else {}
    if pictures == "keep" and (kept := sum(map(_count_pictures, work.pages))):
        dropped[KEPT_UNREAD] = kept
    if work.unread:
        dropped["pages that were not read, kept"] = len(work.unread)
    again = replace(options, unread="keep", covered="keep", pictures=pictures, second_look=pictures == "read")
    return PdfSource(name, work.data, tuple(add_scans(work.pages, scans)), dropped, again, options.covered)


def _find_unreadable(
    data: bytes, pages: Iterable[ReadPage], odd: Mapping[int, str]
) -> tuple[dict[int, str], dict[int, str]]:
    """The pages that pictures show, and those that can't be read for another reason, each with why."""
    scanned: dict[int, str] = {}
    unread: dict[int, str] = {}
    with Viewer(data) as viewer:
        for page, theirs in zip(pages, read_again(data), strict=True):
            number = page.content.number
            if why := find_scanned(page.content, partial(shows_detail, viewer, number)):
                scanned[number] = why
            if why := odd.get(number) or _why_unread(page, theirs):
                unread[number] = why
    return scanned, unread


def _name_extra(pictures: Pictures) -> str:
    """What reads the pictures of a page, where they could be read."""
    return "" if pictures == "keep" else f"; {describe_reading()}"


def _count_pictures(page: ReadPage) -> int:
    return len(page.content.pictures) if has_pictures(page.content) else 0


@dataclass(slots=True)
class _Work:
    """A file that is being read: what is taken off its pages is counted in `dropped`; pages that were not read stay."""

    name: str
    data: bytes = field(repr=False)
    pages: tuple[ReadPage, ...] = field(repr=False)
    dropped: dict[str, int]
    unread: dict[int, str]

    @property
    def _open(self) -> list[ReadPage]:
        return [page for page in self.pages if page.content.number not in self.unread]

    def leave_out_blanks(self) -> None:
        """Take away codes that show nothing: they would stand between the letters of a word."""
        if found := find_blanks(self.data, (page.content for page in self.pages)):
            self._erase({number: frozenset(orders) for number, orders in found.items()})

    def remove_unseen(self) -> None:
        """Take away what nobody sees."""
        found = find_unseen(self.data, ((page.content, page.lines) for page in self._open))
        if found:
            orders = {
                n: frozenset(order for run in runs for order in run.orders) for n, runs in found.items()
            }
            self._erase(orders)
            self._count(Counter(run.kind for runs in found.values() for run in runs))

    def remove_layers(self) -> None:
        """Take away the words that somebody else read in pictures: the ink is read here."""
        found = {page.content.number: frozenset(find_layer(page.content)) for page in self._open}
        if any(found.values()):
            self._erase({number: orders for number, orders in found.items() if orders})
            self._count({kinds.TEXT_LAYERS: sum(map(bool, found.values()))})

    def _erase(self, removed: Mapping[int, frozenset[int]]) -> None:
        pdf, fonts = pikepdf.open(io.BytesIO(self.data)), open_fonts(self.data)
        for page in self.pages:
            if page.content.number in removed:
                erase(pdf, fonts, page.content, removed[page.content.number])
        prune_fonts(pdf, fonts, self.pages, removed)
        self._settle(pdf)

    def _settle(self, pdf: pikepdf.Pdf) -> None:
        self.data = rebuild(self.name, pikepdf.open(io.BytesIO(save(pdf))), Layers())[0]
        self.pages = tuple(read_pages(self.data))

    def _count(self, found: Mapping[str, int]) -> None:
        self.dropped.update(Counter(self.dropped) + Counter(found))

    def drop_pictures(self, kind: str, pages: Iterable[ReadPage]) -> None:
        """Put grey boxes in the places of the pictures of these pages."""
        numbers = {page.content.number for page in pages}
        pdf = pikepdf.open(io.BytesIO(self.data))
        contents = [page.content for page in self.pages if page.content.number in numbers]
        if count := drop_pictures(pdf, contents):
            self._settle(pdf)
            self._count({kind: count})

    def read_pictures(self, scanned: Mapping[int, str], options: FormatOptions) -> dict[int, Scan]:
        """What is read in pictures, by page; a DocumentError names a page that is one and can't be read for sure."""
        look: Look = "second" if options.second_look else "first"
        scans = scan_pages(self.data, [page.content for page in self._open], look)
        weak: dict[int, str] = {}
        if look == "first":
            weak = {number: why for number, scan in scans.items() if (why := scan.find_weakness())}
        refused = {number: why for number, why in weak.items() if number in scanned}
        if refused and options.unread != "keep":
            raise _refuse_pages(self.name, refused)
        self.unread.update(refused)
        poor = {number for number in weak.keys() - refused if scans[number].seen.words}
        if poor:
            kind = "pictures that can't be read"
            self.drop_pictures(kind, [page for page in self.pages if page.content.number in poor])
        scans = {number: scan for number, scan in scans.items() if number not in {*refused, *poor}}
        kept = sum(_count_pictures(page) for page in self.pages if page.content.number in scans)
        self._count({KEPT_READ: kept} if kept else {})
        return scans


def _refuse_pages(name: str, unread: Mapping[int, str]) -> DocumentError:
    number, reason = min(unread.items())
    others = f" (and {len(unread) - 1} other pages can't be read)" if len(unread) > 1 else ""
    return DocumentError(
        f"'{name}', page {number}: {reason}{others}; or pass --unread keep to release such pages as they are"
    )


def _why_unread(page: ReadPage, theirs: str) -> str | None:
    reason = find_unread(page.content)
    letters = [glyph.text for glyph in page.content.glyphs]
    if reason is None and letters_missed(letters, theirs) > letters.count(UNKNOWN):
        return "another reader finds text on it that this one doesn't"
    return reason
