"""One word's level each: `generalize` and the choice of a search."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from reticent.errors import InputError, PromiseError
from reticent.models.t_plausibility._search import exact_plain, exact_uniform, top_down_search
from reticent.models.t_plausibility.cost import (
    Chains,
    ChosenLevels,
    Instance,
    check_alpha,
    check_chains,
    check_reach,
    check_t,
)

Search = Literal["exact", "top-down"]
LevelSearch = Callable[[Instance], ChosenLevels]
"""Somebody's own search."""
Problem = Literal["uniform", "plain"]


@dataclass(frozen=True, slots=True)
class Generalization:
    """One level a word, as an index into its chain; `texts` could have been the original, and `cost` is equation 1.

    `proven` says that no other choice of levels is better: in cost (to within 1e-10), or in texts for the plain problem.
    """

    levels: tuple[int, ...]
    cost: float
    proven: bool
    texts: int


def generalize(
    volumes: Chains,
    t: int,
    alpha: float = 0.5,
    search: Search | LevelSearch = "exact",
    *,
    problem: Problem = "uniform",
    limit: int | None = None,
) -> Generalization:
    """The levels at which at least t texts could have been the original, at the least loss that `search` finds.

    `volumes` holds for every word how many base words lie below it and below each of its ancestors, from the word up.
    The problem `uniform` is Definition 4 of the paper, cost by equation 1; `plain` is Definition 3, the fewest texts.

    `exact` proves the optimum of either problem; `top-down` is the paper's heuristic for the uniform one. `limit` bounds the
    work of `exact`: when it stops it, the best levels so far come back, not proven.

    >>> generalize([(1, 4, 248, 718), (1, 3, 9, 52)], t=10).levels
    (1, 1)
    """
    given = check_chains(volumes)
    chains = tuple(tuple(sorted(set(chain))) for chain in given)
    instance = Instance(chains, check_t(t), check_alpha(alpha))
    check_reach(chains, t)
    found = _run(instance, search, problem, limit) if chains else ChosenLevels((), proven=True)
    if found.levels is None:
        raise PromiseError(
            "the search found no generalization that reaches t, though there is one: use search='exact', or raise the limit"
        )
    return Generalization(
        levels=tuple(map(_lowest_level, given, chains, found.levels)),
        cost=instance.cost(found.levels) if chains else 0.0,
        proven=found.proven,
        texts=instance.texts(found.levels),
    )


def _lowest_level(given: tuple[int, ...], distinct: tuple[int, ...], level: int) -> int:
    """The first level of a chain with that volume: an ancestor that adds no base words only loses meaning."""
    return given.index(distinct[level])


def _run(
    instance: Instance, search: Search | LevelSearch, problem: Problem, limit: int | None
) -> ChosenLevels:
    if not isinstance(search, str):
        return search(instance)
    match search, problem:
        case "exact", "uniform" if instance.alpha < 1:
            return exact_uniform(instance, limit=_positive(limit, 20_000))
        case "exact", "plain" | "uniform":  # with α = 1 only the number of texts counts
            return exact_plain(instance, limit=_positive(limit, 3_000_000))
        case "top-down", "uniform":
            return top_down_search(instance)
    raise InputError(
        "generalize knows the search 'exact' for the problems 'uniform' and 'plain', and 'top-down' for 'uniform' alone"
    )


def _positive(limit: int | None, usual: int) -> int:
    if limit is not None and limit < 1:
        raise InputError("limit must be at least 1, or None for the usual one")
    return usual if limit is None else limit
