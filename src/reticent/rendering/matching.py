"""Which pieces of two texts are the same ones: in order in both, and in time that grows with the texts.

`difflib` compares every piece with all equal ones, which is quadratic where a text says the same line a thousand times. Such
stretches are divided first: at their ends, and at pieces that stand once in both.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

Pair = tuple[int, int]
"""The numbers of a piece in the one text and in the other."""

_MOST_EQUAL = 20_000
"""Pairs of equal pieces up to which every one is compared."""

_LOOK_AHEAD = 200


def match_pieces(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """Pairs of equal pieces, rising in both."""
    found: list[Pair] = []
    todo = [(0, len(old), 0, len(new))]
    while todo:
        start, end, first, last = todo.pop()
        while start < end and first < last and old[start] == new[first]:
            found.append((start, first))
            start, first = start + 1, first + 1
        while start < end and first < last and old[end - 1] == new[last - 1]:
            end, last = end - 1, last - 1
            found.append((end, last))
        some, others = old[start:end], new[first:last]
        if _count_equal(some, others) <= _MOST_EQUAL:
            found += [(start + at, first + other) for at, other in _compare_all(some, others)]
        elif anchors := _find_anchors(some, others):
            bounds = [(-1, -1), *anchors, (len(some), len(others))]
            found += [(start + at, first + other) for at, other in anchors]
            todo += [
                (start + a + 1, start + b, first + c + 1, first + d)
                for (a, c), (b, d) in itertools.pairwise(bounds)
            ]
        else:
            found += [(start + at, first + other) for at, other in _walk(some, others)]
    return sorted(found)


def _count_equal(old: Sequence[str], new: Sequence[str]) -> int:
    counts = Counter(new)
    return sum(number * counts[piece] for piece, number in Counter(old).items())


def _compare_all(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    for at, other, size in SequenceMatcher(None, old, new, autojunk=False).get_matching_blocks():
        yield from ((at + step, other + step) for step in range(size))


def _find_anchors(old: Sequence[str], new: Sequence[str]) -> list[Pair]:
    """The most pieces that stand once in both texts and in the same order, as patience sorting finds them."""
    once, places = Counter(old), {piece: at for at, piece in enumerate(new)}
    counts = Counter(new)
    pairs = [(at, places[piece]) for at, piece in enumerate(old) if once[piece] == 1 and counts[piece] == 1]
    tops: list[int] = []
    before: list[int | None] = []
    ends: list[int] = []
    for number, (_, other) in enumerate(pairs):
        pile = bisect_left(tops, other)
        before.append(ends[pile - 1] if pile else None)
        tops[pile : pile + 1], ends[pile : pile + 1] = [other], [number]
    chain: list[Pair] = []
    at = ends[-1] if ends else None
    while at is not None:
        chain.append(pairs[at])
        at = before[at]
    return chain[::-1]


def _walk(old: Sequence[str], new: Sequence[str]) -> Iterator[Pair]:
    """Pieces that are equal one by one, where both have as many; else those that the side with more can skip to."""
    if len(old) == len(new):
        yield from ((at, at) for at, piece in enumerate(old) if piece == new[at])
        return
    longer, shorter = (old, new) if len(old) > len(new) else (new, old)
    spare, at = len(longer) - len(shorter), 0
    for other, piece in enumerate(shorter):
        ahead = range(min(spare, _LOOK_AHEAD) + 1)
        skip = next((step for step in ahead if longer[at + step] == piece), None)
        if skip is None:
            at += 1
            continue
        at, spare = at + skip, spare - skip
        yield (at, other) if longer is old else (other, at)
        at += 1
