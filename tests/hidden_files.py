"""Small office files that hold a secret which nobody sees, each with the kind as which it is reported."""

from collections.abc import Callable
from functools import partial

from reticent.formats.office import DOCX, ODP, ODS, ODT, PPTX, XLSX, OfficeFile
from reticent.formats.seam import inspection as kinds
from tests.office_files import (
    BODY,
    BOOK,
    CONTENT,
    SECRET,
    SHEET,
    SLIDE,
    Members,
    _sheet_part,
    _word_part,
    add_part,
    add_sheet,
    docx,
    odf,
    odp,
    ods,
    odt,
    paragraph,
    pptx,
    run,
    swap,
    xlsx,
)

_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml."
_SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml."
_SLIDE = "application/vnd.openxmlformats-officedocument.presentationml."


def _looks(said: str) -> Members:
    return docx(paragraph(run("seen ") + run(SECRET, f"<w:rPr>{said}</w:rPr>")))


_NEWER = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'


def _paragraph_looks(said: str) -> Members:
    return docx(paragraph(f"<w:pPr>{said}</w:pPr>{run(SECRET)}"))


def _row_of_height(height: str) -> Members:
    rule = f'<w:trPr><w:trHeight w:val="{height}" w:hRule="exact"/></w:trPr>'
    return docx(f"<w:tbl><w:tr>{rule}<w:tc>{paragraph(run(SECRET))}</w:tc></w:tr></w:tbl>")


def _styled(styles: str, body: str) -> Members:
    members = docx(body)
    content = members[BODY].decode()
    start = content[: content.index("<w:body>")].replace("<w:document", "<w:styles")
    add_part(members, BODY, "styles", "word/styles.xml", f"{start}{styles}</w:styles>", f"{_WORD}styles+xml")
    return members


def _cell(column: str, row: int, text: str = SECRET, more: str = "") -> str:
    return f'<c r="{column}{row}" t="inlineStr"{more}><is><t>{text}</t></is></c>'


def _columns(said: str) -> Members:
    members = xlsx(f'<row r="2">{_cell("C", 2)}</row>')
    swap(members, SHEET, "<sheetData>", f'<cols><col min="3" max="3" {said}/></cols><sheetData>')
    return members


def styles(
    fonts: str = "<font/>", fills: str = "<fill/>", formats: str = "", looks: str = "<xf/>"
) -> Members:
    """A workbook with the secret in a cell of the last style."""
    content = (
        f"<styleSheet MAIN><numFmts>{formats}</numFmts><fonts><font/>{fonts}</fonts><fills><fill/>{fills}</fills>"
        f"<cellXfs><xf/>{looks}</cellXfs></styleSheet>"
    )
    members = _sheet_part("styles", "xl/styles.xml", content, f"{_SHEET}styles+xml", owner=BOOK)
    swap(
        members,
        SHEET,
        "</sheetData>",
        f'<row r="2">{_cell("A", 2, more=" s=" + chr(34) + "1" + chr(34))}</row></sheetData>',
    )
    return members


def _format(code: str, font: str = "<font/>") -> Members:
    said = code.replace('"', "&quot;")
    formats = f'<numFmt numFmtId="164" formatCode="{said}"/>'
    return styles(font, formats=formats, looks='<xf numFmtId="164" fontId="1"/>')


def _default_rows() -> Members:
    members = xlsx(f'<row r="2">{_cell("A", 2)}</row>')
    swap(members, SHEET, "<sheetData>", '<sheetFormatPr zeroHeight="1"/><sheetData>')
    return members


def _box(text: str, place: str = "", fill: str = "", looks: str = "", marks: str = "") -> str:
    frame = f"<a:xfrm>{place}</a:xfrm>" if place else ""
    return (
        f'<p:sp><p:nvSpPr><p:cNvPr id="7" name="x"{marks}/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>{frame}{fill}</p:spPr>'
        f"<p:txBody><a:bodyPr/><a:p><a:r>{looks}<a:t>{text}</a:t></a:r></a:p></p:txBody></p:sp>"
    )


def _at(left: int, top: int, width: int = 100_000, height: int = 100_000) -> str:
    return f'<a:off x="{left}" y="{top}"/><a:ext cx="{width}" cy="{height}"/>'


