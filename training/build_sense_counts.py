"""Makes `sense-counts.txt.gz`: how often each sense of a noun was met in the texts that WordNet's makers tagged.

    python -m training.build_sense_counts [--check]        writes into src/reticent/knowledge/taxonomy/data

The counts are part of WordNet 3.0 (`cntlist.rev`). A line is a noun and, for every sense that was met, its synset and
its count.
"""

from __future__ import annotations

import gzip

from experiments.needs import Needs

from training.shipping import ship, unpack
from training.wordnet_files import entries

NEEDS = Needs(data=("wordnet/index.noun", "wordnet/cntlist.rev"))


def make() -> dict[str, bytes]:
    """The data file."""
    senses = _read_senses()
    counts: dict[str, list[str]] = {}
    for line in entries("cntlist.rev"):
        key, number, count = line.split()
        lemma, _, kind = key.partition("%")
        # A few keys are of other editions: the index has no such word, or not so many senses of it.
        if kind.startswith("1:") and int(number) <= len(senses.get(lemma, ())):
            counts.setdefault(lemma, []).append(f"{senses[lemma][int(number) - 1]}:{count}")
    lines = (f"{lemma.replace('_', ' ')}\t{' '.join(rows)}" for lemma, rows in sorted(counts.items()))
    return {"sense-counts.txt.gz": gzip.compress("\n".join(lines).encode(), mtime=0)}


def _read_senses() -> dict[str, list[str]]:
    """The synsets of each noun in WordNet's order."""
    senses = {}
    for line in entries("index.noun"):
        fields = line.split()
        senses[fields[0]] = fields[-int(fields[2]) :]
    return senses


if __name__ == "__main__":
    ship("build_sense_counts", NEEDS, "knowledge/taxonomy/data", make, content=unpack)
