"""The terms that an index will have: frequent words, and the phrases that are worth postings of their own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from reticent.knowledge.corpus.phrases import LONGEST, Numbers, Trie, trie
from reticent.knowledge.corpus.terms import is_countable, is_counted, words_of


@dataclass(frozen=True, slots=True, eq=False)
class Lexicon:
    """All terms in order; `word_terms[w]` is the number of the term that word w is, or -1 for a stop word."""

    terms: list[str] = field(repr=False)
    word_terms: Numbers
    phrases: Trie


def lexicon(
    words: Sequence[str], names: Iterable[str], titles: Iterable[str], pairs: Iterable[tuple[int, int]]
) -> Lexicon:
    """The terms of numbered words, of names as people write them, of titles as terms, and of pairs of words.

    Words are ascending. A phrase stays only when every word of it has a number: a phrase with a rarer word is too
    rare itself.
    """
    numbers = {word: number for number, word in enumerate(words)}
    listed = {" ".join(words_of(name)) for name in names if not name.isalnum()} | set(titles)
    phrases = {
        phrase: found
        for phrase in listed
        if (found := _number_words(phrase, numbers)) and is_countable(phrase)
    }
    phrases |= {f"{words[first]} {words[second]}": (first, second) for first, second in pairs}
    terms = sorted([*filter(is_counted, words), *phrases])
    places = {term: place for place, term in enumerate(terms)}
    word_terms = np.array([places.get(word, -1) for word in words], dtype=np.int64)
    return Lexicon(
        terms, word_terms, trie(list(phrases.values()), [places[phrase] for phrase in phrases], len(words))
    )


def phrase_list_hash(names: Iterable[str]) -> str:
    """What a manifest calls a list of names by, whatever their order."""
    return (
        "sha256:" + hashlib.sha256("\n".join(sorted(set(names))).encode("utf-8", "surrogatepass")).hexdigest()
    )


def _number_words(phrase: str, numbers: dict[str, int]) -> tuple[int, ...] | None:
    words = phrase.split(" ")
    if not 2 <= len(words) <= LONGEST or any(word not in numbers for word in words):
        return None
    return tuple(numbers[word] for word in words)
