"""The largest K-safe subset of a document's terms, by any of the searches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

import numpy as np

from reticent.errors import InputError
from reticent.models.k_safety.search.exact import exact
from reticent.models.k_safety.search.greedy import bfreq, bsize
from reticent.models.k_safety.search.lattice import best_first, btop, btop_naive, levelwise
from reticent.models.k_safety.search.problem import Choice, Floats, Ints, Limit, Problem, reduce_problem

Search = Literal[
    "exact", "btop", "btop-naive", "bsize", "bfreq", "best-first", "best-first-naive", "levelwise", "auto"
]

GOES_ON: frozenset[Search] = frozenset({"exact", "btop", "auto"})
WEIGHTED: frozenset[Search] = frozenset({"exact", "btop", "btop-naive", "auto"})
AUTO_STEPS, LEAST_STEPS = 10_000, 100
AUTO_WORK = 1_000_000_000
BTOP_WORK = 100_000_000  # some half a second
FEW_TERMS = 16
WINDOW = 12
MAX_WINDOW = 20
LIGHTEST, HEAVIEST = 0.001, 1e6
EPSILON = 1e-6


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


def largest_safe_subset(
    terms: Iterable[str],
    contexts: Mapping[str, Collection[str]],
    protected: Iterable[str],
    k: int,
    *,
    search: Search = "exact",
    weights: Mapping[str, float] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
) -> SafeSubset:
    """The most of `terms` that can stay so that every protected entity has at least `k` companions.

    An entity's companions are the other entities that know all that the kept terms tell of it. `contexts` gives the
    terms of every entity. `weights` says what a term costs to lose, 1 where it says nothing; exact and BTop respect it.
    Exact, best-first and levelwise stop after `time_limit` seconds or `node_limit` steps with the best they have.

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
) -> Problem:
    """The problem of `terms` where `postings[i]` numbers the entities, out of `entities`, that know `terms[i]`.

    For callers with an inverted index, who need not read a whole database for each document.
    """
    if k < 1:
        raise InputError(f"K must be at least 1, not {k}")
    if k >= entities:
        raise InputError(
            f"K={k} asks for {k} companions of each protected entity, but the database has {entities} entities in all: "
            "lower K or add entities"
        )
    return reduce_problem(terms, weigh_terms(terms, weights or {}), postings, entities, protected, k)


def solve(
    problem: Problem,
    search: Search = "exact",
    *,
    weighted: bool = False,
    time_limit: float | None = None,
    node_limit: int | None = None,
    window: int = WINDOW,
) -> SafeSubset:
    """The solution of a problem that `pose` made; `window` is L of best-first's bound UB_L."""
    if search not in get_args(Search):
        raise InputError(f"there is no such search; choose one of {', '.join(get_args(Search))}")
    if weighted and search not in WEIGHTED:
        raise InputError(
            f"the search '{search}' can't weigh terms; choose one of {', '.join(sorted(WEIGHTED))}"
        )
    if problem.fixed is not None and search not in GOES_ON:
        raise InputError(
            f"the search '{search}' can't go on from terms that are shown already, nor ask for more than K others;"
            f" choose one of {', '.join(sorted(GOES_ON))}"
        )
    if not 1 <= window <= MAX_WINDOW:
        raise InputError(f"a window has 1 to {MAX_WINDOW} terms, not {window}")
    if search == "auto":
        search, steps = _automatic(problem, weighted or problem.fixed is not None)
        node_limit = steps if node_limit is None else node_limit
    limit = Limit(time_limit, node_limit)
    searches: dict[Search, Callable[[], Choice]] = {
        "exact": lambda: _at_least_btop(problem, exact(problem, limit)),
        "best-first": lambda: best_first(problem, limit, window),
        "best-first-naive": lambda: best_first(problem, limit, 0),
        "levelwise": lambda: levelwise(problem, limit),
        "btop": lambda: btop(problem),
        "btop-naive": lambda: btop_naive(problem),
        "bsize": lambda: bsize(problem),
        "bfreq": lambda: bfreq(problem),
    }
    with np.errstate(invalid="ignore"):  # some builds of BLAS raise that flag on products of zeros and ones
        choice = searches[search]()
    return _outcome(problem, choice)


def _automatic(problem: Problem, weighted: bool) -> tuple[Search, int]:
    """Best-first for few terms, else exact; limited in steps, so that the same input gives the same answer anywhere."""
    if problem.size <= FEW_TERMS and not weighted:
        return "best-first", AUTO_STEPS
    return "exact", max(LEAST_STEPS, min(AUTO_STEPS, AUTO_WORK // (problem.size * len(problem.known) + 1)))


def _at_least_btop(problem: Problem, choice: Choice) -> Choice:
    """The choice, or BTop's where a limit came before the proof, left less than that, and BTop is quick."""
    work = problem.size * len(problem.known) * len(problem.guarded)
    if problem.weights @ choice.keep >= choice.bound - EPSILON or work > BTOP_WORK:
        return choice
    other = btop(problem)
    heavier = problem.weights @ other.keep > problem.weights @ choice.keep
    return Choice(other.keep, choice.bound) if heavier else choice


def _outcome(problem: Problem, choice: Choice) -> SafeSubset:
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
