"""The slow and obvious corpus that defines what every other one must answer."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Sequence
from itertools import combinations

from pyroaring import BitMap

from reticent.knowledge.corpus.corpus import ALIKE, AnswersQueries, Conjunction, GroupQuery, Known
from reticent.knowledge.corpus.spoken import speaking
from reticent.knowledge.corpus.terms import (
    TermGroups,
    counted_words,
    distinct_counted,
    is_counted,
    words_of,
)
from reticent.language import DEFAULT_CODE, find_language


class MemoryCorpus(AnswersQueries):
    """Documents held as lists of words, and read through for every count.

    `phrases` are the phrases with counts of their own; all of them if left out. What occurs in fewer than
    `min_documents` documents has none either: such a word is never seen, such a phrase is counted by its words,
    unless it is among the `whole` ones, which another part of a larger corpus has counts of.

    >>> corpus = MemoryCorpus(["HIV is a virus.", "A virus causes influenza."])
    >>> corpus.count([frozenset({"virus"}), frozenset({"virus", "HIV"})])
    [2, 1]
    """

    def __init__(
        self,
        texts: Iterable[str],
        *,
        phrases: Collection[str] | None = None,
        min_documents: int = 1,
        whole: Collection[str] = (),
        language: str = DEFAULT_CODE,
    ) -> None:
        self.language = language
        self._language = find_language(language)
        with speaking(self._language):
            self._documents = [words_of(text) for text in texts]
        self._phrases = phrases
        self._min_documents = min_documents
        self._whole = whole
        self._left_out: frozenset[int] = frozenset()

    @property
    def size(self) -> int:
        """The number of documents that are counted."""
        return len(self._documents) - len(self._left_out)

    @property
    def fingerprint(self) -> str:
        """The SHA-256 of the words."""
        content = "\n".join(" ".join(document) for document in self._documents)
        return "sha256:" + hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()

    @property
    def word_lists(self) -> list[list[str]]:
        """The words of every document, in order."""
        return [list(words) for words in self._documents]

    def words(self) -> list[str]:
        """Every word with a count, in order."""
        return sorted(
            {
                word
                for words in self._documents
                for word in distinct_counted(words, self._language)
                if self._is_seen(word)
            }
        )

    def count(self, conjunctions: Sequence[Conjunction]) -> list[int]:
        """The number of documents that hold each conjunction."""
        return [len(self._documents_of(conjunction)) for conjunction in conjunctions]

    def known(self, terms: Sequence[str]) -> list[Known]:
        """How each term is known."""
        return [self._how_known(term) for term in terms]

    def postings(self, term: str) -> list[tuple[int, BitMap]]:
        """The documents with exactly this term; as in an index on disk, words that nobody counts have none."""
        counted = any(is_counted(word, self._language) for word in term.split(" "))
        found = self._verbatim(term) if counted and self._has_own_count(term) else set()
        return [(1, BitMap(found - self._left_out))]

    def occurrences(self, terms: Sequence[str]) -> list[int]:
        """How often each term with a count of its own occurs, as far as its documents are counted."""
        return [self._occurrences(term) if self._has_own_count(term) else 0 for term in terms]

    def _occurrences(self, term: str) -> int:
        length, held = term.count(" ") + 1, self._verbatim(term)
        runs = (" ".join(words[at : at + length]) for words in self._documents for at in range(len(words)))
        return len(held - self._left_out) * sum(run == term for run in runs) // len(held)

    def find_groups(self, query: GroupQuery) -> list[list[TermGroups]]:
        """For each entity the groups of 1, 2, … terms with enough support, by counting all there are."""
        sizes = range(1, query.max_group + 1)
        return [[self._groups(entity, size, query) for size in sizes] for entity in query.entities]

    def without(self, words: Iterable[str], *, alike: float = ALIKE) -> MemoryCorpus:
        """The corpus minus the documents that share at least `alike` of their words with these."""
        own = distinct_counted(words, self._language)
        others = [
            frozenset(filter(self._is_seen, distinct_counted(other, self._language)))
            for other in self._documents
        ]
        corpus = MemoryCorpus(
            (),
            phrases=self._phrases,
            min_documents=self._min_documents,
            whole=self._whole,
            language=self.language,
        )
        corpus._documents = self._documents
        corpus._left_out = self._left_out | {
            number
            for number, other in enumerate(others)
            if own & other and len(own & other) >= alike * len(own | other)
        }
        return corpus

    def _groups(self, entity: Conjunction, size: int, query: GroupQuery) -> TermGroups:
        rows = []
        for members in combinations(range(len(query.terms)), size):
            group = frozenset(query.terms[member] for member in members) | query.within
            together, alone = self.count([group | entity, group])
            if together >= query.min_support:
                rows.append((members, together, alone))
        return TermGroups.from_rows(rows, size)

    def _documents_of(self, conjunction: Conjunction) -> set[int]:
        found = set(range(len(self._documents))) - self._left_out
        for term in conjunction:
            names = [term] if isinstance(term, str) else term
            found &= {number for name in names for number in self._documents_with(name)}
        return found

    def _documents_with(self, term: str) -> set[int]:
        words = counted_words(term, self._language)
        if self._has_own_count(term):
            return self._verbatim(term)
        if not all(map(self._is_seen, words)) or " " not in term or term in self._whole:
            return set()
        return set.intersection(*map(self._verbatim, words))

    def _has_own_count(self, term: str) -> bool:
        listed = " " not in term or self._phrases is None or term in self._phrases
        return listed and len(self._verbatim(term)) >= self._min_documents

    def _is_seen(self, word: str) -> bool:
        return len(self._verbatim(word)) >= self._min_documents

    def _verbatim(self, term: str) -> set[int]:
        return {
            number for number, words in enumerate(self._documents) if f" {term} " in f" {' '.join(words)} "
        }

    def _how_known(self, term: str) -> Known:
        if not self._documents_with(term):
            return "unseen"
        return "exact" if self._has_own_count(term) else "approximate"
