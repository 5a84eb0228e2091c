"""Terms together with entities: every group that occurs with an entity, and many pairs counted at once.

A group can only tell of an entity c when some document holds both, so groups are enumerated in the documents of c
alone: there a matrix of terms by documents, multiplied by itself, counts all pairs at once. Only those that occur
are then counted in the whole corpus, once for all entities. A group of three is a pair among the documents that hold
its rarest term, one of four a pair among those that hold a pair, and so on: what grows is only what documents of c hold. All groups
are counted, or a question that makes too many is refused.

An intersection per pair takes a call per pair: for a thousand words and a thousand entities that is a million. `ShardCounter`
writes down the entities of every document once, and a term adds up the entities of its documents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from reticent.errors import KnowledgeError
from reticent.knowledge.corpus.corpus import Conjunction, Corpus, GroupQuery
from reticent.knowledge.corpus.postings import documents_in
from reticent.knowledge.corpus.terms import Counts, Presence, TermGroups, count_intersections, mark_presence


class DocumentSets(Protocol):
    """One shard of a corpus, as sets of documents, each of which counts as `weight`."""

    weight: int

    def documents_with(self, term: str) -> BitMap:
        """The documents that hold the term."""

    def documents(self, conjunction: Conjunction) -> BitMap:
        """The documents that hold all of it."""


_PAIR = 2
MOST_GROUPS = 1_000_000
"""The most groups of three terms or more, of one size, that one question may make: some seconds, and some hundreds of megabytes."""


class _Found(NamedTuple):
    """Groups of rows that occur with some entity: one column of `together` per group, one row per entity."""

    members: NDArray[np.intp]
    together: Counts
    alone: Counts


def groups_in(shards: Sequence[DocumentSets], query: GroupQuery) -> list[list[TermGroups]]:
    """`Corpus.groups` over the shards of a corpus."""
    entities, within, support = query.entities, query.within, query.min_support
    if not entities:
        return []
    held = [_restrict_sets(shard, query.terms, within) for shard in shards]
    places = [[shard.documents(entity | within) for shard in shards] for entity in entities]
    weights = [shard.weight for shard in shards]
    sizes_held = [[weight * len(found) for found in sets] for weight, sets in zip(weights, held, strict=True)]
    alone = np.array(sizes_held, dtype=np.int64).sum(axis=0)
    together = np.array([_count_joint(held, documents, weights) for documents in places], dtype=np.int64)
    # The rarest terms first, so that what larger groups start from is small.
    order = np.argsort(alone, kind="stable")
    order = order[(together[:, order] >= support).any(axis=0)]
    sizes = [_Found(order[:, None], together[:, order], alone[order])]
    if query.max_group > 1:
        rows = [[sets[term] for term in order] for sets in held]
        presence = [np.hstack(list(map(_weigh_presence, rows, documents, weights))) for documents in places]
        sizes += _larger(rows, presence, order, weights, query.max_group, support)
    return [[_of_entity(found, number, support) for found in sizes] for number in range(len(entities))]


def _weigh_presence(sets: Sequence[BitMap], documents: BitMap, weight: int) -> Presence:
    """Which of the documents are in which of the sets, each document as often as it counts."""
    presence = mark_presence(sets, documents)
    return presence if weight == 1 else np.repeat(presence, weight, axis=1)


def _count_joint(
    held: Sequence[Sequence[BitMap]], documents: Sequence[BitMap], weights: Sequence[int]
) -> Counts:
    """As how many documents those count, shard by shard, that are in each set."""
    counts = [
        [weight * found.intersection_cardinality(docs) for found in sets]
        for sets, docs, weight in zip(held, documents, weights, strict=True)
    ]
    total: Counts = np.array(counts, dtype=np.int64).sum(axis=0)
    return total


# paper: cg-sanitization, Adaptation A2
def _larger(
    rows: Sequence[Sequence[BitMap]],
    presence: Sequence[Presence],
    order: NDArray[np.intp],
    weights: Sequence[int],
    max_group: int,
    support: int,
) -> Iterator[_Found]:
    """The groups of two and more; a group of n is a pair that follows a start of n - 2, itself a group that is held."""
    starts: list[list[tuple[int, ...]]] = [[()], [(row,) for row in range(len(order))]]
    for size in range(2, max_group + 1):
        parts: list[_Found] = []
        groups = 0
        for start in starts[size - 2]:
            found = _extend_start(start, rows, presence, weights, support)
            if found is not None:
                parts.append(found)
                groups += len(found.alone)
                _require_few(groups, size)
        if size <= max_group - 2:
            starts.append([tuple(group) for part in parts for group in part.members.tolist()])
        yield _Found(
            order[np.concatenate([np.empty((0, size), dtype=np.intp), *(part.members for part in parts)])],
            np.hstack([np.empty((len(presence), 0), dtype=np.int64), *(part.together for part in parts)]),
            np.concatenate([np.empty(0, dtype=np.int64), *(part.alone for part in parts)]),
        )


def _require_few(groups: int, size: int) -> None:
    """Refuse a question before what it makes fills the memory: all groups are counted, or none is."""
    if size > _PAIR and groups > MOST_GROUPS:
        raise KnowledgeError(
            f"documents hold more than {MOST_GROUPS:,} groups of {size} of these terms with an entity, and all of them would have to"
            f" be judged: take max_group = {size - 1}, or judge terms together within a paragraph, a sentence or a window of words"
        )


def _restrict_sets(shard: DocumentSets, terms: Sequence[str], within: Conjunction) -> list[BitMap]:
    sets = [shard.documents_with(term) for term in terms]
    if not within:
        return sets
    context = shard.documents(within)
    return [found & context for found in sets]


def _extend_start(
    start: tuple[int, ...],
    rows: Sequence[Sequence[BitMap]],
    presence: Sequence[Presence],
    weights: Sequence[int],
    support: int,
) -> _Found | None:
    """The start with every pair of later rows that occurs with it and some entity; None when no two rows do."""
    later = start[-1] + 1 if start else 0
    inside = [one[later:][:, one[list(start)].all(axis=0)] if start else one for one in presence]
    enough = np.array([one.sum(axis=1) >= support for one in inside])
    kept = np.flatnonzero(enough.any(axis=0))
    if len(kept) < 2:
        return None
    joint = np.array([_pairs(one[kept], support) for one in inside])
    first, second = np.nonzero((joint >= support).any(axis=0))
    counts = [
        weight * count_intersections(_among(sets, start, kept + later), first, second)
        for sets, weight in zip(rows, weights, strict=True)
    ]
    beginning = np.tile(np.array(start, dtype=np.intp), (len(first), 1))
    members = np.column_stack([beginning, kept[first] + later, kept[second] + later])
    return _Found(members, joint[:, first, second].astype(np.int64), np.sum(counts, axis=0, dtype=np.int64))


def _pairs(presence: Presence, support: int) -> Presence:
    """In how many documents each row and each later one stand together; 0 for rows with too few documents."""
    enough = np.flatnonzero(presence.sum(axis=1) >= support)
    joint = np.zeros((len(presence), len(presence)), dtype=np.float32)
    joint[np.ix_(enough, enough)] = np.triu(presence[enough] @ presence[enough].T, k=1)
    return joint


def _among(sets: Sequence[BitMap], start: tuple[int, ...], rows: NDArray[np.intp]) -> list[BitMap]:
    """The sets of the rows, restricted to the documents that hold the start."""
    if not start:
        return [sets[row] for row in rows]
    common = BitMap.intersection(*(sets[row] for row in start))
    return [sets[row] & common for row in rows]


def _of_entity(found: _Found, number: int, support: int) -> TermGroups:
    """The groups that occur often enough with one entity, in lexicographic order."""
    enough = found.together[number] >= support
    members = np.sort(found.members[enough], axis=1).astype(np.int32)
    order = np.lexsort(members.T[::-1])
    return TermGroups(members[order], found.together[number][enough][order], found.alone[enough][order])


_CELLS_AT_ONCE = 4_000_000  # 32 MB of counts


class JointCounter(Protocol):
    """Counts terms together with entities that were fixed before."""

    def count(self, terms: Sequence[str]) -> Counts:
        """A row per term and a column per entity: the documents that hold both."""


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
        """A row per term and a column per entity."""
        counts = np.zeros((len(terms), len(self._entities)), dtype=np.int64)
        found = self._corpus.groups(self._entities, terms, max_group=1) if terms else []
        for column, (groups, *_) in enumerate(found):
            counts[groups.members[:, 0], column] = groups.together
        return counts


class ShardCounter:
    """Counts with the document sets of an index."""

    def __init__(self, shards: Sequence[DocumentSets], entities: Sequence[Conjunction]) -> None:
        self._width = len(entities)
        self._shards = [(shard, _Holders(shard, entities)) for shard in shards]

    def count(self, terms: Sequence[str]) -> Counts:
        """A row per term and a column per entity."""
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

    def __init__(self, shard: DocumentSets, entities: Sequence[Conjunction]) -> None:
        sets = [shard.documents(entity) for entity in entities]
        held = [documents_in(found) for found in sets]
        documents = np.concatenate([*held, np.zeros(0, dtype=np.uint32)])
        numbers = np.repeat(np.arange(len(sets)), list(map(len, held)))
        order = np.argsort(documents, kind="stable")
        # The entities of document d are those from _ends[d] to _ends[d + 1].
        self._ends = np.concatenate([[0], np.cumsum(np.bincount(documents.astype(np.int64)))])
        self._entities = numbers[order]
        self.documents = BitMap.union(BitMap(), *sets)

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
