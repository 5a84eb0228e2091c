"""Small office files made by hand, and the secret in every place where they can hold words."""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Callable

from reticent.formats.office import DOCX, ODP, ODS, ODT, PPTX, XLSX, OfficeFile
from reticent.formats.seam.options import FormatOptions
from reticent.plan import Edit
from reticent.text import Span

SECRET = "Zoellner"  # noqa: S105 - a name
Members = dict[str, bytes]

_SCHEMA = "http://schemas.openxmlformats.org/"
_RELATED = f"{_SCHEMA}officeDocument/2006/relationships"
_SPACES = (
    f'xmlns:w="{_SCHEMA}wordprocessingml/2006/main" xmlns:r="{_RELATED}" xmlns:a="{_SCHEMA}drawingml/2006/main"'
    f' xmlns:p="{_SCHEMA}presentationml/2006/main" xmlns:c="{_SCHEMA}drawingml/2006/chart"'
    f' xmlns:wp="{_SCHEMA}drawingml/2006/wordprocessingDrawing" xmlns:mc="{_SCHEMA}markup-compatibility/2006"'
    f' xmlns:pic="{_SCHEMA}drawingml/2006/picture" xmlns:v="urn:schemas-microsoft-com:vml"'
    ' xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
    ' xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
    f' xmlns:xdr="{_SCHEMA}drawingml/2006/spreadsheetDrawing"'
)
_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_SLIDE = "application/vnd.openxmlformats-officedocument.presentationml."
_DRAWN = "application/vnd.openxmlformats-officedocument."


def pack(members: Members) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def unpack(data: bytes) -> Members:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def swap(members: Members, member: str, old: str, new: str) -> None:
    assert old.encode() in members[member]
    members[member] = members[member].replace(old.encode(), new.encode(), 1)


def add_part(members: Members, owner: str, kind: str, name: str, data: str | bytes, media: str) -> None:
    """A part that the owner refers to by the id of its kind; its type is written down."""
    members[name] = data.encode() if isinstance(data, str) else data
    swap(
        members,
        "[Content_Types].xml",
        "</Types>",
        f'<Override PartName="/{name}" ContentType="{media}"/></Types>',
    )
    relate(members, owner, kind, f"/{name}")


def relate(members: Members, owner: str, kind: str, target: str, mode: str = "") -> None:
    folder, _, file = owner.rpartition("/")
    relations = f"{folder}/_rels/{file}.rels".lstrip("/")
    members.setdefault(
        relations, f'<Relationships xmlns="{_SCHEMA}package/2006/relationships"></Relationships>'.encode()
    )
    number = f"r{kind.rpartition('/')[2]}{members[relations].count(b'<Relationship ')}"
    kind = kind if ":" in kind else f"{_RELATED}/{kind}"
    entry = f'<Relationship Id="{number}" Type="{kind}" Target="{target}"{mode}/>'
    swap(members, relations, "</Relationships>", entry + "</Relationships>")


def base(main: str, media: str, content: str) -> Members:
    types = f'<Types xmlns="{_SCHEMA}package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/></Types>'
    members: Members = {"[Content_Types].xml": types.encode()}
    add_part(members, "", "officeDocument", main, content, media)
    return members


BODY = "word/document.xml"


def docx(body: str = "") -> Members:
    return base(
        BODY,
        f"{_WORD}document.main+xml",
        f"<w:document {_SPACES}><w:body>{body}<w:p><w:r><w:t>Janette Doe was absent.</w:t></w:r></w:p></w:body></w:document>",
    )


SHEET = "xl/worksheets/sheet1.xml"
BOOK = "xl/workbook.xml"
_ROWS = '<row r="1"><c r="A1" t="inlineStr"><is><t>Janette Doe</t></is></c><c r="B1"><v>34</v></c></row>'


def xlsx(rows: str = "", rest: str = "", names: str = "Summary") -> Members:
    main = f'xmlns="{_SCHEMA}spreadsheetml/2006/main"'
    members = base(
        BOOK,
        f"{_SHEET}sheet.main+xml",
        f'<workbook {main} xmlns:r="{_RELATED}"><sheets><sheet name="{names}" sheetId="1" r:id="rworksheet0"/></sheets></workbook>',
    )
    sheet = f"<worksheet {main} {_SPACES}><sheetData>{_ROWS}{rows}</sheetData>{rest}</worksheet>"
    add_part(members, BOOK, "worksheet", SHEET, sheet, f"{_SHEET}worksheet+xml")
    return members


SLIDE = "ppt/slides/slide1.xml"
DECK = "ppt/presentation.xml"


