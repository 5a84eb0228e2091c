"""Several corpora counted together, whatever engines they come from: counts are sums over the members.

What one member has a count of, no other counts by its words: where one knows the phrase "oral thrush", documents of another
that hold both of its words anywhere are another thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pyroaring import BitMap

from reticent.knowledge.corpus.corpus import (
    ALIKE,
    AnswersQueries,
    Conjunction,
    Corpus,
    GroupQuery,
    HasPostings,
    Known,
    join_fingerprints,
    list_words,
)
from reticent.knowledge.corpus.terms import TermGroups

Members = tuple[int, ...]
"""A group of terms, by their numbers among those asked for."""


@dataclass(frozen=True, slots=True)
class JoinedCorpus(AnswersQueries):
    """Corpora as one; `whole` are the members before any document was left out, which say what has counts of its own."""

    members: tuple[Corpus, ...]
    whole: tuple[Corpus, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", self.whole or self.members)

    @property
    def size(self) -> int:
        """The number of documents in all."""
        return sum(member.size for member in self.members)

    @property
    def fingerprint(self) -> str:
        """A hash over those of the members."""
        return join_fingerprints([member.fingerprint for member in self.members])

    def count(self, conjunctions: Sequence[Conjunction]) -> list[int]:
        """The number of documents that hold each conjunction."""
        views = self._views({name for conjunction in conjunctions for name in _names_in(conjunction)})
        return [sum(counts) for counts in zip(*(view.count(conjunctions) for view in views), strict=True)]

    def known(self, terms: Sequence[str]) -> list[Known]:
        """How each term is known by the member that knows it best."""
        best: tuple[Known, ...] = ("exact", "approximate", "unseen")
        ways = zip(*(view.known(terms) for view in self._views(terms)), strict=True)
        return [next(way for way in best if way in each) for each in ways]

    def words(self) -> list[str]:
        """Every single word that some member lists, in order."""
        return sorted({word for member in self.members for word in list_words(member)})

    def postings(self, term: str) -> list[tuple[int, BitMap]]:
        """The documents with exactly this term, of the members that show them."""
        return [
            each
            for member in self.members
            if isinstance(member, HasPostings)
            for each in member.postings(term)
        ]

    def find_groups(self, query: GroupQuery) -> list[list[TermGroups]]:
        """For each entity the groups of 1, 2, … terms with enough support in all members together."""
        asked = (*query.entities, query.within)
        views = self._views({*query.terms, *(name for each in asked for name in _names_in(each))})
        found = [view.groups(query) for view in views]
        return [
            [
                _add_up([each[number][size] for each in found], views, query, size + 1)
                for size in range(query.max_group)
            ]
            for number in range(len(query.entities))
        ]

    def without(self, words: Iterable[str], *, alike: float = ALIKE) -> JoinedCorpus:
        """The corpus minus the documents that share at least `alike` of their words with these."""
        own = list(words)
        return JoinedCorpus(tuple(each.without(own, alike=alike) for each in self.members), self.whole)

    def _views(self, terms: Iterable[str]) -> list[_View]:
        """The members, each with those of the terms that another has a count of and it has none."""
        asked = sorted(terms)
        ways = list(zip(*(member.known(asked) for member in self.whole), strict=True))
        exact = [term for term, known in zip(asked, ways, strict=True) if "exact" in known]
        own = [dict(zip(asked, known, strict=True)) for known in zip(*ways, strict=True)] or [{}] * len(
            self.members
        )
        return [
            _View(member, frozenset(term for term in exact if known[term] != "exact"))
            for member, known in zip(self.members, own, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class _View:
    """A member, to which the `foreign` terms are unknown."""

    member: Corpus
    foreign: frozenset[str]

    def count(self, conjunctions: Sequence[Conjunction]) -> list[int]:
        return self.member.count([self._restrict(each) for each in conjunctions])

    def known(self, terms: Sequence[str]) -> list[Known]:
        found = self.member.known(terms)
        return ["unseen" if term in self.foreign else how for term, how in zip(terms, found, strict=True)]

    def groups(self, query: GroupQuery) -> list[list[dict[Members, tuple[int, int]]]]:
        """For each entity and size the groups with their counts, together with it and alone."""
        numbers = [number for number, term in enumerate(query.terms) if term not in self.foreign]
        found = self.member.groups(
            [self._restrict(entity) for entity in query.entities],
            [query.terms[number] for number in numbers],
            max_group=query.max_group,
            within=self._restrict(query.within),
        )
        return [
            [
                {tuple(numbers[at] for at in own): (joint, alone) for own, joint, alone in size}
                for size in sizes
            ]
            for sizes in found
        ]

    def _restrict(self, conjunction: Conjunction) -> Conjunction:
        """The conjunction without foreign names; a thing without any name left is in no document."""
        if not self.foreign:
            return conjunction
        return frozenset(
            (factor if factor not in self.foreign else frozenset())
            if isinstance(factor, str)
            else factor - self.foreign
            for factor in conjunction
        )


def _add_up(
    found: Sequence[dict[Members, tuple[int, int]]], views: Sequence[_View], query: GroupQuery, size: int
) -> TermGroups:
    """The groups of one size with the counts of all members; one that a member has not seen with the entity is counted there."""
    groups = sorted({group for counts in found for group in counts})
    together = {group: sum(counts.get(group, (0, 0))[0] for counts in found) for group in groups}
    kept = [group for group in groups if together[group] >= query.min_support]
    alone = dict.fromkeys(kept, 0)
    for counts, view in zip(found, views, strict=True):
        missing = [group for group in kept if group not in counts]
        asked = [frozenset(query.terms[number] for number in group) | query.within for group in missing]
        counted = dict(zip(missing, view.count(asked), strict=True))
        for group in kept:
            alone[group] += counts[group][1] if group in counts else counted[group]
    return TermGroups.from_rows([(group, together[group], alone[group]) for group in kept], size)


def _names_in(conjunction: Conjunction) -> Iterator[str]:
    for factor in conjunction:
        yield from (factor,) if isinstance(factor, str) else factor
