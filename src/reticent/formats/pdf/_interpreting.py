"""What the operators of a content do to text: where every glyph of it stands.

Matrices of a page: six numbers, as PDF writes them.

The operators of a page's content that may go out, and which of them paint.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from reticent.errors import needs_extra
from reticent.formats.pdf._letters import Code, Font, FontShelf

with needs_extra("pdf", "reading PDF files"):
    import pikepdf


Matrix = tuple[float, float, float, float, float, float]

IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


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


INVISIBLE = 3
FIRST_CLIP = 4
"""Rendering modes from this one on use the glyphs as a stencil."""


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

    def place_codes(self) -> Iterator[tuple[int, Code, float]]:
        """Every code with the part that it stands in and how far along the line it begins, in text space."""
        state, along = self.state, 0.0
        if state.font is None:
            return
        unit = self.unit
        for number, part in enumerate(self.parts):
            if not isinstance(part, bytes):
                along -= part / 1000 * unit
                continue
            for code in state.font.codes(part):
                yield number, code, along
                along += self.advance(code, part)

    def code_bytes(self, part: int, code: Code) -> bytes:
        """The bytes of a code."""
        shown = self.parts[part]
        return shown[code.at : code.at + code.length] if isinstance(shown, bytes) else b""

    @property
    def unit(self) -> float:
        """The text space that a width of 1 takes."""
        vertical = self.state.font is not None and self.state.font.vertical
        return self.state.size if vertical else self.state.size * self.state.scale

    def advance(self, code: Code, part: bytes) -> float:
        """How far a code moves along the line, with the spacing that is set."""
        state = self.state
        space = code.length == 1 and part[code.at] == 32
        extra = state.spacing + (state.word_spacing if space else 0.0)
        vertical = state.font is not None and state.font.vertical
        return code.width * self.unit + (extra if vertical else extra * state.scale)

    def advance_of(self, part: int, code: Code) -> float:
        """The same, for a code of the part with this number."""
        shown = self.parts[part]
        return self.advance(code, shown) if isinstance(shown, bytes) else 0.0

    def end(self) -> float:
        """How far along the line the next operator begins."""
        along = 0.0
        for part in self.parts:
            if not isinstance(part, bytes):
                along -= part / 1000 * self.unit
            elif self.state.font is not None:
                along += sum(self.advance(code, part) for code in self.state.font.codes(part))
        return along

    def at(self, along: float) -> Matrix:
        """The text matrix so far along the line."""
        vertical = self.state.font is not None and self.state.font.vertical
        return shift(self.matrix, 0.0, along) if vertical else shift(self.matrix, along, 0.0)


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
        _CHANGES[operator](self, operands)
        return None

    def _show(self, operator: str, operands: list[Any]) -> ShownText:
        if operator == '"':
            self.state = replace(self.state, word_spacing=float(operands[0]), spacing=float(operands[1]))
        if operator in ("'", '"'):
            self._move(0.0, -self.state.leading)
        parts = list(operands[0]) if operator == "TJ" else [operands[-1]]
        values = tuple(bytes(part) if isinstance(part, pikepdf.String) else float(part) for part in parts)
        found = ShownText(self.shown, values, self.state, self.matrix)
        self.shown += 1
        self.matrix = found.at(found.end())
        return found

    def _resource(self, kind: str, name: Any) -> pikepdf.Object | None:
        category = self.resources.get(kind)
        return category.get(str(name)) if isinstance(category, pikepdf.Dictionary) else None

    def _move(self, x: float, y: float) -> None:
        self.line = self.matrix = shift(self.line, x, y)

    def save(self, _: list[Any]) -> None:
        """q"""
        self.stack.append(self.state)

    def restore(self, _: list[Any]) -> None:
        """Q"""
        if self.stack:
            self.state = self.stack.pop()

    def transform(self, operands: list[Any]) -> None:
        """cm"""
        self.state = replace(self.state, ctm=multiply(_matrix(operands), self.state.ctm))

    def begin(self, _: list[Any]) -> None:
        """BT"""
        self.matrix = self.line = IDENTITY

    def place(self, operands: list[Any]) -> None:
        """Tm"""
        self.matrix = self.line = _matrix(operands)

    def move(self, operands: list[Any]) -> None:
        """Td"""
        self._move(float(operands[0]), float(operands[1]))

    def move_and_lead(self, operands: list[Any]) -> None:
        """TD"""
        self.state = replace(self.state, leading=-float(operands[1]))
        self.move(operands)

    def next_line(self, _: list[Any]) -> None:
        """T*"""
        self._move(0.0, -self.state.leading)

    def choose_font(self, operands: list[Any]) -> None:
        """Tf"""
        name = str(operands[0])
        if name not in self.known:
            found = self._resource("/Font", name)
            self.known[name] = self.fonts.take(found) if isinstance(found, pikepdf.Dictionary) else None
        self.state = replace(self.state, font=self.known[name], size=float(operands[1]))

    def choose_state(self, operands: list[Any]) -> None:
        """gs, as far as it chooses a font"""
        found = self._resource("/ExtGState", operands[0])
        choice = found.get("/Font") if isinstance(found, pikepdf.Dictionary) else None
        if isinstance(choice, pikepdf.Array) and len(choice) == 2:
            font = self.fonts.take(choice[0])
            self.state = replace(self.state, font=font, size=float(choice[1]))

    def set_number(self, name: str, factor: float, operands: list[Any]) -> None:
        """Tc Tw Tz TL Ts Tr"""
        value: Any = float(operands[0]) * factor
        changes: dict[str, Any] = {name: int(value) if name == "mode" else value}
        self.state = replace(self.state, **changes)


def _setter(name: str, factor: float = 1.0) -> Any:
    return lambda interpreter, operands: interpreter.set_number(name, factor, operands)


_CHANGES: dict[str, Any] = {
    "q": Interpreter.save,
    "Q": Interpreter.restore,
    "cm": Interpreter.transform,
    "BT": Interpreter.begin,
    "Tm": Interpreter.place,
    "Td": Interpreter.move,
    "TD": Interpreter.move_and_lead,
    "T*": Interpreter.next_line,
    "Tf": Interpreter.choose_font,
    "gs": Interpreter.choose_state,
    "Tc": _setter("spacing"),
    "Tw": _setter("word_spacing"),
    "Tz": _setter("scale", 0.01),
    "TL": _setter("leading"),
    "Ts": _setter("rise"),
    "Tr": _setter("mode"),
}

FOLLOWED = frozenset(_CHANGES) | SHOW | {"Do"}
"""Operators that matter for where text stands; a content has many others."""


def _matrix(operands: list[Any]) -> Matrix:
    a, b, c, d, e, f = map(float, operands)
    return a, b, c, d, e, f


def corners(state: TextState) -> tuple[float, float, float, float]:
    """The box around a picture that is drawn in this state: left, bottom, right, top."""
    points = [apply(state.ctm, x, y) for x in (0.0, 1.0) for y in (0.0, 1.0)]
    return (
        min(x for x, _ in points),
        min(y for _, y in points),
        max(x for x, _ in points),
        max(y for _, y in points),
    )