def shape(text: str, more: str = "") -> str:
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title 1"{more}/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>'
        f"<p:txBody><a:bodyPr/><a:p><a:r><a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )


def pptx(shapes: str = "", rest: str = "") -> Members:
    deck = (
        f'<p:presentation {_SPACES}><p:sldIdLst><p:sldId id="256" r:id="rslide0"/></p:sldIdLst>'
        '<p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>'
    )
    members = base(DECK, f"{_SLIDE}presentation.main+xml", deck)
    slide = (
        f'<p:sld {_SPACES}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>'
        f"<p:grpSpPr/>{shape('Janette Doe')}{shapes}</p:spTree></p:cSld>{rest}</p:sld>"
    )
    add_part(members, DECK, "slide", SLIDE, slide, f"{_SLIDE}slide+xml")
    return members


_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
_ODF_SPACES = (
    " ".join(
        f'xmlns:{prefix}="{_ODF}{name}:1.0"'
        for prefix, name in [
            *((each, each) for each in ("office", "text", "table", "style", "presentation")),
            *(
                ("draw", "drawing"),
                ("fo", "xsl-fo-compatible"),
                ("svg", "svg-compatible"),
                ("number", "datastyle"),
            ),
        ]
    )
    + ' xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/"'
)
CONTENT = "content.xml"


def odf(kind: str, body: str) -> Members:
    content = f'<office:document-content {_ODF_SPACES} office:version="1.2"><office:body><office:{kind}>{body}</office:{kind}></office:body></office:document-content>'
    listed = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{media}"/>'
        for path, media in (("/", f"application/vnd.oasis.opendocument.{kind}"), (CONTENT, "text/xml"))
    )
    manifest = f'<manifest:manifest xmlns:manifest="{_ODF}manifest:1.0">{listed}</manifest:manifest>'
    return {
        "mimetype": f"application/vnd.oasis.opendocument.{kind}".encode(),
        CONTENT: content.encode(),
        "META-INF/manifest.xml": manifest.encode(),
    }


def odt(body: str = "") -> Members:
    return odf("text", f"{body}<text:p>Janette Doe was absent.</text:p>")


def ods(cells: str = "", name: str = "Summary", rest: str = "") -> Members:
    row = f'<table:table-row><table:table-cell office:value-type="string"><text:p>Janette Doe</text:p></table:table-cell>{cells}</table:table-row>'
    return odf("spreadsheet", f'<table:table table:name="{name}">{row}</table:table>{rest}')


def odp(frames: str = "") -> Members:
    frame = "<draw:frame><draw:text-box><text:p>Janette Doe</text:p></draw:text-box></draw:frame>"
    return odf("presentation", f'<draw:page draw:name="page1">{frame}{frames}</draw:page>')


def png(words: str = "") -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    note = chunk(b"tEXt", b"Author\0" + words.encode()) if words else b""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0))
    return (
        b"\x89PNG\r\n\x1a\n" + head + note + chunk(b"IDAT", zlib.compress(b"\0\0\0\0")) + chunk(b"IEND", b"")
    )


def gif(words: str) -> bytes:
    """A GIF of one dot with a comment."""
    comment = b"\x21\xfe" + bytes([len(words)]) + words.encode() + b"\0"
    dot = b"\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0"
    return b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff" + comment + dot + b";"


def remove(form: OfficeFile, data: bytes, word: str = SECRET, label: str = "[PERSON 1]") -> bytes:
    """The file after each place of the word has become the label."""
    source = form.read(f"a.{form.name}", data, FormatOptions(pictures="keep"))
    places = re.finditer(re.escape(word), source.documents[0].text, re.IGNORECASE)
    return source.write([[Edit(Span(*place.span()), label, 0, placeholder=True) for place in places]])


def _with_part(
    build: Callable[[], Members], owner: str, kind: str, name: str, data: str | bytes, media: str
) -> Members:
    members = build()
    add_part(members, owner, kind, name, data, media)
    return members


def _word_part(kind: str, content: str, reference: str = "") -> Members:
    members = docx(reference)
    root = {"header": "hdr", "footer": "ftr"}.get(kind, kind)
    add_part(
        members,
        BODY,
        kind,
        f"word/{kind}1.xml",
        f"<w:{root} {_SPACES}>{content}</w:{root}>",
        f"{_WORD}{kind}+xml",
    )
    return members


def run(text: str, looks: str = "") -> str:
    return f"<w:r>{looks}<w:t>{text}</w:t></w:r>"


def paragraph(content: str) -> str:
    return f"<w:p>{content}</w:p>"


