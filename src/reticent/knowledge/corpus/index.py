"""A corpus in index files on disk: counts are intersections of document sets, added up over the files.

A file may give its documents a weight: then each of them counts as so many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import and_
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from pyroaring import BitMap

from reticent.errors import KnowledgeError
from reticent.knowledge.corpus.corpus import (
    ALIKE,
    AnswersQueries,
    Conjunction,
    GroupQuery,
    Known,
    join_fingerprints,
)
from reticent.knowledge.corpus.index_file import IndexEntry, Manifest
from reticent.knowledge.corpus.joint_counts import ShardCounter, groups_in
from reticent.knowledge.corpus.postings import documents_in
from reticent.knowledge.corpus.spoken import common_language
from reticent.knowledge.corpus.terms import TermGroups, counted_words, distinct_counted
from reticent.language import find_language

_SETS_KEPT = 1 << 14  # chosen by hand: the terms of many documents, most of which are empty sets
_TERMS_KEPT = 1 << 16  # whose counts are kept: those of many documents, some 10 MB; chosen by hand


class PostingsStore(Protocol):
    """What keeps the documents of every term: an index file, or a server."""

    documents: int
    fingerprint: str

    @property
    def weight(self) -> int:
        """As how many documents each of its documents counts."""

    @property
    def manifest(self) -> Manifest:
        """What it says about itself."""

    @property
    def dictionary(self) -> Iterable[str]:
        """Every term with a count of its own."""

    @property
    def word_counts(self) -> NDArray[np.uint32]:
        """How many distinct counted words each document has."""

    def entry(self, term: str) -> IndexEntry | None:
        """How many documents hold a term; None when it has no count of its own."""

    def bitmap(self, term: str) -> BitMap | None:
        """The documents that hold a term, not to be changed; None when it has no count of its own."""

    def occurrences(self, term: str) -> int | None:
        """How often a term occurs in all documents; None where documents alone are counted."""


class IndexCorpus(AnswersQueries):
    """What several index files count together; `without` leaves documents out and shares the files."""

    def __init__(self, files: Sequence[PostingsStore], left_out: Sequence[BitMap] = ()) -> None:
        if not files:
            raise KnowledgeError("a corpus needs at least one index file")
        sets = left_out or [BitMap() for _ in files]
        self.language = common_language(file.manifest.language for file in files)
        self._language = find_language(self.language)
        self._shards = [_Shard(file, out, files) for file, out in zip(files, sets, strict=True)]
        self._counts: dict[str, int] = {}
        self._ways: dict[str, Known] = {}
        self._own: dict[str, bool] = {}

    def __reduce__(self) -> tuple[type[IndexCorpus], tuple[list[PostingsStore], list[BitMap]]]:
        """Travels to other processes as the names of its files, and what is left out."""
        return IndexCorpus, (self.files, [shard.left_out for shard in self._shards])

    def __repr__(self) -> str:
        return f"IndexCorpus({self.size} documents, {self.fingerprint[:15]}…)"

    @property
    def size(self) -> int:
        """The number of documents that are counted."""
        return sum(shard.size for shard in self._shards)

    @property
    def fingerprint(self) -> str:
        """The content hash of the file, or a hash over those of all files; left-out documents don't change it."""
        return join_fingerprints([file.fingerprint for file in self.files])

    @property
    def files(self) -> list[PostingsStore]:
        """The files that are counted together."""
        return [shard.file for shard in self._shards]

    @property
    def manifests(self) -> list[Manifest]:
        """What each file says about itself."""
        return [file.manifest for file in self.files]

    def of_files(self, wanted: Callable[[PostingsStore], bool]) -> IndexCorpus | None:
        """The corpus of those files that are wanted; None where these are all of them, or none."""
        kept = [shard for shard in self._shards if wanted(shard.file)]
        if not kept or len(kept) == len(self._shards):
            return None
        return IndexCorpus([shard.file for shard in kept], [shard.left_out for shard in kept])

    def count(self, conjunctions: Sequence[Conjunction]) -> list[int]:
        """The number of documents that hold each conjunction."""
        shared = _shared_term(conjunctions)
        if shared is None:
            return [self._count(conjunction) for conjunction in conjunctions]
        counts = [shard.count_with(shared, conjunctions) for shard in self._shards]
        return [sum(each) for each in zip(*counts, strict=True)]

    def _count(self, conjunction: Conjunction) -> int:
        if len(conjunction) == 1:
            (only,) = conjunction
            if isinstance(only, str):
                return self._count_term(only)
        return sum([shard.count(conjunction) for shard in self._shards])

    def _count_term(self, term: str) -> int:
        found = self._counts.get(term)
        if found is None:
            if len(self._counts) >= _TERMS_KEPT:
                self._counts.clear()
            found = self._counts[term] = sum([shard.count_term(term) for shard in self._shards])
        return found

    def known(self, terms: Sequence[str]) -> list[Known]:
        """How each term is known: exactly when any file has postings of it, which are then all that count."""
        return [self._ways.get(term) or self._find_way(term) for term in terms]

    def _find_way(self, term: str) -> Known:
        if len(self._ways) >= _TERMS_KEPT:
            self._ways.clear()
        found = self._ways[term] = self._how_known(term)
        return found

    def has_own_count(self, term: str) -> bool:
        """Whether some file has postings of the term itself, which then are all that count."""
        found = self._own.get(term)
        if found is None:
            if len(self._own) >= _TERMS_KEPT:
                self._own.clear()
            found = self._own[term] = self._has_postings(term) and self._count_term(term) > 0
        return found

    def _has_postings(self, term: str) -> bool:
        return any(shard.has_postings(term) for shard in self._shards)

    def _how_known(self, term: str) -> Known:
        if self._has_postings(term):
            return "exact" if self.has_own_count(term) else "unseen"
        words = counted_words(term, self._language)
        return "approximate" if any(shard.holds_all(words) for shard in self._shards) else "unseen"

    def postings(self, term: str) -> list[tuple[int, BitMap]]:
        """The documents with exactly this term, for each file with the weight of its documents; not to be changed."""
        found = ((shard, shard.file.bitmap(term) or BitMap()) for shard in self._shards)
        return [(shard.file.weight, own - shard.left_out if shard.left_out else own) for shard, own in found]

    def occurrences(self, terms: Sequence[str]) -> list[int] | None:
        """How often each term with a count of its own occurs; None where a file counts documents alone."""
        found = [[shard.occurrences(term) for shard in self._shards] for term in terms]
        known = [[each for each in row if each is not None] for row in found]
        return [sum(row) for row in known] if known == found else None

    def find_groups(self, query: GroupQuery) -> list[list[TermGroups]]:
        """For each entity the groups of 1, 2, … terms, enumerated in its documents."""
        return groups_in(self._shards, query)

    def words(self) -> list[str]:
        """Every single word that some file has postings of, in order."""
        return sorted({term for shard in self._shards for term in shard.file.dictionary if " " not in term})

    def joint_counter(self, entities: Sequence[Conjunction]) -> ShardCounter:
        """What counts any terms together with these entities, all at once."""
        return ShardCounter(self._shards, entities)

    def without(self, words: Iterable[str], *, alike: float = ALIKE) -> IndexCorpus:
        """The corpus minus the documents that share at least `alike` of their words with these."""
        own = distinct_counted(words, self._language)
        left_out = [shard.left_out | _alike(shard.file, own, alike) for shard in self._shards]
        return IndexCorpus(self.files, left_out)


