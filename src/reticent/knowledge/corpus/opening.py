"""Which corpus a choice means: what ships goes by its name, everything else by its engine and its place.

A choice is a name of what ships ("medicine"), an index file ("archive.index"), or what another engine opens: its name
("wikidata"), and its place after a colon where it needs one ("lucene:archive"). Engines of other packages are entry points
of the group `reticent.corpora`: functions that open a place.

Several corpora are counted together, whatever engines they come from: counts are sums over the members. What one member has a
count of, no other counts by its words: where one knows the phrase "oral thrush", documents of another that hold both of its
words anywhere are another thing.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pyroaring import BitMap

from reticent.errors import KnowledgeError
from reticent.files.extensions import find_opening
from reticent.knowledge.corpus.corpus import (
    ALIKE,
    AnswersQueries,
    Conjunction,
    Corpus,
    CountsOccurrences,
    GroupQuery,
    HasPostings,
    Known,
    join_fingerprints,
    list_words,
)
from reticent.knowledge.corpus.index import IndexCorpus, PostingsStore
from reticent.knowledge.corpus.index_file import IndexFile, Manifest, default_path, shipped_path
from reticent.knowledge.corpus.spoken import common_language, language_of
from reticent.knowledge.corpus.terms import TermGroups

GROUP = "reticent.corpora"
"""The entry point group by which other packages add engines."""

GENERAL, NONE = "general", "none"
SHIPPED: Mapping[str, tuple[str, ...]] = {
    GENERAL: ("default.index",),
    "medicine": ("medicine-texts.index", "medicine-tables.index", "medicine-hints.index"),
    "medicine-texts": ("medicine-texts.index",),
    "medicine-facts": ("medicine-tables.index", "medicine-hints.index"),
}
"""The knowledge that ships with the package, by the names that choose it."""


def _open_index(place: str) -> IndexCorpus:
    path = Path(place)
    if not path.is_dir():
        return IndexCorpus([IndexFile(path)])
    files = [IndexFile(file) for file in sorted(path.iterdir())]
    _require_all_shards(path, [file.manifest for file in files])
    return IndexCorpus(files)


def _require_all_shards(path: Path, manifests: Sequence[Manifest]) -> None:
    """Refuse a folder in which a shard is missing, or one of another index lies: its counts would be too low, or too high."""
    shards = sorted(tuple(each.options.get("shard", ())) for each in manifests)
    builds = {repr((each.sources, each.options | {"shard": ()})) for each in manifests}
    if len(builds) != 1 or shards != [(number, len(shards)) for number in range(1, len(shards) + 1)]:
        raise KnowledgeError(
            f"'{path}' is no whole index: it has to hold all shards of one build and nothing else; copy it again or build it"
        )


def _open_server(place: str) -> IndexCorpus:
    from reticent.knowledge.corpus.postgres import open_postgres

    return open_postgres(place)


ENGINES: Mapping[str, Callable[[str], Corpus]] = {"index": _open_index, "postgres": _open_server}
"""Our own engines by name: each opens the corpus at a place."""


def open_corpus(*paths: str | os.PathLike[str]) -> Corpus:
    """The corpus in these index files alone, counted together; without any, the general one that ships."""
    if not paths:
        return _open_index(str(default_path()))
    return join_corpora(_open_one(str(path), Path()) for path in paths)


def open_knowledge(*choices: str, folder: Path = Path()) -> Corpus:
    """What was chosen, counted together: names of what ships, or index files relative to `folder`.

    Every choice adds to "general"; "none" among them starts from nothing. A file that is called like a name is written
    with its folder: "./medicine".

    >>> open_knowledge("general").fingerprint == open_corpus().fingerprint
    True
    """
    chosen = [each for each in choices if each != NONE]
    if NONE not in choices:
        chosen.insert(0, GENERAL)
    if not chosen:
        raise KnowledgeError(
            f"'{NONE}' alone leaves nothing to count with: choose more knowledge, such as '{NONE}' and 'medicine'"
        )
    return join_corpora(corpus for each in dict.fromkeys(chosen) for corpus in _open_choice(each, folder))


FACTS = frozenset({"medicine-tables.index", "medicine-hints.index"})
"""Those that ship and hold tables of facts: they say of each disease that it is one, and nothing of how often people use that word."""


def texts_of(corpus: Corpus) -> Corpus | None:
    """The texts alone of a corpus that holds tables of facts besides; None where it holds none, or nothing else."""
    if isinstance(corpus, JoinedCorpus):
        found = [texts_of(each) or each for each in corpus.members]
        changed = any(new is not old for new, old in zip(found, corpus.members, strict=True))
        return replace(corpus, members=tuple(found), whole=()) if changed else None
    return corpus.of_files(_is_text) if isinstance(corpus, IndexCorpus) else None


def _is_text(file: PostingsStore) -> bool:
    return (
        not isinstance(file, IndexFile)
        or file.path.name not in FACTS
        or file.path.resolve() != shipped_path(file.path.name).resolve()
    )


def _open_choice(choice: str, folder: Path) -> Iterator[Corpus]:
    if choice not in SHIPPED:
        yield _open_one(choice, folder)
    for name in SHIPPED.get(choice, ()):
        yield _open_index(str(shipped_path(name)))


def _open_one(choice: str, folder: Path) -> Corpus:
    """What an engine opens, or an index file."""
    if (opening := find_opening(GROUP, choice, ENGINES)) is not None:
        return opening.open(Corpus, folder)
    path = folder / choice
    if not path.exists():
        raise KnowledgeError(
            f"there is no knowledge at '{path}': build it with 'reticent knowledge build', or choose what ships:"
            f" {', '.join(SHIPPED)}"
        )
    return _open_index(str(path))


def join_corpora(corpora: Iterable[Corpus]) -> Corpus:
    """Several corpora as one; the same counts under two names are no more evidence."""
    files: dict[str, PostingsStore] = {}
    others: dict[str, Corpus] = {}
    for corpus in corpora:
        if isinstance(corpus, IndexCorpus):
            files |= {file.fingerprint: file for file in corpus.files if file.fingerprint not in files}
        else:
            others.setdefault(corpus.fingerprint, corpus)
    members = [*([IndexCorpus(list(files.values()))] if files else []), *others.values()]
    return members[0] if len(members) == 1 else JoinedCorpus(tuple(members))


def manifests_of(corpus: Corpus) -> list[Manifest]:
    """What the index files of a corpus say about themselves; other engines say nothing."""
    if isinstance(corpus, JoinedCorpus):
        return [manifest for member in corpus.members for manifest in manifests_of(member)]
    return corpus.manifests if isinstance(corpus, IndexCorpus) else []


def anchor_choices(choices: Iterable[str]) -> list[str]:
    """The same choices with files by their full names, so that they mean the same from anywhere."""
    return [each if each == NONE or each in SHIPPED else _anchor(each) for each in choices]


def _anchor(choice: str) -> str:
    opening = find_opening(GROUP, choice, ENGINES)
    if opening is None:
        return str(Path(choice).resolve())
    return f"{opening.name}:{opening.anchored(Path())}" if opening.place else choice


Members = tuple[int, ...]
"""A group of terms, by their numbers among those asked for."""


@dataclass(frozen=True, slots=True)
class JoinedCorpus(AnswersQueries):
    """Corpora as one; `whole` are the members before any document was left out, which say what has counts of its own."""

    members: tuple[Corpus, ...]
    whole: tuple[Corpus, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", self.whole or self.members)
        common_language(language_of(each).code for each in self.members)

    @property
    def language(self) -> str:
        """The code of the language of all members."""
        return language_of(self.members[0]).code

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

    def occurrences(self, terms: Sequence[str]) -> list[int] | None:
        """How often each term with a count of its own occurs; None where a member doesn't say."""
        found = [
            each.occurrences(terms) if isinstance(each, CountsOccurrences) else None for each in self.members
        ]
        known = [each for each in found if each is not None]
        return [sum(each) for each in zip(*known, strict=True)] if len(known) == len(found) else None

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
