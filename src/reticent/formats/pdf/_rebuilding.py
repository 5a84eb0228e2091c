"""A new PDF that holds the pages of another and nothing else: copied key by key, from keep-lists.

Fonts, copied into another PDF without the names that others gave their parts.

Pictures, copied into another PDF without what they carry besides their pixels.

Notes, form fields and marks on a page: what shows becomes page content, everything else goes.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats._pictures import strip_jpeg, strip_jpx
from reticent.formats.pdf import _keeping as keeping
from reticent.formats.pdf._canonical_content import Cleaner, Layers, ResourceNames
from reticent.formats.pdf._copying import (
    copy_dictionary,
    copy_graphics,
    copy_once,
    unpack,
)
from reticent.formats.pdf._fonts import keep_tables
from reticent.formats.pdf._interpreting import SHOW
from reticent.formats.pdf._letters import read_to_unicode, write_to_unicode
from reticent.formats.pdf._opening import as_list, check_unpacking

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, String


_SAFE_NAME = re.compile(r"/[A-Za-z0-9][A-Za-z0-9+,._-]{0,100}")


def copy_font(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object:
    """A font with its encoding and shapes, without the names that others gave its parts."""
    if thing.objgen == (0, 0):
        return work.target.make_indirect(_copy_font(work, thing, Dictionary()))
    key = ("font", thing.objgen)
    if key not in work.copies:
        work.copies[key] = copy = work.target.make_indirect(Dictionary())
        _copy_font(work, thing, copy)
    return work.copies[key]


def _copy_font(work: Rebuild, thing: pikepdf.Object, copy: Dictionary) -> Dictionary:
    for key in sorted(keeping.FONT):
        if key in thing:
            copy[key] = copy_graphics(work, thing[key], 1)
    if "/BaseFont" in copy and not _SAFE_NAME.fullmatch(str(copy["/BaseFont"])):
        copy["/BaseFont"] = Name("/rtFont")
    descendants = thing.get("/DescendantFonts")
    if isinstance(descendants, Array) and len(descendants) and isinstance(descendants[0], Dictionary):
        copy["/DescendantFonts"] = Array([copy_font(work, descendants[0])])
    if isinstance(thing.get("/FontDescriptor"), Dictionary):
        copy["/FontDescriptor"] = _copy_descriptor(work, thing["/FontDescriptor"])
    if isinstance(thing.get("/CIDSystemInfo"), Dictionary):
        copy["/CIDSystemInfo"] = _copy_collection(thing["/CIDSystemInfo"])
    _copy_encoding(work, thing, copy)
    if isinstance(thing.get("/CharProcs"), Dictionary):
        _copy_shapes(work, thing, copy)
    return copy


def _copy_descriptor(work: Rebuild, thing: pikepdf.Object) -> Dictionary:
    copy = Dictionary()
    for key in sorted(keeping.DESCRIPTOR):
        if key in thing:
            copy[key] = copy_graphics(work, thing[key], 1)
    if "/FontName" in copy and not _SAFE_NAME.fullmatch(str(copy["/FontName"])):
        copy["/FontName"] = Name("/rtFont")
    for key in ("/FontFile", "/FontFile2", "/FontFile3"):
        if isinstance(thing.get(key), pikepdf.Stream):
            copy[key] = copy_once(work, "program", thing[key], partial(_copy_program, work, thing[key]))
    return work.target.make_indirect(copy)


def _copy_program(work: Rebuild, program: pikepdf.Object) -> pikepdf.Object:
    check_unpacking(work.name, program)
    data = keep_tables(unpack(program))
    copy = work.target.make_stream(data)
    for key in ("/Length1", "/Length2", "/Length3", "/Subtype"):
        if key in program:
            copy[key] = program[key]
    if "/Length2" not in program and "/Length1" in program:
        copy["/Length1"] = len(data)
    return copy


def _copy_collection(thing: pikepdf.Object) -> Dictionary:
    ordering = bytes(thing.get("/Ordering", String("Identity")))
    known = ordering if ordering in keeping.ORDERINGS else b"Identity"
    number = thing.get("/Supplement", 0)
    return Dictionary(
        Registry=String("Adobe"), Ordering=String(known), Supplement=number if isinstance(number, int) else 0
    )


def _copy_encoding(work: Rebuild, thing: pikepdf.Object, copy: Dictionary) -> None:
    encoding = thing.get("/Encoding")
    if isinstance(encoding, Name):
        copy["/Encoding"] = encoding if _SAFE_NAME.fullmatch(str(encoding)) else Name("/rtEncoding")
    elif isinstance(encoding, pikepdf.Stream):
        work.note("a font has an encoding of its own that can't be read")
        copy["/Encoding"] = Name("/Identity-H")
    elif isinstance(encoding, Dictionary):
        kept: dict[str, pikepdf.Object] = {"/Type": Name.Encoding}
        if "/BaseEncoding" in encoding:
            kept["/BaseEncoding"] = encoding["/BaseEncoding"]
        if isinstance(encoding.get("/Differences"), Array):
            kept["/Differences"] = copy_graphics(work, encoding["/Differences"], 1)
        copy["/Encoding"] = Dictionary(kept)
    if isinstance(thing.get("/ToUnicode"), pikepdf.Stream):
        check_unpacking(work.name, thing["/ToUnicode"])
        letters = read_to_unicode(unpack(thing["/ToUnicode"]))
        copy["/ToUnicode"] = work.target.make_stream(write_to_unicode(letters))


def _copy_shapes(work: Rebuild, thing: pikepdf.Object, copy: Dictionary) -> None:
    """The glyphs of a Type 3 font, each a small content of its own; they share the font's resources."""
    shapes = Dictionary()
    names = work.names(thing.get("/Resources", Dictionary()))
    for name, shape in sorted(thing["/CharProcs"].items()):
        if isinstance(shape, pikepdf.Stream):
            data, text = work.content(shape, names)
            shapes[name] = work.target.make_stream(data)
            if text:
                work.note("a glyph is made of other glyphs")
    copy["/CharProcs"] = shapes
    copy["/Resources"] = names.build_resources()


