"""Proper names: compared as they are written, and never taken apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from reticent.languages.en.stop_words import STOP_WORDS
from reticent.taxonomy import Concept, Taxonomy
from reticent.text.tokens import tokenize


def name_words(name: str) -> frozenset[str]:
    """The words of a name that tell whose it is: in small letters, and never in the singular.

    >>> sorted(name_words("Steve Jobs"))
    ['jobs', 'steve']
    """
    words = (token.text.casefold() for token in tokenize(name))
    return frozenset(
        word for word in words if len(word) > 1 and word not in STOP_WORDS and any(map(str.isalpha, word))
    )


def is_full_name(name: str) -> bool:
    """Whether a name that somebody gave is a proper one of several words, each with a capital of its own."""
    words = [word for word in name.replace("-", " ").split() if word[0].isalpha()]
    return len(words) > 1 and all(word[0].isupper() and not word.isupper() for word in words)


@dataclass(frozen=True, slots=True)
class NameIndex:
    """Full names, by each of their words, with what each stands for."""

    by_word: Mapping[str, Sequence[tuple[frozenset[str], str]]] = field(repr=False)

    @classmethod
    def of(cls, names: Iterable[tuple[str, str]]) -> NameIndex:
        """The index of names, each with what it stands for."""
        by_word: dict[str, list[tuple[frozenset[str], str]]] = {}
        for name, meant in names:
            words = name_words(name)
            for word in words:
                by_word.setdefault(word, []).append((words, meant))
        return cls(by_word)

    def meant_by(self, name: str) -> frozenset[str]:
        """What the full names stand for that a name is all or a part of: "Jobs" is Steve Jobs where that name is known."""
        words = name_words(name)
        known = self.by_word.get(min(words), ()) if words else ()
        return frozenset(meant for whole, meant in known if words <= whole)


def senses_of_name(name: str, taxonomy: Taxonomy) -> list[Concept]:
    """The senses in which a taxonomy has this very name, with a capital: what these are instances of is above them.

    "Gates" is a person there, and no gate. Words in small letters before the name say more of it, but not who it is.
    """
    words = name.split()
    small = next((number for number, word in enumerate(words) if word[0].isupper()), 0)
    proper = " ".join(words[small:])
    return [
        concept
        for concept in taxonomy.concepts(proper)
        if any(each.casefold() == proper.casefold() and each[:1].isupper() for each in concept.names)
    ]


def splits_name(kept: Iterable[int], names: Collection[int]) -> bool:
    """Whether words that are kept leave a part of a name behind, as "Bill" of "Bill Gates"; all by their numbers."""
    stay = frozenset(kept)
    return any((number in stay) != (number + 1 in stay) for number in names if number + 1 in names)
