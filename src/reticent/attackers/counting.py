"""Readers who know in how many documents of a corpus each word stands with each candidate, and add up what that says.

`Bayes` asks how much likelier each word is in texts about a candidate than about any of them, all candidates being equally
likely beforehand; a word that was not seen with a candidate does not speak against it, because counts are small. `Similarity`
is the cosine of TF-IDF vectors: the documents that name a candidate are one long text about it. The vectors of candidates
have unit length; that of the text is the same for all of them, so that it is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial

import numpy as np

from reticent.attackers.attacker import Candidate, Guess
from reticent.attackers.linear import Weights, guess_by_sums
from reticent.attackers.profiles import Joint, Memory, Profile, Weigh, is_read, read_words
from reticent.executors import TravelsAsSettings
from reticent.knowledge import Corpus
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Taxonomy, substance_of
from reticent.text import Document, Span

_REMEMBERED = 1 << 16  # names of drugs whose substances are kept: a few megabytes; chosen by hand


@dataclass(frozen=True, slots=True)
class Measure:
    """How counts become weights; the name changes whenever the same counts could give other ones."""

    name: str
    weigh: Weigh = field(repr=False)


@dataclass(frozen=True, slots=True)
class CountingReader(TravelsAsSettings):
    """The attacker that adds up what each word of a text says of each candidate, by a measure of its counts.

    With a `taxonomy` it knows what drugs are made of: where a brand stands, it reads the words of the substance as well.
    """

    corpus: Corpus = field(repr=False)
    name: str
    measure: Measure = field(kw_only=True)
    taxonomy: Taxonomy | None = field(default=None, kw_only=True, repr=False)
    _substance_words: Callable[[str], tuple[str, ...]] = field(init=False, repr=False, compare=False)
    _memory: Memory = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_memory", Memory(self.corpus, self.measure.weigh))
        find = lru_cache(_REMEMBERED)(partial(_find_substance_words, self.taxonomy))
        object.__setattr__(self, "_substance_words", find)

    @property
    def fingerprint(self) -> str:
        """How it reckons, and the corpus and the taxonomy that it knows."""
        known = [self.corpus.fingerprint, *([self.taxonomy.fingerprint] if self.taxonomy else [])]
        return ", ".join([self.measure.name, *known])

    @property
    def repeatable(self) -> bool:
        """Always: it reckons."""
        return True

    def with_corpus(self, corpus: Corpus) -> CountingReader:
        """The same attacker with another corpus."""
        return replace(self, corpus=corpus)

    def units(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """The words of a text with their places, and those of the substances of its drugs."""
        places = read_words(document)
        added: dict[str, list[Span]] = {}
        for word, spans in places.items():
            for part in self._substance_words(word):
                added.setdefault(part, []).extend(spans)
        joined = {part: tuple(sorted({*places.get(part, ()), *spans})) for part, spans in added.items()}
        return {**places, **joined}

    def weights(self, units: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """How much each word speaks for each candidate."""
        return self._memory.weights(units, candidates)

    def considers(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether some document names the candidate."""
        return self._memory.known(candidates)

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        """Every candidate that the corpus knows, the likeliest first."""
        return guess_by_sums(self, document, candidates)


def _find_substance_words(taxonomy: Taxonomy | None, name: str) -> tuple[str, ...]:
    """The words of the substance that a name stands for; none where it stands for none."""
    substance = substance_of(taxonomy, name) if taxonomy else None
    return tuple(filter(is_read, words_of(substance))) if substance else ()


_PRIOR_WORDS = (
    20.0  # of the usual kind, added to what is known of a candidate: few counts say little; by hand
)
_NEVER = 1e-9  # keeps a word that no candidate was seen with from a division by zero


def Bayes(  # noqa: N802 - a constructor
    corpus: Corpus, name: str = "bayes", *, taxonomy: Taxonomy | None = None
) -> CountingReader:
    """The attacker whose weights are the bits by which each word makes each candidate likelier."""
    return CountingReader(corpus, name, measure=Measure("bayes 2", weigh_by_likelihood), taxonomy=taxonomy)


def weigh_by_likelihood(profile: Profile, joint: Joint) -> Weights:
    """log p(word | candidate) / p(word | any candidate), where it is positive; few counts are drawn to the latter."""
    known = profile.known
    said = profile.yardstick.sum(axis=0) + _PRIOR_WORDS
    usual = (joint[:, known] / said[known]).sum(axis=1) / max(1, int(known.sum())) + _NEVER
    likelier = (joint + _PRIOR_WORDS * usual[:, None]) / (said * usual[:, None])
    weights: Weights = np.maximum(np.log2(likelier), 0.0) * known
    return weights


_LITTLE = (
    0.02  # by which the length of a vector moves towards the usual one: with 0, few documents win; by hand
)


def Similarity(  # noqa: N802 - a constructor
    corpus: Corpus, name: str = "similarity", *, taxonomy: Taxonomy | None = None
) -> CountingReader:
    """The attacker whose weights are what each word adds to the cosine, but for the length of the text's vector."""
    return CountingReader(
        corpus, name, measure=Measure("similarity 2", weigh_by_similarity), taxonomy=taxonomy
    )


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
