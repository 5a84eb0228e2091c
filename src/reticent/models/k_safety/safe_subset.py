"""The largest K-safe subset of a document's terms, by any of the searches; the exact one is a branch and bound over the terms.

Every protected entity e has a floor: so many terms of C(e) go in any K-safe solution. The floors start from the rank
inequality: at least the size of the (K + 1)-th smallest blocker. `can_cover` raises those that matter, because K + 1 blockers
have to be deleted together and their union is larger than each. `lagrangian` turns all floors into one lower bound on the weight of
the deletions, whose reduced weights settle most terms without branching.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np

from reticent.errors import InputError
from reticent.models.k_safety._greedy import (
    FEW,
    WIDE,
    best_first,
    btop,
    choose_greedily,
    delete_until_safe,
    heaviest,
    insert_terms,
    rank_floors,
    unsafe_rows,
)
from reticent.models.k_safety._places import require_enough
from reticent.models.k_safety._problem import (
    Bits,
    BoundedChoice,
    Counts,
    Floats,
    Ints,
    Limit,
    SubsetProblem,
    blocker_sizes,
    company,
    reduce_problem,
)

Search = Literal["exact", "btop", "best-first", "auto"]
SubsetSearch = Callable[[SubsetProblem, Limit], BoundedChoice]
"""Somebody's own search, which answers for weights and fixed terms itself."""

WEIGHTED: frozenset[Search] = frozenset({"exact", "btop", "auto"})
"""The searches that respect weights and fixed terms."""

AUTO_STEPS, LEAST_STEPS = 10_000, 300  # of an automatic search, within some seconds; chosen by hand
AUTO_WORK = 1_000_000_000  # cells that all steps together may read: some seconds
BTOP_WORK = 100_000_000  # cells that BTop may read once a limit was reached: some half a second
FEW_TERMS = 16  # up to which best-first is asked: 65,536 choices at most; chosen by hand
WINDOW = 12  # L of UB_L; experiments/k_safety.py measures it beside 1 and 8
LIGHTEST, HEAVIEST = 0.001, 1e6  # beyond, sums of weights lose digits
EPSILON = 1e-6  # weights that differ by less are equal


@dataclass(frozen=True, slots=True)
class SafeSubset:
    """A K-safe subset of the terms; `proven` when none weighs more, and in any case none weighs more than `bound`."""

    kept: frozenset[str] = field(repr=False)
    deleted: frozenset[str] = field(repr=False)
    proven: bool
    bound: float
    weight: float

    @property
    def gap(self) -> float:
        """How much heavier a K-safe subset could be at most."""
        return max(0.0, self.bound - self.weight)

    def describe(self) -> str:
        """Whether what goes is the least there is, in words."""
        if self.proven:
            return "no fewer deletions would do"
        return f"fewer deletions might do: what is kept could weigh {self.gap:.3g} more at most"


