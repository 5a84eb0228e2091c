"""What is done to a text before it is read: only the names gone, each model's release, words deleted at random."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from experiments.cg_attack import Case, control, places_of_names, remove_places, tokens_kept
from experiments.readers_conditions import is_acronym
from experiments.readers_texts import HiddenText
from reticent import CgSanitization, WordList, sanitize, wordnet
from reticent.errors import InputError
from reticent.knowledge import Corpus
from reticent.knowledge.corpus.terms import words_of
from reticent.models.cg_sanitization.reading import telling_words
from reticent.models.privacy_model import PrivacyModel
from reticent.models.redaction import Redaction
from reticent.plan import Release
from reticent.taxonomy import Entry, Hierarchy, in_order

GENERAL = "disease"
"""g(c) of every condition: a reader may learn that there is a disease, and no more."""
NAMES_GONE = "names gone"
RANDOM = "random control"

MakeRelease = Callable[[HiddenText], Release | None]
"""The release of a text, or None where the model refuses."""


@dataclass(frozen=True, slots=True)
class Released:
    """A text, what was done to it, what became of it, and the share of words that still stand."""

    text: HiddenText
    kind: str
    release: Release = field(repr=False)

    @property
    def kept(self) -> float:
        """The share of the original's words that are still there."""
        return tokens_kept(self.release)


def remove_names(text: HiddenText) -> Release:
    """Every name of the condition removed, nothing else."""
    case = _as_case(text)
    return remove_places(case, places_of_names(case))


def release_with_counts(text: HiddenText, corpus: Corpus) -> Release | None:
    """(C, g(C))-sanitization, with the names of the list removed beside it."""
    own = corpus.without(_words(text))
    name, *others = [each for each in text.names if not is_acronym(each)] or list(text.names)
    entries = [Entry("general", (GENERAL,)), Entry("hidden", (name, *others), {"general": "the list"})]
    try:
        model = CgSanitization(
            {name: GENERAL},
            corpus=own,
            taxonomy=in_order(Hierarchy(entries), wordnet()),
            aliases={name: others},
        )
    except InputError:
        return None
    return release_with(text, model)


def release_with(text: HiddenText, *models: PrivacyModel) -> Release:
    """The release of these models, with the names of the list removed beside them."""
    names = Redaction((WordList(text.names, kind="REMOVED"),))
    outcome = sanitize(text.document, *models, names)
    if outcome.violations:
        raise SystemExit(f"the release of {text.id} breaks its promise")
    return outcome.release


def delete_at_random(text: HiddenText, deleted: float, *, seed: int) -> Release:
    """The names removed, then words at random, each at all its places, until this share of the words is gone."""
    case = _as_case(text)
    words = sorted({word for _, word in telling_words(case.document)})
    random.Random(f"{seed} {text.id}").shuffle(words)  # a control, not a secret
    return control(case, deleted, words)


def group_by_kind(released: Sequence[Released]) -> dict[str, list[Released]]:
    """The releases of each kind, in the order in which the kinds appear."""
    groups: dict[str, list[Released]] = defaultdict(list)
    for each in released:
        groups[each.kind].append(each)
    return dict(groups)


def _as_case(text: HiddenText) -> Case:
    return Case(text.text, text.names, text.id)


def _words(text: HiddenText) -> list[str]:
    return words_of(text.text)
