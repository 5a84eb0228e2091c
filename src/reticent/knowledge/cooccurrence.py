"""Every group of terms that occurs together with an entity, found inside the documents of the entity.

A group can only tell of an entity c when some document holds both, so groups are enumerated in the documents of c
alone: there a matrix of terms by documents, multiplied by itself, counts all pairs at once. Only those that occur
are then counted in the whole corpus. A group of three is a pair among the documents that hold its rarest term.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from reticent.knowledge.grouping import Counts, Groups
from reticent.knowledge.postings import Documents, documents_in

Presence = NDArray[np.float32]
"""Terms by documents, 1 where the document holds the term; its products are exact below 2^24 documents."""

_PRODUCTS_A_CALL = 20_000
"""Multiplications that take as long as one intersection called from Python."""

_LARGE, _DENSE = 1 / 64, 1 / 16
"""The shares of all documents from which a set is looked up in a table, and from which its bitmap is one of bits."""


class DocumentSets(Protocol):
    """One shard of a corpus, as sets of documents."""

    def holding(self, term: str) -> BitMap:
        """The documents that hold the term."""

    def documents(self, conjunction: frozenset[str | frozenset[str]]) -> BitMap:
        """The documents that hold all of it."""


class _Pairs(NamedTuple):
    """Pairs of rows i < j, with the counts that belong to them."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    together: Counts
    alone: Counts


def groups_in(
    shards: Sequence[DocumentSets],
    entity: frozenset[str | frozenset[str]],
    terms: Sequence[str],
    *,
    max_group: int,
    min_support: int,
    within: frozenset[str | frozenset[str]],
) -> list[Groups]:
    """`Corpus.groups` over the shards of a corpus."""
    support = max(1, min_support)
    held = [_restricted(shard, terms, within) for shard in shards]
    entities = [shard.documents(entity | within) for shard in shards]
    alone = np.array([[len(found) for found in sets] for sets in held], dtype=np.int64).sum(axis=0)
    joint = [
        [found.intersection_cardinality(documents) for found in sets]
        for sets, documents in zip(held, entities, strict=True)
    ]
    together = np.array(joint, dtype=np.int64).sum(axis=0)
    # The rarest terms first, so that what larger groups start from is small.
    order = np.argsort(alone, kind="stable")
    order = order[together[order] >= support]
    found = [_sorted(order[:, None], together[order], alone[order])]
    if max_group > 1:
        rows = [[sets[term] for term in order] for sets in held]
        parts = [_presence(sets, documents) for sets, documents in zip(rows, entities, strict=True)]
        found += _larger(rows, np.hstack(parts), order, max_group, support)
    return found


def _larger(
    rows: Sequence[Sequence[BitMap]],
    presence: Presence,
    order: NDArray[np.intp],
    max_group: int,
    support: int,
) -> Iterator[Groups]:
    """The groups of two and more; a group of n is a pair that follows a start of n - 2."""
    starts: list[tuple[int, ...]] = [()]
    for size in range(2, max_group + 1):
        yield _joined(list(_extended(starts, rows, presence, support)), order, size)
        starts = [
            (*start, row) for start in starts for row in range(start[-1] + 1 if start else 0, len(order))
        ]


def _restricted(
    shard: DocumentSets, terms: Sequence[str], within: frozenset[str | frozenset[str]]
) -> list[BitMap]:
    sets = [shard.holding(term) for term in terms]
    if not within:
        return sets
    context = shard.documents(within)
    return [found & context for found in sets]


def _presence(sets: Sequence[BitMap], documents: BitMap) -> Presence:
    """Which of the documents are in which of the sets."""
    columns = documents_in(documents)
    matrix = np.zeros((len(sets), len(columns)), dtype=np.float32)
    held = [documents_in(found & documents) for found in sets]
    places = np.searchsorted(columns, np.concatenate([columns[:0], *held]))
    matrix[np.repeat(np.arange(len(sets)), [len(docs) for docs in held]), places] = 1
    return matrix


def _extended(
    starts: Sequence[tuple[int, ...]], rows: Sequence[Sequence[BitMap]], presence: Presence, support: int
) -> Iterator[tuple[tuple[int, ...], _Pairs]]:
    """For each start the pairs of later rows that occur with it and the entity."""
    for start in starts:
        later = start[-1] + 1 if start else 0
        columns = presence[list(start)].all(axis=0)
        if columns.sum() < support:
            continue
        inside = presence[later:][:, columns] if start else presence
        kept = np.flatnonzero(inside.sum(axis=1) >= support)
        pairs = _pairs(inside[kept], [_among(sets, start, kept + later) for sets in rows], support)
        yield start, pairs._replace(first=kept[pairs.first] + later, second=kept[pairs.second] + later)


