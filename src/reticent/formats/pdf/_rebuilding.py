"""A new PDF that holds the pages of another and nothing else, and pages on which notes and form fields have become content."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats.pdf import _keeping as keeping
from reticent.formats.pdf._canonical_content import Cleaner, Layers, ResourceNames
from reticent.formats.pdf._copying import (
    copy_font,
    copy_graphics,
    copy_image,
    copy_keys,
    make_image,
    read_bytes,
)
from reticent.formats.pdf._interpreting import SHOW
from reticent.formats.pdf._opening import as_list, check_unpacking, find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, Stream


_MOST_FORMS = 2_000  # on one page, chosen by hand: one with text is copied for every use, so that a small file could grow
_MOST_FORMS_DEEP = 12  # chosen by hand: each step may double the number of copies
_LETTER = (0, 0, 612, 792)  # points: the page of a file that doesn't say how large its pages are


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

    def unpack(self, stream: pikepdf.Object) -> bytes:
        """The unpacked bytes of a stream, or nothing when it is damaged; refused when they are too many."""
        check_unpacking(self.name, stream)
        return read_bytes(stream)

    def make_stream(self, data: bytes, values: Any, resources: Any = None) -> pikepdf.Object:
        """A stream of the new file with these values and resources."""
        stream = self.target.make_stream(data)
        for key, value in values.items():
            stream[key] = value
        if resources is not None:
            stream["/Resources"] = resources
        return stream

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

    def inner_content(self, owner: Any, resources: object) -> tuple[bytes, Dictionary, bool]:
        """The same for a content that lies in another, with the resources that it uses."""
        self.depth += 1
        names = self.names(resources)
        data, text = self.content(owner, names)
        self.depth -= 1
        return data, names.build_resources(), text

    def shows_text(self, copy: pikepdf.Object) -> bool:
        """Whether a form that has been copied shows text, itself or by a form inside it."""
        return copy.objgen in self.texts

    def resource(
        self, kind: str, thing: pikepdf.Object, around: pikepdf.Object | None = None
    ) -> pikepdf.Object | None:
        """A copy of a resource, or None when it may not or can't go out; `around` are those of its user."""
        if kind == "/Font":
            return copy_font(self, thing)
        if kind != "/XObject":
            return copy_graphics(self, thing)  # type: ignore[no-any-return]
        if not isinstance(thing, Stream) or not self.layers.shows(thing.get("/OC")):
            return None
        if thing.get("/Subtype") == Name.Image:
            return copy_image(self, thing)
        return self.form(thing, around) if thing.get("/Subtype") == Name.Form else None

    def form(self, thing: pikepdf.Object, around: pikepdf.Object | None = None) -> pikepdf.Object:
        """A copy of a form: the same one as long as it shows no text, of one with text another for every use."""
        key = ("form", thing.objgen)
        if key in self.copies and not self.shows_text(self.copies[key]):
            return self.copies[key]
        self.forms += 1
        if self.depth >= _MOST_FORMS_DEEP or self.forms > _MOST_FORMS:
            raise self.refuse(
                "forms lie too deep in each other, or are too many: print the file to a new PDF"
            )
        data, resources, text = self.inner_content(thing, thing.get("/Resources", around))
        copy = self.target.make_stream(data)
        copy_keys(self, thing, copy, keeping.FORM)
        copy["/Resources"] = resources
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
    copy = Dictionary(Type=Name.Page, MediaBox=Array(_LETTER))
    copy_keys(work, page.obj, copy, keeping.PAGE)
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
    " /Ink /Caret /Redact".split()
)
"""Kinds whose looks belong to the page; links, notes, attachments, sounds and the like are dropped."""

_PEN = 1.0  # points: how wide a line is that doesn't say so (ISO 32000, table 166)
_COLOURS = {1: "g", 3: "rg", 4: "k"}  # the operator that fills with a colour of so many parts
_STROKES = {1: "G", 3: "RG", 4: "K"}


def flatten(pdf: pikepdf.Pdf) -> None:
    """Draw on its page what each annotation shows, so that it is read like any other text."""
    form = find(pdf.Root, "/AcroForm")
    if form is not None and bool(form.get("/NeedAppearances")):
        pdf.generate_appearance_streams()
    for page in pdf.pages:
        found = page.obj.get("/Annots")
        if isinstance(found, Array):
            for each in found:
                _draw_missing_looks(pdf, each)
            page.obj["/Annots"] = Array([each for each in found if _shows(each)])
        elif found is not None:
            del page.obj["/Annots"]
    pdf.flatten_annotations("screen")


