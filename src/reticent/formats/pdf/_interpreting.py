"""What the operators of a content do to text, and so where every glyph stands; which operators may go out or paint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf._letters import Code, Font, FontShelf
from reticent.formats.pdf._opening import find

with needs_extra("pdf", "reading PDF files"):
    import pikepdf


Box = tuple[float, float, float, float]
"""Left, bottom, right, top."""

Matrix = tuple[float, float, float, float, float, float]
"""Six numbers, as PDF writes them: a, b, c, d are how a space is turned and stretched, e, f where it begins."""

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)  # leaves every point where it is


def multiply(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does what `first` does and after that what `then` does."""
    a, b, c, d, e, f = first
    p, q, r, s, t, u = then
    return (
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    )


def shift(matrix: Matrix, x: float, y: float) -> Matrix:
    """The matrix after a step in its own space."""
    a, b, c, d, e, f = matrix
    return a, b, c, d, x * a + y * c + e, x * b + y * d + f


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a point of the matrix's space lies outside of it."""
    a, b, c, d, e, f = matrix
    return x * a + y * c + e, x * b + y * d + f


def read_matrix(operands: Iterable[Any]) -> Matrix:
    """The matrix that six operands are."""
    a, b, c, d, e, f = map(float, operands)
    return a, b, c, d, e, f


