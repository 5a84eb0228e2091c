"""A model that learned in parts against one that learned from everything at once, on texts that neither has seen.

For each corpus: all at once; one half, then updated with the other; in four blocks. Five models that were learned at
once from nine tenths of the texts, drawn anew each time, show how far apart two such models are by chance.

`python -m experiments.greedy_updates`
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Mapping
from typing import Any

from experiments.greedy_sanitize import NEEDS as OF_GREEDY
from experiments.greedy_sanitize import choose, load_corpus, split_fold
from experiments.harness import run
from reticent.models.greedy_sanitize import Crf, Examples, GreedySanitize, train_greedy, update_greedy
from reticent.models.greedy_sanitize.learners.learner import HIDDEN, mistakes
from reticent.models.greedy_sanitize.loop import hide_words

NAMES = ("WikiGold", "WNUT-17", "GUM")
NEEDS = OF_GREEDY
DRAWS = 5


def measure(quick: bool) -> dict[str, Any]:
    """All figures; `quick` takes one corpus and one draw."""
    figures = {}
    for name in NAMES[:1] if quick else NAMES:
        inside, outside = split_fold(load_corpus(name), 0)
        documents = sorted(set(inside.groups))
        rng = random.Random(7)
        draws = [set(rng.sample(documents, len(documents) * 9 // 10)) for _ in range(1 if quick else DRAWS)]
        figures[name] = {
            "at once": _train(inside, outside, 1),
            "a half, then the other": _train(inside, outside, 2),
            "in four blocks": _train(inside, outside, 4),
            "by chance": [_train(_select(inside, draw), outside, 1) for draw in draws],
        }
    return figures


def _train(inside: Examples, outside: Examples, blocks: int) -> dict[str, Any]:
    documents = sorted(set(inside.groups))
    start = time.process_time()
    model: GreedySanitize | None = None
    for number in range(blocks):
        part = set(documents[len(documents) * number // blocks : len(documents) * (number + 1) // blocks])
        block = _select(inside, part)
        model = update_greedy(model, block, [Crf()]) if model else train_greedy(block, [Crf()])
    assert model is not None
    published = hide_words(model.classifiers, outside.sentences, outside.groups)
    left = sum(
        bool(label) and word != HIDDEN
        for row, sentence in zip(outside.labels, published, strict=True)
        for label, word in zip(row, sentence, strict=True)
    )
    return {
        "mistakes_of_the_first_classifier": mistakes(
            model.classifiers[0].predict(outside.sentences), outside.labels
        ),
        "left": left,
        "hidden": sum(word == HIDDEN for sentence in published for word in sentence),
        "sensitive": sum(map(sum, outside.labels)),
        "seconds": time.process_time() - start,
    }


def _select(whole: Examples, documents: Collection[int]) -> Examples:
    return choose(whole, (i for i, group in enumerate(whole.groups) if group in documents))


def show(figures: Mapping[str, Any]) -> None:
    """A row for each way to learn, and the range that chance alone gives."""
    for name, ways in figures.items():
        print(f"\n{name}")
        for way, row in ways.items():
            rows = row if isinstance(row, list) else [row]
            ranges = {
                key: f"{min(each[key] for each in rows):.0f} to {max(each[key] for each in rows):.0f}"
                if len(rows) > 1
                else f"{rows[0][key]:.0f}"
                for key in rows[0]
            }
            print(
                f"  {way:24}" + "  ".join(f"{key.replace('_', ' ')} {value}" for key, value in ranges.items())
            )


if __name__ == "__main__":
    run("greedy_updates", NEEDS, measure, show)
