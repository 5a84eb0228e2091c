"""Information in bits, from counts: what a term says, and what it says about another.

`pmi` and `conditional` are -inf and inf when both sides were seen but never together. They are None when a side was
never seen at all: then there is nothing to measure, and what to do about it is the caller's choice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, log2

import numpy as np
from numpy.typing import NDArray

from reticent.knowledge.corpus.corpus import AnyOf, Conjunction, Corpus
from reticent.knowledge.corpus.grouping import Groups


@dataclass(frozen=True, slots=True)
class Association:
    """What one side (`entity`) and another (`group`) have to do with each other, by the counts behind it.

    `documents` is the size of the corpus. With a context g all other counts are of documents that hold g too,
    which makes `pmi` the contextualized PMI_g.
    """

    entity: int
    group: int
    together: int
    documents: int

    @property
    def support(self) -> int:
        """The number of documents that the measure rests on."""
        return self.together

    @property
    def pmi(self) -> float | None:
        """PMI(c; T) = log2 p(c, T) / (p(c) p(T)): (C, g(C))-sanitization, section 4; see the module for None."""
        if not self.entity or not self.group:
            return None
        return log2(self.together * self.documents / (self.entity * self.group)) if self.together else -inf

    @property
    def conditional(self) -> float | None:
        """IC(c | T) = -log2 p(c | T), what T leaves unsaid of c; see the module for None."""
        if not self.entity or not self.group:
            return None
        return -log2(self.together / self.group) + 0.0 if self.together else inf


def bits(count: int, documents: int) -> float:
    """-log2 of count over documents; inf for a count of none.

    >>> bits(1, 1024)
    10.0
    """
    return log2(documents / count) if count else inf


def information(corpus: Corpus, *groups: Conjunction) -> list[float]:
    """IC(T) = -log2 p(T) of each group of terms; inf for what was never seen."""
    return [bits(count, corpus.size) for count in corpus.count(groups)]


def association(
    corpus: Corpus, entity: Conjunction, groups: Iterable[Conjunction], *, within: Conjunction = frozenset()
) -> list[Association]:
    """How the entity c and each group T are associated, contextualized by `within` (g(c)) if given."""
    listed = list(groups)
    asked = [
        entity | within,
        *(group | within for group in listed),
        *(entity | group | within for group in listed),
    ]
    counts = corpus.count(asked)
    alone, together = counts[1 : len(listed) + 1], counts[len(listed) + 1 :]
    return [
        Association(counts[0], group, joint, corpus.size)
        for group, joint in zip(alone, together, strict=True)
    ]


def group_pmi(groups: Groups, *, entity: int, documents: int) -> NDArray[np.float64]:
    """The PMI of all groups at once; each was seen with the entity, so that none is undefined."""
    return np.log2(groups.together * float(documents) / (groups.alone * float(entity)))


def conjunction(*terms: str | AnyOf) -> Conjunction:
    """The terms, and the things with several names, as what one document holds together."""
    return frozenset(terms)
