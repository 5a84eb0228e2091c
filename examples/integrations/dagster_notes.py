"""Release notes as a Dagster asset, with what was released and refused in the asset's metadata.

`dagster asset materialize -f dagster_notes.py --select released_notes` reads `notes.csv` and writes `released.csv`.
"""

import csv
from pathlib import Path

from dagster import Definitions, MaterializeResult, asset

from reticent import ReticentError, open_policy

SOURCE, TARGET = Path("notes.csv"), Path("released.csv")


@asset
def released_notes() -> MaterializeResult:
    """Every note that keeps the policy's promises; the others are counted and left out."""
    with SOURCE.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    results = list(open_policy("health").release_many(row["note"] for row in rows))
    released = [
        {**row, "note": result}
        for row, result in zip(rows, results, strict=True)
        if not isinstance(result, ReticentError)
    ]
    with TARGET.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(released)
    return MaterializeResult(metadata={"released": len(released), "refused": len(rows) - len(released)})


definitions = Definitions(assets=[released_notes])
