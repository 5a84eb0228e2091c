"""The conditions that a reader may guess: their names and hints, and where a text names one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from experiments.harness import data
from experiments.needs import Needs
from experiments.phrases import PhraseFinder
from reticent.attackers import Candidate

HINTS = "entities/clinical-hints.jsonl"
NEEDS = Needs(data=(HINTS,))

STRONG = 2
_SHARED = 0.25
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
