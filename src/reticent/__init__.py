"""reticent releases documents that keep their secrets."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from reticent.detection.patterns import load_patterns, patterns
from reticent.detection.word_list import WordList
from reticent.errors import InputError, PromiseError, ReticentError
from reticent.models.greedy_sanitize import GreedySanitize, train_greedy
from reticent.models.redaction import Redaction
from reticent.models.t_plausibility import TPlausibility
from reticent.pipeline import Outcome, execute, sanitize
from reticent.plan import Decision, Plan, Promise, Release, Violation, plan_from_json, plan_to_json
from reticent.taxonomy import read_obo, read_table, wordnet
from reticent.text import Document, Mention, Span

if TYPE_CHECKING:
    from reticent.detection.names import names
    from reticent.knowledge import open_corpus
    from reticent.knowledge.entities.entities import open_entities
    from reticent.models.cg_sanitization import CgSanitization
    from reticent.models.correlation_guard import CorrelationGuard
    from reticent.models.k_safety.model import KSafety

__version__ = "0.1.0"

# These load numpy, which not everyone who imports the package needs.
_LOADED_ON_USE = {
    "CgSanitization": "reticent.models.cg_sanitization",
    "CorrelationGuard": "reticent.models.correlation_guard",
    "KSafety": "reticent.models.k_safety.model",
    "names": "reticent.detection.names.names",
    "open_corpus": "reticent.knowledge",
    "open_entities": "reticent.knowledge.entities.entities",
}

__all__ = [
    "CgSanitization",
    "CorrelationGuard",
    "Decision",
    "Document",
    "GreedySanitize",
    "InputError",
    "KSafety",
    "Mention",
    "Outcome",
    "Plan",
    "Promise",
    "PromiseError",
    "Redaction",
    "Release",
    "ReticentError",
    "Span",
    "TPlausibility",
    "Violation",
    "WordList",
    "__version__",
    "execute",
    "load_patterns",
    "names",
    "open_corpus",
    "open_entities",
    "patterns",
    "plan_from_json",
    "plan_to_json",
    "read_obo",
    "read_table",
    "sanitize",
    "train_greedy",
    "wordnet",
]


def __getattr__(name: str) -> Any:
    if name not in _LOADED_ON_USE:
        raise AttributeError(f"module 'reticent' has no attribute {name!r}")
    return getattr(import_module(_LOADED_ON_USE[name]), name)
