"""Conditional random fields: a word's label depends on what it shows and on the label before it.

Chains of two labels: how likely a word is sensitive, and which labels are likeliest, for all sentences at once.

With two labels a chain needs one score a word (how much more it speaks for sensitive than for not) and one number for
neighbours that are both sensitive; whatever else a table of transitions could say, scores say as well. A chain is then
followed by a single number a word, the odds of what was read so far. Sentences lie side by side, the longest first,
all their first words before all their second words, so that one step of numpy does one step of every sentence.

What a conditional random field knows, and what it says of sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from reticent.models.greedy_sanitize.learners._features import EncodedText, Hashes, encode_sentences
from reticent.models.greedy_sanitize.learners.learner import (
    Classifier,
    Constant,
    CrossFit,
    Labels,
    Sentence,
    mistakes,
    only_class,
    predict_held_out,
    sort_into_folds,
)

if TYPE_CHECKING:
    from reticent.models.greedy_sanitize.learners._lesson import Lesson


@dataclass(frozen=True, slots=True)
class CrfClassifier:
    """A trained field."""

    field: Field = field(repr=False)

    @property
    def form(self) -> str:
        """The name by which a model file knows how to read it back."""
        return "field"

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """The likeliest labels of each sentence as a whole."""
        return self.field.labels(sentences)

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """The probability of each word's being sensitive, over all labellings of its sentence."""
        return self.field.probabilities(sentences)

    def to_bytes(self) -> bytes:
        """The weights."""
        return self.field.to_bytes()


@dataclass(frozen=True, slots=True)
class Crf:
    """Learns by maximum likelihood with a penalty on the squares of the weights.

    Of several penalties it takes the one that makes the fewest mistakes on sentences that were held out. With a `prior`,
    learned from other sentences, it learns what these add to it.
    """

    penalties: tuple[float, ...] = (0.1, 1.0)
    rounds: int = 30
    prior: CrfClassifier | None = None

    @property
    def name(self) -> str:
        """How reports call it."""
        return "crf"

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        """A field learned from all sentences."""
        return self.cross_fit(sentences, labels, [0] * len(sentences)).classifier

    def cross_fit(
        self,
        sentences: Sequence[Sentence],
        labels: Sequence[Labels],
        folds: Sequence[int],
        before: CrossFit | None = None,
    ) -> CrossFit:
        """One reading serves all folds; a field goes on from the one before, with its penalty.

        What was learned without a fold goes on from what was learned without it, so that it stays unseen.
        """
        names = sorted(set(folds))
        if constant := only_class(labels):
            known = self.prior or constant
            return CrossFit(known, dict.fromkeys(names, known), self.name)
        from reticent.models.greedy_sanitize.learners._lesson import Lesson

        lesson = Lesson.of(sentences, labels)
        start, penalties = None, self.penalties
        starts: Mapping[int, Classifier] = {}
        if before and isinstance(before.classifier, CrfClassifier):
            start, starts = before.classifier, before.without
            penalties = (start.field.penalty,)
        # A single fold is judged by what it was learned from, but its penalty is chosen as everywhere.
        alone = len(names) == 1
        parts = sort_into_folds(range(len(sentences)), 2) if alone else folds
        tried = {}
        if not alone or len(penalties) > 1:
            tried = {each: self._without(lesson, labels, parts, each, starts) for each in penalties}

        def wrong(penalty: float) -> int:
            judged = CrossFit(Constant(False), tried[penalty], self.name)
            return mistakes(predict_held_out(judged, sentences, parts), labels)

        best = min(penalties, key=wrong) if len(penalties) > 1 else penalties[0]
        classifier = self._fit_part(lesson, labels, range(len(sentences)), best, start)
        return CrossFit(classifier, {names[0]: classifier} if alone else tried[best], self.name)

    def _without(
        self,
        lesson: Lesson,
        labels: Sequence[Labels],
        folds: Sequence[int],
        penalty: float,
        starts: Mapping[int, Classifier],
    ) -> dict[int, Classifier]:
        """For each fold a field learned from the others."""
        found = {}
        for fold in sorted(set(folds)):
            seen = [index for index, each in enumerate(folds) if each != fold]
            found[fold] = self._fit_part(lesson, labels, seen, penalty, starts.get(fold))
        return found

    def _fit_part(
        self,
        lesson: Lesson,
        labels: Sequence[Labels],
        seen: Sequence[int],
        penalty: float,
        start: Classifier | None,
    ) -> Classifier:
        if constant := only_class([labels[index] for index in seen]):
            return self.prior or constant
        before = start.field if isinstance(start, CrfClassifier) else None
        prior = self.prior.field if self.prior else None
        return CrfClassifier(lesson.fit_field(seen, before, penalty=penalty, rounds=self.rounds, prior=prior))


