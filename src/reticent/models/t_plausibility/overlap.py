"""How well each sense of a word fits the words around it, after Lesk: by what they share in a taxonomy or a corpus."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

from reticent.models.t_plausibility.domain import Counts, countable_names
from reticent.taxonomy import Concept, Taxonomy, ancestors

_NEAREST = 12
_SENSES_AROUND = 3
_PRIOR_DOCUMENTS = 20


@dataclass(frozen=True, slots=True)
class Overlap:
    """Bits by which a sense and the words around it belong together, on average.

    In the taxonomy it is what the sense shares with the likeliest senses of each word around: the information of the
    nearest concept above both. In a corpus, if there is one, it is in how many more documents than by chance a word
    around stands together with the names around the sense: its own, and those above, below and beside it.
    """

    taxonomy: Taxonomy
    corpus: Counts | None = None
    _above: dict[Concept, dict[Concept, float]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def bits(self, form: str, senses: Sequence[Concept], around: Sequence[str]) -> list[float]:
        """One number a sense; zero for all of them where nothing stands around."""
        if len(senses) < 2 or not around:
            return [0.0] * len(senses)
        shared = [
            statistics.fmean(self._shared_information(sense, word) for word in around) for sense in senses
        ]
        if self.corpus is None:
            return shared
        together = self._together(self.corpus, form, senses, around)
        return [one + other for one, other in zip(shared, together, strict=True)]

    def _shared_information(self, sense: Concept, word: str) -> float:
        ours = self._information_above(sense)
        others = (self._information_above(other) for other in self.taxonomy.concepts(word)[:_SENSES_AROUND])
        return max((ours[each] for other in others for each in ours.keys() & other.keys()), default=0.0)

    def _information_above(self, sense: Concept) -> dict[Concept, float]:
        """The information of the sense and of all above it: how much smaller than the largest each is."""
        if sense not in self._above:
            volumes = {each: self.taxonomy.volume(each) for each in (sense, *ancestors(self.taxonomy, sense))}
            largest = max(volumes.values())
            self._above[sense] = {each: math.log2(largest / volume) for each, volume in volumes.items()}
        return self._above[sense]

    def _together(
        self, corpus: Counts, form: str, senses: Sequence[Concept], around: Sequence[str]
    ) -> list[float]:
        """Pointwise mutual information, drawn towards zero where few documents tell."""
        alone = dict(zip(around, corpus.count([frozenset({word}) for word in around]), strict=True))
        words = [word for word in around if alone[word]]
        found = []
        for names in (self._names_around(sense, form) for sense in senses):
            if not names or not words:
                found.append(0.0)
                continue
            all_of_them, *both = corpus.count(
                [frozenset({names}), *(frozenset[str | frozenset[str]]({names, word}) for word in words)]
            )
            chances = [alone[word] / corpus.size for word in words]
            found.append(
                statistics.fmean(
                    math.log2((count / chance + _PRIOR_DOCUMENTS) / (all_of_them + _PRIOR_DOCUMENTS))
                    for count, chance in zip(both, chances, strict=True)
                )
            )
        return found

    def _names_around(self, sense: Concept, form: str) -> frozenset[str]:
        parents = self.taxonomy.parents(sense)
        beside = [each for parent in parents for each in self.taxonomy.children(parent)[:_NEAREST]]
        near = [sense, *parents, *self.taxonomy.children(sense)[:_NEAREST], *beside]
        return frozenset().union(*(countable_names(self.taxonomy, each) for each in near)) - {form}
