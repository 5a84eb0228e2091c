"""Which attributes of office files stay: quantities, and terms of the standards in attributes that hold only such.

A value must also look like what its attribute may hold, so that a sentence never passes for a term.
"""

from __future__ import annotations

import re
from functools import lru_cache

from reticent.formats.office._trees import (
    CALC,
    DRAW,
    EXTENDED,
    FO,
    NUMBER,
    OFFICE,
    PRESENTATION,
    STYLE,
    SVG,
    TABLE,
    TEXT,
    XLINK,
    XML,
    split,
)

QUANTITY = re.compile(
    r"[-+\d.,:;%*()eE\s]{0,200}(?:pt|cm|in|mm|px|em|pc|deg|fd|f|v)?"
    r"|#?[0-9A-Fa-f]{1,8}|[0-9A-F]{20}|(?:[-\d.]+(?:pt|cm|in|mm|px|em|%)?\s*){2,6}"
)
BOOLEAN = frozenset("true false on off none auto t f yes no".split())
TERM = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
STYLE_NAME = re.compile(r"[^<>\"\n]{1,80}")
CELLS = re.compile(r"(?:\$?[A-Z]{0,3}\$?\d{0,7}(?::\$?[A-Z]{0,3}\$?\d{0,7})?\s?){1,200}")
GUID = re.compile(r"\{[0-9A-Fa-f-]{36}\}")
_DRAWN = re.compile(r"[\s\d.,#@+*eE$?a-zA-Z-]{1,20000}")
_CSS = re.compile(
    r"(?:(?:position|margin|margin-left|margin-top|left|top|width|height|z-index|visibility|rotation|flip|text-align"
    r"|mso-[a-z-]+|v-text-anchor|font-family|font-size|font-weight|font-style):[\w .%&;\"'-]{0,60}?;?)*"
)
_SHAPE_ID = re.compile(r"#?_x0000_[a-z]\d{1,8}")
_SCHEMA = re.compile(r"http://schemas\.(?:openxmlformats\.org|microsoft\.com)/[\w/.]+")
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,4}){0,3}")

_NEVER = frozenset(
    """name descr title alt tooltip author initials date dt userName codeName paraId textId durableId spid href
    creator description keywords subject display display-name help-id uid guid id-ref label target-frame-name
    string-value formula content-validation-name print-ranges database-name""".split()
)
"""Names that hold people's words or traces of work: not even a number stays in them."""

_TERMS = frozenset(
    """type algn anchor anchorCtr cap cmpd prst path idx rig dir script orient relativeFrom wrapText prstMaterial u strike
    vert wrap horzOverflow vertOverflow len w l r t b fill accent1 accent2 accent3 accent4 accent5 accent6 bg1 bg2 tx1 tx2
    t1 t2 hlink folHlink hyperlink followedHyperlink sz horizontal vertical patternType style state view visibility pane
    activePane orientation pageOrder errors showObjects themeColor themeFill asciiTheme hAnsiTheme cstheme eastAsiaTheme
    hint fmt leader lineRule hRule fldCharType vertAnchor horzAnchor xAlign yAlign hAnchor vAnchor dropCap clear chapSep
    chapStyle restart alignment relativeTo color zOrder offsetFrom flip bwMode cstate preset refMode blend fontAlgn
    rule defaultTableStyle defaultPivotStyle scheme underline operator cm applyBreakBeforeAfter presLayout
    hRule wrapcoords ext joinstyle connecttype aspectratio filltype endcap linestyle dashstyle startarrow endarrow
    arrowok gradientshapeok strokeok textpathok shadowok kinsoku calcMode refType forName for ptType
    presName modelId srcId destId parTransId sibTransId presId loTypeId qsTypeId csTypeId loCatId qsCatId csCatId
    hideGeom lkTxEntry axis ax op func arg moveWith styleLbl cat meth hueDir clrData vMerge hMerge
    editAs defaultView tabSelected spd pattern upright""".split()
)

