"""How fast GreedySanitize is: features, training and tagging of each learner, and the whole loop as text grows."""

from __future__ import annotations

import resource
import time
from functools import partial
from typing import Any

from experiments.harness import best_of, data
from reticent.formats.labels import read_labelled
from reticent.models.greedy_sanitize import Crf, Ensemble, GreedySanitize, Learner, Svm
from reticent.models.greedy_sanitize.crf import items
from reticent.models.greedy_sanitize.training import Examples, examples

FILES = ("ner/wikigold.conll", "ner/wnut17-train.conll", "ner/gum-train.conll", "ner/wikineural-en.conll")


def speed(quick: bool) -> dict[str, Any]:
    """Tokens a second of each learner, and processor seconds of the whole loop at each size."""
    base = _joined()
    part = _repeated(base, 50_000 if quick else 200_000)
    sizes = (100_000,) if quick else (100_000, 1_000_000)
    return {"tokens_a_second": _rates(part), "loop": {str(size): loop(base, size) for size in sizes}}


def loop(base: Examples, size: int) -> dict[str, float]:
    """The whole loop with a CRF at L/C = 10 on so many tokens, the corpora repeated as often as that takes."""
    part = _repeated(base, size)
    began = time.process_time()
    model = GreedySanitize([Crf()], leak_cost=10).fit(part.sentences, part.labels)
    return {
        "seconds": time.process_time() - began,
        "iterations": len(model.history_),
        "peak_megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _joined() -> Examples:
    whole = Examples([], [], [])
    for name in FILES:
        with data(name).open("rb") as lines:
            found = examples(read_labelled(name, lines))
        whole.sentences.extend(found.sentences)
        whole.labels.extend(found.labels)
    whole.groups.extend(range(len(whole.sentences)))
    return whole


def _repeated(base: Examples, size: int) -> Examples:
    part, words, index = Examples([], [], []), 0, 0
    while words < size:
        place = index % len(base.sentences)
        part.sentences.append(base.sentences[place])
        part.labels.append(base.labels[place])
        part.groups.append(index)
        words += len(base.sentences[place])
        index += 1
    return part


def _rates(part: Examples) -> dict[str, float]:
    words = part.words
    rates = {"features": words / best_of(2, lambda: [items(each) for each in part.sentences])}
    learners: tuple[Learner, ...] = (Crf(), Svm(), Ensemble())
    for learner in learners:
        fit, fitted = learner.fit, learner.fit(part.sentences, part.labels)
        rates[f"{learner.name} training"] = words / best_of(1, partial(fit, part.sentences, part.labels))
        rates[f"{learner.name} tagging"] = words / best_of(2, partial(fitted.predict, part.sentences))
    return rates


if __name__ == "__main__":
    import sys

    for given in sys.argv[1:]:
        print(given, loop(_joined(), int(given)))
