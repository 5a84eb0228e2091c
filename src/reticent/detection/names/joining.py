"""Names of one text that were found in two readings of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from reticent.detection.settling import settle
from reticent.text import Mention


def join_readings(first: Sequence[Mention], second: Sequence[Mention]) -> list[Mention]:
    """All mentions of both, disjoint and in order; who is mentioned at the same place in both has the number of the first."""
    ordered = sorted(first, key=lambda each: each.span)
    ends = [each.span.end for each in ordered]
    numbers: dict[int | None, int | None] = {None: None}
    for mention in second:
        for other in ordered[bisect_right(ends, mention.span.start) :]:
            if not other.span.overlaps(mention.span):
                break
            if other.kind == mention.kind:
                numbers.setdefault(mention.entity, other.entity)
    fresh = count(1 + max((each.entity for each in first if each.entity is not None), default=-1))
    for mention in second:
        if mention.entity not in numbers:
            numbers[mention.entity] = next(fresh)
    return settle([*first, *(replace(each, entity=numbers[each.entity]) for each in second)])