def _draw_missing_looks(pdf: pikepdf.Pdf, annotation: object) -> None:
    """Give an annotation the looks that every reader makes up for it; a mark for redaction is carried out as a box.

    What it covers would otherwise be seen in a release, which has no annotations.
    """
    kind = str(find(annotation, "/Subtype", Name))
    place = find(annotation, "/Rect", Array)
    if (
        place is None
        or len(place) != 4
        or (find(annotation, "/AP", object) is not None and kind != "/Redact")
    ):
        return
    try:
        content, states = _make_looks(kind, annotation)
    except (TypeError, ValueError):  # numbers that are none
        return
    if not content:
        return
    left, bottom, right, top = map(float, place)
    inside = Array([min(left, right), min(bottom, top), max(left, right), max(bottom, top)])
    form = pdf.make_stream(
        content.encode(),
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=inside,
        Resources=Dictionary(ExtGState=Dictionary(G0=states)),
    )
    annotation["/AP"] = Dictionary(N=form)  # type: ignore[index]


def _make_looks(kind: str, annotation: Any) -> tuple[str, Dictionary]:
    """What draws an annotation that covers something, and the graphics state in which it does."""
    opaque = float(annotation.get("/CA", 1))
    states = Dictionary(Type=Name.ExtGState, ca=opaque, CA=opaque)
    boxes = " ".join(
        f"{x:.3f} {y:.3f} {width:.3f} {height:.3f} re" for x, y, width, height in _quads(annotation)
    )
    inner = _colour(annotation.get("/IC"), _COLOURS)
    if kind == "/Redact":
        return f"{inner or '0 g'} {boxes} f", Dictionary(Type=Name.ExtGState, ca=1, CA=1)
    if kind == "/Highlight":
        states["/BM"] = Name.Multiply
        return f"/G0 gs {_colour(annotation.get('/C'), _COLOURS) or '1 1 0 rg'} {boxes} f", states
    if kind in ("/Square", "/Circle") and inner:
        return f"/G0 gs {inner} {boxes} f", states
    if kind == "/Polygon" and inner and (points := _points(annotation.get("/Vertices"))):
        return f"/G0 gs {inner} {_line(points)} f", states
    if kind == "/Ink":
        style = annotation.get("/BS")
        pen = float(style.get("/W", _PEN)) if isinstance(style, Dictionary) else _PEN
        lines = [_line(points) for each in as_list(annotation.get("/InkList")) if (points := _points(each))]
        colour = _colour(annotation.get("/C"), _STROKES) or "0 G"
        return (f"/G0 gs {colour} {pen:.3f} w 1 J 1 j {' '.join(lines)} S" if lines else ""), states
    return "", states


def _colour(found: Any, operators: dict[int, str]) -> str:
    """The instruction that sets a colour; nothing where there is none."""
    parts = [float(each) for each in as_list(found)]
    return (
        f"{' '.join(f'{part:.4f}' for part in parts)} {operators[len(parts)]}"
        if len(parts) in operators
        else ""
    )


def _quads(annotation: Any) -> list[tuple[float, float, float, float]]:
    """The boxes of an annotation: those of its words, or its own."""
    numbers = [float(each) for each in as_list(annotation.get("/QuadPoints"))]
    corners = [numbers[at : at + 8] for at in range(0, len(numbers) - 7, 8)]
    corners = corners or [[float(each) for each in annotation["/Rect"]]]
    found = [(min(each[::2]), min(each[1::2]), max(each[::2]), max(each[1::2])) for each in corners]
    return [(left, bottom, right - left, top - bottom) for left, bottom, right, top in found]


def _points(found: Any) -> list[tuple[float, float]]:
    numbers = [float(each) for each in as_list(found)]
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _line(points: list[tuple[float, float]]) -> str:
    steps = (f"{x:.3f} {y:.3f} {'l' if place else 'm'}" for place, (x, y) in enumerate(points))
    return " ".join(steps)


def _shows(annotation: object) -> bool:
    kind = find(annotation, "/Subtype", Name)
    return kind is not None and str(kind) in SHOWN and find(annotation, "/AP", object) is not None
