"""Which words are counted, and what stands in for a phrase that has no count of its own."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from reticent.errors import KnowledgeError
from reticent.languages.en.stop_words import STOP_WORDS
from reticent.text.lemmas import normal_words


def is_counted(word: str) -> bool:
    """Whether a word has a count at all: it holds a letter or a digit and is no stop word."""
    return word not in STOP_WORDS and any(map(str.isalnum, word))


def words_of(text: str) -> list[str]:
    """The words of a text in order, in their normal form.

    >>> words_of("The viruses.")
    ['the', 'virus', '.']
    """
    # A few characters decompose into several words: they are joined and divided again, as any term is.
    return [word for word in " ".join(normal_words(text)).split(" ") if word]


@lru_cache(maxsize=1 << 16)
def counted_words(term: str) -> tuple[str, ...]:
    """The words of a term that are counted, once each, in order; a KnowledgeError when there is none.

    >>> counted_words("head of state")
    ('head', 'state')
    """
    words = tuple(dict.fromkeys(word for word in term.split(" ") if is_counted(word)))
    if not words:
        raise KnowledgeError(
            "a term that is empty or has only stop words or punctuation can't be counted: leave it out"
        )
    return words


def is_countable(term: str) -> bool:
    """Whether `counted_words` finds any."""
    return any(is_counted(word) for word in term.split(" "))


def as_term(name: str) -> str:
    """The term that stands for a name as people write it; a KnowledgeError when nothing in it is counted.

    >>> as_term("Blood Transfusions")
    'blood transfusion'
    """
    term = " ".join(words_of(name))
    counted_words(term)
    return term


def distinct_counted(words: Iterable[str]) -> frozenset[str]:
    """The counted words among `words`: what a document is recognized by."""
    return frozenset(word for word in words if is_counted(word))
