"""The network that reads along with the name tagger."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from reticent import sanitize
from reticent.detection import names
from reticent.detection.names import Names
from reticent.detection.names.cased_text import read_cased
from reticent.detection.names.model import LABELS, name_model
from reticent.detection.names.network import (
    GAPS,
    HEADS,
    INSIDE,
    LAYER,
    SHAPES,
    UNKNOWN,
    WINDOW,
    WITHIN,
    Encoder,
    Floats,
    Layer,
    Pieces,
    name_network,
    see,
)
from reticent.detection.names.word_lists import word_classes
from reticent.policy.assembly import make_rules
from reticent.policy.reading import parse_policy
from reticent.text import Document

Row = NDArray[np.floating[Any]]

NOTE = "pt seen w/ mum (anneliese) today, dr okafor to review in march, bloods sent to st clement's"


@cache
def with_network() -> Names:
    return names(network=True)


@given(st.text(st.sampled_from("abcx"), min_size=1, max_size=12))
def test_the_pieces_of_a_word_spell_it(word: str) -> None:
    spelt = ["a", "b", "c", "x", "ab", "abc", *(INSIDE + each for each in ("a", "b", "c", "x", "bc", "xx"))]
    found = Pieces.of(spelt).split(word)
    assert "".join(spelt[number - 1].removeprefix(INSIDE) for number in found) == word


def test_what_no_piece_spells_is_unknown() -> None:
    assert Pieces.of(["a"]).split("Ж") == [UNKNOWN]
    assert Pieces.of(["a"]).split("ab") == [UNKNOWN]


def test_accents_and_capitals_make_no_difference_to_pieces() -> None:
    pieces = name_network().pieces
    assert pieces.split("GRÁINNE") == pieces.split("grainne")


def test_a_text_is_seen_in_pieces_with_what_stands_before_them() -> None:
    text = read_cased("Ward 7\n\nMcKay", word_classes())
    seen = see(text, Pieces.of(["ward", "7", "mc", "##kay"]))
    assert seen.pieces.tolist() == [1, 2, 3, 4]
    assert seen.bounds.tolist() == [0, 1, 2, 4]
    assert seen.gaps[-1] == WITHIN
    assert seen.shapes.tolist() == [7, 1, 9, 9]


def small_encoder() -> Encoder:
    """One layer of random weights."""
    chance = np.random.default_rng(7)
    size, wide = 2 * HEADS, 8
    shapes: dict[str, tuple[int, ...]] = {
        "qkv": (3 * size, size),
        "out": (size, size),
        "wide": (wide, size),
        "narrow": (size, wide),
    }
    shapes |= {"norm": (2, size), "last_norm": (2, size)}
    shapes |= {f"{name}_bias": (shapes[name][0],) for name in ("qkv", "out", "wide", "narrow")}

    def make(*shape: int) -> Floats:
        return chance.normal(size=shape).astype(np.float32)

    return Encoder(
        pieces=make(5, size),
        places=make(WINDOW, size),
        shapes=make(SHAPES, size),
        gaps=make(GAPS, size),
        norm=make(2, size),
        layers=(Layer(*(make(*shapes[name]) for name in LAYER)),),
        labels=make(3, 2 * size),
        labels_bias=make(3),
    )


def test_the_layers_do_what_their_formulas_say() -> None:
    encoder, numbers = small_encoder(), np.array([1, 4, 2, 2], np.int32)
    found = encoder.run(numbers, numbers % SHAPES, numbers % GAPS)
    assert np.allclose(found, run_slowly(encoder, numbers), atol=1e-4)


def run_slowly(encoder: Encoder, numbers: NDArray[np.int32]) -> Row:
    """The same network, piece by piece and head by head."""

    def normalize(row: Row, norm: Row) -> Row:
        deviation = math.sqrt(float(((row - row.mean()) ** 2).mean()) + 1e-12)
        return np.asarray((row - row.mean()) / deviation * norm[0] + norm[1])

    def share(row: Row) -> Row:
        return np.asarray(np.exp(row - row.max()) / np.exp(row - row.max()).sum())

    layer = encoder.layers[0]
    first = [
        normalize(
            encoder.pieces[n] + encoder.places[at] + encoder.shapes[n % SHAPES] + encoder.gaps[n % GAPS],
            encoder.norm,
        )
        for at, n in enumerate(numbers.tolist())
    ]
    size = len(first[0])
    width = size // HEADS
    parts = [np.split(layer.qkv @ row + layer.qkv_bias, 3) for row in first]
    rows = []
    for at, row in enumerate(first):
        looked = []
        for head in range(HEADS):
            part = slice(head * width, (head + 1) * width)
            scores = np.array([parts[at][0][part] @ each[1][part] for each in parts]) / math.sqrt(width)
            looked.append(sum(s * each[2][part] for s, each in zip(share(scores), parts, strict=True)))
        seen = normalize(row + layer.out @ np.concatenate(looked) + layer.out_bias, layer.norm)
        wide = layer.wide @ seen + layer.wide_bias
        wide = 0.5 * wide * (1 + np.tanh(math.sqrt(2 / math.pi) * (wide + 0.044715 * wide**3)))
        last = normalize(seen + layer.narrow @ wide + layer.narrow_bias, layer.last_norm)
        rows.append(share(encoder.labels @ np.concatenate([last, row]) + encoder.labels_bias))
    return np.array(rows)


@pytest.mark.parametrize("words", [1, 200, pytest.param(700, marks=pytest.mark.slow)])
def test_every_word_of_a_long_text_has_likelihoods(words: int) -> None:
    text = read_cased(" ".join(["Anneliese", "walked"] * words), word_classes())
    found = name_network().likelihoods(text)
    assert found.shape == (2 * words, len(LABELS))
    assert np.allclose(found.sum(axis=1), 1, atol=1e-4)


def test_a_joined_guess_lies_between_both() -> None:
    text = read_cased(NOTE, word_classes())
    alone = next(name_model().judge([text])).guess
    joined = next(name_network().join(name_model().judge([text]))).guess
    other = name_network().likelihoods(text)
    field, network = alone.present.sum(axis=1), 1 - other[:, 0]
    both = joined.present.sum(axis=1)
    sure = (field > 0.9) & (network > 0.9)
    assert sure.any()
    assert (both[sure] > 0.9).all()
    assert (both[(field < 0.05) & (network < 0.05)] < 0.1).all()


@pytest.mark.parametrize(
    ("text", "word", "is_name"),
    [
        ("She said that hope rang twice about the parcel", "hope", True),
        ("May need Grace period, Will follow up", "Grace", False),
    ],
)
def test_the_network_tells_names_by_what_stands_around_them(text: str, word: str, is_name: bool) -> None:
    def finds(detector: Names) -> bool:
        return any(word in mention.span.of(text) for mention in detector.mentions(Document("note", text)))

    assert finds(with_network()) == is_name
    assert finds(names()) != is_name


def test_a_network_is_declared() -> None:
    assert with_network().declared != names().declared
    assert with_network().declared == names(network=name_network()).declared


def test_a_policy_asks_for_the_network(tmp_path: Path) -> None:
    text = '[[detectors]]\ntype = "names"\nnetwork = true\n[[models]]\ntype = "redaction"\n'
    rules = make_rules(parse_policy(text, "policy.toml"), tmp_path)
    outcome = sanitize(Document("note", NOTE), *rules.models)
    assert "okafor" not in outcome.text
    assert "anneliese" not in outcome.text
