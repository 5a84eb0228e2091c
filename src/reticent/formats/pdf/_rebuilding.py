"""A new PDF that holds the pages of another and nothing else: copied key by key, from keep-lists.

What draws is copied as it is, fonts without the names that others gave their parts, pictures without what they carry besides
their pixels; what notes and form fields show becomes page content.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats._pictures import strip_jpeg, strip_jpx, strip_profile
from reticent.formats.pdf import _keeping as keeping
from reticent.formats.pdf._canonical_content import Cleaner, Layers, ResourceNames
from reticent.formats.pdf._fonts import keep_tables
from reticent.formats.pdf._interpreting import SHOW
from reticent.formats.pdf._letters import read_to_unicode, write_to_unicode
from reticent.formats.pdf._opening import as_list, check_unpacking, find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, Stream, String


_MOST_DEEP = 30  # values or patterns inside each other, chosen by hand, far below where Python gives up
_MOST_FORMS = 2_000  # on one page, chosen by hand: one with text is copied for every use, so that a small file could grow
_MOST_FORMS_DEEP = 12  # chosen by hand: each step may double the number of copies
_LOOKUP, _LOOKUP_STRING = 768, 1024  # bytes of a palette: 256 colours of three or four parts
_LETTER = (0, 0, 612, 792)  # points: the page of a file that doesn't say how large its pages are
_PROCESS_INKS = frozenset(["/All", "/None", "/Cyan", "/Magenta", "/Yellow", "/Black"])


def copy_graphics(work: Rebuild, thing: Any, depth: int = 0) -> Any:
    """A copy of a value that draws: numbers and names, arrays, dictionaries and streams of kept keys, no strings."""
    if depth > _MOST_DEEP:
        raise work.refuse("values lie too deep in each other: print the file to a new PDF")
    if isinstance(thing, Array):
        return _copy_array(work, thing, depth)
    if isinstance(thing, Stream):
        return copy_once(work, "graphics", thing, lambda: _copy_stream(work, thing, depth))
    if isinstance(thing, Dictionary):
        return copy_dictionary(work, thing, depth)
    if isinstance(thing, Name):
        try:
            return Name(str(thing))
        except (UnicodeDecodeError, ValueError):  # it isn't UTF-8
            return Name("/rtName")
    return String("") if isinstance(thing, pikepdf.Object) else thing


def copy_once(work: Rebuild, kind: str, thing: pikepdf.Object, make: Callable[[], Any]) -> Any:
    """What `make` makes of a thing, made once for each thing that has a number."""
    if thing.objgen == (0, 0):
        return make()
    key = (kind, thing.objgen)
    if key not in work.copies:
        work.copies[key] = make()
    return work.copies[key]


def _copy_keys(work: Rebuild, thing: pikepdf.Object, copy: Any, keys: Iterable[str]) -> None:
    """Copy those of the keys that a thing has."""
    for key in sorted(keys):
        if key in thing:
            copy[key] = copy_graphics(work, thing[key], 1)


def _copy_array(work: Rebuild, thing: pikepdf.Object, depth: int) -> Any:
    items = list(thing)
    first = items[0] if items and isinstance(items[0], Name) else None
    if first == Name.ICCBased and len(items) > 1:
        return _copy_profile(work, items[1], depth)
    if first in (Name.Indexed, Name.I) and len(items) == 4:
        base, most = copy_graphics(work, items[1], depth + 1), items[2]
        return Array([Name.Indexed, base, most, _copy_lookup(work, items[3])])
    if first in (Name.Separation, Name.DeviceN) and len(items) > 3:
        inks = _ink(work, items[1]) if first == Name.Separation else Array([_ink(work, i) for i in items[1]])
        return Array([first, inks, *(copy_graphics(work, each, depth + 1) for each in items[2:4])])
    return Array([copy_graphics(work, each, depth + 1) for each in items])


def _ink(work: Rebuild, name: pikepdf.Object) -> Name:
    """A colour's name says nothing about its looks, so that other names than the usual ones become our own."""
    written = str(name)
    if written in _PROCESS_INKS:
        return Name(written)
    return work.inks.setdefault(written, Name(f"/rtInk{len(work.inks) + 1}"))


def _copy_lookup(work: Rebuild, table: Any) -> Any:
    if isinstance(table, Stream):
        check_unpacking(work.name, table)
        return String(table.read_bytes()[:_LOOKUP])
    return String(bytes(table)[:_LOOKUP_STRING])


