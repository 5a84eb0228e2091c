"""How much meaning generalizing keeps, sentence by sentence, compared with redaction and with going up by rote."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from experiments.senseval import Noun, alternatives_along, count_alternatives, likeliest_way, nouns, sentences
from reticent.knowledge.taxonomy import Concept, ancestors, wordnet
from reticent.models.t_plausibility import generalize

Record = dict[str, Any]
Choice = Callable[[Sequence[Noun]], list[Concept | None]]
THRESHOLDS = (10, 100, 1000)


def measure_utility(quick: bool) -> list[Record]:
    """For every way to hide the nouns of a sentence: how far the words move, and how many texts are left at least.

    None is a word left as it is. `distance` is the length of the way in WordNet between the gold sense and what is
    released, over what both are; a redacted word counts as the root. `true` is the share of words whose gold sense the
    release is true of; `reached` tells in what share of the sentences 10, 100, 1000 texts could be the original.
    """
    known = {noun.lemma: noun for noun in nouns()}
    rows = [[(known[lemma], senses) for lemma, senses in row if lemma in known] for row in sentences()]
    rows = [row for row in rows if row][: 50 if quick else None]
    return [{"method": name} | _judge(rows, choose) for name, choose in _choices().items()]


def _choices() -> Mapping[str, Choice]:
    few = {f"t = {t}": partial(_generalize, t=t, every=False) for t in THRESHOLDS}
    every = {f"t = {t}, every word": partial(_generalize, t=t, every=True) for t in THRESHOLDS}
    rote = {f"up {steps}": partial(_up, steps=steps) for steps in (1, 2, 3)}
    return few | every | rote | {"redaction": partial(_up, steps=99)}


def _up(row: Sequence[Noun], steps: int) -> list[Concept | None]:
    """That many steps up from the first sense, or to the root."""
    return [noun.senses[0][min(steps, len(noun.senses[0]) - 1)] for noun in row]


def _generalize(row: Sequence[Noun], *, t: int, every: bool) -> list[Concept | None]:
    """What the exact search makes of the different nouns of a sentence; words with nothing above them stay."""
    different = list({noun.lemma: noun for noun in row}.values())
    ways = {noun.lemma: likeliest_way(noun) for noun in different}
    lowest = {lemma: int(every and len(way) > 1) for lemma, way in ways.items()}
    chains = {noun.lemma: alternatives_along(noun, ways[noun.lemma]) for noun in different}
    found = generalize([chain[lowest[lemma] :] for lemma, chain in chains.items()], t)
    levels = {lemma: level + lowest[lemma] for lemma, level in zip(ways, found.levels, strict=True)}
    return [ways[noun.lemma][levels[noun.lemma]] if levels[noun.lemma] else None for noun in row]


def _judge(rows: Sequence[Sequence[tuple[Noun, list[Concept]]]], choose: Choice) -> Record:
    distances, true, texts = [], [], []
    for row in rows:
        chosen = choose([noun for noun, _ in row])
        volumes = {}
        for (noun, gold), concept in zip(row, chosen, strict=True):
            distances.append(0 if concept is None else min(distance(sense, concept) for sense in gold))
            true.append(concept is None or any(concept in _above(sense) for sense in gold))
            volumes[noun.lemma] = 1 if concept is None else count_alternatives(noun, concept)
        texts.append(math.prod(volumes.values()))
    return {
        "distance": statistics.fmean(distances),
        "true": statistics.fmean(true),
        "reached": {str(t): statistics.fmean(each >= t for each in texts) for t in THRESHOLDS},
        "words": len(distances),
        "sentences": len(rows),
    }


def distance(one: Concept, other: Concept) -> int:
    """The steps between two concepts through the nearest thing that both are."""
    ours, theirs = _above(one), _above(other)
    return min(ours[shared] + theirs[shared] for shared in ours.keys() & theirs.keys())


def _above(concept: Concept) -> dict[Concept, int]:
    return {concept: 0} | ancestors(wordnet(), concept)


def show_utility(records: list[Record]) -> None:
    """A line for each way to hide words."""
    for record in records:
        shares = ", ".join(f"{100 * share:.0f} % reach {t}" for t, share in record["reached"].items())
        print(
            f"{record['method']:20} {record['distance']:6.2f} steps, true of {100 * record['true']:5.1f} %; {shares}"
        )
