"""`generalize` and its searches: proven optima of uniform t-PAT and of plain t-PAT, and the paper's top-down heuristic.

Uniform t-PAT (Definition 4): equation 1 is a multiple-choice knapsack with a convex objective. With a_ij the entropy of word i at
level j and w_ij its local cost, minimize Σ w_ij + f(Σ a_ij), where f(S) = α/m² (S − log2 t)² for S >= log2 t. For every price λ of a bit

    Σ_i min_j (w_ij + λ a_ij) − f*(λ)      with f*(λ) = sup_S (λS − f(S))

is a lower bound. The cost of any generalization is this bound, plus a reduced cost r_ij >= 0 for every word, plus g(S) = f(S) − λS + f*(λ) >= 0.
Only words whose reduced cost at the best price lies below the gap between the bound and the best known cost can differ from their cheapest
levels: the core. A dynamic program takes its words in order of reduced cost. A state is the text's entropy and the reduced cost so far; words
that are still to come stay at their cheapest levels, so that each state is a whole generalization too.

Plain t-PAT (Definition 3) asks for the least product of volumes that is at least t. Two ways lead there, both on integers alone. Counting up
from t, a candidate can be tested through its divisors only, which are few; many words leave hardly a gap between t and the answer. Few words
leave wide gaps but few products, and those meet in the middle: the products of one half of the words against those of the other.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from reticent.errors import InputError, PromiseError
from reticent.models.t_plausibility._cost import (
    CLOSE_CALL,
    COST_TOLERANCE,
    Chains,
    ChosenLevels,
    Instance,
    check_alpha,
    check_chains,
    check_reach,
    check_t,
    root_at_least,
)

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


# paper: t-plausibility, Algorithm 4; Theorem 2
def even_start(instance: Instance) -> tuple[int, ...]:
    """Each word at its lowest level of at least log2(t)/m bits, or at its top: lines 1 to 3 of LUB_Search (Algorithm 4).

    Where a chain ends below the even share the start may fail to reach t, and Theorem 2 does not hold.
    """
    share = root_at_least(instance.t, len(instance.chains))
    return tuple(min(bisect_left(chain, share), len(chain) - 1) for chain in instance.chains)


# paper: t-plausibility, Algorithm 6
def descend(instance: Instance, start: tuple[int, ...]) -> tuple[int, ...]:
    """The best single step down, again and again, while it lowers the cost and t is still reached (Algorithm 6)."""
    levels, texts = list(start), instance.texts(start)
    bits = np.array(instance.word_entropies(start))
    below = np.array([_bits_below(instance, word, level) for word, level in enumerate(levels)])
    while (word := _best_step(instance, levels, texts, bits, below)) is not None:
        chain, level = instance.chains[word], levels[word]
        texts = texts // chain[level] * chain[level - 1]
        levels[word] = level - 1
        bits[word], below[word] = below[word], _bits_below(instance, word, level - 1)
    return tuple(levels)


def _bits_below(instance: Instance, word: int, level: int) -> float:
    """The entropy one level further down, NaN at the bottom."""
    return instance.entropies[word][level - 1] if level else math.nan


def _best_step(instance: Instance, levels: list[int], texts: int, bits: Floats, below: Floats) -> int | None:
    """The word whose step down lowers the cost most while t is still reached, or None."""
    words, entropy = len(levels), bits.sum()
    after = entropy - bits + below
    local = (
        (1 - instance.alpha)
        / words
        * ((below - instance.fair_share) ** 2 - (bits - instance.fair_share) ** 2)
    )
    overall = instance.alpha / words**2 * ((after - instance.bits) ** 2 - (entropy - instance.bits) ** 2)
    change = np.where(after >= instance.bits - CLOSE_CALL, local + overall, np.inf)
    for word in np.argsort(change, kind="stable"):
        if change[word] >= 0:
            return None
        chain, level = instance.chains[word], levels[word]
        if texts // chain[level] * chain[level - 1] >= instance.t:
            return int(word)
    return None


_HALVINGS = 60  # of a price: a double has 53 bits


@dataclass(frozen=True, slots=True)
class Priced:
    """An instance at its best price; arrays hold a row per word, and short rows are filled with infinite reduced costs.

    `cheapest` are the levels of reduced cost zero.
    """

    bits: Floats
    reduced: Floats
    cheapest: Integers
    price: float
    curvature: float
    target: float

    def overshoot(self, entropy: Floats) -> Floats:
        """g(S): what a text of this entropy adds to the bound; a text below log2 t counts as if it just reached it."""
        beyond = np.maximum(entropy - self.target, 0.0)
        conjugate = self.price**2 / (4 * self.curvature) if self.price > 0 else 0.0
        return self.curvature * beyond**2 - self.price * beyond + conjugate

    def entropy_at_slope(self, slope: float) -> float:
        """Where g, looked at from log2 t on, begins to rise by `slope` a bit."""
        if self.price + slope <= 0:
            return self.target
        return self.target + (self.price + slope) / (2 * self.curvature) if self.curvature else math.inf

    def slope_within(self, excess: float) -> float:
        """The steepest that g gets while it stays at or below `excess`."""
        return math.sqrt(min(self.price, 0.0) ** 2 + 4 * self.curvature * max(excess, 0.0))


def find_price(instance: Instance) -> Priced:
    """The instance at the price with the highest lower bound."""
    words = len(instance.chains)
    lengths = np.array([len(chain) for chain in instance.entropies])
    missing = np.arange(lengths.max()) >= lengths[:, None]
    bits = np.zeros(missing.shape)
    bits[~missing] = np.concatenate(instance.entropies)
    local = (1 - instance.alpha) / words * (bits - instance.fair_share) ** 2
    local[missing] = np.inf
    price, curvature = _best_price(instance, bits, local), instance.alpha / words**2
    costs = local + price * bits
    cheapest = np.argmin(costs, axis=1)
    reduced = costs - np.take_along_axis(costs, cheapest[:, None], axis=1)
    return Priced(bits, reduced, cheapest, price, curvature, instance.bits)


def _best_price(instance: Instance, bits: Floats, local: Floats) -> float:
    """The price where the cheapest levels stop to overshoot: the bound is concave in it, so halving finds it.

    The end that is kept is the one whose cheapest levels reach log2 t.
    """
    curvature = instance.alpha / len(bits) ** 2

    def reaches(price: float) -> bool:
        cheapest = np.argmin(local + price * bits, axis=1)
        wanted = instance.bits + (price / (2 * curvature) if price > 0 else 0.0)
        entropy = np.take_along_axis(bits, cheapest[:, None], axis=1).sum()
        return bool(entropy >= wanted - CLOSE_CALL)

    high = 2 * curvature * max(0.0, float(bits.max(axis=1).sum()) - instance.bits)
    if reaches(high):
        return high
    low = -1.0 / len(bits)
    while not reaches(low):
        low, high = 2 * low, low
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if reaches(middle) else (low, middle)
    return low


# The reduced cost of a bit that no word can give or take; finite, so that zero bits of it cost nothing.
_NEVER = 1e30


# paper: t-plausibility, Definition 4
def exact_uniform(instance: Instance, *, limit: int) -> ChosenLevels:
    """The least cost by equation 1 of all generalizations that reach t, to within COST_TOLERANCE.

    `limit` is the number of states to keep at a time; a search that would need more keeps the most promising and no
    longer proves its result. Entropies are rounded to about 1e-12 bits, so for t beyond 10**12 a generalization that
    reaches t by less than that may be overlooked; none is ever returned that misses t.
    """
    setting = find_price(instance)
    best = _first_best(instance, setting)
    core = _core(setting, best.excess)
    states = _States(
        _pick_cells(setting.bits, setting.cheapest).sum(keepdims=True), np.zeros(1), core.start[None, :]
    )
    proven = True
    for place in range(len(core.words)):
        bounds = _lower_bounds(setting, states, core.rise[place], core.fall[place])
        hopeful = np.flatnonzero(bounds < best.excess - COST_TOLERANCE)
        if not len(hopeful):
            break
        if len(hopeful) > limit:
            hopeful, proven = hopeful[np.argpartition(bounds[hopeful], limit)[:limit]], False
        states = _extend_states(setting, states[hopeful], core, place, best.excess)
        best = _better(instance, setting, core, states, best)
        states = _drop_dominated(setting, states, best.excess)
    return ChosenLevels(best.levels, proven)


@dataclass(frozen=True, slots=True)
class _Best:
    """The best generalization so far, and by how much its cost exceeds the lower bound."""

    levels: tuple[int, ...]
    excess: float


@dataclass(frozen=True, slots=True)
class _Core:
    """The words that may leave their cheapest levels, easiest first.

    `rise` and `fall` are the least reduced cost of one more bit and of one bit less, from each word on.
    """

    words: Integers
    start: Integers
    rise: Floats
    fall: Floats


@dataclass(frozen=True, slots=True)
class _States:
    """Generalizations side by side: entropy, reduced cost, and a row of levels for the words of the core."""

    entropy: Floats
    reduced: Floats
    levels: Integers

    def __getitem__(self, chosen: Any) -> _States:
        return _States(self.entropy[chosen], self.reduced[chosen], self.levels[chosen])

    def move_word(self, place: int, level: int, bits: float, reduced: float) -> _States:
        """The same generalizations with one word of the core at another level."""
        levels = self.levels.copy()
        levels[:, place] = level
        return _States(self.entropy + bits, self.reduced + reduced, levels)


def _pick_cells(rows: Floats, levels: Integers) -> Floats:
    """One cell of each row."""
    return np.take_along_axis(rows, levels[:, None], axis=1)[:, 0]


def _excess(setting: Priced, entropy: Floats, reduced: Floats) -> Floats:
    """By how much whole generalizations exceed the lower bound."""
    return reduced + setting.overshoot(entropy)


def _first_best(instance: Instance, setting: Priced) -> _Best:
    """The best of the paper's top-down search from three starts; the tops of all chains always reach t."""
    tops = tuple(len(chain) - 1 for chain in instance.chains)
    starts = [tuple(map(int, setting.cheapest)), even_start(instance)]
    candidates = [descend(instance, start) for start in starts if instance.reaches(start)] or [
        descend(instance, tops)
    ]
    return min((_measure_levels(setting, levels) for levels in candidates), key=lambda best: best.excess)


