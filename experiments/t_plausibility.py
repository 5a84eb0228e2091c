"""t-plausibility measured: growth of the exact search, and section 5 of the paper on its own data.

Run as `python -m experiments.t_plausibility [--quick] [--json FILE]`; the pictures of a whole run go to `docs/figures`.
Chains are WordNet's. Words of the first part are drawn from all its nouns; those of the second are the nouns of
Senseval-3, in five random groups of fifty; the third takes its sentences.
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from experiments import senseval
from experiments.harness import best_of, run
from experiments.needs import PICTURES
from experiments.senseval import Noun, alternatives_along, groups, likeliest_way, volumes_of
from experiments.t_plausibility_searches import prune, within_steps
from experiments.t_plausibility_utility import measure_utility, show_utility
from reticent.errors import PromiseError
from reticent.knowledge.taxonomy import Concept, chains, names_below, wordnet
from reticent.models.t_plausibility import Generalization, common_terms_search, generalize
from reticent.models.t_plausibility._search import Problem

Record = dict[str, Any]
Volumes = list[tuple[int, ...]]

NEEDS = senseval.NEEDS | PICTURES
SIZES = (10, 20, 30, 40, 50)
ALPHAS = (0.25, 0.5, 0.75)
PROBLEMS: tuple[Problem, ...] = ("uniform", "plain")
SETTING = ("words", "t", "alpha", "method", "terms")
MEASURES = ("cost", "true_cost", "variance", "highest", "generalized", "seconds")
METHODS: dict[str, Callable[[Volumes, int, float], Generalization]] = {
    "optimum": generalize,
    "fewest texts": lambda volumes, t, alpha: generalize(volumes, t, alpha, problem="plain"),
    "multi-step 1": lambda volumes, t, alpha: generalize(volumes, t, alpha, within_steps(1)),
    "multi-step 2": lambda volumes, t, alpha: generalize(volumes, t, alpha, within_steps(2)),
    "multi-step 3": lambda volumes, t, alpha: generalize(volumes, t, alpha, within_steps(3)),
    "top-down": lambda volumes, t, alpha: generalize(volumes, t, alpha, "top-down"),
}


def measure(quick: bool) -> dict[str, Any]:
    """One list of records for each question."""
    return {
        "quick": quick,
        "growth": list(growth(quick)),
        "fewest_texts": list(fewest_texts(quick)),
        "searches": average_groups(searches(quick)),
        "range_of_t": list(range_of_t(quick)),
        "exhaustive": list(exhaustive(quick)),
        "utility": measure_utility(quick),
    }


def growth(quick: bool) -> Iterator[Record]:
    """Seconds of exact search against the number of words, and for fifty words against t."""
    rounds = 1 if quick else 3
    for words in (5, 10, 20, 50, 100, 200, 500, 1000, 2000):
        volumes = _random_chains(words, seed=words)
        for alpha, bits in product(ALPHAS, sorted({14, words, 3 * words})):
            yield {"against": "words"} | _growth_record(volumes, bits, alpha, rounds)
    for seed in range(1 if quick else 5):
        volumes = _random_chains(50, seed=seed)
        for alpha, bits in product(
            ALPHAS, (1, 5, 10, 14, 20, 27, 50, 100, 150, 200, 300, 400, 500, 600, 700)
        ):
            yield {"against": "t"} | _growth_record(volumes, bits, alpha, rounds)


def _growth_record(volumes: Volumes, bits: int, alpha: float, rounds: int) -> Record:
    seconds = best_of(rounds, lambda: generalize(volumes, 2**bits, alpha))
    found = generalize(volumes, 2**bits, alpha)
    return {"words": len(volumes), "bits": bits, "alpha": alpha, "seconds": seconds, "proven": found.proven}


def _random_chains(words: int, seed: int) -> Volumes:
    (entity,) = wordnet().concepts("entity")
    names = random.Random(seed).sample(names_below(wordnet(), entity), words)
    return [volumes_of(next(chains(wordnet(), wordnet().concepts(name)[0]))) for name in names]


def fewest_texts(quick: bool) -> Iterator[Record]:
    """Definition 3 with fifty words: how far above t the optimum lies, and how long its proof took."""
    for t, seed in product((10**3, 10**6, 2**27), range(3 if quick else 20)):
        volumes = _random_chains(50, seed=seed)
        start = time.perf_counter()
        found = generalize(volumes, t, problem="plain")
        seconds = time.perf_counter() - start
        yield {"t": t, "above_t": found.texts - t, "seconds": seconds, "proven": found.proven}


# paper: t-plausibility, Figure 5; Figure 6
def searches(quick: bool) -> Iterator[Record]:
    """Every search on every group, size and t, with and without common terms: Figures 5 and 6(b) to (i)."""
    thresholds = (4096,) if quick else (16, 256, 1024, 4096, 16384, 2**58)
    alphas = (0.5,) if quick else ALPHAS
    for number, group in enumerate(groups(count=2 if quick else 5)):
        for size, t, alpha, method in product(SIZES, thresholds, alphas, METHODS):
            setting = {"group": number, "words": size, "t": t, "alpha": alpha, "method": method}
            for record in _search(group[:size], t, alpha, method):
                yield setting | record


def average_groups(records: Iterable[Record]) -> list[Record]:
    """One record for all groups of a setting; `fitting` stays a list, for its spread is of interest."""
    by_setting: dict[tuple[Any, ...], list[Record]] = defaultdict(list)
    for record in records:
        by_setting[tuple(record[key] for key in SETTING)].append(record)
    means = []
    for setting, group in by_setting.items():
        fitting = [round(record["fitting"], 4) for record in group if record["fitting"] is not None]
        mean = {key: round(statistics.fmean(record[key] for record in group), 6) for key in MEASURES}
        proven = all(record["proven"] for record in group)
        longest = max(record["seconds"] for record in group)
        rest = {"fitting": fitting, "proven": proven, "longest": longest}
        means.append(dict(zip(SETTING, setting, strict=True)) | mean | rest)
    return means


def _search(group: Sequence[Noun], t: int, alpha: float, method: str) -> Iterator[Record]:
    volumes = [noun.volumes for noun in group]
    start = time.perf_counter()
    try:
        found = METHODS[method](volumes, t, alpha)
    except PromiseError:
        return
    seconds = time.perf_counter() - start
    chosen = [
        noun.senses[0][level] if level else None for noun, level in zip(group, found.levels, strict=True)
    ]
    yield {"terms": "base", "seconds": seconds, "proven": found.proven} | _judge(group, chosen, t, alpha)
    common = [_common_term(noun, level) for noun, level in zip(group, found.levels, strict=True)]
    seconds = time.perf_counter() - start
    yield {"terms": "common", "seconds": seconds, "proven": False} | _judge(group, common, t, alpha)
    if method in ("optimum", "multi-step 1", "top-down"):
        yield {"terms": "likeliest"} | _likeliest(group, t, alpha, method)


def _likeliest(group: Sequence[Noun], t: int, alpha: float, method: str) -> Record:
    """The same search among the generalizations that hold for most of the weight of a word's senses."""
    start = time.perf_counter()
    ways = [likeliest_way(noun) for noun in group]
    chains_of = [alternatives_along(noun, way) for noun, way in zip(group, ways, strict=True)]
    found = METHODS[method](chains_of, t, alpha)
    seconds = time.perf_counter() - start
    chosen = [way[level] if level else None for way, level in zip(ways, found.levels, strict=True)]
    return {"seconds": seconds, "proven": found.proven} | _judge(group, chosen, t, alpha)


