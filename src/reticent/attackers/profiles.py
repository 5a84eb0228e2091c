"""What a corpus says of candidates: how often each word stands with each of them, counted once and kept a while."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.attackers.attacker import Candidate
from reticent.attackers.linear import Weights, round_weights
from reticent.knowledge import Corpus, is_countable
from reticent.knowledge.corpus.counting import terms_with_counts
from reticent.knowledge.corpus.joint_counts import JointCounter, joint_counter
from reticent.knowledge.corpus.vocabulary import list_words

Joint = NDArray[np.float64]
"""Words by candidates: the documents that hold both."""

_KEPT = 8_000_000
"""Weights that are kept: 64 MB."""

_REMEMBERED = 4
_LOOKED_AT = 8_000
_SEEN_WITH = 5


@dataclass(frozen=True, slots=True)
class Profile:
    """What a corpus holds on some candidates: the documents that name each, and words that are about such things.

    `yardstick` counts words that are rather about such things than about anything: by them it is told how much the
    corpus says of a candidate at all.
    """

    documents: NDArray[np.float64]
    yardstick: Joint = field(repr=False)
    counter: JointCounter = field(repr=False)

    @property
    def known(self) -> NDArray[np.bool_]:
        """The candidates that some document names."""
        return self.documents > 0

    def count(self, words: Sequence[str]) -> Joint:
        """How many documents hold each word and each candidate."""
        return self.counter.count(words).astype(np.float64)


Weigh = Callable[[Profile, Joint], Weights]
"""How much words with these counts speak for each candidate."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Profiles of the candidates that were asked for last, and the weights of the words that were."""

    corpus: Corpus
    weigh: Weigh
    _kept: list[_Kept] = field(default_factory=list, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[type[Memory], tuple[Any, ...]]:
        """Travels to other processes without what it remembers."""
        return Memory, (self.corpus, self.weigh)

    def known(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether the corpus knows each candidate."""
        known: list[bool] = self._of(candidates).profile.known.tolist()
        return known

    def weights(self, words: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """The weights of words, counted where they are new."""
        return self._of(candidates).weights(words, self.weigh)

    def _of(self, candidates: Sequence[Candidate]) -> _Kept:
        wanted = tuple(candidates)
        for kept in self._kept:
            if kept.candidates == wanted:
                return kept
        made = _Kept(wanted, profile_of(self.corpus, wanted))
        self._kept[:] = [made, *self._kept[: _REMEMBERED - 1]]
        return made


@dataclass(frozen=True, slots=True)
class _Kept:
    """The candidates of one question, their profile, and rows of weights by word."""

    candidates: tuple[Candidate, ...]
    profile: Profile
    rows: dict[str, NDArray[np.float64]] = field(default_factory=dict)

    def weights(self, words: Sequence[str], weigh: Weigh) -> Weights:
        if not words or not self.candidates:
            return np.zeros((len(words), len(self.candidates)))
        new = [word for word in words if word not in self.rows]
        if (len(self.rows) + len(new)) * len(self.candidates) > _KEPT:
            self.rows.clear()
            new = list(words)
        fresh = round_weights(weigh(self.profile, self.profile.count(new))) if new else np.empty((0, 0))
        if len(new) * len(self.candidates) > _KEPT:
            return fresh
        self.rows.update(zip(new, fresh, strict=True))
        return np.array([self.rows[word] for word in words])


def profile_of(corpus: Corpus, candidates: Sequence[Candidate]) -> Profile:
    """The profile of candidates, each counted by those of its names that have counts of their own."""
    entities = [frozenset({terms_with_counts(corpus, each.names)}) for each in candidates]
    documents = np.array(corpus.count(entities), dtype=np.float64)
    counter = joint_counter(corpus, entities)
    words = _sample_words(corpus)
    joint = counter.count(words).astype(np.float64)
    alone = np.array(corpus.count([frozenset({word}) for word in words]), dtype=np.float64)
    return Profile(documents, joint[_are_telling(joint, alone, documents)], counter)


def _are_telling(
    joint: Joint, alone: NDArray[np.float64], documents: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Of the words that several candidates have, the half that is most frequent with them against elsewhere."""
    known = documents > 0
    several = (joint > 0).sum(axis=1) >= min(_SEEN_WITH, max(1, int(known.sum()) // 2))
    shares = (joint[:, known] / documents[known]).sum(axis=1)
    lifts = np.where(several, shares / np.maximum(alone, 1.0), 0.0)
    telling: NDArray[np.bool_] = several & (lifts >= np.median(lifts[several]) if several.any() else False)
    return telling


def _sample_words(corpus: Corpus) -> list[str]:
    """Words of the corpus, always the same ones: some thousands tell how much it says of anything."""
    words = [word for word in list_words(corpus) if word.isalpha() and is_countable(word)]
    share = max(1, len(words) // _LOOKED_AT)
    return [word for word in words if int.from_bytes(sha256(word.encode()).digest()[:4]) % share == 0]
