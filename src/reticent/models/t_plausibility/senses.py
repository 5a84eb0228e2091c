"""Which sense a word has, and which generalizations hold whatever sense it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from reticent.models.disclosure.senses import senses_of_name
from reticent.models.t_plausibility.common_terms import common_terms_search
from reticent.models.t_plausibility.overlap import Overlap
from reticent.taxonomy import Concept, Taxonomy, ancestors, chains
from reticent.taxonomy.sense_counts import sense_counts

Senses = Literal["likeliest", "overlap", "first", "common-terms"]

# Chosen on Senseval-3: with more, the words around mislead more often than they help.
_WEIGHT_OF_OVERLAP = 0.25

_UNCLEAR = ("person", "language", "people", "number")
"""What a single word with a capital is a poor sign of: it may be anybody's name, or an adjective."""


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
        counts = sense_counts(form)
        rare = 1 / len(senses) if senses else 1.0
        by_count = [counts.get(sense.id, 0) + rare for sense in senses]
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
        senses = self._senses_of_name(form) if name else self._senses_of_word(form)
        meant = self.given.get(form, self.given.get(form.casefold()))
        if meant is None:
            return senses
        wanted = set(self.taxonomy.concepts(meant))
        return [sense for sense in senses if wanted & {sense, *ancestors(self.taxonomy, sense)}]

    def _senses_of_word(self, form: str) -> list[Concept]:
        """What a word in small letters means: what is always written with a capital ("DE", a state) is not meant."""
        return [
            sense
            for sense in self.taxonomy.concepts(form)
            if form != form.lower()
            or form not in {name.lower() for name in sense.names if name[:1].isupper()}
        ]

    def _senses_of_name(self, name: str) -> list[Concept]:
        """What a proper name means; whose a single name is ("Rogers", "the Dutch universities") nobody can tell."""
        senses = senses_of_name(name, self.taxonomy)
        if " " in name:
            return senses
        unclear = {concept for what in _UNCLEAR for concept in self.taxonomy.concepts(what)[:1]}
        return [sense for sense in senses if unclear.isdisjoint(ancestors(self.taxonomy, sense))]

    def shares(self, senses: Sequence[Concept], weights: Sequence[float]) -> dict[Concept, float]:
        """For every concept above a sense, the weight of the senses below it, out of one."""
        total = sum(weights)
        shares: dict[Concept, float] = {}
        for sense, weight in zip(senses, weights, strict=True):
            for concept in (sense, *ancestors(self.taxonomy, sense)):
                shares[concept] = shares.get(concept, 0.0) + weight / total
        return shares

    def common_term(
        self, form: str, volume: Callable[[Concept], int], chosen: Concept, *, name: bool = False
    ) -> Concept:
        """The common term of at least the volume of what was chosen; the choice itself where there is none."""
        ways = [next(chains(self.taxonomy, sense)) for sense in self.senses(form, name=name)]
        volumes = {concept: volume(concept) for way in ways for concept in way}
        common = common_terms_search(ways, volumes, volumes[chosen])
        return chosen if common is None else common.concept
