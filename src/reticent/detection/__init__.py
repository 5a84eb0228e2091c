"""Places worth looking at."""

from reticent.detection.detector import CompleteDetector, Detector, Several, read_ahead, settle, several
from reticent.detection.informativeness import Informativeness, Nouns
from reticent.detection.names import Names, names
from reticent.detection.patterns import Pattern, Patterns, load_patterns, patterns
from reticent.detection.word_list import WordList

__all__ = [
    "CompleteDetector",
    "Detector",
    "Informativeness",
    "Names",
    "Nouns",
    "Pattern",
    "Patterns",
    "Several",
    "WordList",
    "load_patterns",
    "names",
    "patterns",
    "read_ahead",
    "settle",
    "several",
]
