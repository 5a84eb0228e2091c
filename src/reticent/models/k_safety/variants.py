"""Words as people write them: derived forms and misspellings of the words of a database's terms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from reticent.detection.names.word_classes import word_classes

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase

DERIVED, MISSPELT = "a derived form", "a misspelling"

SHORTEST_DERIVED = 5
SHORTEST_MISSPELT = 8
"""Letters of a term's word: with fewer, an edit leads to another word too often."""

_SHORTEST_STEM = 4

_ENDINGS = {
    "": ("al", "ous", "ish", "ated"),
    "a": ("al", "ic", "atic", "atous"),
    "ia": ("ic", "ial", "iac"),
    "es": ("ic",),
    "is": ("ic", "itic"),
    "sis": ("tic", "us", "sed"),
    "y": ("ic",),
    "sy": ("tic",),
    "ion": ("ive", "ed"),
    "ism": ("ic",),
    "e": ("al", "ic"),
    "us": ("al",),
}
"""Endings of nouns with those of the words that are derived from them: "epilepsy" and "epileptic"."""

_DOUBLED = re.compile(r"([a-z])\1")
_DIPHTHONG = re.compile(r"[ao]e")


@dataclass(frozen=True, slots=True)
class Variants:
    """The words of a database's terms by their derived forms, and by what is left of them without one letter."""

    words: frozenset[str] = field(repr=False)
    derived: Mapping[str, str] = field(repr=False)
    misspelt: Mapping[str, tuple[str, ...]] = field(repr=False)

    def find(self, word: str) -> tuple[str, str] | None:
        """The word of a term that this one stands for, and how, unless it is one itself."""
        if word in self.words or not (word.isalpha() and word.islower()):
            return None
        if word in self.derived:
            return self.derived[word], DERIVED
        if len(word) < SHORTEST_MISSPELT - 1 or word_classes().of(word).frequency:
            return None
        bare = _strip(word)
        keys = [bare, *_shorten(bare)]
        near = (
            known for key in keys for known in self.misspelt.get(key, ()) if _is_near(bare, _strip(known))
        )
        found = min(near, default=None)
        return (found, MISSPELT) if found else None


_known: WeakKeyDictionary[EntityDatabase, Variants] = WeakKeyDictionary()


def variants_of(database: EntityDatabase) -> Variants:
    """The variants of all words of a database, worked out once."""
    if database not in _known:
        _known[database] = make_variants(word for term in database.terms() for word in term.split())
    return _known[database]


def make_variants(words: Iterable[str]) -> Variants:
    """The variants of these words.

    >>> variants = make_variants(["gonorrhoea", "epilepsy"])
    >>> [variants.find(word) for word in ("gonorrhoeal", "epileptic", "gonnorhea", "gonorrhoea")]
    [('gonorrhoea', 'a derived form'), ('epilepsy', 'a derived form'), ('gonorrhoea', 'a misspelling'), None]
    """
    plain = sorted({word for word in words if word.isalpha() and word.islower()})
    derived: dict[str, str] = {}
    misspelt: dict[str, list[str]] = {}
    for word in plain:
        if len(word) >= SHORTEST_DERIVED:
            for form in _derive(word):
                derived.setdefault(form, word)
        if len(word) >= SHORTEST_MISSPELT:
            bare = _strip(word)
            for key in {bare, *_shorten(bare)}:
                misspelt.setdefault(key, []).append(word)
    return Variants(frozenset(plain), derived, {key: tuple(found) for key, found in misspelt.items()})


def _derive(word: str) -> Iterator[str]:
    for ending, others in _ENDINGS.items():
        stem = word[: len(word) - len(ending)]
        if word.endswith(ending) and len(stem) >= _SHORTEST_STEM:
            yield from (stem + other for other in others)


def _strip(word: str) -> str:
    """The word with doubled letters written once and "ae" and "oe" as "e": mistakes and spellings that don't count."""
    return _DIPHTHONG.sub("e", _DOUBLED.sub(r"\1", word))


def _shorten(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1 :] for at in range(len(word)))


def _is_near(one: str, other: str) -> bool:
    """Whether one edit leads from one word to the other: a letter more, less or another, or two that changed places."""
    if one == other:
        return True
    start = next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    a, b = one[start:], other[start:]
    swapped = len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0] and a[2:] == b[2:]
    return a[1:] == b or a == b[1:] or a[1:] == b[1:] or swapped
