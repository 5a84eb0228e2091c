"""Makes `wordnet-nouns.bin`: the nouns of WordNet 3.0 and what is more general than what.

    python -m training.build_wordnet [--check]        writes into src/reticent/knowledge/taxonomy/data

Words, their sense order and the relations between synsets go in; glosses stay out. The same source, lemmatizer and
script give the same content, whose hash is in the manifest.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from experiments.needs import Needs

from reticent.knowledge.taxonomy.taxonomy import fold_case, keys, readable
from training.shipping import ship
from training.taxonomy_file import numbers, pack, read_content, senses_of_forms, table, volumes
from training.wordnet_files import entries, licence

_UP = ("@", "@i")  # hypernym, instance hypernym
NEEDS = Needs(data=("wordnet/data.noun", "wordnet/index.noun"))


@dataclass(frozen=True, slots=True)
class Synset:
    """What is kept of a line of data.noun; parents are offsets."""

    offset: int
    names: tuple[str, ...]
    parents: tuple[int, ...]


def make() -> dict[str, bytes]:
    """The data file, and the licence beside it."""
    return {"wordnet-nouns.bin": build(), "LICENSE-WordNet": licence()}


def build() -> bytes:
    """The data file's bytes."""
    synsets = read_synsets()
    number = {synset.offset: position for position, synset in enumerate(synsets)}
    parents = [[number[parent] for parent in synset.parents] for synset in synsets]
    forms = sorted(
        {name for synset in synsets for name in synset.names}, key=lambda name: (fold_case(name), name)
    )
    position = {form: place for place, form in enumerate(forms)}
    index = read_index(number)
    other_keys = add_normal_forms(index, forms)
    names = [[position[name] for name in synset.names] for synset in synsets]
    senses = [*senses_of_forms(forms, index), *(index[key] for key in other_keys)]
    return pack(
        {
            "forms": "\n".join(forms).encode(),
            "other_keys": "\n".join(other_keys).encode(),
            **table("sense_counts", "senses", senses),
            "offsets": numbers("I", (synset.offset for synset in synsets)),
            **table("name_counts", "names", names),
            **table("parent_counts", "parents", parents),
            "volumes": numbers("I", volumes(parents)),
        },
        {"source": "WordNet 3.0 nouns, Princeton University"},
    )


def read_synsets() -> list[Synset]:
    """The noun synsets in the order of their offsets."""
    synsets = []
    for line in entries("data.noun"):
        fields = line.partition(" | ")[0].split()
        words_end = 4 + 2 * int(fields[3], 16)
        names = tuple(readable(word) for word in fields[4:words_end:2])
        symbols, targets = fields[words_end + 1 :: 4], fields[words_end + 2 :: 4]
        parents = [
            int(target)
            for kind in _UP
            for symbol, target in zip(symbols, targets, strict=True)
            if symbol == kind
        ]
        synsets.append(Synset(int(fields[0]), names, tuple(parents)))
    return sorted(synsets, key=lambda synset: synset.offset)


def read_index(number: dict[int, int]) -> dict[str, list[int]]:
    """The senses of every folded spelling, likeliest first."""
    index = {}
    for line in entries("index.noun"):
        fields = line.split()
        index[fold_case(readable(fields[0]))] = [number[int(offset)] for offset in fields[-int(fields[2]) :]]
    return index


def add_normal_forms(index: dict[str, list[int]], forms: Iterable[str]) -> list[str]:
    """File every name under its normal form too, after what is spelled so; returns the keys that are new."""
    spelled = {key: tuple(senses) for key, senses in index.items()}
    for form in forms:
        for key in keys(form)[1:]:
            known = index.setdefault(key, [])
            known += [sense for sense in spelled[fold_case(form)] if sense not in known]
    return sorted(index.keys() - spelled.keys())


if __name__ == "__main__":
    ship("build_wordnet", NEEDS, "knowledge/taxonomy/data", make, content=read_content)