def _common_term(noun: Noun, level: int) -> Concept | None:
    """The common term of at least the volume that a search chose; its own choice where there is none."""
    if not level:
        return None
    volumes = {concept: wordnet().volume(concept) for way in noun.senses for concept in way}
    common = common_terms_search(noun.senses, volumes, noun.volumes[level])
    return noun.senses[0][level] if common is None else common.concept


# paper: t-plausibility, Section 4.2.2
def _judge(group: Sequence[Noun], chosen: Sequence[Concept | None], t: int, alpha: float) -> Record:
    """Cost, true cost, spread of entropies and the share of occurrences whose generalization fits their sense.

    None is a word left as it is. The true cost Ĉ (section 4.2.2) takes the root for every
    occurrence whose sense the generalization does not fit.
    """
    entropies = [0.0 if concept is None else math.log2(wordnet().volume(concept)) for concept in chosen]
    root_bits = math.log2(wordnet().volume(wordnet().concepts("entity")[0]))
    true_bits, fitting, generalized = [], 0, 0
    for noun, concept, bits in zip(group, chosen, entropies, strict=True):
        fits = [concept is None or concept in occurrence for occurrence in noun.occurrences]
        true_bits.append([bits if fit else root_bits for fit in fits])
        if concept is not None:
            fitting, generalized = fitting + sum(fits), generalized + len(fits)
    return {
        "cost": _mean_cost([[bits] for bits in entropies], t, alpha),
        "true_cost": _mean_cost(true_bits, t, alpha),
        "variance": statistics.pvariance(entropies),
        "highest": max(entropies),
        "generalized": sum(concept is not None for concept in chosen),
        "fitting": fitting / generalized if generalized else None,
    }


