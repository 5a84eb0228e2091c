"""Readers that no planner used: other texts, other measures. Each ranks the conditions that a release may hide."""

from __future__ import annotations

import json
import lzma
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import log
from typing import Protocol

import numpy as np

from experiments.harness import data
from experiments.needs import Needs
from experiments.notes import Note
from experiments.phrases import Naming, PhraseFinder
from experiments.readers_conditions import Condition
from experiments.readers_texts import HiddenText
from reticent import Document
from reticent.attackers import Candidate
from reticent.attackers.linear import LinearAttacker
from reticent.knowledge import is_countable
from reticent.knowledge.corpus.terms import words_of

MEDQUAD = "corpora/medquad.jsonl.xz"
NEEDS = Needs(data=(MEDQUAD,))

ALIKE = 0.5
"""Answers that share so much of all their words with an attacked text are kept from the attacker."""
_SMOOTHING = 400.0
_FEWEST_NOTES = 3
_LEAST_WORDS = 30


class Reader(Protocol):
    """Whoever reads a release and ranks what it may hide."""

    @property
    def knows(self) -> frozenset[str]:
        """The conditions that it can guess."""

    def scores(self, text: HiddenText, released: Document) -> Mapping[str, float]:
        """A score for each condition that it knows, the higher the likelier."""


@dataclass(frozen=True, slots=True)
class Rank:
    """How many guesses a reader puts before the hidden condition, and how many it can't tell apart from it."""

    before: int
    alike: int = 1

    def chance_within(self, guesses: int) -> float:
        """How likely it is among the first so many guesses, if those that are alike stand in any order."""
        return min(1.0, max(0.0, (guesses - self.before) / self.alike))


def rank_hidden(reader: Reader, text: HiddenText, released: Document, names: PhraseFinder) -> Rank | None:
    """The place of the hidden condition among those that the release doesn't name, or None if the reader can't know it.

    A release that still names what it hides is guessed at once.
    """
    if text.condition not in reader.knows:
        return None
    named = names.conditions(visible(released))
    if text.condition in named:
        return Rank(0)
    scores = reader.scores(text, released)
    own = scores[text.condition]
    left = [score for name, score in scores.items() if name not in named]
    return Rank(sum(score > own for score in left), sum(score == own for score in left))


def visible(released: Document) -> str:
    """What a reader can read of a release: its words without the marks of what is gone."""
    return released.mask_placeholders().replace("\ufffc", " ")


def content(text: str) -> list[str]:
    """The words of a text that are counted."""
    return [word for word in words_of(text) if is_countable(word)]


class Similarity:
    """Ranks by the cosine of TF-IDF vectors of the release and of what was read of each condition."""

    def __init__(self, library: Mapping[str, str]) -> None:
        self._names = sorted(library)
        counts = [Counter(content(library[name])) for name in self._names]
        frequency = Counter(word for count in counts for word in count)
        self._words = {word: number for number, word in enumerate(sorted(frequency))}
        self._idf = np.array([log(len(counts) / frequency[word]) for word in self._words], dtype=np.float32)
        self._matrix = np.array([self._vector(count) for count in counts])
        self.knows = frozenset(self._names)

    def scores(self, _: HiddenText, released: Document) -> Mapping[str, float]:
        """The cosine with each."""
        found = self._matrix @ self._vector(Counter(content(visible(released))))
        return dict(zip(self._names, found.tolist(), strict=True))

    def _vector(self, counts: Mapping[str, int]) -> np.ndarray:
        vector = np.zeros(len(self._words), dtype=np.float32)
        for word, count in counts.items():
            if word in self._words:
                vector[self._words[word]] = 1 + log(count)
        vector *= self._idf
        length = float(np.linalg.norm(vector))
        return vector / length if length else vector


class Bayes:
    """Ranks by how likely the words of the release are in documents of each condition: multinomial, all alike likely.

    A document that is the attacked text itself is left out of the counts: `numbers` says which documents are whose.
    """

    def __init__(self, documents: Mapping[str, Sequence[str]], own: Mapping[str, frozenset[str]]) -> None:
        self._names = sorted(documents)
        self._counts = [
            Counter(word for text in documents[name] for word in content(text)) for name in self._names
        ]
        words = sorted({word for count in self._counts for word in count})
        self._words = {word: number for number, word in enumerate(words)}
        self._matrix = np.zeros((len(self._names), len(words)), dtype=np.float32)
        for row, count in enumerate(self._counts):
            self._matrix[row, [self._words[word] for word in count]] = list(count.values())
        self._totals = self._matrix.sum(axis=1)
        self._usual = (self._matrix.sum(axis=0) + 1) / (self._totals.sum() + len(words))
        self._own = own
        self.knows = frozenset(self._names)

    def scores(self, text: HiddenText, released: Document) -> Mapping[str, float]:
        """The logarithm of the likelihood, without the attacked text where it was among the documents."""
        places = [
            self._words[word] for word in sorted(set(content(visible(released)))) if word in self._words
        ]
        counts, totals = self._matrix[:, places].copy(), self._totals.copy()
        if owners := self._own.get(text.id):
            rows = [row for row, name in enumerate(self._names) if name in owners]
            mine = Counter(content(text.text))
            counts[rows] -= [mine[word] for word in self._words_at(places)]
            totals[rows] -= sum(count for word, count in mine.items() if word in self._words)
        likely = (np.maximum(counts, 0) + _SMOOTHING * self._usual[places]) / (
            np.maximum(totals, 0)[:, None] + _SMOOTHING
        )
        return dict(zip(self._names, np.log(likely).sum(axis=1).tolist(), strict=True))

    def _words_at(self, places: Iterable[int]) -> list[str]:
        words = list(self._words)
        return [words[place] for place in places]


