"""GreedySanitize: release a collection that an attacker's own classifier can't mine."""

from reticent.models.greedy_sanitize.learners._crf_fitting import Crf
from reticent.models.greedy_sanitize.learners._svm import Ensemble, Svm
from reticent.models.greedy_sanitize.learners.learner import Classifier, Learner
from reticent.models.greedy_sanitize.learners.pretrained import Pretrained, open_pretrained
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.model import Bounds, GreedyByLabel, GreedySanitize, Interval
from reticent.models.greedy_sanitize.training import (
    Examples,
    TrainingSet,
    read_examples,
    train_by_label,
    train_greedy,
    update_greedy,
)

__all__ = [
    "Bounds",
    "Classifier",
    "Crf",
    "Ensemble",
    "Examples",
    "GreedyByLabel",
    "GreedySanitize",
    "Interval",
    "Iteration",
    "Learner",
    "Pretrained",
    "Svm",
    "TrainingSet",
    "open_pretrained",
    "read_examples",
    "train_by_label",
    "train_greedy",
    "update_greedy",
]
