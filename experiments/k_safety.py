"""K-safety measured: ERASE's Figures 5 to 10, the exact search beyond them, and a database of 100,000 entities.

python -m experiments.k_safety [--quick] [--json FILE]

Times are processor seconds on one thread, posing the problem included; limits are seconds by the clock on the wall.
BestFirst is left out of larger documents once it reaches its limit on more than half of a point, as the paper's
curves end.
"""

from __future__ import annotations

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # read when numpy loads: one thread, for times that compare

import time
import tracemalloc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from experiments.harness import choose_pictures, run
from experiments.k_safety_data import Database, paper_database, paper_documents, zipf_database, zipf_documents
from experiments.k_safety_figures import Point, draw_figures
from experiments.k_safety_searches import best_first_within, bfreq, bsize, btop_naive
from experiments.needs import PICTURES
from reticent.models.k_safety import solve
from reticent.models.k_safety._problem import Ints
from reticent.models.k_safety.safe_subset import Search, SubsetSearch

NEEDS = PICTURES
SEED = 2008
SIZE, K, GOODNESS = 50, 10, 0.8


@dataclass(frozen=True, slots=True)
class Method:
    """A search under the name that it has in the figures."""

    name: str
    search: Search | SubsetSearch


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured; `limit` and `hard_limit` are seconds a document."""

    documents: int = 20
    sizes: tuple[int, ...] = (*range(5, 61, 5), 62)
    ks: tuple[int, ...] = (1, 5, 10, 15, 20, 25, 29, 30)
    goodnesses: tuple[float, ...] = tuple(step / 10 for step in range(1, 11))
    hard: tuple[float, ...] = (0.5, 0.6)
    large: tuple[int, ...] = (100, 200, 250)
    entities: int = 100_000
    scale_sizes: tuple[int, ...] = (10, 25, 50, 100, 200)
    limit: float = 10.0
    hard_limit: float = 60.0


QUICK = Plan(
    documents=2,
    sizes=(10, 30, 50, 62),
    ks=(1, 10, 29),
    goodnesses=(0.6, 0.8, 1.0),
    hard=(0.6,),
    large=(100, 250),
    entities=10_000,
    scale_sizes=(10, 50),
    limit=2.0,
    hard_limit=5.0,
)

EXACT = Method("exact", "exact")
AUTO = Method("auto", "auto")
HEURISTICS = [
    Method("BFreq", bfreq),
    Method("BSize", bsize),
    Method("BTop (fast)", "btop"),
    Method("BTop (naive)", btop_naive),
]
BEST_FIRST = [Method(f"BestFirst (L={window})", best_first_within(window)) for window in (1, 8, 12)]


def point_of(
    experiment: str,
    x: float,
    method: Method,
    database: Database,
    documents: Sequence[Ints],
    k: int,
    limit: float,
) -> Point:
    """The method's quality and time on these documents."""
    kept, seconds, proven, gaps = [], [], 0, []
    for document in documents:
        start = time.process_time()
        problem = database.problem(document, k)
        subset = solve(problem, method.search, time_limit=limit)
        seconds.append(time.process_time() - start)
        kept.append(len(subset.kept))
        gaps.append(subset.gap)
        proven += subset.proven
    bounded = method is EXACT or method in BEST_FIRST
    return Point(
        experiment, x, method.name, len(documents), fmean(kept), fmean(seconds), max(seconds), proven,
        fmean(gaps), limit if bounded else None,
    )  # fmt: skip


def sweep(
    experiment: str,
    points: Iterable[tuple[float, int, int, float]],
    methods: Sequence[Method],
    database: Database,
    plan: Plan,
    rng: np.random.Generator,
    note: Callable[[Point], None],
) -> list[Point]:
    """All methods on all points (x, size, k, goodness), each method for as long as it keeps up."""
    results, running = [], list(methods)
    for x, size, k, goodness in points:
        documents = list(paper_documents(rng, database, plan.documents, size, goodness))
        for method in list(running):
            limit = plan.hard_limit if goodness in plan.hard and method is EXACT else plan.limit
            point = point_of(experiment, x, method, database, documents, k, limit)
            results.append(point)
            note(point)
            if experiment == "size" and method in BEST_FIRST and 2 * point.proven < point.documents:
                running.remove(method)
    return results


