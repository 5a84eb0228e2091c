"""Readers who search: each candidate has a text, such as what is public about a person, and a release is a query for it.

They are the readers of Lison and Anderson (2025): TF-IDF, BM25, and vectors. What a query holds at all counts, not how often, so
that they add up like the others. `Vectors` are small: a word is the sum of random directions of the texts that hold it, so that words
of the same texts point the same way.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from reticent.attackers.attacker import Candidate, Guess
from reticent.attackers.linear import Weights, guess_by_sums, round_weights
from reticent.errors import AttackerError, InputError
from reticent.knowledge.runs import Word, read_words
from reticent.language import find_language
from reticent.rendering.placeholders import spell_marks, widen_to_marks
from reticent.text import Document, Span

Measure = Literal["tf-idf", "bm25", "vectors"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
"""The ways to search."""

_SATURATION, _LENGTH = 1.2, 0.75
"""k1 and b of BM25, as most search engines have them."""

_DIRECTIONS = 128
"""Numbers in a vector: enough to tell some ten thousand texts apart, few enough to search them in milliseconds. Chosen by hand."""

_SEED = 1811  # any number: the same texts get the same vectors


@dataclass(frozen=True, eq=False)
class Library:
    """The texts of candidates by name, counted word by word."""

    names: tuple[str, ...]
    _counts: tuple[Mapping[str, int], ...] = field(repr=False)

    @classmethod
    def of(cls, texts: Iterable[tuple[str, str]]) -> Library:
        """The library of these texts; several of one name are one text. Texts without a word are left out."""
        counts: dict[str, dict[str, int]] = {}
        for name, text in texts:
            own = counts.setdefault(name, {})
            for word in read_words(Document(name, text)):
                own[word.form] = own.get(word.form, 0) + 1
        kept = {name: own for name, own in counts.items() if own}
        return cls(tuple(kept), tuple(kept.values()))

    @cached_property
    def places(self) -> Mapping[str, int]:
        """The number of each name."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def postings(self) -> Mapping[str, tuple[NDArray[np.int64], NDArray[np.float64]]]:
        """For each word the texts that hold it, and how often."""
        rows: dict[str, tuple[list[int], list[int]]] = {}
        for number, own in enumerate(self._counts):
            for word, count in own.items():
                held, often = rows.setdefault(word, ([], []))
                held.append(number)
                often.append(count)
        return {word: (np.array(held), np.array(often, dtype=float)) for word, (held, often) in rows.items()}

    @cached_property
    def lengths(self) -> NDArray[np.float64]:
        """The words of each text."""
        return np.array([sum(own.values()) for own in self._counts], dtype=float)

    @cached_property
    def norms(self) -> NDArray[np.float64]:
        """The length of each text's TF-IDF vector."""
        squares = np.zeros(len(self.names))
        for word, (held, often) in self.postings.items():
            squares[held] += (self.rarity(word) * (1 + np.log(often))) ** 2
        norms: NDArray[np.float64] = np.sqrt(squares)
        return norms

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of all names and counts."""
        content = [[name, sorted(own.items())] for name, own in zip(self.names, self._counts, strict=True)]
        return "sha256:" + hashlib.sha256(json.dumps(content).encode()).hexdigest()

    def holds(self, name: str, word: str) -> bool:
        """Whether the text of a candidate has a word."""
        number = self.places.get(name)
        return number is not None and word in self._counts[number]

    def rarity(self, word: str) -> float:
        """How rare a word is: the logarithm of the inverse share of texts that hold it, smoothed."""
        held = len(self.postings[word][0]) if word in self.postings else 0
        return float(np.log((1 + len(self.names)) / (1 + held)) + 1)


def read_library(path: Path) -> Library:
    """The library in a file: a JSON object per line with `subject` and `text`; an AttackerError where there is none."""
    return Library.of(read_texts(path))


def read_texts(path: Path) -> list[tuple[str, str]]:
    """The texts of such a file, each after its subject."""
    try:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
        texts = [(str(row["subject"]), str(row["text"])) for row in rows]
    except OSError as error:
        raise AttackerError(f"'{path}' can't be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError):
        texts = []
    if not texts:
        raise AttackerError(
            f"'{path}' has no text about anybody: write a JSON object per line with 'subject' and 'text'"
        )
    return texts


@dataclass(frozen=True, eq=False)
class Retrieval:
    """The attacker that searches a library with a release, by one of the measures.

    `about` is the candidate of whom the releases tell, and of whom others may have more texts than the library: capitalized words
    that its text doesn't hold count for it the share `suspicion` of what they would if it held them once.
    """

    library: Library = field(repr=False)
    measure: Measure = "tf-idf"
    named: str = ""
    about: str = field(default="", repr=False)
    suspicion: float = 0.0

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise InputError(f"measure is one of {', '.join(MEASURES)}")
        if not 0 <= self.suspicion <= 1:
            raise InputError(f"suspicion lies between 0 and 1, not at {self.suspicion}")
        if self.suspicion and (self.about not in self.library.places or self.measure == "vectors"):
            raise InputError(
                "suspicion needs tf-idf or bm25, and 'about' a candidate with a text in the library: name one"
            )

    @property
    def name(self) -> str:
        """What reports call it."""
        return self.named or self.measure

    @property
    def fingerprint(self) -> str:
        """The measure, the texts that it searches, and of whom it suspects more."""
        suspects = f"{self.suspicion:g} {self.about}" if self.suspicion else ""
        more = f", suspects {hashlib.sha256(suspects.encode()).hexdigest()}" if suspects else ""
        return f"{self.measure} 1, {self.library.fingerprint}{more}"

    @property
    def repeatable(self) -> bool:
        """Always: it reckons."""
        return True

    def units(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """The words of a text that the library knows, each with its places; those that are suspected in capitals."""
        whole, spelt = widen_to_marks(document), spell_marks(document)
        words = read_words(spelt)
        suspected = {word.form for word in words if self.suspicion and self._is_suspected(word, spelt)}
        places: dict[str, list[Span]] = {}
        for word in words:
            if word.form in suspected or word.form in self.library.postings:
                unit = word.form.upper() if word.form in suspected else word.form
                places.setdefault(unit, []).append(whole(word.span))
        return {unit: tuple(spans) for unit, spans in places.items()}

    def _is_suspected(self, word: Word, document: Document) -> bool:
        """Whether a word may stand in other texts about the candidate: it is capitalized, and the given text lacks it."""
        written = word.span.of(document.text)
        return (
            written[:1].isupper()
            and word.form != word.form.upper()
            and word.form not in find_language(document.language).stop_words
            and not self.library.holds(self.about, word.form)
        )

    def weights(self, units: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """How much each word speaks for each candidate; nothing for those without a text."""
        numbers = [self._number(each) for each in candidates]
        known = [column for column, number in enumerate(numbers) if number is not None]
        chosen = [number for number in numbers if number is not None]
        weights = np.zeros((len(units), len(candidates)))
        own = self.library.places.get(self.about) if self.suspicion else None
        for row, unit in enumerate(units):
            form = unit.casefold()
            weights[row, known] = self._weigh(form)[chosen]
            if own in chosen and unit != form:
                weights[row, numbers.index(own)] = self.suspicion * self._weigh_once(form, own)
        return round_weights(weights)

    def considers(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether the library has a text of the candidate."""
        return [self._number(each) is not None for each in candidates]

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        """Every candidate with a text, the likeliest first."""
        return guess_by_sums(self, document, candidates)

    def scores(self, forms: Iterable[str]) -> NDArray[np.float64]:
        """The score of every text of the library for a query of these words, for those who search many."""
        known = [form for form in set(forms) if form in self.library.postings]
        if self.measure == "vectors":
            query = sum((self._vectors.word(form) for form in known), np.zeros(_DIRECTIONS))
            found: NDArray[np.float64] = self._vectors.texts @ query
            return found
        total = np.zeros(len(self.library.names))
        for form in known:
            held, values = self._sparse(form)
            total[held] += values
        return total

    def place_of(self, name: str, forms: Iterable[str]) -> int | None:
        """At which place a text comes in the answer to a query, others with the same score before it; None without a text of that name."""
        number = self.library.places.get(name)
        if number is None:
            return None
        scores = self.scores(forms)
        return int((scores >= scores[number] - 1e-9).sum())

    def _number(self, candidate: Candidate) -> int | None:
        return next(
            (number for name in candidate.names if (number := self.library.places.get(name)) is not None),
            None,
        )

    def _weigh(self, form: str) -> NDArray[np.float64]:
        if form not in self.library.postings:
            return np.zeros(len(self.library.names))
        if self.measure == "vectors":
            weights: NDArray[np.float64] = self._vectors.texts @ self._vectors.word(form)
            return weights
        held, values = self._sparse(form)
        dense = np.zeros(len(self.library.names))
        dense[held] = values
        return dense

    def _sparse(self, form: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """The texts that hold a word, and how much it speaks for each."""
        held, often = self.library.postings[form]
        rarity = self.library.rarity(form)
        if self.measure == "tf-idf":
            return held, rarity**2 * (1 + np.log(often)) / self.library.norms[held]
        lengths = self.library.lengths
        usual = 1 - _LENGTH + _LENGTH * lengths[held] / lengths.mean()
        return held, rarity * often * (_SATURATION + 1) / (often + _SATURATION * usual)

    def _weigh_once(self, form: str, number: int) -> float:
        """How much a word would speak for a text that held it once."""
        rarity = self.library.rarity(form)
        if self.measure == "tf-idf":
            return float(rarity**2 / self.library.norms[number])
        usual = 1 - _LENGTH + _LENGTH * self.library.lengths[number] / self.library.lengths.mean()
        return float(rarity * (_SATURATION + 1) / (1 + _SATURATION * usual))

    @cached_property
    def _vectors(self) -> _Vectors:
        return _Vectors(self.library)


class _Vectors:
    """Words and texts of a library as unit vectors."""

    def __init__(self, library: Library) -> None:
        directions = np.random.default_rng(_SEED).standard_normal((len(library.names), _DIRECTIONS))
        self._library = library
        self._words: dict[str, NDArray[np.float64]] = {}
        texts = np.zeros((len(library.names), _DIRECTIONS))
        for form, (held, often) in library.postings.items():
            weights = (1 + np.log(often)) * library.rarity(form)
            vector = (weights[:, None] * directions[held]).sum(axis=0)
            self._words[form] = vector / np.linalg.norm(vector)
            texts[held] += weights[:, None] * self._words[form]
        self.texts: NDArray[np.float64] = texts / np.linalg.norm(texts, axis=1, keepdims=True)

    def word(self, form: str) -> NDArray[np.float64]:
        """A word's direction, the longer the rarer it is."""
        vector: NDArray[np.float64] = self._words[form] * self._library.rarity(form)
        return vector
