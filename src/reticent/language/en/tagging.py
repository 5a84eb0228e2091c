"""The English tagger that ships with the package, learned from SemCor (`data/LICENSE-SemCor`).

It adds up the weights of features, which are 32-bit numbers, for a whole text at a time. Those of a distinct word are worked
out once; those of pairs and of tags are mixed from them. Training and tagging share this module, so they can't see different
things. Two rounds: the first guesses each tag from the words alone, the second again from the words and the first guesses of
the tags around it. Whatever depends on a word alone is added up once for each distinct word.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import as_file, files
from pathlib import Path
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from reticent.language.language import PUNCTUATION_TAGS, punctuation_tag
from reticent.language.mixing import Hashes, Mixture, mix_one


@cache
def tagger() -> LinearTagger:
    """The tagger, loaded once."""

    with as_file(files("reticent.language.en").joinpath("data/tagger.npz")) as path:
        return load(path)


Numbers = NDArray[np.integer]

PAD = "\n"
"""Stands twice between sentences; no token is white space."""

REACH = (-2, -1, 1, 2)
"""The distances of the words that a word is tagged by."""

_LOWER, _SUFFIX2, _SUFFIX, _SHAPE, _KIND, _MAY_BE, _MAY_BE_SUFFIX = 0, 3, 4, 10, 12, 13, 14
"""Columns of a word's own features, as `hashes_of_word` lists them, that its neighbours see or that pairs are mixed from."""

_NEXT_TO = (_LOWER, _SUFFIX, _SUFFIX2, _SHAPE, _MAY_BE)
_NEIGHBOUR = {-2: (_LOWER, _MAY_BE), -1: _NEXT_TO, 1: _NEXT_TO, 2: (_LOWER, _MAY_BE)}
GROUPS = np.cumsum([0, 15, *(len(_NEIGHBOUR[distance]) for distance in REACH)])[:-1]
"""Where the features begin that a word shows at distance 0 and at those of `REACH`."""

_PAIR_SOURCES = (
    *((_LOWER, distance) for distance in (-2, -1, 0, 1, 2)),
    *((_SUFFIX, 0), (_SHAPE, 0), (_KIND, -1)),
    *((_MAY_BE_SUFFIX, distance) for distance in (-1, 0, 1)),
)
_PAIR_COLUMNS = np.array([column for column, _ in _PAIR_SOURCES])[:, None]
_PAIR_DISTANCES = [distance for _, distance in _PAIR_SOURCES]
_L2, _L1, _L, _R1, _R2, _ENDING, _FORM, _KIND_BEFORE, _MAY_BEFORE, _MAY, _MAY_AFTER = range(11)
PAIRS = Mixture(
    (11, _MAY_BEFORE, _MAY, _MAY_AFTER),
    (1, _L1, _L), (2, _L, _R1), (3, _L1, _R1), (4, _KIND_BEFORE, _FORM), (5, _L1, _ENDING), (6, _ENDING, _R1),
    (7, _L2, _L1), (8, _R1, _R2), (9, _L1, _MAY), (10, _MAY, _R1),
)  # fmt: skip
"""What words say together with their neighbours."""

_BEFORE2, _BEFORE, _AFTER, _AFTER2, _WORD, _WORD_ENDING = range(6)
TAGS = Mixture(
    (29, _BEFORE2, _BEFORE, _AFTER, _AFTER2), (26, _BEFORE, _AFTER, _WORD),
    (21, _BEFORE, _AFTER), (22, _BEFORE2, _BEFORE), (23, _AFTER, _AFTER2), (24, _BEFORE, _WORD), (25, _AFTER, _WORD),
    (27, _BEFORE, _WORD_ENDING), (28, _AFTER, _WORD_ENDING),
)  # fmt: skip
"""What guessed tags say of the word between them."""

_ENDINGS = (
    *(("ies", ("y",)), ("es", ("", "e")), ("s", ("",)), ("ied", ("y",)), ("ed", ("", "e"))),
    *(("ing", ("", "e")), ("er", ("", "e")), ("est", ("", "e")), ("ly", ("",)), (".", ("",))),
)
_SHAPES = (
    (re.compile(r"[^\W\d_]*[A-Z]{2,}[^\W\d_]*\Z"), "XX"),
    (re.compile(r"[A-Z]\.?\Z"), "X"),
    (re.compile(r"[A-Z]\w*\Z"), "Xx"),
    (re.compile(r"[^\W\d_]+\Z"), "x"),
    (re.compile(r"[\d.,:/]+\Z"), "d"),
    (re.compile(r"\d"), "dx"),
    (re.compile(r"[A-Z].*-"), "X-"),
    (re.compile(r".*-"), "x-"),
    (re.compile(r"\w"), "w"),
)


@cache
def _classes() -> dict[str, str]:
    data = files("reticent.language.en").joinpath("data/classes.txt.gz").read_bytes()
    listed = (line.partition(" ") for line in gzip.decompress(data).decode().split("\n"))
    return {word: letters for letters, _, words in listed for word in words.split(" ")}


