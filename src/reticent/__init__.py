"""reticent releases documents that keep their secrets."""

from reticent.detection.patterns import load_patterns, patterns
from reticent.detection.word_list import WordList
from reticent.errors import InputError, PromiseError, ReticentError
from reticent.models.greedy_sanitize import GreedySanitize
from reticent.models.redaction import Redaction
from reticent.pipeline import Outcome, execute, sanitize
from reticent.plan import Decision, Plan, Promise, Release, Violation, plan_from_json, plan_to_json
from reticent.taxonomy import read_obo, read_table, wordnet
from reticent.text import Document, Mention, Span

__version__ = "0.1.0"

__all__ = [
    "Decision",
    "Document",
    "GreedySanitize",
    "InputError",
    "Mention",
    "Outcome",
    "Plan",
    "Promise",
    "PromiseError",
    "Redaction",
    "Release",
    "ReticentError",
    "Span",
    "Violation",
    "WordList",
    "__version__",
    "execute",
    "load_patterns",
    "patterns",
    "plan_from_json",
    "plan_to_json",
    "read_obo",
    "read_table",
    "sanitize",
    "wordnet",
]
