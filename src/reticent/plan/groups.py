"""The smallest groups that say it all: larger ones around them tell of the same, and are counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations

from reticent.plan.values import Violation

_Key = tuple[str, str, frozenset[str]]


def keep_smallest(violations: Iterable[Violation]) -> list[Violation]:
    """The violations without groups around a smaller one that tells of the same; each counts those around it.

    What has no group stays. Smaller groups come first, otherwise the order is kept.

    >>> from reticent.text import Span
    >>> pair = Violation("m", Span(0, 1), "K", "", group=("a", "b"))
    >>> [(each.group, each.supersets) for each in keep_smallest([pair, replace(pair, group=("a",))])]
    [(('a',), 1)]
    """
    smallest: set[_Key] = set()
    around: Counter[_Key] = Counter()
    left: list[Violation] = []
    for each in sorted(violations, key=lambda violation: len(violation.group)):
        inside = [key for key in _smaller(each) if key in smallest]
        around.update(inside)
        if not inside:
            left.append(each)
            smallest.add(_key(each, each.group))
    return [replace(each, supersets=around[_key(each, each.group)]) if each.group else each for each in left]


def _key(violation: Violation, group: Iterable[str]) -> _Key:
    return violation.model, violation.about, frozenset(group)


def _smaller(violation: Violation) -> Iterator[_Key]:
    """The keys of all groups inside a group."""
    for size in range(1, len(violation.group)):
        for part in combinations(violation.group, size):
            yield _key(violation, part)
