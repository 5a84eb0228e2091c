"""Places worth looking at."""

from reticent.detection.batches import BatchDetector, read_ahead
from reticent.detection.detector import Detector
from reticent.detection.informativeness import Informativeness
from reticent.detection.names import Names, names
from reticent.detection.nouns import Nouns
from reticent.detection.patterns import Pattern, Patterns, load_patterns, patterns
from reticent.detection.settling import Several, settle, several
from reticent.detection.word_list import WordList

__all__ = [
    "BatchDetector",
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
