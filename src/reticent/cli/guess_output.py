"""What attackers guess, and the curve, as people and programs read them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from reticent.cli.curve_drawing import Line, draw_curve
from reticent.cli.output import print_json, print_table

if TYPE_CHECKING:
    from reticent.usecases.curve import Curve, Point
    from reticent.usecases.guess import Guessed, Ranked, Sight

SCHEMA = 1


def print_guesses(guessed: Sequence[Guessed], *, as_json: bool) -> None:
    """A table for each document, or all as JSON."""
    if as_json:
        documents = [
            {"document": each.document.id, "attackers": [*map(_as_json, each.sights)]} for each in guessed
        ]
        print_json({"reticent": "guess", "schema": SCHEMA, "documents": documents})
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
        print_json({"reticent": "curve", "schema": SCHEMA, "document": curve.document.id, "points": points})
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
    lines = [Line(name, tuple(places)) for name, places in points.items()]
    candidates = max((sight.candidates for sight in _all_sights(curve)), default=1)
    return draw_curve(f"Hiding {_name_secrets(curve)}", lines, candidates)


def _row(sight: Sight, first: Sight) -> list[str]:
    """What one attacker sees; candidates of its own, which the first has not, are told with its name."""
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


def _describe_k(point: Point) -> str:
    return str(point.k) if point.k else "names gone"


def _places(point: Point, curve: Curve, names: Sequence[str]) -> list[str]:
    """The place at each line of the picture."""
    told = {
        _name_line(sight, curve): "not guessed" if sight.place is None else f"{sight.place:,}"
        for sight in point.sights
    }
    return [told.get(name, "") for name in names]


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


def _point_as_json(point: Point) -> dict[str, Any]:
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
