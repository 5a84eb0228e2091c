"""Places worth looking at."""

from reticent.detection.detector import Detector
from reticent.detection.patterns import Pattern, Patterns, load_patterns, patterns
from reticent.detection.settling import Several, settle, several
from reticent.detection.word_list import WordList

__all__ = [
    "Detector",
    "Pattern",
    "Patterns",
    "Several",
    "WordList",
    "load_patterns",
    "patterns",
    "settle",
    "several",
]
