"""Whether a text is English, the only language that the name tagger knows."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from reticent.languages import ENGLISH

if TYPE_CHECKING:
    from reticent.detection.names.cased_text import CasedText

_ENOUGH_WORDS = 40
_LEAST_FUNCTION_WORDS = 0.08


class LanguageWarning(UserWarning):
    """A text doesn't look like English, the only language that the name tagger knows."""


def expect_english(text: CasedText) -> None:
    """Warn when next to none of many different words are English function words; lists of names don't count."""
    if len(text) < _ENOUGH_WORDS:
        return
    words = {word for word in text.words if word[0].isalpha()}
    plain = [word for word in words if not word[0].isupper()]
    if len(words) < _ENOUGH_WORDS or len(plain) < len(words) / 2:
        return
    known = sum(word.lower() in ENGLISH.stop_words for word in words)
    if known < _LEAST_FUNCTION_WORDS * len(words):
        warnings.warn(
            "this text doesn't look like English, the only language that the name tagger knows: check its findings",
            LanguageWarning,
            stacklevel=3,
        )