def word_class(word: str) -> str:
    """What a lower-case word may be according to WordNet, as letters; inflected forms are marked."""
    classes = _classes()
    if word in classes:
        return classes[word]
    for ending, stems in _ENDINGS:
        if not word.endswith(ending):
            continue
        base = word[: len(word) - len(ending)]
        for stem in (base + added for added in stems):
            if stem in classes:
                return f"{classes[stem]}+{ending}"
        if len(base) > 2 and base[-1] == base[-2] and base[:-1] in classes:
            return f"{classes[base[:-1]]}+{ending}"
    tail = word.rpartition("-")[2]
    return f"-{classes.get(tail, '')}" if tail != word else ""


def shape(word: str) -> str:
    """How a word is written: capitals, small letters, digits, hyphens."""
    return next((name for pattern, name in _SHAPES if pattern.match(word)), word[:1])


@lru_cache(maxsize=1 << 14)
def hashes_of_word(word: str) -> tuple[int, ...]:
    """The hashes of everything a word shows by itself."""
    lower, form = word.lower(), shape(word)
    may_be = word_class(lower)
    shown = [
        lower,
        word,
        *(lower[-length:] for length in (1, 2, 3, 4, 5)),
        *(lower[:length] for length in (1, 2, 3)),
        form,
        f"{form} {lower[-2:]}",
        word[:1] if not word[:1].isalnum() else "w",
        f"{may_be} {form}",
        f"{may_be} {lower[-2:]}",
    ]
    # A suffix as long as the word and its prefix must differ, hence the number.
    return tuple(
        crc32(f"{number} {value}".encode("utf-8", "surrogatepass")) for number, value in enumerate(shown)
    )


def hashes_of(words: Iterable[str]) -> Hashes:
    """One row of `hashes_of_word` per word."""
    return np.array([hashes_of_word(word) for word in words], dtype=np.uint32)


def word_features(own: Hashes) -> Hashes:
    """For distinct words: what each says of itself, then what it says of the words around it, as in `GROUPS`."""
    around = [mix_one(distance + 40, own[:, list(_NEIGHBOUR[distance])]) for distance in REACH]
    return np.concatenate([own, *around], axis=1)


def pair_features(own: Hashes, types: Numbers) -> Hashes:
    """For every word of a text (`types` index rows of `own`): what it says together with its neighbours."""
    return PAIRS.mix(own[near(types, _PAIR_DISTANCES), _PAIR_COLUMNS]).T


def tag_features(own: Hashes, types: Numbers, tags: Numbers) -> Hashes:
    """For every word of a text: what the tags around it, as guessed so far, say of it."""
    around = near(tags, REACH).astype(np.uint32)
    return TAGS.mix(np.concatenate([around, own[types][:, [_LOWER, _SUFFIX]].T])).T


def near(values: Numbers, distances: Sequence[int]) -> Numbers:
    """A row for each distance: the values so far away; at the ends, where there are only pads, those of the other end."""
    places = np.arange(len(values)) + np.array(distances)[:, None]
    around: Numbers = values[places % len(values)]
    return around


def flatten(sentences: Sequence[Sequence[str]]) -> list[str]:
    """All words in one list, two pads before, between and after the sentences."""
    words = [PAD, PAD]
    for sentence in sentences:
        words += [*sentence, PAD, PAD]
    return words


Scores = NDArray[np.int16]

_TRAILING = np.uint32(12)
"""Bits of a hash that are left to the search within a slot: 20 leading ones make a million slots."""

_LONGEST, _BATCH = 400, 20_000
"""Words of a sentence that are tagged together, and of many sentences, so that memory stays bounded; chosen by hand."""

_SHORT = 64
"""Rows up to which one look-up of all columns is faster than one per column; chosen by hand."""

_FEW = 4096
"""So many features are found faster one by one than through a table of their leading bits."""


@dataclass(frozen=True, slots=True)
class FeatureTable:
    """The sorted hashes of the features that have weights, found through their leading bits.

    `starts` says where the hashes with some leading bits begin, `depth` how many share theirs at most.
    """

    hashes: Hashes = field(repr=False)
    starts: NDArray[np.int32] = field(repr=False)
    depth: int

    @classmethod
    def of(cls, hashes: Hashes) -> FeatureTable:
        """The table of these sorted hashes."""
        counts = np.bincount(hashes >> _TRAILING, minlength=1 << (32 - _TRAILING.item()))
        starts = np.cumsum(counts) - counts
        return cls(hashes, starts.astype(np.int32), int(counts.max()))

    def rows(self, features: Hashes) -> Numbers:
        """The row of each feature in a table of weights, 0 for those that have none."""
        if features.size <= _FEW:
            at = np.minimum(np.searchsorted(self.hashes, features), len(self.hashes) - 1)
            return np.where(self.hashes[at] == features, at + 1, 0)
        start = self.starts[features >> _TRAILING]
        found = np.zeros(features.shape, dtype=np.int32)
        for step in range(self.depth):
            place = np.minimum(start + step, len(self.hashes) - 1)
            found = np.where(self.hashes[place] == features, place + 1, found)
        return found