def _measure_levels(setting: Priced, levels: tuple[int, ...]) -> _Best:
    chosen = np.array(levels)
    entropy = _pick_cells(setting.bits, chosen).sum(keepdims=True)
    reduced = _pick_cells(setting.reduced, chosen).sum(keepdims=True)
    return _Best(levels, float(_excess(setting, entropy, reduced)[0]))


def _core(setting: Priced, excess: float) -> _Core:
    """The words with another level within `excess`, the one with the least reduced cost first."""
    change = setting.bits - _pick_cells(setting.bits, setting.cheapest)[:, None]
    others = setting.reduced.copy()
    np.put_along_axis(others, setting.cheapest[:, None], np.inf, axis=1)
    ease = others.min(axis=1)
    words = np.argsort(ease, kind="stable")[: int((ease < excess).sum())]
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = np.minimum(others / np.abs(change), _NEVER)
    rise = np.where(change > 0, slope, _NEVER).min(axis=1)[words]
    fall = np.where(change < 0, slope, _NEVER).min(axis=1)[words]
    return _Core(
        words,
        setting.cheapest[words],
        np.minimum.accumulate(rise[::-1])[::-1],
        np.minimum.accumulate(fall[::-1])[::-1],
    )


def _lower_bounds(setting: Priced, states: _States, rise: float, fall: float) -> Floats:
    """What each state's excess can come down to while a bit more costs `rise` and a bit less costs `fall`."""
    lowest = setting.entropy_at_slope(-rise)
    highest = max(lowest, setting.entropy_at_slope(fall))
    nearest = np.clip(states.entropy, lowest, highest)
    return (
        states.reduced
        + setting.overshoot(nearest)
        + rise * np.maximum(nearest - states.entropy, 0.0)
        + fall * np.maximum(states.entropy - nearest, 0.0)
    )


