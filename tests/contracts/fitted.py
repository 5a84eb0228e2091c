"""A GreedySanitize that has learned a few words by heart, whatever stands around them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

from reticent.models.greedy_sanitize import Crf, Examples, GreedySanitize, train_greedy

_OTHERS = [
    "a",
    "an",
    "the",
    "to",
    "at",
    "on",
    "of",
    "or",
    "and",
    "wrote",
    "mail",
    "see",
    "here",
    "then",
    "plain",
    "words",
    "numbers",
    "odd",
    "text",
    ".",
    ",",
    ":",
    ";",
    "-",
    "’",
    "“",
    "”",
    "[",
    "]",
    "'",
    "12",
    "1",
    "b",
    "c",
    "A",
    "B",
    "é",
    "🙂",
    "—",
    "e",
    "i",
    "it",
    "is",
    "ab",
    "ba",
    "cc",
    "AB",
    "BA",
    "CA",
    "Then",
    "Here",
    "Mail",
    "x",
    "y",
    "d",
]


@cache
def fitted(sensitive: tuple[str, ...], surrogates: tuple[str, ...] = ()) -> GreedySanitize:
    """A model that finds these words and no others."""
    sentences, labels = examples(sensitive)
    return train_greedy(Examples.of(sentences, labels), [Crf()], leak_cost=10, surrogates=surrogates)


def examples(sensitive: Sequence[str], count: int = 300) -> tuple[list[tuple[str, ...]], list[list[bool]]]:
    """Sentences of words in any order, in which only the words themselves tell what is sensitive."""
    rng = random.Random(1)  # noqa: S311
    sentences, labels = [], []
    for _ in range(count):
        words = [
            rng.choice(sensitive) if rng.random() < 0.2 else rng.choice(_OTHERS)
            for _ in range(rng.randint(1, 9))
        ]
        sentences.append(tuple(words))
        labels.append([word in sensitive for word in words])
    return sentences, labels
