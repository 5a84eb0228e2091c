"""How many of the texts that a release leaves open people would believe: those whose words a corpus has met together.

Section 6 of the paper names it as future work: words of a text depend on each other. "A soft drug for pain" leaves twelve texts open, of
which "hashish for a bellyache" may stand nowhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reticent.executors import TravelsAsSettings
from reticent.knowledge import AnyOf, Corpus

MOST_ALTERNATIVES = 200
"""Of the words that a replacement leaves open the commonest are tried: fewer are counted, never more. Chosen by hand."""

MOST_PAIRS = 20_000
"""Pairs of words that are looked up for a unit; what is not found by then does not count. Chosen by hand: about a second."""


@dataclass(frozen=True, slots=True)
class Belief(TravelsAsSettings):
    """Counts choices of one alternative per word of which every two stand together in some document."""

    corpus: Corpus
    _together: dict[frozenset[AnyOf], bool] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    # paper: t-plausibility, Section 6, relations
    def count(self, choices: Sequence[Sequence[AnyOf]], enough: int) -> int:
        """As many such choices as are found, up to `enough`; the first alternatives are the original, which is believed.

        No words leave one text.
        """
        ordered = sorted((self._commonest(each) for each in choices), key=len)
        original = tuple(each[0] for each in ordered)
        left = [MOST_PAIRS]

        def extend(chosen: tuple[AnyOf, ...], rest: Sequence[Sequence[AnyOf]], wanted: int) -> int:
            if not rest:
                return int(chosen != original)
            found = 0
            for option in rest[0]:
                if found >= wanted or left[0] <= 0:
                    break
                narrowed = [self._beside(option, each, left) for each in rest[1:]]
                if all(narrowed):
                    found += extend((*chosen, option), narrowed, wanted - found)
            return min(found, wanted)

        return 1 + extend((), ordered, enough - 1)

    def _commonest(self, names: Sequence[AnyOf]) -> list[AnyOf]:
        """The original, then the alternatives that were met at all, the commonest first."""
        original, *others = names
        counts = self.corpus.count([frozenset({each}) for each in others])
        met = sorted((-count, number) for number, count in enumerate(counts) if count)
        return [original, *(others[number] for _, number in met[: MOST_ALTERNATIVES - 1])]

    def _beside(self, option: AnyOf, others: Sequence[AnyOf], left: list[int]) -> list[AnyOf]:
        """Those of the others that stand in some document together with an option."""
        new = [each for each in others if frozenset({option, each}) not in self._together]
        left[0] -= len(new)
        counts = self.corpus.count([frozenset({option, each}) for each in new])
        self._together.update(
            (frozenset({option, each}), count > 0) for each, count in zip(new, counts, strict=True)
        )
        return [each for each in others if self._together[frozenset({option, each})]]
