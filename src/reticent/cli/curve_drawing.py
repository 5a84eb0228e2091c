"""A curve as a picture: how many words a text keeps against the place of what is hidden, an attacker a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 760, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 190, 56, 64
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#56b4e9")
"""Colours that people who see few of them can tell apart; the marks differ too."""
_FONT = 'font-family="system-ui, sans-serif" fill="#222222"'


@dataclass(frozen=True, slots=True)
class Line:
    """What one attacker does: points of (share of words kept, place of what is hidden)."""

    name: str
    points: tuple[tuple[float, int], ...]


@dataclass(frozen=True, slots=True)
class _Scale:
    """From shares and places to the picture; places stand on a logarithmic axis, the first at the bottom."""

    least: float
    candidates: int

    def x(self, kept: float) -> float:
        share = (kept - self.least) / (1 - self.least)
        return _LEFT + share * (WIDTH - _LEFT - _RIGHT)

    def y(self, place: float) -> float:
        share = log10(max(1.0, place)) / max(log10(max(2, self.candidates)), 1e-9)
        return HEIGHT - _BOTTOM - share * (HEIGHT - _TOP - _BOTTOM)


def draw_curve(title: str, lines: Sequence[Line], candidates: int) -> str:
    """The picture as SVG, complete in itself: light background, labelled axes, a mark at every point."""
    least = min((kept for line in lines for kept, _ in line.points), default=0.9)
    scale = _Scale(min(0.95, int(least * 20) / 20), candidates)
    parts = [
        *_draw_frame(title, scale),
        *(part for number, line in enumerate(lines) for part in _draw_line(line, number, scale)),
    ]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
            ' role="img">',
            f"<title>{_write(title)}</title>",
            f"<desc>{_write(_describe(lines))}</desc>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            *parts,
            "</svg>\n",
        ]
    )


def _draw_frame(title: str, scale: _Scale) -> Iterator[str]:
    right, bottom = WIDTH - _RIGHT, HEIGHT - _BOTTOM
    yield f'<text x="{_LEFT}" y="28" font-size="17" {_FONT}>{_write(title)}</text>'
    for kept in _list_shares(scale.least):
        x = scale.x(kept)
        yield f'<line x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{bottom}" stroke="#e4e4e4"/>'
        yield f'<text x="{x:.1f}" y="{bottom + 20}" font-size="13" text-anchor="middle" {_FONT}>{kept:.0%}</text>'
    for place in _list_places(scale.candidates):
        y = scale.y(place)
        yield f'<line x1="{_LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="#e4e4e4"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" font-size="13" text-anchor="end" {_FONT}>{place:,}</text>'
    yield f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="#222222"/>'
    middle = (_LEFT + right) / 2
    yield f'<text x="{middle}" y="{bottom + 46}" font-size="14" text-anchor="middle" {_FONT}>words kept</text>'
    yield (
        f'<text transform="translate(20 {(_TOP + bottom) / 2}) rotate(-90)" font-size="14" text-anchor="middle" {_FONT}>'
        f"place of what is hidden, of {scale.candidates:,}</text>"
    )


def _draw_line(line: Line, number: int, scale: _Scale) -> Iterator[str]:
    """The line of an attacker with its marks, and its entry in the legend."""
    colour = _COLOURS[number % len(_COLOURS)]
    places = [(scale.x(kept), scale.y(place)) for kept, place in sorted(line.points)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    yield f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    yield from (_draw_mark(x, y, number, colour) for x, y in places)
    x, y = WIDTH - _RIGHT + 24, _TOP + 10 + 24 * number
    yield _draw_mark(x, y, number, colour)
    yield f'<text x="{x + 14}" y="{y + 5}" font-size="13" {_FONT}>{_write(_shorten(line.name))}</text>'


def _draw_mark(x: float, y: float, number: int, colour: str) -> str:
    match number % 3:
        case 0:
            return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{colour}"/>'
        case 1:
            return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{colour}"/>'
        case _:
            return f'<path d="M{x:.1f} {y - 5:.1f}l5 9h-10z" fill="{colour}"/>'


def _list_shares(least: float) -> list[float]:
    """Five or so even shares up to all words."""
    width = 1 - least
    step = next((step for step in (0.01, 0.02, 0.05, 0.1, 0.2) if width / step <= 6), 0.2)
    return [1 - number * step for number in range(int(width / step + 1e-9) + 1)]


def _list_places(candidates: int) -> list[int]:
    steps = [digit * 10**power for power in range(6) for digit in (1, 2, 5)]
    inside = [place for place in steps if place < candidates * 0.75]
    return [*inside, candidates] if candidates > 1 else [1]


def _write(text: str) -> str:
    """Text as it stands in a picture; what can't be printed becomes a blank."""
    return escape("".join(char if char.isprintable() else " " for char in text))


def _shorten(name: str) -> str:
    return name if len(name) <= 20 else f"{name[:19]}…"


def _describe(lines: Sequence[Line]) -> str:
    """The points in words, for those who don't see the picture."""
    told = [
        f"{line.name}: " + ", ".join(f"{kept:.1%} kept, place {place:,}" for kept, place in line.points)
        for line in lines
    ]
    return ". ".join(told)
