"""Makes `wordnet-nouns.bin`: the nouns of WordNet 3.0 and what is more general than what.

    python -m training.build_wordnet [--check]        writes into src/reticent/taxonomy/data

Words, their sense order and the relations between synsets go in; glosses stay out. The same source, lemmatizer and
script give the same content, whose hash is in the manifest.
"""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from experiments.needs import Needs

from reticent.taxonomy.packed import FORMAT, SECTIONS, fingerprint
from reticent.taxonomy.spelling import folded, keys, readable
from training.shipping import ship
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
        {name for synset in synsets for name in synset.names}, key=lambda name: (folded(name), name)
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
        index[folded(readable(fields[0]))] = [number[int(offset)] for offset in fields[-int(fields[2]) :]]
    return index


def add_normal_forms(index: dict[str, list[int]], forms: Iterable[str]) -> list[str]:
    """File every name under its normal form too, after what is spelled so; returns the keys that are new."""
    spelled = {key: tuple(senses) for key, senses in index.items()}
    for form in forms:
        for key in keys(form)[1:]:
            known = index.setdefault(key, [])
            known += [sense for sense in spelled[folded(form)] if sense not in known]
    return sorted(index.keys() - spelled.keys())


def senses_of_forms(forms: Sequence[str], index: dict[str, list[int]]) -> list[list[int]]:
    """The senses of each form's folded spelling, on the last of the forms that share it."""
    following = [folded(form) for form in forms[1:]] + [""]
    return [
        index[folded(form)] if folded(form) != after else []
        for form, after in zip(forms, following, strict=True)
    ]


def volumes(parents: Sequence[Sequence[int]]) -> list[int]:
    """The number of distinct leaves at or below each synset."""
    inner = set(chain.from_iterable(parents))
    counts = [0] * len(parents)
    for leaf in (synset for synset in range(len(parents)) if synset not in inner):
        above = [leaf]
        for synset in above:  # grows while it is read
            above += [parent for parent in parents[synset] if parent not in above]
        for synset in set(above):
            counts[synset] += 1
    return counts


def table(counts_name: str, items_name: str, rows: Sequence[Sequence[int]]) -> dict[str, bytes]:
    """Rows of different lengths as two sections."""
    return {
        counts_name: numbers("B", (len(row) for row in rows)),
        items_name: numbers("I", chain.from_iterable(rows)),
    }


def numbers(kind: str, values: Iterable[int]) -> bytes:
    """The values as little-endian integers."""
    packed_values = array(kind, values)
    if sys.byteorder == "big":
        packed_values.byteswap()
    return packed_values.tobytes()


def pack(sections: dict[str, bytes], about: dict[str, object]) -> bytes:
    """The manifest, with what there is to say about the source, and the sections behind it."""
    assert list(sections) == list(SECTIONS)
    content = b"".join(sections.values())
    manifest: dict[str, object] = {
        "format": FORMAT,
        **about,
        "sections": {name: len(section) for name, section in sections.items()},
    }
    manifest["fingerprint"] = fingerprint(manifest, content)
    return json.dumps(manifest).encode() + b"\n" + zlib.compress(content, 9)


def read_content(data: bytes) -> bytes:
    """What a data file says, whatever the compression; the licence is taken as it is."""
    manifest, _, packed = data.partition(b"\n")
    return manifest + zlib.decompress(packed) if manifest.startswith(b"{") else data


if __name__ == "__main__":
    ship("build_wordnet", NEEDS, "taxonomy/data", make, content=read_content)