def _extend_states(setting: Priced, states: _States, core: _Core, place: int, excess: float) -> _States:
    """The states, and each of them with the core's next word at every other level that `excess` leaves room for."""
    word, usual = core.words[place], core.start[place]
    parts = [states]
    for level in np.flatnonzero(setting.reduced[word] < excess).tolist():
        reduced = setting.reduced[word, level]
        affordable = states[states.reduced + reduced < excess - COST_TOLERANCE]
        if level != usual and len(affordable.entropy):
            bits = setting.bits[word, level] - setting.bits[word, usual]
            parts.append(affordable.move_word(place, level, bits, reduced))
    return _States(
        np.concatenate([part.entropy for part in parts]),
        np.concatenate([part.reduced for part in parts]),
        np.concatenate([part.levels for part in parts]),
    )


def _better(instance: Instance, setting: Priced, core: _Core, states: _States, best: _Best) -> _Best:
    """The best state that reaches t if it beats the best so far; integers decide where entropies can't."""
    excess = _excess(setting, states.entropy, states.reduced)
    rivals = np.flatnonzero(
        (states.entropy >= setting.target - CLOSE_CALL) & (excess < best.excess - COST_TOLERANCE)
    )
    for rival in rivals[np.argsort(excess[rivals], kind="stable")]:
        levels = setting.cheapest.copy()
        levels[core.words] = states.levels[rival]
        if instance.reaches(levels.tolist()):
            return _Best(tuple(levels.tolist()), float(excess[rival]))
    return best


