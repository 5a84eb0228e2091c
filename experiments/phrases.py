"""Where words and phrases stand in a text."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from reticent.text import Span

_WORD = re.compile(r"[^\W_]+")
_SIGN = re.compile(r"[#+&%]")
_LONGEST_ACRONYM = 6
_SHORTEST_PLURAL = 5


def stands_in(words: str, text: str) -> bool:
    """Whether words stand in a text as they are written, and not inside others.

    >>> stands_in("lead box", "in a lead box."), stands_in("lead", "leading"), stands_in("lead box", "a [REMOVED] box")
    (True, False, False)
    """
    return re.search(in_words(words), text) is not None


def in_words(words: str) -> str:
    """What finds words as they are written."""
    return rf"(?<!\w){re.escape(words)}(?!\w)"


@dataclass(frozen=True, slots=True)
class Naming:
    """A place with a phrase that belongs to a condition, or to several."""

    span: Span
    phrase: tuple[str, ...]
    conditions: frozenset[str]


class PhraseFinder:
    """Finds the phrases of many conditions in one pass, the longest at each place.

    Phrases of up to six letters with two capitals are acronyms and found as they are written; others in any case, in
    British and American spelling, and in the plural with "s".
    """

    def __init__(self, phrases: Iterable[tuple[str, str]]) -> None:
        table: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for phrase, condition in phrases:
            table[_key(phrase)].add(condition)
        self._table = {key: frozenset(names) for key, names in table.items() if key}
        sizes: dict[str, set[int]] = defaultdict(set)
        for key in self._table:
            sizes[key[0]].add(len(key))
        self._sizes = {first: sorted(found, reverse=True) for first, found in sizes.items()}

    def find(self, text: str) -> list[Naming]:
        """The places in order, disjoint."""
        return list(self._find(text))

    def conditions(self, text: str) -> set[str]:
        """The conditions that a text has a phrase of."""
        return {name for naming in self._find(text) for name in naming.conditions}

    def _find(self, text: str) -> Iterator[Naming]:
        words = list(_WORD.finditer(text))
        written = [word[0] for word in words]
        folded = [_fold(word) for word in written]
        place = 0
        while place < len(words):
            key = self._longest_at(written, folded, place)
            if key:
                names = self._table[key] | self._table.get(
                    tuple(folded[place : place + len(key)]), frozenset()
                )
                yield Naming(Span(words[place].start(), words[place + len(key) - 1].end()), key, names)
            place += max(1, len(key))

    def _longest_at(self, written: Sequence[str], folded: Sequence[str], place: int) -> tuple[str, ...]:
        keys = [
            tuple(words[place : place + size])
            for words in (written, folded)
            for size in self._sizes.get(words[place], ())
        ]
        return max((key for key in keys if key in self._table), key=len, default=())


def _key(phrase: str) -> tuple[str, ...]:
    if _SIGN.search(phrase):
        return ()  # without its sign "hip #", a broken hip, is every hip
    words = _WORD.findall(phrase)
    return tuple(words if is_acronym(phrase) else map(_fold, words))


def is_acronym(name: str) -> bool:
    """Whether a name is found as it is written only."""
    return len(name) <= _LONGEST_ACRONYM and sum(map(str.isupper, name)) > 1


def _fold(word: str) -> str:
    word = word.casefold().replace("ae", "e").replace("oe", "e").replace("our", "or")
    return word[:-1] if len(word) >= _SHORTEST_PLURAL and word.endswith("s") and word[-2] != "s" else word