def _picture(name: str, data: bytes, media: str = "image/png", descr: str = "") -> Members:
    drawing = (
        '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="1" cy="1"/>'
        f'<wp:docPr id="1" name="Picture 1"{descr}/><a:graphic><a:graphicData uri="{_SCHEMA}drawingml/2006/picture">'
        f'<pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="{name}"/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rimage0"/>'
        "</pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
    )
    members = docx(drawing)
    add_part(members, BODY, "image", f"word/media/{name}", data, media)
    return members


def _field(code: str, shown: str = "x") -> str:
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    instruction = f"<w:r><w:instrText>{code}</w:instrText></w:r>"
    return mark.format("begin") + instruction + mark.format("separate") + run(shown) + mark.format("end")


def _link(mode: str = ' TargetMode="External"') -> Members:
    members = docx(
        paragraph(f'<w:hyperlink r:id="rhyperlink0" w:tooltip="{SECRET}">{run("here")}</w:hyperlink>')
    )
    relate(members, BODY, "hyperlink", f"https://x.org/{SECRET}", mode)
    return members


def chart(words: str) -> str:
    return (
        f'<c:chartSpace {_SPACES}><c:chart><c:title><c:tx><c:strRef><c:f>{words}!A1</c:f><c:strCache><c:pt idx="0">'
        f'<c:v>{words}</c:v></c:pt></c:strCache></c:strRef></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:idx val="0"/>'
        f'<c:tx><c:strRef><c:f>{words}!B1</c:f><c:strCache><c:pt idx="0"><c:v>of {words}</c:v></c:pt></c:strCache></c:strRef></c:tx>'
        f'<c:cat><c:strRef><c:f>x</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>{words}</c:v></c:pt></c:strCache></c:strRef></c:cat>'
        '<c:val><c:numRef><c:f>x</c:f><c:numCache><c:formatCode>0"'
        + words
        + '"</c:formatCode><c:pt idx="0"><c:v>5551234</c:v></c:pt>'
        "</c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>"
    )


def _chart() -> Members:
    frame = (
        '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="Chart 1"/><a:graphic>'
        f'<a:graphicData uri="{_SCHEMA}drawingml/2006/chart"><c:chart r:id="rchart0"/></a:graphicData></a:graphic>'
        "</wp:inline></w:drawing></w:r></w:p>"
    )
    members = docx(frame)
    add_part(members, BODY, "chart", "word/charts/chart1.xml", chart(SECRET), f"{_DRAWN}drawingml.chart+xml")
    return members


def _box() -> str:
    inside = f"<w:txbxContent>{paragraph(run('Box of ' + SECRET))}</w:txbxContent>"
    return paragraph(
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="1" name="x"/><a:graphic>'
        '<a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp>'
        f"<wps:txbx>{inside}</wps:txbx></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice>"
        f'<mc:Fallback><w:pict><v:shape alt="{SECRET}"><v:textbox>{inside}</v:textbox></v:shape></w:pict></mc:Fallback>'
        "</mc:AlternateContent></w:r>"
    )


def _deleted_end() -> str:
    mark = '<w:pPr><w:rPr><w:del w:id="1" w:author="x"/></w:rPr></w:pPr>'
    return paragraph(mark + run("of Zoe")) + paragraph(run("llner"))


_PROPERTIES = f'<cp:coreProperties xmlns:cp="{_SCHEMA}package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator>{SECRET}</dc:creator></cp:coreProperties>'
_CORE = f"{_SCHEMA}package/2006/relationships/metadata/core-properties"

