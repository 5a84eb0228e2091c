"""`reticent guess`: what attackers guess from a text, by which of its words, and what hiding would cost, as a picture too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from xml.sax.saxutils import escape

import typer

from reticent.cli import _options as options
from reticent.cli._declared import option
from reticent.cli._output import deliver, print_answer, print_table, require_free
from reticent.cli._reading import refuse_idle
from reticent.cli.app import Exit, complain, warn
from reticent.errors import InputError
from reticent.files import PRIVATE

if TYPE_CHECKING:
    from reticent.usecases.guess import Curve, Guessed, GuessPoint, Ranked, Sight


WIDTH, HEIGHT = 760, 460
"""Of the picture, in pixels: it fits beside text on a page. Chosen by hand."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 70, 190, 56, 64
"""Margins: places of five digits on the left, a legend on the right, the title above, shares and their name below."""
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#56b4e9")
"""Colours that people who see few of them can tell apart; the marks differ too."""
_FONT = 'font-family="system-ui, sans-serif" fill="#222222"'


@dataclass(frozen=True, slots=True)
class CurveLine:
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


def draw_curve(title: str, lines: Sequence[CurveLine], candidates: int) -> str:
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


def _draw_line(line: CurveLine, number: int, scale: _Scale) -> Iterator[str]:
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


def _describe(lines: Sequence[CurveLine]) -> str:
    """The points in words, for those who don't see the picture."""
    described = [
        f"{line.name}: " + ", ".join(f"{kept:.1%} kept, place {place:,}" for kept, place in line.points)
        for line in lines
    ]
    return ". ".join(described)


def print_guesses(guessed: Sequence[Guessed], *, as_json: bool) -> None:
    """A table for each document, or all as JSON."""
    if as_json:
        documents = [
            {"document": each.document.id, "attackers": [*map(_as_json, each.sights)]} for each in guessed
        ]
        print_answer("guess", {"documents": documents})
        return
    for each in guessed:
        for name in dict.fromkeys(sight.secret for sight in each.sights):
            sights = [sight for sight in each.sights if sight.secret == name]
            places = "1 place" if sights[0].named == 1 else f"{sights[0].named} places"
            named = f"; the text names it at {places}" if sights[0].named else ""
            left_out = sights[0].left_out
            named += f"; {left_out:,} that the text names are left out" if left_out else ""
            print_table(
                f"{each.document.id}: what is guessed of {name} among {sights[0].candidates:,} candidates{named}",
                ["attacker", "place", "first guesses", f"words that point to {name}"],
                [_row(sight, sights[0]) for sight in sights],
            )


def print_curve(curve: Curve, *, as_json: bool) -> None:
    """The points as a table or as JSON."""
    if as_json:
        points = [*map(_point_as_json, curve.points)]
        print_answer("curve", {"document": curve.document.id, "points": points})
        return
    names = list(dict.fromkeys(_name_line(sight, curve) for sight in _all_sights(curve)))
    rows = [
        [
            _describe_k(point),
            f"{100 * point.kept:.1f} %" if point.sights else point.why,
            *_places(point, curve, names),
        ]
        for point in curve.points
    ]
    headings = ["others as likely", "words kept", *(f"place for {name}" for name in names)]
    print_table(f"{curve.document.id}: what hiding {_name_secrets(curve)} costs", headings, rows)


def draw_picture(curve: Curve) -> str:
    """The picture of a curve, a line for each attacker and secret."""
    points: dict[str, list[tuple[float, int]]] = {}
    for point in curve.points:
        for sight in point.sights:
            points.setdefault(_name_line(sight, curve), []).append(
                (point.kept, sight.place or sight.candidates)
            )
    lines = [CurveLine(name, tuple(places)) for name, places in points.items()]
    candidates = max((sight.candidates for sight in _all_sights(curve)), default=1)
    return draw_curve(f"Hiding {_name_secrets(curve)}", lines, candidates)


def _row(sight: Sight, first: Sight) -> list[str]:
    """What one attacker sees; candidates that the first one lacks are listed with its name."""
    own = f"\n({sight.candidates:,}: {sight.general})" if sight.general != first.general else ""
    attacker = f"{sight.attacker}{own}"
    if sight.unasked:
        return [attacker, "", "not asked", ""]
    place = "not among its guesses" if sight.place is None else f"{sight.place:,}"
    guesses = "\n".join(each.candidate for each in sight.first)
    return [attacker, place, guesses or "nothing", "\n".join(_tell_words(sight.own))]


def _tell_words(ranked: Ranked | None) -> Iterator[str]:
    for word in ranked.words if ranked else ():
        yield f"{word.text} ({100 * word.share:.0f} %)" + (
            f", {word.places} places" if word.places > 1 else ""
        )


def _describe_k(point: GuessPoint) -> str:
    return str(point.k) if point.k else "names gone"


def _places(point: GuessPoint, curve: Curve, names: Sequence[str]) -> list[str]:
    """The place at each line of the picture."""
    shown = {
        _name_line(sight, curve): "not guessed" if sight.place is None else f"{sight.place:,}"
        for sight in point.sights
    }
    return [shown.get(name, "") for name in names]


