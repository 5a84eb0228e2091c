"""Contexts closed upwards over a taxonomy, and what readers who pool their views of a document could tell together.

Whoever knows of a migraine knows of a headache and of a pain. What a term means is judged by the terms that stand in the database with it:
senses in parts of the taxonomy that the database speaks of weigh more. Something more general counts where most of that weight lies
below it. Pooled views are judged by counting, without any search.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Protocol
from weakref import WeakKeyDictionary

import numpy as np

from reticent.knowledge.entities.words import form_of, head_of
from reticent.knowledge.taxonomy.relations import ancestors
from reticent.language import DEFAULT_LANGUAGE
from reticent.models.k_safety._check import Crowd
from reticent.models.shared.familiarity import is_vague

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Entity, EntityDatabase, Ints
    from reticent.knowledge.taxonomy.taxonomy import Concept, Taxonomy
    from reticent.models.k_safety._places import TermSource


CONFIDENCE = 0.75
"""The share of a term's meaning that must lie below what is said of it; chosen by hand: with less a rare sense would do."""

MOST = 0.5
"""The share of those who fit a name that may be of one protected category: beyond it a guess is more often right than not."""

_LITTLE, _ENOUGH = 0.1, 0.2
"""Bits of fit that decide nothing between two senses, and those that a sense among several needs to be believed; by hand."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class ClosedEntities:
    """An entity database in which every name above a term is a term too, known to all who know what is below it.

    `above` leads from each form to all that are more general, nearest first.
    """

    database: EntityDatabase = field(repr=False)
    above: Mapping[str, tuple[str, ...]] = field(repr=False)
    _knowers: Mapping[str, Ints] = field(repr=False)
    _heads: Mapping[str, tuple[str, ...]] = field(repr=False)
    _shares: dict[str, Mapping[str, float]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def size(self) -> int:
        """How many entities there are."""
        return self.database.size

    def terms_with_heads(self, heads: Collection[str]) -> list[str]:
        """The terms and names above terms whose head is one of these."""
        general = [form for head in heads for form in self._heads.get(head, ())]
        return list(dict.fromkeys([*self.database.terms_with_heads(heads), *general]))

    def knowers(self, terms: Collection[str]) -> Mapping[str, Ints]:
        """For every one of these that is a term, the entities that know it or something below it, in order."""
        own = self.database.knowers([term for term in terms if term not in self._knowers])
        found = {**own, **self._knowers}
        return {term: found[term] for term in terms if term in found}

    def chain(self, term: str) -> tuple[str, ...]:
        """One way up from a term, each form above the one before it."""
        way: list[str] = []
        while above := self.above.get(way[-1] if way else term, ()):
            way.append(above[0])
        return tuple(way)

    def tells_category(self, name: str, protected: Collection[str]) -> bool:
        """Whether most of those who fit a name share a category that is protected: "a venereal disease" tells one.

        A category that most of the database belongs to is disclosed by nothing.
        """
        if name not in self._shares:
            self._shares[name] = self._count_categories(name)
        sizes = self.database.categories()
        return any(
            share > max(MOST, sizes[category] / self.size)
            for category, share in self._shares[name].items()
            if category in protected
        )

    def _count_categories(self, name: str) -> Mapping[str, float]:
        fitting = self.knowers([name])[name].tolist()
        held = Counter(
            each for entity in self.database.describe(fitting).values() for each in entity.categories
        )
        return {category: number / len(fitting) for category, number in held.items()}


_closed: WeakKeyDictionary[EntityDatabase, dict[str, ClosedEntities]] = WeakKeyDictionary()


def close_contexts(database: EntityDatabase, taxonomy: Taxonomy) -> ClosedEntities:
    """The database with its contexts closed over a taxonomy, worked out once."""
    known = _closed.setdefault(database, {})
    if taxonomy.fingerprint not in known:
        known[taxonomy.fingerprint] = _close(database, taxonomy)
    return known[taxonomy.fingerprint]


def _close(database: EntityDatabase, taxonomy: Taxonomy) -> ClosedEntities:
    terms = database.terms()
    knowers = database.knowers(terms)
    ways = _find_ways(terms, taxonomy)
    gathered: dict[str, list[Ints]] = {}
    for term in terms:
        for form in ways.get(term, ()):
            gathered.setdefault(form, []).append(knowers[term])
    closed = {
        form: np.unique(np.concatenate([*found, *([knowers[form]] if form in knowers else [])]))
        for form, found in gathered.items()
    }
    heads: dict[str, list[str]] = {}
    for form in closed:
        heads.setdefault(head_of(form), []).append(form)
    return ClosedEntities(database, ways, closed, {head: tuple(found) for head, found in heads.items()})


def _find_ways(terms: Sequence[str], taxonomy: Taxonomy) -> dict[str, tuple[str, ...]]:
    """For every term, and every form above one, the forms above it, nearest first."""
    starts = _find_starts(terms, taxonomy)
    fits = _judge_fit([senses for senses, _ in starts.values()], taxonomy)
    sure: dict[str, list[Concept]] = {}
    meant: dict[str, Concept] = {}
    for term, (senses, compound) in starts.items():
        lines = [[sense, *ancestors(taxonomy, sense)] for sense in senses]
        sure[term] = list(_sure_concepts(lines, _weigh(lines, fits), taxonomy))
        if not compound and sure[term] and sure[term][0] in senses:
            meant[term] = sure[term].pop(0)
    forms = {
        concept: form
        for concepts in sure.values()
        for concept in concepts
        if (form := _form(concept, taxonomy, meant))
    }
    ways = {term: _name(concepts, forms, term) for term, concepts in sure.items()}
    for concept, form in forms.items():
        ways.setdefault(form, _name(ancestors(taxonomy, concept), forms, form))
    return ways


def _name(concepts: Iterable[Concept], forms: Mapping[Concept, str], own: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(forms[each] for each in concepts if each in forms and forms[each] != own))


def _find_starts(terms: Sequence[str], taxonomy: Taxonomy) -> dict[str, tuple[list[Concept], bool]]:
    """The senses of each term, or of its last word, which is then something above it, where either is known.

    A compound of nouns is a kind of what its last word says, "chest pain" a pain. An adjective may deny it: "absent
    speech" is none.
    """
    own = {term: taxonomy.concepts(term) for term in terms}
    compounds = [term.split() for term in terms if not own[term] and " " in term]
    starts = {term: (senses, False) for term, senses in own.items() if senses}
    for words, tags in zip(compounds, DEFAULT_LANGUAGE.tagger().tags(compounds), strict=True):
        senses = taxonomy.concepts(words[-1]) if all(tag.startswith("NN") for tag in tags) else []
        if senses:
            starts[" ".join(words)] = (senses, True)
    return {term: starts[term] for term in terms if term in starts}


def _judge_fit(starts: Sequence[Sequence[Concept]], taxonomy: Taxonomy) -> Mapping[Concept, float]:
    """How much more often the database speaks of what is below a concept than the taxonomy has it, in bits, weighted."""
    shares: dict[Concept, float] = {}
    for senses in starts:
        weights = [1 / rank**2 for rank in range(1, len(senses) + 1)]
        for sense, weight in zip(senses, weights, strict=True):
            for concept in (sense, *ancestors(taxonomy, sense)):
                shares[concept] = shares.get(concept, 0.0) + weight / sum(weights) / len(starts)
    whole = max((taxonomy.volume(concept) for concept in shares), default=1)
    return {
        concept: max(0.0, share * math.log2(share / (taxonomy.volume(concept) / whole)))
        for concept, share in shares.items()
        if not is_vague(concept, shares, taxonomy)
    }


def _sure_concepts(
    lines: Sequence[Sequence[Concept]], weights: Sequence[float], taxonomy: Taxonomy
) -> Iterator[Concept]:
    """The likeliest sense and what lies above most of a term's meaning, nearest first, without what is too vague."""
    if not weights:
        return
    likeliest = lines[max(range(len(lines)), key=weights.__getitem__)]
    for concept in likeliest:
        below = sum(weight for line, weight in zip(lines, weights, strict=True) if concept in line)
        if below >= CONFIDENCE * sum(weights) and not is_vague(concept, likeliest, taxonomy):
            yield concept


