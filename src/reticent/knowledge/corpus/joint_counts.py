"""In how many documents each of many terms stands together with each of many entities, all counted at once.

An intersection a pair takes a call a pair: for a thousand words and a thousand entities that is a million. Here the
entities of every document are written down once, and a term adds up the entities of its documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from reticent.knowledge.corpus.cooccurrence import DocumentSets
from reticent.knowledge.corpus.corpus import Conjunction, Corpus
from reticent.knowledge.corpus.grouping import Counts
from reticent.knowledge.corpus.postings import documents_in

_CELLS_AT_ONCE = 4_000_000


class JointCounter(Protocol):
    """Counts terms together with entities that were fixed before."""

    def count(self, terms: Sequence[str]) -> Counts:
        """A row a term and a column an entity: the documents that hold both."""


@runtime_checkable
class CountsInBulk(Protocol):
    """A corpus with a quicker way than one intersection for each term and entity."""

    def joint_counter(self, entities: Sequence[Conjunction]) -> JointCounter:
        """What counts any terms together with these entities."""


def joint_counter(corpus: Corpus, entities: Sequence[Conjunction]) -> JointCounter:
    """What counts terms together with these entities, in the quickest way that the corpus has."""
    return (
        corpus.joint_counter(entities) if isinstance(corpus, CountsInBulk) else PairCounter(corpus, entities)
    )


class PairCounter:
    """Counts with any corpus, a pair at a time."""

    def __init__(self, corpus: Corpus, entities: Sequence[Conjunction]) -> None:
        self._corpus = corpus
        self._entities = list(entities)

    def count(self, terms: Sequence[str]) -> Counts:
        """A row a term and a column an entity."""
        counts = np.zeros((len(terms), len(self._entities)), dtype=np.int64)
        found = self._corpus.groups(self._entities, terms, max_group=1) if terms else []
        for column, (groups, *_) in enumerate(found):
            counts[groups.members[:, 0], column] = groups.together
        return counts


class ShardCounter:
    """Counts with the document sets of an index."""

    def __init__(self, shards: Sequence[DocumentSets], entities: Sequence[Conjunction]) -> None:
        self._width = len(entities)
        self._shards = [(shard, _Holders.of(shard, entities)) for shard in shards]

    def count(self, terms: Sequence[str]) -> Counts:
        """A row a term and a column an entity."""
        step = max(1, _CELLS_AT_ONCE // max(1, self._width))
        parts = [self._count(terms[start : start + step]) for start in range(0, len(terms), step)]
        return np.concatenate([np.zeros((0, self._width), dtype=np.int64), *parts])

    def _count(self, terms: Sequence[str]) -> Counts:
        counts = np.zeros((len(terms), self._width), dtype=np.int64)
        for shard, holders in self._shards:
            held = [documents_in(shard.documents_with(term) & holders.documents) for term in terms]
            rows = np.repeat(np.arange(len(terms)), list(map(len, held)))
            counts += holders.add_up(
                rows, np.concatenate([*held, np.zeros(0, dtype=np.uint32)]), counts.shape
            )
        return counts


class _Holders:
    """The entities of every document of a shard, document by document."""

    def __init__(self, documents: BitMap, ends: NDArray[np.int64], entities: NDArray[np.int64]) -> None:
        self.documents = documents
        self._ends = ends
        self._entities = entities

    @classmethod
    def of(cls, shard: DocumentSets, entities: Sequence[Conjunction]) -> _Holders:
        sets = [shard.documents(entity) for entity in entities]
        held = [documents_in(found) for found in sets]
        documents = np.concatenate([*held, np.zeros(0, dtype=np.uint32)])
        numbers = np.repeat(np.arange(len(sets)), list(map(len, held)))
        order = np.argsort(documents, kind="stable")
        # The entities of document d are those from ends[d] to ends[d + 1].
        ends = np.concatenate([[0], np.cumsum(np.bincount(documents.astype(np.int64)))])
        return cls(BitMap.union(BitMap(), *sets), ends, numbers[order])

    def add_up(
        self, rows: NDArray[np.int64], documents: NDArray[np.uint32], shape: tuple[int, ...]
    ) -> Counts:
        """How often a row's documents hold each entity; `rows` says which row each of the documents belongs to."""
        starts = self._ends[documents]
        many = self._ends[documents + np.uint32(1)] - starts
        before = np.cumsum(many) - many
        places = np.arange(many.sum()) + np.repeat(starts - before, many)
        cells = np.repeat(rows, many) * shape[1] + self._entities[places]
        return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
