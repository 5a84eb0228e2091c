"""What a phrase can become under (C, g(C))-sanitization, besides its more general names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from reticent.languages.en.stop_words import STOP_WORDS
from reticent.models.cg_sanitization.entities import Entity
from reticent.models.disclosure.generalizations import ALL_WAYS
from reticent.models.disclosure.phrases import Phrase
from reticent.models.disclosure.proper_names import splits_name

_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
_APART = re.compile(r" (['’]s?)(?!\w)| ([-/]) ")


def rename_entities(phrase: Phrase, entities: Sequence[Entity]) -> Iterator[str]:
    """The phrase with g(c) where it names c: "HIV test" as "virus test"."""
    for entity in entities:
        for name in sorted(entity.terms, key=len, reverse=True):
            if entity.general and f" {name} " in f" {phrase.form} ":
                renamed = f" {phrase.form} ".replace(f" {name} ", f" {entity.general} ").strip()
                yield _APART.sub(r"\1\2", renamed)


def ways_to_behead(phrase: Phrase) -> Iterator[tuple[int, ...]]:
    """Which words can stay when the head of a phrase goes: all ways for a short phrase, from the left for a long one."""
    words = phrase.words
    modifiers = range(len(words) - 1)
    if len(words) <= ALL_WAYS:
        subsets = (kept for size in reversed(modifiers) for kept in combinations(modifiers, size + 1))
    else:
        subsets = (tuple(modifiers[:end]) for end in range(len(modifiers), 0, -1))
    for kept in subsets:
        stands_alone = words[kept[0]] not in STOP_WORDS and words[kept[-1] + 1] not in _POSSESSIVE
        if stands_alone and not splits_name(kept, phrase.name_words):
            yield kept


def runs(words: Sequence[str], kept: Sequence[int]) -> list[tuple[str, ...]]:
    """The kept words, those together that still stand together."""
    ends = [place for place in kept if place + 1 not in kept]
    starts = [place for place in kept if place - 1 not in kept]
    return [tuple(words[start : end + 1]) for start, end in zip(starts, ends, strict=True)]
