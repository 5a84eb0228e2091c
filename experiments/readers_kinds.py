"""The kinds of release that are compared, and the releases of some texts in all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial

from experiments.readers_fields import Field
from experiments.readers_releases import (
    NAMES_GONE,
    RANDOM,
    MakeRelease,
    Released,
    delete_at_random,
    release_with_counts,
    remove_names,
)
from experiments.readers_texts import HiddenText
from reticent.knowledge import Corpus

CG_GENERAL = "(C, g(C)), general knowledge"
CG_MEDICAL = "(C, g(C)), medical knowledge"
SEED = 17


def make_kinds(knowledge: Mapping[str, Corpus]) -> dict[str, MakeRelease]:
    """What is done to a text, by name."""
    kinds: dict[str, MakeRelease] = {NAMES_GONE: remove_names}
    for name, corpus in knowledge.items():
        kinds[name] = partial(release_with_counts, corpus=corpus)
    return kinds


def release_all(
    texts: Iterable[HiddenText], kinds: Mapping[str, MakeRelease], *, control: str
) -> list[Released]:
    """The releases of every kind that doesn't refuse, and the control, which loses as many words as `control` does."""
    found = []
    for text in texts:
        own = {}
        for kind, make in kinds.items():
            if (release := make(text)) is not None:
                own[kind] = Released(text, kind, release)
        if control in own:
            deleted = 1 - own[control].kept
            own[RANDOM] = Released(text, RANDOM, delete_at_random(text, deleted, seed=SEED))
        found += own.values()
    return found