def _shared_term(conjunctions: Sequence[Conjunction]) -> str | None:
    """The term that is one half of all of these, where they are several pairs."""
    if len(conjunctions) < 2 or any(len(each) != 2 for each in conjunctions):
        return None
    shared = frozenset.intersection(*conjunctions)
    (only,) = shared if len(shared) == 1 else (None,)
    return only if isinstance(only, str) else None


class _Shard:
    """One file of several, minus the documents that are left out."""

    def __init__(self, file: PostingsStore, left_out: BitMap, files: Sequence[PostingsStore]) -> None:
        self.file = file
        self._others = [other for other in files if other is not file]
        self.left_out = left_out
        self._language = find_language(file.manifest.language)
        self._is_whole = not left_out
        self.weight = file.weight
        self.size = self.weight * (file.documents - len(left_out))
        self._sets: dict[str | frozenset[str], BitMap] = {}

    def documents_with(self, term: str | frozenset[str]) -> BitMap:
        """The documents that hold a term, or any of several; not to be changed."""
        if self._is_whole and isinstance(term, str) and (own := self.file.bitmap(term)) is not None:
            return own
        found = self._sets.get(term)
        if found is None:
            if len(self._sets) >= _SETS_KEPT:
                self._sets.clear()
            found = self._sets[term] = self._combine_words(term)
        return found

    def documents(self, conjunction: Conjunction) -> BitMap:
        """The documents that hold all of it."""
        if not conjunction:
            return BitMap(range(self.file.documents)) - self.left_out
        return reduce(and_, sorted(map(self.documents_with, conjunction), key=len))

    def count(self, conjunction: Conjunction) -> int:
        """As how many documents those count that hold all of it."""
        if not conjunction:
            return self.size
        if len(conjunction) == 2:
            one, other = map(self.documents_with, conjunction)
            return self.weight * int(one.intersection_cardinality(other))
        *others, largest = sorted(map(self.documents_with, conjunction), key=len)
        held = int(reduce(and_, others).intersection_cardinality(largest)) if others else len(largest)
        return self.weight * held

    def count_with(self, term: str, pairs: Sequence[Conjunction]) -> list[int]:
        """The same for pairs of which a term is one half."""
        documents = self.documents_with(term)
        if not documents:
            return [0] * len(pairs)
        others = (other for pair in pairs for other in pair if other != term)
        return [
            self.weight * int(documents.intersection_cardinality(self.documents_with(other)))
            for other in others
        ]

    def count_term(self, term: str) -> int:
        """As how many documents those count that hold a term; how many they are stands beside its postings."""
        if self._is_whole and (entry := self.file.entry(term)) is not None:
            return self.weight * entry.count
        return self.weight * len(self.documents_with(term))

    def occurrences(self, term: str) -> int | None:
        """How often the term itself occurs, as far as its documents are counted; None where the file doesn't say."""
        found = self.file.occurrences(term)
        entry = self.file.entry(term) if found else None
        if entry is None:
            return found
        counted = self.count_term(term)
        return counted * (found or 0) // entry.count

    def holds_all(self, words: Sequence[str]) -> bool:
        """Whether some document holds all of these words."""
        if any(self.file.entry(word) is None for word in words):
            return False
        *others, largest = sorted(map(self.documents_with, words), key=len)
        return bool(reduce(and_, others).intersect(largest)) if others else bool(largest)

    def has_postings(self, term: str) -> bool:
        """Whether the file has postings of the term itself."""
        return self.file.entry(term) is not None

    def _combine_words(self, term: str | frozenset[str]) -> BitMap:
        if not isinstance(term, str):
            return BitMap.union(BitMap(), *map(self.documents_with, term))
        own = self.file.bitmap(term)
        # Where one file has the phrase itself, documents with its words anywhere are another thing: oral, and thrush.
        if own is None and " " in term and any(other.entry(term) is not None for other in self._others):
            return BitMap()
        sets = (
            [self.file.bitmap(word) for word in counted_words(term, self._language)] if own is None else [own]
        )
        known = [found for found in sets if found is not None]
        found = reduce(and_, sorted(known, key=len)) if len(known) == len(sets) else BitMap()
        return found - self.left_out if self.left_out else found


def _alike(file: PostingsStore, words: frozenset[str], alike: float) -> BitMap:
    """The documents of the file that have at least the share `alike` of all words in common with `words`."""
    sets = [found for word in words if (found := file.bitmap(word)) is not None]
    if not sets:
        return BitMap()
    shared = np.bincount(np.concatenate([documents_in(found) for found in sets]), minlength=file.documents)
    united = len(words) + file.word_counts - shared
    return BitMap(np.flatnonzero((shared > 0) & (shared >= alike * united)).tolist())
