"""A linear support vector machine over hashed features and the labels given to the words before; and one that takes back a CRF's false alarms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from reticent.errors import MissingExtraError
from reticent.models.greedy_sanitize.learners._crf_fitting import Crf
from reticent.models.greedy_sanitize.learners._features import encode_sentences
from reticent.models.greedy_sanitize.learners.learner import (
    Classifier,
    Constant,
    Labels,
    Learner,
    Sentence,
    only_class,
    predict_held_out,
    sort_into_folds,
)

BUCKETS = 1 << 18  # a megabyte of weights, where few of some 100,000 features meet; chosen by hand
HISTORIES = 4
"""Whether the word before and the word before that are sensitive."""

SIZE = BUCKETS + HISTORIES


@dataclass(frozen=True, slots=True)
class SvmClassifier:
    """Decides words from left to right, each with the labels that the two words before it were given.

    It is a hyperplane: the weights of features and of histories, and a constant.
    """

    weights: NDArray[np.float32] = field(repr=False)
    constant: float

    form = "svm"

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """Whether each word lies on the sensitive side."""
        return [[margin > 0 for margin in row] for row in self.scores(sentences)]

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """How far each word lies on the sensitive side."""
        by_history = self.weights[BUCKETS:].tolist()
        # What each word's own row says, before its history is known.
        own = self.weights[rows(sentences)].sum(axis=1, dtype=np.float32) + np.float32(self.constant)
        margins = iter(own.tolist())
        found = []
        for sentence in sentences:
            previous = earlier = False
            row = []
            for margin in islice(margins, len(sentence)):
                score = margin + by_history[2 * previous + earlier]
                previous, earlier = score > 0, previous
                row.append(score)
            found.append(row)
        return found

    def to_bytes(self) -> bytes:
        """The constant, then the weights that are not zero with their places."""
        places = np.flatnonzero(self.weights).astype("<u4")
        kept = self.weights[places].astype("<f4")
        parts = (np.array([self.constant], "<f8"), places, kept)
        return b"".join(part.tobytes() for part in parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> SvmClassifier:
        """What `to_bytes` wrote."""
        count = (len(data) - 8) // 8
        places = np.frombuffer(data, "<u4", count, 8)
        weights = np.zeros(SIZE, np.float32)
        weights[places] = np.frombuffer(data, "<f4", count, 8 + 4 * count)
        return cls(weights, float(np.frombuffer(data, "<f8", 1)[0]))

    def __reduce__(self) -> tuple[Callable[[bytes], SvmClassifier], tuple[bytes]]:
        """Travels to other processes as it is stored, without the weights that are zero."""
        return SvmClassifier.from_bytes, (self.to_bytes(),)


def rows(sentences: Sequence[Sentence]) -> NDArray[np.int32]:
    """The features of every word, a row each, for all sentences one after the other."""
    gathered = [
        slot.features[:, slot.numbers] % np.uint32(BUCKETS) for slot in encode_sentences(sentences).slots
    ]
    return np.concatenate(gathered).T.astype(np.int32, order="C")


def histories(labels: Sequence[Labels]) -> NDArray[np.int32]:
    """The history of each word, from 0 to 3: twice whether the word before is sensitive, plus once for the one before that."""
    found: list[int] = []
    for row in labels:
        previous = earlier = False
        for label in row:
            found.append(2 * previous + earlier)
            previous, earlier = label, previous
    return np.array(found, np.int32)


def _rows_with_histories(sentences: Sequence[Sentence], labels: Sequence[Labels]) -> NDArray[np.int32]:
    return np.concatenate([rows(sentences), BUCKETS + histories(labels)[:, None]], axis=1)


@dataclass(frozen=True, slots=True)
class Svm(Learner):
    """Learns by stochastic gradient descent; a `leak_weight` above 1 makes a missed word cost that much more."""

    leak_weight: float = 1.0
    epochs: int = 12

    name = "svm"

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        """A machine learned from all sentences, with the true labels as history."""
        if constant := only_class(labels):
            return constant
        truth = np.array([label for row in labels for label in row], bool)
        return find_hyperplane(_rows_with_histories(sentences, labels), truth, self.leak_weight, self.epochs)


# paper: greedy-sanitize, Section V, learners
def find_hyperplane(
    features: NDArray[np.int32], truth: NDArray[np.bool_], leak_weight: float, epochs: int
) -> SvmClassifier:
    """The hyperplane between the rows where `truth` holds and the others."""
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
    return SvmClassifier(machine.coef_[0].astype(np.float32), float(machine.intercept_[0]))


_FOLDS = 2  # as the loop has them
_LENGTH = 8  # bytes of a number or a name in the file


@dataclass(frozen=True, slots=True)
class EnsembleClassifier:
    """Finds what the first classifier finds and the second does not take back."""

    first: Classifier = field(repr=False)
    second: Classifier = field(repr=False)

    form = "ensemble"

    def predict(self, sentences: Sequence[Sentence]) -> list[list[bool]]:
        """Whether both say that the word is sensitive; the second is asked about the first's finds only."""
        found = self.first.predict(sentences)
        asked = [index for index, row in enumerate(found) if any(row)]
        if not asked:
            return found
        second = self.second.predict([sentences[index] for index in asked])
        for index, row in zip(asked, second, strict=True):
            found[index] = [both and kept for both, kept in zip(found[index], row, strict=True)]
        return found

    def scores(self, sentences: Sequence[Sentence]) -> list[list[float]]:
        """The first's score; what the second takes back comes after all that it leaves."""
        judged = zip(self.first.scores(sentences), self.predict(sentences), strict=True)
        return [[score + kept for score, kept in zip(*rows, strict=True)] for rows in judged]

    def to_bytes(self) -> bytes:
        """Both, the first with its form and length in front."""
        first, second = self.first.to_bytes(), self.second.to_bytes()
        return b"".join(
            (
                self.first.form.encode().ljust(_LENGTH),
                self.second.form.encode().ljust(_LENGTH),
                len(first).to_bytes(_LENGTH, "big"),
                first,
                second,
            )
        )


