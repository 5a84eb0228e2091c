"""Break the checks on purpose, one line at a time, and see that the tests notice.

Run as `python scripts/mutate.py [--only NAME ...] [--list] [--workers N]`. The mutants are data, in `scripts/mutants/`: a
file, a piece of its text that stands there once, what is put in its place, what that breaks, and the tests that have to
fail then. Each is tried in a temporary copy of the tree. The exit code is 1 when one of them lives, when its text is
not found any more, or when its tests fail without it.
"""

from __future__ import annotations

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parent.parent
COPIED = (
    "src",
    "tests",
    "scripts",
    "training",
    "experiments",
    "examples",
    "docs",
    "pyproject.toml",
    "README.md",
)
SECONDS = 120
PYTEST = (
    "-q -x -n0 -p no:randomly -p no:cacheprovider --hypothesis-seed=0 --hypothesis-profile=mutate".split()
)

Verdict = Literal["killed", "alive", "stale", "broken"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change that no test suite may let pass; `tests` is what pytest is asked to run."""

    name: str
    file: str
    old: str
    new: str
    breaks: str
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of a mutant, and how long it took to tell."""

    mutant: Mutant
    verdict: Verdict
    seconds: float = 0.0


def read_mutants(folder: Path) -> list[Mutant]:
    """All mutants in the folder's TOML files, by the order of files; a name is "file/name"."""
    return [
        Mutant(
            name=f"{path.stem}/{entry['name']}",
            file=entry["file"],
            old=entry["old"],
            new=entry["new"],
            breaks=entry["breaks"],
            tests=tuple(entry["tests"]),
        )
        for path in sorted(folder.glob("*.toml"))
        for entry in tomllib.loads(path.read_text("utf-8"))["mutant"]
    ]


def is_stale(mutant: Mutant, root: Path) -> bool:
    """Whether its text does not stand exactly once in its file."""
    path = root / mutant.file
    return not path.is_file() or path.read_text("utf-8").count(mutant.old) != 1


@contextmanager
def mutate(mutant: Mutant, tree: Path) -> Iterator[None]:
    """The tree with the mutant in it; afterwards it is as it was."""
    path = tree / mutant.file
    aside = path.with_suffix(".aside")
    path.rename(aside)  # a data file may be shared with the project: it must not be written through
    try:
        path.write_text(aside.read_text("utf-8").replace(mutant.old, mutant.new), "utf-8")
        yield
    finally:
        path.unlink(missing_ok=True)
        aside.rename(path)


def run_tests(tests: Sequence[str], tree: Path) -> int | None:
    """The exit code of pytest on these tests in a tree; None when they did not end in time."""
    places = (tree / "src", tree)
    settings = {"PYTHONPATH": os.pathsep.join(map(str, places)), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", *PYTEST, *tests]
    try:
        return subprocess.run(
            command,
            cwd=tree,
            env={**os.environ, **settings},
            capture_output=True,
            timeout=SECONDS,
            check=False,
        ).returncode
    except subprocess.TimeoutExpired:
        return None


def try_mutant(mutant: Mutant, tree: Path) -> Trial:
    """Whether the tests notice; a test that can't be run at all notices nothing."""
    if is_stale(mutant, tree):
        return Trial(mutant, "stale")
    began = time.monotonic()
    with mutate(mutant, tree):
        code = run_tests(mutant.tests, tree)
    verdict: Verdict = "killed" if code in (1, None) else "alive" if code == 0 else "broken"
    return Trial(mutant, verdict, time.monotonic() - began)


@dataclass(frozen=True, slots=True)
class Trees:
    """Copies of the project, one for each worker."""

    folder: Path
    free: queue.SimpleQueue[Path] = field(default_factory=queue.SimpleQueue)

    def add(self, number: int) -> None:
        """One copy more."""
        tree = self.folder / str(number)
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, tree / name, copy_function=_copy)
            elif source.exists():
                tree.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, tree / name)
        self.free.put(tree)

    @contextmanager
    def take(self) -> Iterator[Path]:
        """A copy that nobody else uses meanwhile."""
        tree = self.free.get()
        try:
            yield tree
        finally:
            self.free.put(tree)


def _copy(source: str, target: str) -> None:
    """Code is copied, so that one may go on writing it; data, which is large, is shared where the disk can do that."""
    if not source.endswith(".py"):
        with suppress(OSError):
            os.link(source, target)
            return
    shutil.copy2(source, target)


def try_all(mutants: Sequence[Mutant], workers: int) -> Iterator[Trial]:
    """Every trial as it ends; first the tests are run without a mutant, for what fails anyway tells nothing."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder, ThreadPoolExecutor(workers) as pool:
        trees = Trees(Path(folder))
        for number in range(workers):
            trees.add(number)

        def pass_alone(tests: tuple[str, ...]) -> bool:
            with trees.take() as tree:
                return run_tests(tests, tree) == 0

        def attempt(mutant: Mutant) -> Trial:
            if not sound[mutant.tests]:
                return Trial(mutant, "broken")
            with trees.take() as tree:
                return try_mutant(mutant, tree)

        selections = list(dict.fromkeys(mutant.tests for mutant in mutants))
        sound = dict(zip(selections, pool.map(pass_alone, selections), strict=True))
        yield from pool.map(attempt, mutants)


def report(trials: Iterable[Trial]) -> int:
    """One line a mutant and one for all; how many were not killed."""
    counts: dict[Verdict, int] = {"killed": 0, "alive": 0, "stale": 0, "broken": 0}
    for trial in trials:
        counts[trial.verdict] += 1
        why = "" if trial.verdict == "killed" else f": {trial.mutant.breaks}"
        print(f"{trial.verdict:7}{trial.seconds:6.1f} s  {trial.mutant.name}{why}", flush=True)
    print(", ".join(f"{number} {verdict}" for verdict, number in counts.items()))
    return sum(number for verdict, number in counts.items() if verdict != "killed")


def main() -> int:
    """Try the mutants that were asked for."""
    parser = argparse.ArgumentParser(description="Break the checks on purpose and see that the tests notice.")
    parser.add_argument("--only", metavar="NAME", nargs="+", help="those whose name holds one of these")
    parser.add_argument(
        "--list", action="store_true", help="name them, and those that are stale, and run nothing"
    )
    parser.add_argument("--workers", metavar="N", type=int, default=1, help="how many are tried at a time")
    asked = parser.parse_args()
    wanted = asked.only or [""]
    mutants = [
        each
        for each in read_mutants(ROOT / "scripts" / "mutants")
        if any(part in each.name for part in wanted)
    ]
    if not asked.list:
        return 1 if report(try_all(mutants, asked.workers)) or not mutants else 0
    stale = [mutant for mutant in mutants if is_stale(mutant, ROOT)]
    for mutant in mutants:
        print(f"{'stale' if mutant in stale else '     '}  {mutant.name}: {mutant.breaks}")
    print(f"{len(mutants)} mutants, {len(stale)} stale")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