def _in_group() -> str:
    frame = f'<a:xfrm>{_at(0, 0, 1000, 1000)}<a:chOff x="0" y="0"/><a:chExt cx="10" cy="10"/></a:xfrm>'
    inside = _box(SECRET, _at(200_000, 0, 10, 10))
    return f'<p:grpSp><p:nvGrpSpPr><p:cNvPr id="9" name=""/></p:nvGrpSpPr><p:grpSpPr>{frame}</p:grpSpPr>{inside}</p:grpSp>'


def _paint(colour: str) -> str:
    return f'<a:solidFill><a:srgbClr val="{colour}"/></a:solidFill>'


def _solid(colour: str) -> str:
    return f"<a:rPr><a:solidFill>{colour}</a:solidFill></a:rPr>"


def _looking(looks: str) -> Members:
    return pptx(_box(SECRET, looks=looks))


_STEP = '<a:gs pos="0"><a:srgbClr val="{}"/></a:gs>'


def hidden_slide() -> Members:
    """A second slide that isn't shown and that a link of the first leads to."""
    members = pptx()
    content = members[SLIDE].decode().replace("Janette Doe", SECRET).replace("<p:sld ", '<p:sld show="0" ')
    deck = "ppt/presentation.xml"
    add_part(members, deck, "slide", "ppt/slides/slide2.xml", content, f"{_SLIDE}slide+xml")
    swap(members, deck, "</p:sldIdLst>", '<p:sldId id="257" r:id="rslide1"/></p:sldIdLst>')
    add_part(members, SLIDE, "slide", "ppt/slides/slide3.xml", "<x/>", "x")
    relations = "ppt/slides/_rels/slide1.xml.rels"
    swap(members, relations, "/ppt/slides/slide3.xml", "/ppt/slides/slide2.xml")
    swap(
        members,
        SLIDE,
        "<a:r>",
        '<a:r><a:rPr><a:hlinkClick r:id="rslide0" action="ppaction://hlinksldjump"/></a:rPr>',
    )
    return members


def open_styled(members: Members, said: str) -> Members:
    """An OpenDocument file with styles of its own."""
    swap(
        members,
        CONTENT,
        "<office:body>",
        f"<office:automatic-styles>{said}</office:automatic-styles><office:body>",
    )
    return members


def _style(family: str, said: str, name: str = "h") -> str:
    return f'<style:style style:name="{name}" style:family="{family}">{said}</style:style>'


def _text(said: str) -> str:
    return _style("text", f"<style:text-properties {said}/>")


def _span() -> str:
    return f'<text:p>seen <text:span text:style-name="h">{SECRET}</text:span></text:p>'


