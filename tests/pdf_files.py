"""PDF files made by code: plain ones, and ones that hide a word where programs put words that nobody sees."""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from reticent.formats import FormatOptions
from reticent.formats.pdf import PDF
from reticent.formats.pdf._layout import letters_only
from reticent.plan import Edit
from reticent.text import Span

SECRET = "Zyxwvutz"  # noqa: S105 - no password, a word that must not be found
PLAIN = b"BT /F1 12 Tf 72 700 Td (Hello world, this is a plain page) Tj ET"


def helvetica(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """A font that every reader has."""
    return pdf.make_indirect(
        Dictionary(Type=Name.Font, Subtype=Name.Type1, BaseFont=Name.Helvetica, Encoding=Name.WinAnsiEncoding)
    )


def new_pdf(*contents: bytes) -> pikepdf.Pdf:
    """A PDF with a page for each content, whose font is called F1."""
    pdf = pikepdf.Pdf.new()
    for content in contents or (PLAIN,):
        page = pdf.add_blank_page(page_size=(612, 792))
        page.obj["/Resources"] = Dictionary(Font=Dictionary(F1=helvetica(pdf)))
        page.obj["/Contents"] = pdf.make_stream(content)
    return pdf


def to_bytes(pdf: pikepdf.Pdf, **options: Any) -> bytes:
    """The file."""
    out = io.BytesIO()
    pdf.save(out, fix_metadata_version=False, **options)
    return out.getvalue()


def make(*contents: bytes) -> bytes:
    """The bytes of a PDF with a page for each content."""
    return to_bytes(new_pdf(*contents))


def page_of(pdf: pikepdf.Pdf) -> pikepdf.Object:
    """The first page."""
    return pdf.pages[0].obj


def truetype(letters: str, *, family: str = "Plain") -> bytes:
    """A TrueType file with a square for each letter; `family` stands in its table of names."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    names = [".notdef", *(f"letter{number}" for number in range(len(letters)))]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(names)
    builder.setupCharacterMap({ord(letter): name for letter, name in zip(letters, names[1:], strict=True)})
    shapes = {}
    for number, name in enumerate(names):
        pen = TTGlyphPen(None)
        for index, point in enumerate([(50, 0), (450 + 5 * number, 0), (450, 700), (50, 700)]):
            (pen.lineTo if index else pen.moveTo)(point)
        pen.closePath()
        shapes[name] = pen.glyph()
    builder.setupGlyf(shapes)
    builder.setupHorizontalMetrics(dict.fromkeys(names, (500, 50)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupPost()
    builder.setupOS2()
    out = io.BytesIO()
    builder.save(out)
    return out.getvalue()


def composite(pdf: pikepdf.Pdf, letters: str, *, family: str = "Plain") -> pikepdf.Object:
    """A font of two-byte codes: code n shows the nth letter."""
    data = truetype(letters, family=family)
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=Name("/AAAAAA+Made"),
        Flags=4,
        FontBBox=Array([0, 0, 600, 700]),
        ItalicAngle=0,
        Ascent=800,
        Descent=-200,
        CapHeight=700,
        StemV=80,
        FontFile2=pdf.make_stream(data, Length1=len(data)),
    )
    descendant = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=Name("/AAAAAA+Made"),
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        FontDescriptor=pdf.make_indirect(descriptor),
        DW=500,
        W=Array([1, Array([500] * len(letters))]),
        CIDToGIDMap=Name.Identity,
    )
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Font,
            Subtype=Name.Type0,
            BaseFont=Name("/AAAAAA+Made"),
            Encoding=Name("/Identity-H"),
            DescendantFonts=Array([pdf.make_indirect(descendant)]),
            ToUnicode=pdf.make_stream(to_unicode({n + 1: letter for n, letter in enumerate(letters)})),
        )
    )


def to_unicode(letters: dict[int, str]) -> bytes:
    """A table of letters for two-byte codes."""
    lines = [f"<{code:04x}> <{text.encode('utf-16-be').hex()}>" for code, text in letters.items()]
    return (
        "begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange\n"
        f"{len(lines)} beginbfchar\n" + "\n".join(lines) + "\nendbfchar endcmap"
    ).encode()


def codes(text: str, letters: str) -> bytes:
    """A text as such a font shows it, as an operand."""
    return b"<" + "".join(f"{letters.index(letter) + 1:04x}" for letter in text).encode() + b">"


def picture(pdf: pikepdf.Pdf, side: int = 8, **more: Any) -> pikepdf.Object:
    """A grey picture that has so many dots on each side."""
    return pdf.make_stream(
        bytes(number % 251 for number in range(side * side)),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=side,
        Height=side,
        ColorSpace=Name.DeviceGray,
        BitsPerComponent=8,
        **more,
    )


def jpeg(comment: str) -> bytes:
    """A JPEG with a comment and a foreign segment."""
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (8, 8), "grey").save(out, "JPEG")
    data, word = out.getvalue(), comment.encode()
    segments = b"".join(
        marker + struct.pack(">H", len(word) + 2) + word for marker in (b"\xff\xfe", b"\xff\xe1")
    )
    return data[:2] + segments + data[2:] + b" " + word


def profile(description: str) -> bytes:
    """A colour profile with a description."""
    word = b"desc\0\0\0\0" + struct.pack(">I", len(description) + 1) + description.encode() + b"\0"
    head = bytearray(128)
    head[36:40] = b"acsp"
    table = struct.pack(">I4sII", 1, b"desc", 144, len(word))
    return bytes(head) + table + word


def _info(pdf: pikepdf.Pdf) -> None:
    pdf.docinfo["/Title"] = SECRET


def _metadata(pdf: pikepdf.Pdf) -> None:
    pdf.Root["/Metadata"] = pdf.make_stream(f"<x>{SECRET}</x>".encode(), Type=Name.Metadata, Subtype=Name.XML)


def _script(pdf: pikepdf.Pdf) -> None:
    pdf.Root["/OpenAction"] = Dictionary(S=Name.JavaScript, JS=String(f"app.alert('{SECRET}')"))


def _long_script(pdf: pikepdf.Pdf) -> None:
    script = pdf.make_stream(f"app.alert('{SECRET}')".encode())
    names = Array([String("x"), Dictionary(S=Name.JavaScript, JS=script)])
    pdf.Root["/Names"] = Dictionary(JavaScript=Dictionary(Names=names))


def _attach(pdf: pikepdf.Pdf, name: str, text: str) -> None:
    pdf.attachments[name] = pikepdf.AttachedFileSpec(
        pdf,
        text.encode(),
        filename=name,
        description="",
        mime_type="text/plain",
        creation_date="",
        mod_date="",
    )


def _attachment(pdf: pikepdf.Pdf) -> None:
    _attach(pdf, "notes.txt", f"a note on {SECRET}")


def _attachment_name(pdf: pikepdf.Pdf) -> None:
    _attach(pdf, f"{SECRET}.txt", "x")


def _bookmark(pdf: pikepdf.Pdf) -> None:
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem(SECRET, 0))


def _note(pdf: pikepdf.Pdf) -> None:
    note = Dictionary(Type=Name.Annot, Subtype=Name.Text, Rect=Array([0, 0, 9, 9]), Contents=String(SECRET))
    page_of(pdf)["/Annots"] = Array([pdf.make_indirect(note)])


def _link(pdf: pikepdf.Pdf) -> None:
    action = Dictionary(S=Name.URI, URI=String(f"https://example.org/{SECRET}/x"))
    link = Dictionary(Type=Name.Annot, Subtype=Name.Link, Rect=Array([0, 0, 9, 9]), A=action)
    page_of(pdf)["/Annots"] = Array([pdf.make_indirect(link)])


def _field(pdf: pikepdf.Pdf) -> None:
    field = pdf.make_indirect(Dictionary(FT=Name.Tx, T=String(SECRET), V=String(SECRET), TU=String(SECRET)))
    pdf.Root["/AcroForm"] = Dictionary(Fields=Array([field]), DA=String(f"/{SECRET} 0 Tf"))


def _tags(pdf: pikepdf.Pdf) -> None:
    element = Dictionary(
        Type=Name.StructElem, S=Name.P, Alt=String(SECRET), ActualText=String(SECRET), T=String(SECRET)
    )
    pdf.Root["/StructTreeRoot"] = Dictionary(Type=Name.StructTreeRoot, K=Array([pdf.make_indirect(element)]))


def _replacement_text(pdf: pikepdf.Pdf) -> None:
    page_of(pdf)["/Contents"] = pdf.make_stream(
        b"/Span << /ActualText (" + SECRET.encode() + b") >> BDC " + PLAIN + b" EMC"
    )


def _replacement_text_in_properties(pdf: pikepdf.Pdf) -> None:
    page = page_of(pdf)
    page["/Contents"] = pdf.make_stream(b"/Span /MC0 BDC " + PLAIN + b" EMC")
    page["/Resources"]["/Properties"] = Dictionary(MC0=Dictionary(ActualText=String(SECRET)))


def _mark(pdf: pikepdf.Pdf) -> None:
    page_of(pdf)["/Contents"] = pdf.make_stream(b"/" + SECRET.encode() + b" BMC " + PLAIN + b" EMC")


def _operand(pdf: pikepdf.Pdf) -> None:
    page_of(pdf)["/Contents"] = pdf.make_stream(PLAIN + b" (" + SECRET.encode() + b") 72 600 m n")


def _blend_mode(pdf: pikepdf.Pdf) -> None:
    page = page_of(pdf)
    page["/Contents"] = pdf.make_stream(b"/G0 gs " + PLAIN)
    page["/Resources"]["/ExtGState"] = Dictionary(G0=Dictionary(BM=Name(f"/{SECRET}")))


def _font_name(pdf: pikepdf.Pdf) -> None:
    page_of(pdf)["/Resources"]["/Font"]["/F1"]["/BaseFont"] = Name(f"/{SECRET}-Bold")


def _shape_name(pdf: pikepdf.Pdf) -> None:
    page = page_of(pdf)
    shape = pdf.make_stream(b"600 0 d0 0 0 500 500 re f")
    page["/Resources"]["/Font"]["/F2"] = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type3,
        FontBBox=Array([0, 0, 500, 500]),
        FontMatrix=Array([0.001, 0, 0, 0.001, 0, 0]),
        FirstChar=65,
        LastChar=65,
        Widths=Array([600]),
        CharProcs=Dictionary({f"/{SECRET}": shape}),
        Encoding=Dictionary(Type=Name.Encoding, Differences=Array([65, Name(f"/{SECRET}")])),
        ToUnicode=pdf.make_stream(b"1 beginbfchar <41> <0041> endbfchar"),
        Resources=Dictionary(),
    )
    page["/Contents"] = pdf.make_stream(PLAIN + b" BT /F2 12 Tf 72 600 Td (A) Tj ET")


def _layer_name(pdf: pikepdf.Pdf) -> None:
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(SECRET)))
    pdf.Root["/OCProperties"] = Dictionary(OCGs=Array([group]), D=Dictionary(ON=Array([group])))
    page = page_of(pdf)
    page["/Contents"] = pdf.make_stream(b"/OC /MC0 BDC " + PLAIN + b" EMC")
    page["/Resources"]["/Properties"] = Dictionary(MC0=group)


def _hidden_layer(pdf: pikepdf.Pdf) -> None:
    group = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("x")))
    pdf.Root["/OCProperties"] = Dictionary(OCGs=Array([group]), D=Dictionary(OFF=Array([group])))
    page = page_of(pdf)
    hidden = b"/OC /MC0 BDC BT /F1 9 Tf 9 9 Td (" + SECRET.encode() + b") Tj ET EMC "
    page["/Contents"] = pdf.make_stream(hidden + PLAIN)
    page["/Resources"]["/Properties"] = Dictionary(MC0=group)


def _font_name_in_resources(pdf: pikepdf.Pdf) -> None:
    page = page_of(pdf)
    page["/Resources"]["/Font"] = Dictionary({f"/{SECRET}": page["/Resources"]["/Font"]["/F1"]})
    page["/Contents"] = pdf.make_stream(PLAIN.replace(b"/F1", b"/" + SECRET.encode()))


def _font_family(pdf: pikepdf.Pdf) -> None:
    font = page_of(pdf)["/Resources"]["/Font"]["/F1"]
    font["/FontDescriptor"] = Dictionary(
        Type=Name.FontDescriptor, FontName=Name.Helvetica, Flags=32, FontFamily=String(SECRET)
    )


def _font_table(pdf: pikepdf.Pdf) -> None:
    letters = "Helo"
    page_of(pdf)["/Resources"]["/Font"]["/F1"] = composite(pdf, letters, family=SECRET)
    page_of(pdf)["/Contents"] = pdf.make_stream(
        b"BT /F1 12 Tf 72 700 Td " + codes("Hello", letters) + b" Tj ET"
    )


def _letters_of_no_glyph(pdf: pikepdf.Pdf) -> None:
    table = to_unicode({200: SECRET}).replace(b"<00c8>", b"<c8>")
    page_of(pdf)["/Resources"]["/Font"]["/F1"]["/ToUnicode"] = pdf.make_stream(table)


def _ink(pdf: pikepdf.Pdf) -> None:
    function = Dictionary(FunctionType=2, Domain=Array([0, 1]), C0=Array([0]), C1=Array([1]), N=1)
    space = Array([Name.Separation, Name(f"/{SECRET}"), Name.DeviceGray, function])
    page = page_of(pdf)
    page["/Resources"]["/ColorSpace"] = Dictionary(C0=space)
    page["/Contents"] = pdf.make_stream(b"/C0 cs 1 scn 10 10 5 5 re f " + PLAIN)


def _draw(pdf: pikepdf.Pdf, thing: pikepdf.Object) -> None:
    page = page_of(pdf)
    page["/Resources"]["/XObject"] = Dictionary(Im0=thing)
    page["/Contents"] = pdf.make_stream(b"q 9 0 0 9 5 5 cm /Im0 Do Q " + PLAIN)


def _picture_comment(pdf: pikepdf.Pdf) -> None:
    image = pdf.make_stream(
        jpeg(SECRET),
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=8,
        Height=8,
        ColorSpace=Name.DeviceRGB,
        BitsPerComponent=8,
        Filter=Name.DCTDecode,
    )
    _draw(pdf, image)


def _picture_metadata(pdf: pikepdf.Pdf) -> None:
    _draw(pdf, picture(pdf, Metadata=pdf.make_stream(SECRET.encode())))


def _colour_profile(pdf: pikepdf.Pdf) -> None:
    image = picture(pdf)
    image["/ColorSpace"] = Array([Name.ICCBased, pdf.make_stream(profile(SECRET), N=1)])
    _draw(pdf, image)


def _boxed_picture(pdf: pikepdf.Pdf) -> None:
    """A JPEG 2000 file with a note beside what draws."""
    boxes = [(b"jP  ", b"\r\n\x87\n"), (b"xml ", f"<x>{SECRET}</x>".encode()), (b"jp2c", b"\xff\x4f\xff\x51")]
    data = b"".join(struct.pack(">I", len(body) + 8) + kind + body for kind, body in boxes)
    image = pdf.make_stream(
        data, Type=Name.XObject, Subtype=Name.Image, Width=8, Height=8, Filter=Name.JPXDecode
    )
    _draw(pdf, image)


def _bytes_behind_a_picture(pdf: pikepdf.Pdf) -> None:
    _picture_comment(pdf)
    image = page_of(pdf)["/Resources"]["/XObject"]["/Im0"]
    image.write(jpeg("x") + f" {SECRET} ".encode(), filter=Name.DCTDecode)


def _form_data(pdf: pikepdf.Pdf) -> None:
    form = pdf.make_stream(PLAIN, Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 900, 900]))
    form["/Resources"] = Dictionary(Font=page_of(pdf)["/Resources"]["/Font"])
    form["/PieceInfo"] = Dictionary(App=Dictionary(Private=Dictionary(Note=String(SECRET))))
    _draw(pdf, form)


def _font_note(pdf: pikepdf.Pdf) -> None:
    page_of(pdf)["/Resources"]["/Font"]["/F1"]["/Note"] = String(SECRET)


def _state_note(pdf: pikepdf.Pdf) -> None:
    page = page_of(pdf)
    page["/Resources"]["/ExtGState"] = Dictionary(G0=Dictionary(LW=1, Note=String(SECRET)))
    page["/Contents"] = pdf.make_stream(b"/G0 gs " + PLAIN)


def _program_data(pdf: pikepdf.Pdf) -> None:
    page_of(pdf)["/PieceInfo"] = Dictionary(App=Dictionary(Private=Dictionary(Note=String(SECRET))))


def _unused_form(pdf: pikepdf.Pdf) -> None:
    form = pdf.make_stream(
        b"BT /F1 9 Tf (" + SECRET.encode() + b") Tj ET",
        Type=Name.XObject,
        Subtype=Name.Form,
        BBox=Array([0, 0, 9, 9]),
    )
    page_of(pdf)["/Resources"]["/XObject"] = Dictionary(X9=form)


def _page_label(pdf: pikepdf.Pdf) -> None:
    pdf.Root["/PageLabels"] = Dictionary(Nums=Array([0, Dictionary(P=String(SECRET))]))


def _language(pdf: pikepdf.Pdf) -> None:
    pdf.Root["/Lang"] = String(SECRET)


PLACES: dict[str, Callable[[pikepdf.Pdf], None]] = {
    "the document's title": _info,
    "metadata": _metadata,
    "a script that runs at opening": _script,
    "a named script": _long_script,
    "an attachment": _attachment,
    "an attachment's name": _attachment_name,
    "a bookmark": _bookmark,
    "a note": _note,
    "a link": _link,
    "a form field without looks": _field,
    "tags": _tags,
    "replacement text": _replacement_text,
    "replacement text in properties": _replacement_text_in_properties,
    "a mark": _mark,
    "an operand that nothing takes": _operand,
    "a blend mode": _blend_mode,
    "a font's name": _font_name,
    "the name of a shape": _shape_name,
    "a layer's name": _layer_name,
    "a hidden layer": _hidden_layer,
    "a font's name in the resources": _font_name_in_resources,
    "a font's family": _font_family,
    "a font file's names": _font_table,
    "letters of no glyph": _letters_of_no_glyph,
    "an ink's name": _ink,
    "a picture's comment": _picture_comment,
    "a picture's metadata": _picture_metadata,
    "a colour profile": _colour_profile,
    "bytes behind a picture": _bytes_behind_a_picture,
    "a picture's box of words": _boxed_picture,
    "a program's private data": _program_data,
    "a form's private data": _form_data,
    "a font's note": _font_note,
    "a note on how to draw": _state_note,
    "a form that no page uses": _unused_form,
    "a page label": _page_label,
    "the language": _language,
}


def with_old_version(secret: str) -> bytes:
    """A file whose first version showed the secret, and whose last one only hides it."""
    first = make(b"BT /F1 12 Tf 72 700 Td (Dear " + secret.encode() + b") Tj ET")
    pdf = pikepdf.open(io.BytesIO(first))
    number, size = page_of(pdf)["/Contents"].objgen[0], int(pdf.trailer["/Size"])
    start = len(first)
    update = b"%d 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (number, len(PLAIN), PLAIN)
    root = pdf.Root.objgen[0]
    old = first.rindex(b"startxref")
    before = int(first[old:].split()[1])
    table = b"xref\n%d 1\n%010d 00000 n \ntrailer\n<< /Size %d /Root %d 0 R /Prev %d >>\n" % (
        number,
        start,
        size,
        root,
        before,
    )
    return first + update + table + b"startxref\n%d\n%%%%EOF\n" % (start + len(update))


def remove(
    data: bytes, *words: str, label: str = "[NAME]", placeholder: bool = True, **options: Any
) -> bytes:
    """The file without these words, wherever its text holds them."""
    source = PDF.read("a.pdf", data, FormatOptions(**{"pictures": "keep", **options}))
    text = source.documents[0].text
    places = sorted(match.span() for word in words for match in re.finditer(re.escape(word), text))
    return source.write([[Edit(Span(*place), label, 0, placeholder=placeholder) for place in places]])


def text_of(data: bytes, **options: Any) -> str:
    """The text that our reader finds."""
    return PDF.read("a.pdf", data, FormatOptions(**{"pictures": "keep", **options})).documents[0].text


def readings(data: bytes) -> str:
    """The text that both readers find, without what the layout makes up."""
    return letters_only(text_of(data, unread="keep", covered="keep") + "".join(PDF.reread(data)))
