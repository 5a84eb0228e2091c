"""The network that reads along with the name tagger."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from training.invented import read_documents

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
    FloatLayers,
    Floats,
    Layer,
    Network,
    Pieces,
    SeenPart,
    decode_network,
    name_network,
    see,
)
from reticent.detection.names.word_lists import word_classes
from reticent.errors import MissingExtraError
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


def test_a_word_takes_time_that_grows_with_its_length() -> None:
    """A run of 20,000 letters took two minutes when every end was tried for every piece."""
    pieces, asked = Pieces.of(["v", "##v", "##vi"]), 0

    class Counted(dict[str, int]):
        def __contains__(self, piece: object) -> bool:
            nonlocal asked
            asked += 1
            return super().__contains__(piece)

    replace(pieces, numbers=Counted(pieces.numbers)).split("v" * 20_000)
    assert asked <= 20_000 * pieces.longest


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
        layers=FloatLayers((Layer(*(make(*shapes[name]) for name in LAYER)),)),
        labels=make(3, 2 * size),
        labels_bias=make(3),
    )


def window_of(numbers: NDArray[np.int32]) -> SeenPart:
    return numbers, numbers % SHAPES, numbers % GAPS


def test_the_layers_do_what_their_formulas_say() -> None:
    encoder, numbers = small_encoder(), np.array([1, 4, 2, 2], np.int32)
    found = encoder.run([window_of(numbers)])
    assert np.allclose(found, run_slowly(encoder, numbers), atol=1e-4)


@given(st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=9), min_size=1, max_size=4))
def test_windows_are_seen_alike_alone_and_together(windows: list[list[int]]) -> None:
    encoder = small_encoder()
    parts = [window_of(np.array(window, np.int32)) for window in windows]
    alone = np.concatenate([encoder.run([part]) for part in parts])
    assert np.allclose(encoder.run(parts), alone, atol=1e-5)


def run_slowly(encoder: Encoder, numbers: NDArray[np.int32]) -> Row:
    """The same network, piece by piece and head by head."""

    def normalize(row: Row, norm: Row) -> Row:
        deviation = math.sqrt(float(((row - row.mean()) ** 2).mean()) + 1e-12)
        return np.asarray((row - row.mean()) / deviation * norm[0] + norm[1])

    def share(row: Row) -> Row:
        return np.asarray(np.exp(row - row.max()) / np.exp(row - row.max()).sum())

    assert isinstance(encoder.layers, FloatLayers)
    layer = encoder.layers.layers[0]
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


@cache
def both() -> tuple[Network, Network]:
    """The shipped network as numpy runs it, and as onnxruntime does."""
    data = files("reticent.detection.names").joinpath("data/network.bin").read_bytes()
    return decode_network(data, quantized=False), decode_network(data, quantized=True)


def test_both_ways_to_run_the_network_decide_alike() -> None:
    """Of the findings in the invented documents of one writer at least nine in ten are the same, and words differ by .001 on the average."""
    documents = [
        Document(f"{n}", text) for n, (writer, text, _) in enumerate(read_documents()) if writer == "k"
    ]
    found = [
        {
            (document.id, mention.span, mention.kind)
            for document in documents[:40]
            for mention in names(network=network).mentions(document)
        }
        for network in both()
    ]
    assert len(found[0] & found[1]) >= 0.9 * len(found[0] | found[1])
    text = read_cased(documents[0].text, word_classes())
    exact, quick = (network.likelihoods(text) for network in both())
    assert np.abs(exact - quick).mean() < 0.001


def test_the_way_to_run_the_network_is_declared() -> None:
    exact, quick = both()
    assert exact.fingerprint != quick.fingerprint
    assert names(network=exact).declared != names(network=quick).declared


def test_what_is_read_together_makes_no_difference_to_the_network_in_bytes() -> None:
    _, quick = both()
    texts = [read_cased(text, word_classes()) for text in (NOTE, "Grace rang. " * 90, "ok")]
    judged = list(quick.join(name_model().judge(texts)))
    for text, each in zip(texts, judged, strict=True):
        alone = next(quick.join(name_model().judge([text])))
        assert np.allclose(alone.guess.present, each.guess.present, atol=1e-5)


def test_fast_means_only_where_it_runs_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules[Network.__module__]
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    assert names(network="fast").network is None
    floats = decode_network(
        files("reticent.detection.names").joinpath("data/network.bin").read_bytes(), quantized=False
    )
    monkeypatch.setattr(module, "find_spec", lambda name: name)
    monkeypatch.setattr(module, "name_network", lambda: floats)
    assert names(network="fast").network is None
    assert names(network=floats).network is floats


def test_numpy_runs_the_network_where_onnxruntime_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    exact, _ = both()
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    data = files("reticent.detection.names").joinpath("data/network.bin").read_bytes()
    assert decode_network(data).fingerprint == exact.fingerprint
    with pytest.raises(MissingExtraError, match=r"\[network\]"):
        decode_network(data, quantized=True)


def test_a_processor_that_multiplies_bytes_otherwise_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    exact, _ = both()

    class Wrong:
        def run(self, seen: Floats, ends: Sequence[int]) -> Floats:
            return -seen

    module = sys.modules[Network.__module__]
    monkeypatch.setattr(module, "open_layers", lambda *given: Wrong())
    data = files("reticent.detection.names").joinpath("data/network.bin").read_bytes()
    assert decode_network(data).fingerprint == exact.fingerprint
