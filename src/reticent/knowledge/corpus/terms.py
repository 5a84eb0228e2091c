"""Which words are counted, groups of terms with their counts, and how many documents pairs of sets have in common.

Groups are arrays: a document of 300 terms has 45,000 pairs. Each pair is counted in the way that is quickest for its size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from reticent.errors import KnowledgeError
from reticent.knowledge.corpus.postings import Documents, documents_in
from reticent.knowledge.corpus.spoken import normal_words, spoken
from reticent.language import Language


def is_counted(word: str, language: Language | None = None) -> bool:
    """Whether a word has a count at all: it holds a letter or a digit and is no stop word."""
    return _is_counted(word, language or spoken())


def _is_counted(word: str, language: Language) -> bool:
    return word not in language.stop_words and any(map(str.isalnum, word))


def words_of(text: str) -> list[str]:
    """The words of a text in order, in their normal form.

    >>> words_of("The viruses.")
    ['the', 'virus', '.']
    """
    # A few characters decompose into several words: they are joined and divided again, as any term is.
    return [word for word in " ".join(normal_words(text)).split(" ") if word]


def counted_words(term: str, language: Language | None = None) -> tuple[str, ...]:
    """The words of a term that are counted, once each, in order; a KnowledgeError when there is none.

    >>> counted_words("head of state")
    ('head', 'state')
    """
    words = _counted_words(term, language or spoken())
    if not words:
        raise KnowledgeError(
            "a term that is empty or has only stop words or punctuation can't be counted: leave it out"
        )
    return words


@lru_cache(maxsize=1 << 16)
def _counted_words(term: str, language: Language) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in term.split(" ") if _is_counted(word, language)))


def is_countable(term: str) -> bool:
    """Whether `counted_words` finds any."""
    return bool(_counted_words(term, spoken()))


def as_term(name: str) -> str:
    """The term that stands for a name as people write it; a KnowledgeError when nothing in it is counted.

    >>> as_term("Blood Transfusions")
    'blood transfusion'
    """
    term = " ".join(words_of(name))
    counted_words(term)
    return term


def distinct_counted(words: Iterable[str], language: Language | None = None) -> frozenset[str]:
    """The counted words among `words`: what a document is recognized by."""
    used = language or spoken()
    return frozenset(word for word in words if _is_counted(word, used))


Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class TermGroups:
    """All groups of one size that were seen together with an entity, in lexicographic order.

    Row i of `members` holds the indices of group i into the terms asked for, ascending; `together[i]` counts the
    documents with the group and the entity, `alone[i]` those with the group, entity or not.
    """

    members: NDArray[np.int32]
    together: Counts
    alone: Counts

    @classmethod
    def from_rows(cls, rows: Sequence[tuple[tuple[int, ...], int, int]], size: int) -> TermGroups:
        """Groups of `size` terms from (members, together, alone), as iterating over them gives."""
        members = np.array([members for members, _, _ in rows], dtype=np.int32).reshape(len(rows), size)
        together = np.array([together for _, together, _ in rows], dtype=np.int64)
        return cls(members, together, np.array([alone for _, _, alone in rows], dtype=np.int64))

    def __len__(self) -> int:
        return len(self.together)

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Each group as (members, together, alone), in plain integers."""
        rows = zip(self.members.tolist(), self.together.tolist(), self.alone.tolist(), strict=True)
        return ((tuple(members), together, alone) for members, together, alone in rows)


Presence = NDArray[np.float32]
"""Terms by documents, 1 where the document holds the term; its products are exact below 2^24 documents."""

_PRODUCTS_PER_CALL = 20_000
"""Multiplications that take as long as one intersection called from Python."""

_FEW_PAIRS = 20_000
"""Pairs up to which roaring's own intersections, a few microseconds each, are quicker than any table of all sets."""

_LARGE, _DENSE = 1 / 64, 1 / 16
"""The shares of all documents beyond which a set is looked up in a table, and its bitmap is one of bits."""