def _among(sets: Sequence[BitMap], start: tuple[int, ...], rows: NDArray[np.intp]) -> list[BitMap]:
    """The sets of the rows, restricted to the documents that hold the start."""
    if not start:
        return [sets[row] for row in rows]
    common = BitMap.intersection(*(sets[row] for row in start))
    return [sets[row] & common for row in rows]


def _pairs(presence: Presence, sets: Sequence[Sequence[BitMap]], support: int) -> _Pairs:
    together = np.triu(presence @ presence.T, k=1)
    first, second = np.nonzero(together >= support)
    alone = sum(
        (_intersections(shard, first, second) for shard in sets), np.zeros(len(first), dtype=np.int64)
    )
    return _Pairs(first, second, together[first, second].astype(np.int64), alone)


def _intersections(sets: Sequence[BitMap], first: NDArray[np.intp], second: NDArray[np.intp]) -> Counts:
    """How many documents each pair of sets has in common; `second` is never the smaller of the two."""
    if not len(first):
        return np.zeros(0, dtype=np.int64)
    union = BitMap.union(*sets)
    if len(sets) ** 2 * len(union) < len(first) * _PRODUCTS_A_CALL:
        presence = _presence(sets, union)
        return (presence @ presence.T)[first, second].astype(np.int64)
    share = np.array([len(found) for found in sets]) / union.max()
    looked_up = (share[second] > _LARGE) & (share[first] < _DENSE)
    common = np.empty(len(first), dtype=np.int64)
    common[looked_up] = _looked_up(sets, first[looked_up], second[looked_up])
    pairs = zip(first[~looked_up].tolist(), second[~looked_up].tolist(), strict=True)
    common[~looked_up] = [sets[i].intersection_cardinality(sets[j]) for i, j in pairs]
    return common


def _looked_up(sets: Sequence[BitMap], first: NDArray[np.intp], second: NDArray[np.intp]) -> Counts:
    """The same through a table of documents by second sets, of which each first set sums up its rows."""
    columns, column = np.unique(second, return_inverse=True)
    if not len(columns):
        return np.zeros(0, dtype=np.int64)
    held = [documents_in(sets[row]) for row in columns]
    width = -(-len(columns) // 8) * 8
    table = np.zeros((max(int(docs[-1]) for docs in held) + 1, width), dtype=np.uint8)
    for place, docs in enumerate(held):
        table[docs, place] = 1
    rows, row = np.unique(first, return_inverse=True)
    sums = np.array([_row_sums(table, documents_in(sets[one])) for one in rows], dtype=np.int64)
    return sums[row, column]


def _row_sums(table: NDArray[np.uint8], chosen: Documents) -> Counts:
    """The sum of the chosen rows, those past the end being zero."""
    rows = table.view(np.uint64).take(chosen[: np.searchsorted(chosen, len(table))], axis=0)
    if not len(rows):
        return np.zeros(table.shape[1], dtype=np.int64)
    # Eight columns are added as one number: no column outgrows its byte in 255 rows.
    sums = np.add.reduceat(rows, np.arange(0, len(rows), 255), axis=0)
    totals: Counts = sums.view(np.uint8).sum(axis=0, dtype=np.int64)
    return totals


def _joined(parts: Sequence[tuple[tuple[int, ...], _Pairs]], order: NDArray[np.intp], size: int) -> Groups:
    members = [
        np.column_stack([*(np.full(len(pairs.first), row) for row in start), pairs.first, pairs.second])
        for start, pairs in parts
    ]
    rows = np.concatenate([np.empty((0, size), dtype=np.intp), *members])
    together = np.concatenate([np.empty(0, dtype=np.int64), *(pairs.together for _, pairs in parts)])
    alone = np.concatenate([np.empty(0, dtype=np.int64), *(pairs.alone for _, pairs in parts)])
    return _sorted(order[rows], together, alone)


def _sorted(members: NDArray[np.intp], together: Counts, alone: Counts) -> Groups:
    ascending = np.sort(members, axis=1).astype(np.int32)
    order = np.lexsort(ascending.T[::-1])
    return Groups(ascending[order], together[order], alone[order])
