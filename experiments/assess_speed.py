"""How long the figures of a dossier take for ten thousand notes on two processes, and whether Spark gives the same.

The notes are invented tickets, four to a note. Their release under the default policy is not counted. Spark is tried where it is installed.

python -m experiments.assess_speed [--quick] [--json FILE]
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from experiments.harness import run
from experiments.needs import Needs
from experiments.tickets import make_tickets
from reticent import open_policy
from reticent.executors import Executor, Processes
from reticent.policy.recipe import Recipe
from reticent.usecases.assess import Assessment, assess

NEEDS = Needs()
NOTES, QUICK = 10_000, 300
TICKETS = 4
CORES = 2


def measure(quick: bool) -> dict[str, Any]:
    """Seconds, and whether all figures agree."""
    count = QUICK if quick else NOTES
    with TemporaryDirectory() as folder:
        asked = _prepare(Path(folder), count)
        alone, figures = _time(asked, Processes(CORES))
        measured: dict[str, Any] = {
            "notes": count,
            "words": figures["words"],
            "inference_sample": figures["inference"]["sample"],
            "processes": CORES,
            "with_processes": alone,
        }
        if find_spec("pyspark"):
            with _session() as executor:
                on_spark, same = _time(asked, executor)
            measured |= {"on_spark": on_spark, "spark_has_the_same_figures": same == figures}
    return measured


def _prepare(folder: Path, count: int) -> Assessment:
    tickets = list(make_tickets(TICKETS * count))
    notes = ["\n".join(tickets[number::count]) for number in range(count)]
    released = open_policy("default").release_many(notes, workers=CORES)
    for name, texts in (("notes.jsonl", notes), ("released.jsonl", released)):
        with (folder / name).open("w", encoding="utf-8") as file:
            file.writelines(json.dumps({"text": text}) + "\n" for text in texts)
    return Assessment(folder / "released.jsonl", Recipe(), originals=folder / "notes.jsonl")


def _time(asked: Assessment, executor: Executor) -> tuple[dict[str, float], dict[str, Any]]:
    """Seconds on the clock, processor seconds of this process and of those that it started; and the figures."""
    before, start = os.times(), time.perf_counter()
    figures = assess(asked, executor).figures
    seconds, after = time.perf_counter() - start, os.times()
    own = after.user + after.system - before.user - before.system
    children = after.children_user + after.children_system - before.children_user - before.children_system
    return {"clock": round(seconds, 1), "own": round(own, 1), "workers": round(children, 1)}, figures


@contextmanager
def _session() -> Iterator[Executor]:
    from reticent.spark import SparkExecutor, open_session

    session = open_session(f"local[{CORES}]")
    try:
        yield SparkExecutor(session)
    finally:
        session.stop()


def show(figures: Mapping[str, Any]) -> None:
    """The figures in lines."""
    for name, value in figures.items():
        print(f"{name.replace('_', ' '):28} {value}")


if __name__ == "__main__":
    run("assess_speed", NEEDS, measure, show)