Floats = NDArray[np.float64]
Places = NDArray[np.int64]
Lengths = NDArray[np.int32]

LONGEST = 256
"""Words of a chain at most: a text without full stops is no reason to take one step a word."""

_STEEP = 100.0
"""Scores beyond this are taken as this: their exponentials have to stay finite, and nothing is likelier than certain."""


@dataclass(frozen=True, slots=True)
class Chains:
    """The steps of sentences side by side: `bounds` cuts them, `order` says where each of their words stands in the text."""

    order: Places = field(repr=False)
    bounds: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, lengths: Sequence[int] | Lengths, starts: Sequence[int] | Places) -> Chains:
        """Chains for sentences of these lengths that start at these places; one that is too long becomes several."""
        sizes, firsts = _pieces(np.asarray(lengths, np.int64), np.asarray(starts, np.int64))
        by_length = np.argsort(-sizes, kind="stable")
        firsts, sizes = firsts[by_length], sizes[by_length]
        longest = int(sizes[0]) if len(sizes) else 0
        alive = np.searchsorted(-sizes, -np.arange(longest), side="left")
        steps = [firsts[:count] + step for step, count in enumerate(alive.tolist())]
        order = np.concatenate(steps) if steps else np.zeros(0, np.int64)
        return cls(order, (0, *np.cumsum(alive).tolist()))

    def steps(self) -> list[tuple[int, int, int]]:
        """For each step after the first: where the step before begins, where this one begins and where it ends."""
        return list(zip(self.bounds, self.bounds[1:], self.bounds[2:], strict=False))


def _pieces(lengths: Places, starts: Places) -> tuple[Places, Places]:
    counts = -(-lengths // LONGEST)
    done = LONGEST * (np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts))
    return np.minimum(np.repeat(lengths, counts) - done, LONGEST), np.repeat(starts, counts) + done


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a field expects: the logarithm of its sum over all labellings, each word's probability, and neighbours."""

    log_sum: float
    sensitive: Floats = field(repr=False)
    both: float


def expect_labels(chains: Chains, scores: Floats, attraction: float) -> Expectation:
    """The forward-backward algorithm in odds; `both` is the expected number of neighbours that are both sensitive."""
    pull = float(np.exp(np.clip(attraction, -_STEEP, _STEEP)))
    weights = np.exp(np.clip(scores, -_STEEP, _STEEP))
    before, after = weights.copy(), np.ones_like(weights)
    steps = chains.steps()
    for last, this, end in steps:
        odds = before[last : last + end - this]
        before[this:end] *= (pull * odds + 1) / (odds + 1)
    both = 0.0
    for last, this, end in reversed(steps):
        part = slice(last, last + end - this)
        odds = weights[this:end] * after[this:end]
        drawn = pull * odds
        after[part] = (drawn + 1) / (odds + 1)
        # The four labellings of two neighbours weigh 1, left, odds and left·drawn.
        left = before[part]
        together = left * drawn
        both += float(np.sum(together / (together + left + odds + 1)))
    odds = before * after
    return Expectation(float(np.sum(np.log1p(before))), odds / (1 + odds), both)


def likeliest_labels(chains: Chains, scores: Floats, attraction: float) -> NDArray[np.bool_]:
    """The Viterbi algorithm: the labelling with the highest score; where two are as high, fewer words are sensitive."""
    lead = scores.copy()
    steps = chains.steps()
    for last, this, end in steps:
        gained = lead[last : last + end - this]
        lead[this:end] += np.maximum(gained + attraction, 0) - np.maximum(gained, 0)
    found = lead > 0
    for last, this, end in reversed(steps):
        part = slice(last, last + end - this)
        found[part] = lead[part] + attraction * found[this:end] > 0
    return found


_T = TypeVar("_T")

_HEAD = 40
OWN = 2
"""The numbers behind the weights of features: the constant and the attraction. These are not held small."""