def mark_presence(sets: Sequence[BitMap], documents: BitMap) -> Presence:
    """Which of the documents are in which of the sets."""
    columns = documents_in(documents)
    matrix = np.zeros((len(sets), len(columns)), dtype=np.float32)
    held = [documents_in(found & documents) for found in sets]
    places = np.searchsorted(columns, np.concatenate([columns[:0], *held]))
    matrix[np.repeat(np.arange(len(sets)), [len(docs) for docs in held]), places] = 1
    return matrix


def count_intersections(sets: Sequence[BitMap], first: NDArray[np.intp], second: NDArray[np.intp]) -> Counts:
    """How many documents each pair of sets has in common; `second` is never the smaller of the two."""
    if not len(first):
        return np.zeros(0, dtype=np.int64)
    union = BitMap.union(*sets)
    if len(sets) ** 2 * len(union) < len(first) * _PRODUCTS_PER_CALL:
        presence = mark_presence(sets, union)
        return (presence @ presence.T)[first, second].astype(np.int64)
    if len(first) <= _FEW_PAIRS:
        return _count_one_by_one(sets, first, second)
    share = np.array([len(found) for found in sets]) / union.max()
    common = np.empty(len(first), dtype=np.int64)
    small = share[second] <= _LARGE
    by_table = ~small & (share[first] < _DENSE)
    dense = ~small & ~by_table
    for chosen, way in (
        (small, _count_side_by_side),
        (by_table, _count_by_table),
        (dense, _count_one_by_one),
    ):
        if chosen.any():
            common[chosen] = way(sets, first[chosen], second[chosen])
    return common


def _count_one_by_one(sets: Sequence[BitMap], first: NDArray[np.intp], second: NDArray[np.intp]) -> Counts:
    """The same by roaring's own intersections, unbeaten where both sets are dense."""
    pairs = zip(first.tolist(), second.tolist(), strict=True)
    return np.array([sets[i].intersection_cardinality(sets[j]) for i, j in pairs], dtype=np.int64)


def _count_side_by_side(sets: Sequence[BitMap], first: NDArray[np.intp], second: NDArray[np.intp]) -> Counts:
    """The same for small sets: all of them sorted by document, so that what shares a document stands side by side."""
    chosen = np.unique(np.concatenate([first, second]))
    held = [documents_in(sets[row]) for row in chosen]
    documents = np.concatenate(held)
    order = np.argsort(documents, kind="stable")  # rows stay ascending within a document
    documents, rows = documents[order], np.repeat(np.arange(len(chosen)), list(map(len, held)))[order]
    found, here, distance = [rows[:0]], np.arange(len(documents)), 1
    while len(here):
        here = here[: np.searchsorted(here, len(documents) - distance)]
        here = here[documents[here] == documents[here + distance]]
        found.append(rows[here] * len(chosen) + rows[here + distance])
        distance += 1
    counts = np.bincount(np.concatenate(found), minlength=len(chosen) ** 2)
    places = np.searchsorted(chosen, first) * len(chosen) + np.searchsorted(chosen, second)
    common: Counts = counts[places]
    return common


def _count_by_table(sets: Sequence[BitMap], first: NDArray[np.intp], second: NDArray[np.intp]) -> Counts:
    """The same through a table of documents by second sets, of which each first set sums up its rows."""
    columns, column = np.unique(second, return_inverse=True)
    held = [documents_in(sets[row]) for row in columns]
    width = -(-len(columns) // 8) * 8
    table = np.zeros((max(int(docs[-1]) for docs in held) + 1, width), dtype=np.uint8)
    for place, docs in enumerate(held):
        table[docs, place] = 1
    rows, row = np.unique(first, return_inverse=True)
    sums = np.array([_sum_rows(table, documents_in(sets[one])) for one in rows], dtype=np.int64)
    return sums[row, column]


def _sum_rows(table: NDArray[np.uint8], chosen: Documents) -> Counts:
    """The sum of the chosen rows, those past the end being zero."""
    rows = table.view(np.uint64).take(chosen[: np.searchsorted(chosen, len(table))], axis=0)
    if not len(rows):
        return np.zeros(table.shape[1], dtype=np.int64)
    # Eight columns are added as one number: no column outgrows its byte in 255 rows.
    sums = np.add.reduceat(rows, np.arange(0, len(rows), 255), axis=0)
    totals: Counts = sums.view(np.uint8).sum(axis=0, dtype=np.int64)
    return totals
