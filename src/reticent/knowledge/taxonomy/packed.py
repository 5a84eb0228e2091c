"""Taxonomies as compact data that ships with the package.

A file is one line of JSON, the manifest, and then the sections that it lists, packed by zlib. Synsets (sets of names for
one thing) are numbered in the order of their offsets and forms in the order of their folded spelling, so that everything is
small integers; `*_counts` say how many items of the section after them belong to each synset, form or key.

WordNet's nouns, which ship with the package (licence: `data/LICENSE-WordNet`; `training/build_wordnet.py` packs them).

Drugs are sold under names of their own: the substance that such a name stands for.
"""

from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from itertools import accumulate
from typing import Any

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy.relations import ancestors
from reticent.knowledge.taxonomy.taxonomy import Concept, Taxonomy, fold_case, normal, senses
from reticent.language import DEFAULT_CODE, find_language
from reticent.language.registry import languages_with, read_data

FORMAT = 1  # the version of the packed data; any other is refused
SECTIONS: Mapping[str, str] = {
    "forms": "text",  # every spelling, in its own capitals, a line each
    "other_keys": "text",  # normal forms that are no folded spelling
    "sense_counts": "B",  # of each form's folded spelling (on the last form that shares it), then of each other key
    "senses": "I",  # synsets, likeliest first
    "offsets": "I",  # of each synset in its source: what its id is made of
    "name_counts": "B",
    "names": "I",  # forms
    "parent_counts": "B",
    "parents": "I",  # synsets: hypernyms, then what it is an instance of
    "volumes": "I",
}


_TERMS_KEPT = 1 << 16
"""Terms whose senses are kept, which bounds the memory: those of many documents and of what stands below them. By hand."""

WORDNET = "wordnet-nouns.bin"
FILES = {"WordNet": WORDNET, "Medicine": "medicine.bin"}
"""What ships, by the labels in the manifests."""

OF_LANGUAGE = "WordNet "
"""How the labels of those begin that lie in the folder of a language, under its code."""


@cache
def load_shipped(label: str) -> PackedTaxonomy:
    """A taxonomy that ships, loaded once."""
    if label.startswith(OF_LANGUAGE):
        return PackedTaxonomy(read_data(find_language(label.removeprefix(OF_LANGUAGE)), WORDNET) or b"")
    return PackedTaxonomy(files("reticent.knowledge.taxonomy").joinpath("data", FILES[label]).read_bytes())


def names_in_language(code: str) -> Sequence[str]:
    """The names of the WordNet of a language; none where it has none."""
    if code == DEFAULT_CODE:
        return load_shipped("WordNet").names
    return load_shipped(f"{OF_LANGUAGE}{code}").names if code in languages_with(WORDNET) else ()


class PackedTaxonomy:
    """A taxonomy of nouns; a concept's id is its offset and the mark of the source, such as "14239918-n"."""

    def __init__(self, data: bytes) -> None:
        """Unpack the data; a TaxonomyError says that it is damaged, so a promise never rests on anything else."""
        self.manifest, content = _unpack(data)
        self.fingerprint: str = self.manifest["fingerprint"]
        self._label: str = self.manifest.get("label", "WordNet")
        self._mark: str = self.manifest.get("mark", "n")
        self._forms: list[str] = content["forms"].split("\n")
        self._sense_starts = _starts(content["sense_counts"])
        self._senses: Sequence[int] = content["senses"]
        self._offsets: Sequence[int] = content["offsets"]
        self._name_starts = _starts(content["name_counts"])
        self._names: Sequence[int] = content["names"]
        self._parent_starts = _starts(content["parent_counts"])
        self._parents: Sequence[int] = content["parents"]
        self._volumes: Sequence[int] = content["volumes"]
        keys = fold_case(content["forms"]).split("\n") + content["other_keys"].split("\n")
        self._index = dict(zip(keys, range(len(keys)), strict=True))
        self._made: dict[int, Concept] = {}
        self._looked_up: dict[str, tuple[Concept, ...]] = {}

    def __repr__(self) -> str:
        return f"{self._label}({len(self)} concepts, {self.fingerprint[:15]}…)"

    def __len__(self) -> int:
        return len(self._offsets)

    def __reduce__(self) -> tuple[Callable[[str, str], PackedTaxonomy], tuple[str, str]]:
        """Travels to other processes by its fingerprint: what ships with the package already exists."""
        return _load_again, (self._label, self.fingerprint)

    @property
    def names(self) -> Sequence[str]:
        """Every name of every concept, as it is spelled."""
        return self._forms

    def concepts(self, term: str) -> list[Concept]:
        """The senses of a noun, in the order of the source, likeliest first."""
        found = self._looked_up.get(term)
        if found is None:
            if len(self._looked_up) >= _TERMS_KEPT:
                self._looked_up.clear()
            found = self._looked_up[term] = tuple(senses(term, self._find))
        return list(found)

    def parents(self, concept: Concept) -> list[Concept]:
        """Hypernyms, then what the concept is an instance of."""
        synset = self._synset(concept)
        above = self._parents[self._parent_starts[synset] : self._parent_starts[synset + 1]]
        return [self._concept(parent) for parent in above]

    def children(self, concept: Concept) -> list[Concept]:
        """Hyponyms and instances."""
        return [self._concept(child) for child in self._children.get(self._synset(concept), ())]

    def volume(self, concept: Concept) -> int:
        """The number of distinct leaf synsets at or below the concept."""
        return self._volumes[self._synset(concept)]

    def _find(self, key: str) -> list[Concept]:
        entry = self._index.get(key)
        if entry is None:
            return []
        found = self._senses[self._sense_starts[entry] : self._sense_starts[entry + 1]]
        return [self._concept(synset) for synset in found]

    def _concept(self, synset: int) -> Concept:
        concept = self._made.get(synset)
        if concept is None:
            own = self._names[self._name_starts[synset] : self._name_starts[synset + 1]]
            names = tuple([self._forms[form] for form in own])
            id_ = f"{self._offsets[synset]:08d}-{self._mark}"
            concept = self._made[synset] = Concept(id_, names[0], names, self.fingerprint)
        return concept

    def _synset(self, concept: Concept) -> int:
        if concept.taxonomy != self.fingerprint:
            raise TaxonomyError("this concept is of another taxonomy: ask the one that it came from")
        return bisect_left(self._offsets, int(concept.id[:8]))

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        below: dict[int, list[int]] = {}
        for synset in range(len(self)):
            for parent in self._parents[self._parent_starts[synset] : self._parent_starts[synset + 1]]:
                below.setdefault(parent, []).append(synset)
        return below


