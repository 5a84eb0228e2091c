"""GreedySanitize: release a collection that an attacker's own classifier can't mine."""

from reticent.models.greedy_sanitize.bounds import Bounds, Interval
from reticent.models.greedy_sanitize.examples import Examples, read_examples
from reticent.models.greedy_sanitize.learners.crf import Crf
from reticent.models.greedy_sanitize.learners.ensemble import Ensemble
from reticent.models.greedy_sanitize.learners.learner import Classifier, Learner
from reticent.models.greedy_sanitize.learners.selection import Selection
from reticent.models.greedy_sanitize.learners.svm import Svm
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.model import GreedySanitize
from reticent.models.greedy_sanitize.training import train_greedy

__all__ = [
    "Bounds",
    "Classifier",
    "Crf",
    "Ensemble",
    "Examples",
    "GreedySanitize",
    "Interval",
    "Iteration",
    "Learner",
    "Selection",
    "Svm",
    "read_examples",
    "train_greedy",
]