def copy_image(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object | None:
    """A picture with its masks, without comments, thumbnails and descriptions."""
    return copy_once(work, "image", thing, lambda: make_image(work, thing))  # type: ignore[no-any-return]


def make_image(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object | None:
    """A new copy of a picture; None when it can't be cleaned."""
    data, filters, parameters = _picture(work, thing)
    if data is None:
        work.note("a picture can't be cleaned of what else it carries")
        return None
    copy = work.target.make_stream(data)
    for key in sorted(keeping.IMAGE):
        if key in thing:
            copy[key] = _part_of_image(work, key, thing[key])
    if filters:
        copy["/Filter"] = Array([Name(each) for each in filters])
        copy["/DecodeParms"] = Array([_parameters(work, each) for each in parameters])
    return copy


def _part_of_image(work: Rebuild, key: str, value: Any) -> Any:
    if key in ("/SMask", "/Mask") and isinstance(value, pikepdf.Stream):
        return copy_image(work, value)
    return copy_graphics(work, value, 1)


def _picture(work: Rebuild, thing: pikepdf.Object) -> tuple[bytes | None, list[str], list[Any]]:
    """The packed bytes of a picture, cleaned, with the filters that unpack them."""
    filters = [str(each) for each in as_list(thing.get("/Filter"))]
    parameters: list[Any] = [*as_list(thing.get("/DecodeParms")), *[None] * len(filters)][: len(filters)]
    last = filters[-1] if filters else ""
    if last not in ("/DCTDecode", "/JPXDecode", "/DCT"):
        return thing.read_raw_bytes(), filters, parameters
    data = thing.read_raw_bytes()
    if len(filters) > 1:
        check_unpacking(work.name, thing)
        outer = work.target.make_stream(data, Filter=Array([Name(each) for each in filters[:-1]]))
        data = unpack(outer)
    clean = strip_jpx(data) if last == "/JPXDecode" else strip_jpeg(data)
    return clean, [last], parameters[-1:]


def _parameters(work: Rebuild, found: Any) -> Any:
    if not isinstance(found, Dictionary):
        return Dictionary()
    copy = copy_dictionary(work, found, 1)
    shared = found.get("/JBIG2Globals")
    if isinstance(shared, pikepdf.Stream):
        copy["/JBIG2Globals"] = work.target.make_stream(unpack(shared))
    return copy


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

    def names(self, resources: object) -> ResourceNames:
        """The resources of a content, under names of our own."""
        return ResourceNames(resources if isinstance(resources, Dictionary) else Dictionary(), self.resource)

    def content(self, owner: Any, names: ResourceNames) -> tuple[bytes, bool]:
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


SHOWN = frozenset(
    "/Widget /FreeText /Stamp /Highlight /Underline /Squiggly /StrikeOut /Square /Circle /Line /Polygon /PolyLine"
    " /Ink /Caret".split()
)
"""Kinds whose looks belong to the page; links, notes, attachments, sounds and the like are dropped."""


def flatten(pdf: pikepdf.Pdf) -> None:
    """Draw on its page what each annotation shows, so that it is read like any other text."""
    form = pdf.Root.get("/AcroForm")
    if isinstance(form, pikepdf.Dictionary) and bool(form.get("/NeedAppearances")):
        pdf.generate_appearance_streams()
    for page in pdf.pages:
        found = page.obj.get("/Annots")
        if isinstance(found, Array):
            page.obj["/Annots"] = Array([each for each in found if _shows(each)])
        elif found is not None:
            del page.obj["/Annots"]
    pdf.flatten_annotations("screen")


def _shows(annotation: object) -> bool:
    if not isinstance(annotation, pikepdf.Dictionary):
        return False
    kind = annotation.get("/Subtype")
    return isinstance(kind, Name) and str(kind) in SHOWN and "/AP" in annotation
