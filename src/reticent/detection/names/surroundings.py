"""What the name tagger sees of a word's neighbours, of the run of capitalized words it is in, and of its document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.features import (
    COARSE,
    LOWER,
    OWN,
    SHAPE,
    Hashes,
    Lexicon,
    hashed,
    lexicon,
    mixed,
)
from reticent.detection.names.reading import Reading
from reticent.detection.names.word_classes import WordClasses
from reticent.languages import ENGLISH

REACH = {0: OWN, -1: 12, 1: 12, -2: 4, 2: 4, -3: 2, 3: 2}
"""How many of a word's own features it shows at each distance."""

_TITLE_REACH = 3
_LONGEST_ACRONYM = 12


@dataclass(frozen=True, slots=True)
class Seen:
    """A text as features: by distance those of the distinct words there, and more for each place."""

    lexicon: Lexicon
    own: dict[int, Hashes]
    places: Hashes

    def everything(self) -> Hashes:
        """All features of each place, a row each."""
        columns = [hashes[self.lexicon.at(distance)] for distance, hashes in self.own.items()]
        return np.concatenate([*columns, self.places], axis=1)


def seen(reading: Reading, classes: WordClasses, known: dict[str, list[int]]) -> Seen:
    """The features of a text; `known` keeps what single words show from text to text."""
    words = lexicon(reading, classes, known)
    document = _in_document(reading, words)
    own = {0: np.concatenate([words.own, document], axis=1)}
    for distance, width in REACH.items():
        if distance:
            # whether a neighbour follows a title somewhere tells of a word, too
            beside = document[:, : 1 if abs(distance) == 1 else 0]
            own[distance] = mixed(distance + 40, np.concatenate([words.own[:, :width], beside], axis=1))
    return Seen(words, own, _at_places(reading, words))


def _in_document(reading: Reading, words: Lexicon) -> Hashes:
    """For each distinct word and the edge: what the rest of the document says of it."""
    size = len(words.words) + 1
    small = {word for word in words.words if word[0].islower()}
    also_small = np.array([*(word.lower() in small for word in words.words), False]) & words.high
    inside = np.bincount(words.types[~_first(reading)], minlength=size) > 0
    counts = np.bincount(words.types, minlength=size)
    grades = np.array([hashed(f"count {number}") for number in range(5)])
    columns = [
        np.where(_titled(words) & words.high, hashed("titled"), 0),
        np.where(also_small, hashed("also low"), 0),
        np.where(words.high, np.where(inside, hashed("inside"), hashed("only first")), 0),
        np.where(words.high, grades[np.minimum(counts, 4)], 0),
        np.where(_acronyms(reading, words), hashed("acronym"), 0),
    ]
    return np.stack(columns, axis=1).astype(np.uint32)


def _titled(words: Lexicon) -> NDArray[np.bool_]:
    """Which distinct words follow a title somewhere, or capitalized words that do ("Mr A. Smith")."""
    title = np.array([*(word.lower().rstrip(".") in ENGLISH.names.roles for word in words.words), False])
    before = words.at(-1)
    after_title = title[before]
    titled = np.zeros(len(title), bool)
    titled[words.types[after_title]] = True
    for _ in range(_TITLE_REACH):
        after_title = np.roll(after_title, 1) & words.high[words.types] & words.high[before]
        titled[words.types[after_title]] = True
    return titled


def _acronyms(reading: Reading, words: Lexicon) -> NDArray[np.bool_]:
    """Which distinct words are made of the first letters of capitalized words that stand together somewhere."""
    signs = [
        word[0] if high and len(word) > 1 else "" if link else " "
        for word, high, link in zip(words.words, words.high.tolist(), words.link.tolist(), strict=False)
    ]
    letters = "".join([signs[number] for number in words.types.tolist()])
    runs = {run[:_LONGEST_ACRONYM] for run in letters.split() if len(run) > 1}
    spelt = {run[a:z] for run in runs for a in range(len(run)) for z in range(a + 2, len(run) + 1)}
    return np.array([*(word in spelt for word in words.words), False])


