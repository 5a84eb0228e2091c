"""Why a mention was found: which sides of it spoke most for its kind, told without a word of the text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.model import NameModel
from reticent.detection.names.spans import Found
from reticent.detection.names.surroundings import Seen

_SIDES = (
    "its letters",
    "the way it is written",
    "words of its class",
    "lists of names",
    "the words before it",
    "the words after it",
    "the rest of the document",
    "its place in the text",
)
_LETTERS, _WRITTEN, _CLASS, _LISTS, _BEFORE, _AFTER, _DOCUMENT, _PLACE = range(8)
_OWN = (
    *(_LETTERS, _CLASS, _WRITTEN, _CLASS, _LISTS, _WRITTEN, _LETTERS, _WRITTEN, _WRITTEN),
    *([_LISTS] * 6),
    *([_LETTERS] * 7),
    *(_WRITTEN, _CLASS, _WRITTEN, _WRITTEN, _CLASS, _LETTERS, _LETTERS, _LETTERS, _CLASS),
    *([_DOCUMENT] * 5),
)
_AT_PLACES = (
    *(_BEFORE, _AFTER, _BEFORE, _AFTER, _WRITTEN, _BEFORE, _AFTER, _BEFORE, _BEFORE, _AFTER, _BEFORE, _AFTER),
    *(_BEFORE, _PLACE, _PLACE, _PLACE, _PLACE, _PLACE, _PLACE),
    *(
        _LETTERS,
        _LISTS,
        _LETTERS,
        _LISTS,
        _DOCUMENT,
        _LETTERS,
        _LETTERS,
        _BEFORE,
        _AFTER,
        _WRITTEN,
        _CLASS,
        _BEFORE,
    ),
)
"""Which side each column of the features belongs to, in the order of `name_features`."""


ELSEWHERE = "names: the same name stands elsewhere in the document"


def reasons(model: NameModel, features: Seen, mentions: Sequence[Found]) -> list[str]:
    """For each mention, the two sides that spoke most for its kind."""
    if not mentions:
        return []
    at = np.array([mention.begin for mention in mentions])
    labels = np.array([1 + 2 * mention.kind for mention in mentions])
    spoke = np.zeros((len(mentions), len(_SIDES)), np.float32)
    for distance, hashes in features.own.items():
        sides = _OWN if distance == 0 else [_BEFORE if distance < 0 else _AFTER] * hashes.shape[1]
        _add(model, spoke, hashes[features.lexicon.at(distance)[at]], labels, sides)
    _add(model, spoke, features.places[at], labels, _AT_PLACES)
    best = np.argsort(-spoke, axis=1, kind="stable")[:, :2]
    return [f"names: {_SIDES[first]} and {_SIDES[second]}" for first, second in best.tolist()]


def _add(
    model: NameModel,
    spoke: NDArray[np.float32],
    hashes: NDArray[np.uint32],
    labels: NDArray[np.int64],
    sides: Sequence[int],
) -> None:
    """Add to each mention's sides what the features weigh for its kind and against being no name."""
    gain = model.gains(hashes, labels)
    for column, side in enumerate(sides):
        spoke[:, side] += gain[:, column]