# paper: erase, Figure 5; Figure 6; Figure 7; Figure 8; Figure 9; Figure 10
def paper_figures(plan: Plan, note: Callable[[Point], None]) -> list[Point]:
    """Figures 5 to 10, and the exact search with the universe enlarged four times."""
    rng = np.random.default_rng(SEED)
    database = paper_database(rng)
    by_size = [(size, size, K, GOODNESS) for size in plan.sizes]
    by_k = [(k, SIZE, k, GOODNESS) for k in plan.ks]
    by_goodness = [(goodness, SIZE, K, goodness) for goodness in plan.goodnesses]
    every = [*HEURISTICS, *BEST_FIRST, EXACT]
    results = sweep("size", by_size, every, database, plan, rng, note)
    results += sweep("k", by_k, [*HEURISTICS, EXACT], database, plan, rng, note)
    results += sweep("goodness", by_goodness, [*HEURISTICS, EXACT], database, plan, rng, note)
    large = [(size, size, K, GOODNESS) for size in plan.large]
    return results + sweep("large", large, [EXACT], paper_database(rng, scale=4), plan, rng, note)


def scale(plan: Plan, note: Callable[[Point], None]) -> list[Point]:
    """Time and memory a document in a large database with terms by Zipf's law."""
    rng = np.random.default_rng(SEED)
    database = zipf_database(rng, plan.entities, plan.entities // 20, universe=plan.entities // 5)
    results = []
    for size in plan.scale_sizes:
        documents = list(zipf_documents(rng, database, plan.documents, size))
        for method in (AUTO, EXACT):
            point = point_of("scale", size, method, database, documents, K, plan.limit)
            tracemalloc.start()
            point_of("scale", size, method, database, documents[:1], K, plan.limit)
            point = replace(point, megabytes=tracemalloc.get_traced_memory()[1] / 1e6)
            tracemalloc.stop()
            results.append(point)
            note(point)
    return results


def targets(points: Sequence[Point]) -> dict[str, Any]:
    """The targets and what this run says of them."""
    by = {(point.experiment, point.x, point.method): point for point in points}
    sizes = [point for point in points if point.experiment == "size" and point.method == EXACT.name]
    rival, own = by.get(("size", 62, "BestFirst (L=12)")), by.get(("size", 62, EXACT.name))
    return {
        "exact proves every document up to 62 terms": all(point.proven == point.documents for point in sizes),
        "times faster than BestFirst (L=12) at 62 terms": rival and own and rival.seconds / own.seconds,
        "BestFirst (L=12) proves at 62 terms": rival and rival.proven,
        "exact proves each large document within 5 s": {
            point.x: point.proven == point.documents and point.slowest <= 5
            for point in points
            if point.experiment == "large"
        },
        "hard regime": {
            point.x: {
                "proven": point.proven,
                "of": point.documents,
                "mean gap": point.gap,
                "limit": point.limit,
            }
            for point in points
            if point.experiment == "goodness" and point.method == EXACT.name and point.x < 0.7
        },
    }


def measure(quick: bool) -> dict[str, Any]:
    """All points and what they say of the targets; they are drawn too."""
    plan = QUICK if quick else Plan()
    log = Console(stderr=True)

    def note(point: Point) -> None:
        log.print(
            f"{point.experiment} {point.x:g} {point.method}: {point.kept:.2f} kept, {point.seconds:.3f} s"
        )

    points = paper_figures(plan, note) + scale(plan, note)
    draw_figures(points, choose_pictures(quick=quick))
    return {
        "seed": SEED,
        "plan": asdict(plan),
        "targets": targets(points),
        "points": [asdict(point) for point in points],
    }


def show(figures: Mapping[str, Any]) -> None:
    """All points as a table, and the targets."""
    console = Console(width=110)
    table = Table(
        "experiment", "x", "method", "kept", "seconds", "slowest", "proven", "gap", "MB", title="K-safety"
    )
    for row in figures["points"]:
        memory = row["megabytes"]
        table.add_row(
            row["experiment"], f"{row['x']:g}", row["method"], f"{row['kept']:.2f}", f"{row['seconds']:.3f}",
            f"{row['slowest']:.3f}", f"{row['proven']}/{row['documents']}", f"{row['gap']:.2f}",
            "" if memory is None else f"{memory:.0f}",
        )  # fmt: skip
    console.print(table)
    console.print_json(data=figures["targets"])


if __name__ == "__main__":
    run("k_safety", NEEDS, measure, show)
