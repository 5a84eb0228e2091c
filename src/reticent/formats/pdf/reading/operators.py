"""The operators of a page's content that may go out, and which of them paint."""

from __future__ import annotations

SHOW = frozenset(["Tj", "TJ", "'", '"'])
"""Operators that show text."""

PATHS = frozenset("S s f F f* B B* b b*".split())
PAINT = SHOW | PATHS | {"Do", "sh"}

KEPT = (
    PAINT
    | frozenset("q Q cm w J j M d ri i gs m l c v y h re n W W* BT ET Tc Tw Tz TL Tf Tr Ts".split())
    | frozenset("Td TD Tm T* d0 d1 CS cs SC SCN sc scn G g RG rg K k".split())
)
"""All others (marked content, what later versions may bring, nonsense) are dropped."""

PLAIN = frozenset("q Q cm w J j M d i m l c v y h re n W W* BT ET Tc Tw Tz TL Tr Ts Td TD Tm T*".split())
"""Those that neither paint nor use a name."""

NAMED = {
    "Tf": "/Font",
    "Do": "/XObject",
    "gs": "/ExtGState",
    "CS": "/ColorSpace",
    "cs": "/ColorSpace",
    "sh": "/Shading",
    "SCN": "/Pattern",
    "scn": "/Pattern",
}
"""Where in the resources the name lies that an operator uses."""

DEVICE_COLOURS = frozenset(["/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern", "/CalGray", "/CalRGB"])
INTENTS = frozenset(["/AbsoluteColorimetric", "/RelativeColorimetric", "/Saturation", "/Perceptual"])