def box_around(points: Sequence[tuple[float, float]]) -> Box:
    """The smallest box that holds all points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def write_number(value: float, digits: int = 6) -> Decimal:
    """A number as a content writes it, without zeros at its end."""
    return Decimal(f"{value:.{digits}f}".rstrip("0").rstrip("."))


SHOW = frozenset(["Tj", "TJ", "'", '"'])
"""Operators that show text."""

PATHS = frozenset("S s f F f* B B* b b*".split())
PAINT = SHOW | PATHS | {"Do", "sh"}

PLAIN = frozenset("q Q cm w J j M d i m l c v y h re n W W* BT ET Tc Tw Tz TL Tr Ts Td TD Tm T*".split())
"""Those that neither paint nor use a name."""

KEPT = PAINT | PLAIN | frozenset("ri gs Tf d0 d1 CS cs SC SCN sc scn G g RG rg K k".split())
"""All others (marked content, what later versions may bring, nonsense) are dropped."""

_TAKEN = {
    0: "q Q h n W W* BT ET T* S s f F f* B B* b b*",
    1: "w J j M i Tc Tw Tz TL Tr Ts Tj TJ ' G g ri gs Do sh CS cs",
    2: "d m l Td TD Tf d0",
    3: 'RG rg "',
    4: "v y re K k",
    6: "cm c Tm d1",
    33: "SC sc SCN scn",
}
OPERANDS = {operator: count for count, operators in _TAKEN.items() for operator in operators.split()}
"""How many operands each operator takes at most; colours have 32 parts and the name of a pattern."""

NAMED = {
    "Tf": "/Font",
    "Do": "/XObject",
    "gs": "/ExtGState",
    "sh": "/Shading",
    **dict.fromkeys(("CS", "cs"), "/ColorSpace"),
    **dict.fromkeys(("SCN", "scn"), "/Pattern"),
}
"""Where in the resources the name lies that an operator uses."""

DEVICE_COLOURS = frozenset(["/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern", "/CalGray", "/CalRGB"])
INTENTS = frozenset(["/AbsoluteColorimetric", "/RelativeColorimetric", "/Saturation", "/Perceptual"])

_SPACE = 32  # the code of one byte that word spacing is added to, whatever it shows (ISO 32000, 9.3.3)
INVISIBLE = 3  # the rendering mode of text that isn't painted (ISO 32000, table 106)
FIRST_CLIP = 4  # rendering modes from this one on use the glyphs as a stencil


@dataclass(frozen=True, slots=True)
class TextState:
    """What a content has set when it shows text: all of it is saved by q and restored by Q."""

    ctm: Matrix = IDENTITY
    font: Font | None = field(default=None, repr=False)
    size: float = 0.0
    spacing: float = 0.0
    word_spacing: float = 0.0
    scale: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0


@dataclass(frozen=True, slots=True)
class ShownText:
    """One operator that shows text: `parts` are its strings and numbers, `matrix` the text matrix before it."""

    operator: int
    parts: tuple[bytes | float, ...] = field(repr=False)
    state: TextState
    matrix: Matrix

    def place_codes(self) -> Iterator[tuple[int, Code, float, float]]:
        """Every code with the part that it stands in, how far along the line it begins, in text space, and how far it moves on."""
        font, along = self.state.font, 0.0
        if font is None:
            return
        unit, spacing, word_spacing = self.unit, *self._spacings()
        for number, part in enumerate(self.parts):
            if not isinstance(part, bytes):
                along -= part / 1000 * unit
                continue
            for code in font.codes(part):
                advance = code.width * unit + spacing
                if word_spacing and code.length == 1 and part[code.at] == _SPACE:
                    advance += word_spacing
                yield number, code, along, advance
                along += advance

    def _spacings(self) -> tuple[float, float]:
        """What is added to the width of every code and to that of spaces, in text space."""
        state = self.state
        scale = 1.0 if self.vertical else state.scale
        return state.spacing * scale, state.word_spacing * scale

    def code_bytes(self, part: int, code: Code) -> bytes:
        """The bytes of a code."""
        shown = self.parts[part]
        return shown[code.at : code.at + code.length] if isinstance(shown, bytes) else b""

    @property
    def vertical(self) -> bool:
        """Whether its glyphs stand below each other."""
        return self.state.font is not None and self.state.font.vertical

    @property
    def unit(self) -> float:
        """The text space that a width of 1 takes."""
        return self.state.size if self.vertical else self.state.size * self.state.scale

    def end(self) -> float:
        """How far along the line the next operator begins."""
        along, font, unit = 0.0, self.state.font, self.unit
        spacing, word_spacing = self._spacings()
        for part in self.parts:
            if not isinstance(part, bytes):
                along -= part / 1000 * unit
            elif font is not None:
                codes = font.codes(part)
                along += sum(code.width for code in codes) * unit + len(codes) * spacing
                if word_spacing:
                    along += word_spacing * sum(
                        code.length == 1 and part[code.at] == _SPACE for code in codes
                    )
        return along

    def at(self, along: float) -> Matrix:
        """The text matrix so far along the line."""
        return shift(self.matrix, 0.0, along) if self.vertical else shift(self.matrix, along, 0.0)


@dataclass(frozen=True, slots=True)
class Drawing:
    """One use of a form or picture."""

    thing: pikepdf.Object = field(repr=False)
    state: TextState


@dataclass(slots=True)
class Interpreter:
    """Follows a content, instruction by instruction, and tells what each of them shows or draws."""

    resources: pikepdf.Object
    fonts: FontShelf
    state: TextState = TextState()
    stack: list[TextState] = field(default_factory=list)
    matrix: Matrix = IDENTITY
    line: Matrix = IDENTITY
    shown: int = 0
    known: dict[str, Font | None] = field(default_factory=dict, repr=False)

    def follow(self, operator: str, operands: Iterable[Any]) -> ShownText | Drawing | None:
        """What an instruction shows or draws; None for one that does neither, whose state is remembered."""
        if operator not in FOLLOWED:
            return None
        try:
            return self._step(operator, list(operands))
        except (IndexError, TypeError, ValueError):
            return None

    def _step(self, operator: str, operands: list[Any]) -> ShownText | Drawing | None:
        if operator in SHOW:
            return self._show(operator, operands)
        if operator == "Do":
            thing = self._resource("/XObject", operands[0])
            return Drawing(thing, self.state) if thing is not None else None
        if operator in _NUMBERS:
            self._set(**{_NUMBERS[operator]: float(operands[0])})
        elif operator in _STATES:
            self._set_state(operator, operands)
        else:
            self._change_space(operator, operands)
        return None

    def _show(self, operator: str, operands: list[Any]) -> ShownText:
        if operator == '"':
            self._set(word_spacing=float(operands[0]), spacing=float(operands[1]))
        if operator in ("'", '"'):
            self._move(0.0, -self.state.leading)
        parts = list(operands[0]) if operator == "TJ" else [operands[-1]]
        values = tuple(bytes(part) if isinstance(part, pikepdf.String) else float(part) for part in parts)
        found = ShownText(self.shown, values, self.state, self.matrix)
        self.shown += 1
        self.matrix = found.at(found.end())
        return found

    def _change_space(self, operator: str, operands: list[Any]) -> None:
        match operator:
            case "q":
                self.stack.append(self.state)
            case "Q":
                self.state = self.stack.pop() if self.stack else self.state
            case "cm":
                self._set(ctm=multiply(read_matrix(operands), self.state.ctm))
            case "BT":
                self.matrix = self.line = IDENTITY
            case "Tm":
                self.matrix = self.line = read_matrix(operands)
            case "Td":
                self._move(float(operands[0]), float(operands[1]))
            case "TD":
                self._set(leading=-float(operands[1]))
                self._move(float(operands[0]), float(operands[1]))
            case "T*":
                self._move(0.0, -self.state.leading)

    def _set_state(self, operator: str, operands: list[Any]) -> None:
        match operator:
            case "Tz":
                self._set(scale=float(operands[0]) * 0.01)
            case "Tr":
                self._set(mode=int(float(operands[0])))
            case "Tf":
                self._set(font=self._find_font(str(operands[0])), size=float(operands[1]))
            case "gs":
                choice = find(self._resource("/ExtGState", operands[0]), "/Font", pikepdf.Array)
                if choice is not None and len(choice) == 2:
                    self._set(font=self.fonts.take(choice[0]), size=float(choice[1]))

    def _set(self, **changes: Any) -> None:
        self.state = replace(self.state, **changes)

    def _move(self, x: float, y: float) -> None:
        self.line = self.matrix = shift(self.line, x, y)

    def _find_font(self, name: str) -> Font | None:
        if name not in self.known:
            found = self._resource("/Font", name)
            self.known[name] = self.fonts.take(found) if isinstance(found, pikepdf.Dictionary) else None
        return self.known[name]

    def _resource(self, kind: str, name: Any) -> pikepdf.Object | None:
        category = find(self.resources, kind)
        return category.get(str(name)) if category is not None else None


_NUMBERS = {"Tc": "spacing", "Tw": "word_spacing", "TL": "leading", "Ts": "rise"}
"""Operators that set one number, and what they set."""

_STATES = frozenset(["Tz", "Tr", "Tf", "gs"])
FOLLOWED = SHOW | _STATES | frozenset(_NUMBERS) | frozenset("Do q Q cm BT Tm Td TD T*".split())
"""Operators that matter for where text stands; a content has many others."""