WORD_PLACES: dict[str, Callable[[], Members]] = {
    "a run": lambda: docx(paragraph(run(SECRET))),
    "three runs": lambda: docx(paragraph(run("Zoe", "<w:rPr><w:b/></w:rPr>") + run("ll") + run("ner"))),
    "hidden text": lambda: docx(paragraph(run(SECRET, "<w:rPr><w:vanish/></w:rPr>"))),
    "a table": lambda: docx(f"<w:tbl><w:tr><w:tc>{paragraph(run(SECRET))}</w:tc></w:tr></w:tbl>"),
    "a deleted text": lambda: docx(
        paragraph(f'<w:del w:author="x"><w:r><w:delText>{SECRET}</w:delText></w:r></w:del>')
    ),
    "an inserted text": lambda: docx(
        paragraph(f'<w:ins w:author="{SECRET}">{run("Zoell")}</w:ins>{run("ner")}')
    ),
    "a moved text": lambda: docx(paragraph(f'<w:moveFrom w:author="x">{run(SECRET)}</w:moveFrom>')),
    "a deleted paragraph end": lambda: docx(_deleted_end()),
    "a deleted row": lambda: docx(
        f'<w:tbl><w:tr><w:trPr><w:del w:author="x"/></w:trPr><w:tc>{paragraph(run(SECRET))}</w:tc></w:tr></w:tbl>'
    ),
    "an author": lambda: docx(paragraph(f'<w:ins w:author="{SECRET}">{run("x")}</w:ins>')),
    "an earlier look": lambda: docx(
        paragraph(f'<w:pPr><w:pPrChange w:author="{SECRET}"><w:pPr/></w:pPrChange></w:pPr>{run("x")}')
    ),
    "a text box": lambda: docx(_box()),
    "a watermark": lambda: docx(
        paragraph(f'<w:r><w:pict><v:shape><v:textpath string="{SECRET}"/></v:shape></w:pict></w:r>')
    ),
    "a link's address": _link,
    "a link to a file": lambda: _swapped(_link(), "word/_rels/document.xml.rels", "https:", "file:"),
    "a field's code": lambda: docx(paragraph(_field(f' HYPERLINK "mailto:{SECRET}@x.org" '))),
    "a field that may stay": lambda: docx(paragraph(_field(f' TOC \\o "1-3" \\t "{SECRET},1" '))),
    "a simple field": lambda: docx(
        paragraph(f"<w:fldSimple w:instr=' AUTHOR \"{SECRET}\" '>{run('x')}</w:fldSimple>")
    ),
    "a field's result": lambda: docx(paragraph(_field(" AUTHOR ", SECRET))),
    "a bookmark": lambda: docx(
        paragraph(f'<w:bookmarkStart w:id="1" w:name="{SECRET}"/><w:bookmarkEnd w:id="1"/>')
    ),
    "a bookmark that is used": lambda: docx(
        paragraph(f'<w:bookmarkStart w:id="1" w:name="{SECRET}"/><w:bookmarkEnd w:id="1"/>')
        + paragraph(f'<w:hyperlink w:anchor="{SECRET}">{run("there")}</w:hyperlink>')
    ),
    "a content control": lambda: docx(
        f'<w:sdt><w:sdtPr><w:alias w:val="{SECRET}"/><w:tag w:val="{SECRET}"/></w:sdtPr><w:sdtContent>'
        f"{paragraph(run('x'))}</w:sdtContent></w:sdt>"
    ),
    "an unknown element": lambda: docx(f'<w14:thing w14:said="{SECRET}">{SECRET}</w14:thing>'),
    "text between elements": lambda: docx(f"{SECRET}<w:p>{SECRET}</w:p>"),
    "an unknown attribute": lambda: docx(f'<w:p w:said="{SECRET}" w:rsidR="00{SECRET}"/>'),
    "a comment of XML": lambda: docx(f"<!-- {SECRET} --><?x {SECRET}?>"),
    "an equation": lambda: docx(
        f'<w:p><m:oMath xmlns:m="{_SCHEMA}officeDocument/2006/math"><m:r><m:t>{SECRET}</m:t></m:r></m:oMath></w:p>'
    ),
    "a header": lambda: _word_part(
        "header", paragraph(run(SECRET)), '<w:sectPr><w:headerReference r:id="rheader0"/></w:sectPr>'
    ),
    "a footnote": lambda: _word_part(
        "footnotes",
        f'<w:footnote w:id="1">{paragraph(run(SECRET))}</w:footnote>',
        paragraph('<w:r><w:footnoteReference w:id="1"/></w:r>'),
    ),
    "a footnote that nothing refers to": lambda: _word_part(
        "footnotes", f'<w:footnote w:id="1">{paragraph(run(SECRET))}</w:footnote>'
    ),
    "comments": lambda: _word_part(
        "comments", f'<w:comment w:author="{SECRET}">{paragraph(run(SECRET))}</w:comment>'
    ),
    "a number's text": lambda: _word_part(
        "numbering", f'<w:abstractNum><w:lvl><w:lvlText w:val="{SECRET} %1"/></w:lvl></w:abstractNum>'
    ),
    "a style's name": lambda: _word_part(
        "styles",
        f'<w:style w:type="paragraph" w:styleId="{SECRET}"><w:name w:val="{SECRET} Letter"/></w:style>',
        f'<w:p><w:pPr><w:pStyle w:val="{SECRET}"/></w:pPr></w:p>',
    ),
    "a typeface": lambda: docx(paragraph(run("x", f'<w:rPr><w:rFonts w:ascii="{SECRET} Sans"/></w:rPr>'))),
    "a made-up term": lambda: docx(paragraph(f'<w:pPr><w:jc w:val="{SECRET}"/></w:pPr>{run("x")}')),
    "settings": lambda: _word_part(
        "settings", f'<w:docVars><w:docVar w:name="x" w:val="{SECRET}"/></w:docVars>'
    ),
    "properties": lambda: _with_part(
        docx,
        "",
        _CORE,
        "docProps/core.xml",
        _PROPERTIES,
        "application/vnd.openxmlformats-package.core-properties+xml",
    ),
    "a thumbnail": lambda: _with_part(
        docx, "", "thumbnail", "docProps/thumbnail.png", png(SECRET), "image/png"
    ),
    "custom data": lambda: _with_part(
        docx, BODY, "customXml", "customXml/item1.xml", f"<x>{SECRET}</x>", "application/xml"
    ),
    "an embedded object": lambda: _with_part(
        docx, BODY, "oleObject", "word/embeddings/o.bin", SECRET, "application/x-ole"
    ),
    "a part that nothing refers to": lambda: {**docx(), "word/old.xml": f"<x>{SECRET}</x>".encode()},
    "a member's name": lambda: {**docx(), f"word/{SECRET}.bin": b""},
    "a picture's words": lambda: _picture("a.png", png(SECRET)),
    "a moving picture's words": lambda: _picture("a.gif", gif(SECRET), "image/gif"),
    "bytes behind a picture": lambda: _picture("a.png", png() + SECRET.encode()),
    "a picture's name": lambda: _picture(f"{SECRET}.png", png()),
    "an alternative text": lambda: _picture("a.png", png(), descr=f' descr="{SECRET}" title="{SECRET}"'),
    "a drawn picture": lambda: _picture(
        "a.svg", f"<svg><text>{SECRET}</text></svg>".encode(), "image/svg+xml"
    ),
    "a chart": _chart,
}


