"""Conditional random fields: a word's label depends on what it shows and on the label before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
    from reticent.models.greedy_sanitize.learners.field import Field
    from reticent.models.greedy_sanitize.learners.lesson import Lesson


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
        from reticent.models.greedy_sanitize.learners.lesson import Lesson

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