def fingerprint(manifest: Mapping[str, object], content: bytes) -> str:
    """The hash of all but itself: the rest of the manifest, and the sections before they are packed."""
    rest = json.dumps({key: value for key, value in manifest.items() if key != "fingerprint"})
    return "sha256:" + hashlib.sha256(rest.encode() + b"\n" + content).hexdigest()


def _load_again(label: str, expected: str) -> PackedTaxonomy:
    if load_shipped(label).fingerprint != expected:
        raise TaxonomyError(
            f"this {label} is not the one that ships with the package: install the same reticent everywhere"
        )
    return load_shipped(label)


def _unpack(data: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    line, _, packed = data.partition(b"\n")
    try:
        manifest = json.loads(line)
        content = zlib.decompress(packed)
        if manifest["format"] != FORMAT or manifest["fingerprint"] != fingerprint(manifest, content):
            raise ValueError
        sections, position = {}, 0
        for name, size in manifest["sections"].items():
            sections[name] = _section(SECTIONS[name], content[position : position + size])
            position += size
    except (ValueError, KeyError, TypeError, zlib.error):
        raise TaxonomyError("the data of a taxonomy is damaged: install reticent again") from None
    return manifest, sections


def _section(kind: str, content: bytes) -> Any:
    if kind == "text":
        return content.decode()
    numbers = array(kind, content)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def _starts(counts: Sequence[int]) -> array[int]:
    return array("I", accumulate(counts, initial=0))


WordNet = PackedTaxonomy


def wordnet() -> WordNet:
    """The nouns of WordNet 3.0, loaded once; concepts are in the order of their frequency."""
    return load_shipped("WordNet")


def medicine() -> PackedTaxonomy:
    """The taxonomy of medicine, loaded once: asked before WordNet it answers for what it knows.

    Diseases, drugs and germs; sources and licences are in `data/LICENSE-medicine`.

    >>> [above.name for above in medicine().parents(medicine().concepts("lamivudine")[0])]
    ['antiretroviral drug']
    """
    return load_shipped("Medicine")


_TOP = "drug"
"""What a taxonomy calls everything that is one."""


def substance_of(taxonomy: Taxonomy, term: str) -> str | None:
    """The usual name of the one drug that a term is another name of; None for anything else.

    >>> substance_of(medicine(), "Viread"), substance_of(medicine(), "lamivudine"), substance_of(medicine(), "MI")
    ('tenofovir disoproxil', None, None)
    """
    senses = taxonomy.concepts(term)
    if len(senses) != 1:
        return None  # what may mean several things is rather judged by its own counts
    drug = senses[0]
    if fold_case(normal(drug.name)) == fold_case(normal(term)):
        return None
    return drug.name if any(above.name == _TOP for above in ancestors(taxonomy, drug)) else None