def _swapped(members: Members, member: str, old: str, new: str) -> Members:
    swap(members, member, old, new)
    return members


def _sheet_part(
    kind: str, name: str, content: str, media: str, *, owner: str = SHEET, rest: str = ""
) -> Members:
    members = xlsx(rest=rest)
    main = f'xmlns="{_SCHEMA}spreadsheetml/2006/main"'
    add_part(members, owner, kind, name, content.replace("MAIN", main), media)
    return members


def _cell(content: str, attributes: str = 't="inlineStr"') -> Members:
    return xlsx(f'<row r="2"><c r="A2" {attributes}>{content}</c></row>')


def _shared(index: int) -> Members:
    members = _cell(f"<v>{index}</v>", 't="s"')
    strings = f'<sst xmlns="{_SCHEMA}spreadsheetml/2006/main"><si><t>x</t></si><si><r><t>Zoell</t></r><r><t>ner</t></r><rPh><t>{SECRET}</t></rPh></si></sst>'
    add_part(members, BOOK, "sharedStrings", "xl/sharedStrings.xml", strings, f"{_SHEET}sharedStrings+xml")
    return members


def add_sheet(members: Members, content: str, attributes: str = "") -> Members:
    """The workbook with a second sheet."""
    main = f'<worksheet xmlns="{_SCHEMA}spreadsheetml/2006/main"><sheetData>{content}</sheetData></worksheet>'
    add_part(members, BOOK, "worksheet", "xl/worksheets/second.xml", main, f"{_SHEET}worksheet+xml")
    swap(
        members,
        BOOK,
        "</sheets>",
        f'<sheet name="Second" sheetId="2" r:id="rworksheet1"{attributes}/></sheets>',
    )
    return members


def _hidden_sheet() -> Members:
    row = f'<row r="1"><c r="A1" t="inlineStr"><is><t>{SECRET}</t></is></c></row>'
    return add_sheet(xlsx(), row, ' state="veryHidden"')


def table(header: str = SECRET) -> Members:
    content = (
        f'<table MAIN id="1" name="{SECRET}" displayName="{SECRET}" ref="A2:A3"><autoFilter ref="A2:A3"><filterColumn colId="0">'
        f'<filters><filter val="{SECRET}"/></filters></filterColumn></autoFilter><tableColumns count="1">'
        f'<tableColumn id="1" name="{header}" totalsRowLabel="{SECRET}"><calculatedColumnFormula>"{SECRET}"</calculatedColumnFormula>'
        "</tableColumn></tableColumns></table>"
    )
    members = _sheet_part(
        "table", "xl/tables/table1.xml", content, f"{_SHEET}table+xml",
        rest='<tableParts count="1"><tablePart r:id="rtable0"/></tableParts>',
    )  # fmt: skip
    swap(
        members,
        SHEET,
        "</sheetData>",
        f'<row r="2"><c r="A2" t="inlineStr"><is><t>{header}</t></is></c></row></sheetData>',
    )
    return members