def _weigh(lines: Sequence[Sequence[Concept]], fits: Mapping[Concept, float]) -> list[float]:
    """How likely each sense is, with all above it, in proportion: by its place in the taxonomy's list and by its fit.

    None where there are several and the database speaks of nothing like any of them.
    """
    fit = [max(fits.get(concept, 0.0) for concept in line) for line in lines]
    if len(lines) > 1 and max(fit) < _ENOUGH:
        return []
    return [(each + _LITTLE) / rank**2 for rank, each in enumerate(fit, 1)]


def _form(concept: Concept, taxonomy: Taxonomy, meant: Mapping[str, Concept]) -> str:
    """What a reader would call a concept: a name of it that means it first, or in this database; "" where none does."""
    for name in concept.names:
        form = form_of(name)
        first = meant.get(form) or next(iter(taxonomy.concepts(name)), None)
        if form and first == concept:
            return form
    return ""


LARGEST_SEARCHED = 3
"""Coalitions up to this size are tried one by one; a larger one is named without a reader too many, if not the smallest."""


class ShownTerms(Protocol):
    """What readers of one clearance see of a document."""

    @property
    def readers(self) -> tuple[str, ...]:
        """Who they are."""

    @property
    def cleared(self) -> frozenset[str]:
        """The categories that they may know of."""

    @property
    def kept(self) -> frozenset[str]:
        """The terms that they read."""


