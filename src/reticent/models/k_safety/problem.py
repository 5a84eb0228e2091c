"""What is left to decide once everything obvious is settled: the common ground of all searches.

A set T of terms is K-safe when, for every protected entity e, at least K other entities know all of C(e) ∩ T
(ERASE, Definition 3.1). The entity e always knows C(e) ∩ T itself, so the same is said by: at least K + 1 entities
know it. `Problem.need` is that K + 1, and no search has to leave e out of its own count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Bits = NDArray[np.bool_]
Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

CHUNK = 512


@dataclass(frozen=True, slots=True)
class Problem:
    """Which of the open terms to keep; the others are settled already.

    `known` has a row for every different set of open terms that some entity knows, and `counts` says how many entities
    know just that set. `guarded` has a row for every protected entity that is still in danger; the rows are maximal,
    because keeping a protected context safe keeps every context inside it safe.
    """

    terms: tuple[str, ...] = field(repr=False)
    weights: Floats = field(repr=False)
    known: Bits = field(repr=False)
    counts: Ints = field(repr=False)
    guarded: Bits = field(repr=False)
    need: int
    kept: tuple[str, ...] = field(default=(), repr=False)
    kept_weight: float = 0.0
    deleted: tuple[str, ...] = field(default=(), repr=False)

    @property
    def size(self) -> int:
        """How many terms are open."""
        return len(self.terms)


def reduce_problem(
    terms: Sequence[str],
    weights: Floats,
    postings: Sequence[Ints],
    entities: int,
    protected: Ints,
    k: int,
) -> Problem:
    """The problem of `terms` where `postings[i]` lists the entities, out of `entities`, that know `terms[i]`.

    Settled at once (section 6.2): a term that no endangered entity knows stays, and one that fewer than K + 1 entities
    know goes when a protected entity is among them.
    """
    rows, touched = _incidence(postings)
    return reduce_rows(terms, weights, rows, rows[np.isin(touched, protected)], entities - len(touched), k)


def reduce_rows(
    terms: Sequence[str], weights: Floats, rows: Bits, guards: Bits, untouched: int, k: int
) -> Problem:
    """The problem where each row of `rows` is what one entity knows of `terms`, and `untouched` more know nothing.

    A row of `guards` is what a protected entity must not be told by; it lies within what that entity knows.
    """
    need = k + 1
    gone = np.logical_and(rows.sum(axis=0) < need, guards.any(axis=0))
    guarded = _endangered(guards & ~gone, rows, need)
    open_ = np.asarray(guarded.any(axis=0))
    stays = ~(open_ | gone)
    known, counts = _grouped(rows[:, open_], untouched)
    return Problem(
        terms=_pick(terms, open_),
        weights=weights[open_],
        known=known,
        counts=counts,
        guarded=guarded[:, open_],
        need=need,
        kept=_pick(terms, stays),
        kept_weight=float(weights[stays].sum()),
        deleted=_pick(terms, gone),
    )


@dataclass(frozen=True, slots=True)
class Choice:
    """A K-safe choice among the open terms, and a weight that no K-safe choice exceeds."""

    keep: Bits = field(repr=False)
    bound: float


def supporters(problem: Problem, keep: Bits) -> Bits:
    """Which rows of `known` (columns) hold all that is kept of which row of `guarded`."""
    unknown = (~problem.known).astype(np.float32).T
    told = (problem.guarded & keep).astype(np.float32)
    parts = [told[at : at + CHUNK] @ unknown == 0 for at in range(0, len(told), CHUNK)]
    return np.vstack(parts) if parts else np.zeros((0, len(problem.known)), bool)


def is_safe(problem: Problem, keep: Bits) -> bool:
    """Whether keeping just these open terms is K-safe."""
    return bool((supporters(problem, keep) @ problem.counts >= problem.need).all())


def blocker_sizes(problem: Problem) -> NDArray[np.int16]:
    """|C(e) - C(f)| for every guarded row e and every known row f."""
    unknown = (~problem.known).astype(np.float32).T
    guarded = problem.guarded.astype(np.float32)
    sizes = np.empty((len(guarded), len(problem.known)), np.int16)
    for at in range(0, len(guarded), CHUNK):
        sizes[at : at + CHUNK] = guarded[at : at + CHUNK] @ unknown
    return sizes


def chosen_bits(chosen: int, size: int) -> Bits:
    """A set written as an integer, as a row again."""
    return np.array([chosen >> term & 1 for term in range(size)], bool)


def as_ints(rows: Bits) -> list[int]:
    """Every row as a Python integer, bit i for column i: the fastest small bitset in Python."""
    packed = np.packbits(rows, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def _pick(terms: Sequence[str], wanted: Bits) -> tuple[str, ...]:
    return tuple(term for term, take in zip(terms, wanted, strict=True) if take)


def _incidence(postings: Sequence[Ints]) -> tuple[Bits, Ints]:
    touched = np.unique(np.concatenate([*postings, np.empty(0, np.int64)]))
    rows = np.zeros((len(touched), len(postings)), bool)
    for column, entities in enumerate(postings):
        rows[np.searchsorted(touched, entities), column] = True
    return rows, touched


def _endangered(guards: Bits, rows: Bits, need: int) -> Bits:
    guards = guards[guards.sum(axis=1) > 1]  # every single term that is left is known to enough entities
    guards = np.unique(guards, axis=0)
    knowers = as_ints(rows.T)
    unsafe = [_support(guard, knowers) < need for guard in guards]
    return _maximal(guards[np.array(unsafe, bool)])


def _support(guard: Bits, knowers: list[int]) -> int:
    first, *others = np.flatnonzero(guard).tolist()
    common = knowers[first]
    for term in others:
        common &= knowers[term]
    return common.bit_count()


def _maximal(rows: Bits) -> Bits:
    """The rows that lie inside no other; they are all different."""
    exact = rows.astype(np.float32)
    sizes = exact.sum(axis=1)
    inside = np.zeros(len(rows), bool)
    for start in range(0, len(rows), CHUNK):
        part = slice(start, start + CHUNK)
        inside[part] = ((exact[part] @ exact.T) == sizes[part, None]).sum(axis=1) > 1
    return rows[~inside]


def _grouped(rows: Bits, untouched: int) -> tuple[Bits, Ints]:
    _, first, counts = np.unique(np.packbits(rows, axis=1), axis=0, return_index=True, return_counts=True)
    known, counts = rows[first], counts.astype(np.int64)
    if not untouched:
        return known, counts
    return np.vstack([known, np.zeros((1, rows.shape[1]), bool)]), np.append(counts, untouched)
