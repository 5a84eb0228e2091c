"""A page as a picture of itself, with its text kept beneath as invisible text."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf.reading.operators import PATHS, SHOW

with needs_extra("pdf", "reading PDF files"):
    import pikepdf
    from pikepdf import Dictionary, Name, Operator

DOTS_PER_INCH = 200
QUALITY = 85

UNSEEN = frozenset("Tr sh cs CS sc SC scn SCN g G rg RG k K W W*".split())
"""Operators that invisible text has no use for."""


def rasterize(data: bytes, pages: Iterable[int], pdf: pikepdf.Pdf) -> None:
    """Put pictures of the pages of `data` with these numbers in place of the same pages of `pdf`."""
    import pypdfium2

    document = pypdfium2.PdfDocument(data)
    try:
        for number in pages:
            page = document[number - 1]
            page.set_rotation(0)
            picture = page.render(scale=DOTS_PER_INCH / 72).to_pil().convert("RGB")
            _replace(pdf, pdf.pages[number - 1].obj, picture)
    finally:
        document.close()


def _replace(pdf: pikepdf.Pdf, page: pikepdf.Object, picture: Any) -> None:
    packed = io.BytesIO()
    picture.save(packed, "JPEG", quality=QUALITY)
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
    content, kept = _hide(page["/Contents"], page["/Resources"])
    kept["/XObject"]["/rtXpage"] = stream
    page["/Resources"] = pdf.make_indirect(kept)
    page["/Contents"] = pdf.make_stream(frame.encode() + content)


def _hide(content: pikepdf.Object, resources: pikepdf.Object) -> tuple[bytes, Dictionary]:
    """The content with its text invisible and nothing else painted, and the resources that it needs."""
    forms = _forms(resources)
    states = resources.get("/ExtGState", Dictionary())
    fonts = {name for name in states.keys() if "/Font" in states[name]}  # noqa: SIM118
    kept: list[Any] = [([3], Operator("Tr"))]
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


def _forms(resources: pikepdf.Object) -> dict[str, pikepdf.Object]:
    """The forms of a content that show text, each with nothing else left; such a form is used once in a file."""
    found = resources.get("/XObject", Dictionary())
    forms = {name: found[name] for name in found.keys() if _shows_text(found[name])}  # noqa: SIM118
    for form in forms.values():
        content, needed = _hide(form, form.get("/Resources", Dictionary()))
        form.write(content)
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
