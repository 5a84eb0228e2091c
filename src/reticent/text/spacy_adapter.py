"""A spaCy pipeline as a tagger, for those who have one."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from reticent.errors import InputError, MissingExtraError
from reticent.language.language import plain_tag, punctuation_tag


class SpacyTagger:
    """Tags words with the Penn tags of a loaded spaCy pipeline; the words stay divided as they are given."""

    def __init__(self, pipeline: Any) -> None:
        self._pipeline = pipeline
        self._doc = _spacy("tokens").Doc

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One tag per word."""
        docs = (self._doc(self._pipeline.vocab, words=list(words)) for words in sentences if words)
        tagged = iter(self._pipeline.pipe(docs))
        return [[_tag(token) for token in next(tagged)] if words else [] for words in sentences]


def spacy_tagger(name: str) -> SpacyTagger:
    """The tagger of the installed spaCy pipeline `name`, such as `en_core_web_sm`."""
    spacy = _spacy()
    try:
        return SpacyTagger(spacy.load(name))
    except OSError as error:
        raise InputError(
            f"no spaCy pipeline {name!r} is installed: python -m spacy download {name}"
        ) from error


def _tag(token: Any) -> str:
    return punctuation_tag(token.text) or plain_tag(token.tag_) or "NN"


def _spacy(module: str = "") -> Any:
    try:
        return import_module(f"spacy.{module}" if module else "spacy")
    except ImportError as error:
        raise MissingExtraError("spacy", "a spaCy pipeline as tagger") from error
