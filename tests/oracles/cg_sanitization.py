"""(C, g(C))-sanitization from Definitions 1 and 3: every group of every context, counted in every text.

Bits are compared as the powers of two that they stand for, so that equal is equal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb, log, sqrt
from statistics import NormalDist

from tests.oracles.disclosure import Text, binomial_tail, count, groups, odds


@dataclass(frozen=True)
class World:
    """An entity by its name, what is counted for it and for its generalization, if any, and how groups are judged.

    How often the generalization is said is counted in the texts of `measure`, if there are any. One `by_meaning` is as general as
    the entity at least. With `spoken`, all words of the texts, equation 5 says how much more general it is.
    """

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
    closed: bool = False
    at_most: Fraction = Fraction(1)
    measure: Sequence[Text] = ()
    by_meaning: bool = False
    times: Fraction | None = None
    spoken: Sequence[str] = ()

    def risky(self, contexts: Sequence[Collection[str]]) -> set[frozenset[str]]:
        """The groups of words that stand in one of the contexts and disclose too much."""
        shown = {group for context in contexts for group in groups(context, self.max_group)}
        words = set().union(*contexts)
        told = {group for group in groups(words, self.max_group) if self._is_risky(group)}
        if self.chance is not None:
            told = {group for group in told if self._is_sure(group, told, len(words))}
        return told & shown

    def tells(self, group: frozenset[str]) -> bool:
        """Whether a group discloses too much by the counts as they are."""
        return self._is_risky(group)

    def _is_sure(self, group: frozenset[str], told: Collection[frozenset[str]], words: int) -> bool:
        """Whether a group of several is among those that Benjamini and Yekutieli believe, of all that the words make."""
        if len(group) == 1 or self.closed:
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
        shares = [odds(self.texts, self.entity) / self._likely()] if self.general else []
        if self.general and self.within_general:
            shares = [Fraction(count(texts, self.entity), len(self.texts)) / self._likely()]
        shares += [self._cap(group)] if self.at_most < 1 else []
        shares += [Fraction(1, 2)] if together == alone else []
        return min((binomial_tail(together, alone, share) for share in shares), default=1.0)

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
        too_much = together == alone or bool(self.general and told > 1 / self._likely())
        too_much |= Fraction(joint) / alone > self._cap(group) * (1 + Fraction(1, 10**9))
        if self._is_close(group, together, alone):
            return True
        if self.chance is None:
            return too_much
        return too_much and self._chance(group) <= (self.chance if len(group) == 1 else self.rate) * (
            1 + 1e-9
        )

    def _is_close(self, group: frozenset[str], together: int, alone: int) -> bool:
        """Whether a single term makes the entity so many times likelier than chance and a twentieth of a text would, and a quarter of
        that among texts with the generalization."""
        texts = self._texts()
        base = Fraction(count(texts, self.entity), len(texts))
        if self.times is None or self.at_most == 1 or len(group) > 1 or not together:
            return False
        most = self.times * base
        if most >= 1 or group == set(self.general[:1]):
            return False
        expected = base * alone + Fraction(1, 20)
        if Fraction(self._joint(together, alone)) <= self.times * expected * (1 + Fraction(1, 10**9)):
            return False
        told, both = count(texts, self.general), count(texts, self.entity, self.general)
        if not self.general or self.within_general or both < 5:
            return True
        here, with_it = count(texts, self.general, group), count(texts, self.entity, self.general, group)
        return here < 10 or with_it * told > Fraction(6, 25) * self.times * here * both * (
            1 + Fraction(1, 10**9)
        )

    def _likely(self) -> Fraction:
        """How likely the generalization is."""
        if self.spoken:
            own, general = (sum(map(self.spoken.count, names)) for names in (self.entity, self.general))
            return odds(self.texts, self.entity) * Fraction(general, own)
        texts = self.texts if self.within_general else self.measure or self.texts
        said = odds(texts, self.general)
        return max(said, odds(self.texts, self.entity)) if self.by_meaning else said

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


def algorithm_1(
    world: World, terms: Sequence[str], above: Mapping[str, Sequence[str]], bits: Callable[[str], float]
) -> dict[str, str | None]:
    """Algorithm 1 line by line on one context: what becomes of each term, None for one that is removed.

    `above` has what is above each term, nearest first, and `bits` its IC. Lines 24 to 28 leave open whether terms are looked at
    again: a replacement must start no risky group of a size up to the one that is looked at, or Definition 3 would be broken.
    """
    current: list[str | None] = list(terms)  # D', and with it Term_set
    for size in range(1, world.max_group + 1):  # lines 5 and 32
        while risky := _first_risky(world, current, size, bits):  # lines 6 to 20
            for replaced in _replacements(world, current, risky, above, bits):  # line 22
                shown = {term for term in replaced if term}
                new = shown - {term for term in current if term}
                started = any(group & new and world.tells(group) for group in groups(shown, size))
                if not risky <= shown and not started:  # line 24
                    current = replaced  # lines 27 and 28
                    break
    return dict(zip(terms, current, strict=True))


def _first_risky(
    world: World, current: Sequence[str | None], size: int, bits: Callable[[str], float]
) -> frozenset[str] | None:
    """The first risky combination of the terms sorted by IC (H1, H2)."""
    ordered = sorted({term for term in current if term}, key=lambda term: (-bits(term), term))
    return next((T for each in combinations(ordered, size) if world.tells(T := frozenset(each))), None)


def _replacements(
    world: World,
    current: Sequence[str | None],
    risky: frozenset[str],
    above: Mapping[str, Sequence[str]],
    bits: Callable[[str], float],
) -> list[list[str | None]]:
    """D' under each combination of generalizations of the risky terms, the most informative first (H3)."""
    ways = []
    for term in sorted(risky):
        general = sorted(
            (each for each in above.get(term, ()) if not world.tells(frozenset({each}))),
            key=lambda each: -bits(each),
        )
        ways.append([(term, other) for other in [term, *general, None]])
    found = []
    for combination in product(*ways):
        becomes = dict(combination)
        replaced = [becomes.get(term, term) if term else None for term in current]
        lost = sum(
            (bits(before) if before else 0.0) - (bits(after) if after else 0.0)
            for before, after in zip(current, replaced, strict=True)
        )
        changed = [
            place for place, (old, new) in enumerate(zip(current, replaced, strict=True)) if old != new
        ]
        found.append((round(lost, 9), changed, replaced))
    return [replaced for _, changed, replaced in sorted(found, key=lambda each: each[:2]) if changed]
