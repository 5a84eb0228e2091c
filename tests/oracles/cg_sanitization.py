"""(C, g(C))-sanitization from Definitions 1 and 3: every group of every context, counted in every text.

Bits are compared as the powers of two that they stand for, so that equal is equal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

from tests.oracles.disclosure import Text, count, groups, odds


@dataclass(frozen=True)
class World:
    """An entity by its name, what is counted for it and for its generalization, if any, and how groups are judged."""

    texts: Sequence[Text]
    name: str
    entity: Collection[str]
    general: Collection[str]
    max_group: int
    min_support: int
    within_general: bool = False
    confidence: dict[int, float] | None = None
    strict: bool = False

    def risky(self, contexts: Sequence[Collection[str]]) -> set[frozenset[str]]:
        """The groups of words that stand in one of the contexts and disclose too much."""
        shown = {group for context in contexts for group in groups(context, self.max_group)}
        return {group for group in shown if self._is_risky(group)}

    def _is_risky(self, group: frozenset[str]) -> bool:
        if group == {self.name}:
            return True
        texts = self._texts()
        each = [[word] for word in group]
        together, alone = count(texts, self.entity, *each), count(texts, *each)
        if not together or (len(group) > 1 and together < min(self.min_support, count(texts, self.entity))):
            return False
        entity, everything = Fraction(count(texts, self.entity), len(self.texts)), len(self.texts)
        joint = self._joint(together, alone, len(group))
        told = Fraction(joint) / everything / (entity * Fraction(alone, everything))
        only_with_it = together == alone and 2 * joint >= alone
        return only_with_it or bool(self.general and told > 1 / odds(self.texts, self.general))

    def _texts(self) -> list[Text]:
        return [text for text in self.texts if not self.within_general or count([text], self.general)]

    def _joint(self, together: int, alone: int, size: int) -> float | int:
        """The joint count, or the bound at which a share would be just as far from the one seen as chance allows."""
        if self.confidence is None:
            return together
        z, seen = NormalDist().inv_cdf(self.confidence[size]), together / alone
        low, high = (seen, 1.0) if self.strict else (0.0, seen)
        for _ in range(80):
            middle = (low + high) / 2
            inside = abs(seen - middle) <= z * sqrt(middle * (1 - middle) / alone)
            if inside == self.strict:
                low = middle
            else:
                high = middle
        return alone * (low + high) / 2
