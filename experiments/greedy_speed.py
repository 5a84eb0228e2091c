"""How fast GreedySanitize is: features, training and tagging of each learner, and the whole loop as text grows."""

from __future__ import annotations

import resource
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any

from experiments.harness import best_of, data
from reticent.formats.labels import read_labelled
from reticent.models.greedy_sanitize import Crf, Ensemble, Learner, Svm, train_greedy
from reticent.models.greedy_sanitize.examples import Examples, read_examples
from reticent.models.greedy_sanitize.learners.slots import encoded

FILES = ("ner/wikigold.conll", "ner/wnut17-train.conll", "ner/gum-train.conll", "ner/wikineural-en.conll")


def speed(quick: bool) -> dict[str, Any]:
    """Tokens a second of each learner, and processor seconds of the whole loop at each size."""
    sizes = (100_000,) if quick else (100_000, 1_000_000, 10_000_000)
    part = _repeat(_join_corpora(), 50_000 if quick else 200_000)
    return {"tokens_a_second": _rates(part), "loop": {str(size): _alone(size) for size in sizes}}


def _alone(size: int) -> dict[str, float]:
    """The loop in a process of its own, so that its peak of memory is nobody else's."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(loop, size).result()


def loop(size: int) -> dict[str, float]:
    """The whole loop with a CRF at L/C = 10 on so many tokens, the corpora repeated as often as that takes."""
    part = _repeat(_join_corpora(), size)
    before = _megabytes()
    began = time.process_time()
    model = train_greedy(part, [Crf()], leak_cost=10)
    return {
        "seconds": time.process_time() - began,
        "iterations": len(model.history),
        "megabytes_of_text": before,
        "peak_megabytes": _megabytes(),
    }


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


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
    rates = {"features": words / best_of(2, lambda: encoded(part.sentences))}
    learners: tuple[Learner, ...] = (Crf(), Svm(), Ensemble())
    for learner in learners:
        fit, fitted = learner.fit, learner.fit(part.sentences, part.labels)
        rates[f"{learner.name} training"] = words / best_of(1, partial(fit, part.sentences, part.labels))
        rates[f"{learner.name} tagging"] = words / best_of(2, partial(fitted.predict, part.sentences))
    return rates


if __name__ == "__main__":
    import sys

    for given in sys.argv[1:]:
        print(given, _alone(int(given)))
