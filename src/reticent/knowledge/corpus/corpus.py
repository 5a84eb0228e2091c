"""What an attacker can look up: in how many documents of the world terms occur together, and what that says in bits.

`pmi` and `conditional` are -inf and inf when both sides were seen but never together. They are None when a side was
never seen at all: then there is nothing to measure, and what to do about it is the caller's choice.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf, log2
from typing import TYPE_CHECKING, Literal, Protocol, Self, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from reticent.errors import KnowledgeError
from reticent.knowledge.corpus.terms import TermGroups, as_term, is_countable, words_of

if TYPE_CHECKING:
    from pyroaring import BitMap


AnyOf = frozenset[str]
"""Several names of one thing: a document holds it when it holds any of them; it holds none of no names."""

Conjunction = frozenset[str | AnyOf]
"""Terms, and things with several names, that one document must hold all of; every document holds the empty one."""

Known = Literal["exact", "approximate", "unseen"]
"""How a corpus knows a term: by postings of its own, through the words of a phrase, or not at all."""

ALIKE = 0.7
"""The share of words in common at which two documents count as one; chosen by hand: copies share nearly all of them."""


class Corpus(Protocol):
    """Documents that can be counted, and never read.

    Terms are normal forms as `reticent.text` makes them, the words of a phrase apart by one space (`as_term`). A term
    in which nothing is counted (only stop words, punctuation, nothing) is a KnowledgeError; `is_countable` tells
    beforehand.
    """

    @property
    def size(self) -> int:
        """The number of documents."""

    @property
    def fingerprint(self) -> str:
        """The "sha256:…" of what was counted, so that a promise can name it."""

    def count(self, conjunctions: Sequence[Conjunction]) -> list[int]:
        """The number of documents that hold each conjunction."""

    def known(self, terms: Sequence[str]) -> list[Known]:
        """How each term is known, and so what counts with it are worth."""

    def groups(
        self,
        entities: Sequence[Conjunction],
        terms: Sequence[str],
        *,
        max_group: int = 2,
        min_support: int = 1,
        within: Conjunction = frozenset(),
    ) -> list[list[TermGroups]]:
        """For each entity all groups of 1, 2, … `max_group` terms that `min_support` documents hold with it.

        The outer list follows `entities`, the inner one the sizes of groups. All counts are of documents that hold `within` too (g(c), for contextualized counts).
        """

    def without(self, words: Iterable[str], *, alike: float = ALIKE) -> Self:
        """The same corpus minus the documents that share at least `alike` of all words with these.

        A document that is in the corpus itself must not bear witness against itself. Words too rare to be counted
        are not known of the corpus's documents, so an exact copy may share a little less than all.
        """


@dataclass(frozen=True, slots=True)
class GroupQuery:
    """What `Corpus.groups` is asked, with a support of one document at least."""

    entities: Sequence[Conjunction]
    terms: Sequence[str]
    max_group: int
    min_support: int
    within: Conjunction


class AnswersQueries(ABC):
    """A corpus whose `groups` are what it finds for a `GroupQuery`."""

    __slots__ = ()

    def groups(
        self,
        entities: Sequence[Conjunction],
        terms: Sequence[str],
        *,
        max_group: int = 2,
        min_support: int = 1,
        within: Conjunction = frozenset(),
    ) -> list[list[TermGroups]]:
        """For each entity the groups of 1, 2, … terms with enough support."""
        return self.find_groups(GroupQuery(entities, terms, max_group, max(1, min_support), within))

    @abstractmethod
    def find_groups(self, query: GroupQuery) -> list[list[TermGroups]]:
        """The groups of 1, 2, … terms for each entity of a query."""


@runtime_checkable
class ListsWords(Protocol):
    """A corpus that can list its words."""

    def words(self) -> Iterable[str]:
        """Every single word that it has counts of, once, in a fixed order."""


def list_words(corpus: Corpus) -> Sequence[str]:
    """The words of a corpus; none where it can't list them."""
    return list(corpus.words()) if isinstance(corpus, ListsWords) else []


@runtime_checkable
class TellsOwnCounts(Protocol):
    """A corpus that tells a term with counts of its own without looking at the words of any other."""

    def has_own_count(self, term: str) -> bool:
        """Whether `known` would call a term that can be counted "exact"."""


@runtime_checkable
class HasPostings(Protocol):
    """A corpus that shows its raw postings, so that a second reader can count without the first one's counting."""

    def postings(self, term: str) -> list[tuple[int, BitMap]]:
        """The documents with exactly this term, for each file with the weight of its documents; not to be changed."""


@runtime_checkable
class CountsOccurrences(Protocol):
    """A corpus that may know how often its terms occur, and not only in how many documents."""

    def occurrences(self, terms: Sequence[str]) -> list[int] | None:
        """How often each term with a count of its own occurs, 0 for others; None where a part of the corpus counts documents alone.

        Where documents are left out, the occurrences of a term shrink as its documents do.
        """


# paper: cg-sanitization, Equation 5
def concept_occurrences(corpus: Corpus, *concepts: AnyOf) -> list[int]:
    """The occurrences of all names of each concept added up; the names are those of what is below it too."""
    found = [
        corpus.occurrences(sorted(names)) if isinstance(corpus, CountsOccurrences) else None
        for names in concepts
    ]
    known = [each for each in found if each is not None]
    if len(known) < len(concepts):
        raise KnowledgeError(
            "a part of this knowledge doesn't count how often terms occur, as that of medicine doesn't: take 'general' alone, build"
            " your own again with 'reticent knowledge build', or count with 'taxonomic'"
        )
    return [sum(each) for each in known]