@dataclass(frozen=True, slots=True)
class Collusion:
    """Readers who together could tell an entity that none of them is cleared for, the terms it takes, and whom else they fit."""

    readers: tuple[str, ...]
    entity: Entity
    terms: tuple[str, ...] = field(repr=False)
    companions: int


class Judge(Protocol):
    """What says who knows which terms, who they are, and how many others each must fit."""

    @property
    def source(self) -> TermSource:
        """What knows the terms."""

    @property
    def database(self) -> EntityDatabase:
        """Who the entities are."""

    def least_for(self, categories: Collection[str]) -> int:
        """K of an entity with these categories."""


def collusions(shown: Sequence[ShownTerms], judge: Judge) -> list[Collusion]:
    """Every entity that some group of readers could tell by pooling what they see, with a smallest such group.

    The more pool, the more they know. So an entity is safe from every group of readers who are not cleared for its
    categories as soon as it is safe from all of them together.
    """
    crowd, entities = gather_crowd(shown, judge)
    found = []
    for number in pooled_knowledge(shown, crowd, entities, judge):
        entity = entities[number]
        k = judge.least_for(entity.categories)
        group = _smallest_group(
            [view for view in shown if not is_cleared(view, entity.categories)], crowd, crowd.known[number], k
        )
        pooled = crowd.bits(frozenset[str]().union(*(view.kept for view in group)))
        terms = crowd.known[number] & pooled
        readers = tuple(view.readers[0] for view in group)
        found.append(Collusion(readers, entity, crowd.names(terms), crowd.companions(terms)))
    return sorted(found, key=lambda each: (each.companions, len(each.readers), each.readers, each.entity.id))


def gather_crowd(shown: Sequence[ShownTerms], judge: Judge) -> tuple[Crowd, Mapping[int, Entity]]:
    """Who knows which of the terms that some view shows, and who they are."""
    terms = sorted(frozenset[str]().union(*(view.kept for view in shown)))
    knowers = judge.source.knowers(terms)
    crowd = Crowd.of({term: knowers[term].tolist() for term in terms}, judge.database.size)
    return crowd, judge.database.describe(list(crowd.known))


def pooled_knowledge(
    shown: Sequence[ShownTerms], crowd: Crowd, entities: Mapping[int, Entity], judge: Judge
) -> dict[int, int]:
    """What the readers who may not know an entity learn of it together, where that fits too few others."""
    pooled = {
        categories: crowd.bits(
            frozenset[str]().union(*(view.kept for view in shown if not is_cleared(view, categories)))
        )
        for categories in {entity.categories for entity in entities.values()}
    }
    told = {number: crowd.known[number] & pooled[entity.categories] for number, entity in entities.items()}
    return {
        number: bits
        for number, bits in sorted(told.items())
        if crowd.companions(bits) < judge.least_for(entities[number].categories)
    }


def _smallest_group(group: Sequence[ShownTerms], crowd: Crowd, known: int, k: int) -> tuple[ShownTerms, ...]:
    """A smallest part of a group of readers who together could tell the entity that knows these terms."""

    def can_tell(part: Sequence[ShownTerms]) -> bool:
        pooled = crowd.bits(frozenset[str]().union(*(view.kept for view in part)))
        return crowd.companions(known & pooled) < k

    for size in range(1, LARGEST_SEARCHED + 1):
        for part in combinations(group, size):
            if can_tell(part):
                return part
    needed = list(group)
    for view in group:
        rest = [other for other in needed if other is not view]
        if can_tell(rest):
            needed = rest
    return tuple(needed)


def is_cleared(view: ShownTerms, categories: Sequence[str]) -> bool:
    """Whether the readers of a view may know of an entity with these categories: of all, and of none without one."""
    return bool(categories) and view.cleared.issuperset(categories)
