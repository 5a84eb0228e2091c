"""The terms that an index will have: frequent words, and phrases, found by a trie for all places of a text at once."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from reticent.knowledge.corpus.terms import is_countable, is_counted, words_of

Numbers = NDArray[np.int64]

LONGEST = 8
"""The most words of a phrase with postings of its own: longer ones are too rare to count; chosen by hand."""


@dataclass(frozen=True, slots=True, eq=False)
class Trie:
    """Phrases of word numbers below `words`: state w is the single word w, larger states are beginnings of phrases.

    `edges` are `state * words + word`, ascending, with the state that each leads to in `targets`; `terms[state]` is
    the number of the term that is complete there, or -1.
    """

    words: int
    edges: Numbers
    targets: Numbers
    terms: Numbers


def trie(phrases: Sequence[Sequence[int]], terms: Sequence[int], words: int) -> Trie:
    """The trie of phrases of at least two words, the i-th of which is the term `terms[i]`."""
    targets: dict[int, int] = {}
    complete: dict[int, int] = {}
    for phrase, term in zip(phrases, terms, strict=True):
        state = phrase[0]
        for word in phrase[1:]:
            state = targets.setdefault(state * words + word, words + len(targets))
        complete[state] = term
    edges = np.fromiter(targets, dtype=np.int64, count=len(targets))
    order = np.argsort(edges)
    reached = np.full(words + len(targets), -1, dtype=np.int64)
    reached[list(complete)] = list(complete.values())
    return Trie(words, edges[order], order + words, reached)


def occurrences(
    found: Trie, words: Numbers, documents: NDArray[np.uint32]
) -> tuple[Numbers, NDArray[np.uint32]]:
    """The terms that occur in a run of words, with their documents; -1 is a word in no phrase.

    A phrase may begin inside another, and never goes on in the next document.
    """
    begins = np.zeros(found.words + 1, dtype=bool)
    begins[found.edges[found.edges < found.words**2] // found.words] = True
    places = np.flatnonzero(begins[words])
    states = words[places]
    terms, held = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.uint32)]
    for step in range(1, LONGEST):
        places, states = _advance(found, words, documents, places, states, step)
        complete = found.terms[states] >= 0
        terms.append(found.terms[states[complete]])
        held.append(documents[places[complete]])
    return np.concatenate(terms), np.concatenate(held)


def _advance(
    found: Trie, words: Numbers, documents: NDArray[np.uint32], places: Numbers, states: Numbers, step: int
) -> tuple[Numbers, Numbers]:
    """Where the `step`-th next word leads; `places` are where phrases begin."""
    inside = places + step < len(words)
    places, states = places[inside], states[inside]
    following = words[places + step]
    goes_on = (following >= 0) & (documents[places] == documents[places + step])
    places, states, following = places[goes_on], states[goes_on], following[goes_on]
    wanted = states * found.words + following
    at = np.minimum(np.searchsorted(found.edges, wanted), len(found.edges) - 1)
    there = found.edges[at] == wanted if len(found.edges) else np.zeros(len(wanted), dtype=bool)
    return places[there], found.targets[at[there]]


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
