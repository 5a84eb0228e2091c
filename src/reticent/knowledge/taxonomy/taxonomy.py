"""What is more general than what: the protocol that every taxonomy speaks, and how a term is written and looked up."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Protocol

from reticent.errors import TaxonomyError
from reticent.text.sentences import normal_words


@dataclass(frozen=True, slots=True)
class Concept:
    """One node of one taxonomy: a sense, whatever it is called.

    `id` is unique in its taxonomy and `taxonomy` is that taxonomy's fingerprint; two concepts are equal when both
    agree. `name` is how a reader would call it ("soft drug"), `names` are all its synonyms, `name` first.
    """

    id: str
    name: str = field(compare=False)
    names: tuple[str, ...] = field(compare=False)
    taxonomy: str = field(repr=False)


class Taxonomy(Protocol):
    """Concepts, and which of them are more general; everything else is a function over these five.

    No concept is above itself. Instances count as children: Sacramento is one of a state capital. A concept of
    another taxonomy is a TaxonomyError.
    """

    @property
    def fingerprint(self) -> str:
        """The "sha256:…" of what the taxonomy was made from, so that a promise can name it."""

    def concepts(self, term: str) -> list[Concept]:
        """The senses of a term in any case and number, likeliest first, or none."""

    def parents(self, concept: Concept) -> list[Concept]:
        """What is one step more general."""

    def children(self, concept: Concept) -> list[Concept]:
        """What is one step more specific."""

    def volume(self, concept: Concept) -> int:
        """The number of distinct leaves at or below the concept: 1 for a leaf, never less than a child's."""


def readable(name: str) -> str:
    """The name as a reader writes it: no underscores, straight apostrophes, plain hyphens, single spaces.

    >>> readable("liver_cancer")
    'liver cancer'
    """
    return " ".join(name.translate(_PLAIN).split())


_PLAIN = str.maketrans("_’\u2010\u2011", " '--")


def fold_case(name: str) -> str:
    """What every way to capitalize a readable name shares."""
    return name.casefold()


def normal(name: str) -> str:
    """The normal form of a readable name, as terms have it: singular words, acronyms in capitals.

    >>> normal("Heads of state")
    'head of state'
    """
    return " ".join(normal_words(name))


def keys(name: str) -> list[str]:
    """Under what an index of names has to keep a name, so that `senses` finds it: as written, and normal."""
    written = readable(name)
    return [key for key in dict.fromkeys([fold_case(written), fold_case(normal(written))]) if key]


def senses(term: str, find: Callable[[str], Sequence[Concept]]) -> list[Concept]:
    """The concepts that `find` has under a key of the term, likeliest first.

    A name written exactly like the term, or like its normal form, comes before one in another case: "AIDS" is the
    syndrome before anything else and "aids" the noun aid.
    """
    written = readable(term)
    found = [(form, concept) for form in (written, normal(written)) for concept in find(fold_case(form))]
    exact = [concept for form, concept in found if form in concept.names]
    return list(dict.fromkeys(exact + [concept for _, concept in found]))


class _InOrder:
    def __init__(self, members: tuple[Taxonomy, ...]) -> None:
        self._members = members
        self._of = {member.fingerprint: member for member in reversed(members)}
        joined = "\n".join(member.fingerprint for member in members)
        self.fingerprint = "sha256:" + hashlib.sha256(joined.encode()).hexdigest()

    def __repr__(self) -> str:
        return f"in_order({', '.join(map(repr, self._members))})"

    @property
    def members(self) -> tuple[Taxonomy, ...]:
        return self._members

    def concepts(self, term: str) -> list[Concept]:
        return next((found for member in self._members if (found := member.concepts(term))), [])

    def parents(self, concept: Concept) -> list[Concept]:
        return self._member(concept).parents(concept)

    def children(self, concept: Concept) -> list[Concept]:
        return self._member(concept).children(concept)

    def volume(self, concept: Concept) -> int:
        return self._member(concept).volume(concept)

    def _member(self, concept: Concept) -> Taxonomy:
        if concept.taxonomy not in self._of:
            raise TaxonomyError("this concept is of another taxonomy: ask the one that it came from")
        return self._of[concept.taxonomy]


def no_taxonomy() -> Taxonomy:
    """The taxonomy that knows nothing, for a language in which nobody has one.

    >>> no_taxonomy().concepts("virus")
    []
    """
    return _InOrder(())


def in_order(*taxonomies: Taxonomy) -> Taxonomy:
    """One taxonomy out of several: the first that knows a term answers for it.

    Its concepts are those of its members, so they stay apart where members share a name or an id, and what is
    above, below or inside a concept is what its own taxonomy says. The fingerprint covers members and order.
    """
    if not taxonomies:
        raise TaxonomyError("in_order needs at least one taxonomy")
    flat: list[Taxonomy] = []
    for taxonomy in taxonomies:
        flat += taxonomy.members if isinstance(taxonomy, _InOrder) else [taxonomy]
    return _InOrder(tuple(flat))


_ID = re.compile(r"[0-9]{8}-n")
_NONE: Mapping[str, int] = {}


def is_of_wordnet(concept: Concept) -> bool:
    """Whether a concept is one of WordNet's nouns, whose ids are offsets of its files."""
    return _ID.fullmatch(concept.id) is not None


def sense_counts(noun: str) -> Mapping[str, int]:
    """The counts of a noun's senses by their concepts' ids; a sense that was never met has none."""
    row = _rows().get(noun.casefold())
    if row is None:
        return _NONE
    pairs = (each.split(":") for each in row.split())
    return {f"{offset}-n": int(count) for offset, count in pairs}


@cache
def _rows() -> dict[str, str]:
    packed = files("reticent.knowledge.taxonomy").joinpath("data/sense-counts.txt.gz").read_bytes()
    lines = gzip.decompress(packed).decode().splitlines()
    return dict(line.split("\t") for line in lines)
