"""A content without the glyphs that go: every text operator says where its kept glyphs stand, and nothing else.

Where a word goes from a picture, the page becomes a picture of itself, with its text kept beneath as invisible text.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from decimal import Decimal
from math import ceil, hypot, log10
from typing import Any

from reticent.errors import DocumentError, needs_extra
from reticent.formats.pdf._decorations import Instruction, Sheet, Zones
from reticent.formats.pdf._gaps import LABEL, Label, encode_label, label_width
from reticent.formats.pdf._glyphs import GlyphPlace, PageContent
from reticent.formats.pdf._interpreting import (
    FOLLOWED,
    INVISIBLE,
    PATHS,
    SHOW,
    Interpreter,
    Matrix,
    ShownText,
    TextState,
    multiply,
    shift,
    write_number,
)
from reticent.formats.pdf._letters import FontShelf
from reticent.formats.pdf._opening import PDFIUM

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Array, Dictionary, Name, Operator, String


_DIGITS = 2  # a hundredth of a point is less than any printer shows
_ASIDE = 0.000314159  # places that are sums of round numbers lie in the middle of two roundings; this puts them aside

POSITIONS = frozenset(["Td", "TD", "Tm", "T*", "TL", "Tc", "Tw", "BT", "ET"])
"""All of them say where text stood before; what is written says it anew."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What happens to the glyphs of one content: its place says whether a glyph goes or moves, or where a label stands."""

    codes: Mapping[GlyphPlace, bytes] = field(repr=False)
    removed: frozenset[GlyphPlace]
    moved: Mapping[GlyphPlace, float]
    labels: Mapping[GlyphPlace, Label]
    zones: Zones


@dataclass(slots=True)
class Rewriter:
    """Writes one content anew."""

    pdf: pikepdf.Pdf
    stream: int
    resources: pikepdf.Object
    fonts: FontShelf
    changes: Changes
    state: TextState

    def rewrite(self, content: pikepdf.Object) -> bytes:
        """The content after the changes; a DocumentError when it isn't the one that was read."""
        interpreter = Interpreter(self.resources, self.fonts, self.state)
        sheet = Sheet(self.changes.zones.shelve(), self._masks())
        for spacing in ("Tc", "Tw"):
            sheet.draw([([0], Operator(spacing))])
        for instruction in pikepdf.parse_content_stream(content):
            operator = str(instruction.operator)
            result = interpreter.follow(operator, instruction.operands) if operator in FOLLOWED else None
            if isinstance(result, ShownText):
                self._show(result, sheet)
            elif operator not in POSITIONS and operator not in SHOW:
                sheet.add(instruction, operator, interpreter.state.ctm)
        return pikepdf.unparse_content_stream(sheet.finish())

    def _masks(self) -> frozenset[str]:
        states = self.resources.get("/ExtGState", pikepdf.Dictionary())
        return frozenset(name for name, state in states.items() if "/SMask" in state)

    def _show(self, shown: ShownText, sheet: Sheet) -> None:
        if shown.state.font is None:
            parts = [String(p) if isinstance(p, bytes) else write_number(p) for p in shown.parts]
            sheet.show(
                [
                    _place(multiply(shown.matrix, sheet.owed), _count_digits(shown.state.ctm, sheet.owed)),
                    ([Array(parts)], Operator("TJ")),
                ]
            )
            return
        step = self._step(shown)
        run: list[tuple[float, bytes, float]] = []
        for part, code, along, _ in shown.place_codes():
            place = GlyphPlace(self.stream, shown.operator, part, code.at)
            found = shown.code_bytes(part, code)
            if self.changes.codes.get(place) != found:
                raise DocumentError("the file being written isn't the one that was read: please report this")
            label = self.changes.labels.get(place)
            if label is not None:
                sheet.show(_flush(shown, run, sheet.owed))
                place_there = multiply(_frame(shown, along + label.shift / step), sheet.owed)
                frame = _round_place(place_there, _count_digits(shown.state.ctm, sheet.owed))
                sheet.draw(self._draw(frame, label, abs(shown.state.size), label.width / abs(step)))
            if place not in self.changes.removed:
                moved = self.changes.moved.get(place, 0.0) / step
                run.append((along + moved, found, code.width * shown.unit))
        sheet.show(_flush(shown, run, sheet.owed))

    def _step(self, shown: ShownText) -> float:
        """The points on the page that one unit along the line takes, with the sign of its direction."""
        start = multiply(shown.matrix, shown.state.ctm)
        length = hypot(start[2], start[3]) if shown.vertical else hypot(start[0], start[1])
        return (length or 1.0) * (-1.0 if (shown.unit < 0) != shown.vertical else 1.0)

    def _draw(self, frame: list[Decimal], label: Label, size: float, width: float) -> Iterator[Instruction]:
        """The label in a block of its own, in the space of the text around it."""
        yield [], Operator("q")
        yield frame, Operator("cm")
        if label.boxed:
            yield [0], Operator("g")
            height = (LABEL.top - LABEL.bottom) * size
            yield _numbers((0.0, LABEL.bottom * size, width, height)), Operator("re")
            yield [], Operator("f")
            yield [1], Operator("g")
        if label.text:
            yield from self._write(label, size, width)
        yield [], Operator("Q")

    def _write(self, label: Label, size: float, width: float) -> Iterator[Instruction]:
        style = "Helvetica" if label.boxed else label.anchor.style
        margin = min(LABEL.margin * size, width / 4) if label.boxed else 0.0
        letters = (LABEL.size if label.boxed else 1.0) * size
        ratio = (width - 2 * margin) / max(1e-6, label_width(label.text, style) * letters)
        small = min(1.0, max(0.6, ratio))
        squeezed = min(100.0, 100 * ratio / small)
        height = 0.02 * size if label.boxed else 0.0
        yield [], Operator("BT")
        yield [_label_font(self.pdf, self.resources, style), write_number(letters * small)], Operator("Tf")
        yield [write_number(max(0.5, squeezed))], Operator("Tz")
        yield [0], Operator("Ts")
        if label.boxed:
            yield [0], Operator("Tr")
        yield _numbers((1.0, 0.0, 0.0, 1.0, margin, height)), Operator("Tm")
        yield [String(encode_label(label.text))], Operator("Tj")
        yield [], Operator("ET")


