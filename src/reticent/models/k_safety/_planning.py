"""What stays, what becomes more general and what goes, chosen together so that the least is lost.

Several demands may hold at once: K of its own for some entities, companions of other kinds, terms that were shown before. All of
them become one problem with one K. A demand gets a column that is always kept and that only those entities know who count for it;
where it asks for fewer than others do, entities that know everything make up for the difference.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from reticent.errors import PromiseError
from reticent.knowledge.entities.words import form_of
from reticent.models.k_safety._check import KnownTerms, find_unsafe
from reticent.models.k_safety._places import ProtectionRules
from reticent.models.k_safety._problem import Bits, Floats, Ints, SubsetProblem, incidence, reduce_rows
from reticent.models.k_safety.safe_subset import LIGHTEST, SafeSubset, Search, pose, solve, weigh_terms
from reticent.text.analysis import analyze

if TYPE_CHECKING:
    from reticent.models.k_safety.closure import ClosedEntities
    from reticent.text import Document


@dataclass(frozen=True, slots=True)
class TermLadder:
    """A term of a document and what may stand for it, each step above the one before."""

    term: str = field(repr=False)
    steps: tuple[str, ...] = field(default=(), repr=False)

    def step(self, kept: Collection[str]) -> str | None:
        """The most specific of the term and its steps that these columns allow."""
        return next((form for form in (self.term, *self.steps) if form in kept), None)


def find_ladders(
    document: Document, found: KnownTerms, closed: ClosedEntities | None
) -> dict[str, TermLadder]:
    """What may stand for each term: something of its chain, and only for nouns."""
    nouns = _noun_ends(document) if any(found.above.values()) else frozenset()
    return {
        term: TermLadder(
            term, closed.chain(term) if closed and all(span.end in nouns for span in spans) else ()
        )
        for term, spans in found.places.items()
    }


def _noun_ends(document: Document) -> frozenset[int]:
    """Where the nouns of a document end."""
    analysis = analyze(document)
    rows = zip(analysis.tokens, analysis.tags(), strict=True)
    return frozenset(
        token.end
        for tokens, tags in rows
        for token, tag in zip(tokens, tags, strict=True)
        if tag.startswith("NN")
    )


@dataclass(frozen=True, slots=True)
class ChoiceSettings:
    """How the choice is made: the rules, what terms cost to lose, and how long to look."""

    rules: ProtectionRules
    search: Search
    effort: int
    weights: Mapping[str, float] = field(default_factory=dict, repr=False)


def choose_terms(
    found: KnownTerms, ladders: Mapping[str, TermLadder], asked: ChoiceSettings, only: Collection[str] | None
) -> SafeSubset:
    """The columns to keep: terms, and more general names for terms that can't be kept.

    Whoever keeps a column keeps what it says in general. The search does not know that; what it keeps without is
    given up, then put back as far as that is safe. Its bound holds all the same.
    """
    columns = tuple(form for form in found.told if only is None or form in only or form in found.shown)
    weights = _weigh(found, ladders, asked.weights)
    best = _search(found, columns, asked, weights)
    chosen = frozenset(best.kept | (found.shown & frozenset(columns)))
    kept = _complete(found, chosen, asked.rules, weights, frozenset(columns))
    weight = sum(weights.get(form, 1.0) for form in kept if form not in found.shown)
    proven = best.proven and weight >= best.weight - 1e-6
    deleted = frozenset(term for term in found.terms if term not in kept)
    return SafeSubset(kept, deleted, proven, max(best.bound, weight), weight)


def _weigh(
    found: KnownTerms, ladders: Mapping[str, TermLadder], given: Mapping[str, float]
) -> Mapping[str, float]:
    """What each column is worth: as the user says, or on ladders what it tells beyond the next step, in bits."""
    own = {form_of(term): weight for term, weight in given.items()}
    if not found.above:
        return own
    weights: dict[str, float] = {}
    for term, ladder in ladders.items():
        steps = (term, *ladder.steps)
        bits = [math.log2(found.size / len(found.knowers[form])) for form in steps]
        for form, (here, above) in zip(steps, pairwise([*bits, 0.0]), strict=True):
            weights[form] = weights.get(form, 0.0) + own.get(term, 1.0) * (here - above)
    # A column that says nothing by itself weighs as little as a search can count with.
    return {form: max(LIGHTEST, weights.get(form, 0.0)) for form in found.told}


def _search(
    found: KnownTerms, columns: tuple[str, ...], asked: ChoiceSettings, weights: Mapping[str, float]
) -> SafeSubset:
    rules = asked.rules
    terms = tuple(dict.fromkeys([*columns, *sorted(found.shown)]))
    postings = [found.knowers[term] for term in terms]
    touched = {entity for each in postings for entity in each.tolist()} & rules.protected
    least = {rules.least[entity] for entity in touched}
    if found.shown or rules.company or len(least) > 1:
        among = [np.array(sorted(kind), np.int64) for kind in rules.company.kinds()] if rules.company else []
        question = SubsetQuestion(terms, postings, found.size, found.shown, weights)
        demands = demands_of(touched, rules.least, among)
        return answer(question, demands, asked.search, node_limit=asked.effort)
    guarded = np.array(sorted(touched), np.int64)
    problem = pose(terms, postings, found.size, guarded, max(least, default=1), weights)
    return _solve(problem, asked.search, weighted=bool(weights), node_limit=asked.effort)


def _solve(problem: SubsetProblem, search: Search, *, weighted: bool, node_limit: int | None) -> SafeSubset:
    """The best solution found; a search that was stopped early may have left more than the greedy one does."""
    best = solve(problem, search, weighted=weighted, node_limit=node_limit)
    if search != "auto" or best.proven:
        return best
    greedy = solve(problem, "btop", weighted=weighted)
    return replace(max(best, greedy, key=lambda each: each.weight), bound=min(best.bound, greedy.bound))


def _complete(
    found: KnownTerms,
    chosen: frozenset[str],
    rules: ProtectionRules,
    weights: Mapping[str, float],
    allowed: frozenset[str],
) -> frozenset[str]:
    """The chosen columns of which all that they say in general is chosen, and what can come back without harm."""
    above = {form: frozenset(way) for form, way in found.above.items()}
    kept = frozenset(form for form in chosen if above.get(form, frozenset()) <= chosen)
    if kept == chosen:
        return kept
    crowd = found.crowd()
    before = crowd.bits(found.shown)
    for form in sorted(allowed - kept, key=lambda each: -weights.get(each, 1.0)):
        more = kept | {form} | above.get(form, frozenset())
        if more <= allowed and not find_unsafe(crowd, rules, before | crowd.bits(more)):
            kept = more
    return kept


_MARK = "\0"
"""What the name of a column begins with that is no term."""


@dataclass(frozen=True, slots=True)
class AnonymityDemand:
    """Of the others that fit what is disclosed of a guarded entity, at least `least` must be `among` these; None: anybody."""

    guarded: Ints = field(repr=False)
    least: int
    among: Ints | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class SubsetQuestion:
    """The terms of a document with who knows each; `fixed` of them stay, because they were shown before.

    `postings` numbers the entities that know each term, of `size` in all.
    """

    terms: tuple[str, ...] = field(repr=False)
    postings: Sequence[Ints] = field(repr=False)
    size: int
    fixed: frozenset[str] = field(default=frozenset(), repr=False)
    weights: Mapping[str, float] = field(default_factory=dict, repr=False)


def answer(
    question: SubsetQuestion, demands: Sequence[AnonymityDemand], search: Search, *, node_limit: int | None
) -> SafeSubset:
    """The heaviest choice that keeps every demand, of the terms that are not fixed.

    A PromiseError when the fixed terms alone break a demand: what was shown can't be taken back.
    """
    weights = weigh_terms(question.terms, question.weights)
    problem = _pose(question, demands, weights)
    found = _solve(problem, search, weighted=bool(question.weights), node_limit=node_limit)
    aside = [term for term in found.kept if term in question.fixed or term.startswith(_MARK)]
    lost = sum(dict(zip(question.terms, weights, strict=True)).get(term, 1.0) for term in aside)
    return SafeSubset(
        found.kept.difference(aside), found.deleted, found.proven, found.bound - lost, found.weight - lost
    )


def _pose(question: SubsetQuestion, demands: Sequence[AnonymityDemand], weights: Floats) -> SubsetProblem:
    """One problem for all demands."""
    named = [demand.among for demand in demands if demand.among is not None]
    base, numbers = incidence(question.postings, named, question.size)
    parts = list(_split(demands, numbers))
    need = max((part.need for part in parts), default=1)
    columns = len(question.terms)
    width = columns + len(parts)
    rows = np.zeros((len(base), width), bool)
    rows[:, :columns] = base
    guards, spare = [], []
    hopeless = np.zeros(columns, bool)
    for at, part in enumerate(parts, columns):
        rows[slice(None) if part.among is None else np.searchsorted(numbers, part.among), at] = True
        own = np.zeros((len(part.guarded), width), bool)
        own[:, :columns] = base[part.guarded]
        own[:, at] = True
        if int(rows[:, at].sum()) >= part.need:  # enough entities count when nothing is shown
            guards.append(own)
        else:
            hopeless |= own[:, :columns].any(axis=0)
        extra = np.zeros((need - part.need, width), bool)
        extra[:, :columns] = extra[:, at] = True
        spare.append(extra)
    rows = np.vstack([rows, *spare])
    names = (*question.terms, *(f"{_MARK}{number}" for number in range(len(parts))))
    fixed = np.array([name in question.fixed or name.startswith(_MARK) for name in names], bool)
    everything = np.vstack([np.zeros((0, width), bool), *guards])
    _require_safe(rows, everything & fixed, need, hopeless & fixed[:columns])
    stays = ~np.append(hopeless, np.zeros(len(parts), bool))
    problem = reduce_rows(
        tuple(name for name, stay in zip(names, stays, strict=True) if stay),
        np.append(weights, np.ones(len(parts)))[stays],
        rows[:, stays],
        everything[:, stays],
        len(rows),
        need - 1,
        fixed=fixed[stays],
    )
    gone = tuple(term for term, lost in zip(question.terms, hopeless, strict=True) if lost)
    return replace(problem, deleted=problem.deleted + gone)


class _Part(NamedTuple):
    """The guarded entities of a demand, as rows, that all count for it themselves, or all do not."""

    guarded: Ints
    among: Ints | None
    need: int


def _split(demands: Sequence[AnonymityDemand], numbers: Ints) -> Iterator[_Part]:
    for demand in demands:
        guarded = demand.guarded[np.isin(demand.guarded, numbers)]
        itself = np.ones(len(guarded), bool) if demand.among is None else np.isin(guarded, demand.among)
        for counted in (True, False):
            rows = np.searchsorted(numbers, guarded[itself == counted])
            if len(rows):
                yield _Part(rows, demand.among, demand.least + counted)


def _require_safe(rows: Bits, stuck: Bits, need: int, lost: Bits) -> None:
    for row in np.unique(stuck, axis=0):
        if lost.any() or int(rows[:, row].all(axis=1).sum()) < need:
            raise PromiseError(
                "what this reader was shown of this subject before is not safe any more, because the database, K or the"
                " reader's clearance changed: nothing further can be shown; put back the entities that were removed,"
                " or lower K"
            )
    if lost.any():
        raise PromiseError(
            "what was shown before tells of an entity that nobody else fits: nothing can be shown"
        )


def demands_of(
    protected: Collection[int], least: Mapping[int, int], among: Sequence[Ints] = ()
) -> list[AnonymityDemand]:
    """A demand for each K that some of the protected have, and one for each set of which one companion must be."""
    numbers = np.array(sorted(protected), np.int64)
    ks = np.array([least[number] for number in numbers.tolist()], np.int64)
    own = [AnonymityDemand(numbers[ks == k], int(k)) for k in np.unique(ks)]
    return own + [AnonymityDemand(numbers, 1, each) for each in among]
