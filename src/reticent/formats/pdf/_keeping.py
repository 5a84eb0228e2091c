"""Keep-lists: the keys of a PDF that draw. What isn't named here doesn't go out."""

from __future__ import annotations

PAGE = frozenset(["/MediaBox", "/CropBox", "/Rotate", "/UserUnit", "/Group"])

FORM = frozenset(["/Type", "/Subtype", "/BBox", "/Matrix", "/Group"])

IMAGE = frozenset(
    "/Type /Subtype /Width /Height /ColorSpace /BitsPerComponent /ImageMask /Mask /SMask /Decode /Interpolate"
    " /Intent /SMaskInData /Matte".split()
)

STATE = frozenset(
    "/Type /LW /LC /LJ /ML /D /RI /OP /op /OPM /BM /CA /ca /AIS /TK /SA /SM /FL /SMask /BG /BG2 /UCR /UCR2"
    " /TR /TR2".split()
)
"""Of a graphics state; its font is copied apart."""

GRAPHICS = STATE | frozenset(
    # groups and soft masks
    "/S /CS /I /K /G /BC"
    # colour spaces
    " /N /Alternate /Range /WhitePoint /BlackPoint /Gamma /Matrix"
    # functions
    " /FunctionType /Domain /Size /BitsPerSample /Order /Encode /Decode /C0 /C1 /Functions /Bounds"
    # shadings and patterns
    " /ShadingType /ColorSpace /Background /BBox /AntiAlias /Coords /Extend /Function /PatternType /Shading"
    " /BitsPerCoordinate /BitsPerComponent /BitsPerFlag /VerticesPerRow /PaintType /TilingType /XStep /YStep"
    " /ExtGState /Columns /Rows /BlackIs1 /EncodedByteAlign /EndOfLine /EndOfBlock /Predictor /Colors"
    " /EarlyChange /ColorTransform /DamagedRowsBeforeError".split()
)

FONT = frozenset(
    "/Type /Subtype /BaseFont /FirstChar /LastChar /Widths /DW /W /DW2 /W2 /FontBBox /FontMatrix"
    " /WMode /CIDToGIDMap".split()
)

DESCRIPTOR = frozenset(
    "/Type /FontName /Flags /FontBBox /ItalicAngle /Ascent /Descent /Leading /CapHeight /XHeight /StemV /StemH"
    " /AvgWidth /MaxWidth /MissingWidth".split()
)

FONT_TABLES = frozenset(
    table.encode().ljust(4)
    for table in "cmap cvt fpgm glyf head hhea hmtx loca maxp prep post OS/2 CFF vhea vmtx VORG".split()
)

ORDERINGS = frozenset([b"Japan1", b"GB1", b"CNS1", b"Korea1", b"KR", b"Identity", b"UCS"])
"""Of character collections; any other is called Identity."""
