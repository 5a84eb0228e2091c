"""GreedySanitize: release a collection that an attacker's own classifier can't mine."""

from reticent.models.greedy_sanitize.bounds import Bounds, Interval
from reticent.models.greedy_sanitize.crf import Crf
from reticent.models.greedy_sanitize.ensemble import Ensemble
from reticent.models.greedy_sanitize.learner import Classifier, Learner
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.model import GreedySanitize
from reticent.models.greedy_sanitize.selection import Selection
from reticent.models.greedy_sanitize.svm import Svm

__all__ = [
    "Bounds",
    "Classifier",
    "Crf",
    "Ensemble",
    "GreedySanitize",
    "Interval",
    "Iteration",
    "Learner",
    "Selection",
    "Svm",
]
