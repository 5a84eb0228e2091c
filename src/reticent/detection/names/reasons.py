"""Why a mention was found: which sides of it spoke most for its kind, told without a word of the text."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.features import REACH
from reticent.detection.names.model import Judgement, NameModel
from reticent.detection.names.spans import NameRange
from reticent.detection.names.surroundings import PLACE_SALTS, Surroundings

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
    *(_LETTERS, _CLASS, _WRITTEN, _LISTS, _CLASS, _LISTS, _WRITTEN, _LETTERS, _WRITTEN, _WRITTEN),
    *([_LISTS] * 6),
    *([_LETTERS] * 7),
    *(_WRITTEN, _CLASS, _WRITTEN, _WRITTEN, _CLASS, _LETTERS, _LETTERS),
    *(_CLASS, _LISTS, _LISTS, _LISTS, _LISTS, _LETTERS),
)
_OF_SALT = {
    **dict.fromkeys((1, 3, 6, 8, 9, 11, 13, 33, 37, 52, 59, 60), _BEFORE),
    **dict.fromkeys((2, 4, 7, 10, 12, 34, 53), _AFTER),
    **dict.fromkeys((5, 35), _WRITTEN),
    **dict.fromkeys((20, 21, 22, 23, 24, 25, 54, 55, 56, 57), _PLACE),
    **dict.fromkeys((31, 32, 38, 40), _LETTERS),
    **dict.fromkeys((39, 41, 50, 51, 58), _LISTS),
    **dict.fromkeys((36,), _CLASS),
    **dict.fromkeys((42,), _DOCUMENT),
}
"""Which side each of a word's own features, in their order, and each feature of a place belongs to."""

_NEIGHBOURS = np.arange(1, len(REACH))[:, None]
_IS_BEFORE = np.array([distance < 0 for distance in REACH if distance])
_SIDE_OF = np.array([*_OWN, *(_OF_SALT[salt] for salt in PLACE_SALTS)])
_BY_SIDE = np.argsort(_SIDE_OF, kind="stable")
_PRESENT, _STARTS = np.unique(_SIDE_OF[_BY_SIDE], return_index=True)

ELSEWHERE = "names: the same name stands elsewhere in the document"


def explain(model: NameModel, places: Sequence[tuple[Judgement, NameRange]]) -> list[str]:
    """For each name in a text that was judged, the two sides that spoke most for its kind."""
    reasons: list[str] = []
    for _, group in groupby(places, key=lambda place: id(place[0].surroundings)):
        together = list(group)
        at = [judgement.begin + mention.begin for judgement, mention in together]
        labels = [1 + 2 * mention.kind for _, mention in together]
        reasons += _explain_together(model, together[0][0].surroundings, np.array(at), np.array(labels))
    return reasons


def _explain_together(
    model: NameModel, features: Surroundings, at: NDArray[np.int64], labels: NDArray[np.int64]
) -> list[str]:
    hashes = np.concatenate([features.lookup.hashes[features.near[0, at]], features.places[at]], axis=1)
    gains = model.gains(hashes, labels)[:, _BY_SIDE]
    spoke = np.zeros((len(at), len(_SIDES)), np.float32)
    spoke[:, _PRESENT] = np.add.reduceat(gains, _STARTS, axis=1)
    spoke[:, _DOCUMENT] += model.gains_by_document(features.document[at], labels)
    spoke[:, _PLACE] += model.gains_by_layout(features.layout[:, at], labels)
    told = features.lookup.scores[features.near[1:, at], _NEIGHBOURS]
    gained = told[:, np.arange(len(at)), labels] - told[:, :, 0]
    spoke[:, _BEFORE] += gained[_IS_BEFORE].sum(axis=0)
    spoke[:, _AFTER] += gained[~_IS_BEFORE].sum(axis=0)
    best = np.argsort(-spoke, axis=1, kind="stable")[:, :2]
    return [f"names: {_SIDES[first]} and {_SIDES[second]}" for first, second in best.tolist()]
