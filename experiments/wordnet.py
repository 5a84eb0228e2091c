"""How fast the WordNet nouns that ship with the package load and answer.

python -m experiments.wordnet [--quick] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from reticent.taxonomy import WordNet, ancestors, descendants, names_below, wordnet

Thing = TypeVar("Thing")

_LOAD = """
import time
start = time.perf_counter()
from reticent.taxonomy import wordnet
wordnet().concepts("liver cancer")
print(time.perf_counter() - start)
"""


def measure(quick: bool) -> dict[str, float]:
    """Load times in seconds (best of several), size in bytes, and answers a second on one core."""
    rounds = 3 if quick else 10
    data = files("reticent.taxonomy").joinpath("data/wordnet-nouns.bin").read_bytes()
    taxonomy = wordnet()
    (entity,) = taxonomy.concepts("entity")
    concepts = [entity, *descendants(taxonomy, entity)][:: 40 if quick else 4]
    names = names_below(taxonomy, entity)[:: 40 if quick else 4]
    plurals = [f"{name}s" for name in names]
    unknown = [f"{name} qqzzx" for name in names]
    return {
        "cold_load_s": min(_cold_load() for _ in range(rounds)),
        "load_s": _best(rounds, lambda: WordNet(data)),
        "size_bytes": len(data),
        "concepts": len(taxonomy),
        "lookups_per_s": _rate(rounds, taxonomy.concepts, names),
        "plural_lookups_per_s": _rate(rounds, taxonomy.concepts, plurals),
        "unknown_lookups_per_s": _rate(rounds, taxonomy.concepts, unknown),
        "ancestors_per_s": _rate(rounds, lambda concept: ancestors(taxonomy, concept), concepts),
        "volumes_per_s": _rate(rounds, taxonomy.volume, concepts),
    }


def main() -> None:
    """Print the figures, and write them as JSON when asked to."""
    parser = argparse.ArgumentParser(description="how fast WordNet loads and answers")
    parser.add_argument("--quick", action="store_true", help="a smaller run of the same kind")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    figures = measure(options.quick)
    for name, value in figures.items():
        print(
            f"{name:24}{value:>14,.3f}" if name.endswith("_s") and value < 10 else f"{name:24}{value:>14,.0f}"
        )
    if options.json:
        options.json.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def _cold_load() -> float:
    """A new interpreter's first answer, its import of reticent included."""
    run = subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True, check=True)
    return float(run.stdout)


def _best(rounds: int, work: Callable[[], object]) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _rate(rounds: int, ask: Callable[[Thing], object], things: Sequence[Thing]) -> float:
    return len(things) / _best(rounds, lambda: [ask(thing) for thing in things])


if __name__ == "__main__":
    main()
