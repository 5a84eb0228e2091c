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

NAMES = frozenset(
    f"/{name}"
    for name in (
        # kinds of things
        "Catalog Pages XRef Page Font FontDescriptor XObject Form Image Encoding ExtGState Pattern Shading Group Mask Halftone ObjStm"
        " Type0 Type1 Type3 MMType1 TrueType CIDFontType0 CIDFontType2 Type1C CIDFontType0C OpenType"
        # colours
        " DeviceGray DeviceRGB DeviceCMYK CalGray CalRGB Lab ICCBased Indexed Pattern Separation DeviceN NChannel G RGB CMYK I"
        " All None Cyan Magenta Yellow Black"
        # how things are mixed
        " Normal Compatible Multiply Screen Overlay Darken Lighten ColorDodge ColorBurn HardLight SoftLight Difference"
        " Exclusion Hue Saturation Color Luminosity Alpha Transparency Default Identity"
        " AbsoluteColorimetric RelativeColorimetric Perceptual"
        # how things are packed
        " ASCIIHexDecode ASCII85Decode LZWDecode FlateDecode RunLengthDecode CCITTFaxDecode JBIG2Decode DCTDecode JPXDecode"
        " AHx A85 LZW Fl RL CCF DCT Crypt"
        # encodings
        " WinAnsiEncoding MacRomanEncoding MacExpertEncoding StandardEncoding PDFDocEncoding Identity-H Identity-V"
        " GB-EUC-H GB-EUC-V GBpc-EUC-H GBpc-EUC-V GBK-EUC-H GBK-EUC-V GBKp-EUC-H GBKp-EUC-V GBK2K-H GBK2K-V UniGB-UCS2-H"
        " UniGB-UCS2-V UniGB-UTF16-H UniGB-UTF16-V UniGB-UTF8-H UniGB-UTF8-V B5pc-H B5pc-V HKscs-B5-H HKscs-B5-V ETen-B5-H"
        " ETen-B5-V ETenms-B5-H ETenms-B5-V CNS-EUC-H CNS-EUC-V UniCNS-UCS2-H UniCNS-UCS2-V UniCNS-UTF16-H UniCNS-UTF16-V"
        " 83pv-RKSJ-H 90ms-RKSJ-H 90ms-RKSJ-V 90msp-RKSJ-H 90msp-RKSJ-V 90pv-RKSJ-H Add-RKSJ-H Add-RKSJ-V EUC-H EUC-V"
        " Ext-RKSJ-H Ext-RKSJ-V H V UniJIS-UCS2-H UniJIS-UCS2-V UniJIS-UCS2-HW-H UniJIS-UCS2-HW-V UniJIS-UTF16-H UniJIS-UTF16-V"
        " KSC-EUC-H KSC-EUC-V KSCms-UHC-H KSCms-UHC-V KSCms-UHC-HW-H KSCms-UHC-HW-V KSCpc-EUC-H UniKS-UCS2-H UniKS-UCS2-V"
        " UniKS-UTF16-H UniKS-UTF16-V"
    ).split()
)
"""Values that are names of the standard (ISO 32000); any other name was made up by somebody."""
