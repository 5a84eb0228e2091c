"""The nouns of Senseval-3 (English all-words) with their gold senses in WordNet.

Sense keys are no part of the shipped WordNet; they are spelt out from the `data.noun` of Debian's `wordnet-base`.
"""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from experiments.harness import data
from experiments.needs import Needs
from reticent.knowledge.taxonomy import Concept, ancestors, chains, wordnet
from reticent.models.t_plausibility._senses import Meanings
from reticent.models.t_plausibility._tally import WordDomain

TEXTS = "benchmarks/senseval3.data.xml"
SENSES = "benchmarks/senseval3.gold.key.txt"
SENSE_KEYS = "wordnet/data.noun"
NEEDS = Needs(data=(TEXTS, SENSES, SENSE_KEYS))


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun: a way up to the root for each sense, likeliest first, and what each occurrence is by its gold senses.

    `volumes` is the chain of the first sense.
    """

    lemma: str
    senses: list[tuple[Concept, ...]]
    volumes: tuple[int, ...]
    occurrences: list[frozenset[Concept]]


def volumes_of(way: Sequence[Concept]) -> tuple[int, ...]:
    """A word's chain: once for itself, then what lies below each ancestor."""
    return (1, *(wordnet().volume(concept) for concept in way[1:]))


def count_alternatives(noun: Noun, concept: Concept) -> int:
    """How many words a concept leaves open in a noun's place: kinds of the noun are no alternatives to it."""
    return _domain().volume(concept, [way[0] for way in noun.senses])


def alternatives_along(noun: Noun, way: Sequence[Concept]) -> tuple[int, ...]:
    """A noun's chain: once for itself, then what each ancestor leaves open."""
    return (1, *(count_alternatives(noun, concept) for concept in way[1:]))


def likeliest_way(noun: Noun) -> tuple[Concept, ...]:
    """The noun's likeliest sense and those above it that may stand for it whatever its sense, alternatives rising."""
    way = [noun.senses[0][0]]
    for concept in _meanings().way(noun.lemma.replace("_", " ")):
        if count_alternatives(noun, concept) > alternatives_along(noun, way)[-1]:
            way.append(concept)
    return tuple(way)


@cache
def _domain() -> WordDomain:
    return WordDomain(wordnet())


@cache
def _meanings() -> Meanings:
    return Meanings(wordnet())


def groups(*, count: int = 5, size: int = 50, seed: int = 2004) -> list[list[Noun]]:
    """Random groups of different nouns, as in section 5.1 of the t-plausibility paper."""
    rng = random.Random(seed)
    everything = nouns()
    return [rng.sample(everything, size) for _ in range(count)]


def nouns() -> list[Noun]:
    """Every noun of the benchmark that has a gold sense and that WordNet knows, in alphabetical order."""
    occurrences = _occurrences()
    found = []
    for lemma in sorted(occurrences):
        senses = [next(chains(wordnet(), concept)) for concept in wordnet().concepts(lemma.replace("_", " "))]
        if senses:
            found.append(Noun(lemma, senses, volumes_of(senses[0]), occurrences[lemma]))
    return found


def sentences() -> list[list[tuple[str, list[Concept]]]]:
    """The nouns of every sentence with their gold senses, in order; sentences without such nouns are left out."""
    lines = data(SENSES).read_text(encoding="utf-8").splitlines()
    gold = {name: keys for name, *keys in map(str.split, lines)}
    by_key = _sense_keys()
    found = []
    for sentence in ET.parse(data(TEXTS)).iter("sentence"):
        nouns = [
            (instance.attrib["lemma"], senses)
            for instance in sentence.iter("instance")
            if instance.get("pos") == "NOUN"
            if (senses := [by_key[key] for key in gold[instance.attrib["id"]] if key in by_key])
        ]
        found += [nouns] if nouns else []
    return found


def _occurrences() -> dict[str, list[frozenset[Concept]]]:
    """For every noun, what each of its occurrences is: the gold senses and all above them."""
    occurrences: dict[str, list[frozenset[Concept]]] = defaultdict(list)
    for lemma, senses in (noun for sentence in sentences() for noun in sentence):
        above = [concept for sense in senses for concept in (sense, *ancestors(wordnet(), sense))]
        occurrences[lemma].append(frozenset(above))
    return occurrences


def _sense_keys() -> dict[str, Concept]:
    keys: dict[str, Concept] = {}
    for line in data(SENSE_KEYS).read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            continue  # the licence
        offset, file, _, count, *rest = line.partition(" | ")[0].split()
        end = 2 * int(count, 16)
        words, numbers = rest[0:end:2], rest[1:end:2]
        senses = wordnet().concepts(words[0].replace("_", " "))
        for concept in (sense for sense in senses if sense.id == f"{offset}-n"):
            pairs = zip(words, numbers, strict=True)
            keys |= {f"{word.lower()}%1:{file}:{int(number, 16):02d}::": concept for word, number in pairs}
    return keys