def _styles(code: str) -> Members:
    content = (
        f"<styleSheet MAIN><numFmts><numFmt numFmtId=\"164\" formatCode='{code}'/></numFmts></styleSheet>"
    )
    return _sheet_part("styles", "xl/styles.xml", content, f"{_SHEET}styles+xml", owner=BOOK)


def _sheet_box() -> Members:
    content = (
        f"<xdr:wsDr {_SPACES}><xdr:twoCellAnchor><xdr:sp><xdr:nvSpPr><xdr:cNvPr id='2' name='{SECRET}' descr='{SECRET}'/></xdr:nvSpPr>"
        f"<xdr:txBody><a:p><a:r><a:t>{SECRET}</a:t></a:r></a:p></xdr:txBody></xdr:sp></xdr:twoCellAnchor></xdr:wsDr>"
    )
    return _sheet_part(
        "drawing",
        "xl/drawings/drawing1.xml",
        content,
        f"{_DRAWN}drawing+xml",
        rest='<drawing r:id="rdrawing0"/>',
    )


SHEET_PLACES: dict[str, Callable[[], Members]] = {
    "a cell": lambda: _cell(f"<is><t>{SECRET}</t></is>"),
    "a cell of runs": lambda: _cell("<is><r><t>Zoell</t></r><r><t>ner</t></r></is>"),
    "a shared text": lambda: _shared(1),
    "a shared text that no cell shows": lambda: _shared(0),
    "a formula's text": lambda: _cell(f"<f>\"{SECRET}\"&amp;A1</f><v>x</v>", 't="str"'),
    "a formula's result": lambda: _cell(f"<f>A1</f><v>{SECRET}</v>", 't="str"'),
    "a formula of numbers with a word": lambda: _cell(f'<f>IF(A1="{SECRET}",1,0)</f><v>1</v>', 't="n"'),
    "a sheet's name": lambda: xlsx(names=SECRET),
    "a hidden sheet": _hidden_sheet,
    "a defined name": lambda: _swapped(
        xlsx(), BOOK, "</sheets>", f'</sheets><definedNames><definedName name="{SECRET}">"{SECRET}"</definedName></definedNames>'
    ),
    "a header": lambda: xlsx(
        rest=f'<headerFooter><oddHeader>&amp;L&amp;"{SECRET},Bold"{SECRET}&amp;P</oddHeader></headerFooter>'
    ),
    "a header in two styles": lambda: xlsx(
        rest=f"<headerFooter><oddFooter>&amp;L{SECRET} of&amp;CZoe&amp;Blln&amp;Ber&amp;R{SECRET}</oddFooter></headerFooter>"
    ),
    "a rule for cells": lambda: xlsx(
        rest=f'<dataValidations><dataValidation prompt="{SECRET}"><formula1>"{SECRET}"</formula1></dataValidation></dataValidations>'
    ),
    "a rule for looks": lambda: xlsx(
        rest=f'<conditionalFormatting sqref="A1"><cfRule type="expression"><formula>A1="{SECRET}"</formula></cfRule></conditionalFormatting>'
    ),
    "a filter": lambda: xlsx(
        rest=f'<autoFilter ref="A1:B2"><filterColumn><filters><filter val="{SECRET}"/></filters></filterColumn></autoFilter>'
    ),
    "a link": lambda: xlsx(rest=f'<hyperlinks><hyperlink ref="A1" location="{SECRET}!A1" display="{SECRET}"/></hyperlinks>'),
    "a table": table,
    "a format of numbers": lambda: _styles(f'0" {SECRET}"'),
    "a text box": _sheet_box,
    "comments": lambda: _sheet_part("comments", "xl/comments1.xml", f"<comments>{SECRET}</comments>", f"{_SHEET}comments+xml"),
    "persons": lambda: _sheet_part("person", "xl/persons/p.xml", f"<p>{SECRET}</p>", "application/vnd.ms-excel.person+xml", owner=BOOK),
    "a pivot table": lambda: _sheet_part(
        "pivotCacheDefinition", "xl/pivotCache/p.xml", f"<p>{SECRET}</p>", f"{_SHEET}pivotCacheDefinition+xml", owner=BOOK
    ),
    "another file": lambda: _sheet_part(
        "externalLink", "xl/externalLinks/e.xml", f"<e>{SECRET}</e>", f"{_SHEET}externalLink+xml", owner=BOOK
    ),
    "connections": lambda: _sheet_part("connections", "xl/connections.xml", f"<e>{SECRET}</e>", f"{_SHEET}connections+xml", owner=BOOK),
    "printer settings": lambda: _sheet_part("printerSettings", "xl/printer.bin", SECRET, f"{_SHEET}printerSettings"),
}  # fmt: skip


