"""Every figure of the documentation, in order, from one commit.

Run as `python -m experiments.all [--json docs/figures]`. A run that was stopped goes on where it was: what has a stamp of the code
as it is now is not measured again. Each experiment is a process of its own; what lacks something is named and passed over.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from experiments.harness import DATA_VARIABLE, FIGURES, data_folder
from experiments.needs import Needs, list_missing, require
from experiments.results import RESULTS, Result
from experiments.stamps import MADE, is_of_this_code

NEEDS = Needs()
"""Nothing itself: what an experiment lacks keeps that one alone from running."""

MODULE = "all"


@dataclass(frozen=True, slots=True)
class Job:
    """One experiment that is to be run, and the hours that its last run took, where its stamp says so."""

    result: Result
    hours: float | None

    def command(self, folder: Path, *, quick: bool) -> list[str]:
        """What to run; a quick run writes no figures."""
        name = f"experiments.{self.result.module}"
        written = [] if quick or not self.result.json else ["--json", str(folder / self.result.json)]
        return [sys.executable, "-m", name, *(["--quick"] if quick else []), *written]


def main(needs: Needs, arguments: Sequence[str] | None = None) -> int:
    """Say what there is to do and how long it takes, then do it within the budget."""
    options = _parse(arguments)
    require(needs, options.data)
    os.environ[DATA_VARIABLE] = str(options.data)
    again = options.again or options.quick or options.needs
    jobs, lines = choose(options.json, options.only, again=again)
    if options.needs:
        print(*lines, sep="\n")
        return 0
    print(*lines, describe(jobs), sep="\n", flush=True)
    if options.list:
        print(*(shlex.join(job.command(options.json, quick=options.quick)) for job in jobs), sep="\n")
        return 0
    return run_all(jobs, options)


def choose(folder: Path, only: Sequence[str], *, again: bool) -> tuple[list[Job], list[str]]:
    """What has to be run, and a line for each experiment that can't be run here."""
    jobs, lines = [], []
    for result in RESULTS:
        if result.module == MODULE or (only and result.module not in only):
            continue
        made = read_stamp(folder / result.json) if result.json else {}
        if made and not again and is_of_this_code(made):
            continue
        if result.by_hand and not only:
            lines.append(f"{result.module}: by hand, because {result.by_hand}")
            continue
        missing = list_missing(importlib.import_module(f"experiments.{result.module}").NEEDS, data_folder())
        if missing:
            lines.append(f"{result.module}: left out; {'; '.join(missing)}")
            continue
        jobs.append(Job(result, made.get("clock_hours")))
    return jobs, lines


def read_stamp(path: Path) -> dict[str, Any]:
    """The stamp of a file of figures; empty where there is none."""
    made: dict[str, Any] = json.loads(path.read_text("utf-8")).get(MADE, {}) if path.exists() else {}
    return made


def describe(jobs: Sequence[Job]) -> str:
    """How many experiments there are, and how many hours those took that have been timed."""
    known = [job.hours for job in jobs if job.hours is not None]
    timed = f"about {sum(known):.1f} hours by their last runs" if known else "no run has been timed"
    unknown = len(jobs) - len(known)
    return f"{len(jobs)} experiments to run, {timed}" + (f"; {unknown} never timed" if unknown else "")


def run_all(jobs: Sequence[Job], options: argparse.Namespace) -> int:
    """One after the other, until the budget is spent; 1 where one of them failed."""
    began, failed = time.monotonic(), []
    environment = {**os.environ, DATA_VARIABLE: str(data_folder()), "OPENBLAS_NUM_THREADS": "1"}
    for number, job in enumerate(jobs, start=1):
        spent = (time.monotonic() - began) / 3600
        if options.budget is not None and spent + (job.hours or 0) > options.budget:
            print(
                f"the budget of {options.budget:g} hours is spent: {len(jobs) - number + 1} are left",
                flush=True,
            )
            return 1
        print(f"[{number}/{len(jobs)}] {job.result.module}, after {spent:.2f} hours", flush=True)
        done = subprocess.run(job.command(options.json, quick=options.quick), env=environment, check=False)
        if done.returncode:
            failed.append(job.result.module)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m experiments.all", description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--json", type=Path, default=FIGURES, metavar="DIR", help="where the figures go (%(default)s)"
    )
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="only this one; can be repeated"
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", default=data_folder(), help="where the data lies (%(default)s)"
    )
    parser.add_argument("--needs", action="store_true", help="only say what each experiment lacks")
    parser.add_argument("--budget", type=float, metavar="HOURS", help="begin nothing that would end later")
    parser.add_argument("--quick", action="store_true", help="a smaller run of each, which writes no figures")
    parser.add_argument("--again", action="store_true", help="also what was measured with this code")
    parser.add_argument(
        "--list", action="store_true", help="only say what would be run, and how long it takes"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(NEEDS))
