"""A reader who compares a text with what the corpus says of each candidate: the cosine of TF-IDF vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from reticent.attackers.attacker import Candidate, Guess
from reticent.attackers.linear import Weights, guess_by_sums
from reticent.attackers.profiles import Joint, Memory, Profile
from reticent.attackers.words import read_words
from reticent.knowledge import Corpus
from reticent.text import Document, Span

_LITTLE = 0.02


@dataclass(frozen=True, slots=True)
class Similarity:
    """The attacker that takes the documents which name a candidate for one long text about it.

    A word counts the more, the more of these documents hold it and the fewer candidates it stands with. The vectors of
    candidates have unit length; that of the text is the same for all of them, so that it is left out.
    """

    corpus: Corpus = field(repr=False)
    name: str = "similarity"
    _memory: Memory = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_memory", Memory(self.corpus, weigh_by_similarity))

    @property
    def fingerprint(self) -> str:
        """How it reckons, and the corpus that it knows."""
        return f"similarity 1, {self.corpus.fingerprint}"

    @property
    def repeatable(self) -> bool:
        """Always: it reckons."""
        return True

    def with_corpus(self, corpus: Corpus) -> Similarity:
        """The same attacker with another corpus."""
        return replace(self, corpus=corpus)

    def units(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """The words of a text with their places."""
        return read_words(document)

    def weights(self, units: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """What each word adds to the cosine with each candidate, but for the length of the text's vector."""
        return self._memory.weights(units, candidates)

    def considers(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether some document names the candidate."""
        return self._memory.known(candidates)

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        """Every candidate that the corpus knows, the most similar first."""
        return guess_by_sums(self, document, candidates)


def weigh_by_similarity(profile: Profile, joint: Joint) -> Weights:
    """log(1 + documents) times the rarity among candidates, over the length of the candidate's vector."""
    known = int(profile.known.sum())
    squares = (_rate(profile.yardstick, known) ** 2).sum(axis=0)
    # A candidate of few documents has few words of the yardstick: its length is moved a little towards the usual one.
    lengths = np.sqrt(squares + _LITTLE * squares.sum() / max(1, known))
    lengths[lengths == 0] = 1.0
    weights: Weights = _rate(joint, known) / lengths
    return weights


def _rate(joint: Joint, known: int) -> Weights:
    rarity = np.log2((known + 1) / ((joint > 0).sum(axis=1) + 0.5))
    rates: Weights = np.log2(1 + joint) * np.maximum(rarity, 0.0)[:, None]
    return rates
