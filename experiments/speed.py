"""Processor time of many short texts, of long ones, of one with a protected name, of one note of two pages, and of starting.

python -m experiments.speed [--quick] [--json FILE] [--before OLD_SOURCES]

With --before, the `src` folder of an older version (`git worktree add ../old bc603b7` makes one: then ../old/src), each
task is also run by that version, in turn with this one, so that whatever else the machine does slows down both alike.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from experiments import speed_tasks
from experiments.harness import parse_options, write_json
from experiments.needs import Needs

NEEDS = speed_tasks.NEEDS
WORK = "from experiments.speed_tasks import {task}; {task}({argument})"
ROUNDS = 3
"""How often each task is run by each version, in turn; the least time counts, because others use the machine too."""

NOTES = 40
"""Notes that are timed under each policy, none of which was read before."""

START = {
    "import reticent": ["-c", "import reticent"],
    "reticent --help": ["-c", "from reticent.cli import main; main()", "--help"],
    "reticent audit of a short text": ["-c", "from reticent.cli import main; main()", "audit"],
}


def main(needs: Needs) -> None:
    """Measure, show, write."""
    parser = argparse.ArgumentParser(prog="python -m experiments.speed")
    parser.add_argument(
        "--quick", action="store_true", help="a smaller run of the same kind, within a minute"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures there")
    parser.add_argument("--before", type=Path, metavar="FOLDER", help="the sources of an older version")
    options = parse_options(parser, needs)
    figures = measure(quick=options.quick, before=options.before)
    show(figures)
    if options.json:
        write_json(options.json, figures, NEEDS)


def measure(*, quick: bool, before: Path | None) -> dict[str, dict[str, float]]:
    """Processor seconds of each task, by this version and by the older one."""
    sources = {"now": Path(__file__).parents[1] / "src"}
    if before is not None:
        if not (before / "reticent").is_dir():
            raise SystemExit(
                f"{before} holds no package 'reticent': give the folder 'src' of the older version"
            )
        sources = {"before": before, **sources}
    notes = 1 if quick else NOTES
    tasks: dict[str, tuple[str, object]] = {
        f"{300 if quick else 10_000:,} tickets": ("release_tickets", 300 if quick else 10_000),
        f"{5 if quick else 113} court cases": ("release_cases", 5 if quick else 113),
        f"HIV in {200 if quick else 5_000:,} lines": ("protect_name", 200 if quick else 5_000),
        "one note, (C, g(C)) with medicine": ("release_notes", f"'medicine', {notes}"),
        "one note, (C, g(C)), general": ("release_notes", f"'general', {notes}"),
        "one note, Indistinct": ("release_notes", f"'indistinct', {notes}"),
    }
    figures: dict[str, dict[str, float]] = {}
    for name, (task, argument) in tasks.items():
        command = ["-c", WORK.format(task=task, argument=argument)]
        runs = [
            {version: _printed_seconds(command, source) for version, source in sources.items()}
            for _ in range(1 if quick else ROUNDS)
        ]
        figures[name] = {version: min(run[version] for run in runs) for version in sources}
    for name, command in START.items():
        figures[name] = {version: _process_seconds(command, source) for version, source in sources.items()}
    return figures


def show(figures: Mapping[str, Mapping[str, float]]) -> None:
    """One row a task."""
    versions = list(next(iter(figures.values())))
    print(f"{'processor seconds':34}" + "".join(f"{version:>12}" for version in versions))
    for name, seconds in figures.items():
        change = f"{seconds['now'] / seconds['before'] - 1:+12.1%}" if "before" in seconds else ""
        print(f"{name:34}" + "".join(f"{seconds[version]:12.3f}" for version in versions) + change)


def _printed_seconds(command: list[str], source: Path) -> float:
    """What a task prints as the time that it took, start-up not counted."""
    return float(_run(command, source).stdout.splitlines()[-1])


def _process_seconds(command: list[str], source: Path, rounds: int = 5) -> float:
    """The least processor time of a whole process, less that of an interpreter that does nothing."""
    return max(0.0, _least_seconds(command, source, rounds) - _least_seconds(["-c", "pass"], source, rounds))


def _least_seconds(command: list[str], source: Path, rounds: int) -> float:
    times = []
    for _ in range(rounds):
        before = os.times()
        _run(command, source)
        after = os.times()
        times.append(
            after.children_user + after.children_system - before.children_user - before.children_system
        )
    return min(times)


def _run(command: list[str], source: Path) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).parents[1]
    path = os.pathsep.join([str(source.resolve()), str(root)])
    environment: dict[str, Any] = {**os.environ, "PYTHONPATH": path, "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *command],
        env=environment,
        input="The clinic opens at nine and closes at five.\n",
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode not in (0, 1):  # an older version's audit may find something in the text
        raise SystemExit(
            f"{source}: {' '.join(command)[:80]} ended with {done.returncode}\n{done.stderr[-2000:]}"
        )
    return done


if __name__ == "__main__":
    main(NEEDS)
