"""Which sense a word has, and which generalizations hold whatever sense it has.

One ancestor for several senses: the paper's way to keep the meaning of a word whose sense is not known.

How well each sense of a word fits the words around it, after Lesk: by what they share in a taxonomy or a corpus.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Literal, TypeVar

from reticent.knowledge import Corpus
from reticent.knowledge.taxonomy import Concept, Taxonomy, ancestors, chains
from reticent.models.shared.senses import (
    clear_senses_of_name,
    senses_of_word,
    share_of_senses,
    weigh_senses,
)
from reticent.models.t_plausibility.tally import countable_names

ConceptT = TypeVar("ConceptT", bound=Hashable)


@dataclass(frozen=True, slots=True)
class CommonTerm(Generic[ConceptT]):
    """A concept that lies above several senses of a word; `coverage` is their share of all its senses."""

    concept: ConceptT
    coverage: float


def common_terms_search(
    senses: Sequence[Sequence[ConceptT]], volumes: Mapping[ConceptT, int], volume: int
) -> CommonTerm[ConceptT] | None:
    """Common_Terms_Search (Algorithm 2): the concept of at least this volume that covers the most senses, or None.

    `senses` holds for each sense its concept and the ancestors of it up to the root. A concept counts for a sense when
    it lies in the lower half of that sense's ancestors, and at all only when it lies above another sense too. Among
    equals the first wins: likelier senses first, then lower concepts.

    >>> senses = [("resident", "inhabitant", "person", "entity"), ("physician", "doctor", "person", "entity")]
    >>> common_terms_search(senses, {"inhabitant": 3, "doctor": 9, "person": 30, "entity": 99}, volume=5)
    CommonTerm(concept='person', coverage=1.0)
    """
    covered: dict[ConceptT, int] = {}
    for number, path in enumerate(senses):
        elsewhere = {concept for other in (*senses[:number], *senses[number + 1 :]) for concept in other}
        for concept in dict.fromkeys(path[1 : len(path) // 2 + 1]):
            if concept in elsewhere and volumes[concept] >= volume:
                covered[concept] = covered.get(concept, 0) + 1
    if not covered:
        return None
    concept = max(covered, key=lambda concept: covered[concept])
    return CommonTerm(concept, covered[concept] / len(senses))


_NEAREST = 12  # children of a concept that are looked at, to bound the work; chosen by hand
_SENSES_AROUND = 3  # the first senses of a word around, which are those usually meant; chosen by hand
_PRIOR_DOCUMENTS = 20  # by which few documents are drawn towards chance; chosen by hand


@dataclass(frozen=True, slots=True)
class Overlap:
    """Bits by which a sense and the words around it belong together, on average.

    In the taxonomy it is what the sense shares with the likeliest senses of each word around: the information of the
    nearest concept above both. In a corpus, if there is one, it is in how many more documents than by chance a word
    around stands together with the names around the sense: its own, and those above, below and beside it.
    """

    taxonomy: Taxonomy
    corpus: Corpus | None = None
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
        self, corpus: Corpus, form: str, senses: Sequence[Concept], around: Sequence[str]
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


Senses = Literal["likeliest", "overlap", "first", "common-terms"]

# Chosen on Senseval-3: with more, the words around mislead more often than they help.
_WEIGHT_OF_OVERLAP = 0.25


@dataclass(frozen=True, slots=True)
class Meanings:
    """How the senses of words are judged.

    - `likeliest`: senses weigh as often as they were met in tagged texts, and alike where none was; a concept may stand
      for a word when it lies above senses of at least `confidence` of the weight;
    - `overlap`: the same, but senses that fit the words around weigh more (see `Overlap`);
    - `first`: the first sense alone;
    - `common-terms`: the first sense, then the paper's Common_Terms_Search (Algorithm 2).

    `given` maps terms to the name of what they are: senses that lie below nothing of that name are left out.
    """

    taxonomy: Taxonomy
    method: Senses = "likeliest"
    confidence: float = 0.8
    given: Mapping[str, str] = field(default_factory=dict, repr=False)
    overlap: Overlap | None = None

    def way(self, form: str, around: Sequence[str] = (), *, name: bool = False) -> list[Concept]:
        """The generalizations that may stand for a word, from the nearest to a root; none when it is unknown."""
        senses = self.senses(form, name=name)
        if not senses:
            return []
        weights = self.weights(form, senses, around)
        likeliest = senses[weights.index(max(weights))]
        above = next(chains(self.taxonomy, likeliest))[1:]
        if self.method in ("first", "common-terms"):
            return list(above)
        shares = self.shares(senses, weights)
        return [concept for concept in above if shares[concept] >= self.confidence - 1e-9]

    def weights(self, form: str, senses: Sequence[Concept], around: Sequence[str] = ()) -> list[float]:
        """How likely each sense is, in proportion."""
        by_count = weigh_senses(form, senses)
        if self.method != "overlap" or self.overlap is None:
            return by_count
        bits = self.overlap.bits(form, senses, around)
        highest = max(bits)
        return [
            weight * 2 ** (_WEIGHT_OF_OVERLAP * (each - highest))
            for weight, each in zip(by_count, bits, strict=True)
        ]

    def senses(self, form: str, *, name: bool = False) -> list[Concept]:
        """The senses of a word that are not ruled out, likeliest first; a proper name has none of a common noun."""
        find = clear_senses_of_name if name else senses_of_word
        senses = find(form, self.taxonomy)
        meant = self.given.get(form, self.given.get(form.casefold()))
        if meant is None:
            return senses
        wanted = set(self.taxonomy.concepts(meant))
        return [sense for sense in senses if wanted & {sense, *ancestors(self.taxonomy, sense)}]

    def shares(self, senses: Sequence[Concept], weights: Sequence[float]) -> dict[Concept, float]:
        """For every concept above a sense, the weight of the senses below it, out of one."""
        return share_of_senses(senses, weights, self.taxonomy)

    def common_term(
        self, form: str, volume: Callable[[Concept], int], chosen: Concept, *, name: bool = False
    ) -> Concept:
        """The common term of at least the volume of what was chosen; the choice itself where there is none."""
        ways = [next(chains(self.taxonomy, sense)) for sense in self.senses(form, name=name)]
        volumes = {concept: volume(concept) for way in ways for concept in way}
        common = common_terms_search(ways, volumes, volumes[chosen])
        return chosen if common is None else common.concept
