"""The conditions that a reader may guess: their names and hints, and where a text names one."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from experiments.harness import data
from experiments.needs import Needs
from reticent.attackers import Candidate
from reticent.text import Span

HINTS = "entities/clinical-hints.jsonl"
NEEDS = Needs(data=(HINTS,))

_WORD = re.compile(r"[^\W_]+")
_SIGN = re.compile(r"[#+&%]")
STRONG = 2
_SHARED = 0.25
_LONGEST_ACRONYM = 6
_SHORTEST_PLURAL = 5
_NO_ILLNESS = frozenset("ORWXYZ")
"""The first letters of ICD-10 codes of pregnancy, of symptoms without a cause, and of circumstances."""


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition, all that it is called by, its ICD-10 codes, and what points to it, each with a strength from 1 to 3."""

    name: str
    names: tuple[str, ...]
    codes: tuple[str, ...] = ()
    hints: Mapping[str, int] = field(default_factory=dict, repr=False)

    @property
    def candidate(self) -> Candidate:
        """What attackers rank."""
        return Candidate(self.name, self.names)

    @property
    def is_illness(self) -> bool:
        """Whether its first code is that of an illness or an injury."""
        return bool(self.codes) and self.codes[0][:1] not in _NO_ILLNESS


def read_conditions() -> list[Condition]:
    """The conditions of the list of hints, each thing once."""
    lines = data(HINTS).read_text(encoding="utf-8").splitlines()
    return merge_conditions([_as_condition(json.loads(line)) for line in lines])


def merge_conditions(conditions: Sequence[Condition]) -> list[Condition]:
    """One condition for several entries of the list that are one thing, in the order of the first.

    Two are one when either's own name is a name of the other and they share a quarter of the smaller's names:
    "gonorrhea" and "gonorrhoea", "sinusitis" and "acute sinusitis".
    """
    groups: list[list[Condition]] = []
    for condition in conditions:
        alike = [group for group in groups if any(_is_same(condition, other) for other in group)]
        joined = [other for group in alike for other in group] + [condition]
        groups = [group for group in groups if group not in alike]
        groups.append(joined)
    place = {condition.name: number for number, condition in enumerate(conditions)}
    return sorted((_join(group) for group in groups), key=lambda one: place[one.name])


def _as_condition(row: Mapping[str, object]) -> Condition:
    hints: dict[str, int] = {}
    for pairs in dict(row["hints"]).values():  # type: ignore[call-overload]
        for hint, strength in pairs:
            hints[hint] = max(strength, hints.get(hint, 0))
    name, others, codes = str(row["condition"]), row["names"], row["icd10"]
    return Condition(name, tuple(dict.fromkeys([name, *others])), tuple(codes), hints)  # type: ignore[misc,arg-type]


def _is_same(one: Condition, other: Condition) -> bool:
    first, second = ({name.casefold() for name in each.names} for each in (one, other))
    named = one.name.casefold() in second or other.name.casefold() in first
    return named and len(first & second) >= _SHARED * min(len(first), len(second))


def _join(group: Sequence[Condition]) -> Condition:
    hints: dict[str, int] = {}
    for condition in group:
        for hint, strength in condition.hints.items():
            hints[hint] = max(strength, hints.get(hint, 0))
    names = dict.fromkeys(name for condition in group for name in condition.names)
    codes = dict.fromkeys(code for condition in group for code in condition.codes)
    return Condition(group[0].name, tuple(names), tuple(codes), hints)


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


def find_names(conditions: Iterable[Condition]) -> PhraseFinder:
    """What finds the names of conditions."""
    return PhraseFinder((name, condition.name) for condition in conditions for name in condition.names)


def find_strong_hints(conditions: Iterable[Condition]) -> PhraseFinder:
    """What finds the hints that point strongly to a condition, or name it alone."""
    return PhraseFinder(
        (hint, condition.name)
        for condition in conditions
        for hint, strength in condition.hints.items()
        if strength >= STRONG
    )


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
