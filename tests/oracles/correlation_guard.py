"""Ψ from equations 7, 8 and 10: every removed word, every group of words beside it, counted in every text."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tests.oracles.disclosure import Text, binomial_tail, count, groups, odds


@dataclass(frozen=True)
class World:
    """`threshold` is a number of bits, "quantile 50%" of what removed words hold, or "own 50%", a share of what each holds itself.

    Whatever that is, a group that enough documents show may make a removed word as likely as `at_most`, or as it is anyway, or
    likelier by a chance that is believed: above `chance` for one word, above `rate` for several.
    """

    texts: Sequence[Text]
    threshold: int | str
    max_group: int
    min_support: int
    at_most: Fraction = Fraction(1)
    chance: float = 1.0
    rate: float = 1.0

    def flagged(self, contexts: Sequence[tuple[Collection[str], Collection[str]]]) -> list[frozenset[str]]:
        """The groups that give a removed word away, once for each such word and context; contexts show and hide words."""
        reached = self.power({word for _, hidden in contexts for word in hidden})
        return [
            group
            for shown, hidden in contexts
            for secret in sorted(set(hidden))
            for group in groups(shown, self.max_group)
            if self.tells(secret, group, reached)
        ]

    def flagged_beside(
        self, contexts: Sequence[tuple[Collection[str], Collection[tuple[str, str]]]]
    ) -> list[frozenset[str]]:
        """The same where contexts hide words behind more general ones, which every group tells along; "" for none."""
        reached = self.power({word for _, hidden in contexts for word, _ in hidden})
        return [
            group
            for shown, hidden in contexts
            for secret, general in sorted(set(hidden))
            for group in groups(shown, self.max_group)
            if self.tells(secret, group, reached, beside=[general] if general else [])
        ]

    def tells(
        self, secret: str, group: frozenset[str], reached: Fraction | None, beside: Collection[str] = ()
    ) -> bool:
        """Whether a group gives a removed word away, together with what was put in its place."""
        if group == {secret}:
            return True
        each = [[word] for word in {*group, *beside}]
        together, alone = count(self.texts, [secret], *each), count(self.texts, *each)
        if together >= self.min_support and self.makes_likely(secret, len(group), together, alone):
            return True
        if reached is None or together < (1 if len(group) == 1 else self.min_support):
            return False
        told = Fraction(together, alone) / odds(self.texts, [secret])
        if str(self.threshold).startswith("own "):
            whole, part = 100, int(str(self.threshold)[4:-1])
            return told**whole >= (1 / odds(self.texts, [secret])) ** part
        return told >= reached

    def makes_likely(self, secret: str, size: int, together: int, alone: int) -> bool:
        cap = max(self.at_most, odds(self.texts, [secret]))
        believed = self.chance if size == 1 else self.rate
        likelier = Fraction(together, alone) > cap
        return likelier and binomial_tail(together, alone, cap) <= believed * (1 + 1e-9)

    def power(self, hidden: Collection[str]) -> Fraction | None:
        """Two to the power of t_DR; none where no removed word was ever seen."""
        if isinstance(self.threshold, int):
            return Fraction(2**self.threshold)
        seen = sorted(1 / odds(self.texts, [word]) for word in hidden if count(self.texts, [word]))
        quantile = self.threshold.startswith("quantile")
        share = float(self.threshold.split()[1].rstrip("%")) / 100 if quantile else 0.0
        return seen[min(int(share * len(seen)), len(seen) - 1)] if seen else None


def algorithm_1(world: World, contexts: Sequence[tuple[Collection[str], Sequence[str]]]) -> set[str]:
    """Algorithm 1 line by line: the quasi-identifiers of all contexts, each of which shows and hides words in their order.

    Flagged at the threshold as well, as equation 8 has it; QS is emptied once a context. Combinations come in alphabetical order,
    of which the paper says nothing.
    """
    reached = world.power({word for _, hidden in contexts for word in hidden})  # line 1
    found: set[str] = set()  # UQS
    for shown, hidden in contexts:  # lines 2 to 4
        left = set(shown)
        for secret in dict.fromkeys(hidden):  # line 5
            for size in range(1, world.max_group + 1):  # lines 7, 8 and 19
                waiting = [frozenset(each) for each in combinations(sorted(left), size)]  # line 9
                while waiting:  # lines 10 to 12
                    group = waiting.pop(0)
                    if world.tells(secret, group, reached):  # line 13
                        found |= group  # line 14
                        left -= group  # line 15
                        waiting = [each for each in waiting if not each & group]  # line 16
    return found