def rewrite_page(pdf: pikepdf.Pdf, fonts: FontShelf, content: PageContent, changes: Changes) -> None:
    """Write every content of a page anew that holds a glyph which goes or moves, or a line that has to go."""
    touched = {place.stream for place in (*changes.removed, *changes.moved, *changes.labels)}
    touched |= set(content.states) if changes.zones.words else set()
    home = pdf.pages[content.number - 1].obj
    for number in sorted(touched):
        stream = pdf.get_object((number, 0))
        resources = home["/Resources"] if number == home["/Contents"].objgen[0] else stream["/Resources"]
        rewriter = Rewriter(pdf, number, resources, fonts, changes, content.states[number])
        stream.write(rewriter.rewrite(stream))


def erase(pdf: pikepdf.Pdf, fonts: FontShelf, content: PageContent, orders: Iterable[int]) -> None:
    """Take glyphs off a page, by their order; all others are written anew where they are."""
    gone = frozenset(content.glyphs[order].place for order in orders)
    stay = {glyph.place: 0.0 for glyph in content.glyphs}
    rewrite_page(pdf, fonts, content, Changes(content.codes, gone, stay, {}, Zones()))


def lay_bare(pdf: pikepdf.Pdf, number: int) -> None:
    """Leave nothing on a page but its text, in black, wherever it stood behind something or was cut off."""
    page = pdf.pages[number - 1].obj
    content, kept = _leave_text(page["/Contents"], page["/Resources"], _FILLED)
    page["/Resources"] = pdf.make_indirect(kept)
    page["/Contents"] = pdf.make_stream(content)


def _frame(shown: ShownText, along: float) -> Matrix:
    """The space in which a line's own direction is to the right and its letters stand upright."""
    state = shown.state
    if shown.vertical:
        return multiply((0.0, -1.0, 1.0, 0.0, -0.3 * state.size, 0.0), shown.at(along))
    right = 1.0 if state.size * state.scale >= 0 else -1.0
    up = 1.0 if state.size >= 0 else -1.0
    return multiply((right, 0.0, 0.0, up, 0.0, 0.0), shift(shown.at(along), 0.0, state.rise))


def _flush(shown: ShownText, run: list[tuple[float, bytes, float]], owed: Matrix) -> Iterator[Instruction]:
    """A run of glyphs as one operator, placed by itself; the run is empty afterwards."""
    if not run:
        return
    yield _place(multiply(shown.at(run[0][0]), owed), _count_digits(shown.state.ctm, owed))
    parts: list[Any] = []
    letters, position = b"", run[0][0]
    for along, code, width in run:
        number = round(-(along - position) * 1000 / shown.unit, 3) if shown.unit else 0.0
        if abs(number) >= 0.01:
            parts += [String(letters)] if letters else []
            parts.append(write_number(number))
            letters = b""
            position -= number * shown.unit / 1000
        letters += code
        position += width
    yield [Array([*parts, String(letters)])], Operator("TJ")
    run.clear()


def _place(matrix: Matrix, digits: int) -> Instruction:
    return _round_place(matrix, digits), Operator("Tm")


def _round_place(matrix: Matrix, digits: int) -> list[Decimal]:
    """The numbers of a matrix, its place with so many digits: further ones would tell by which sums it was reached."""
    a, b, c, d, x, y = matrix
    return [*_numbers((a, b, c, d)), *(write_number(each + _ASIDE, digits) for each in (x, y))]


def _count_digits(ctm: Matrix, owed: Matrix) -> int:
    """How many digits say where something is to a hundredth of a point, in the space that is `owed` less than all of it."""
    scale = hypot(*ctm[:2]) / (hypot(*owed[:2]) or 1.0)
    return _DIGITS + max(0, ceil(log10(scale))) if scale > 1 else _DIGITS


