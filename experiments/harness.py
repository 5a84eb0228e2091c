"""What every experiment shares: its options, its clock, and where the data lies."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

DATA = Path("../shared/data")
FIGURES = Path("docs/figures")


def run(name: str, measure: Callable[[bool], Mapping[str, Any]], show: Callable[[Any], None]) -> None:
    """Measure, show the figures as a table and, when asked, write them as JSON."""
    parser = argparse.ArgumentParser(prog=f"python -m experiments.{name}")
    parser.add_argument(
        "--quick", action="store_true", help="a smaller run of the same kind, within a minute"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    options = parser.parse_args()
    figures = measure(options.quick)
    show(figures)
    if options.json:
        write_json(options.json, figures)


def write_json(path: Path, figures: Mapping[str, Any]) -> None:
    """The figures as a file that diffs well."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def data(name: str) -> Path:
    """A file of the data folder; an experiment ends with one line where it is absent."""
    path = DATA / name
    if not path.exists():
        raise SystemExit(f"{path} is absent: put the data there and run this from the project's root")
    return path


def best_of(rounds: int, work: Callable[[], object]) -> float:
    """Processor seconds of the fastest of several rounds: other programs on the machine count as little as can be."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)
