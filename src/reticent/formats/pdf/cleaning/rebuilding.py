"""A new PDF that holds the pages of another and nothing else: copied key by key, from keep-lists."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats.pdf.cleaning import keeping
from reticent.formats.pdf.cleaning.canonical_content import Cleaner, Names
from reticent.formats.pdf.cleaning.copying import copy_graphics
from reticent.formats.pdf.cleaning.font_copying import copy_font
from reticent.formats.pdf.cleaning.image_copying import copy_image, make_image
from reticent.formats.pdf.cleaning.layers import Layers
from reticent.formats.pdf.cleaning.unpacking import check_unpacking
from reticent.formats.pdf.reading.operators import SHOW

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name

MOST_FORMS = 2_000
"""On one page."""
MOST_FORMS_DEEP = 12


@dataclass(slots=True)
class Rebuild:
    """One PDF on its way into another; it remembers what has been copied, so that nothing is copied twice."""

    name: str
    target: pikepdf.Pdf
    layers: Layers
    page: int = 0
    depth: int = 0
    forms: int = 0
    copies: dict[tuple[str, tuple[int, int]], pikepdf.Object] = field(default_factory=dict)
    inks: dict[str, Name] = field(default_factory=dict)
    texts: set[tuple[int, int]] = field(default_factory=set)
    odd_pages: dict[int, str] = field(default_factory=dict)

    def refuse(self, why: str) -> DocumentError:
        """The error that names the page on which something is wrong."""
        return DocumentError(f"'{self.name}', page {self.page}: {why}")

    def note(self, why: str) -> None:
        """Remember that this page holds something that can't be read."""
        self.odd_pages.setdefault(self.page, why)

    def names(self, resources: object) -> Names:
        """The resources of a content, under names of our own."""
        return Names(resources if isinstance(resources, Dictionary) else Dictionary(), self.resource)

    def content(self, owner: Any, names: Names) -> tuple[bytes, bool]:
        """The cleaned content of a page, form, pattern or glyph, and whether it shows text."""
        check_unpacking(self.name, owner)
        cleaner = Cleaner(names, self.layers, self.inline_picture, self.shows_text)
        try:
            cleaned = list(cleaner.clean(list(pikepdf.parse_content_stream(owner))))
        except (pikepdf.PdfError, UnicodeDecodeError):
            raise self.refuse("its content is damaged: mend it, for example with 'qpdf IN OUT'") from None
        forms = names.used.get("/XObject", {}).values()
        text = any(map(self.shows_text, forms)) or any(_operator(each) in SHOW for each in cleaned)
        return pikepdf.unparse_content_stream(cleaned), text

    def shows_text(self, copy: pikepdf.Object) -> bool:
        """Whether a form that has been copied shows text, itself or by a form inside it."""
        return copy.objgen in self.texts

    def resource(
        self, kind: str, thing: pikepdf.Object, around: pikepdf.Object | None = None
    ) -> pikepdf.Object | None:
        """A copy of a resource, or None when it may not or can't go out; `around` are those of its user."""
        if kind == "/XObject":
            return self.drawing(thing, around)
        if kind == "/Font":
            return self.font(thing)
        return copy_graphics(self, thing)  # type: ignore[no-any-return]

    def font(self, thing: pikepdf.Object) -> pikepdf.Object | None:
        """A copy of a font."""
        return copy_font(self, thing) if isinstance(thing, Dictionary) else None

    def picture(self, thing: pikepdf.Object) -> pikepdf.Object | None:
        """A copy of a picture."""
        return copy_image(self, thing)

    def drawing(self, thing: pikepdf.Object, around: pikepdf.Object | None = None) -> pikepdf.Object | None:
        """A copy of a picture, or of a form with its content; forms with text are copied for every use."""
        if not isinstance(thing, pikepdf.Stream) or not self.layers.shows(thing.get("/OC")):
            return None
        if thing.get("/Subtype") == Name.Image:
            return self.picture(thing)
        if thing.get("/Subtype") != Name.Form:
            return None
        return self.form(thing, around)

    def form(self, thing: pikepdf.Object, around: pikepdf.Object | None = None) -> pikepdf.Object:
        """A copy of a form; the same one for the same form as long as it shows no text."""
        key = ("form", thing.objgen)
        if key in self.copies and self.copies[key].objgen not in self.texts:
            return self.copies[key]
        self.forms += 1
        if self.depth >= MOST_FORMS_DEEP or self.forms > MOST_FORMS:
            raise self.refuse(
                "forms lie too deep in each other, or are too many: print the file to a new PDF"
            )
        self.depth += 1
        names = self.names(thing.get("/Resources", around))
        data, text = self.content(thing, names)
        self.depth -= 1
        copy = self.target.make_stream(data)
        for each in keeping.FORM:
            if each in thing:
                copy[each] = copy_graphics(self, thing[each])
        copy["/Resources"] = names.build_resources()
        self.copies[key] = copy
        if text:
            self.texts.add(copy.objgen)
        return copy

    def inline_picture(self, image: Any) -> pikepdf.Object | None:
        """A picture that stood in the content, as a thing of its own."""
        try:
            found = self.target.make_stream(image.read_raw_bytes(), dict(image.obj.items()))
        except (pikepdf.PdfError, AttributeError, TypeError, ValueError, NotImplementedError):
            return None
        return make_image(self, found)


def _operator(instruction: Any) -> str:
    return str(instruction[1] if isinstance(instruction, tuple) else instruction.operator)


def rebuild(name: str, pdf: pikepdf.Pdf, layers: Layers) -> tuple[bytes, dict[int, str]]:
    """The pages of a PDF in a new file, always the same bytes; and the pages with text in unreadable places."""
    work = Rebuild(name, pikepdf.Pdf.new(), layers)
    for number, page in enumerate(pdf.pages, 1):
        work.page, work.forms = number, 0
        _copy_page(work, page)
    return save(work.target), work.odd_pages


def _copy_page(work: Rebuild, page: pikepdf.Page) -> None:
    names = work.names(page.resources)
    data, _ = work.content(page, names)
    copy = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, 612, 792]))
    for key in keeping.PAGE:
        if key in page.obj:
            copy[key] = copy_graphics(work, page.obj[key])
    copy["/Resources"] = work.target.make_indirect(names.build_resources())
    copy["/Contents"] = work.target.make_stream(data)
    work.target.pages.append(pikepdf.Page(work.target.make_indirect(copy)))


def save(pdf: pikepdf.Pdf) -> bytes:
    """The bytes of a PDF: no date, no producer, an id that depends on the content alone."""
    for key in list(pdf.trailer.keys()):
        if key not in ("/Root", "/Size"):
            del pdf.trailer[key]
    out = io.BytesIO()
    pdf.save(
        out,
        deterministic_id=True,
        object_stream_mode=pikepdf.ObjectStreamMode.disable,
        compress_streams=True,
        stream_decode_level=pikepdf.StreamDecodeLevel.none,
        recompress_flate=False,
        normalize_content=False,
        fix_metadata_version=False,
    )
    return out.getvalue()