def _numbers(values: tuple[float, ...]) -> list[Decimal]:
    return [write_number(value) for value in values]


def _label_font(pdf: pikepdf.Pdf, resources: pikepdf.Object, style: str) -> Name:
    """The name of a label's font in the resources, which get it when they don't have it yet."""
    if "/Font" not in resources:
        resources["/Font"] = pikepdf.Dictionary()
    name = Name(f"/rtL{style}")
    if name not in resources["/Font"]:
        font = pikepdf.Dictionary(
            Type=Name.Font, Subtype=Name.Type1, BaseFont=Name(f"/{style}"), Encoding=Name.WinAnsiEncoding
        )
        resources["/Font"][name] = pdf.make_indirect(font)
    return name


_DOTS_PER_INCH = 200  # chosen by hand: with less, small print blurs; with more, a page takes megabytes
_QUALITY = 85  # of a JPEG, chosen by hand: with less, letters get rings; with more, files grow

_FILLED = 0  # the rendering mode of usual text (ISO 32000, table 106)
_EVERYWHERE = (
    -1e5,
    -1e5,
    1e5,
    1e5,
)  # a box around all that a form can show: PDF allows pages of 14,400 points

UNSEEN = frozenset("Tr sh cs CS sc SC scn SCN g G rg RG k K W W*".split())
"""Operators that invisible text has no use for."""


def rasterize(data: bytes, pages: Iterable[int], pdf: pikepdf.Pdf) -> None:
    """Put pictures of the pages of `data` with these numbers in place of the same pages of `pdf`."""
    import pypdfium2

    with PDFIUM, closing(pypdfium2.PdfDocument(data)) as document:
        for number in pages:
            page = document[number - 1]
            page.set_rotation(0)
            picture = page.render(scale=_DOTS_PER_INCH / 72).to_pil().convert("RGB")
            _replace(pdf, pdf.pages[number - 1].obj, picture)


def _replace(pdf: pikepdf.Pdf, page: pikepdf.Object, picture: Any) -> None:
    packed = io.BytesIO()
    picture.save(packed, "JPEG", quality=_QUALITY)
    stream = pdf.make_stream(
        packed.getvalue(),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=picture.width,
        Height=picture.height,
        ColorSpace=Name.DeviceRGB,
        BitsPerComponent=8,
        Filter=Name.DCTDecode,
    )
    left, bottom, right, top = (float(each) for each in page.get("/CropBox", page["/MediaBox"]))
    frame = f"q {right - left:.4f} 0 0 {top - bottom:.4f} {left:.4f} {bottom:.4f} cm /rtXpage Do Q\n"
    content, kept = _leave_text(page["/Contents"], page["/Resources"], INVISIBLE)
    kept["/XObject"]["/rtXpage"] = stream
    page["/Resources"] = pdf.make_indirect(kept)
    page["/Contents"] = pdf.make_stream(frame.encode() + content)


def _leave_text(content: pikepdf.Object, resources: pikepdf.Object, mode: int) -> tuple[bytes, Dictionary]:
    """The content with its text in one rendering mode and nothing else painted, and the resources that it needs."""
    forms = _forms(resources, mode)
    states = resources.get("/ExtGState", Dictionary())
    fonts = {name for name in states.keys() if "/Font" in states[name]}  # noqa: SIM118
    kept: list[Any] = [([mode], Operator("Tr"))]
    for instruction in pikepdf.parse_content_stream(content):
        operator = str(instruction.operator)
        used = str(instruction.operands[0]) if operator in ("Do", "gs") else ""
        if operator in PATHS:
            kept.append(([], Operator("n")))
        elif operator not in UNSEEN and (not used or used in forms or used in fonts):
            kept.append(instruction)
    needed = Dictionary({"/Font": resources.get("/Font", Dictionary()), "/XObject": Dictionary(forms)})
    needed["/ExtGState"] = Dictionary({name: Dictionary(Font=states[name]["/Font"]) for name in fonts})
    return pikepdf.unparse_content_stream(kept), needed


def _forms(resources: pikepdf.Object, mode: int) -> dict[str, pikepdf.Object]:
    """The forms of a content that show text, each with nothing else left; such a form is used once in a file."""
    found = resources.get("/XObject", Dictionary())
    forms = {name: found[name] for name in found.keys() if _shows_text(found[name])}  # noqa: SIM118
    for form in forms.values():
        content, needed = _leave_text(form, form.get("/Resources", Dictionary()), mode)
        form.write(content)
        if mode == _FILLED:
            form["/BBox"] = Array(_EVERYWHERE)
        form["/Resources"] = needed
        if "/Group" in form:
            del form["/Group"]
    return forms


def _shows_text(thing: pikepdf.Object) -> bool:
    if thing.get("/Subtype") != Name.Form:
        return False
    if any(str(each.operator) in SHOW for each in pikepdf.parse_content_stream(thing)):
        return True
    inner = thing.get("/Resources", Dictionary()).get("/XObject", Dictionary())
    return any(_shows_text(inner[name]) for name in inner.keys())  # noqa: SIM118
