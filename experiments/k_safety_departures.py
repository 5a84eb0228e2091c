"""Where our figures differ from those of ERASE, and why: BFreq and BSize read in other ways, K = 1, K = 30.

python -m experiments.k_safety_departures [--quick] [--json docs/figures/k-safety-departures.json]

The paper's own generator, 50 terms a document, goodness 0.8.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from experiments.harness import run
from experiments.k_safety_data import Database, paper_database, paper_documents
from experiments.needs import Needs
from reticent.models.k_safety import solve
from reticent.models.k_safety._greedy import add_back
from reticent.models.k_safety._problem import Bits, Ints, SubsetProblem, company

NEEDS = Needs()
SEED, SIZE, GOODNESS, K = 2008, 50, 0.8, 10
Greedy = Callable[[SubsetProblem], Bits]


# paper: erase, Figure 6; Section 6.1.1; Section 6.1.2
def measure(quick: bool) -> dict[str, Any]:
    """All figures; `quick` takes fewer documents."""
    rng = np.random.default_rng(SEED)
    database = paper_database(rng)
    documents = list(paper_documents(rng, database, 4 if quick else 20, SIZE, GOODNESS))
    ways: dict[str, Greedy] = {
        "BFreq, as written": lambda problem: _delete(problem, by_size=False, unsafe_only=False),
        "BFreq, unsafe entities alone": lambda problem: _delete(problem, by_size=False, unsafe_only=True),
        "BSize, as written": lambda problem: _delete(problem, by_size=True, unsafe_only=False),
        "BSize, unsafe entities alone": lambda problem: _delete(problem, by_size=True, unsafe_only=True),
    }
    kept: dict[str, list[int]] = {}
    for document in documents:
        problem = database.problem(document, K)
        for name, way in ways.items():
            choice = way(problem)
            kept.setdefault(name, []).append(int(choice.sum()) + len(problem.kept))
            again = add_back(problem, choice)
            kept.setdefault(f"{name}, then put back", []).append(int(again.sum()) + len(problem.kept))
        kept.setdefault("BTop", []).append(len(solve(problem, "btop").kept))
        kept.setdefault("exact", []).append(len(solve(problem, "exact", time_limit=10).kept))
    return {
        "kept": {name: round(fmean(found), 1) for name, found in kept.items()},
        "k": {str(k): _at(database, documents, k) for k in (1, 29, 30)},
    }


def _delete(problem: SubsetProblem, *, by_size: bool, unsafe_only: bool) -> Bits:
    """Greedy deletion, the scores counted anew after each term: for all protected entities, or for those in danger."""
    unknown = (~problem.known).astype(np.float32)
    guarded = problem.guarded.astype(np.float32)
    keep = np.ones(problem.size, bool)
    sizes = guarded @ unknown.T
    while ((sizes == 0) @ problem.counts < problem.need).any():
        asked = (sizes == 0) @ problem.counts < problem.need if unsafe_only else np.ones(len(sizes), bool)
        shares = np.divide(problem.counts, sizes, out=np.zeros_like(sizes), where=sizes > 0)
        share = shares if by_size else problem.counts * (sizes > 0)
        scores = (guarded * (share @ unknown))[asked].sum(axis=0)
        term = int(np.argmax(np.where(keep, scores, -1.0)))
        keep[term] = False
        sizes -= np.outer(guarded[:, term], unknown[:, term])
    return keep


def _at(database: Database, documents: Sequence[Ints], k: int) -> dict[str, Any]:
    """What must go at some K, and how many protected entities have fewer than K companions before anything does."""
    problems = [database.problem(document, k) for document in documents]
    found = [solve(problem, "exact", time_limit=10) for problem in problems]
    unsafe = [
        int((company(problem, np.ones(problem.size, bool)) < problem.need).sum()) for problem in problems
    ]
    return {
        "deleted": round(fmean(len(each.deleted) for each in found), 1),
        "terms that too few know by themselves": round(fmean(len(each.deleted) for each in problems), 1),
        "contexts in danger": round(fmean(unsafe), 1),
        "proven": sum(each.proven for each in found),
    }


def show(figures: dict[str, Any]) -> None:
    """The figures as lines."""
    for name, kept in figures["kept"].items():
        print(f"{name:45}{kept:>6}")
    for k, row in figures["k"].items():
        print(f"K = {k}: {row}")


if __name__ == "__main__":
    run("k_safety_departures", NEEDS, measure, show)
