"""The words that the name tagger has met so far: what each shows is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.chains import Floats
from reticent.detection.names.features import (
    EDGE,
    LISTED,
    OWN,
    WordFacts,
    hash_word,
    parts_of_speech,
    read_facts,
)
from reticent.detection.names.word_classes import WordClasses
from reticent.detection.names.word_lists import WordLists
from reticent.languages.mixing import Hashes

Weigh = Callable[[Hashes], Floats]
"""From the own features of words to the scores that they give to labels, by distance as in `REACH`."""

_MOST_WORDS = 14_000
_FIRST_ROOM = 1024


@dataclass(frozen=True, slots=True)
class Lookup:
    """Rows of words in the tables beside them; row 0 is the edge of a sentence.

    `context` has a column a word: those of its features that its surroundings are mixed from; `forms` tells what each
    looks like, with `HELPS` added for function words.
    """

    rows: list[int] = field(repr=False)
    facts: Sequence[WordFacts] = field(repr=False)
    hashes: Hashes = field(repr=False)
    context: Hashes = field(repr=False)
    scores: Floats = field(repr=False)
    forms: NDArray[np.uint8] = field(repr=False)


HELPS = 32
"""What a function word's form has more."""


class KnownWords:
    """A table of words that grows; rows once given stay as they are, so that a lookup may outlive it.

    With more than `most` words it begins anew.
    """

    def __init__(
        self, classes: WordClasses, lists: WordLists, weigh: Weigh, *, most: int = _MOST_WORDS
    ) -> None:
        self._classes, self._lists, self._weigh, self._most = classes, lists, weigh, most
        self._lock = Lock()
        self._begin()

    def look_up(self, words: Sequence[str]) -> Lookup:
        """The rows of words, in order; new ones are learned."""
        with self._lock:
            if len(self._numbers) > self._most:
                self._begin()
            numbers = self._numbers
            new = [word for word in words if word not in numbers]
            if new:
                self._learn(list(dict.fromkeys(new)))
            return Lookup(
                list(map(numbers.__getitem__, words)),
                self._facts,
                self._hashes,
                self._context,
                self._scores,
                self._forms,
            )

    def _begin(self) -> None:
        self._numbers: dict[str, int] = {}
        self._facts = [WordFacts()]
        edge = np.array([[EDGE, *[0] * (OWN - 1)]], np.uint32)
        scores = self._weigh(edge)
        self._hashes = np.zeros((_FIRST_ROOM, OWN), np.uint32)
        self._scores = np.zeros((_FIRST_ROOM, *scores.shape[1:]), np.float32)
        self._context = np.zeros((LISTED + 1, _FIRST_ROOM), np.uint32)
        self._forms = np.zeros(_FIRST_ROOM, np.uint8)
        self._put_word(0, 1, edge, scores)

    def _learn(self, words: Sequence[str]) -> None:
        hashes = hash_words(words, self._classes, self._lists)
        begin, end = len(self._facts), len(self._facts) + len(words)
        while end > len(self._hashes):
            self._hashes = np.concatenate([self._hashes, np.zeros_like(self._hashes)])
            self._scores = np.concatenate([self._scores, np.zeros_like(self._scores)])
            self._context = np.concatenate([self._context, np.zeros_like(self._context)], axis=1)
            self._forms = np.concatenate([self._forms, np.zeros_like(self._forms)])
        table = np.array(hashes, np.uint32)
        self._put_word(begin, end, table, self._weigh(table))
        facts = [read_facts(*each, self._classes) for each in zip(words, hashes, strict=True)]
        self._forms[begin:end] = [fact.form + HELPS * fact.helps for fact in facts]
        self._facts += facts
        self._numbers.update(zip(words, range(begin, end), strict=True))

    def _put_word(self, begin: int, end: int, hashes: Hashes, scores: Floats) -> None:
        self._hashes[begin:end] = hashes
        self._context[:, begin:end] = hashes[:, : LISTED + 1].T
        self._scores[begin:end] = scores


def hash_words(words: Sequence[str], classes: WordClasses, lists: WordLists) -> list[list[int]]:
    """The own features of words."""
    return [
        hash_word(word, speech, classes, lists)
        for word, speech in zip(words, parts_of_speech(words), strict=True)
    ]
