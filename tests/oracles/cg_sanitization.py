"""(C, g(C))-sanitization from Definitions 1 and 3: every group of every context, counted in every text.

Bits are compared as the powers of two that they stand for, so that equal is equal.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, log, sqrt
from statistics import NormalDist

from tests.oracles.disclosure import Text, count, groups, odds


@dataclass(frozen=True)
class World:
    """An entity by its name, what is counted for it and for its generalization, if any, and how groups are judged."""

    texts: Sequence[Text]
    name: str
    entity: Collection[str]
    general: Sequence[str]
    max_group: int
    min_support: int
    within_general: bool = False
    chance: float | None = None
    rate: float = 1.0
    strict: bool = False
    at_most: Fraction = Fraction(1)

    def risky(self, contexts: Sequence[Collection[str]]) -> set[frozenset[str]]:
        """The groups of words that stand in one of the contexts and disclose too much."""
        shown = {group for context in contexts for group in groups(context, self.max_group)}
        words = set().union(*contexts)
        told = {group for group in groups(words, self.max_group) if self._is_risky(group)}
        if self.chance is not None:
            told = {group for group in told if self._is_sure(group, told, len(words))}
        return told & shown

    def _is_sure(self, group: frozenset[str], told: Collection[frozenset[str]], words: int) -> bool:
        """Whether a group of several is among those that Benjamini and Yekutieli believe, of all that the words make."""
        if len(group) == 1:
            return True
        tests = comb(words, len(group))
        strict = self.rate / (log(tests) + 0.5772156649) if tests > 1 else self.rate
        ranked = sorted(self._chance(other) for other in told if len(other) == len(group))
        believed = [k for k, chance in enumerate(ranked, 1) if chance * tests <= strict * k]
        return bool(believed) and self._chance(group) * tests <= strict * believed[-1] * (1 + 1e-9)

    def _chance(self, group: frozenset[str]) -> float:
        """How likely a group's share, or a higher one, is where it is what is allowed, or one half."""
        texts = self._texts()
        each = [[word] for word in group]
        together, alone = count(texts, self.entity, *each), count(texts, *each)
        shares = (
            [Fraction(count(texts, self.entity), count(self.texts, self.general))] if self.general else []
        )
        shares += [self._cap(group)] if self.at_most < 1 else []
        shares += [Fraction(1, 2)] if together == alone else []
        return min((_binomial_tail(together, alone, share) for share in shares), default=1.0)

    def _is_risky(self, group: frozenset[str]) -> bool:
        if group == {self.name}:
            return True
        texts = self._texts()
        each = [[word] for word in group]
        together, alone = count(texts, self.entity, *each), count(texts, *each)
        if not together or (len(group) > 1 and together < min(self.min_support, count(texts, self.entity))):
            return False
        entity, everything = Fraction(count(texts, self.entity), len(self.texts)), len(self.texts)
        joint = self._joint(together, alone)
        told = Fraction(joint) / everything / (entity * Fraction(alone, everything))
        too_much = together == alone or bool(self.general and told > 1 / odds(self.texts, self.general))
        too_much |= Fraction(joint) / alone > self._cap(group) * (1 + Fraction(1, 10**9))
        if self.chance is None:
            return too_much
        return too_much and self._chance(group) <= (self.chance if len(group) == 1 else self.rate) * (
            1 + 1e-9
        )

    def _cap(self, group: frozenset[str]) -> Fraction:
        """The share of a group's texts that may name the entity at most: as many as of all texts where that is more.

        With the word for the generalization, the first of its names, as many as of the texts with that word.
        """
        if self.at_most == 1:
            return Fraction(1)
        texts, shares = self._texts(), [self.at_most]
        shares.append(odds(texts, self.entity))
        if group.intersection(word := self.general[:1]):
            shares.append(Fraction(count(texts, self.entity, word), count(texts, word)))
        return max(shares)

    def _texts(self) -> list[Text]:
        return [text for text in self.texts if not self.within_general or count([text], self.general)]

    def _joint(self, together: int, alone: int) -> float | int:
        """The joint count, or the highest share that lies as near to the one seen as chance allows."""
        if not self.strict:
            return together
        z, seen = NormalDist().inv_cdf(0.95), together / alone
        low, high = seen, 1.0
        for _ in range(80):
            middle = (low + high) / 2
            if abs(seen - middle) <= z * sqrt(middle * (1 - middle) / alone):
                low = middle
            else:
                high = middle
        return alone * (low + high) / 2


def _binomial_tail(together: int, alone: int, share: Fraction) -> float:
    chances = [comb(alone, n) * share**n * (1 - share) ** (alone - n) for n in range(together, alone + 1)]
    return float(sum(chances))
