"""The ground floor in figures: tagger, WordNet, patterns, and what it costs to import the package.

python -m experiments.ground_floor [--quick] [--json FILE]
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from typing import Any

from experiments import patterns, tagger, wordnet
from experiments.harness import run

NEEDS = tagger.NEEDS | wordnet.NEEDS | patterns.NEEDS
_IMPORT = "import time; start = time.process_time(); import reticent; print(time.process_time() - start)"


def measure(quick: bool) -> dict[str, Any]:
    """All figures by part."""
    return {
        "tagger": tagger.measure(quick),
        "wordnet": wordnet.measure(quick),
        "patterns": patterns.measure(quick),
        "package": {"import_s": min(_import_seconds() for _ in range(5))},
    }


def show(figures: Mapping[str, Any]) -> None:
    """Each part's own table."""
    for name, part in (("tagger", tagger), ("wordnet", wordnet), ("patterns", patterns)):
        print(f"\n{name}")
        part.show(figures[name])
    print("\npackage")
    for name, value in figures["package"].items():
        print(f"{name:24}{value:>14,.3f}")


def _import_seconds() -> float:
    done = subprocess.run([sys.executable, "-c", _IMPORT], capture_output=True, text=True, check=True)
    return float(done.stdout)


if __name__ == "__main__":
    run("ground_floor", NEEDS, measure, show)
