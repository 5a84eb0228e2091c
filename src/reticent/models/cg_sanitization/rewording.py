"""What a phrase can become under (C, g(C))-sanitization, besides its more general names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from reticent.languages import ENGLISH
from reticent.languages.en.stop_words import STOP_WORDS
from reticent.models.cg_sanitization.entities import Entity
from reticent.models.disclosure.generalizations import ALL_WAYS
from reticent.models.disclosure.phrases import Phrase
from reticent.models.disclosure.positions import fits
from reticent.models.disclosure.proper_names import splits_name

_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
_APART = re.compile(r" (['’]s?)(?!\w)| ([-/]) ")


def rename_entities(phrase: Phrase, entities: Sequence[Entity]) -> Iterator[str]:
    """The phrase with g(c) where it names c: "HIV test" as "virus test"; none where g(c) can't stand there.

    Where c is what the phrase speaks of, its modifiers go: no disease is dry as "dry AMD" is.
    """
    for entity in entities:
        for name in sorted(entity.terms, key=len, reverse=True):
            if not entity.general or f" {name} " not in f" {phrase.form} ":
                continue
            before, _, after = f" {phrase.form} ".partition(f" {name} ")
            if not _takes_general(phrase, name, entity.general, is_head=not after.strip()):
                break
            modifiers = before.split() if after.strip() else []
            renamed = " ".join([*modifiers, entity.general, *after.split()])
            yield _APART.sub(r"\1\2", renamed)
            break


def _takes_general(phrase: Phrase, name: str, general: str, *, is_head: bool) -> bool:
    """Whether another noun can stand for a name in a phrase: not in a longer proper name, and where a noun can stand."""
    own = name.split(" ")
    proper = [word for word in phrase.words if _is_proper(phrase.capitals.get(word, ""))]
    named = any(word in own for word in proper)
    if not is_head and " " in general:
        return False  # "chemical element metal"
    in_name = named and (not is_head or any(word not in own for word in proper))
    lost = [word for word in phrase.words if word not in own] if is_head else []
    if in_name or ENGLISH.positions.essential.intersection(lost):
        return False
    return fits(phrase, alone=is_head, joined=" " not in general)


def _is_proper(written: str) -> bool:
    return written[:1].isupper() and not written.isupper()


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
