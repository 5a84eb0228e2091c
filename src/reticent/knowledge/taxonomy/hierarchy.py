"""A taxonomy held in memory, from pairs or from a file that another module has read."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from graphlib import CycleError, TopologicalSorter

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy.relations import ancestors
from reticent.knowledge.taxonomy.taxonomy import Concept, keys, readable, senses


@dataclass(frozen=True, slots=True)
class HierarchyEntry:
    """What a source says of one concept; `where`, and what each parent maps to, is the place an error names."""

    id: str
    names: tuple[str, ...]
    parents: Mapping[str, str] = field(default_factory=dict)
    where: str = "an entry"


class Hierarchy:
    """A taxonomy held in memory; where a term has several senses, the first in the source is the likeliest.

    >>> drugs = Hierarchy.from_pairs([("marijuana", "soft drug"), ("hashish", "soft drug"), ("soft drug", "drug")])
    >>> marijuana, = drugs.concepts("Marijuana")
    >>> [(parent.name, drugs.volume(parent)) for parent in drugs.parents(marijuana)]
    [('soft drug', 2)]
    """

    def __init__(self, entries: Iterable[HierarchyEntry], *, fingerprint: str = "") -> None:
        """Check that the entries form a taxonomy; without a fingerprint theirs is taken."""
        self._entries = _check_entries(entries)
        self.fingerprint = fingerprint or _fingerprint(self._entries.values())
        self._nodes = {
            id_: Concept(id_, (names := _readable_names(entry))[0], names, self.fingerprint)
            for id_, entry in self._entries.items()
        }

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[str, str]]) -> Hierarchy:
        """The taxonomy of (child, parent) names; a name is its concept's id, and an empty parent marks a root."""
        return cls(
            entries_from_pairs(
                (child, parent, f"pair {number}") for number, (child, parent) in enumerate(pairs, 1)
            )
        )

    def __repr__(self) -> str:
        return f"Hierarchy({len(self)} concepts, {self.fingerprint[:15]}…)"

    def __len__(self) -> int:
        return len(self._nodes)

    def concepts(self, term: str) -> list[Concept]:
        """The senses of a term, likeliest first."""
        return senses(term, lambda key: self._by_name.get(key, ()))

    def parents(self, concept: Concept) -> list[Concept]:
        """One step up, in the order of the source."""
        return [self._nodes[parent] for parent in self._entries[self._own(concept)].parents]

    def children(self, concept: Concept) -> list[Concept]:
        """One step down, in the order of the source."""
        return list(self._children[self._own(concept)])

    def volume(self, concept: Concept) -> int:
        """The number of distinct leaves at or below the concept."""
        return self._volumes[self._own(concept)]

    def _own(self, concept: Concept) -> str:
        if concept.taxonomy != self.fingerprint or concept.id not in self._nodes:
            raise TaxonomyError("this concept is of another taxonomy: ask the one that it came from")
        return concept.id

    @cached_property
    def _by_name(self) -> dict[str, list[Concept]]:
        index: dict[str, list[Concept]] = {}
        for concept in self._nodes.values():
            for key in dict.fromkeys(key for name in concept.names for key in keys(name)):
                index.setdefault(key, []).append(concept)
        return index

    @cached_property
    def _children(self) -> dict[str, list[Concept]]:
        below: dict[str, list[Concept]] = {id_: [] for id_ in self._nodes}
        for entry in self._entries.values():
            for parent in entry.parents:
                below[parent].append(self._nodes[entry.id])
        return below

    @cached_property
    def _volumes(self) -> dict[str, int]:
        volumes = dict.fromkeys(self._nodes, 0)
        for leaf in (self._nodes[id_] for id_, below in self._children.items() if not below):
            for concept in (leaf, *ancestors(self, leaf)):  # once each, however many ways lead up
                volumes[concept.id] += 1
        return volumes


def entries_from_pairs(pairs: Iterable[tuple[str, str, str]]) -> list[HierarchyEntry]:
    """The entries that (child, parent, where) make together, in order of first appearance."""
    parents: dict[str, dict[str, str]] = {}
    for raw_child, raw_parent, where in pairs:
        child, parent = readable(raw_child), readable(raw_parent)
        if not child:
            raise TaxonomyError(f"{where}: the child has no name; give it one or remove the line")
        above = parents.setdefault(child, {})
        if parent:
            above.setdefault(parent, where)
            parents.setdefault(parent, {})
    return [HierarchyEntry(name, (name,), above) for name, above in parents.items()]


def _check_entries(entries: Iterable[HierarchyEntry]) -> Mapping[str, HierarchyEntry]:
    by_id: dict[str, HierarchyEntry] = {}
    for entry in entries:
        if not all(readable(name) for name in entry.names) or not entry.names:
            raise TaxonomyError(f"{entry.where}: a concept has no name; give it one or remove it")
        if by_id.setdefault(entry.id, entry) is not entry:
            raise TaxonomyError(f"{entry.where}: the id {entry.id} is taken ({by_id[entry.id].where})")
    if not by_id:
        raise TaxonomyError("the taxonomy is empty: it needs at least one concept")
    for entry in by_id.values():
        for parent, where in entry.parents.items():
            if parent not in by_id:
                raise TaxonomyError(f"{where}: the parent {parent} is not defined; add or remove it")
    _refuse_cycle(by_id)
    return by_id


def _refuse_cycle(by_id: Mapping[str, HierarchyEntry]) -> None:
    try:
        TopologicalSorter({id_: entry.parents for id_, entry in by_id.items()}).prepare()
    except CycleError as error:
        parent, child = error.args[1][:2]
        where = by_id[child].parents[parent]
        raise TaxonomyError(
            f"{where}: {child} can't be below {parent}, which is below {child} itself; remove one of the two"
        ) from None


def _readable_names(entry: HierarchyEntry) -> tuple[str, ...]:
    return tuple(dict.fromkeys(readable(name) for name in entry.names))


def _fingerprint(entries: Iterable[HierarchyEntry]) -> str:
    content = json.dumps([(entry.id, entry.names, list(entry.parents)) for entry in entries])
    return "sha256:" + hashlib.sha256(content.encode()).hexdigest()
