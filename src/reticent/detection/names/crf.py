"""How likely each label is at each word of many sentences: a linear-chain conditional random field, both ways at once.

The weights of features, which are hashes, are found for many at a time; what a word shows is worked out when it is met first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from reticent.detection.label_chains import LabelChains
from reticent.detection.names.features import (
    EDGE,
    LISTED,
    OWN,
    WordFacts,
    hash_word,
    parts_of_speech,
    read_facts,
)
from reticent.detection.names.word_lists import WordClasses, WordLists
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.language.mixing import Hashes

Floats = NDArray[np.float32]

_RESCALED = 8
"""After so many steps the products are brought back to the size of one: doubles hold far more steps than that."""


def label_likelihoods(emissions: Floats, transitions: Floats, first: Floats, chains: LabelChains) -> Floats:
    """For each word how likely each label is, given scores of `first` labels, words and `transitions` (rows: from)."""
    if not len(emissions):
        return emissions
    size = emissions.shape[1]
    factor = np.exp((emissions - emissions.max(axis=1, keepdims=True)).astype(np.float64))
    both = _both_ways(factor, transitions.astype(np.float64), np.exp(first.astype(np.float64)), chains)
    before, after = np.empty_like(factor), np.empty_like(factor)
    before[chains.forward] = both[:, :size]
    after[chains.backward] = both[:, size:]
    likely = before * after / factor
    likely /= likely.sum(axis=1, keepdims=True)
    return np.asarray(likely, np.float32)


def _both_ways(
    factor: NDArray[np.float64],
    transitions: NDArray[np.float64],
    first: NDArray[np.float64],
    chains: LabelChains,
) -> NDArray[np.float64]:
    """The products of factors up to each word, and from it on; each is only known up to a scale of its own."""
    size = len(first)
    steps = np.zeros((2 * size, 2 * size))
    steps[:size, :size] = np.exp(transitions)
    steps[size:, size:] = steps[:size, :size].T
    state = np.concatenate([factor[chains.forward], factor[chains.backward]], axis=1)
    state[: chains.bounds[1], :size] *= first
    for step, (last, this, end) in enumerate(chains.steps(), start=1):
        here = state[this:end]
        here *= state[last : last + end - this] @ steps
        if not step % _RESCALED:
            halves = here.reshape(end - this, 2, size)
            halves /= halves.max(axis=2, keepdims=True)
    return state


_SLOT_BITS = 22
"""Leading bits of a key that find it: four million slots of four bytes, so that few of the 225,509 keys of the model share one."""

_SHIFT = np.uint32(32 - _SLOT_BITS)
_BLOCK = 2048
"""Rows that are summed at a time, so that what is looked up stays in the processor's cache; chosen by hand."""


@dataclass(frozen=True, slots=True, eq=False)
class FeatureWeights:
    """Rows of weights by their keys, which are in order; a slot of leading bits points at the first key that has them."""

    keys: Hashes = field(repr=False)
    rows: Floats = field(repr=False)
    _slots: NDArray[np.int32] = field(init=False, repr=False)
    _shared: int = field(init=False)

    def __post_init__(self) -> None:
        leading = self.keys >> _SHIFT
        slots = np.zeros(1 << _SLOT_BITS, np.int32)
        slots[leading[::-1]] = np.arange(len(self.keys), dtype=np.int32)[::-1]
        object.__setattr__(self, "_slots", slots)
        object.__setattr__(self, "_shared", _longest_run(leading))

    def at(self, hashes: Hashes) -> NDArray[np.int32]:
        """Where each hash is among the keys, if it is there."""
        at: NDArray[np.int32] = self._slots[hashes >> _SHIFT]
        last = np.int32(len(self.keys) - 1)
        for _ in range(self._shared - 1):
            at += self.keys[at] < hashes
            np.minimum(at, last, out=at)
        return at

    def sum(self, hashes: Hashes) -> Floats:
        """The weights of all features in each row, row by row in blocks that fit the processor's cache."""
        total = np.zeros((len(hashes), self.rows.shape[1]), np.float32)
        for begin in range(0, len(hashes), _BLOCK):
            block = hashes[begin : begin + _BLOCK]
            at = self.at(block)
            rows, columns = (self.keys[at] == block).nonzero()
            if len(rows):
                begins = np.flatnonzero(rows[1:] != rows[:-1]) + 1
                begins = np.concatenate([_FIRST, begins])
                gathered = self.rows[at[rows, columns]]
                total[begin + rows[begins]] = np.add.reduceat(gathered, begins, axis=0)
        return total

    def sum_groups(self, hashes: Hashes, begins: NDArray[np.int64]) -> Floats:
        """The weights of the features in each row, added up for each group of columns, which begin there."""
        total = np.empty((len(hashes), len(begins), self.rows.shape[1]), np.float32)
        for begin in range(0, len(hashes), _BLOCK):
            block = hashes[begin : begin + _BLOCK]
            at = self.at(block)
            gathered = self.rows[at]
            gathered[self.keys[at] != block] = 0
            total[begin : begin + _BLOCK] = np.add.reduceat(gathered, begins, axis=1)
        return total

    def gains(self, hashes: Hashes, labels: NDArray[np.int64]) -> Floats:
        """How much each feature in a row speaks for the row's label and against the first one."""
        at = self.at(hashes)
        gain = self.rows[at, labels[:, None]] - self.rows[at, 0]
        return np.where(self.keys[at] == hashes, gain, np.float32(0))


