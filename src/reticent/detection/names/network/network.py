"""The network as the name tagger uses it: texts in windows, and its guesses joined with the field's."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files

import numpy as np

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import Guess, Judgement
from reticent.detection.names.network.encoder import WINDOW, Encoder, Floats, build_encoder
from reticent.detection.names.network.pieces import Pieces
from reticent.detection.names.network.reading import Numbers, see

AROUND = 32
"""How many pieces on either side of a window are only looked at."""

_LEAST = np.float32(1e-6)
_DOUBT = np.float32(np.exp(-1))
"""What "no name" counts for when both guesses are joined: a name that is missed is worse than a word too many."""


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """A transformer that has learned from the same texts as the field of the name tagger."""

    pieces: Pieces = field(repr=False)
    encoder: Encoder = field(repr=False)
    fingerprint: str = ""

    def join(self, judgements: Iterable[Judgement]) -> Iterator[Judgement]:
        """What the field says of texts, each with the network's guess joined to it: the geometric mean of both."""
        for each in judgements:
            yield replace(each, guess=_mean(each.guess, self.likelihoods(each.text)))

    def likelihoods(self, text: CasedText) -> Floats:
        """How likely each label is at each word, told by the word's first piece."""
        seen = see(text, self.pieces)
        found = np.zeros((len(text), len(self.encoder.labels)), np.float32)
        for window in _windows(seen.bounds):
            looked = slice(window.begin, window.end)
            likelihoods = self.encoder.run(seen.pieces[looked], seen.shapes[looked], seen.gaps[looked])
            heads = seen.bounds[window.first : window.last] - window.begin
            found[window.first : window.last] = likelihoods[heads]
        return found


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


def _mean(guess: Guess, likelihoods: Floats) -> Guess:
    """The geometric mean of two guesses, told by kind and as likelihoods of labels; doubt counts for a name."""
    none = 1 - guess.present.sum(axis=1, keepdims=True)
    kinds = np.stack([guess.masked, guess.present - guess.masked], axis=2).reshape(len(none), -1)
    labels = np.sqrt(np.concatenate([none, kinds], axis=1).clip(_LEAST) * likelihoods.clip(_LEAST))
    labels[:, 0] *= _DOUBT
    labels /= labels.sum(axis=1, keepdims=True)
    masked = labels[:, 1::2]
    return Guess(masked + labels[:, 2::2], masked)


def decode_network(data: bytes) -> Network:
    """The network in `data`."""
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        held = {name: arrays[name] for name in arrays.files}
    pieces = held.pop("words").tobytes().decode().split("\n")
    layers = sum(name.endswith(" qkv") for name in held)
    return Network(
        Pieces.of(pieces), build_encoder(held, layers), "sha256:" + hashlib.sha256(data).hexdigest()
    )


@cache
def name_network() -> Network:
    """The network that ships with reticent, made by `training/train_network.py`."""
    return decode_network(files("reticent.detection.names").joinpath("data/network.bin").read_bytes())
