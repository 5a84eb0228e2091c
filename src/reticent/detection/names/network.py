"""A transformer that reads along with the CRF of the name tagger.

It sees the pieces of a text's words (whole common words, and parts of the others), how these are written and what stands
before them, in windows; its guesses are joined with those of the CRF. Its layers are run by numpy or, several times as fast, by onnxruntime.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from itertools import pairwise
from typing import Any
from unicodedata import category, normalize

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.cased_text import EMPTY_LINE, CasedText
from reticent.detection.names.model import NameGuess, NameJudgement
from reticent.detection.names.quantized import WindowLayers, open_layers
from reticent.errors import MissingExtraError

UNKNOWN = 0
"""The number of what has no piece, such as a letter of another script."""

INSIDE = "##"
"""How a piece begins that can't begin a word."""

MOST = 12
"""A longer word is known by its first pieces."""

_RUN = re.compile(r"[^\W_]+|[\W_]")


@dataclass(frozen=True, slots=True)
class Pieces:
    """The number of each piece."""

    numbers: Mapping[str, int] = field(repr=False)
    longest: int

    @classmethod
    def of(cls, pieces: Iterable[str]) -> Pieces:
        """Pieces numbered from 1 in their order."""
        numbers = {piece: number for number, piece in enumerate(pieces, UNKNOWN + 1)}
        return cls(numbers, max(map(len, numbers), default=0))

    def split(self, word: str) -> list[int]:
        """The numbers of a word's pieces, each as long as can be; case and accents don't count.

        >>> Pieces.of(["ward", "##en"]).split("Warden")
        [1, 2]
        """
        found: list[int] = []
        for run in _RUN.findall(_plain(word)):
            found += self._split_run(run)
        return found[:MOST] or [UNKNOWN]

    def _split_run(self, run: str) -> list[int]:
        found, begin = [], 0
        while begin < len(run):
            mark = INSIDE if begin else ""
            ends = range(min(len(run), begin + self.longest), begin, -1)
            end = next((end for end in ends if mark + run[begin:end] in self.numbers), None)
            if end is None:
                return [UNKNOWN]
            found.append(self.numbers[mark + run[begin:end]])
            begin = end
        return found


def _plain(word: str) -> str:
    low = word.lower()
    return low if low.isascii() else "".join(each for each in normalize("NFD", low) if category(each) != "Mn")


SHAPES = 10
"""How many shapes `shape_of` tells apart."""

GAPS = EMPTY_LINE + 2
WITHIN = EMPTY_LINE + 1
"""What stands before a piece that does not begin a word."""

Numbers = NDArray[np.int32]
SeenPart = tuple[Numbers, Numbers, Numbers]
"""The numbers, shapes and gaps of the pieces of a window."""


@dataclass(frozen=True, slots=True)
class SeenText:
    """For each piece of a text its number, shape and gap; `bounds` are where the pieces of each word begin, and the last end."""

    pieces: Numbers = field(repr=False)
    shapes: Numbers = field(repr=False)
    gaps: Numbers = field(repr=False)
    bounds: Numbers = field(repr=False)

    def part(self, begin: int, end: int) -> SeenPart:
        """The numbers, shapes and gaps of some pieces."""
        return self.pieces[begin:end], self.shapes[begin:end], self.gaps[begin:end]


def see(text: CasedText, pieces: Pieces) -> SeenText:
    """A text as the network sees it."""
    known = {word: (pieces.split(word), shape_of(word)) for word in set(text.words)}
    counts = [len(known[word][0]) for word in text.words]
    bounds = np.cumsum([0, *counts], dtype=np.int32)
    gaps = np.full(bounds[-1], WITHIN, np.int32)
    gaps[bounds[:-1]] = np.frombuffer(text.gaps, np.uint8)
    return SeenText(
        np.array([piece for word in text.words for piece in known[word][0]], np.int32),
        np.repeat(np.array([known[word][1] for word in text.words], np.int32), counts),
        gaps,
        bounds,
    )


