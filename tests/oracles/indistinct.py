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


def lift(texts: Sequence[Text], word: str, known: Sequence[str]) -> float:
    """How many times as often a word stands with a candidate, each counting alike, as with anything."""
    shares = [count(texts, word, name) / count(texts, name) for name in known]
    return sum(shares) / max(1, len(known)) * len(texts) / max(1, count(texts, word))


def yardstick(texts: Sequence[Text], known: Sequence[str]) -> tuple[list[str], float]:
    """Of the words that several candidates have, the quarter that is most frequent with them, and from which lift on."""
    least = min(_SEVERAL, max(1, len(known) // 2))
    lifts = {
        word: lift(texts, word, known)
        for word in sorted({word for text in texts for word in text})
        if sum(count(texts, word, name) > 0 for name in known) >= least
    }
    if not lifts:
        return [], 0.0
    ordered = sorted(lifts.values())
    place = 0.75 * (len(ordered) - 1)
    low, high = ordered[int(place)], ordered[min(int(place) + 1, len(ordered) - 1)]
    limit = low + (high - low) * (place - int(place))
    return [word for word, value in lifts.items() if value >= limit - 1e-12], limit


def tells(texts: Sequence[Text], word: str, name: str, known: Sequence[str], limit: float) -> bool:
    """Whether a word is about such things, or very much about this one."""
    joint = count(texts, word, name)
    own = joint * len(texts) >= 20 * count(texts, word) * count(texts, name)
    return lift(texts, word, known) >= limit - 1e-12 or (own and joint >= 2)


def similarity(texts: Sequence[Text], candidates: Sequence[str], words: Collection[str]) -> dict[str, float]:
    """The cosine of TF-IDF vectors, but for the length of the text's own, of each candidate that a text names."""
    known = [name for name in candidates if count(texts, name)]

    def rate(word: str, name: str) -> float:
        holders = sum(count(texts, word, each) > 0 for each in known)
        return log2(1 + count(texts, word, name)) * max(0.0, log2((len(known) + 1) / (holders + 0.5)))

    marks, limit = yardstick(texts, known)
    squares = {name: sum(rate(word, name) ** 2 for word in marks) for name in known}
    usual = sum(squares.values()) / max(1, len(known))
    lengths = {name: sqrt(squares[name] + _LITTLE * usual) or 1.0 for name in known}
    return {
        name: sum(rate(word, name) for word in words if tells(texts, word, name, known, limit))
        / lengths[name]
        for name in known
    }


def bayes(texts: Sequence[Text], candidates: Sequence[str], words: Collection[str]) -> dict[str, float]:
    """The bits by which the words make each candidate likelier, those of each word counted where they are positive."""
    known = [name for name in candidates if count(texts, name)]
    marks, limit = yardstick(texts, known)
    said = {name: sum(count(texts, word, name) for word in marks) + _PRIOR for name in known}

    def bits(word: str, name: str) -> float:
        usual = sum(count(texts, word, each) / said[each] for each in known) / len(known) + 1e-9
        return max(0.0, log2((count(texts, word, name) + _PRIOR * usual) / (said[name] * usual)))

    return {
        name: sum(bits(word, name) for word in words if tells(texts, word, name, known, limit))
        for name in known
    }


def others(scores: Mapping[str, float], secret: str, *, grain: float = 1e-4) -> int:
    """How many candidates score no lower than the secret, where scores that differ by less than a grain are equal."""
    return sum(scores[name] >= scores[secret] - grain for name in scores if name != secret)