def largest_safe_subset(
    terms: Iterable[str],
    contexts: Mapping[str, Collection[str]],
    protected: Iterable[str],
    k: int,
    *,
    search: Search | SubsetSearch = "exact",
    weights: Mapping[str, float] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> SafeSubset:
    """The most of `terms` that can stay so that every protected entity has at least `k` companions.

    An entity's companions are the other entities that know all that the kept terms tell of it. `contexts` gives the
    terms of every entity. `weights` says what a term costs to lose, 1 where it says nothing; exact and BTop respect it.
    Exact and best-first stop after `time_limit` seconds or `node_limit` steps with the best they have.

    >>> contexts = {"flu": {"fever", "cough"}, "cold": {"cough"}, "gout": {"pain"}, "HIV": {"cough", "rash"}}
    >>> sorted(largest_safe_subset(["cough", "fever", "rash"], contexts, ["HIV"], k=2).kept)
    ['cough', 'fever']
    """
    distinct = tuple(dict.fromkeys(terms))
    names = {entity: at for at, entity in enumerate(contexts)}
    guarded = np.array(sorted({_number(entity, names) for entity in protected}), np.int64)
    problem = pose(distinct, _postings(distinct, contexts), len(names), guarded, k, weights)
    return solve(problem, search, weighted=bool(weights), time_limit=time_limit, node_limit=node_limit)


def pose(
    terms: tuple[str, ...],
    postings: list[Ints],
    entities: int,
    protected: Ints,
    k: int,
    weights: Mapping[str, float] | None = None,
) -> SubsetProblem:
    """The problem of `terms` where `postings[i]` numbers the entities, out of `entities`, that know `terms[i]`.

    For callers with an inverted index, who need not read a whole database for each document.
    """
    require_enough(k, entities)
    return reduce_problem(terms, weigh_terms(terms, weights or {}), postings, entities, protected, k)


def solve(
    problem: SubsetProblem,
    search: Search | SubsetSearch = "exact",
    *,
    weighted: bool = False,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> SafeSubset:
    """The solution of a problem that `pose` made, by a search of ours or by one of the caller's own."""
    if isinstance(search, str):
        _require_fit(search, weighted=weighted, goes_on=problem.fixed is not None)
    if search == "auto":
        search, steps = _automatic(problem, weighted or problem.fixed is not None)
        node_limit = steps if node_limit is None else min(node_limit, steps)
    find = _SEARCHES[search] if isinstance(search, str) else search
    with np.errstate(invalid="ignore"):  # some builds of BLAS raise that flag on products of zeros and ones
        choice = find(problem, Limit(time_limit, node_limit))
    return _outcome(problem, choice)


def _require_fit(search: Search, *, weighted: bool, goes_on: bool) -> None:
    if search not in get_args(Search):
        raise InputError(f"there is no such search; choose one of {', '.join(get_args(Search))}")
    going_on = "go on from terms that are shown already, nor ask for more than K others"
    for asked, what in ((weighted, "weigh terms"), (goes_on, going_on)):
        if asked and search not in WEIGHTED:
            raise InputError(
                f"the search '{search}' can't {what}; choose one of {', '.join(sorted(WEIGHTED))}"
            )


def _automatic(problem: SubsetProblem, weighted: bool) -> tuple[Search, int]:
    """Best-first for few terms, else exact; limited in steps, so that the same input gives the same answer anywhere."""
    if problem.size <= FEW_TERMS and not weighted:
        return "best-first", AUTO_STEPS
    return "exact", max(LEAST_STEPS, min(AUTO_STEPS, AUTO_WORK // (problem.size * len(problem.known) + 1)))


def _at_least_btop(problem: SubsetProblem, choice: BoundedChoice) -> BoundedChoice:
    """The choice, or BTop's where a limit came before the proof, left less than that, and BTop is quick."""
    work = problem.size * len(problem.known) * len(problem.guarded)
    if problem.weights @ choice.keep >= choice.bound - EPSILON or work > BTOP_WORK:
        return choice
    other = btop(problem)
    heavier = problem.weights @ other.keep > problem.weights @ choice.keep
    return BoundedChoice(other.keep, choice.bound) if heavier else choice


def _outcome(problem: SubsetProblem, choice: BoundedChoice) -> SafeSubset:
    kept = {term for term, keep in zip(problem.terms, choice.keep, strict=True) if keep}
    weight = float(problem.weights @ choice.keep) + problem.kept_weight
    bound = choice.bound + problem.kept_weight
    return SafeSubset(
        kept=frozenset(kept.union(problem.kept)),
        deleted=frozenset(set(problem.terms).difference(kept).union(problem.deleted)),
        proven=bound <= weight + EPSILON,
        bound=bound,
        weight=weight,
    )


def _postings(terms: tuple[str, ...], contexts: Mapping[str, Collection[str]]) -> list[Ints]:
    lists: dict[str, list[int]] = {term: [] for term in terms}
    wanted = set(terms)
    for number, context in enumerate(contexts.values()):
        for term in wanted.intersection(context):
            lists[term].append(number)
    return [np.array(numbers, np.int64) for numbers in lists.values()]


def _number(entity: str, names: Mapping[str, int]) -> int:
    if entity not in names:
        raise InputError(
            f"the protected entity '{entity}' is not in the database; add it, or correct its name"
        )
    return names[entity]


def weigh_terms(terms: tuple[str, ...], weights: Mapping[str, float]) -> Floats:
    """The weight of each term, 1 where nothing is said; an InputError for one that a search can't count with."""
    values = np.array([weights.get(term, 1.0) for term in terms], float)
    if not ((values >= LIGHTEST) & (values <= HEAVIEST)).all():
        raise InputError(f"every weight must be a number from {LIGHTEST:g} to {HEAVIEST:g}")
    return values


STALL = 4  # rounds without a gain before steps get shorter: fewer cut good steps; chosen by hand
SHORTEN = 0.6  # of the length of a step: nearer 1 takes more rounds, nearer 0 stops short; chosen by hand


@dataclass(frozen=True, slots=True)
class Bound:
    """No deletion that meets every floor weighs less than `value`; `reduced` is what each term adds to it.

    Deleting a term of positive reduced weight, or keeping one of negative, raises the bound by its absolute value.
    """

    value: float
    duals: Floats
    reduced: Floats


def lagrangian(rows: Bits, floors: Ints, weights: Floats, duals: Floats, goal: float, rounds: int) -> Bound:
    """The bound of: at least `floors[e]` of the terms in `rows[e]` go, at the least weight; improved from `duals` on.

    Relaxing those rows with multipliers y leaves y·floors plus the negative part of weights - rows'y, which is a bound
    for every y >= 0. Subgradient steps raise it until it passes `goal` or the rounds are over.
    """
    matrix, transposed = rows.astype(float), np.ascontiguousarray(rows.T.astype(float))
    best = Bound(-np.inf, duals, weights)
    pace, stalled = 1.0, 0
    for _ in range(rounds):
        reduced = weights - transposed @ duals
        value = float(duals @ floors + np.minimum(reduced, 0).sum())
        stalled = 0 if value > best.value + 0.01 * abs(best.value) else stalled + 1
        if value > best.value:
            best = Bound(value, duals, reduced)
        slope = floors - matrix @ (reduced < 0)
        slope[(duals <= 0) & (slope < 0)] = 0
        steepness = float(slope @ slope)
        if value > goal or steepness == 0:
            break
        if stalled >= STALL:
            pace, stalled = pace * SHORTEN, 0
        length = pace * max(goal + 0.5 - value, 0.05) / steepness
        duals = np.maximum(duals + length * slope, 0)
    return best


PAIRS = 200  # blockers up to which all pairs are compared: the work grows with the square; chosen by hand
PATIENCE = 300  # steps per floor before it is left as it is: a low floor costs branches; chosen by hand


def can_cover(blockers: Bits, counts: Counts, need: float, most: int, limit: Limit) -> bool:
    """Whether `most` deletions can cover blockers that count `need` in all; also True when that takes too long to tell."""
    stack = [(blockers, counts, need, most)]
    for _ in range(PATIENCE):
        if not stack or not limit.step():
            break
        state = _reduce_question(*stack.pop())
        if state is None:
            continue
        blockers, counts, need, most = state
        if need <= 0:
            return True
        crowd = counts @ blockers.astype(np.float32)
        term = int(np.argmax(crowd))
        holds = blockers[:, term]
        rest = blockers[:, (crowd > 0) & (np.arange(len(crowd)) != term)]
        stack.append((rest[~holds], counts[~holds], need, most))
        stack.append((rest, counts, need, most - 1))
    else:
        return True
    return bool(stack)


def _reduce_question(
    blockers: Bits, counts: Counts, need: float, most: int
) -> tuple[Bits, Counts, float, int] | None:
    """The question with all that follows at once carried out; None when the answer is no."""
    while True:
        sizes = blockers.sum(axis=1)
        need -= float(counts[sizes == 0].sum())
        if need <= 0:
            return blockers, counts, need, most
        matters = (sizes > 0) & (sizes <= most)
        blockers, counts, sizes = blockers[matters], counts[matters], sizes[matters]
        matters = _fit_with_others(blockers, counts, sizes, need, most)
        total = float(counts[matters].sum())
        if total < need:
            return None
        if not matters.all():
            blockers, counts = blockers[matters], counts[matters]
            continue
        forced = total - counts @ blockers.astype(np.float32) < need
        if not forced.any():
            return blockers, counts, need, most
        most -= int(forced.sum())
        blockers = blockers[:, ~forced]


def _fit_with_others(
    blockers: Bits, counts: Counts, sizes: np.ndarray[tuple[int], np.dtype[np.int64]], need: float, most: int
) -> Bits:
    """Which blockers fit within `most` deletions together with enough others, two at a time."""
    if len(blockers) > PAIRS:
        return np.ones(len(blockers), bool)
    rows = blockers.astype(np.float32)
    fits = rows @ rows.T >= (sizes[:, None] + sizes - most)
    fits_enough: Bits = fits.astype(np.float32) @ counts >= need
    return fits_enough


ROOT_ROUNDS, ROUNDS = 100, 40  # of the bound, more at the root because all nodes start from there; by hand
ROOT_LOOKS, LOOKS = 60, 20  # entities whose floors are raised, for the same reason; chosen by hand
NARROW = 2  # terms above the floors, for the first start: more make it better and slower; chosen by hand
TOLERANCE = 1e-6  # costs that differ by less are equal
BEYOND = 1e30  # the price of what can't go; finite, so that zero of it costs nothing
ROUNDING = 1 + 1e-5  # a blocker at the very limit still counts as light


@dataclass(frozen=True, slots=True)
class _Node:
    """Terms still free, terms deleted, and what is known of every solution that agrees with it."""

    free: Bits
    deleted: Bits
    rows: Bits
    floors: Ints
    duals: Floats
    bound: float = 0.0
    depth: int = 0


# paper: erase, Theorem 4.1
def exact(problem: SubsetProblem, limit: Limit) -> BoundedChoice:
    """The heaviest K-safe choice, or the best one found and a bound when `limit` comes first.

    The entities that know most are the hardest to hide. What is best for them alone is nearly always safe for the
    others too, and then it is best for all; where it is not, the entities that are unsafe with it join the question.
    """
    asked = np.argsort(-problem.guarded.sum(axis=1), kind="stable")[:FEW]
    while problem.size:
        choice = _Search(replace(problem, guarded=problem.guarded[asked]), limit).run()
        unsafe = unsafe_rows(problem, choice.keep)
        if not len(unsafe):
            return choice
        if limit.is_reached:
            keep = heaviest(problem, delete_until_safe(problem, choice.keep), insert_terms(problem))
            return BoundedChoice(keep, choice.bound)
        asked = np.concatenate([asked, unsafe[: len(asked)]])
    return BoundedChoice(np.ones(0, bool), 0.0)


class _Search:
    """The best deletion so far, and the search for a better one."""

    def __init__(self, problem: SubsetProblem, limit: Limit) -> None:
        self.problem, self.limit = problem, limit
        self.unknown = np.ascontiguousarray(~problem.known.T).astype(np.float32)
        self.step = _step(problem.weights)
        self.best = ~problem.held
        self.cost = float(problem.weights @ self.best)
        self._adopt(~choose_greedily(problem, NARROW))

    @property
    def goal(self) -> float:
        """The greatest cost that is an improvement."""
        return self.cost - (self.step or TOLERANCE)

    def run(self) -> BoundedChoice:
        """Search until the best deletion is proven or the limit is reached."""
        queue: list[tuple[float, int, int, _Node]] = []
        serial = itertools.count()

        def push(node: _Node) -> None:
            heapq.heappush(queue, (self._round_up(node.bound), -node.depth, next(serial), node))

        push(self._root())
        while queue and queue[0][0] <= self.goal + TOLERANCE and self.limit.step():
            node = self._tighten(heapq.heappop(queue)[-1])
            if node is None:
                continue
            if not node.depth:
                self._adopt(~choose_greedily(self.problem, WIDE))
            for child in [node] if self.limit.is_reached else self._branches(node):
                push(child)
        least = min([self.cost, *(entry[0] for entry in queue[:1])])
        return BoundedChoice(~self.best, float(self.problem.weights.sum()) - least)

    def _adopt(self, deleted: Bits) -> None:
        cost = float(self.problem.weights @ deleted)
        if cost < self.cost:
            self.best, self.cost = deleted, cost

    def _round_up(self, bound: float) -> float:
        return self.step * math.ceil(bound / self.step - TOLERANCE) if self.step else bound

    def _root(self) -> _Node:
        """Everything free; the floors by the rank inequality, in rows without terms that only heavy blockers have."""
        sizes = blocker_sizes(self.problem)
        floors = rank_floors(sizes, self.problem.counts, self.problem.need)
        light = sizes <= self.goal / self.problem.weights.min() * ROUNDING
        rows = self.problem.guarded & (light.astype(np.float32) @ self.unknown.T > 0)
        size = self.problem.size
        return _Node(~self.problem.held, np.zeros(size, bool), rows, floors, np.zeros(len(rows)))

    def _tighten(self, node: _Node) -> _Node | None:
        """The node with its bound raised and terms settled as far as that goes; None when nothing better is in it."""
        rounds = ROUNDS if node.depth else ROOT_ROUNDS
        while (outcome := self._bound_node(self._check_floors(node), rounds)) is not None:
            node, found, slack = outcome
            further = self._settle_terms(node, found, slack)
            if further is node:
                further = self._raise_floors(node, slack)
            if further is node or self.limit.is_reached:
                return node
            node, rounds = further, ROUNDS
        return None

    def _bound_node(self, node: _Node, rounds: int) -> tuple[_Node, Bound, float] | None:
        """The node with its bound, and what may still be spent on it; None when it holds nothing better."""
        cost = float(self.problem.weights @ node.deleted)
        slack = self.goal - cost + TOLERANCE
        active = node.floors > 0
        if not active.any():
            self._adopt(node.deleted)
        if slack < 0 or not active.any():
            return None
        rows, floors, weights = (
            node.rows[active][:, node.free],
            node.floors[active],
            self.problem.weights[node.free],
        )
        found = lagrangian(rows, floors, weights, node.duals[active], slack, rounds)
        if found.value > slack or (rows.sum(axis=1) < floors).any():
            return None
        duals = np.zeros(len(active))
        duals[active] = found.duals
        return replace(node, duals=duals, bound=max(node.bound, cost + found.value)), found, slack

    def _check_floors(self, node: _Node) -> _Node:
        """The node; once all its floors are met, with a floor for every entity that is unsafe nevertheless."""
        if node.floors.any():
            return node
        unsafe = company(self.problem, ~node.deleted) < self.problem.need
        return replace(node, rows=self.problem.guarded, floors=unsafe.astype(np.int64))

    def _settle_terms(self, node: _Node, found: Bound, slack: float) -> _Node:
        """The node without the terms for which one of the two choices leads beyond the goal."""
        terms = np.flatnonzero(node.free)
        sure = found.value + np.abs(found.reduced) > slack
        if not sure.any():
            return node
        return self._decide_terms(
            node, keep=terms[sure & (found.reduced > 0)], delete=terms[sure & (found.reduced <= 0)]
        )

    def _decide_terms(self, node: _Node, *, keep: Ints, delete: Ints) -> _Node:
        free, deleted = node.free.copy(), node.deleted.copy()
        free[keep] = free[delete] = False
        deleted[delete] = True
        floors = np.maximum(node.floors - node.rows[:, delete].sum(axis=1), 0)
        return replace(node, free=free, deleted=deleted, floors=floors)

    def _raise_floors(self, node: _Node, slack: float) -> _Node:
        """The node with higher floors for the entities that weigh most in its bound, where they are not high enough."""
        rows, floors = node.rows.copy(), node.floors.copy()
        looks = LOOKS if node.depth else ROOT_LOOKS
        for entity in np.argsort(-node.duals, kind="stable")[:looks]:
            if node.duals[entity] <= 0:
                break
            rows[entity], floors[entity] = self._floor(node, int(entity), slack)
        same = (floors == node.floors).all() and not (node.rows & ~rows)[:, node.free].any()
        return node if same else replace(node, rows=rows, floors=floors)

    def _floor(self, node: _Node, entity: int, slack: float) -> tuple[Bits, int]:
        """Among which terms how many have to go for this entity alone, as far as that is quick to say."""
        guarded = self.problem.guarded[entity]
        told = np.flatnonzero(guarded & ~node.deleted)
        open_ = np.flatnonzero(guarded & node.free)
        prices = np.where(node.free[told], self.problem.weights[told], BEYOND).astype(np.float32)
        light = np.flatnonzero(prices @ self.unknown[told] <= slack * ROUNDING)
        blockers = self.unknown[open_[:, None], light].T > 0
        counts = self.problem.counts[light]
        floor = int(node.floors[entity])
        need = self.problem.need
        while floor <= len(open_) and not can_cover(blockers, counts, need, floor, self.limit):
            floor += 1
        row = np.zeros(self.problem.size, bool)
        row[open_] = blockers.any(axis=0)
        return row, floor

    def _branches(self, node: _Node) -> Iterator[_Node]:
        """The node with the term that weighs most in its bound deleted, and with it kept."""
        terms = np.flatnonzero(node.free)
        term = terms[[np.argmax(node.duals @ node.rows[:, terms])]]
        deeper = replace(node, depth=node.depth + 1)
        none = term[:0]
        yield self._decide_terms(deeper, keep=none, delete=term)
        yield self._decide_terms(deeper, keep=term, delete=none)


def _step(weights: Floats) -> float:
    """The grain of every sum of these weights, 0 when there is none to rely on."""
    whole = weights.astype(np.int64)
    return float(np.gcd.reduce(whole)) if (whole == weights).all() else 0.0


_SEARCHES: Mapping[str, SubsetSearch] = {
    "exact": lambda problem, limit: _at_least_btop(problem, exact(problem, limit)),
    "best-first": lambda problem, limit: best_first(problem, limit, WINDOW),
    "btop": lambda problem, limit: btop(problem),
}