def shape_of(word: str) -> int:
    """How a word is written: in small letters, with a capital, in capitals, mixed; with digits; without letters.

    >>> [shape_of(word) for word in ("(", "12", "ward", "b12", "NHS", "B12", "J", "Ward", "Ward7", "McKay")]
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    letters = [each for each in word if each.isalpha()]
    digits = any(map(str.isdigit, word))
    if not letters:
        return 1 if digits else 0
    if all(map(str.islower, letters)):
        return 3 if digits else 2
    if all(map(str.isupper, letters)):
        return 5 if digits else 6 if len(letters) == 1 else 4
    if letters[0].isupper() and all(map(str.islower, letters[1:])):
        return 8 if digits else 7
    return 9


HEADS, WINDOW = 12, 256
"""The heads of its attention and the pieces that are seen at once, as in the network that it started from (all-MiniLM-L6-v2)."""

Floats = NDArray[np.float32]

_TINY = np.float32(1e-12)  # as in the network that it started from, against a division by zero
_TANH = np.float32(np.sqrt(2 / np.pi))
_CUBE = np.float32(0.044715)
_HALF = np.float32(0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Attention and two linear maps; norms have their scale in the first row and their shift in the second."""

    qkv: Floats = field(repr=False)
    qkv_bias: Floats = field(repr=False)
    out: Floats = field(repr=False)
    out_bias: Floats = field(repr=False)
    norm: Floats = field(repr=False)
    wide: Floats = field(repr=False)
    wide_bias: Floats = field(repr=False)
    narrow: Floats = field(repr=False)
    narrow_bias: Floats = field(repr=False)
    last_norm: Floats = field(repr=False)

    def run(self, seen: Floats, ends: Sequence[int]) -> Floats:
        """The next layer's view of windows that stand in a row and end there, a row for each piece."""
        pieces, size = seen.shape
        parts = (seen @ self.qkv.T + self.qkv_bias).reshape(pieces, 3, HEADS, size // HEADS)
        query, key, value = parts.transpose(1, 2, 0, 3)
        query = query * np.float32((size // HEADS) ** -0.5)
        looked = np.empty((HEADS, pieces, size // HEADS), np.float32)
        for begin, end in pairwise((0, *ends)):
            scores = query[:, begin:end] @ key[:, begin:end].swapaxes(1, 2)
            looked[:, begin:end] = _share(scores) @ value[:, begin:end]
        rows: Floats = looked.swapaxes(0, 1).reshape(seen.shape)
        seen = _normalize(seen + rows @ self.out.T + self.out_bias, self.norm)
        wide = _soften(seen @ self.wide.T + self.wide_bias)
        return _normalize(seen + wide @ self.narrow.T + self.narrow_bias, self.last_norm)


LAYER = tuple(each.name for each in fields(Layer))
"""The arrays of a layer."""


@dataclass(frozen=True, slots=True, eq=False)
class FloatLayers:
    """Layers that numpy runs, on many windows at once: a matrix of hundreds of rows is multiplied several times as fast as ten of tens."""

    layers: tuple[Layer, ...] = field(repr=False)

    def run(self, seen: Floats, ends: Sequence[int]) -> Floats:
        """The last layer's view of windows in a row."""
        for layer in self.layers:
            seen = layer.run(seen, ends)
        return seen


@dataclass(frozen=True, slots=True, eq=False)
class Encoder:
    """From pieces to how likely each label is at each of them."""

    pieces: Floats = field(repr=False)
    places: Floats = field(repr=False)
    shapes: Floats = field(repr=False)
    gaps: Floats = field(repr=False)
    norm: Floats = field(repr=False)
    layers: WindowLayers = field(repr=False)
    labels: Floats = field(repr=False)
    labels_bias: Floats = field(repr=False)

    def run(self, windows: Sequence[SeenPart]) -> Floats:
        """The likelihoods of the labels at each piece of windows of at most `WINDOW` pieces, one window after the other."""
        pieces, shapes, gaps = (np.concatenate(part) for part in zip(*windows, strict=True))
        places = np.concatenate([np.arange(len(window[0])) for window in windows])
        ends = np.cumsum([len(window[0]) for window in windows]).tolist()
        first: Floats = self.pieces[pieces] + self.places[places] + self.shapes[shapes] + self.gaps[gaps]
        first = _normalize(first, self.norm)
        seen = self.layers.run(first, ends)
        return _share(np.concatenate([seen, first], axis=-1) @ self.labels.T + self.labels_bias)


def build_encoder(
    arrays: Mapping[str, NDArray[Any]], layers: int, *, quantized: bool | None = False
) -> Encoder:
    """The encoder of a file: `NAME scale` holds what the rows of `NAME` are multiplied by.

    Its layers are `quantized` where onnxruntime runs them: if that is installed (None), never (False), or always.
    """

    def read(name: str) -> Floats:
        values: Floats = arrays[name].astype(np.float32)
        scale = f"{name} scale"
        return values * arrays[scale].astype(np.float32)[:, None] if scale in arrays else values

    floats = FloatLayers(
        tuple(Layer(*(read(f"{number} {name}") for name in LAYER)) for number in range(layers))
    )
    encoder = Encoder(
        pieces=read("pieces") @ read("lift"),
        places=read("places"),
        shapes=read("shapes"),
        gaps=read("gaps"),
        norm=read("norm"),
        layers=floats,
        labels=read("labels"),
        labels_bias=read("labels_bias"),
    )
    in_bytes = None if quantized is False else open_layers(arrays, layers, HEADS)
    if in_bytes is None:
        if quantized:
            raise MissingExtraError("network", "a network in whole numbers")
        return encoder
    faster = replace(encoder, layers=in_bytes)
    return faster if quantized or _agrees(faster, encoder) else encoder


_FARTHEST_APART = 0.15
"""How much likelihood may move from label to label on the average: .04 was seen on the window that is tried, .006 at most in invented
documents. Processors without instructions for products of bytes may cut off sums, and be far beyond it."""


def _agrees(faster: Encoder, encoder: Encoder) -> bool:
    """Whether this processor gives nearly the same with bytes, tried on a window of the pieces from everywhere in the table."""
    pieces = np.linspace(0, len(encoder.pieces) - 1, WINDOW // 4).astype(np.int32)
    window = pieces, pieces % SHAPES, pieces % GAPS
    apart = np.abs(faster.run([window]) - encoder.run([window])).sum(axis=1).mean() / 2
    return bool(apart <= _FARTHEST_APART)


def _normalize(values: Floats, norm: Floats) -> Floats:
    """Every row with mean 0 and deviation 1, then scaled and shifted."""
    values = values - values.mean(axis=-1, keepdims=True)
    values /= np.sqrt(np.square(values).mean(axis=-1, keepdims=True) + _TINY)
    values *= norm[0]
    values += norm[1]
    return values


def _share(scores: Floats) -> Floats:
    """Every row as parts of 1."""
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores


def _soften(values: Floats) -> Floats:
    """What is below zero goes to zero softly (GELU by its tanh form)."""
    inner = np.square(values)
    inner *= _CUBE
    inner += 1
    inner *= values
    inner *= _TANH
    np.tanh(inner, out=inner)
    inner += 1
    inner *= _HALF
    inner *= values
    return inner


AROUND = 32
"""How many pieces on either side of a window are only looked at."""

_LEAST = np.float32(1e-6)  # so that one guess alone can't rule a label out
_DOUBT = np.float32(np.exp(-1))
"""What "no name" counts for when both guesses are joined: a name that is missed is worse than a word too many.
Chosen on writers 2, 4 and 6 of `experiments/names.py` as the most that costs less than half a point of F1 there."""


_TOGETHER = 2048
"""Pieces that are looked at together: from some hundreds on, matrices are multiplied as fast as they can be; more only take memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A transformer that has learned from the same texts as the CRF of the name tagger."""

    pieces: Pieces = field(repr=False)
    encoder: Encoder = field(repr=False)
    fingerprint: str = ""

    def join(self, judgements: Iterable[NameJudgement]) -> Iterator[NameJudgement]:
        """What the CRF says of texts, each with the network's guess joined to it: the geometric mean of both."""
        batch: list[tuple[NameJudgement, SeenText]] = []
        for each in judgements:
            batch.append((each, see(each.text, self.pieces)))
            if sum(len(seen.pieces) for _, seen in batch) >= _TOGETHER:
                yield from self._join(batch)
                batch = []
        yield from self._join(batch)

    def likelihoods(self, text: CasedText) -> Floats:
        """How likely each label is at each word, by the word's first piece."""
        return self._look([see(text, self.pieces)])[0]

    def _join(self, batch: Sequence[tuple[NameJudgement, SeenText]]) -> Iterator[NameJudgement]:
        found = self._look([seen for _, seen in batch])
        for (judgement, _), likelihoods in zip(batch, found, strict=True):
            yield replace(judgement, guess=_mean(judgement.guess, likelihoods))

    def _look(self, texts: Sequence[SeenText]) -> list[Floats]:
        """The likelihoods at the words of each text; windows of all texts are looked at together."""
        found = [np.zeros((len(seen.bounds) - 1, len(self.encoder.labels)), np.float32) for seen in texts]
        windows = [(number, window) for number, seen in enumerate(texts) for window in _windows(seen.bounds)]
        for together in _group(windows):
            parts = [texts[number].part(window.begin, window.end) for number, window in together]
            likelihoods, begin = self.encoder.run(parts), 0
            for (number, window), part in zip(together, parts, strict=True):
                heads = texts[number].bounds[window.first : window.last] - window.begin
                found[number][window.first : window.last] = likelihoods[begin + heads]
                begin += len(part[0])
        return found


def _group(windows: Iterable[tuple[int, _Window]]) -> Iterator[list[tuple[int, _Window]]]:
    """The windows in groups that are not too long to be looked at together."""
    group: list[tuple[int, _Window]] = []
    size = 0
    for each in windows:
        length = each[1].end - each[1].begin
        if group and size + length > _TOGETHER:
            yield group
            group, size = [], 0
        group.append(each)
        size += length
    if group:
        yield group


@dataclass(frozen=True, slots=True)
class _Window:
    """The pieces that are looked at, and the words from `first` to before `last` that they are looked at for."""

    begin: int
    end: int
    first: int
    last: int


def _windows(bounds: Numbers) -> Iterator[_Window]:
    """Windows for all words, given where the pieces of each begin; only long texts have more than one."""
    total, first, words = int(bounds[-1]), 0, len(bounds) - 1
    while first < words:
        begin = max(0, int(bounds[first]) - AROUND)
        end = min(total, begin + WINDOW)
        inside = end if end == total else end - AROUND
        last = max(first + 1, int(np.searchsorted(bounds, inside, side="right")) - 1)
        yield _Window(begin, end, first, last)
        first = last


def _mean(guess: NameGuess, likelihoods: Floats) -> NameGuess:
    """The geometric mean of two guesses, one by kind and one as likelihoods of labels; doubt counts for a name."""
    none = 1 - guess.present.sum(axis=1, keepdims=True)
    kinds = np.stack([guess.masked, guess.present - guess.masked], axis=2).reshape(len(none), -1)
    labels = np.sqrt(np.concatenate([none, kinds], axis=1).clip(_LEAST) * likelihoods.clip(_LEAST))
    labels[:, 0] *= _DOUBT
    labels /= labels.sum(axis=1, keepdims=True)
    masked = labels[:, 1::2]
    return NameGuess(masked + labels[:, 2::2], masked)


def decode_network(data: bytes, *, quantized: bool | None = None) -> Network:
    """The network in `data`, run by onnxruntime where that is installed, unless `quantized` says otherwise.

    What it finds differs a little then, so that its fingerprint says so.
    """
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        held = {name: arrays[name] for name in arrays.files}
    pieces = held.pop("words").tobytes().decode().split("\n")
    layers = sum(name.endswith(" qkv") for name in held)
    encoder = build_encoder(held, layers, quantized=quantized)
    runs_on = "" if isinstance(encoder.layers, FloatLayers) else ", in bytes"
    return Network(Pieces.of(pieces), encoder, f"sha256:{hashlib.sha256(data).hexdigest()}{runs_on}")


def fast_network() -> Network | None:
    """The network that ships where onnxruntime runs it; elsewhere nothing, because numpy takes five to seven times as long as
    no network at all (`docs/explanation/detection.md`)."""
    if find_spec("onnxruntime") is None:
        return None
    network = name_network()
    return None if isinstance(network.encoder.layers, FloatLayers) else network


@cache
def name_network() -> Network:
    """The network that ships with reticent, made by `training/train_network.py`."""
    return decode_network(files("reticent.detection.names").joinpath("data/network.bin").read_bytes())
