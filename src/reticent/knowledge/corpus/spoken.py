"""The language whose words a corpus counts: whoever asks it writes terms in the forms of that language.

A model works in the language of its corpus (`speaking`), so that one function serves the names that it protects, the words of a text
and the terms of an index alike. Nobody has to pass the language along on the way, and outside of `speaking` it is English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol, runtime_checkable

from reticent.errors import KnowledgeError
from reticent.language import DEFAULT_CODE, DEFAULT_LANGUAGE, Language, find_language
from reticent.text.sentences import normal_word as normal_word_in
from reticent.text.sentences import normal_words as normal_words_in

_SPOKEN: ContextVar[Language] = ContextVar("language of a corpus", default=DEFAULT_LANGUAGE)


def spoken() -> Language:
    """The language of the corpus that is at work."""
    return _SPOKEN.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Terms are in this language meanwhile."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


@runtime_checkable
class TellsLanguage(Protocol):
    """A corpus that says which language its documents are in."""

    @property
    def language(self) -> str:
        """Its ISO 639 code."""


def language_of(corpus: object) -> Language:
    """The language of a corpus; English where it says nothing."""
    return find_language(corpus.language) if isinstance(corpus, TellsLanguage) else DEFAULT_LANGUAGE


def common_language(codes: Iterable[str]) -> str:
    """The one language of what is counted together; a KnowledgeError where they are several."""
    distinct = sorted(set(codes))
    if len(distinct) > 1:
        raise KnowledgeError(
            f"knowledge in several languages ({', '.join(distinct)}) can't be counted together: choose that of the documents"
            " alone, such as 'none' and your own index"
        )
    return distinct[0] if distinct else DEFAULT_CODE


def normal_word(word: str, *, shouted: bool = False) -> str:
    """The normal form of a word of a corpus."""
    return normal_word_in(word, shouted=shouted, language=spoken())


def normal_words(text: str) -> list[str]:
    """The normal form of every token of a text, as a corpus counts them."""
    return normal_words_in(text, language=spoken())
