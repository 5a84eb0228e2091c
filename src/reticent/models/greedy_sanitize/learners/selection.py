"""Several learners as one: the most accurate on sentences that it had not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reticent.models.greedy_sanitize.learners.learner import (
    Classifier,
    CrossFit,
    Labels,
    Learner,
    Sentence,
    mistakes,
    predict_held_out,
    sort_into_folds,
)

_FOLDS = 4


@dataclass(frozen=True, slots=True)
class Selection:
    """Tries every learner and keeps the one with the fewest mistakes on what was held out."""

    learners: tuple[Learner, ...]

    @property
    def name(self) -> str:
        """How reports call it."""
        return "selection"

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        """The classifier of the most accurate learner."""
        return self.cross_fit(sentences, labels, sort_into_folds(range(len(sentences)), _FOLDS)).classifier

    def cross_fit(
        self,
        sentences: Sequence[Sentence],
        labels: Sequence[Labels],
        folds: Sequence[int],
        before: CrossFit | None = None,
    ) -> CrossFit:
        """The cross-fit of the most accurate learner, which it names."""
        fits = [learner.cross_fit(sentences, labels, folds) for learner in self.learners]
        return min(fits, key=lambda fit: mistakes(predict_held_out(fit, sentences, folds), labels))
