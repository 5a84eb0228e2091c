"""Sheets of replacements for a reader who judges them, and what the reader said."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from math import ceil
from pathlib import Path
from typing import Any

from experiments.harness import parse_options, write_json
from experiments.needs import Needs

Measured = tuple[dict[str, Any], Sequence[object]]
"""The figures, and the replacements that a reader judges, each as it is shown."""
BLIND = "blind"
"""The figure under which stands what readers accept who see the release alone."""


def run_with_sheet(
    parser: argparse.ArgumentParser,
    needs: Needs,
    rule: str,
    measure: Callable[[argparse.Namespace], Measured],
    *,
    blind_rule: str = "",
) -> None:
    """Measure, write the sheet or read what readers said of it, show the figures and write what was asked for.

    With a `blind_rule`, replacements can be judged without their originals as well: they have `without_original`.
    """
    parser.add_argument(
        "--sheet", type=Path, metavar="FILE", help="write the replacements for a reader there"
    )
    parser.add_argument(
        "--pieces", type=int, default=1, metavar="N", help="so many sheets, FILE-1 to FILE-N (%(default)s)"
    )
    parser.add_argument(
        "--verdicts", type=Path, metavar="FILE", nargs="+", help="what readers said, a line each"
    )
    parser.add_argument(
        "--measured", type=Path, metavar="FILE", help="the figures of the run that the sheets are from"
    )
    if blind_rule:
        parser.add_argument(
            "--blind", action="store_true", help="the sheet and its readers know the release alone"
        )
    options = parse_options(parser, needs)
    blind = bool(blind_rule) and options.blind
    rule = blind_rule if blind else rule
    if options.measured:
        figures = json.loads(options.measured.read_text("utf-8"))
    else:
        figures, replacements = measure(options)
        figures["replacements"] = len(replacements)
        if options.sheet:
            entries = [each.without_original() if blind else str(each) for each in replacements]  # type: ignore[attr-defined]
            write_sheet(options.sheet, rule, entries, pieces=options.pieces)
    if options.verdicts:
        found = read_verdicts(
            options.verdicts, figures["replacements"], rule, words=figures.get("words_judged")
        )
        figures |= {BLIND: found} if blind else found
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):28} {value}")
    if options.json:
        write_json(options.json, figures, needs)


def write_sheet(path: Path, rule: str, entries: Iterable[str], *, pieces: int = 1) -> None:
    """The rule, then a numbered entry for each replacement; `pieces` for several readers are numbered on."""
    numbered = [f"{number}. {entry}" for number, entry in enumerate(entries, start=1)]
    size = max(1, ceil(len(numbered) / pieces))
    for piece in range(pieces):
        where = path if pieces == 1 else path.with_stem(f"{path.stem}-{piece + 1}")
        lines = [rule, "", *numbered[piece * size : (piece + 1) * size]]
        where.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_verdicts(
    paths: Sequence[Path], number: int, rule: str, *, words: Sequence[int] | None = None
) -> dict[str, Any]:
    """What readers accepted, from lines of "number yes" or "number no"; every replacement must have a verdict.

    Where some replacements are `words`, and the others marks, these are also counted apart.
    """
    lines = [line for path in paths for line in path.read_text("utf-8").splitlines()]
    rows = [line.split() for line in lines if line[:1].isdigit()]
    verdicts = {int(row[0].rstrip(".:")): row[1].lower().startswith("yes") for row in rows}
    if missing := set(range(1, number + 1)) - set(verdicts):
        raise SystemExit(
            f"{paths[0]}: no verdict for {len(missing)} replacements, the first is {min(missing)}"
        )
    accepted = sum(verdicts[each] for each in range(1, number + 1))
    found = {"judged": number, "accepted": accepted, "share_accepted": accepted / number, "rule": rule}
    if words is None:
        return found
    return found | {"words_accepted": sum(verdicts[each] for each in words)}