def _all_sights(curve: Curve) -> list[Sight]:
    return [sight for point in curve.points for sight in point.sights]


def _name_secrets(curve: Curve) -> str:
    return ", ".join(dict.fromkeys(sight.secret for sight in _all_sights(curve))) or "it"


def _name_line(sight: Sight, curve: Curve) -> str:
    """What a line is called: its attacker, and the secret where there are several."""
    several = len({each.secret for each in _all_sights(curve)}) > 1
    return f"{sight.attacker}, {sight.secret}" if several else sight.attacker


def _as_json(sight: Sight) -> dict[str, Any]:
    return {
        "attacker": sight.attacker,
        "repeatable": sight.repeatable,
        "entity": sight.secret,
        "general": sight.general,
        "candidates": sight.candidates,
        "named": sight.named,
        "left_out": sight.left_out,
        "place": sight.place,
        "guesses": [*map(_ranked_as_json, sight.first)],
        "own": _ranked_as_json(sight.own) if sight.own else None,
        "not_asked": sight.unasked or None,
    }


def _ranked_as_json(ranked: Ranked) -> dict[str, Any]:
    words = [
        {"text": each.text, "places": each.places, "share": round(each.share, 4)} for each in ranked.words
    ]
    return {"candidate": ranked.candidate, "score": round(ranked.score, 4), "words": words}


def _point_as_json(point: GuessPoint) -> dict[str, Any]:
    sights = [
        {
            "attacker": each.attacker,
            "repeatable": each.repeatable,
            "entity": each.secret,
            "candidates": each.candidates,
            "place": each.place,
        }
        for each in point.sights
    ]
    return {
        "k": point.k,
        "kept": round(point.kept, 4) if point.sights else None,
        "attackers": sights,
        "why": point.why or None,
    }


def guess(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    file: options.File = "-",
    protect: Annotated[
        list[str] | None,
        option(
            "--protect",
            "ENTITY=GENERAL",
            "What is hidden, and what may be disclosed about it, such as HIV=virus; can be repeated.",
        ),
    ] = None,
    alias: options.Alias = None,
    candidates: Annotated[
        Path | None,
        option(
            "--candidates",
            "FILE",
            "A file of candidates, one per line, other names after a semicolon (default: what is below GENERAL).",
        ),
    ] = None,
    attacker: Annotated[
        list[str] | None, option("--attacker", "NAME", "Ask only this attacker; can be repeated.")
    ] = None,
    policy: options.PolicyFile = None,
    settings: options.Settings = None,
    knowledge: options.Knowledge = None,
    curve: Annotated[
        Path | None,
        option("--curve", "FILE.svg", "Draw how well it can be hidden, against the words kept."),
    ] = None,
    k: Annotated[
        list[int] | None, option("--k", "K", "With --curve: how many others explain the text as well.", min=1)
    ] = None,
    reading: options.ReadingOptions = options.READING,
    overwrite: options.Overwrite = False,
    as_json: options.AsJson = False,
) -> None:
    """Show what attackers guess from a text, with the words that moved them; nothing is released.

    The place is the rank of what is hidden among all candidates that the text doesn't name: 1 means that the attacker names it first. The
    attackers are those of the policy, or those that ship: similarity, bayes, and with -k medicine hints. A language model is asked only about a text that keeps all
    other promises of the policy. The tables quote the text: protect them like the original.

    Examples:

      reticent guess note.txt --protect HIV=virus

      reticent guess released.txt --policy clinic.toml --attacker reader

      reticent guess note.txt --protect HIV=virus --curve curve.svg --k 5 --k 20
    """
    from reticent.usecases.guess import ask_about, make_curve
    from reticent.usecases.guess import guess as look_into

    require_free(curve, overwrite=overwrite, originals=[file])
    refuse_idle({"--k": k and not curve}, "without --curve")
    if candidates and not protect:
        raise InputError("--candidates goes with --protect: say what is hidden among them")
    protection = options.Protection(
        protect, alias, indistinct=1 if protect else None, candidates=candidates, knowledge=knowledge
    )
    rules = options.RuleOptions(policy, protection, settings=settings).recipe().make_rules()
    warn(rules.warnings)
    chosen = reading.over(rules.options, [file])
    question = ask_about(rules).choose(attacker or ())
    given = options.read_given(file)
    if curve is None:
        guessed = look_into(given, question, options=chosen)
        print_guesses(guessed, as_json=as_json)
        raise typer.Exit(_conclude(guessed))
    drawn = make_curve(given, question, k or (), options=chosen)
    deliver(draw_picture(drawn).encode(), curve, mode=given.mode or PRIVATE)
    print_curve(drawn, as_json=as_json)


def _conclude(guessed: Sequence[Guessed]) -> Exit:
    """Say whom nobody asked, and why."""
    unasked = {(sight.attacker, sight.unasked) for each in guessed for sight in each.sights if sight.unasked}
    for name, why in sorted(unasked):
        complain(f"{name} was not asked: {why}")
    return Exit.BAD_INPUT if unasked else Exit.FINE