_FIRST = np.zeros(1, np.int64)


def _longest_run(values: NDArray[np.uint32]) -> int:
    """How often the commonest of values in order comes."""
    begins = np.flatnonzero(np.diff(values, prepend=-1, append=1 << 33))
    return int(np.diff(begins).max()) if len(begins) > 1 else 1


Weigh = Callable[[Hashes], Floats]
"""From the own features of words to the scores that they give to labels, by distance as in `REACH`."""

_MOST_WORDS, _FIRST_ROOM = 14_000, 1024
"""Words that are kept, and rows that there is room for at first: the room is doubled up to 16,384 rows of some 750 bytes, 12 MB."""


@dataclass(frozen=True, slots=True)
class Lookup:
    """Rows of words in the tables beside them; row 0 is the edge of a sentence.

    `context` has one column per word: those of its features that its surroundings are mixed from; `forms` tells what each
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
        self,
        classes: WordClasses,
        lists: WordLists,
        weigh: Weigh,
        *,
        language: Language = DEFAULT_LANGUAGE,
        most: int = _MOST_WORDS,
    ) -> None:
        self._classes, self._lists, self._weigh, self._most = classes, lists, weigh, most
        self._language = language
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
        hashes = hash_words(words, self._classes, self._lists, self._language)
        begin, end = len(self._facts), len(self._facts) + len(words)
        while end > len(self._hashes):
            self._hashes = np.concatenate([self._hashes, np.zeros_like(self._hashes)])
            self._scores = np.concatenate([self._scores, np.zeros_like(self._scores)])
            self._context = np.concatenate([self._context, np.zeros_like(self._context)], axis=1)
            self._forms = np.concatenate([self._forms, np.zeros_like(self._forms)])
        table = np.array(hashes, np.uint32)
        self._put_word(begin, end, table, self._weigh(table))
        facts = [read_facts(*each, self._classes, self._language) for each in zip(words, hashes, strict=True)]
        self._forms[begin:end] = [fact.form + HELPS * fact.helps for fact in facts]
        self._facts += facts
        self._numbers.update(zip(words, range(begin, end), strict=True))

    def _put_word(self, begin: int, end: int, hashes: Hashes, scores: Floats) -> None:
        self._hashes[begin:end] = hashes
        self._context[:, begin:end] = hashes[:, : LISTED + 1].T
        self._scores[begin:end] = scores


def hash_words(
    words: Sequence[str],
    classes: WordClasses,
    lists: WordLists,
    language: Language = DEFAULT_LANGUAGE,
) -> list[list[int]]:
    """The own features of words."""
    return [
        hash_word(word, speech, classes, lists, language)
        for word, speech in zip(words, parts_of_speech(words, language), strict=True)
    ]
