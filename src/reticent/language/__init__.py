"""All that belongs to one language, in one value; one folder per language."""

from reticent.language.language import (
    DateWords,
    GrammarWords,
    Language,
    NameWords,
    PositionWords,
    SentenceWords,
    Tagger,
    TokenParts,
)
from reticent.language.registry import DEFAULT_CODE, DEFAULT_LANGUAGE, find_language, register_language

__all__ = [
    "DEFAULT_CODE",
    "DEFAULT_LANGUAGE",
    "DateWords",
    "GrammarWords",
    "Language",
    "NameWords",
    "PositionWords",
    "SentenceWords",
    "Tagger",
    "TokenParts",
    "find_language",
    "register_language",
]
