"""A reader who knows in how many documents of a corpus each word stands with each candidate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.attackers.attacker import Candidate, Guess
from reticent.attackers.linear import Weights, guess_by_sums
from reticent.attackers.profiles import Memory, Weigh
from reticent.attackers.substances import Substances
from reticent.attackers.words import read_words
from reticent.knowledge import Corpus
from reticent.taxonomy import Taxonomy
from reticent.text import Document, Span


@dataclass(frozen=True, slots=True)
class Measure:
    """How counts become weights; the name changes whenever the same counts could give other ones."""

    name: str
    weigh: Weigh = field(repr=False)


@dataclass(frozen=True, slots=True)
class CountingReader:
    """The attacker that adds up what each word of a text says of each candidate, by a measure of its counts.

    With a `taxonomy` it knows what drugs are made of: where a brand stands, it reads the words of the substance as well.
    """

    corpus: Corpus = field(repr=False)
    name: str
    measure: Measure = field(kw_only=True)
    taxonomy: Taxonomy | None = field(default=None, kw_only=True, repr=False)
    _substances: Substances | None = field(init=False, repr=False, compare=False)
    _memory: Memory = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_memory", Memory(self.corpus, self.measure.weigh))
        object.__setattr__(self, "_substances", Substances(self.taxonomy) if self.taxonomy else None)

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
        words = read_words(document)
        return self._substances.add_to(words) if self._substances else words

    def weights(self, units: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """How much each word speaks for each candidate."""
        return self._memory.weights(units, candidates)

    def considers(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether some document names the candidate."""
        return self._memory.known(candidates)

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        """Every candidate that the corpus knows, the likeliest first."""
        return guess_by_sums(self, document, candidates)
