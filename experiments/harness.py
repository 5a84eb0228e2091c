"""What every experiment shares: its options, its needs, its clock, and where the data lies."""

from __future__ import annotations

import argparse
import json
import os
import resource
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from experiments.data_sets import data_sets
from experiments.needs import Needs, require
from experiments.stamps import stamped

DATA_VARIABLE = "RETICENT_DATA"
FIGURES = Path("docs/figures")
QUICK_FIGURES = Path("quick-figures")


def run(
    name: str, needs: Needs, measure: Callable[[bool], Mapping[str, Any]], show: Callable[[Any], None]
) -> None:
    """Check the needs, measure, show the figures as a table and, when asked, write them as JSON."""
    options = parse_options(make_parser(name), needs)
    figures = measure(options.quick)
    show(figures)
    if options.json:
        write_json(options.json, figures, needs)


def make_parser(name: str) -> argparse.ArgumentParser:
    """The options that every experiment has."""
    parser = argparse.ArgumentParser(prog=f"python -m experiments.{name}")
    parser.add_argument(
        "--quick", action="store_true", help="a smaller run of the same kind, within a minute"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    return parser


def parse_options(parser: argparse.ArgumentParser, needs: Needs) -> argparse.Namespace:
    """The options of a run whose needs are met; otherwise the list of what is missing and exit code 2."""
    parser.add_argument(
        "--data", type=Path, metavar="DIR", default=data_folder(), help="where the data lies (%(default)s)"
    )
    parser.add_argument("--needs", action="store_true", help="only say whether everything is there")
    options = parser.parse_args()
    require(needs, options.data)
    if options.needs:
        print("Everything that this needs is there.")
        raise SystemExit(0)
    os.environ[DATA_VARIABLE] = str(options.data)  # worker processes read from the same folder
    return options


def choose_pictures(*, quick: bool) -> Path:
    """Where pictures go: beside the figures, or for a quick run into a folder of its own, which is named."""
    if not quick:
        return FIGURES
    QUICK_FIGURES.mkdir(exist_ok=True)
    print(f"The pictures of this quick run go to {QUICK_FIGURES}.")
    return QUICK_FIGURES


def data_folder() -> Path:
    """The folder that RETICENT_DATA names, or the one beside the project."""
    return Path(os.environ.get(DATA_VARIABLE, "../shared/data"))


def data(name: str) -> Path:
    """The file of a declared data set."""
    return data_sets()[name].path(data_folder())


def write_json(path: Path, figures: Mapping[str, Any], needs: Needs) -> None:
    """The figures as a file that diffs well, with a stamp that says when and of what they were made."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = stamped(figures, needs, data_folder())
    path.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")


def peak_megabytes() -> float:
    """The most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def best_of(rounds: int, work: Callable[[], object]) -> float:
    """Processor seconds of the fastest of several rounds: other programs on the machine count as little as can be."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)
