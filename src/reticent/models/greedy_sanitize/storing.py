"""A trained model as one file: a line that names the format, a line of JSON, the classifiers, and a hash of it all."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from reticent.errors import ModelError
from reticent.models.greedy_sanitize.learners._features import FEATURES_VERSION
from reticent.models.greedy_sanitize.learners._svm import EnsembleClassifier, SvmClassifier, split_bytes
from reticent.models.greedy_sanitize.learners.crf import CrfClassifier
from reticent.models.greedy_sanitize.learners.learner import Classifier, Constant
from reticent.models.greedy_sanitize.learners.pretrained import detector_from_bytes
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.model import GreedyByLabel, GreedySanitize, HitCounts
from reticent.text import TOKENIZER_VERSION

MODEL_VERSION = 3  # counts the changes of the file's format
_READABLE = (2, MODEL_VERSION)
"""Version 2 had a single part, whose keys stood in the header itself."""

_MARK = b"reticent greedy-sanitize model\n"
_HASH = 32  # bytes of a SHA-256
_PLAIN = ("leak_cost", "removal_cost", "folds", "kind", "training")


Trained = GreedySanitize | GreedyByLabel


def to_bytes(model: Trained) -> bytes:
    """A trained model, such that `from_bytes` gives it back."""
    blobs = [[classifier.to_bytes() for classifier in part.classifiers] for part in model.parts]
    header = {
        "version": MODEL_VERSION,
        "features": FEATURES_VERSION,
        "tokenizer": TOKENIZER_VERSION,
        "parts": [_describe(part, inside) for part, inside in zip(model.parts, blobs, strict=True)],
    }
    all_of_them = [blob for inside in blobs for blob in inside]
    content = b"".join([_MARK, json.dumps(header, sort_keys=True).encode(), b"\n", *all_of_them])
    return content + hashlib.sha256(content).digest()


def _describe(model: GreedySanitize, blobs: Sequence[bytes]) -> dict[str, Any]:
    return {name: getattr(model, name) for name in _PLAIN} | {
        "surrogates": list(model.surrogates),
        "history": [asdict(iteration) for iteration in model.history],
        "sensitive": asdict(model.sensitive),
        "left": asdict(model.left),
        "classifiers": [
            [classifier.form, len(blob)] for classifier, blob in zip(model.classifiers, blobs, strict=True)
        ],
    }


def from_bytes(data: bytes) -> Trained:
    """The model that `to_bytes` wrote; another version, another format or a changed byte is a ModelError."""
    if not data.startswith(_MARK):
        raise ModelError("this is no model of 'reticent train': check the name of the file, or train one")
    content, digest = data[:-_HASH], data[-_HASH:]
    # A later version may hash otherwise, so its number is read first; nothing else is read before the hash.
    header = _header(content)
    _require_version(header)
    if hashlib.sha256(content).digest() != digest:
        raise ModelError(
            "the model file was changed or cut off after it was written: copy it again, or train again"
        )
    rest = memoryview(content)[content.index(b"\n", len(_MARK)) + 1 :]
    parts = []
    for described in header.get("parts", [header]):
        classifiers = []
        for form, length in described["classifiers"]:
            classifiers.append(classifier_from(form, bytes(rest[:length])))
            rest = rest[length:]
        parts.append(_part(described, classifiers))
    return parts[0] if len(parts) == 1 else GreedyByLabel(tuple(parts))


def _part(header: dict[str, Any], classifiers: Sequence[Classifier]) -> GreedySanitize:
    return GreedySanitize(
        **{name: header[name] for name in _PLAIN},
        surrogates=tuple(header["surrogates"]),
        classifiers=tuple(classifiers),
        history=tuple(Iteration(**iteration) for iteration in header["history"]),
        sensitive=HitCounts(**header["sensitive"]),
        left=HitCounts(**header["left"]),
    )


def _header(content: bytes) -> dict[str, Any]:
    line = content[len(_MARK) :].partition(b"\n")[0]
    try:
        header = json.loads(line)
    except (UnicodeDecodeError, json.JSONDecodeError):
        header = None
    if not isinstance(header, dict):
        raise ModelError(
            "the model file was changed or cut off after it was written: copy it again, or train again"
        )
    return header


def _require_version(header: dict[str, Any]) -> None:
    ours = {"version": _READABLE, "features": (FEATURES_VERSION,), "tokenizer": (TOKENIZER_VERSION,)}
    other = [name for name, values in ours.items() if header.get(name) not in values]
    if other:
        raise ModelError(
            f"the model was written by another version of reticent (its {other[0]} is another): train again"
        )


def classifier_from(form: str, data: bytes) -> Classifier:
    """The classifier that wrote these bytes."""
    readers: dict[str, Callable[[bytes], Classifier]] = {
        "constant": lambda data: Constant(bool(data[0])),
        "crf": lambda data: CrfClassifier.from_bytes(data, certain=False),
        "field": CrfClassifier.from_bytes,
        "svm": SvmClassifier.from_bytes,
        "detector": detector_from_bytes,
        "ensemble": lambda data: EnsembleClassifier(*(classifier_from(*part) for part in split_bytes(data))),
    }
    return readers[form](data)