@dataclass(frozen=True, slots=True)
class LinearTagger:
    """Parameters learned by `training/train_tagger.py`.

    `both` holds the weights of what words say, those of the first round beside those of the second; `second` holds
    the weights of what guessed tags say. Their rows 0 are zero and stand for all features without weights.
    """

    word_tags: tuple[str, ...]
    word_features: FeatureTable
    tag_features: FeatureTable
    both: NDArray[np.int8] = field(repr=False)
    second: NDArray[np.int8] = field(repr=False)

    def tags(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """One tag per word.

        Very long sentences are tagged in pieces, so that memory stays bounded.
        """
        names = [*self.word_tags, *PUNCTUATION_TAGS, "SYM"]
        guessed: list[str] = []
        for batch in _batches(sentences):
            numbers = self._guess(flatten(batch)).tolist()
            place = 2
            for piece in batch:
                guessed += [names[number] for number in numbers[place : place + len(piece)]]
                place += len(piece) + 2
        tags = iter(guessed)
        return [[next(tags) for _ in sentence] for sentence in sentences]

    def _guess(self, words: list[str]) -> Numbers:
        """The numbers of the tags of flattened sentences, pads included."""
        distinct = {word: number for number, word in enumerate(dict.fromkeys(words))}
        types = np.fromiter(map(distinct.__getitem__, words), dtype=np.intp, count=len(words))
        own = hashes_of(distinct)
        scores = self._word_scores(own, types)
        scores += _sum(self.both, self.word_features.rows(pair_features(own, types)))
        fixed = fixed_tags(distinct, len(self.word_tags))[types]
        size = len(self.word_tags)
        first = np.where(fixed >= 0, fixed, scores[:, :size].argmax(axis=1))
        again = scores[:, size:] + _sum(self.second, self.tag_features.rows(tag_features(own, types, first)))
        return np.where(fixed >= 0, fixed, again.argmax(axis=1))

    def _word_scores(self, own: Hashes, types: Numbers) -> Scores:
        """What words say of themselves and of those around them, added up for each place."""
        rows = self.word_features.rows(word_features(own))
        own_rows, *around = np.split(rows, GROUPS[1:], axis=1)
        total = _sum(self.both, own_rows)[types]
        for speakers, said in zip(near(types, REACH), around, strict=True):
            total += _sum(self.both, said)[speakers]
        return total


def load(path: Path) -> LinearTagger:
    """The tagger whose parameters `save` wrote."""
    with np.load(path, allow_pickle=False) as stored:
        return LinearTagger(
            tuple(stored["word_tags"].tolist()),
            FeatureTable.of(np.cumsum(stored["word_gaps"], dtype=np.uint32)),
            FeatureTable.of(np.cumsum(stored["tag_gaps"], dtype=np.uint32)),
            np.ascontiguousarray(stored["both"].T),
            np.ascontiguousarray(stored["second"].T),
        )


def save(tagger: LinearTagger, path: Path) -> None:
    """Write the parameters; sorted keys as their gaps and tables by columns, which compress better."""
    np.savez_compressed(
        path,
        word_tags=np.array(tagger.word_tags),
        word_gaps=np.diff(tagger.word_features.hashes, prepend=np.uint32(0)),
        tag_gaps=np.diff(tagger.tag_features.hashes, prepend=np.uint32(0)),
        both=np.ascontiguousarray(tagger.both.T),
        second=np.ascontiguousarray(tagger.second.T),
    )


def fixed_tags(words: Iterable[str], first: int) -> Numbers:
    """For each word the number of its tag if that needs no guessing (punctuation from `first` on, then pads), else -1."""
    numbers: dict[str | None, int] = {tag: first + n for n, tag in enumerate(PUNCTUATION_TAGS)}
    pad = first + len(PUNCTUATION_TAGS)
    return np.array([pad if word == PAD else numbers.get(punctuation_tag(word), -1) for word in words])


def _sum(weights: NDArray[np.int8], rows: Numbers) -> Scores:
    """The sum of the weights in each row of numbers."""
    if len(rows) <= _SHORT:
        short: Scores = weights[rows].sum(axis=1, dtype=np.int16)
        return short
    total = np.zeros((len(rows), weights.shape[1]), dtype=np.int16)
    for column in rows.T:
        total += weights[column]
    return total


def _batches(sentences: Sequence[Sequence[str]]) -> Iterator[list[Sequence[str]]]:
    batch: list[Sequence[str]] = []
    size = 0
    for sentence in sentences:
        for start in range(0, len(sentence), _LONGEST):
            batch.append(sentence[start : start + _LONGEST])
            size += len(batch[-1])
            if size >= _BATCH:
                yield batch
                batch, size = [], 0
    yield batch
