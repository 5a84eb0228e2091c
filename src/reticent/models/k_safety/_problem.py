"""What is left to decide once everything obvious is settled: the common ground of all searches.

A set T of terms is K-safe when, for every protected entity e, at least K other entities know all of C(e) ∩ T
(ERASE, Definition 3.1). The entity e always knows C(e) ∩ T itself, so the same is said by: at least K + 1 entities
know it. `SubsetProblem.need` is that K + 1, and no search has to leave e out of its own count.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.bool_]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Counts = NDArray[np.float32]
Sizes = NDArray[np.int16]

CHUNK = 128  # rows multiplied at a time, to bound memory

FAR = 30_000
"""The size of a blocker that can't be deleted, because a term of it stays whatever is chosen."""


# paper: erase, Definition 3.1; Proposition 6.1
@dataclass(frozen=True, slots=True)
class SubsetProblem:
    """Which of the open terms to keep; the others are settled already.

    `known` has a row for every different set of open terms that some entity knows, and `counts` says how many entities
    know just that set (as single floats, exact up to 16 million, because numpy multiplies those fastest). `guarded` has a row for every protected entity that is still in danger; the rows are maximal,
    because keeping a protected context safe keeps every context inside it safe. `knowers` has the entities that know
    each term, one bit per entity. Terms that are `fixed` stay in every choice; without any, `fixed` is None.
    """

    terms: tuple[str, ...] = field(repr=False)
    weights: Floats = field(repr=False)
    known: Bits = field(repr=False)
    counts: Counts = field(repr=False)
    guarded: Bits = field(repr=False)
    knowers: tuple[int, ...] = field(repr=False)
    entities: int
    need: int
    kept: tuple[str, ...] = field(default=(), repr=False)
    kept_weight: float = 0.0
    deleted: tuple[str, ...] = field(default=(), repr=False)
    fixed: Bits | None = field(default=None, repr=False)

    @property
    def held(self) -> Bits:
        """The choice of the fixed terms alone: the least that can be kept."""
        return np.zeros(self.size, bool) if self.fixed is None else self.fixed.copy()

    @property
    def size(self) -> int:
        """How many terms are open."""
        return len(self.terms)


# paper: erase, Section 6.2
def reduce_problem(
    terms: Sequence[str], weights: Floats, postings: Sequence[Ints], entities: int, protected: Ints, k: int
) -> SubsetProblem:
    """The problem of `terms` where `postings[i]` lists the entities, out of `entities`, that know `terms[i]`.

    Settled at once (section 6.2): a term that no endangered entity knows stays, and one that fewer than K + 1 entities
    know goes when a protected entity is among them.
    """
    rows, touched = incidence(postings)
    return reduce_rows(terms, weights, rows, rows[np.isin(touched, protected)], entities, k)


def reduce_rows(
    terms: Sequence[str],
    weights: Floats,
    rows: Bits,
    guards: Bits,
    entities: int,
    k: int,
    *,
    fixed: Bits | None = None,
) -> SubsetProblem:
    """The problem where each row of `rows` is what one entity knows of `terms`; the others, up to `entities`, know none.

    A row of `guards` is what must not give a protected entity away; it lies within what that entity knows. Keeping the
    `fixed` terms alone must be K-safe.
    """
    need = k + 1
    knowers = as_ints(rows.T)
    if fixed is None:
        gone = np.logical_and(rows.sum(axis=0) < need, guards.any(axis=0))
    else:
        gone = _hopeless_terms(guards, fixed, knowers, entities, need)
    guarded = _endangered_guards(guards & ~gone, knowers, entities, need)
    open_ = np.asarray(guarded.any(axis=0))
    stays = ~(open_ | gone)
    known, counts = _group_rows(rows[:, open_], entities - len(rows))
    return SubsetProblem(
        terms=_pick(terms, open_),
        weights=weights[open_],
        known=known,
        counts=counts,
        guarded=guarded[:, open_],
        knowers=tuple(itertools.compress(knowers, open_)),
        entities=entities,
        need=need,
        kept=_pick(terms, stays),
        kept_weight=float(weights[stays].sum()),
        deleted=_pick(terms, gone),
        fixed=None if fixed is None else fixed[open_],
    )


@dataclass(frozen=True, slots=True)
class BoundedChoice:
    """A K-safe choice among the open terms, and a weight that no K-safe choice exceeds."""

    keep: Bits = field(repr=False)
    bound: float


def company(problem: SubsetProblem, keep: Bits) -> Ints:
    """How many entities know all that is kept of each row of `guarded`, itself included."""
    told = problem.guarded & keep
    return np.array([holders(problem.knowers, row, problem.entities).bit_count() for row in told], np.int64)


def holders(knowers: Sequence[int], told: Bits, entities: int) -> int:
    """The entities that know all of `told`, one bit each: integers intersect long sets fastest."""
    common = (1 << entities) - 1
    for term in np.flatnonzero(told).tolist():
        common &= knowers[term]
    return common


def is_safe(problem: SubsetProblem, keep: Bits) -> bool:
    """Whether keeping just these open terms is K-safe."""
    return bool((company(problem, keep) >= problem.need).all())


# paper: erase, Proposition 6.1; Figure 4
def blocker_sizes(problem: SubsetProblem) -> Sizes:
    """|C(e) - C(f)| for every guarded row e and every known row f."""
    unknown = (~problem.known).astype(np.float32).T
    guarded = problem.guarded.astype(np.float32)
    sizes = np.empty((len(guarded), len(problem.known)), np.int16)
    for at in range(0, len(guarded), CHUNK):
        sizes[at : at + CHUNK] = guarded[at : at + CHUNK] @ unknown
        if problem.fixed is not None:
            stuck = guarded[at : at + CHUNK, problem.fixed] @ unknown[problem.fixed] > 0
            sizes[at : at + CHUNK][stuck] = FAR
    return sizes


