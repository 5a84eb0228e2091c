"""What a released word can be read as, given the word that stood there: the definition that plans and checks count by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from reticent.languages.en.inflection import plural
from reticent.models.settings import reduce_to_settings
from reticent.models.t_plausibility.domain import WordDomain
from reticent.taxonomy import Concept, Taxonomy, ancestors

_ARTICLE = re.compile(r"^(?:an?|the)\s+")
_POSSESSIVE = re.compile(r"['’]s?$")
_CACHE_LIMIT = 100_000


@dataclass(frozen=True, slots=True)
class Readings:
    """Counts what could stand behind released words; what a word's generalizations are called is worked out once."""

    domain: WordDomain
    _names: dict[str, Mapping[str, list[Concept | None]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _volumes: dict[tuple[str, Concept], int] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Travels to other processes as its settings."""
        return reduce_to_settings(self)

    def plausible(self, form: str, released: str) -> int:
        """How many words could stand behind `released` where `form` stood, in multiples of `domain.one`.

        Definition 2 asks for texts that generalize to the release, the original among them: so only concepts above a
        sense of the original count. A name that several of them share counts as the least of them, and a synonym or
        anything that is no generalization at all as one word.
        """
        if form not in self._names:
            if len(self._names) >= _CACHE_LIMIT:
                self._names.clear()
                self._volumes.clear()
            self._names[form] = _readings(self.domain.taxonomy, form)
        names, one = self._names[form], self.domain.one
        for spelling in _spellings(released):
            if spelling in names:
                return min(
                    one if concept is None else self._volume(form, concept) for concept in names[spelling]
                )
        return one

    def _volume(self, form: str, concept: Concept) -> int:
        if (form, concept) not in self._volumes:
            senses = self.domain.taxonomy.concepts(form)
            self._volumes[form, concept] = self.domain.volume(concept, senses)
        return self._volumes[form, concept]


def _spellings(released: str) -> Iterator[str]:
    """The words as they stand, and without the article and the possessive that rendering may have given them."""
    whole = " ".join(released.casefold().split())
    bare = _POSSESSIVE.sub("", whole)
    yield from dict.fromkeys([whole, bare, _ARTICLE.sub("", whole), _ARTICLE.sub("", bare)])


def _readings(taxonomy: Taxonomy, form: str) -> dict[str, list[Concept | None]]:
    """Every name of a concept above a sense of the word, in both numbers; None stands for the word's own senses."""
    senses = taxonomy.concepts(form)
    above = dict.fromkeys(concept for sense in senses for concept in ancestors(taxonomy, sense))
    readings: dict[str, list[Concept | None]] = {}
    for concept in [*senses, *above]:
        for spelling in {each.casefold() for name in concept.names for each in (name, plural(name))}:
            readings.setdefault(spelling, []).append(None if concept in senses else concept)
    return readings
