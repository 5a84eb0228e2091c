"""Indistinct from its definition: readers over plain texts, reckoned word by word, and how many do as well as the secret."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import log2, sqrt

Text = Collection[str]

_PRIOR = 20.0
_LITTLE = 0.02
_SEVERAL = 5


def count(texts: Sequence[Text], *words: str) -> int:
    """How many texts hold all the words."""
    return sum(all(word in text for word in words) for text in texts)


def yardstick(texts: Sequence[Text], candidates: Sequence[str]) -> list[str]:
    """Of the words that several candidates have, the half that is most frequent with them against elsewhere."""
    known = [name for name in candidates if count(texts, name)]
    least = min(_SEVERAL, max(1, len(known) // 2))
    lifts = {}
    for word in sorted({word for text in texts for word in text}):
        joint = [count(texts, word, name) for name in known]
        if sum(each > 0 for each in joint) >= least:
            shares = [each / count(texts, name) for each, name in zip(joint, known, strict=True)]
            lifts[word] = sum(shares) / max(1, count(texts, word))
    ordered = sorted(lifts.values())
    half = len(ordered) // 2
    middle = (
        ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2 if ordered else 0.0
    )
    return [word for word, lift in lifts.items() if lift >= middle]


def similarity(texts: Sequence[Text], candidates: Sequence[str], words: Collection[str]) -> dict[str, float]:
    """The cosine of TF-IDF vectors, but for the length of the text's own, of each candidate that a text names."""
    known = [name for name in candidates if count(texts, name)]

    def rate(word: str, name: str) -> float:
        holders = sum(count(texts, word, each) > 0 for each in known)
        return log2(1 + count(texts, word, name)) * max(0.0, log2((len(known) + 1) / (holders + 0.5)))

    marks = yardstick(texts, candidates)
    squares = {name: sum(rate(word, name) ** 2 for word in marks) for name in known}
    usual = sum(squares.values()) / max(1, len(known))
    lengths = {name: sqrt(squares[name] + _LITTLE * usual) or 1.0 for name in known}
    return {name: sum(rate(word, name) for word in words) / lengths[name] for name in known}


def bayes(texts: Sequence[Text], candidates: Sequence[str], words: Collection[str]) -> dict[str, float]:
    """The bits by which the words make each candidate likelier, those of each word counted where they are positive."""
    known = [name for name in candidates if count(texts, name)]
    marks = yardstick(texts, candidates)
    said = {name: sum(count(texts, word, name) for word in marks) + _PRIOR for name in known}

    def bits(word: str, name: str) -> float:
        usual = sum(count(texts, word, each) / said[each] for each in known) / len(known) + 1e-9
        return max(0.0, log2((count(texts, word, name) + _PRIOR * usual) / (said[name] * usual)))

    return {name: sum(bits(word, name) for word in words) for name in known}


def others(scores: Mapping[str, float], secret: str, *, grain: float = 1e-4) -> int:
    """How many candidates score no lower than the secret, where scores that differ by less than a grain are equal."""
    return sum(scores[name] >= scores[secret] - grain for name in scores if name != secret)