def split_bytes(data: bytes) -> tuple[tuple[str, bytes], tuple[str, bytes]]:
    """The forms and bytes of the two classifiers that `EnsembleClassifier.to_bytes` joined."""
    forms = [data[start : start + _LENGTH].decode("ascii").strip() for start in (0, _LENGTH)]
    start = 3 * _LENGTH
    end = start + int.from_bytes(data[2 * _LENGTH : start], "big")
    return (forms[0], data[start:end]), (forms[1], data[end:])


@dataclass(frozen=True, slots=True)
class Ensemble(Learner):
    """Learns a CRF, and a machine from what such CRFs find in sentences that they had not seen."""

    first: Crf = field(default_factory=Crf)
    epochs: int = 12

    name = "ensemble"

    def fit(self, sentences: Sequence[Sentence], labels: Sequence[Labels]) -> Classifier:
        """Both classifiers, learned from all sentences."""
        if constant := only_class(labels):
            return constant
        folds = sort_into_folds(range(len(sentences)), min(_FOLDS, len(sentences)))
        first = self.first.cross_fit(sentences, labels, folds)
        second = self._second(sentences, labels, predict_held_out(first, sentences, folds))
        return EnsembleClassifier(first.classifier, second)

    def _second(
        self, sentences: Sequence[Sentence], labels: Sequence[Labels], found: Sequence[Sequence[bool]]
    ) -> Classifier:
        """A machine that tells right finds from wrong ones; without both there is nothing to take back."""
        touched = [index for index, row in enumerate(found) if any(row)]
        asked = np.array([answer for index in touched for answer in found[index]], bool)
        truth = np.array([label for index in touched for label in labels[index]], bool)
        right = truth[asked]
        if right.all() or not right.any():
            return Constant(True)
        features = _rows_with_histories(
            [sentences[index] for index in touched], [labels[index] for index in touched]
        )
        return find_hyperplane(features[asked], right, 1.0, self.epochs)
