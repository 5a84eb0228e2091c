"""What a reader makes of the names that drugs are sold under: the words of their substances, at the same places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reticent.attackers.words import is_read
from reticent.knowledge.corpus.terms import words_of
from reticent.taxonomy import Taxonomy, substance_of
from reticent.text import Span

_REMEMBERED = 1 << 16


@dataclass(frozen=True, slots=True)
class Substances:
    """The substances that a taxonomy has for names of drugs, each looked up once."""

    taxonomy: Taxonomy = field(repr=False)
    _known: dict[str, tuple[str, ...]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __reduce__(self) -> tuple[type[Substances], tuple[Any, ...]]:
        """Travels to other processes without what was looked up."""
        return Substances, (self.taxonomy,)

    def add_to(self, places: Mapping[str, tuple[Span, ...]]) -> Mapping[str, tuple[Span, ...]]:
        """The words with their places, and with the words of the substance wherever another name of it stands."""
        added: dict[str, list[Span]] = {}
        for word, spans in places.items():
            for part in self._words(word):
                added.setdefault(part, []).extend(spans)
        if not added:
            return places
        joined = {part: tuple(sorted({*places.get(part, ()), *spans})) for part, spans in added.items()}
        return {**places, **joined}

    def _words(self, name: str) -> tuple[str, ...]:
        """The words of the substance that a name stands for; none where it stands for none."""
        if name not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            substance = substance_of(self.taxonomy, name)
            self._known[name] = tuple(filter(is_read, words_of(substance))) if substance else ()
        return self._known[name]