def _copy_profile(work: Rebuild, profile: Any, depth: int) -> Any:
    """A colour profile without its descriptions, or the plain colours where it can't be followed."""
    count = int(profile.get("/N", 3)) if isinstance(profile, Stream) else 3
    plain = {1: Name.DeviceGray, 4: Name.DeviceCMYK}.get(count, Name.DeviceRGB)
    if not isinstance(profile, Stream):
        return plain

    def make() -> Any:
        data = strip_profile(work.unpack(profile))
        if data is None:
            return plain
        stream = work.target.make_stream(data, N=count)
        return work.target.make_indirect(Array([Name.ICCBased, stream]))

    return copy_once(work, "profile", profile, make)


def copy_dictionary(work: Rebuild, thing: pikepdf.Object, depth: int) -> Dictionary:
    """The keys of a dictionary that draw."""
    copy = Dictionary()
    for key in sorted(thing.keys()):
        if key == "/G" and isinstance(thing[key], Stream):
            copy[key] = work.form(thing[key])
            if work.shows_text(copy[key]):
                work.note("text is used as a stencil")
        elif key == "/Font" and isinstance(thing[key], Array) and len(thing[key]) == 2:
            copy[key] = Array([_copy_font(work, thing[key][0]), thing[key][1]])
        elif key in keeping.GRAPHICS:
            copy[key] = copy_graphics(work, thing[key], depth + 1)
    return copy


def _copy_stream(work: Rebuild, thing: pikepdf.Object, depth: int) -> pikepdf.Object | None:
    if thing.get("/PatternType") == 1:
        return _copy_pattern(work, thing, depth)
    if thing.get("/Subtype") == Name.Form:
        return work.form(thing)
    if thing.get("/Subtype") == Name.Image:
        return _copy_image(work, thing)
    return work.make_stream(work.unpack(thing), copy_dictionary(work, thing, depth))


def _copy_pattern(work: Rebuild, thing: pikepdf.Object, depth: int) -> pikepdf.Object:
    if depth >= _MOST_DEEP or work.depth >= _MOST_DEEP:
        raise work.refuse("patterns lie too deep in each other: print the file to a new PDF")
    data, resources, text = work.inner_content(thing, thing.get("/Resources"))
    if text:
        work.note("a pattern holds text")
    return work.make_stream(data, copy_dictionary(work, thing, depth), resources)


_SAFE_NAME = re.compile(r"/[A-Za-z0-9][A-Za-z0-9+,._-]{0,100}")


def _copy_font(work: Rebuild, thing: Any) -> pikepdf.Object | None:
    """A font with its encoding and shapes, without the names that others gave its parts."""
    if not isinstance(thing, Dictionary):
        return None
    if thing.objgen == (0, 0):
        return _fill_font(work, thing, work.target.make_indirect(Dictionary()))
    key = ("font", thing.objgen)
    if key not in work.copies:  # remembered before it is filled: its shapes may use the font itself
        work.copies[key] = work.target.make_indirect(Dictionary())
        _fill_font(work, thing, work.copies[key])
    return work.copies[key]


def _fill_font(work: Rebuild, thing: pikepdf.Object, copy: pikepdf.Object) -> pikepdf.Object:
    _copy_keys(work, thing, copy, keeping.FONT)
    if "/BaseFont" in copy and not _SAFE_NAME.fullmatch(str(copy["/BaseFont"])):
        copy["/BaseFont"] = Name("/rtFont")
    descendants = find(thing, "/DescendantFonts", Array)
    if descendants is not None and len(descendants) and isinstance(descendants[0], Dictionary):
        copy["/DescendantFonts"] = Array([_copy_font(work, descendants[0])])
    if (descriptor := find(thing, "/FontDescriptor")) is not None:
        copy["/FontDescriptor"] = _copy_descriptor(work, descriptor)
    if (collection := find(thing, "/CIDSystemInfo")) is not None:
        copy["/CIDSystemInfo"] = _copy_collection(collection)
    _copy_encoding(work, thing, copy)
    if find(thing, "/CharProcs") is not None:
        _copy_shapes(work, thing, copy)
    return copy


def _copy_descriptor(work: Rebuild, thing: pikepdf.Object) -> Dictionary:
    copy = Dictionary()
    _copy_keys(work, thing, copy, keeping.DESCRIPTOR)
    if "/FontName" in copy and not _SAFE_NAME.fullmatch(str(copy["/FontName"])):
        copy["/FontName"] = Name("/rtFont")
    for key in ("/FontFile", "/FontFile2", "/FontFile3"):
        if (program := find(thing, key, Stream)) is not None:
            copy[key] = copy_once(work, "program", program, partial(_copy_program, work, program))
    return work.target.make_indirect(copy)


def _copy_program(work: Rebuild, program: pikepdf.Object) -> pikepdf.Object:
    data = keep_tables(work.unpack(program))
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