_VALUED = frozenset(
    """jc vAlign vertAlign u color highlight shd numFmt lvlJc suff tab em effect textAlignment textDirection
    textboxTightWrap type overlap vMerge hMerge top left bottom right start end insideH insideV between bar tl2br tr2bl
    bdr pos numRestart characterSpacingControl compatSetting family pitch multiLevelType dir bdo rubyAlign
    schemeClr sysClr prstClr prstDash barDir grouping legendPos tickLblPos majorTickMark minorTickMark crosses
    crossBetween orientation axPos symbol layoutTarget xMode yMode wMode hMode lblAlgn dLblPos dispBlanksAs
    scatterStyle radarStyle shape errBarType errValType ofPieType splitType builtInUnit trendlineType baseTimeUnit
    errDir sizeRepresents scheme sty scr brkBin brkBinSub defJc intLim naryLim limLoc vertJc baseJc shp mcJc
    param if hierBranch animLvl animOne resizeHandles""".split()
)
"""Elements whose one value is a term of the standard."""

_LANGUAGES = frozenset(["lang", "altLang", "bidi", "eastAsia", "lang@val", "themeFontLang@val", "lid@val"])
_SIGNS = frozenset(["chr", "begChr", "endChr", "sepChr", "decimalSymbol", "listSeparator"])
"""Elements whose one value is a sign."""

_NAMES = {
    "gd": re.compile(r"[a-zA-Z]{1,8}\d{0,3}"),
    "compatSetting": TERM,
    "bookmarkStart": re.compile(r"b\d+"),
    **dict.fromkeys(("docPr", "cNvPr"), re.compile(r"Object \d*")),
    **dict.fromkeys(("clrScheme", "fontScheme", "fmtScheme"), re.compile("Office")),
    "table": re.compile(r"Table\d+"),
}
"""Names that a file needs; those of shapes, bookmarks, themes and tables are ours."""

_FONTS = {"ascii", "hAnsi", "cs", "eastAsia", "typeface"}
_STYLES = frozenset(
    """style@styleId style@name pStyle@val rStyle@val tblStyle@val basedOn@val next@val link@val numStyleLink@val
    styleLink@val font@name altName@val name@val rFont@val cellStyle@name tableStyleInfo@name tableStyle@name
    mathFont@val sym@font""".split()
)
"""Names of styles and fonts, as element and attribute."""

_CELLS = {"r", "ref", "sqref", "activeCell", "topLeftCell", "spans"}
_DRAWINGS = {
    "path",
    "adj",
    "eqn",
    "coordsize",
    "coordorigin",
    "fmla",
    "stemThick",
    "strokeweight",
    "fillcolor",
}
_IDS = {"def", "styleId", "id", "modelId", "srcId", "destId", "parTransId", "sibTransId", "presId"}


@lru_cache(maxsize=8192)
def is_vocabulary(tag: str, key: str, value: str) -> bool:
    """Whether an attribute of an Open XML element holds nothing but a quantity or a term."""
    element, (space, name) = split(tag)[1], split(key)
    if f"{element}@{name}" in _STYLES or name in _FONTS:
        return bool(STYLE_NAME.fullmatch(value))
    if space == XML:
        return name == "space" and value == "preserve"
    if name in _NEVER:
        pattern = _NAMES.get(element) if name == "name" else None
        return bool(pattern and pattern.fullmatch(value))
    if is_quantity(value):
        return True
    return bool(
        ((name in _TERMS or (name == "val" and element in _VALUED)) and bool(TERM.fullmatch(value)))
        or (_LANGUAGES & {name, f"{element}@{name}"} and bool(_LANGUAGE.fullmatch(value)))
        or (name == "val" and element in _SIGNS and len(value) <= 1)
        or (name in _CELLS and bool(CELLS.fullmatch(value)))
        or (name in _IDS and bool(GUID.fullmatch(value)))
        or (name in _DRAWINGS and bool(_DRAWN.fullmatch(value)))
        or (name == "style" and bool(_CSS.fullmatch(value)))
        or (name in ("id", "type") and bool(_SHAPE_ID.fullmatch(value)))
        or (name in ("uri", "loTypeId", "qsTypeId", "csTypeId") and bool(_SCHEMA.fullmatch(value)))
        or (name == "styleName" and value == "Style")
        or (name == "action" and value == "ppaction://hlinksldjump")
    )


