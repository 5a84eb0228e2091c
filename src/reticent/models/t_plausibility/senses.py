"""Which sense a word has, and which generalizations hold whatever sense it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from reticent.models.disclosure.senses import (
    clear_senses_of_name,
    senses_of_word,
    share_of_senses,
    weigh_senses,
)
from reticent.models.t_plausibility.common_terms import common_terms_search
from reticent.models.t_plausibility.overlap import Overlap
from reticent.taxonomy import Concept, Taxonomy, ancestors, chains

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
