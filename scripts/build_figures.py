"""Fills the figures that pages quote from the files under docs/figures.

python scripts/build_figures.py            rewrite the figures, and say which lines changed
python scripts/build_figures.py --check    only say which lines are stale

A mark is a comment before a number, or before several numbers of one paragraph, item or table row:

    recall is <!--=names/court_cases/careful/token_recall/value-->.930
    | careful <!--=names/court_cases/careful:f1;token_recall/value--> | .795 | .930 |

`names` is docs/figures/names.json; what follows are keys, with `_` for a space. A `*` stands for any letters of a key. An element of a list is
picked by its position or by `field=value` (several joined by `&`). `median`, `max`, `min`, `sum` and `count` sum up a list, the values of
a mapping, or what a `*` stands for. `×`, `÷`, `+` and `−` calculate with other paths or numbers, from left to right: `×100` for a percentage,
before the colon for all fields. A number keeps the form that it has on the page: its decimals, its leading zero, its thousands.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FIGURES = ROOT / "docs/figures"
MARK = re.compile(r"<!--=(.+?)-->")
NUMBER = re.compile(r"(?<![\w.,])[+−]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+|(?<=\d))(?!\w)")
BREAK = re.compile(r"\n\s*(?:\n|\||[-*#] )")
OPERATOR = re.compile(r"([×÷+−])")
SUMS: dict[str, Callable[[list[float]], float]] = {
    "median": statistics.median,
    "max": max,
    "min": min,
    "sum": sum,
}


class MarkError(ValueError):
    """A mark that names no figure, or has no number after it."""


def main(arguments: Sequence[str]) -> int:
    """Write or check; with --check 1 where a figure is stale, and 1 where a mark is wrong."""
    stale, wrong = 0, 0
    for page in list_pages():
        text = page.read_text("utf-8")
        try:
            built = fill(text)
        except MarkError as error:
            print(f"{page.relative_to(ROOT)}:{error}", file=sys.stderr)
            wrong += 1
            continue
        for number, (old, new) in enumerate(zip(text.split("\n"), built.split("\n"), strict=True), start=1):
            if old != new:
                stale += 1
                print(f"{page.relative_to(ROOT)}:{number}: {MARK.sub('', new).strip()}")
        if "--check" not in arguments and built != text:
            page.write_text(built, "utf-8")
    print(
        "no line is stale"
        if not stale
        else f"{stale} lines {'are stale' if '--check' in arguments else 'rewritten'}"
    )
    return int(bool(wrong or ("--check" in arguments and stale)))


def list_pages() -> list[Path]:
    """Every page that may quote figures."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def fill(text: str) -> str:
    """The page with the numbers after each mark rewritten."""
    pieces = MARK.split(text)
    built = pieces[0]
    for mark, rest in zip(pieces[1::2], pieces[2::2], strict=True):
        number = built.count("\n") + 1
        if not built.rpartition("\n")[2].strip():
            raise MarkError(f"{number}: a mark can't begin a line, because Markdown takes that for a block")
        try:
            built += f"<!--={mark}-->{_fill_rest(rest, list(read_mark(mark)))}"
        except MarkError as error:
            raise MarkError(f"{number}: {error}") from None
    return built


def _fill_rest(rest: str, values: list[float]) -> str:
    """The text after a mark, with the first numbers of its paragraph, item or row replaced."""
    end = BREAK.search(rest)
    places = list(NUMBER.finditer(rest, 0, end.start() if end else len(rest)))[: len(values)]
    if len(places) < len(values):
        raise MarkError(f"{len(values)} figures, but {len(places)} numbers after the mark")
    for place, value in reversed(list(zip(places, values, strict=True))):
        rest = rest[: place.start()] + write(value, place.group()) + rest[place.end() :]
    return rest


def write(value: float, form: str) -> str:
    """A value in the form of the number that it replaces."""
    decimals = len(form.partition(".")[2])
    rounded = Decimal(repr(round(value, 9))).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    written = f"{abs(rounded):{',' if ',' in form or abs(rounded) >= 10_000 else ''}.{decimals}f}"
    if form.lstrip("+−").startswith("."):
        written = written.removeprefix("0")
    sign = "−" if rounded < 0 else "+" if form.startswith(("+", "−")) else ""
    return sign + written


def read_mark(mark: str) -> Iterator[float]:
    """The values that a mark names; `prefix×100:a;b` stands for `prefix/a×100` and `prefix/b×100`."""
    prefix, colon, fields = mark.partition(":")
    if not colon:
        prefix, fields = "", mark
    path, *rest = OPERATOR.split(prefix, maxsplit=1)
    for field in fields.split(";"):
        yield calculate("".join([path, "/" * bool(path), field, *rest]))


def calculate(expression: str) -> float:
    """Paths and numbers, joined by operators, from left to right."""
    first, *rest = OPERATOR.split(expression)
    value = _operand(first)
    for operator, operand in zip(rest[::2], rest[1::2], strict=True):
        other = _operand(operand)
        match operator:
            case "×":
                value *= other
            case "÷":
                value /= other
            case "+":
                value += other
            case _:
                value -= other
    return value


def _operand(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        pass
    name, _, path = text.partition("/")
    if not (FIGURES / f"{name}.json").exists():
        raise MarkError(f"there is no docs/figures/{name}.json")
    value = _find(_read(name), path)
    before, _, last = path.rpartition("/")
    if last in {*SUMS, "count"} and not isinstance(value, int | float):
        value = _sum_up(last, _find(_read(name), before))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise MarkError(f"{name}.json has no number at {path}")
    return value


def _sum_up(how: str, values: Any) -> float | None:
    numbers = list(values.values()) if isinstance(values, dict) else values
    if how == "count" and isinstance(numbers, list):
        return len(numbers)
    if not isinstance(numbers, list) or not all(isinstance(each, int | float) for each in numbers):
        return None
    return SUMS[how](numbers)


@cache
def _read(name: str) -> Any:
    return json.loads((FIGURES / f"{name}.json").read_text("utf-8"))


def _find(value: Any, path: str) -> Any:
    """What stands at a path; None where nothing does. Keys may hold slashes, so that each key is tried as it is."""
    if not path:
        return value
    found = []
    for key, rest in _children(value, path):
        below = _find(key, rest)
        if below is not None:
            found.append(below)
    return found[0] if len(found) == 1 else found or None


def _children(value: Any, path: str) -> Iterator[tuple[Any, str]]:
    """Each child that the path may lead to, and the rest of the path after it."""
    first, _, after = path.partition("/")
    if isinstance(value, list):
        wanted = dict(each.split("=", 1) for each in first.split("&") if "=" in each)
        for place, child in enumerate(value):
            if first == str(place) or (wanted and _fits(child, wanted)):
                yield child, after
    elif isinstance(value, dict):
        for key, child in value.items():
            name = str(key).replace(" ", "_")
            if path == name or path.startswith(f"{name}/"):
                yield child, path[len(name) + 1 :]
            elif "*" in first and fnmatchcase(name, first):
                yield child, after


def _fits(value: Any, wanted: dict[str, str]) -> bool:
    return isinstance(value, dict) and all(
        str(value.get(field)).replace(" ", "_") == each for field, each in wanted.items()
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