def _at_places(reading: Reading, words: Lexicon) -> Hashes:
    """For each place: what words show together, and where it lies."""
    lower, coarse, form = (
        {distance: words.own[words.at(distance), column] for distance in (-2, -1, 0, 1, 2)}
        for column in (LOWER, COARSE, SHAPE)
    )
    early = (np.minimum(reading.sentence - 1, 20) // 4).astype(np.uint32)
    columns = [
        mixed(1, lower[-1], lower[0]),
        mixed(2, lower[0], lower[1]),
        mixed(3, coarse[-1], coarse[0]),
        mixed(4, coarse[0], coarse[1]),
        mixed(5, form[-1], form[0], form[1]),
        mixed(6, lower[-1], form[0]),
        mixed(7, form[0], lower[1]),
        mixed(8, lower[-2], lower[-1], form[0]),
        mixed(9, lower[-1], coarse[0]),
        mixed(10, coarse[0], lower[1]),
        mixed(11, coarse[-1], form[0], coarse[1]),
        mixed(12, form[0], lower[1], lower[2]),
        mixed(13, lower[-2], form[-1], form[0]),
        np.where(_first(reading), mixed(20, form[0]), 0),
        np.where(_enclosed(reading, '“"‘', '”"’'), mixed(21, form[0]), 0),
        np.where(_enclosed(reading, "(", ")"), mixed(22, form[0]), 0),
        np.where(reading.recased, mixed(23, form[0]), 0),
        mixed(24, early, form[0]),
        mixed(25, _heading(reading, words), form[0]),
        *_in_run(words),
    ]
    return np.stack(columns, axis=1).astype(np.uint32)


def _in_run(words: Lexicon) -> Sequence[Hashes]:
    """For each place in a run of capitalized words ("Court of First Instance"): the run, its ends, what is around it."""
    joined, follows = _joined(words)
    order = np.arange(len(joined))
    begin = np.maximum.accumulate(np.where(follows, 0, order))
    last = ~np.append(follows[1:], False)
    end = len(order) - 1 - np.maximum.accumulate(np.where(last[::-1], order, 0))[::-1]
    lower, coarse = words.own[words.types, LOWER], words.own[words.types, COARSE]
    before, after = words.own[words.at(-1), LOWER][begin], words.own[words.at(1), LOWER][end]
    length = np.minimum(end - begin, 6).astype(np.uint32)
    position = np.minimum(order - begin, 3).astype(np.uint32)
    heads, run = np.flatnonzero(~follows), np.cumsum(~follows) - 1
    place, rarity, origin = (grade[run] for grade in _run_grades(words, heads))
    phrase = np.add.reduceat(lower, heads)
    _, which, times = np.unique(phrase, return_inverse=True, return_counts=True)
    repeated = np.minimum(times[which], 4)[run].astype(np.uint32)
    columns = [
        mixed(38, phrase[run]),
        mixed(39, place, rarity, length),
        mixed(40, origin, lower[end]),
        mixed(41, place, lower[end]),
        mixed(42, repeated, length, coarse[end]),
        mixed(31, lower[begin]),
        mixed(32, lower[end]),
        mixed(33, before),
        mixed(34, after),
        mixed(35, length, position),
        mixed(36, coarse[begin], coarse[end]),
        mixed(37, before, length),
    ]
    return [np.where(joined, column, 0) for column in columns]


def _joined(words: Lexicon) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which places are in a run of capitalized words, linked or not, and which go on with the one before them."""
    high, link = words.high[words.types], words.link[words.types]
    same = np.append(np.diff(words.sentence) == 0, False)
    after_high = np.append(high[1:], False) & same
    before_high = np.append(False, (high & same)[:-1])
    joined = high | (link & after_high & before_high)
    return joined, np.append(False, (joined & same)[:-1]) & joined


def _run_grades(words: Lexicon, heads: NDArray[np.int64]) -> tuple[Hashes, Hashes, Hashes]:
    """The highest grade as a place, the lowest frequency and the highest grade as an origin in each run."""
    grades = words.grades[words.types]
    frequency = np.where(words.link[words.types], 9, grades[:, 1]).astype(np.uint32)
    return (
        np.maximum.reduceat(grades[:, 0], heads),
        np.minimum.reduceat(frequency, heads),
        np.maximum.reduceat(grades[:, 2], heads),
    )


def _heading(reading: Reading, words: Lexicon) -> Hashes:
    """For each place, the first word of the last line in capitals before it."""
    last = np.maximum.accumulate(np.where(_first(reading) & reading.recased, np.arange(len(reading)), -1))
    return np.where(last >= 0, words.own[words.types[last], LOWER], 7).astype(np.uint32)


def _first(reading: Reading) -> NDArray[np.bool_]:
    first: NDArray[np.bool_] = np.diff(reading.sentence, prepend=-1) != 0
    return first


def _enclosed(reading: Reading, opening: str, closing: str) -> NDArray[np.bool_]:
    """Which places lie between an opening mark and its end in the same sentence."""
    opens = np.array([word[0] in opening for word in reading.words])
    closes = np.array([word[0] in closing for word in reading.words])
    order = np.arange(len(reading))
    last_open = np.maximum.accumulate(np.where(opens & ~closes, order, -1))
    last_close = np.maximum.accumulate(np.where(closes & ~opens, order, -1))
    enclosed: NDArray[np.bool_] = (last_open > last_close) & (reading.sentence[last_open] == reading.sentence)
    return enclosed