def _copy_encoding(work: Rebuild, thing: pikepdf.Object, copy: pikepdf.Object) -> None:
    encoding = thing.get("/Encoding")
    if isinstance(encoding, Name):
        copy["/Encoding"] = encoding if _SAFE_NAME.fullmatch(str(encoding)) else Name("/rtEncoding")
    elif isinstance(encoding, Stream):
        work.note("a font has an encoding of its own that can't be read")
        copy["/Encoding"] = Name("/Identity-H")
    elif isinstance(encoding, Dictionary):
        kept: dict[str, pikepdf.Object] = {"/Type": Name.Encoding}
        if "/BaseEncoding" in encoding:
            kept["/BaseEncoding"] = encoding["/BaseEncoding"]
        if isinstance(encoding.get("/Differences"), Array):
            kept["/Differences"] = copy_graphics(work, encoding["/Differences"], 1)
        copy["/Encoding"] = Dictionary(kept)
    if (table := find(thing, "/ToUnicode", Stream)) is not None:
        letters = read_to_unicode(work.unpack(table))
        copy["/ToUnicode"] = work.target.make_stream(write_to_unicode(letters))


def _copy_shapes(work: Rebuild, thing: pikepdf.Object, copy: pikepdf.Object) -> None:
    """The glyphs of a Type 3 font, each a small content of its own; they share the font's resources."""
    shapes = Dictionary()
    names = work.names(thing.get("/Resources", Dictionary()))
    for name, shape in sorted(thing["/CharProcs"].items()):
        if isinstance(shape, Stream):
            data, text = work.content(shape, names)
            shapes[name] = work.target.make_stream(data)
            if text:
                work.note("a glyph is made of other glyphs")
    copy["/CharProcs"] = shapes
    copy["/Resources"] = names.build_resources()


def _copy_image(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object | None:
    """A picture with its masks, without comments, thumbnails and descriptions."""
    return copy_once(work, "image", thing, lambda: _make_image(work, thing))  # type: ignore[no-any-return]


def _make_image(work: Rebuild, thing: pikepdf.Object) -> pikepdf.Object | None:
    """A new copy of a picture; None when it can't be cleaned."""
    data, filters, parameters = _picture(work, thing)
    if data is None:
        work.note("a picture can't be cleaned of what else it carries")
        return None
    copy = work.target.make_stream(data)
    for key in sorted(keeping.IMAGE & set(thing.keys())):
        mask = find(thing, key, Stream) if key in ("/SMask", "/Mask") else None
        copy[key] = copy_graphics(work, thing[key], 1) if mask is None else _copy_image(work, mask)
    if filters:
        copy["/Filter"] = Array([Name(each) for each in filters])
        copy["/DecodeParms"] = Array([_parameters(work, each) for each in parameters])
    return copy


def _picture(work: Rebuild, thing: pikepdf.Object) -> tuple[bytes | None, list[str], list[Any]]:
    """The packed bytes of a picture, cleaned, with the filters that unpack them."""
    filters = [str(each) for each in as_list(thing.get("/Filter"))]
    parameters: list[Any] = [*as_list(thing.get("/DecodeParms")), *[None] * len(filters)][: len(filters)]
    data, last = thing.read_raw_bytes(), filters[-1] if filters else ""
    if last not in ("/DCTDecode", "/JPXDecode", "/DCT"):
        return data, filters, parameters
    if len(filters) > 1:
        check_unpacking(work.name, thing)
        outer = work.target.make_stream(data, Filter=Array([Name(each) for each in filters[:-1]]))
        data = _read(outer)
    clean = strip_jpx(data) if last == "/JPXDecode" else strip_jpeg(data)
    return clean, [last], parameters[-1:]


def _parameters(work: Rebuild, found: Any) -> Any:
    if not isinstance(found, Dictionary):
        return Dictionary()
    copy = copy_dictionary(work, found, 1)
    if (shared := find(found, "/JBIG2Globals", Stream)) is not None:
        copy["/JBIG2Globals"] = work.target.make_stream(_read(shared))
    return copy


def _read(stream: pikepdf.Object) -> bytes:
    """The unpacked bytes of a stream, or nothing when it is damaged."""
    try:
        return stream.read_bytes()
    except pikepdf.PdfError:
        return b""


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
        return _read(stream)

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
            return _copy_font(self, thing)
        if kind != "/XObject":
            return copy_graphics(self, thing)  # type: ignore[no-any-return]
        if not isinstance(thing, Stream) or not self.layers.shows(thing.get("/OC")):
            return None
        if thing.get("/Subtype") == Name.Image:
            return _copy_image(self, thing)
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
        _copy_keys(self, thing, copy, keeping.FORM)
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
        return _make_image(self, found)


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
    _copy_keys(work, page.obj, copy, keeping.PAGE)
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
