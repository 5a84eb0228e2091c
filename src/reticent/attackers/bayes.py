"""A reader who weighs evidence: naive Bayes over the counts of words in the documents that name a candidate."""

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

_PRIOR_WORDS = 20.0
_NEVER = 1e-9


@dataclass(frozen=True, slots=True)
class Bayes:
    """The attacker that asks how much likelier each word is in texts about a candidate than about any of them.

    All candidates are equally likely beforehand. Counts are small, so that a word which was not seen with a candidate
    does not speak against it.
    """

    corpus: Corpus = field(repr=False)
    name: str = "bayes"
    _memory: Memory = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_memory", Memory(self.corpus, weigh_by_likelihood))

    @property
    def fingerprint(self) -> str:
        """How it reckons, and the corpus that it knows."""
        return f"bayes 1, {self.corpus.fingerprint}"

    @property
    def repeatable(self) -> bool:
        """Always: it reckons."""
        return True

    def with_corpus(self, corpus: Corpus) -> Bayes:
        """The same attacker with another corpus."""
        return replace(self, corpus=corpus)

    def units(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """The words of a text with their places."""
        return read_words(document)

    def weights(self, units: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """The bits by which each word makes each candidate likelier."""
        return self._memory.weights(units, candidates)

    def considers(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether some document names the candidate."""
        return self._memory.known(candidates)

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        """Every candidate that the corpus knows, the likeliest first."""
        return guess_by_sums(self, document, candidates)


def weigh_by_likelihood(profile: Profile, joint: Joint) -> Weights:
    """log p(word | candidate) / p(word | any candidate), where it is positive; few counts are drawn to the latter."""
    known = profile.known
    said = profile.yardstick.sum(axis=0) + _PRIOR_WORDS
    usual = (joint[:, known] / said[known]).sum(axis=1) / max(1, int(known.sum())) + _NEVER
    likelier = (joint + _PRIOR_WORDS * usual[:, None]) / (said * usual[:, None])
    weights: Weights = np.maximum(np.log2(likelier), 0.0) * known
    return weights
