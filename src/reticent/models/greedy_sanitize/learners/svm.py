"""A linear support vector machine over hashed features and the labels given to the words before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reticent.errors import MissingExtraError
from reticent.models.greedy_sanitize.learners.learner import (
    Classifier,
    CrossFit,
    Labels,
    Sentence,
    cross_fit_by_fitting,
    only_class,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from reticent.models.greedy_sanitize.learners.hashed import Hyperplane


@dataclass(frozen=True, slots=True)
class SvmClassifier:
    """Decides words from left to right, each with the labels that the two words before it were given."""

    plane: Hyperplane = field(repr=False)

    @property
    def form(self) -> str:
        """The name by which a model file knows how to read it back."""
        return "svm"

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """Whether each word lies on the sensitive side."""
        return [[margin > 0 for margin in row] for row in self.scores(sentences)]

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """How far each word lies on the sensitive side."""
        from reticent.models.greedy_sanitize.learners.hashed import measure_margins, rows

        return measure_margins(self.plane, rows(sentences), [len(sentence) for sentence in sentences])

    def to_bytes(self) -> bytes:
        """The weights."""
        return self.plane.to_bytes()


@dataclass(frozen=True, slots=True)
class Svm:
    """Learns by stochastic gradient descent; a `leak_weight` above 1 makes a missed word cost that much more."""

    leak_weight: float = 1.0
    epochs: int = 12

    @property
    def name(self) -> str:
        """How reports call it."""
        return "svm"

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        """A machine learned from all sentences, with the true labels as history."""
        if constant := only_class(labels):
            return constant
        import numpy as np

        from reticent.models.greedy_sanitize.learners.hashed import BUCKETS, histories, rows

        features = np.concatenate([rows(sentences), BUCKETS + histories(labels)[:, None]], axis=1)
        truth = np.array([label for row in labels for label in row], bool)
        return SvmClassifier(find_hyperplane(features, truth, self.leak_weight, self.epochs))

    def cross_fit(
        self,
        sentences: Sequence[Sentence],
        labels: Sequence[Labels],
        folds: Sequence[int],
        before: CrossFit | None = None,
    ) -> CrossFit:
        """Learn from everything, and for each fold from the others."""
        return cross_fit_by_fitting(self, sentences, labels, folds)


def find_hyperplane(
    features: NDArray[np.int32], truth: NDArray[np.bool_], leak_weight: float, epochs: int
) -> Hyperplane:
    """The hyperplane between the rows where `truth` holds and the others."""
    import numpy as np

    from reticent.models.greedy_sanitize.learners.hashed import SIZE, Hyperplane

    try:
        from scipy.sparse import csr_matrix
        from sklearn.linear_model import SGDClassifier
    except ImportError:
        raise MissingExtraError("learn", "training a support vector machine") from None
    count, width = features.shape
    matrix = csr_matrix(
        (np.ones(features.size, np.float32), features.ravel(), np.arange(0, features.size + 1, width)),
        shape=(count, SIZE),
    )
    machine = SGDClassifier(
        loss="hinge",
        alpha=1e-6,
        max_iter=epochs,
        tol=None,
        average=True,
        random_state=1,
        class_weight={False: 1.0, True: leak_weight},
    ).fit(matrix, truth)
    return Hyperplane(machine.coef_[0].astype(np.float32), float(machine.intercept_[0]))