def _mean_cost(bits: Sequence[Sequence[float]], t: int, alpha: float) -> float:
    """Equation 1 with each word's part averaged over its occurrences."""
    share = math.log2(t) / len(bits)
    overall = statistics.fmean(map(statistics.fmean, bits)) - share
    local = statistics.fmean(statistics.fmean((each - share) ** 2 for each in word) for word in bits)
    return alpha * overall**2 + (1 - alpha) * local


# paper: t-plausibility, Figure 4
def range_of_t(quick: bool) -> Iterator[Record]:
    """The cost of one-step search for t from 2^58 to 2^63: Figure 4."""
    for number, group in enumerate(groups(count=2 if quick else 5)):
        for size, bits in product(SIZES, range(58, 64)):
            for record in _search(group[:size], 2**bits, 0.5, "multi-step 1"):
                yield {"group": number, "words": size, "bits": bits} | record


# paper: t-plausibility, Figure 6
def exhaustive(quick: bool) -> Iterator[Record]:
    """The paper's exhaustive searches for both problems, given up after a while: Figure 6(a)."""
    limit = 100_000 if quick else 2_000_000
    thresholds = (4096,) if quick else (1024, 2048, 4096, 8192, 16384)
    for number, group in enumerate(groups(count=1 if quick else 3)):
        for size, t, problem in product(SIZES, thresholds, PROBLEMS):
            volumes = [noun.volumes for noun in group[:size]]
            setting = {"group": number, "words": size, "t": t, "problem": problem}
            start = time.perf_counter()
            try:
                proven = generalize(volumes, t, search=prune(problem, limit), problem=problem).proven
            except PromiseError:  # given up before it met a generalization that reaches t
                proven = False
            yield setting | {"seconds": time.perf_counter() - start, "proven": proven}


def show(figures: dict[str, Any]) -> None:
    """The main figures as a table, and all of them as pictures."""
    for record in figures["growth"]:
        if record["against"] == "words" and record["alpha"] == 0.5:
            print(
                "exact, {words:5} words, t = 2^{bits:<5} {seconds:8.4f} s, proven {proven}".format(**record)
            )
    for t in sorted({record["t"] for record in figures["fewest_texts"]}):
        mine = [record for record in figures["fewest_texts"] if record["t"] == t]
        print(
            f"fewest texts, 50 words, t = {t:<10} proven {sum(r['proven'] for r in mine)} of {len(mine)}, longest "
            f"{max(r['seconds'] for r in mine):.3f} s, at most {max(r['above_t'] for r in mine)} above t"
        )
    _show_searches([record for record in figures["searches"] if record["alpha"] == 0.5])
    optima = [r for r in figures["searches"] if r["method"] == "optimum" and r["terms"] == "base"]
    print(f"optimum proven in {sum(r['proven'] for r in optima)} of {len(optima)} settings, "
          f"longest {max(r['longest'] for r in optima):.4f} s")  # fmt: skip
    for problem in PROBLEMS:
        tried = [r for r in figures["exhaustive"] if r["problem"] == problem]
        print(
            f"exhaustive search ({problem}) ended in {sum(r['proven'] for r in tried)} of {len(tried)} settings"
        )
    show_utility(figures["utility"])
    if not figures["quick"]:
        from experiments.t_plausibility_pictures import draw

        draw(figures)


def _show_searches(records: list[Record]) -> None:
    """Means over the groups at the largest size, for each t and search."""
    for record in records:
        if record["words"] == max(SIZES):
            fitting = record["fitting"]
            share = f"{statistics.fmean(fitting):.2f}" if fitting else "   –"
            print(
                "t = {t:<18} {terms:9} {method:12} cost {cost:7.4f}, true cost {true_cost:7.3f}, ".format(
                    **record
                )
                + f"right sense {share}, {record['seconds']:.4f} s"
            )


if __name__ == "__main__":
    run("t_plausibility", NEEDS, measure, show)
