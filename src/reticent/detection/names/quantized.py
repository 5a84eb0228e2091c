"""The layers of the name network in whole numbers of one byte, run by onnxruntime: several times as fast as numpy.

The graph is written here, from the same arrays that numpy multiplies with, so that one file ships for both. One window of a text is
run at a time: how coarse its numbers become depends on the window alone, never on what is read together with it.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Arrays = Mapping[str, NDArray[Any]]


class WindowLayers(Protocol):
    """What looks at the pieces of windows in a row: a row for each of them goes in, and one comes out."""

    def run(self, seen: Floats, ends: Sequence[int]) -> Floats:
        """The last layer's view of windows that end there."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class QuantizedLayers:
    """A session of onnxruntime over the graph of all layers."""

    session: Any = field(repr=False)

    def run(self, seen: Floats, ends: Sequence[int]) -> Floats:
        """The last layer's view, window by window."""
        views = [
            self.session.run(None, {_INPUT: seen[None, begin:end]})[0][0]
            for begin, end in pairwise((0, *ends))
        ]
        return np.concatenate(views)


def open_layers(arrays: Arrays, layers: int, heads: int) -> QuantizedLayers | None:
    """The layers of a network file run by onnxruntime, or nothing where that is not installed."""
    try:
        import onnxruntime
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # processes share the machine's cores
    options.log_severity_level = _ERRORS_ALONE
    model = encode_graph(arrays, layers, heads)
    return QuantizedLayers(onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"]))


_INPUT, _OUTPUT = "seen", "found"
_ERRORS_ALONE = 3  # of onnxruntime's levels of what it prints
_MICROSOFT = "com.microsoft"
_EPSILON = 1e-12  # as in `network`
_IR_VERSION, _OPSET, _OPSET_OF_MICROSOFT = (
    8,
    17,
    1,
)  # of ONNX, in the versions of 2022 that all later ones read
_FLOAT, _BYTES = 1, 3  # TensorProto.DataType: FLOAT and INT8
_AS_FLOAT, _AS_INTEGER = 1, 2  # AttributeProto.AttributeType: FLOAT and INT


def encode_graph(arrays: Arrays, layers: int, heads: int) -> bytes:
    """The graph of all layers as a file of ONNX."""
    graph = _Graph()
    seen = _INPUT
    for number in range(layers):
        seen = _add_layer(graph, arrays, number, seen, heads)
    graph.node("Identity", [seen], [_OUTPUT], domain="")
    width = arrays["0 norm"].shape[1]
    ports = {field: _port(name, width) for field, name in ((11, _INPUT), (12, _OUTPUT))}
    body = b"".join(
        [
            *(_message(1, node) for node in graph.nodes),
            _message(2, b"layers"),
            *(_message(5, tensor) for tensor in graph.tensors),
            *(_message(field, port) for field, port in ports.items()),
        ]
    )
    domains = (("", _OPSET), (_MICROSOFT, _OPSET_OF_MICROSOFT))
    opsets = [_message(8, _message(1, name.encode()) + _number(2, version)) for name, version in domains]
    return _number(1, _IR_VERSION) + _message(7, body) + b"".join(opsets)


def _add_layer(graph: _Graph, arrays: Arrays, number: int, seen: str, heads: int) -> str:
    """The nodes of one layer; the name of what it gives."""

    def named(part: str) -> str:
        return f"{number} {part}"

    def multiply(part: str, given: str) -> str:
        weights, scale = arrays[named(part)], arrays[f"{named(part)} scale"]
        ins = [
            given,
            graph.tensor(named(part), np.ascontiguousarray(weights.T), _BYTES),
            graph.tensor(f"{named(part)} scale", scale.astype(np.float32), _FLOAT),
            "",
            graph.tensor(f"{named(part)} bias", arrays[f"{named(part)}_bias"].astype(np.float32), _FLOAT),
        ]
        return graph.node("DynamicQuantizeMatMul", ins, [f"{named(part)} product"])

    def add_and_normalize(part: str, given: str, more: str) -> str:
        scale, shift = arrays[named(part)].astype(np.float32)
        ins = [
            given,
            more,
            graph.tensor(f"{named(part)} scale", scale, _FLOAT),
            graph.tensor(f"{named(part)} shift", shift, _FLOAT),
        ]
        return graph.node(
            "SkipLayerNormalization", ins, [f"{named(part)} rows"], attributes={"epsilon": _EPSILON}
        )

    parts = [named(part) for part in ("query", "key", "value")]
    graph.node("Split", [multiply("qkv", seen)], parts, domain="", attributes={"axis": -1})
    looked = graph.node("MultiHeadAttention", parts, [named("looked")], attributes={"num_heads": heads})
    middle = add_and_normalize("norm", multiply("out", looked), seen)
    wide = graph.node("FastGelu", [multiply("wide", middle)], [named("soft")])
    return add_and_normalize("last_norm", multiply("narrow", wide), middle)


@dataclass(slots=True)
class _Graph:
    """Nodes and tensors as they are written."""

    nodes: list[bytes] = field(default_factory=list)
    tensors: list[bytes] = field(default_factory=list)

    def node(
        self,
        operator: str,
        ins: Iterable[str],
        outs: list[str],
        *,
        domain: str = _MICROSOFT,
        attributes: Mapping[str, float] | None = None,
    ) -> str:
        """One more node; the name of the first thing that it gives."""
        written = [_message(1, each.encode()) for each in ins]
        written += [_message(2, each.encode()) for each in outs]
        written.append(_message(4, operator.encode()))
        for name, value in (attributes or {}).items():
            held = (
                _number(3, value) + _number(20, _AS_INTEGER)
                if isinstance(value, int)
                else struct.pack("<Bf", 2 << 3 | 5, value) + _number(20, _AS_FLOAT)
            )
            written.append(_message(5, _message(1, name.encode()) + held))
        if domain:
            written.append(_message(7, domain.encode()))
        self.nodes.append(b"".join(written))
        return outs[0]

    def tensor(self, name: str, values: NDArray[Any], of: int) -> str:
        """One more array of numbers; its name."""
        sizes = b"".join(_number(1, size) for size in values.shape)
        self.tensors.append(
            sizes + _number(2, of) + _message(8, name.encode()) + _message(9, values.tobytes())
        )
        return name


def _port(name: str, width: int) -> bytes:
    """What goes in or comes out: one window of any length, with rows of this width."""
    sizes = [_number(1, 1), _message(2, b"pieces"), _number(1, width)]
    shape = b"".join(_message(1, size) for size in sizes)
    return _message(1, name.encode()) + _message(2, _message(1, _number(1, _FLOAT) + _message(2, shape)))


def _message(number: int, content: bytes) -> bytes:
    """A field of a protocol buffer that holds bytes."""
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    """A field of a protocol buffer that holds a whole number."""
    return _varint(number << 3) + _varint(value & 0xFFFFFFFFFFFFFFFF)


def _varint(value: int) -> bytes:
    """A number in groups of seven bits, the lowest first, as protocol buffers have it."""
    groups = bytearray()
    while value > 0x7F:
        groups.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*groups, value])
