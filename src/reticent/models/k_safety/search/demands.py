"""Several demands at once: K of its own for some entities, companions of other kinds, terms that were shown before.

All of them become one problem with one K. A demand gets a column that is always kept and that only those entities know
who count for it; where it asks for fewer than others do, entities that know everything make up for the difference.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from reticent.errors import PromiseError
from reticent.models.k_safety.search.problem import Bits, Floats, Ints, Problem, reduce_rows
from reticent.models.k_safety.search.safe_subset import SafeSubset, Search, solve, weigh_terms

_MARK = "\0"
"""What the name of a column begins with that is no term."""


@dataclass(frozen=True, slots=True)
class Demand:
    """Of the others that fit what is told of a guarded entity, at least `least` must be `among` these; None: anybody."""

    guarded: Ints = field(repr=False)
    least: int
    among: Ints | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Question:
    """The terms of a document with who knows each; `fixed` of them stay, because they were shown before.

    `postings` numbers the entities that know each term, of `size` in all.
    """

    terms: tuple[str, ...] = field(repr=False)
    postings: Sequence[Ints] = field(repr=False)
    size: int
    fixed: frozenset[str] = field(default=frozenset(), repr=False)
    weights: Mapping[str, float] = field(default_factory=dict, repr=False)


def answer(
    question: Question, demands: Sequence[Demand], search: Search, *, node_limit: int | None
) -> SafeSubset:
    """The heaviest choice that keeps every demand, of the terms that are not fixed.

    A PromiseError when the fixed terms alone break a demand: what was shown can't be taken back.
    """
    weights = weigh_terms(question.terms, question.weights)
    problem = _pose(question, demands, weights)
    found = solve(problem, search, weighted=bool(question.weights), node_limit=node_limit)
    if (
        search == "auto" and not found.proven
    ):  # stopped early, it may have left more than the greedy search does
        greedy = solve(problem, "btop", weighted=True)
        best = max(found, greedy, key=lambda each: each.weight)
        found = replace(best, bound=min(found.bound, greedy.bound), proven=found.proven)
    aside = [term for term in found.kept if term in question.fixed or term.startswith(_MARK)]
    lost = sum(dict(zip(question.terms, weights, strict=True)).get(term, 1.0) for term in aside)
    return SafeSubset(
        found.kept.difference(aside), found.deleted, found.proven, found.bound - lost, found.weight - lost
    )


def _pose(question: Question, demands: Sequence[Demand], weights: Floats) -> Problem:
    """One problem for all demands."""
    numbers, base = _incidence(question, demands)
    parts = list(_split(demands, numbers))
    need = max((part.need for part in parts), default=1)
    columns = len(question.terms)
    width = columns + len(parts)
    rows = np.zeros((len(base), width), bool)
    rows[:, :columns] = base
    guards, spare = [], []
    hopeless = np.zeros(columns, bool)
    for at, part in enumerate(parts, columns):
        rows[:, at] = part.counts(len(base), numbers)
        own = np.zeros((len(part.guarded), width), bool)
        own[:, :columns] = base[part.guarded]
        own[:, at] = True
        if part.can_be_met(rows[:, at]):
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


@dataclass(frozen=True, slots=True)
class _Part:
    """The guarded entities of a demand, as rows, that all count for it themselves, or all do not."""

    guarded: Ints
    among: Ints | None
    need: int

    def counts(self, size: int, numbers: Ints) -> Bits:
        """Which rows count for the demand."""
        if self.among is None:
            return np.ones(size, bool)
        found = np.zeros(size, bool)
        found[np.searchsorted(numbers, self.among)] = True
        return found

    def can_be_met(self, counting: Bits) -> bool:
        """Whether enough entities count, when nothing is told."""
        return int(counting.sum()) >= self.need


def _split(demands: Sequence[Demand], numbers: Ints) -> Iterator[_Part]:
    for demand in demands:
        guarded = demand.guarded[np.isin(demand.guarded, numbers)]
        itself = np.ones(len(guarded), bool) if demand.among is None else np.isin(guarded, demand.among)
        for counted in (True, False):
            rows = np.searchsorted(numbers, guarded[itself == counted])
            if len(rows):
                yield _Part(rows, demand.among, demand.least + counted)


def _incidence(question: Question, demands: Sequence[Demand]) -> tuple[Ints, Bits]:
    """The entities that matter, in order, and a row for each and for everybody else: which terms it knows."""
    named = [demand.among for demand in demands if demand.among is not None]
    numbers = np.unique(np.concatenate([*question.postings, *named, np.empty(0, np.int64)]))
    rows = np.zeros((max(question.size, len(numbers)), len(question.terms)), bool)
    for column, entities in enumerate(question.postings):
        rows[np.searchsorted(numbers, entities), column] = True
    return numbers, rows


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
) -> list[Demand]:
    """A demand for each K that some of the protected have, and one for each set of which one companion must be."""
    numbers = np.array(sorted(protected), np.int64)
    ks = np.array([least[number] for number in numbers.tolist()], np.int64)
    own = [Demand(numbers[ks == k], int(k)) for k in np.unique(ks)]
    return own + [Demand(numbers, 1, each) for each in among]