def _drop_dominated(setting: Priced, states: _States, excess: float) -> _States:
    """The states without those that another one replaces, whatever the words to come do.

    A state replaces another when it has at least its entropy, so that it reaches t whenever the other does, and when
    its reduced cost is lower by what the extra bits can cost at most: g is convex, so its slope at the highest entropy
    that is still of use, plus the spread of the states, bounds that.
    """
    order = np.lexsort((states.reduced, -states.entropy))
    states = states[order]
    spread = states.entropy[0] - states.entropy[-1]
    steepest = setting.slope_within(excess) + setting.curvature * spread
    charge = states.reduced + steepest * states.entropy
    least_before = np.minimum.accumulate(charge)[:-1]
    return states[np.concatenate([[True], charge[1:] < least_before])]


# Testing a few candidates one by one takes far less than this many multiplications each.
_MULTIPLICATIONS_PER_CANDIDATE = 3000

# Once the proof is lost, this many products of half the words come close enough to t.
_SAMPLE = 5000


# paper: t-plausibility, Definition 3; Theorem 1
def exact_plain(instance: Instance, *, limit: int) -> ChosenLevels:
    """The generalization with the fewest texts that are at least t.

    `limit` is the number of multiplications for each half of the words; a search that would need more looks at a
    sample of their products only and no longer proves its result.
    """
    chains, t = instance.chains, instance.t
    bottom = (0,) * len(chains)
    if instance.reaches(bottom):
        return ChosenLevels(bottom, proven=True)
    few = all(math.prod(map(len, half)) <= limit for half in (chains[::2], chains[1::2]))
    glance = 0 if few else limit // _MULTIPLICATIONS_PER_CANDIDATE
    nearest = _first_attainable(chains, range(t, t + glance))
    if nearest is not None:
        return ChosenLevels(nearest, proven=True)
    levels, proven = _meet_in_the_middle(instance, limit)
    texts = instance.texts(levels)
    if proven or texts > t + 10 * glance:
        return ChosenLevels(levels, proven)
    return ChosenLevels(_first_attainable(chains, range(t + glance, texts)) or levels, proven=True)


def _meet_in_the_middle(instance: Instance, limit: int) -> tuple[tuple[int, ...], bool]:
    """The least product of one from either half of the words, and whether `limit` left none out."""
    halves = instance.chains[::2], instance.chains[1::2]
    tops = tuple(len(chain) - 1 for chain in instance.chains)
    known = descend(replace(instance, alpha=1.0), tops)
    most = instance.texts(known)
    ours, theirs = (_products(half, most, limit) for half in halves)
    complete = ours.complete and theirs.complete
    pair = _least_pair(ours.layers[-1], theirs.layers[-1], instance.t, most)
    if pair is None:
        return known, complete
    levels = [0] * len(tops)
    levels[::2] = _trace_levels(halves[0], ours.layers, pair[0])
    levels[1::2] = _trace_levels(halves[1], theirs.layers, pair[1])
    return tuple(levels), complete