def _notes() -> Members:
    members = pptx()
    content = f"<p:notes {_SPACES}><p:cSld><p:spTree>{shape(SECRET)}</p:spTree></p:cSld></p:notes>"
    add_part(members, SLIDE, "notesSlide", "ppt/notesSlides/n.xml", content, f"{_SLIDE}notesSlide+xml")
    return members


def _slide_table() -> str:
    cell = f"<a:tc><a:txBody><a:bodyPr/><a:p><a:r><a:t>{SECRET}</a:t></a:r></a:p></a:txBody></a:tc>"
    return f'<p:graphicFrame><a:graphic><a:graphicData uri="{_SCHEMA}drawingml/2006/table"><a:tbl><a:tr h="1">{cell}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>'


SLIDE_PLACES: dict[str, Callable[[], Members]] = {
    "a shape": lambda: pptx(shape(SECRET)),
    "two runs": lambda: pptx(shape("Zoell</a:t></a:r><a:r><a:t>ner")),
    "a shape's alternative text": lambda: pptx(shape("x", f' descr="{SECRET}" title="{SECRET}"')),
    "a table": lambda: pptx(_slide_table()),
    "notes": _notes,
    "an animation": lambda: pptx(rest=f'<p:timing><p:tnLst><p:par><p:cTn id="1"><x val="{SECRET}"/></p:cTn></p:par></p:tnLst><p:attrName>{SECRET}</p:attrName></p:timing>'),
    "an extension": lambda: pptx(rest=f'<p:extLst><p:ext uri="{{{SECRET}}}"><p:thing name="{SECRET}"/></p:ext></p:extLst>'),
    "an embedded object": lambda: pptx(f'<p:graphicFrame><a:graphic><a:graphicData uri="x"><p:oleObj name="{SECRET}" progId="{SECRET}"/></a:graphicData></a:graphic></p:graphicFrame>'),
    "a slide's name": lambda: _swapped(pptx(), SLIDE, "<p:cSld>", f'<p:cSld name="{SECRET}">'),
    "comments": lambda: _with_part(pptx, SLIDE, "comments", "ppt/comments/c.xml", f"<c>{SECRET}</c>", f"{_SLIDE}comments+xml"),
    "authors": lambda: _with_part(pptx, DECK, "commentAuthors", "ppt/authors.xml", f"<c>{SECRET}</c>", f"{_SLIDE}commentAuthors+xml"),
    "tags": lambda: _with_part(pptx, SLIDE, "tags", "ppt/tags/t.xml", f"<c>{SECRET}</c>", f"{_SLIDE}tags+xml"),
}  # fmt: skip

