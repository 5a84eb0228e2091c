"""What becomes of a text before it is read, and the control that loses as many words at random."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from experiments.cg_attack import Case, control, places_of_names, remove_places, tokens_kept
from experiments.readers_texts import HiddenText
from reticent import Document, WordList, sanitize
from reticent.models.cg_sanitization._reading import telling_words
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.plan import Release
from reticent.rendering.gaps import Gaps

RANDOM = "random control"
_SEED = 17

MakeRelease = Callable[[HiddenText], Release | None]
"""The release of a text, or None where the model refuses."""


@dataclass(frozen=True, slots=True)
class Released:
    """A text, what was done to it, what became of it, and the share of its words that still stand."""

    text: HiddenText
    kind: str
    released: Document = field(repr=False)
    kept: float


def release_text(text: HiddenText, kinds: Mapping[str, MakeRelease], *, like: str) -> list[Released]:
    """The releases of every kind that doesn't refuse, and a control that loses as many words as the kind `like`."""
    made = {kind: make(text) for kind, make in kinds.items()}
    own = [_measure(text, kind, release) for kind, release in made.items() if release is not None]
    controls = [
        _measure(text, RANDOM, delete_at_random(text, 1 - each.kept)) for each in own if each.kind == like
    ]
    return own + controls


def _measure(text: HiddenText, kind: str, release: Release) -> Released:
    return Released(text, kind, release.released, tokens_kept(release))


def remove_names(text: HiddenText) -> Release:
    """Every name of the condition removed, nothing else."""
    case = _as_case(text)
    return remove_places(case, places_of_names(case))


def release_with(text: HiddenText, model: PrivacyModel, *, gaps: Gaps = "mark") -> Release | None:
    """The release of a model, with the names of the list removed beside it; None where a promise can't be kept."""
    names = Redaction((WordList(text.names, kind="REMOVED"),))
    outcome = sanitize(text.document, model, names, gaps=gaps)
    return None if outcome.violations else outcome.release


def delete_at_random(text: HiddenText, deleted: float) -> Release:
    """The names removed, then words at random, each at all its places, until this share of the words is gone."""
    case = _as_case(text)
    words = sorted({word for _, word in telling_words(case.document)})
    random.Random(f"{_SEED} {text.id}").shuffle(words)  # a control, not a secret
    return control(case, deleted, words)


def group_by_kind(released: Iterable[Released]) -> dict[str, list[Released]]:
    """The releases of each kind, in the order in which the kinds appear."""
    groups: dict[str, list[Released]] = defaultdict(list)
    for each in released:
        groups[each.kind].append(each)
    return dict(groups)


def _as_case(text: HiddenText) -> Case:
    return Case(text.text, text.names, text.id)