class ListReader:
    """Ranks by the hints of a list that the release holds: strength squared, by how few conditions share the hint."""

    def __init__(self, conditions: Sequence[Condition]) -> None:
        self.knows = frozenset(condition.name for condition in conditions)
        self._finder = PhraseFinder(
            (hint, condition.name) for condition in conditions for hint in condition.hints
        )
        self._strengths: dict[tuple[tuple[str, ...], str], int] = {}
        for condition in conditions:
            for hint, strength in condition.hints.items():
                for naming in self._finder.find(hint):
                    key = (naming.phrase, condition.name)
                    self._strengths[key] = max(strength, self._strengths.get(key, 0))

    def scores(self, _: HiddenText, released: Document) -> Mapping[str, float]:
        """The sum over the hints, each counted once."""
        found = dict.fromkeys(self.knows, 0.0)
        for naming in {each.phrase: each for each in self._finder.find(visible(released))}.values():
            for name, weight in self._weights(naming):
                found[name] += weight
        return found

    def _weights(self, naming: Naming) -> Iterator[tuple[str, float]]:
        rarity = log(len(self.knows) / len(naming.conditions))
        for name in naming.conditions:
            yield name, self._strengths.get((naming.phrase, name), 1) ** 2 * rarity


@dataclass(frozen=True, slots=True)
class Declared:
    """An attacker of the package, as a planner uses it, with those of the candidates that it has heard of."""

    attacker: LinearAttacker
    candidates: tuple[Candidate, ...] = field(repr=False)
    knows: frozenset[str] = field(repr=False)

    def scores(self, _: HiddenText, released: Document) -> Mapping[str, float]:
        """Its scores; a condition that it doesn't consider is the least likely."""
        found = {guess.candidate: guess.score for guess in self.attacker.guesses(released, self.candidates)}
        least = min(found.values(), default=0.0) - 1
        return {name: found.get(name, least) for name in self.knows}


def read_medquad(conditions: Iterable[Condition], attacked: Iterable[HiddenText] = ()) -> dict[str, str]:
    """What MedQuAD answers about each condition, without answers that are an attacked text or much like one."""
    owners = _by_name(conditions)
    own = [set(content(text.text)) for text in attacked]
    found: dict[str, list[str]] = defaultdict(list)
    with lzma.open(data(MEDQUAD), "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            names = {
                name for each in (row["focus"], *row["synonyms"]) for name in owners.get(each.casefold(), ())
            }
            answers = [answer["a"] for answer in row["qa"] if names and not _is_like(answer["a"], own)]
            for name in names:
                found[name] += answers
    return _enough(found)


def read_bayes(notes: Iterable[Note], names: PhraseFinder) -> Bayes:
    """Bayes on all transcriptions that name a condition, of those that at least four name."""
    found: dict[str, list[str]] = defaultdict(list)
    own: dict[str, frozenset[str]] = {}
    for note in notes:
        named = names.conditions(note.text)
        own[f"note-{note.id}"] = frozenset(named)
        for name in named:
            found[name].append(note.text)
    return Bayes({name: texts for name, texts in found.items() if len(texts) > _FEWEST_NOTES}, own)


def _by_name(conditions: Iterable[Condition]) -> dict[str, set[str]]:
    owners: dict[str, set[str]] = defaultdict(set)
    for condition in conditions:
        for name in condition.names:
            owners[name.casefold()].add(condition.name)
    return owners


def _is_like(answer: str, attacked: Iterable[set[str]]) -> bool:
    words = set(content(answer))
    return any(len(words & own) >= ALIKE * len(words | own) for own in attacked if own)


def _enough(found: Mapping[str, Sequence[str]]) -> dict[str, str]:
    joined = {name: "\n\n".join(texts) for name, texts in found.items()}
    return {name: text for name, text in joined.items() if len(text.split()) >= _LEAST_WORDS}
