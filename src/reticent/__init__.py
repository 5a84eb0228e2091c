"""reticent releases documents that keep their secrets.

Everything here is loaded when it is first used: who reads a plan needs no numpy, and who asks for the version nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reticent.api import OpenPolicy, open_policy
    from reticent.detection.names.names import names
    from reticent.detection.patterns import load_patterns, patterns
    from reticent.detection.word_list import WordList
    from reticent.engine import Outcome, execute, sanitize
    from reticent.errors import InputError, PromiseError, ReticentError
    from reticent.knowledge.corpus.opening import open_corpus, open_knowledge
    from reticent.knowledge.entities.opening import open_entities
    from reticent.knowledge.taxonomy import read_obo, read_table, wordnet
    from reticent.models.cg_sanitization import CgSanitization
    from reticent.models.correlation_guard import CorrelationGuard
    from reticent.models.greedy_sanitize import GreedySanitize, train_greedy
    from reticent.models.indistinct import Indistinct
    from reticent.models.k_safety.model import KSafety
    from reticent.models.no_linkage.model import NoLinkage
    from reticent.models.redaction import Redaction
    from reticent.models.t_plausibility import TPlausibility
    from reticent.plan import Decision, Plan, Promise, Release, Violation, plan_from_json, plan_to_json
    from reticent.text import Document, Mention, Span

__version__ = "0.4.0"

_HOMES = {
    "detection.names.names": ["names"],
    "detection.patterns": ["load_patterns", "patterns"],
    "detection.word_list": ["WordList"],
    "errors": ["InputError", "PromiseError", "ReticentError"],
    "knowledge.corpus.opening": ["open_corpus", "open_knowledge"],
    "knowledge.entities.opening": ["open_entities"],
    "knowledge.taxonomy": ["read_obo", "read_table", "wordnet"],
    "models.cg_sanitization": ["CgSanitization"],
    "models.correlation_guard": ["CorrelationGuard"],
    "models.greedy_sanitize": ["GreedySanitize", "train_greedy"],
    "models.indistinct": ["Indistinct"],
    "models.k_safety.model": ["KSafety"],
    "models.no_linkage.model": ["NoLinkage"],
    "models.redaction": ["Redaction"],
    "models.t_plausibility": ["TPlausibility"],
    "api": ["OpenPolicy", "open_policy"],
    "engine": ["Outcome", "execute", "sanitize"],
    "plan": ["Decision", "Plan", "Promise", "Release", "Violation", "plan_from_json", "plan_to_json"],
    "text": ["Document", "Mention", "Span"],
}
"""Where each public name lives."""

_HOME_OF = {name: f"reticent.{home}" for home, names_there in _HOMES.items() for name in names_there}

__all__ = [
    "CgSanitization",
    "CorrelationGuard",
    "Decision",
    "Document",
    "GreedySanitize",
    "Indistinct",
    "InputError",
    "KSafety",
    "Mention",
    "NoLinkage",
    "OpenPolicy",
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
    "open_knowledge",
    "open_policy",
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
    if name not in _HOME_OF:
        raise AttributeError(f"module 'reticent' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOME_OF[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