def chosen_bits(chosen: int, size: int) -> Bits:
    """A set written as an integer, as a row again."""
    return np.array([chosen >> term & 1 for term in range(size)], bool)


def as_ints(rows: Bits) -> list[int]:
    """Every row as a Python integer, bit i for column i: the fastest small bitset in Python."""
    packed = np.packbits(rows, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def _hopeless_terms(guards: Bits, fixed: Bits, knowers: list[int], entities: int, need: int) -> Bits:
    """The terms that, beside the fixed ones of some row, fewer than `need` entities know."""
    gone = np.zeros(len(fixed), bool)
    stuck = guards & fixed
    for first in _distinct_rows(stuck)[0]:
        common = holders(knowers, stuck[first], entities)
        alike = (stuck == stuck[first]).all(axis=1)
        for term in np.flatnonzero(guards[alike].any(axis=0) & ~fixed & ~gone).tolist():
            gone[term] = (common & knowers[term]).bit_count() < need
    return gone


def _pick(terms: Sequence[str], wanted: Bits) -> tuple[str, ...]:
    return tuple(term for term, take in zip(terms, wanted, strict=True) if take)


def incidence(postings: Sequence[Ints], others: Sequence[Ints] = (), size: int = 0) -> tuple[Bits, Ints]:
    """A row for each entity with a posting, or among `others`: which terms it knows; and the entities, in order.

    Rows for everybody else, who knows none, follow up to `size`.
    """
    touched = np.unique(np.concatenate([*postings, *others, np.empty(0, np.int64)]))
    rows = np.zeros((max(size, len(touched)), len(postings)), bool)
    for column, entities in enumerate(postings):
        rows[np.searchsorted(touched, entities), column] = True
    return rows, touched


def _endangered_guards(guards: Bits, knowers: list[int], entities: int, need: int) -> Bits:
    guards = guards[guards.sum(axis=1) > 1]  # every single term that is left is known to enough entities
    guards = guards[_distinct_rows(guards)[0]]
    unsafe = [holders(knowers, guard, entities).bit_count() < need for guard in guards]
    return _maximal_rows(guards[np.array(unsafe, bool)])


def _maximal_rows(rows: Bits) -> Bits:
    """The rows that lie inside no other; they are all different."""
    exact = rows.astype(np.float32)
    sizes = exact.sum(axis=1)
    inside = np.zeros(len(rows), bool)
    for start in range(0, len(rows), CHUNK):
        part = slice(start, start + CHUNK)
        inside[part] = ((exact[part] @ exact.T) == sizes[part, None]).sum(axis=1) > 1
    return rows[~inside]


def _distinct_rows(rows: Bits) -> tuple[Ints, Ints]:
    """Where each different row stands first, and how often it occurs."""
    packed = np.packbits(rows, axis=1)
    words = np.zeros((len(rows), packed.shape[1] // 8 + 1), np.uint64)
    words.view(np.uint8)[:, : packed.shape[1]] = packed
    keys = words[:, 0] if words.shape[1] == 1 else words.view(f"V{words.shape[1] * 8}")[:, 0]
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    return first, counts


def _group_rows(rows: Bits, untouched: int) -> tuple[Bits, Counts]:
    first, counts = _distinct_rows(rows)
    known = rows[first]
    if untouched:
        known = np.vstack([known, np.zeros((1, rows.shape[1]), bool)])
        counts = np.append(counts, untouched)
    return known, counts.astype(np.float32)


class Limit:
    """Counts the steps of one search against a number of seconds and a number of steps."""

    def __init__(self, seconds: float | None = None, steps: int | None = None) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._left = steps

    def step(self) -> bool:
        """Take one step; False once the search is over its limit."""
        if self._left is not None:
            self._left -= 1
        return not self.is_reached

    @property
    def is_reached(self) -> bool:
        """Whether the search has to stop."""
        if self._left is not None and self._left < 0:
            return True
        return self._end is not None and time.monotonic() > self._end


MEMORY = 1_000_000  # verdicts kept: some 100 MB


# paper: erase, Section 5.2.2
class SafetyTest:
    """Tells whether a K-safe set stays so with one term more; sets are integers with bit i for term i.

    Only protected entities that know the new term can be in danger, and entities that know the same part of the set
    share one count.
    """

    def __init__(self, problem: SubsetProblem) -> None:
        guards = as_ints(problem.guarded)
        self._guards = [[guard for guard in guards if guard >> term & 1] for term in range(problem.size)]
        self._knowers = problem.knowers
        self._need = problem.need
        self._verdicts: dict[int, bool] = {}

    def stays_safe(self, chosen: int, term: int) -> bool:
        """Whether `chosen`, which is K-safe without `term`, is K-safe with it."""
        guards = self._guards[term]
        if len(self._verdicts) > MEMORY:
            self._verdicts.clear()
        for at, guard in enumerate(guards):
            told = guard & chosen
            verdict = self._verdicts.get(told)
            if verdict is None:
                verdict = self._verdicts[told] = self._support(told) >= self._need
            if not verdict:
                guards.insert(0, guards.pop(at))  # who objects once will object again
                return False
        return True

    def _support(self, told: int) -> int:
        common = -1
        while told:
            lowest = told & -told
            common &= self._knowers[lowest.bit_length() - 1]
            told ^= lowest
        return common.bit_count()