def _first_attainable(chains: Chains, candidates: range) -> tuple[int, ...] | None:
    """The levels of the first candidate that is a product of one volume per word."""
    tried = (levels_of(chains, product) for product in candidates)
    return next((levels for levels in tried if levels is not None), None)


@dataclass(frozen=True, slots=True)
class _Products:
    """What the first 0, 1, 2, … chains multiply to, each layer in order, and whether none was left out."""

    layers: list[list[int]]
    complete: bool


def _products(chains: Chains, most: int, limit: int) -> _Products:
    """Every product up to `most` of one volume a chain; beyond `limit` multiplications an even sample of them."""
    layers, spent = [[1]], 0
    for chain in chains:
        layer = sorted({part * volume for part in layers[-1] for volume in chain if part * volume <= most})
        spent += len(layer) * len(chain)
        layers.append(layer if spent <= limit else layer[:: -(-len(layer) // _SAMPLE)])
    return _Products(layers, complete=spent <= limit)


def _least_pair(left: list[int], right: list[int], t: int, below: int) -> tuple[int, int] | None:
    """One number of each list whose product is the least from t to under `below`."""
    pair, partner = None, len(right)
    for product in left:
        while partner and right[partner - 1] * product >= t:
            partner -= 1
        if partner < len(right) and product * right[partner] < below:
            pair, below = (product, right[partner]), product * right[partner]
    return pair


def levels_of(chains: Chains, product: int) -> tuple[int, ...] | None:
    """Levels whose volumes multiply to exactly `product`, or None: a dynamic program over its divisors.

    >>> levels_of([(1, 4, 32), (1, 2, 6), (1, 2)], 24)
    (1, 2, 0)
    """
    layers = [{1}]
    for chain in chains:
        factors = [volume for volume in chain if product % volume == 0]
        layers.append(
            {part * factor for part in layers[-1] for factor in factors if product % (part * factor) == 0}
        )
        if not layers[-1]:
            return None
    return _trace_levels(chains, layers, product) if product in layers[-1] else None


def _trace_levels(chains: Chains, layers: Sequence[Collection[int]], product: int) -> tuple[int, ...]:
    """The levels that led to `product`, a member of the last layer."""
    levels: list[int] = []
    for chain, layer in zip(reversed(chains), reversed(layers[:-1]), strict=True):
        before = set(layer)
        level = next(
            level
            for level, volume in enumerate(chain)
            if product % volume == 0 and product // volume in before
        )
        levels.append(level)
        product //= chain[level]
    return tuple(reversed(levels))


Search = Literal["exact", "top-down"]
LevelSearch = Callable[[Instance], ChosenLevels]
"""Somebody's own search."""
Problem = Literal["uniform", "plain"]


@dataclass(frozen=True, slots=True)
class Generalization:
    """One level per word, as an index into its chain; `texts` could have been the original, and `cost` is equation 1.

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
        # The first level of a chain with that volume: an ancestor that adds no base words only loses meaning.
        levels=tuple(
            chain.index(distinct[level])
            for chain, distinct, level in zip(given, chains, found.levels, strict=True)
        ),
        cost=instance.cost(found.levels) if chains else 0.0,
        proven=found.proven,
        texts=instance.texts(found.levels),
    )


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
        case "top-down", "uniform":  # LUB_Search with Top_Down_Greedy_Search (Algorithms 4 and 6)
            start = even_start(instance)
            return ChosenLevels(descend(instance, start) if instance.reaches(start) else None)
    raise InputError(
        "generalize knows the search 'exact' for the problems 'uniform' and 'plain', and 'top-down' for 'uniform' alone"
    )


def _positive(limit: int | None, usual: int) -> int:
    if limit is not None and limit < 1:
        raise InputError("limit must be at least 1, or None for the usual one")
    return usual if limit is None else limit
