"""The namespaces of office files: those whose elements stay, and the names that code asks for."""

from __future__ import annotations

_OPEN_XML = "http://schemas.openxmlformats.org/"
_STRICT = "http://purl.oclc.org/ooxml/"

W = f"{_OPEN_XML}wordprocessingml/2006/main"
P = f"{_OPEN_XML}presentationml/2006/main"
X = f"{_OPEN_XML}spreadsheetml/2006/main"
A = f"{_OPEN_XML}drawingml/2006/main"
C = f"{_OPEN_XML}drawingml/2006/chart"
M = f"{_OPEN_XML}officeDocument/2006/math"
R = f"{_OPEN_XML}officeDocument/2006/relationships"
MC = f"{_OPEN_XML}markup-compatibility/2006"
V = "urn:schemas-microsoft-com:vml"
RELATIONS = f"{_OPEN_XML}package/2006/relationships"
TYPES = f"{_OPEN_XML}package/2006/content-types"
XML = "http://www.w3.org/XML/1998/namespace"

_WORD_2010 = "http://schemas.microsoft.com/office/word/2010/"
OPEN_XML = frozenset(
    [
        *(W, P, X, A, C, M, V),
        f"{_OPEN_XML}drawingml/2006/wordprocessingDrawing",
        f"{_OPEN_XML}drawingml/2006/spreadsheetDrawing",
        f"{_OPEN_XML}drawingml/2006/chartDrawing",
        f"{_OPEN_XML}drawingml/2006/picture",
        f"{_OPEN_XML}drawingml/2006/diagram",
        "http://schemas.microsoft.com/office/drawing/2008/diagram",
        *(f"{_WORD_2010}wordprocessing{kind}" for kind in ("Shape", "Group", "Canvas")),
        "urn:schemas-microsoft-com:office:word",
    ]
)
"""Elements of any other namespace leave an Open XML file."""

STRICT = {
    f"{_STRICT}officeDocument/": f"{_OPEN_XML}officeDocument/2006/",
    **{
        f"{_STRICT}{kind}/": f"{_OPEN_XML}{kind}/2006/"
        for kind in ("wordprocessingml", "presentationml", "spreadsheetml", "drawingml")
    },
}
"""The strict variant of the standard calls the same things by other names."""

_ODF = "urn:oasis:names:tc:opendocument:xmlns:"
OFFICE = f"{_ODF}office:1.0"
TEXT = f"{_ODF}text:1.0"
TABLE = f"{_ODF}table:1.0"
DRAW = f"{_ODF}drawing:1.0"
STYLE = f"{_ODF}style:1.0"
FO = f"{_ODF}xsl-fo-compatible:1.0"
SVG = f"{_ODF}svg-compatible:1.0"
NUMBER = f"{_ODF}datastyle:1.0"
PRESENTATION = f"{_ODF}presentation:1.0"
MANIFEST = f"{_ODF}manifest:1.0"
XLINK = "http://www.w3.org/1999/xlink"
EXTENDED = "urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"
CALC = "urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"
OPEN_DOCUMENT = frozenset([OFFICE, TEXT, TABLE, DRAW, STYLE, FO, SVG, NUMBER, PRESENTATION, EXTENDED])
"""Elements of any other namespace leave an OpenDocument file."""


def split(tag: str) -> tuple[str, str]:
    """The namespace and the name of an element or attribute."""
    space, mark, name = tag.rpartition("}")
    return (space[1:], name) if mark else ("", name)
