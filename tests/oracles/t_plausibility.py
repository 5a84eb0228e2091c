"""t-plausibility from its definition (Definition 2): every text that generalizes to the release, listed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import product


def ancestors_of(parents: Mapping[str, str], word: str) -> set[str]:
    """All that stands above a word in a tree."""
    above = set()
    while word := parents.get(word, ""):
        above.add(word)
    return above


def base_words(parents: Mapping[str, str], concept: str) -> set[str]:
    """The words at the bottom of a tree that stand at or below a concept."""
    bottom = set(parents) - set(parents.values())
    return {word for word in bottom if word == concept or concept in ancestors_of(parents, word)}


def plausible_words(
    parents: Mapping[str, str], word: str, became: Iterable[str | None], *, honest: bool = True
) -> set[str]:
    """The words that could have stood where `word` stood: one word, so what fits at one of its places fits at all.

    None is a place where the word stands as it was or is gone; there it is taken for known. Kinds of the word are no
    other words than it, unless they are counted as the paper does.
    """
    above = ancestors_of(parents, word)
    kinds = base_words(parents, word)
    fitting = [base_words(parents, str(each)) if each in above else {word} for each in became]
    if honest:
        fitting = [(words - kinds) | {word} for words in fitting]
    return set.intersection(*fitting) or {word}


def plausible_texts(
    parents: Mapping[str, str], unit: Sequence[tuple[str, str | None]], *, honest: bool = True
) -> list[tuple[str, ...]]:
    """Every choice of words that could have been the original of a unit, given as places: word, replacement."""
    words = list(dict.fromkeys(word for word, _ in unit))
    choices = [
        sorted(
            plausible_words(parents, word, [became for other, became in unit if other == word], honest=honest)
        )
        for word in words
    ]
    return list(product(*choices))


def reaching_levels(volumes: Sequence[Sequence[int]], t: int) -> list[tuple[int, ...]]:
    """Every choice of levels that leaves at least t texts."""
    choices = product(*(range(len(chain)) for chain in volumes))
    return [levels for levels in choices if texts_at(volumes, levels) >= t]


def texts_at(volumes: Sequence[Sequence[int]], levels: Sequence[int]) -> int:
    """How many texts these levels leave."""
    return math.prod(chain[level] for chain, level in zip(volumes, levels, strict=True))


def equation_1(volumes: Sequence[Sequence[int]], levels: Sequence[int], t: int, alpha: float) -> float:
    """The cost of the paper, term by term."""
    words = len(volumes)
    bits = [math.log2(chain[level]) for chain, level in zip(volumes, levels, strict=True)]
    whole = ((sum(bits) - math.log2(t)) / words) ** 2
    uneven = sum((each - math.log2(t) / words) ** 2 for each in bits) / words
    return alpha * whole + (1 - alpha) * uneven