def is_quantity(value: str) -> bool:
    """Whether a value is a number, a measure, a colour or a truth value."""
    return value in BOOLEAN or bool(QUANTITY.fullmatch(value))


_BY_SPACE = {
    DRAW: frozenset(
        """style-name text-style-name layer fill fill-color fill-gradient-name fill-hatch-name stroke stroke-dash
        stroke-linejoin marker-start marker-end shadow textarea-horizontal-align textarea-vertical-align type class-names
        master-page-name background-size color-mode angle style border auto-grow-height fit-to-size mirror-horizontal
        opacity fill-image-name concave corners text-areas glue-points id control caption-type kind engine""".split()
    ),
    TEXT: frozenset(
        """style-name cond-style-name class-names note-class anchor-type label-followed-by select-page display
        citation-style-name citation-body-style-name footnotes-position start-numbering-at number-position
        list-level-position-and-space-mode default-style-name master-page-name offset position line-number
        visited-style-name condition-source""".split()
    ),
    TABLE: frozenset(
        """style-name default-cell-style-name align border-model visibility display template-name orientation
        table-background direction""".split()
    ),
    PRESENTATION: frozenset(
        """class style-name presentation-page-layout-name object name use-footer-name use-header-name
        use-date-time-name transition-style transition-speed visibility source""".split()
    ),
    OFFICE: frozenset("value-type mimetype currency".split()),
    XLINK: frozenset("type show actuate".split()),
    EXTENDED: frozenset("color-type hyphenation-keep-type border opacity".split()),
    CALC: frozenset("value-type".split()),
}
_WHOLE_SPACES = frozenset([STYLE, FO, SVG, NUMBER])
"""Namespaces whose attributes describe looks and nothing else."""

_NAMED_LOOKS = frozenset("gradient marker stroke-dash hatch layer opacity equation".split())
_PATHS = frozenset("enhanced-path modifiers points transform".split())
_PARENTHESES = re.compile("[()]")
_LIST_ID = re.compile(r"list\d+")
_LOOK = re.compile(r"[\w .,#%()+'*/:;-]{0,200}")


@lru_cache(maxsize=8192)
def is_open_vocabulary(tag: str, key: str, value: str) -> bool:
    """Whether an attribute of an OpenDocument element holds nothing but a quantity or a term."""
    element, (space, name) = split(tag)[1], split(key)
    if space == DRAW and name == "name" and element in _NAMED_LOOKS:
        return bool(STYLE_NAME.fullmatch(value))
    if space in _WHOLE_SPACES and name != "display-name":
        drawn = space == SVG and name in ("d", "viewBox") and bool(_DRAWN.fullmatch(value))
        return drawn or bool(_LOOK.fullmatch(value))
    if name in _NEVER and not (space == PRESENTATION and name == "name"):
        return False
    return (
        is_quantity(value)
        or (space == DRAW and name in _PATHS and bool(_DRAWN.fullmatch(_PARENTHESES.sub(" ", value))))
        or (space == XML and name == "id" and bool(_LIST_ID.fullmatch(value)))
        or (name in _BY_SPACE.get(space, ()) and bool(STYLE_NAME.fullmatch(value)))
    )


def is_bullet(value: str) -> bool:
    """Whether the sign of a list is a sign: two characters are no word."""
    return len(value) <= 2
