"""How many words could stand behind a concept: the word domain W of the paper, by number or by frequency."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from reticent.languages.en.stop_words import STOP_WORDS
from reticent.models.settings import reduce_to_settings
from reticent.taxonomy import Concept, Taxonomy, ancestors, leaves
from reticent.text import normal_words

Alternatives = Literal["honest", "paper"]

_BATCH = 4096


class Counts(Protocol):
    """The part of `reticent.knowledge.Corpus` that is asked here; by itself it does not load numpy."""

    @property
    def size(self) -> int:
        """The number of documents."""

    @property
    def fingerprint(self) -> str:
        """The "sha256:…" of what was counted."""

    def count(self, conjunctions: Sequence[frozenset[str | frozenset[str]]]) -> list[int]:
        """The number of documents that hold each conjunction."""


@dataclass(frozen=True, slots=True)
class WordDomain:
    """The volume of concepts as whole multiples of `one`, which is what a single word counts.

    Without a corpus all base words are equally likely: the volume is their number. With one they weigh as often as
    they occur, those that never do not at all, and the volume is 2 to the power of their entropy (equation 2), in steps
    of a thousandth and rounded down, so that no rounding makes a promise look kept.

    Kinds of the original word are no alternatives to it: who reads "uropathy" where "kidney disease" stood must not be
    told that it could have been any of six kidney diseases. All of them together count as one word, unless
    `alternatives` is "paper", which counts them one by one as the paper does.
    """

    taxonomy: Taxonomy
    corpus: Counts | None = None
    alternatives: Alternatives = "honest"
    _below: dict[Concept, tuple[Concept, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _weights: dict[Concept, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Travels to other processes as its settings."""
        return reduce_to_settings(self)

    @property
    def one(self) -> int:
        """What one word counts: there is nothing to guess."""
        return 1 if self.corpus is None else 1024

    def volume(self, concept: Concept, senses: Sequence[Concept] = ()) -> int:
        """How many equally likely words the concept could stand for where a word of these senses stood."""
        kinds = self._kinds_below(concept, senses)
        if self.corpus is None:
            return self.taxonomy.volume(concept) - max(0, len(kinds) - 1)
        return max(self.one, math.floor(self.one * 2 ** self.entropy(concept, kinds)))

    def _kinds_below(self, concept: Concept, senses: Sequence[Concept]) -> frozenset[Concept]:
        """The base words that are kinds of the original word and lie below the concept."""
        if self.alternatives == "paper":
            return frozenset()
        inside = {sense for sense in senses if concept in ancestors(self.taxonomy, sense)}
        certain = {leaf for sense in inside for leaf in self._leaves(sense)}
        rest = {leaf for sense in senses if sense not in inside for leaf in self._leaves(sense)} - certain
        return frozenset(certain | {leaf for leaf in rest if concept in ancestors(self.taxonomy, leaf)})

    def _leaves(self, concept: Concept) -> tuple[Concept, ...]:
        if concept not in self._below:
            self._below[concept] = tuple(leaves(self.taxonomy, concept))
        return self._below[concept]

    def bits(self, volume: int) -> float:
        """The entropy that a volume stands for."""
        return math.log2(volume) - math.log2(self.one)

    def entropy(self, concept: Concept, kinds: Collection[Concept] = ()) -> float:
        """Equation 2 over the base words below the concept, in bits; the `kinds` among them count as one word."""
        if self.corpus is None:
            return math.log2(self.taxonomy.volume(concept) - max(0, len(kinds) - 1))
        below = self._leaves(concept)
        self._weigh(self.corpus, below)
        others = [self._weights[leaf] for leaf in below if leaf not in kinds]
        return entropy([*others, sum(self._weights[leaf] for leaf in kinds)])

    def _weigh(self, corpus: Counts, concepts: Sequence[Concept]) -> None:
        """Look up in how many documents each base word occurs; names that mean something else first do not count."""
        new = [concept for concept in concepts if concept not in self._weights]
        named = [(concept, names) for concept in new if (names := countable_names(self.taxonomy, concept))]
        self._weights.update(dict.fromkeys(new, 0))
        for start in range(0, len(named), _BATCH):
            batch = named[start : start + _BATCH]
            counts = corpus.count([frozenset({names}) for _, names in batch])
            self._weights.update((concept, count) for (concept, _), count in zip(batch, counts, strict=True))


def entropy(weights: Iterable[int]) -> float:
    """Equation 2 in bits, for words of these weights; nothing that weighs something leaves nothing to guess.

    >>> entropy([1, 1, 1, 1]), entropy([2, 1, 1, 0]), entropy([0])
    (2.0, 1.5, 0.0)
    """
    some = [weight for weight in weights if weight > 0]
    total = sum(some)
    return max(0.0, -math.fsum(weight / total * math.log2(weight / total) for weight in some))


def countable_names(taxonomy: Taxonomy, concept: Concept) -> frozenset[str]:
    """The names of a concept that mean it before anything else, as a corpus counts them."""
    names = {" ".join(normal_words(name)) for name in concept.names if taxonomy.concepts(name)[0] == concept}
    return frozenset(filter(is_countable, names))


def is_countable(name: str) -> bool:
    """Whether a corpus counts anything of a name: words of meaning, with a letter or a digit."""
    return any(word not in STOP_WORDS and any(map(str.isalnum, word)) for word in name.split(" "))
