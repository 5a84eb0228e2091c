"""How a CRF is learned: maximum likelihood with a penalty on large weights, minimized by L-BFGS."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from reticent.detection.label_chains import LabelChains
from reticent.language.mixing import Hashes
from reticent.models.greedy_sanitize.learners._features import EncodedText, Numbers, encode_sentences
from reticent.models.greedy_sanitize.learners.crf import LONGEST, OWN, CrfClassifier, Floats, expect_labels
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


@dataclass(frozen=True, slots=True)
class Crf:
    """Learns by maximum likelihood with a penalty on the squares of the weights.

    Of several penalties it takes the one that makes the fewest mistakes on sentences that were held out. With a `prior`,
    learned from other sentences, it learns what these add to it.
    """

    penalties: tuple[float, ...] = (0.1, 1.0)
    rounds: int = 30
    prior: CrfClassifier | None = None

    name = "crf"

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        """A CRF learned from all sentences."""
        return self.cross_fit(sentences, labels, [0] * len(sentences)).classifier

    def cross_fit(
        self,
        sentences: Sequence[Sentence],
        labels: Sequence[Labels],
        folds: Sequence[int],
        before: CrossFit | None = None,
    ) -> CrossFit:
        """One reading serves all folds; a CRF goes on from the one before, with its penalty.

        What was learned without a fold goes on from what was learned without it, so that it stays unseen.
        """
        names = sorted(set(folds))
        if constant := only_class(labels):
            known = self.prior or constant
            return CrossFit(known, dict.fromkeys(names, known), self.name)
        examples = EncodedExamples.of(sentences, labels)
        start, penalties = None, self.penalties
        starts: Mapping[int, Classifier] = {}
        if before and isinstance(before.classifier, CrfClassifier):
            start, starts = before.classifier, before.without
            penalties = (start.penalty,)
        # A single fold is judged by what it was learned from, but its penalty is chosen as everywhere.
        alone = len(names) == 1
        parts = sort_into_folds(range(len(sentences)), 2) if alone else folds

        def fit(seen: Sequence[int], penalty: float, start: Classifier | None) -> Classifier:
            if constant := only_class([labels[index] for index in seen]):
                return self.prior or constant
            begun = start if isinstance(start, CrfClassifier) else None
            return examples.fit(seen, begun, penalty=penalty, rounds=self.rounds, prior=self.prior)

        def fit_without(fold: int, penalty: float) -> Classifier:
            seen = [index for index, each in enumerate(parts) if each != fold]
            return fit(seen, penalty, starts.get(fold))

        tried = {}
        if not alone or len(penalties) > 1:
            tried = {
                each: {fold: fit_without(fold, each) for fold in sorted(set(parts))} for each in penalties
            }

        def wrong(penalty: float) -> int:
            judged = CrossFit(Constant(False), tried[penalty], self.name)
            return mistakes(predict_held_out(judged, sentences, parts), labels)

        best = min(penalties, key=wrong) if len(penalties) > 1 else penalties[0]
        classifier = fit(range(len(sentences)), best, start)
        return CrossFit(classifier, {names[0]: classifier} if alone else tried[best], self.name)


_MEMORY = 6  # steps that the method remembers: 3 to 20 are usual
_ENOUGH = 1e-4  # the usual constant of Armijo's condition
_HALVINGS = 20  # a step a millionth as long is none


def minimize(
    function: Callable[[Floats], tuple[float, Floats]],
    start: Floats,
    curvature: Floats,
    *,
    rounds: int,
    tolerance: float,
) -> Floats:
    """Where the function, which gives its value and its gradient, is least.

    `curvature` estimates its second derivative in each direction. It ends after so many rounds, or when a step is
    expected to lower the value by less than this share of it.
    """
    at = start
    value, gradient = function(at)
    memory: deque[tuple[Floats, Floats, float]] = deque(maxlen=_MEMORY)
    for _ in range(rounds):
        direction = _direction(gradient, memory, curvature)
        slope = _dot(gradient, direction)
        if -slope <= tolerance * abs(value):
            break
        length = 1.0
        for _ in range(_HALVINGS):
            new = at + length * direction
            new_value, new_gradient = function(new)
            if new_value <= value + _ENOUGH * length * slope:
                break
            length /= 2
        else:
            break
        step, change = new - at, new_gradient - gradient
        along = _dot(step, change)
        if along > 0:
            memory.append((step, change, along))
        at, value, gradient = new, new_value, new_gradient
    return at


def _direction(gradient: Floats, memory: deque[tuple[Floats, Floats, float]], curvature: Floats) -> Floats:
    rest = -gradient
    shares = []
    for step, change, along in reversed(memory):
        share = _dot(step, rest) / along
        shares.append(share)
        rest -= share * change
    rest /= curvature
    if memory:
        step, change, along = memory[-1]
        rest *= along / _dot(change, change / curvature)
    for (step, change, along), share in zip(memory, reversed(shares), strict=True):
        rest += (share - _dot(change, rest) / along) * step
    return rest


def _dot(a: Floats, b: Floats) -> float:
    """A sum that is taken in the same order however many threads there are."""
    return float(np.einsum("i,i->", a, b))


_TOLERANCE = 1e-4  # a gain below it changes no label that matters; chosen by hand


@dataclass(frozen=True, slots=True)
class EncodedExamples:
    """Labelled sentences made ready for learning: their features numbered, one table for each slot."""

    text: EncodedText
    truth: NDArray[np.bool_] = field(repr=False)
    keys: Hashes = field(repr=False)
    tables: tuple[NDArray[np.intp], ...] = field(repr=False)

    @classmethod
    def of(cls, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> EncodedExamples:
        """The examples that these sentences and their labels are."""
        text = encode_sentences(sentences)
        truth = np.fromiter(chain.from_iterable(labels), bool, int(text.lengths.sum()))
        keys, numbered = np.unique(
            np.concatenate([slot.features.ravel() for slot in text.slots]), return_inverse=True
        )
        cuts = np.cumsum([slot.features.size for slot in text.slots])[:-1]
        tables = tuple(
            part.reshape(slot.features.shape)
            for part, slot in zip(np.split(numbered.ravel(), cuts), text.slots, strict=True)
        )
        return cls(text, truth, keys, tables)

    def fit(
        self,
        members: Sequence[int],
        before: CrfClassifier | None,
        *,
        penalty: float,
        rounds: int,
        prior: CrfClassifier | None = None,
    ) -> CrfClassifier:
        """The CRF that fits these sentences best; the search starts from the one `before`, if there is one.

        `prior` was learned from other sentences: its weights are held where these made it certain, and features of
        it that don't occur here stay as they are.
        """
        objective = _Objective(self, np.asarray(members, np.int32))
        held = self.hold(prior, penalty)
        rate = float(np.mean(objective.truth))
        start = self._start(before or prior, rate)
        # What another collection made certain may be far from certain here, so the steps are those of a fresh start.
        steps = self._start(None, rate) if prior else start
        found = minimize(
            lambda at: objective.loss(at, held),
            start,
            np.maximum(objective.curvature(steps, held), penalty),
            rounds=rounds,
            tolerance=_TOLERANCE,
        )
        certainty = objective.curvature(found, Hold.nothing(len(found))) + held.certainty
        learned = CrfClassifier(
            self.keys,
            found[:-OWN].astype(np.float32),
            float(found[-2]),
            float(found[-1]),
            penalty,
            certainty.astype(np.float32),
        )
        return _join(prior, learned) if prior else learned

    def _start(self, before: CrfClassifier | None, rate: float) -> Floats:
        """Where the search begins: at another CRF, or at nothing but the share of sensitive words."""
        start = np.zeros(len(self.keys) + OWN)
        if before:
            start[:-OWN] = before.find(before.weights, self.keys)
            start[-2], start[-1] = before.constant, before.attraction
        else:
            start[-2] = np.log(rate / (1 - rate))
        return start

    def hold(self, prior: CrfClassifier | None, penalty: float) -> Hold:
        """What the weights are held to and how strongly: small, and near what is known already."""
        hold = Hold.nothing(len(self.keys) + OWN)
        hold.strength[:-OWN] = penalty
        if prior:
            # A weight that was found small is held small by where it was found.
            hold.centre[:-OWN] = prior.find(prior.weights, self.keys)
            hold.centre[-2:] = prior.constant, prior.attraction
            hold.certainty[:-OWN] = prior.find(prior.certainty, self.keys)
            hold.certainty[-OWN:] = prior.certainty[-OWN:]
            known = np.flatnonzero(hold.certainty[:-OWN])
            hold.certainty[known] += penalty
            hold.strength[known] = 0
        return hold


@dataclass(frozen=True, slots=True)
class Hold:
    """What each number is drawn to: to zero with `strength`, and to `centre` with the `certainty` of what was known."""

    centre: Floats
    certainty: Floats
    strength: Floats

    @classmethod
    def nothing(cls, size: int) -> Hold:
        """Numbers that nothing holds."""
        return cls(np.zeros(size), np.zeros(size), np.zeros(size))

    def loss(self, at: Floats) -> tuple[float, Floats]:
        """What it costs to be there, and its gradient."""
        away = at - self.centre
        gradient = self.strength * at + self.certainty * away
        return float(np.sum(self.strength * at * at + self.certainty * away * away)) / 2, gradient


def _join(prior: CrfClassifier, learned: CrfClassifier) -> CrfClassifier:
    """What was learned, and of the prior the features that did not occur again."""
    rest = ~np.isin(prior.keys, learned.keys)
    keys = np.concatenate([learned.keys, prior.keys[rest]])
    order = np.argsort(keys, kind="stable")
    weights = np.concatenate([learned.weights, prior.weights[rest]])[order]
    certainty = np.concatenate([learned.certainty[:-OWN], prior.certainty[:-OWN][rest]])[order]
    own = learned.certainty[-OWN:]
    return replace(learned, keys=keys[order], weights=weights, certainty=np.concatenate([certainty, own]))


class _Objective:
    """The loss over some of the examples, in the order of their chains, and what their true labels add up to."""

    def __init__(self, examples: EncodedExamples, members: Numbers) -> None:
        text = examples.text
        self.chains = LabelChains.of(text.lengths[members], text.starts[members], longest=LONGEST)
        self.numbers = [slot.numbers[self.chains.forward] for slot in text.slots]
        self.tables = examples.tables
        self.flat = np.concatenate([table.ravel() for table in self.tables])
        self.size = len(examples.keys)
        self.truth = truth = examples.truth[self.chains.forward].astype(np.float64)
        self.total = self.sum_by_feature(truth)
        self.both = sum(
            float(np.sum(truth[last : last + end - this] * truth[this:end]))
            for last, this, end in self.chains.steps()
        )

    def loss(self, at: Floats, held: Hold) -> tuple[float, Floats]:
        """How unlikely the true labels are, with what holds the weights, and its gradient."""
        scores = self.scores(at)
        found = expect_labels(self.chains, scores, at[-1])
        fit = found.log_sum - float(np.sum(scores * self.truth)) - float(at[-1]) * self.both
        cost, gradient = held.loss(at)
        gradient[:-OWN] += self.sum_by_feature(found.sensitive) - self.total
        gradient[-2] += np.sum(found.sensitive) - np.sum(self.truth)
        gradient[-1] += found.both - self.both
        return fit + cost, gradient

    def curvature(self, at: Floats, held: Hold) -> Floats:
        """About the second derivative of the loss for each weight, as if words did not depend on each other."""
        sensitive = expect_labels(self.chains, self.scores(at), at[-1]).sensitive
        spread = sensitive * (1 - sensitive)
        total = float(np.sum(spread))
        own = np.concatenate([self.sum_by_feature(spread), [total, total / 10]])
        return own + held.strength + held.certainty

    def scores(self, at: Floats) -> Floats:
        scores = np.full(len(self.truth), at[-2])
        for numbers, table in zip(self.numbers, self.tables, strict=True):
            scores += at[table].sum(axis=0)[numbers]
        return scores

    def sum_by_feature(self, values: Floats) -> Floats:
        """For each feature the sum of the values of the words that show it."""
        sums = [
            np.broadcast_to(np.bincount(each, values, table.shape[1]), table.shape).ravel()
            for each, table in zip(self.numbers, self.tables, strict=True)
        ]
        found: Floats = np.bincount(self.flat, np.concatenate(sums), self.size).astype(np.float64, copy=False)
        return found
