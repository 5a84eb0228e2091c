"""Which candidates a guess means, whatever words a model puts around their names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.attackers.attacker import Candidate
from reticent.text.folding import strip_accents
from reticent.text.lemmas import lemma

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 60
_SHORT = 4
"""A word of so few letters may be an acronym, which has no singular: AIDS is not an aid."""


@dataclass(frozen=True, slots=True)
class Naming:
    """All names of the candidates by their words, in any case, number and punctuation."""

    by_words: Mapping[tuple[str, ...], str] = field(repr=False)
    longest: int

    @classmethod
    def of(cls, candidates: Iterable[Candidate]) -> Naming:
        """The names of these candidates; one that several share means the first of them."""
        found: dict[tuple[str, ...], str] = {}
        for candidate in candidates:
            for name in (candidate.name, *candidate.names):
                if words := split_words(name):
                    found.setdefault(words, candidate.name)
        return cls(found, max(map(len, found), default=0))

    def find(self, guess: str) -> list[str]:
        """The candidates that a guess names, in the order of its words; the longest name counts, none inside it."""
        words = split_words(guess)[:_MOST_WORDS]
        if (whole := self.by_words.get(words)) is not None:
            return [whole]
        return list(dict.fromkeys(self._find_inside(words)))

    def _find_inside(self, words: Sequence[str]) -> Iterable[str]:
        start = 0
        while start < len(words):
            ends = range(min(len(words), start + self.longest), start, -1)
            end = next((end for end in ends if self._is_name(words[start:end])), None)
            if end is not None:
                yield self.by_words[tuple(words[start:end])]
            start = end or start + 1

    def _is_name(self, words: Sequence[str]) -> bool:
        """Whether words inside a guess are a name; a single letter is one only by itself."""
        return tuple(words) in self.by_words and len("".join(words)) > 1


def split_words(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared: plain letters, small, singular.

    >>> split_words("Crohn's diseases"), split_words("COVID-19")
    (('crohn', 's', 'disease'), ('covid', '19'))
    """
    plain = strip_accents(name).casefold()
    words = _WORD.findall(plain)
    return tuple(lemma(word) if len(word) > _SHORT else word for word in words)
