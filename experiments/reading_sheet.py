"""Sheets of replacements for a reader who judges them, and what the reader said."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from experiments.harness import parse_options, write_json
from experiments.needs import Needs

Measured = tuple[dict[str, Any], Sequence[object]]
"""The figures, and the replacements that a reader judges, each as it is shown."""


def run_with_sheet(
    parser: argparse.ArgumentParser,
    needs: Needs,
    rule: str,
    measure: Callable[[argparse.Namespace], Measured],
) -> None:
    """Measure, write the sheet or read what the reader said of it, show the figures and write what was asked for."""
    parser.add_argument(
        "--sheet", type=Path, metavar="FILE", help="write the replacements for a reader there"
    )
    parser.add_argument("--verdicts", type=Path, metavar="FILE", help="what the reader said, a line each")
    options = parse_options(parser, needs)
    figures, replacements = measure(options)
    if options.sheet:
        write_sheet(options.sheet, rule, map(str, replacements))
    if options.verdicts:
        figures |= read_verdicts(options.verdicts, len(replacements), rule)
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):28} {value}")
    if options.json:
        write_json(options.json, figures)


def write_sheet(path: Path, rule: str, entries: Iterable[str]) -> None:
    """The rule, then a numbered entry for each replacement."""
    lines = [rule, "", *(f"{number}. {entry}" for number, entry in enumerate(entries, start=1))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_verdicts(path: Path, number: int, rule: str) -> dict[str, Any]:
    """What a reader accepted, from lines of "number yes" or "number no"; every replacement must have a verdict."""
    rows = [line.split() for line in path.read_text("utf-8").splitlines() if line.strip()]
    verdicts = {int(row[0].rstrip(".")): row[1].lower() == "yes" for row in rows}
    if missing := set(range(1, number + 1)) - set(verdicts):
        raise SystemExit(f"{path}: no verdict for {len(missing)} replacements, the first is {min(missing)}")
    accepted = sum(verdicts[each] for each in range(1, number + 1))
    return {"judged": number, "accepted": accepted, "share_accepted": accepted / number, "rule": rule}
