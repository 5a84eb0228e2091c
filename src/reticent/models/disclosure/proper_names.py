"""Proper names: compared as they are written, and never taken apart."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.languages.en.stop_words import STOP_WORDS
from reticent.models.disclosure.phrases import Phrase
from reticent.text import Document, Span
from reticent.text.terms import Term
from reticent.text.tokens import tokenize


def divide_by_name(term: Term, document: Document) -> Iterator[tuple[str, list[Span]]]:
    """The places of a term, those where it is a proper name apart: how it is written there, and nothing for the others."""
    named, small = [], list(term.spans)
    if term.name:
        named = [span for span in term.spans if not span.of(document.text).islower()]
        small = [span for span in term.spans if span.of(document.text).islower()]
    yield from ((name, spans) for name, spans in ((term.written, named), ("", small)) if spans)


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


def with_full_names(phrases: Sequence[Phrase]) -> list[Phrase]:
    """The phrases, a name with the units of the full names that it is a part of: who reads "Jobs" knows Steve Jobs."""
    index = NameIndex.of((phrase.name, phrase.form) for phrase in phrases if phrase.name)
    units = {phrase.form: phrase.units for phrase in phrases if phrase.name}
    return [
        replace(phrase, units=phrase.units.union(*(units[form] for form in index.meant_by(phrase.name))))
        if phrase.name
        else phrase
        for phrase in phrases
    ]


def splits_name(kept: Iterable[int], names: Collection[int]) -> bool:
    """Whether words that are kept leave a part of a name behind, as "Bill" of "Bill Gates"; all by their numbers."""
    stay = frozenset(kept)
    return any((number in stay) != (number + 1 in stay) for number in names if number + 1 in names)
