"""What follows from parents and children: ancestors, chains, common ancestors, names below, known phrases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from reticent.knowledge.taxonomy.taxonomy import Concept, Taxonomy


def ancestors(taxonomy: Taxonomy, concept: Concept) -> dict[Concept, int]:
    """Every concept above this one with the length of its shortest way up, nearest first."""
    return _reach(concept, taxonomy.parents)


def descendants(taxonomy: Taxonomy, concept: Concept) -> dict[Concept, int]:
    """Every concept below this one with the length of its shortest way down, nearest first."""
    return _reach(concept, taxonomy.children)


def chains(taxonomy: Taxonomy, concept: Concept) -> Iterator[tuple[Concept, ...]]:
    """Every way from the concept, which comes first, to a root; the way through first parents leads."""
    open_chains: list[tuple[Concept, ...]] = [(concept,)]
    while open_chains:
        chain = open_chains.pop()
        parents = taxonomy.parents(chain[-1])
        if not parents:
            yield chain
        open_chains += [(*chain, parent) for parent in reversed(parents)]


def is_a(taxonomy: Taxonomy, concept: Concept, general: Concept) -> bool:
    """Whether `general` is the concept itself or above it."""
    return concept == general or general in ancestors(taxonomy, concept)


def common_ancestors(taxonomy: Taxonomy, *concepts: Concept) -> list[Concept]:
    """What all the concepts are, the one that takes the fewest steps in all first.

    A concept counts as its own ancestor here: what a virus and an organism have in common is the organism.
    """
    ways = [{concept: 0} | ancestors(taxonomy, concept) for concept in concepts]
    if not ways:
        return []
    shared = [concept for concept in ways[0] if all(concept in way for way in ways)]
    return sorted(shared, key=lambda concept: sum(way[concept] for way in ways))


def lowest_common_ancestor(taxonomy: Taxonomy, *concepts: Concept) -> Concept | None:
    """The most specific thing that all the concepts are, or None when nothing is.

    Where several have nothing in common below them, the one with the smallest volume, then the nearest.
    """
    shared = common_ancestors(taxonomy, *concepts)
    above = {general for concept in shared for general in ancestors(taxonomy, concept)}
    return min((concept for concept in shared if concept not in above), key=taxonomy.volume, default=None)


def leaves(taxonomy: Taxonomy, concept: Concept) -> list[Concept]:
    """The concepts at or below this one that have nothing below them: `volume` is their number."""
    return [below for below in (concept, *descendants(taxonomy, concept)) if not taxonomy.children(below)]


def names_below(taxonomy: Taxonomy, concept: Concept, *, first_sense_only: bool = False) -> list[str]:
    """Every name of the concept and of all below it, once each, nearest first.

    With `first_sense_only` a name counts only where the concept is what it most likely means; otherwise rare
    senses of everyday words ("vector" under virus) outweigh the rest.
    """
    return list(
        dict.fromkeys(
            name
            for below in (concept, *descendants(taxonomy, concept))
            for name in below.names
            if not first_sense_only or taxonomy.concepts(name)[0] == below
        )
    )


def knows(taxonomy: Taxonomy, term: str) -> bool:
    """Whether the taxonomy has a concept of that name, in any case and number."""
    return bool(taxonomy.concepts(term))


@dataclass(frozen=True, slots=True)
class Entries:
    """Whether forms are names in a taxonomy, as a rule that equals every other rule about the same taxonomy."""

    taxonomy: Taxonomy = field(compare=False, repr=False)
    number: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", id(self.taxonomy))

    def __call__(self, form: str) -> bool:
        """Whether a form is such a name."""
        return knows(self.taxonomy, form)


def known_phrases(taxonomy: Taxonomy, words: Sequence[str], *, longest: int = 9) -> list[tuple[int, int]]:
    """The half-open ranges of `words` that are names in the taxonomy, by longest match from the left.

    `longest` bounds the words of one name; WordNet's longest nouns have nine.
    """
    ranges, start = [], 0
    while start < len(words):
        ends = range(min(len(words), start + longest), start, -1)
        end = next((end for end in ends if knows(taxonomy, " ".join(words[start:end]))), None)
        if end is not None:
            ranges.append((start, end))
        start = end or start + 1
    return ranges


def _reach(start: Concept, step: Callable[[Concept], Sequence[Concept]]) -> dict[Concept, int]:
    distances = {start: 0}
    queue = [start]
    for concept in queue:  # grows while it is read: breadth first
        for following in step(concept):
            if following not in distances:
                distances[following] = distances[concept] + 1
                queue.append(following)
    del distances[start]
    return distances