def join_fingerprints(fingerprints: Sequence[str]) -> str:
    """What names several files or corpora that are counted together, in whatever order; one keeps its own."""
    if len(fingerprints) == 1:
        return fingerprints[0]
    return "sha256:" + hashlib.sha256("\n".join(sorted(fingerprints)).encode()).hexdigest()


Counting = Literal["standard", "contextualized", "taxonomic", "occurrences"]
"""`standard`: the words as written; `contextualized`: with g(c) in the same document; `taxonomic`: with all below;
`occurrences`: with all below too, and how much more general g(c) is by how often they occur (equation 5)."""

WITH_ALL_BELOW: frozenset[Counting] = frozenset({"taxonomic", "occurrences"})
"""The ways that count all that is below a concept as the concept."""


@dataclass(frozen=True, slots=True)
class CountingRule:
    """What a document must hold to count for an entity c, for its threshold g(c), and for anything about them.

    `entity` and `threshold` are counted as they are; `within` goes with every count that concerns the entity.
    """

    entity: Conjunction
    threshold: Conjunction
    within: Conjunction = frozenset()


# paper: cg-sanitization, Equation 5; Section 4, HIV and microorganism
def counting_rule(counting: Counting, entity: Iterable[str], threshold: Iterable[str] = ()) -> CountingRule:
    """How an entity and its generalization are counted, given the names that stand for them.

    For `standard` and `contextualized` the names are those of the two concepts; for `taxonomic` and `occurrences` those of everything
    below them as well, each only where it is a name's first sense
    (`reticent.knowledge.taxonomy.names_below(…, first_sense_only=True)`). Then the threshold's documents contain the
    entity's, because what is below c is below g(c). Contextualized counts nest by construction.

    No threshold at all is plain C-sanitization, where there is nothing to contextualize by.
    """
    general = any_of(threshold)
    within: Conjunction = frozenset({general}) if counting == "contextualized" and general else frozenset()
    return CountingRule(frozenset({any_of(entity)}), frozenset({general}) if general else frozenset(), within)


def any_of(names: Iterable[str]) -> AnyOf:
    """The terms of several names for one thing; names in which nothing is counted are left out.

    >>> sorted(any_of(["HIV", "human immunodeficiency virus"]))
    ['HIV', 'human immunodeficiency virus']
    """
    written = (" ".join(words_of(name)) for name in names)
    return frozenset(term for term in written if is_countable(term))


def terms_for(*names: str) -> AnyOf:
    """The terms of the names that a person gave; a KnowledgeError when one of them can't be counted."""
    return frozenset(as_term(name) for name in names)


def terms_with_counts(corpus: Corpus, names: Iterable[str]) -> AnyOf:
    """The terms of the names with counts of their own, if any has, as something with several names."""
    return any_of(names_with_counts(corpus, list(names)))


def names_with_counts(corpus: Corpus, names: Sequence[str]) -> Sequence[str]:
    """The names with counts of their own, if any has: "social disease" is not every text with both of its words."""
    terms = {name: term for name in names if is_countable(term := " ".join(words_of(name)))}
    exact = [name for name, how in zip(terms, corpus.known([*terms.values()]), strict=True) if how == "exact"]
    return exact or names


@dataclass(frozen=True, slots=True)
class Association:
    """What one side (`entity`) and another (`group`) have to do with each other, by their counts.

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

    # paper: cg-sanitization, Equation 2; Equation 9
    # paper: correlations, Equation 2; Equation 3; Equation 4
    @property
    def pmi(self) -> float | None:
        """PMI(c; T) = log2 p(c, T) / (p(c) p(T)): (C, g(C))-sanitization, section 4; see the module for None."""
        if not self.entity or not self.group:
            return None
        return log2(self.together * self.documents / (self.entity * self.group)) if self.together else -inf

    # paper: correlations, Equation 5
    @property
    def conditional(self) -> float | None:
        """IC(c | T) = -log2 p(c | T), what T leaves unsaid of c; see the module for None."""
        if not self.entity or not self.group:
            return None
        return -log2(self.together / self.group) + 0.0 if self.together else inf


# paper: cg-sanitization, Equation 1
# paper: correlations, Equation 1
def bits(count: int, documents: int) -> float:
    """-log2 of count over documents; inf for a count of none.

    >>> bits(1, 1024)
    10.0
    """
    return log2(documents / count) if count else inf


# paper: cg-sanitization, Equations 6 to 8
# paper: correlations, Equations 11 and 12
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


# paper: cg-sanitization, Equation 3
# paper: correlations, Equation 9; Equation 10
def group_pmi(groups: TermGroups, *, entity: int, documents: int) -> NDArray[np.float64]:
    """The PMI of all groups at once; each was seen with the entity, so that none is undefined."""
    return np.log2(groups.together * float(documents) / (groups.alone * float(entity)))


def conjunction(*terms: str | AnyOf) -> Conjunction:
    """The terms, and the things with several names, as what one document holds together."""
    return frozenset(terms)