def _string(text: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string"{more}><text:p>{text}</text:p></table:table-cell>'


def _open_rows(rows: str, columns: str = "") -> Members:
    shown = f"<table:table-row>{_string('Janette Doe')}{_string('x')}</table:table-row>"
    return odf("spreadsheet", f'<table:table table:name="Summary">{columns}{shown}{rows}</table:table>')


def _outside() -> Members:
    box = f"<draw:text-box><text:p>{SECRET}</text:p></draw:text-box>"
    place = 'svg:x="40cm" svg:y="1cm" svg:width="2cm" svg:height="1cm"'
    members = odp(f"<draw:frame {place}>{box}</draw:frame>")
    swap(members, CONTENT, 'draw:name="page1"', 'draw:name="page1" draw:master-page-name="m"')
    layout = '<style:page-layout style:name="l"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout>'
    root = (
        members[CONTENT].decode().partition("<office:body>")[0].replace("document-content", "document-styles")
    )
    members["styles.xml"] = (
        f"{root}<office:automatic-styles>{layout}</office:automatic-styles><office:master-styles>"
        '<style:master-page style:name="m" style:page-layout-name="l"/></office:master-styles></office:document-styles>'
    ).encode()
    return members


def _open_page() -> Members:
    page = f'<draw:page draw:style-name="h"><draw:frame><draw:text-box><text:p>{SECRET}</text:p></draw:text-box></draw:frame></draw:page>'
    members = odp()
    swap(members, CONTENT, "</office:presentation>", f"{page}</office:presentation>")
    return open_styled(
        members, _style("drawing-page", '<style:drawing-page-properties presentation:visibility="hidden"/>')
    )


def _open_sheet() -> Members:
    sheet = f'<table:table table:name="Old" table:style-name="h"><table:table-row>{_string(SECRET)}</table:table-row></table:table>'
    return open_styled(ods(rest=sheet), _style("table", '<style:table-properties table:display="false"/>'))


_VANISH, _WHITE = "<w:vanish/>", '<w:color w:val="FFFFFF"/>'
HIDDEN: dict[tuple[OfficeFile, str], tuple[str, Callable[[], Members]]] = {
    (DOCX, "marked as hidden"): (kinds.HIDDEN_TEXT, lambda: _looks(_VANISH)),
    (DOCX, "hidden by its style"): (
        kinds.HIDDEN_TEXT,
        lambda: _styled(
            f'<w:style w:type="character" w:styleId="A"><w:rPr>{_VANISH}</w:rPr></w:style>'
            '<w:style w:type="character" w:styleId="B"><w:basedOn w:val="A"/></w:style>',
            paragraph(run(SECRET, '<w:rPr><w:rStyle w:val="B"/></w:rPr>')),
        ),
    ),
    (DOCX, "hidden by its paragraph's style"): (
        kinds.HIDDEN_TEXT,
        lambda: _styled(
            f'<w:style w:type="paragraph" w:styleId="A"><w:rPr>{_VANISH}</w:rPr></w:style>',
            paragraph(f'<w:pPr><w:pStyle w:val="A"/></w:pPr>{run(SECRET)}'),
        ),
    ),
    (DOCX, "white"): (kinds.WHITE_TEXT, lambda: _looks(_WHITE)),
    (DOCX, "nearly white"): (kinds.WHITE_TEXT, lambda: _looks('<w:color w:val="FEFEFD"/>')),
    (DOCX, "black on black"): (
        kinds.SAME_COLOUR,
        lambda: _looks('<w:color w:val="000000"/><w:highlight w:val="black"/>'),
    ),
    (DOCX, "in the colour of its cell"): (
        kinds.SAME_COLOUR,
        lambda: docx(
            '<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="336699"/></w:tcPr>'
            + paragraph(run(SECRET, '<w:rPr><w:color w:val="336699"/></w:rPr>'))
            + "</w:tc></w:tr></w:tbl>"
        ),
    ),
    (DOCX, "one point high"): (kinds.TINY_TEXT, lambda: _looks('<w:sz w:val="2"/>')),
    (DOCX, "letters without a fill"): (
        kinds.HIDDEN_TEXT,
        lambda: _looks(f"<w14:textFill {_NEWER}><w14:noFill/></w14:textFill>"),
    ),
    (DOCX, "letters with a white fill"): (
        kinds.WHITE_TEXT,
        lambda: _looks(
            f'<w14:textFill {_NEWER}><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textFill>'
        ),
    ),
    (DOCX, "a line of hardly any height"): (
        kinds.TINY_TEXT,
        lambda: _paragraph_looks('<w:spacing w:line="1" w:lineRule="exact"/>'),
    ),
    (DOCX, "a frame far off the page"): (
        kinds.TINY_TEXT,
        lambda: _paragraph_looks('<w:framePr w:w="100" w:hAnchor="page" w:x="-9000" w:y="-9000"/>'),
    ),
    (DOCX, "a row of hardly any height"): (kinds.TINY_TEXT, lambda: _row_of_height("1")),
    (DOCX, "a hidden row"): (
        kinds.HIDDEN_CELLS,
        lambda: docx(
            f"<w:tbl><w:tr><w:tc>{paragraph(run('seen'))}</w:tc></w:tr><w:tr><w:trPr><w:hidden/></w:trPr><w:tc>"
            f"{paragraph(run(SECRET))}</w:tc></w:tr></w:tbl>"
        ),
    ),
    (DOCX, "a hidden shape"): (
        kinds.HIDDEN_SHAPES,
        lambda: docx(
            paragraph(
                '<w:r><w:pict><v:shape style="position:absolute;visibility:hidden"><v:textbox><w:txbxContent>'
                f"{paragraph(run(SECRET))}</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
            )
        ),
    ),
    (DOCX, "a note that nothing refers to"): (
        kinds.LOST_NOTES,
        lambda: _word_part("footnotes", f'<w:footnote w:id="1">{paragraph(run(SECRET))}</w:footnote>'),
    ),
    (XLSX, "a hidden sheet"): (
        kinds.HIDDEN_SHEETS,
        lambda: add_sheet(xlsx(), f'<row r="1">{_cell("A", 1)}</row>', ' state="hidden"'),
    ),
    (XLSX, "a very hidden sheet"): (
        kinds.HIDDEN_SHEETS,
        lambda: add_sheet(xlsx(), f'<row r="1">{_cell("A", 1)}</row>', ' state="veryHidden"'),
    ),
    (XLSX, "a hidden row"): (
        kinds.HIDDEN_CELLS,
        lambda: xlsx(f'<row r="2" hidden="1">{_cell("A", 2)}</row>'),
    ),
    (XLSX, "a row of no height"): (
        kinds.HIDDEN_CELLS,
        lambda: xlsx(f'<row r="2" ht="0" customHeight="1">{_cell("A", 2)}</row>'),
    ),
    (XLSX, "a hidden column"): (kinds.HIDDEN_CELLS, lambda: _columns('hidden="1"')),
    (XLSX, "a column of no width"): (kinds.HIDDEN_CELLS, lambda: _columns('width="0" customWidth="1"')),
    (XLSX, "white"): (
        kinds.WHITE_TEXT,
        lambda: styles('<font><color rgb="FFFFFFFF"/></font>', looks='<xf fontId="1"/>'),
    ),
    (XLSX, "in the theme's white"): (
        kinds.WHITE_TEXT,
        lambda: styles('<font><color theme="0"/></font>', looks='<xf fontId="1"/>'),
    ),
    (XLSX, "in the colour of its cell"): (
        kinds.SAME_COLOUR,
        lambda: styles(
            '<font><color theme="4" tint="0.4"/></font>',
            '<fill><patternFill patternType="solid"><fgColor theme="4" tint="0.4"/></patternFill></fill>',
            looks='<xf fontId="1" fillId="1"/>',
        ),
    ),
    (XLSX, "one point high"): (
        kinds.TINY_TEXT,
        lambda: styles('<font><sz val="1"/></font>', looks='<xf fontId="1"/>'),
    ),
    (XLSX, "a format that shows nothing"): (
        kinds.HIDDEN_TEXT,
        lambda: styles(formats='<numFmt numFmtId="164" formatCode=";;;"/>', looks='<xf numFmtId="164"/>'),
    ),
    (XLSX, "a row of hardly any height"): (
        kinds.HIDDEN_CELLS,
        lambda: xlsx(f'<row r="2" ht="0.01" customHeight="1">{_cell("A", 2)}</row>'),
    ),
    (XLSX, "a column of hardly any width"): (
        kinds.HIDDEN_CELLS,
        lambda: _columns('width="0.05" customWidth="1"'),
    ),
    (XLSX, "in a theme's black made white"): (
        kinds.WHITE_TEXT,
        lambda: styles('<font><color theme="1" tint="1"/></font>', looks='<xf fontId="1"/>'),
    ),
    (XLSX, "a format of empty words"): (kinds.HIDDEN_TEXT, lambda: _format('"";"";"";""')),
    (XLSX, "a format that shows numbers alone"): (
        kinds.HIDDEN_TEXT,
        lambda: _format("General;General;General;"),
    ),
    (XLSX, "a format of words for numbers alone"): (kinds.HIDDEN_TEXT, lambda: _format("@;@;@;")),
    (XLSX, "a format that writes words in white"): (kinds.WHITE_TEXT, lambda: _format("[White]@")),
    (XLSX, "a format that writes all in white"): (kinds.WHITE_TEXT, lambda: _format("[White]General")),
    (XLSX, "a format that writes all in the second colour"): (
        kinds.WHITE_TEXT,
        lambda: _format("[Color2]General"),
    ),
    (XLSX, "a white word in a cell"): (
        kinds.WHITE_TEXT,
        lambda: xlsx(
            '<row r="2"><c r="A2" t="inlineStr"><is><r><t>seen</t></r><r><rPr><color rgb="FFFFFFFF"/></rPr>'
            f"<t>{SECRET}</t></r></is></c></row>"
        ),
    ),
    (PPTX, "a hidden slide"): (kinds.HIDDEN_SLIDES, hidden_slide),
    (PPTX, "a hidden shape"): (kinds.HIDDEN_SHAPES, lambda: pptx(_box(SECRET, marks=' hidden="1"'))),
    (PPTX, "left of the slide"): (kinds.OUTSIDE_SLIDE, lambda: pptx(_box(SECRET, _at(-200_000, 5)))),
    (PPTX, "below the slide"): (kinds.OUTSIDE_SLIDE, lambda: pptx(_box(SECRET, _at(5, 7_000_000)))),
    (PPTX, "in a group, outside the slide"): (kinds.OUTSIDE_SLIDE, lambda: pptx(_in_group())),
    (PPTX, "white"): (
        kinds.WHITE_TEXT,
        lambda: pptx(_box(SECRET, looks=f"<a:rPr>{_paint('FFFFFF')}</a:rPr>")),
    ),
    (PPTX, "in the colour of its shape"): (
        kinds.SAME_COLOUR,
        lambda: pptx(_box(SECRET, fill=_paint("112233"), looks=f"<a:rPr>{_paint('112233')}</a:rPr>")),
    ),
    (PPTX, "clear"): (
        kinds.HIDDEN_TEXT,
        lambda: pptx(
            _box(
                SECRET,
                looks='<a:rPr><a:solidFill><a:srgbClr val="000000"><a:alpha val="0"/></a:srgbClr></a:solidFill></a:rPr>',
            )
        ),
    ),
    **{
        (PPTX, f"white {how}"): (
            kinds.WHITE_TEXT,
            partial(_looking, said),
        )
        for how, said in {
            "by its name": _solid('<a:prstClr val="white"/>'),
            "in shares": _solid('<a:scrgbClr r="100000" g="100000" b="100000"/>'),
            "by its light": _solid('<a:hslClr hue="0" sat="0" lum="100000"/>'),
            "made from black": _solid(
                '<a:srgbClr val="000000"><a:lumMod val="0"/><a:lumOff val="100000"/></a:srgbClr>'
            ),
            "from end to end": "<a:rPr><a:gradFill><a:gsLst>"
            + 2 * _STEP.format("FFFFFF")
            + "</a:gsLst></a:gradFill></a:rPr>",
        }.items()
    },
    (PPTX, "nearly clear"): (
        kinds.HIDDEN_TEXT,
        lambda: pptx(
            _box(
                SECRET,
                looks=_solid('<a:srgbClr val="000000"><a:alpha val="1000"/></a:srgbClr>'),
            )
        ),
    ),
    (PPTX, "one point high"): (kinds.TINY_TEXT, lambda: pptx(_box(SECRET, looks='<a:rPr sz="100"/>'))),
    (ODT, "marked as hidden"): (
        kinds.HIDDEN_TEXT,
        lambda: open_styled(odt(_span()), _text('text:display="none"')),
    ),
    (ODT, "a hidden paragraph"): (
        kinds.HIDDEN_TEXT,
        lambda: open_styled(
            odt(f'<text:p text:style-name="h">{SECRET}</text:p>'),
            _style("paragraph", '<style:text-properties text:display="none"/>'),
        ),
    ),
    (ODT, "a hidden section"): (
        kinds.HIDDEN_TEXT,
        lambda: odt(f'<text:section text:display="none"><text:p>{SECRET}</text:p></text:section>'),
    ),
    (ODT, "white"): (kinds.WHITE_TEXT, lambda: open_styled(odt(_span()), _text('fo:color="#ffffff"'))),
    (ODT, "white where letters are black by default"): (
        kinds.WHITE_TEXT,
        lambda: open_styled(
            odt(_span()),
            '<style:default-style style:family="paragraph"><style:text-properties style:use-window-font-color="true"'
            ' fo:color="#000000"/></style:default-style>' + _text('fo:color="#ffffff"'),
        ),
    ),
    (ODT, "black on black"): (
        kinds.SAME_COLOUR,
        lambda: open_styled(odt(_span()), _text('fo:color="#000000" fo:background-color="#000000"')),
    ),
    (ODT, "one point high"): (
        kinds.TINY_TEXT,
        lambda: open_styled(odt(_span()), _text('fo:font-size="1pt"')),
    ),
    (ODT, "hardly any width"): (
        kinds.TINY_TEXT,
        lambda: open_styled(odt(_span()), _text('style:text-scale="1%"')),
    ),
    (ODT, "a paragraph that a field hides"): (
        kinds.HIDDEN_TEXT,
        lambda: odt(
            f'<text:p>{SECRET}<text:hidden-paragraph text:condition="ooow:1" text:is-hidden="true"/></text:p>'
        ),
    ),
    (ODS, "a hidden sheet"): (kinds.HIDDEN_SHEETS, _open_sheet),
    (ODS, "a hidden row"): (
        kinds.HIDDEN_CELLS,
        lambda: _open_rows(
            f'<table:table-row table:visibility="collapse">{_string(SECRET)}</table:table-row>'
        ),
    ),
    (ODS, "a row that a filter hides"): (
        kinds.HIDDEN_CELLS,
        lambda: _open_rows(f'<table:table-row table:visibility="filter">{_string(SECRET)}</table:table-row>'),
    ),
    (ODS, "a hidden column"): (
        kinds.HIDDEN_CELLS,
        lambda: _open_rows(
            f"<table:table-row>{_string('y')}{_string('z')}{_string(SECRET)}</table:table-row>",
            '<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>',
        ),
    ),
    (ODS, "a row of no height"): (
        kinds.HIDDEN_CELLS,
        lambda: open_styled(
            _open_rows(f'<table:table-row table:style-name="h">{_string(SECRET)}</table:table-row>'),
            _style("table-row", '<style:table-row-properties style:row-height="0cm"/>'),
        ),
    ),
    (ODS, "a column of hardly any width"): (
        kinds.HIDDEN_CELLS,
        lambda: open_styled(
            _open_rows(
                f"<table:table-row>{_string('y')}{_string('z')}{_string(SECRET)}</table:table-row>",
                '<table:table-column table:number-columns-repeated="2"/><table:table-column table:style-name="h"/>',
            ),
            _style("table-column", '<style:table-column-properties style:column-width="0.001cm"/>'),
        ),
    ),
    (ODS, "white by its column"): (
        kinds.WHITE_TEXT,
        lambda: open_styled(
            _open_rows(
                f"<table:table-row>{_string('y')}{_string('z')}{_string(SECRET)}</table:table-row>",
                '<table:table-column table:number-columns-repeated="2"/><table:table-column table:default-cell-style-name="h"/>',
            ),
            _style("table-cell", '<style:text-properties fo:color="#ffffff"/>'),
        ),
    ),
    (ODS, "white"): (
        kinds.WHITE_TEXT,
        lambda: open_styled(
            ods(_string(SECRET, ' table:style-name="h"')),
            _style("table-cell", '<style:text-properties fo:color="#ffffff"/>'),
        ),
    ),
    (ODP, "a hidden slide"): (kinds.HIDDEN_SLIDES, _open_page),
    (ODP, "in the colour of its shape"): (
        kinds.SAME_COLOUR,
        lambda: open_styled(
            odp(
                f'<draw:frame draw:style-name="g"><draw:text-box><text:p><text:span text:style-name="h">{SECRET}'
                "</text:span></text:p></draw:text-box></draw:frame>"
            ),
            _text('fo:color="#102030"')
            + _style(
                "graphic", '<style:graphic-properties draw:fill="solid" draw:fill-color="#102030"/>', "g"
            ),
        ),
    ),
    (ODP, "outside the slide"): (kinds.OUTSIDE_SLIDE, _outside),
}
"""Where an office file hides the secret: as what that is reported, and the file."""

SEEN: dict[tuple[OfficeFile, str], Callable[[], Members]] = {
    (DOCX, "white on black"): lambda: _looks(f'{_WHITE}<w:highlight w:val="black"/>'),
    (DOCX, "white in a dark cell"): lambda: docx(
        '<w:tbl><w:tr><w:tc><w:tcPr><w:shd w:val="clear" w:fill="1F3864"/></w:tcPr>'
        + paragraph(run(SECRET, f"<w:rPr>{_WHITE}</w:rPr>"))
        + "</w:tc></w:tr></w:tbl>"
    ),
    (DOCX, "white in a table with a style that shades"): lambda: _styled(
        '<w:style w:type="table" w:styleId="T"><w:tblStylePr w:type="firstRow"><w:tcPr><w:shd w:val="clear" w:fill="000000"/>'
        "</w:tcPr></w:tblStylePr></w:style>",
        '<w:tbl><w:tblPr><w:tblStyle w:val="T"/></w:tblPr><w:tr><w:tc>'
        + paragraph(run(SECRET, f"<w:rPr>{_WHITE}</w:rPr>"))
        + "</w:tc></w:tr></w:tbl>",
    ),
    (DOCX, "a line of exact height"): lambda: _paragraph_looks(
        '<w:spacing w:line="200" w:lineRule="exact"/>'
    ),
    (DOCX, "a row of exact height"): lambda: _row_of_height("300"),
    (DOCX, "hidden in web pages alone"): lambda: _looks("<w:webHidden/>"),
    (DOCX, "a mark that is switched off"): lambda: _looks('<w:vanish w:val="0"/>'),
    (DOCX, "hidden by two styles"): lambda: _styled(
        f'<w:style w:type="paragraph" w:styleId="A"><w:rPr>{_VANISH}</w:rPr></w:style>'
        f'<w:style w:type="character" w:styleId="B"><w:rPr>{_VANISH}</w:rPr></w:style>',
        paragraph(
            f'<w:pPr><w:pStyle w:val="A"/></w:pPr>{run(SECRET, "<w:rPr><w:rStyle w:val=" + chr(34) + "B" + chr(34) + "/></w:rPr>")}'
        ),
    ),
    (XLSX, "white on a dark fill"): lambda: styles(
        '<font><color rgb="FFFFFFFF"/></font>',
        '<fill><patternFill patternType="solid"><fgColor rgb="FF000080"/></patternFill></fill>',
        looks='<xf fontId="1" fillId="1"/>',
    ),
    (XLSX, "a row that is written where unused ones are hidden"): _default_rows,
    (XLSX, "a word in a format without anything for numbers"): lambda: _format('""'),
    (XLSX, "white in a format that writes in red"): lambda: _format(
        "[Red]@", '<font><color rgb="FFFFFFFF"/></font>'
    ),
    (XLSX, "a merged cell that begins in a hidden row"): lambda: xlsx(
        f'<row r="2" hidden="1">{_cell("A", 2)}</row><row r="3"/>',
        rest='<mergeCells count="1"><mergeCell ref="A2:A3"/></mergeCells>',
    ),
    (PPTX, "white on a dark shape"): lambda: pptx(
        _box(SECRET, fill=_paint("000000"), looks=f"<a:rPr>{_paint('FFFFFF')}</a:rPr>")
    ),
    (PPTX, "white over another shape"): lambda: pptx(
        _box("x", _at(0, 0), _paint("000000"))
        + _box(SECRET, _at(10, 10), looks=f"<a:rPr>{_paint('FFFFFF')}</a:rPr>")
    ),
    (PPTX, "from white to black"): lambda: pptx(
        _box(
            SECRET,
            looks=f"<a:rPr><a:gradFill><a:gsLst>{_STEP.format('FFFFFF')}{_STEP.format('000000')}</a:gsLst></a:gradFill></a:rPr>",
        )
    ),
    (PPTX, "white made dark"): lambda: pptx(
        _box(
            SECRET,
            looks=_solid('<a:prstClr val="white"><a:lumMod val="25000"/></a:prstClr>'),
        )
    ),
    (PPTX, "half outside the slide"): lambda: pptx(_box(SECRET, _at(-50_000, 5))),
    (ODT, "white on black"): lambda: open_styled(
        odt(_span()), _text('fo:color="#ffffff" fo:background-color="#000000"')
    ),
    (ODS, "white in a dark cell"): lambda: open_styled(
        ods(_string(SECRET, ' table:style-name="h"')),
        _style(
            "table-cell",
            '<style:table-cell-properties fo:background-color="#000000"/><style:text-properties fo:color="#ffffff"/>',
        ),
    ),
}
"""Where the secret is seen, although something says that it may not be."""