@dataclass(frozen=True, slots=True)
class Field:
    """Weights of features by their hashes, in order; a constant; and how much sensitive neighbours attract each other.

    `penalty` is what was put on large weights when it was learned. `certainty` says how sure the sentences made each
    weight, the constant and the attraction (about the second derivative of the loss), so that new sentences can
    change what the old ones left open.
    """

    keys: Hashes = field(repr=False)
    weights: NDArray[np.float32] = field(repr=False)
    constant: float
    attraction: float
    penalty: float
    certainty: NDArray[np.float32] = field(repr=False)

    def labels(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """The likeliest labels of each sentence as a whole."""
        text = encode_sentences(sentences)
        chains = Chains.of(text.lengths, text.starts)
        found = np.empty(len(chains.order), bool)
        found[chains.order] = likeliest_labels(chains, self._scores(text)[chains.order], self.attraction)
        return _cut_long(found.tolist(), text)

    def probabilities(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """The probability of each word's being sensitive, over all labellings of its sentence."""
        text = encode_sentences(sentences)
        chains = Chains.of(text.lengths, text.starts)
        found = np.empty(len(chains.order))
        found[chains.order] = expect_labels(
            chains, self._scores(text)[chains.order], self.attraction
        ).sensitive
        return _cut_long(found.tolist(), text)

    def to_bytes(self) -> bytes:
        """The five numbers, then the weights that are not zero with their hashes and certainties."""
        kept = np.flatnonzero(self.weights)
        parts = (
            np.array([self.constant, self.attraction, self.penalty, *self.certainty[-OWN:]], "<f8"),
            self.keys[kept].astype("<u4"),
            self.weights[kept].astype("<f4"),
            self.certainty[kept].astype("<f4"),
        )
        return b"".join(part.tobytes() for part in parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> Field:
        """What `to_bytes` wrote."""
        count = (len(data) - _HEAD) // 12
        constant, attraction, penalty, *own = np.frombuffer(data, "<f8", 5).tolist()
        keys = np.frombuffer(data, "<u4", count, _HEAD).astype(np.uint32)
        weights = np.frombuffer(data, "<f4", count, _HEAD + 4 * count).astype(np.float32)
        certainty = np.frombuffer(data, "<f4", count, _HEAD + 8 * count)
        return cls(keys, weights, constant, attraction, penalty, np.append(certainty, own).astype(np.float32))

    @classmethod
    def from_bytes_without_certainty(cls, data: bytes) -> Field:
        """What models of version 2 hold: three numbers, hashes, weights. Such a field can't be updated."""
        count = (len(data) - 24) // 8
        constant, attraction, penalty = np.frombuffer(data, "<f8", 3).tolist()
        keys = np.frombuffer(data, "<u4", count, 24).astype(np.uint32)
        weights = np.frombuffer(data, "<f4", count, 24 + 4 * count).astype(np.float32)
        return cls(keys, weights, constant, attraction, penalty, np.zeros(count + OWN, np.float32))

    @property
    def is_certain(self) -> bool:
        """Whether it is known how sure the weights are."""
        return bool(self.certainty[-OWN:].any())

    def __reduce__(self) -> tuple[Callable[[bytes], Field], tuple[bytes]]:
        """Travels to other processes as it is stored: weights that are zero stay behind."""
        return Field.from_bytes, (self.to_bytes(),)

    def _scores(self, text: EncodedText) -> Floats:
        scores = np.full(int(text.lengths.sum()), self.constant)
        for slot in text.slots:
            scores += self.of(slot.features).sum(axis=0)[slot.numbers]
        return scores

    def of(self, features: Hashes) -> Floats:
        """The weight of each feature, zero where it is not known."""
        return self._look_up(self.weights, features)

    def certainty_of(self, features: Hashes) -> Floats:
        """How sure the weight of each feature is, zero where it is not known."""
        return self._look_up(self.certainty, features)

    def _look_up(self, values: NDArray[np.float32], features: Hashes) -> Floats:
        if not len(self.keys):
            return np.zeros(features.shape)
        places = np.minimum(np.searchsorted(self.keys, features), len(self.keys) - 1)
        return np.where(self.keys[places] == features, values[places].astype(np.float64), 0.0)


def _cut_long(values: list[_T], text: EncodedText) -> list[list[_T]]:
    ends = np.cumsum(text.lengths).tolist()
    return [values[start:end] for start, end in zip([0, *ends], ends, strict=False)]
