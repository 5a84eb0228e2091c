"""All that belongs to one language, behind one value; only English so far."""

from reticent.language.en import ENGLISH
from reticent.language.language import (
    DateWords,
    Grammar,
    Language,
    NameWords,
    PositionWords,
    SentenceWords,
    Tagger,
    TokenParts,
)

__all__ = [
    "ENGLISH",
    "DateWords",
    "Grammar",
    "Language",
    "NameWords",
    "PositionWords",
    "SentenceWords",
    "Tagger",
    "TokenParts",
]
