"""How many documents' fewest deletions are proven, by the steps that the exact search may take.

python -m experiments.k_safety_effort [--quick] [--json docs/figures/k-safety-effort.json]

The generator of ERASE, 50 terms a document, K = 10, at several goodnesses; seconds are of processor time.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np

from experiments.harness import run
from experiments.k_safety_data import paper_database, paper_documents
from experiments.needs import Needs
from reticent.models.k_safety import solve
from reticent.models.k_safety.model import EFFORT

NEEDS = Needs()
SEED, SIZE, K, DOCUMENTS = 2008, 50, 10, 10
GOODNESSES = (0.8, 0.6, 0.4)
EFFORTS = (300, 1000, 3000, 10_000)


def measure(quick: bool) -> dict[str, Any]:
    """A row for each goodness and effort."""
    rng = np.random.default_rng(SEED)
    database = paper_database(rng)
    rows = []
    for goodness in GOODNESSES:
        documents = list(paper_documents(rng, database, 2 if quick else DOCUMENTS, SIZE, goodness))
        problems = [database.problem(document, K) for document in documents]
        for effort in EFFORTS[:2] if quick else EFFORTS:
            begun = process_time()
            found = [solve(problem, "exact", node_limit=effort) for problem in problems]
            rows.append(
                {
                    "goodness": goodness,
                    "effort": effort,
                    "proven": sum(each.proven for each in found),
                    "of": len(found),
                    "kept": round(fmean(len(each.kept) for each in found), 1),
                    "gap": round(fmean(each.gap for each in found), 1),
                    "seconds": round((process_time() - begun) / len(found), 2),
                }
            )
    return {"default": EFFORT, "rows": rows}


def show(figures: Mapping[str, Any]) -> None:
    """The rows as a table."""
    print(f"{'goodness':>9}{'effort':>8}{'proven':>9}{'kept':>7}{'gap':>6}{'seconds':>9}")
    for row in figures["rows"]:
        print(
            f"{row['goodness']:>9}{row['effort']:>8}{row['proven']:>4} of {row['of']}{row['kept']:>7}{row['gap']:>6}{row['seconds']:>9}"
        )


if __name__ == "__main__":
    run("k_safety_effort", NEEDS, measure, show)