TEXT_PLACES: dict[str, Callable[[], Members]] = {
    "a paragraph": lambda: odt(f"<text:p>of {SECRET}</text:p>"),
    "spans": lambda: odt("<text:p>Zoe<text:span>ll</text:span>ner</text:p>"),
    "a tracked change": lambda: odt(
        f"<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>{SECRET}</dc:creator>"
        f"</office:change-info><text:p>{SECRET}</text:p></text:deletion></text:changed-region></text:tracked-changes>"
    ),
    "a comment": lambda: odt(f"<text:p>x<office:annotation><dc:creator>{SECRET}</dc:creator><text:p>{SECRET}</text:p></office:annotation></text:p>"),
    "a bookmark": lambda: odt(f'<text:p><text:bookmark text:name="{SECRET}"/>x</text:p>'),
    "a field": lambda: odt(f'<text:p><text:user-defined text:name="{SECRET}">{SECRET}</text:user-defined></text:p>'),
    "hidden text": lambda: odt(f'<text:p>x<text:hidden-text text:string-value="{SECRET}">{SECRET}</text:hidden-text></text:p>'),
    "a link": lambda: odt(f'<text:p><text:a xlink:href="https://x.org/{SECRET}" office:name="{SECRET}">x</text:a></text:p>'),
    "a note": lambda: odt(f"<text:p>x<text:note><text:note-body><text:p>{SECRET}</text:p></text:note-body></text:note></text:p>"),
    "an alternative text": lambda: odt(f'<text:p><draw:frame draw:name="{SECRET}"><draw:text-box><text:p>x</text:p></draw:text-box><svg:title>{SECRET}</svg:title><svg:desc>{SECRET}</svg:desc></draw:frame></text:p>'),
    "a form": lambda: odt(f'<office:forms office:said="{SECRET}"/>'),
    "an unknown element": lambda: odt(f'<x:y xmlns:x="urn:x" said="{SECRET}">{SECRET}</x:y>'),
    "text between elements": lambda: odt(f"{SECRET}<text:list>{SECRET}</text:list>"),
    "a link to a file": lambda: odt(f'<text:p><text:a xlink:href="file:///letters/{SECRET}/a.odt">x</text:a></text:p>'),
    "a style's name": lambda: odt(f'<text:p text:style-name="{SECRET}_20_Letter">x</text:p>'),
    "a made-up look": lambda: odt(f'<style:style style:name="P1" style:class="{SECRET}"/>'),
    "what stands before a number": lambda: odt(
        f'<text:list-style style:name="L1"><text:list-level-style-number style:num-prefix="{SECRET} "/></text:list-style>'
    ),
    "a bullet": lambda: odt(f'<text:list-level-style-bullet text:bullet-char="{SECRET}"/>'),
    "a picture's name": lambda: {
        **odt(f'<text:p><draw:frame><draw:image xlink:href="Pictures/{SECRET}.png"/></draw:frame></text:p>'),
        f"Pictures/{SECRET}.png": png(),
    },
    "properties": lambda: {**odt(), "meta.xml": f"<x>{SECRET}</x>".encode()},
    "settings": lambda: {**odt(), "settings.xml": f"<x>{SECRET}</x>".encode()},
    "a thumbnail": lambda: {**odt(), "Thumbnails/thumbnail.png": png(SECRET)},
    "an embedded object": lambda: {
        **odt('<text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>'),
        "Object 1/content.xml": f"<x>{SECRET}</x>".encode(),
    },
    "a picture's words": lambda: {
        **odt('<text:p><draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame></text:p>'),
        "Pictures/a.png": png(SECRET),
    },
    "a picture that nothing shows": lambda: {**odt(), "Pictures/a.png": png(SECRET)},
}  # fmt: skip

OPEN_SHEET_PLACES: dict[str, Callable[[], Members]] = {
    "a cell": lambda: ods(f"<table:table-cell><text:p>{SECRET}</text:p></table:table-cell>"),
    "a cell's value": lambda: ods(
        f'<table:table-cell office:value-type="string" office:string-value="{SECRET}"><text:p>{SECRET}</text:p></table:table-cell>'
    ),
    "a formula": lambda: ods(
        f'<table:table-cell table:formula="of:=&quot;{SECRET}&quot;" office:value-type="string"><text:p>x</text:p></table:table-cell>'
    ),
    "a sheet's name": lambda: ods(name=SECRET),
    "a defined name": lambda: ods(rest=f'<table:named-expressions><table:named-range table:name="{SECRET}"/></table:named-expressions>'),
    "a rule for cells": lambda: ods(
        rest=f'<table:content-validations><table:content-validation table:condition="{SECRET}"/></table:content-validations>'
    ),
}  # fmt: skip

SHOW_PLACES: dict[str, Callable[[], Members]] = {
    "a box": lambda: odp(f"<draw:frame><draw:text-box><text:p>{SECRET}</text:p></draw:text-box></draw:frame>"),
    "notes": lambda: odp(f"<presentation:notes><draw:frame><draw:text-box><text:p>{SECRET}</text:p></draw:text-box></draw:frame></presentation:notes>"),
    "a declared footer": lambda: odp(f'<presentation:footer-decl presentation:name="ftr1">{SECRET}</presentation:footer-decl>'),
    "a page's name": lambda: _swapped(odp(), CONTENT, 'draw:name="page1"', f'draw:name="{SECRET}"'),
}  # fmt: skip

PLACES: dict[tuple[OfficeFile, str], Callable[[], Members]] = {
    (form, place): build
    for form, places in [
        *((DOCX, WORD_PLACES), (XLSX, SHEET_PLACES), (PPTX, SLIDE_PLACES)),
        *((ODT, TEXT_PLACES), (ODS, OPEN_SHEET_PLACES), (ODP, SHOW_PLACES)),
    ]
    for place, build in places.items()
}
PLAIN: dict[OfficeFile, Callable[[], Members]] = {
    DOCX: docx,
    XLSX: xlsx,
    PPTX: pptx,
    ODT: odt,
    ODS: ods,
    ODP: odp,
}
