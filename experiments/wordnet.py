"""How fast the WordNet nouns that ship with the package load and answer.

python -m experiments.wordnet [--quick] [--json FILE]
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import TypeVar

from experiments.harness import best_of, run
from experiments.needs import Needs
from reticent.knowledge.taxonomy import WordNet, ancestors, descendants, names_below, wordnet

NEEDS = Needs()
Thing = TypeVar("Thing")

_LOAD = """
import time
start = time.process_time()
from reticent.knowledge.taxonomy import wordnet
wordnet().concepts("liver cancer")
print(time.process_time() - start)
"""


def measure(quick: bool) -> dict[str, float]:
    """Load times in seconds (best of several), size in bytes, and answers a second on one core."""
    rounds = 3 if quick else 10
    data = files("reticent.knowledge.taxonomy").joinpath("data/wordnet-nouns.bin").read_bytes()
    taxonomy = wordnet()
    (entity,) = taxonomy.concepts("entity")
    concepts = [entity, *descendants(taxonomy, entity)][:: 40 if quick else 4]
    names = names_below(taxonomy, entity)[:: 40 if quick else 4]
    plurals = [f"{name}s" for name in names]
    unknown = [f"{name} qqzzx" for name in names]
    return {
        "cold_load_s": min(_cold_load() for _ in range(rounds)),
        "load_s": best_of(rounds, lambda: WordNet(data)),
        "size_bytes": len(data),
        "concepts": len(taxonomy),
        "lookups_per_s": _rate(rounds, taxonomy.concepts, names),
        "plural_lookups_per_s": _rate(rounds, taxonomy.concepts, plurals),
        "unknown_lookups_per_s": _rate(rounds, taxonomy.concepts, unknown),
        "ancestors_per_s": _rate(rounds, lambda concept: ancestors(taxonomy, concept), concepts),
        "volumes_per_s": _rate(rounds, taxonomy.volume, concepts),
    }


def show(figures: Mapping[str, float]) -> None:
    """The figures, one a line."""
    for name, value in figures.items():
        print(
            f"{name:24}{value:>14,.3f}" if name.endswith("_s") and value < 10 else f"{name:24}{value:>14,.0f}"
        )


def _cold_load() -> float:
    """A new interpreter's first answer, its import of reticent included."""
    run = subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True, check=True)
    return float(run.stdout)


def _rate(rounds: int, ask: Callable[[Thing], object], things: Sequence[Thing]) -> float:
    return len(things) / best_of(rounds, lambda: [ask(thing) for thing in things])


if __name__ == "__main__":
    run("wordnet", NEEDS, measure, show)
