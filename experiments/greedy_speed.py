"""How fast GreedySanitize is: features, training and tagging of each learner, and the whole loop as text grows.

python -m experiments.greedy_speed [--quick] [--json FILE]
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

from experiments.harness import best_of, data, peak_megabytes, run
from experiments.needs import Needs
from reticent.formats.labels import read_labelled
from reticent.models.greedy_sanitize import Crf, Ensemble, Learner, Svm, train_greedy
from reticent.models.greedy_sanitize.learners._features import encode_sentences
from reticent.models.greedy_sanitize.training import Examples, read_examples

FILES = ("ner/wikigold.conll", "ner/wnut17-train.conll", "ner/gum-train.conll", "ner/wikineural-en.conll")
NEEDS = Needs(data=FILES, packages=("sklearn",))


def measure(quick: bool) -> dict[str, Any]:
    """Tokens a second of each learner, and processor seconds of the whole loop at each size."""
    sizes = (100_000,) if quick else (100_000, 1_000_000, 10_000_000)
    part = _repeat(_join_corpora(), 50_000 if quick else 200_000)
    return {"tokens_a_second": _rates(part), "loop": {str(size): _loop_alone(size) for size in sizes}}


def _loop_alone(size: int) -> dict[str, float]:
    """The loop in a process of its own, so that its peak of memory is nobody else's."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(loop, size).result()


def loop(size: int) -> dict[str, float]:
    """The whole loop with a CRF at L/C = 10 on so many tokens, the corpora repeated as often as that takes."""
    part = _repeat(_join_corpora(), size)
    before = peak_megabytes()
    began = time.process_time()
    model = train_greedy(part, [Crf()], leak_cost=10)
    return {
        "seconds": time.process_time() - began,
        "iterations": len(model.history),
        "megabytes_of_text": before,
        "peak_megabytes": peak_megabytes(),
    }


def _join_corpora() -> Examples:
    parts = []
    for name in FILES:
        with data(name).open("rb") as lines:
            parts.append(read_examples(read_labelled(name, lines)))
    return Examples.of(
        (sentence for part in parts for sentence in part.sentences),
        (row for part in parts for row in part.labels),
    )


def _repeat(base: Examples, size: int) -> Examples:
    """The sentences again and again until there are so many words."""
    places: list[int] = []
    words = 0
    while words < size:
        places.append(len(places) % len(base.sentences))
        words += len(base.sentences[places[-1]])
    return Examples.of((base.sentences[place] for place in places), (base.labels[place] for place in places))


def _rates(part: Examples) -> dict[str, float]:
    words = part.words
    rates = {"features": words / best_of(2, lambda: encode_sentences(part.sentences))}
    learners: tuple[Learner, ...] = (Crf(), Svm(), Ensemble())
    for learner in learners:
        fit, fitted = learner.fit, learner.fit(part.sentences, part.labels)
        rates[f"{learner.name} training"] = words / best_of(1, partial(fit, part.sentences, part.labels))
        rates[f"{learner.name} tagging"] = words / best_of(2, partial(fitted.predict, part.sentences))
    return rates


def show(figures: Mapping[str, Any]) -> None:
    """A line for each speed and each size."""
    for part, rows in figures.items():
        for name, row in rows.items():
            print(f"{part:18} {name:18} {row}")


if __name__ == "__main__":
    run("greedy_speed", NEEDS, measure, show)
