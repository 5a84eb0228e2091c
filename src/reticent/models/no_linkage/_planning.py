"""Which words to change so that nothing links any more, at the least cost.

Every linking run is an interval of words of which one has to change. The fewest words are found by taking the right end of
the first interval that none of the words taken so far lies in; where words cost differently, by dynamic programming over the
last word taken. Both are exact and take linear time. For sets of rare words, those that stay are chosen one by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

Interval = tuple[int, int]
"""The first word of a run, and the one after its last."""


def linking_intervals(counts: Sequence[Sequence[int]], k: int) -> list[Interval]:
    """For each word the shortest run that ends with it and stands in fewer than `k` originals, if any does.

    `counts` has a row for each length of runs, in the order in which these begin. Whoever breaks all of these breaks every other.

    >>> linking_intervals([[9, 9, 9], [9, 1]], 2)
    [(1, 3)]
    """
    intervals = []
    for end in range(1, len(counts[0]) + 1 if counts else 1):
        lengths = range(1, min(end, len(counts)) + 1)
        shortest = next((length for length in lengths if counts[length - 1][end - length] < k), None)
        if shortest:
            intervals.append((end - shortest, end))
    return intervals


def intervals_beyond(reach: Sequence[int]) -> list[Interval]:
    """The same for runs of any length, by the first word of the longest run that ends with each word and that enough originals hold.

    >>> intervals_beyond([0, 0, 1])
    [(0, 3)]
    """
    return [(first - 1, end) for end, first in enumerate(reach, 1) if first]


def stab_fewest(intervals: Iterable[Interval]) -> list[int]:
    """The fewest words of which every interval holds one.

    >>> stab_fewest([(0, 3), (2, 5), (4, 6)])
    [2, 5]
    """
    taken: list[int] = []
    for first, end in sorted(intervals, key=lambda each: each[1]):
        if not taken or taken[-1] < first:
            taken.append(end - 1)
    return taken


def stab_cheapest(intervals: Iterable[Interval], costs: Sequence[float]) -> list[int]:
    """The words of the least cost of which every interval holds one.

    >>> stab_cheapest([(0, 3), (2, 5), (4, 6)], [1, 1, 0.9, 1, 0.5, 1])
    [2, 4]
    """
    size = len(costs)
    begun = [-1] * (size + 1)  # the last begin of all intervals that end before a word
    for first, end in intervals:
        begun[end] = max(begun[end], first)
    best: list[float] = []
    before: list[int] = []
    waiting: deque[int] = deque()  # words that may be the last one taken, the cheapest first; -1 for none
    totals = {-1: 0.0}
    waiting.append(-1)
    latest = -1
    for word in range(size + 1):
        latest = max(latest, begun[word])
        while waiting[0] < latest:  # an interval would lie between the two
            waiting.popleft()
        if word == size:
            break
        best.append(totals[waiting[0]] + costs[word])
        before.append(waiting[0])
        totals[word] = best[word]
        while waiting and totals[waiting[-1]] > best[word]:
            waiting.pop()
        waiting.append(word)
    taken = []
    last = waiting[0]
    while last >= 0:
        taken.append(last)
        last = before[last]
    return taken[::-1]


def choose_words_that_stay(
    holders: Mapping[str, frozenset[int]], costs: Mapping[str, float], *, k: int, most: int
) -> frozenset[str]:
    """Rare words of which every set of up to `most` stands together in at least `k` originals, as dear as a greedy search finds.

    It begins once with the words of the originals that hold most of them, and once with those in most originals.
    """
    ranked = sorted(holders, key=lambda form: (-len(holders[form]), -costs[form], form))
    by_original: dict[int, float] = {}
    for form, held in holders.items():
        for original in held:
            by_original[original] = by_original.get(original, 0.0) + costs[form]
    richest = sorted(by_original, key=lambda original: (-by_original[original], original))
    chosen = [_add_words(ranked, holders, k=k, most=most)]
    for others in combinations(richest[: k + 1], k):
        first = [form for form in ranked if holders[form].issuperset(others)]
        chosen.append(_add_words([*first, *ranked], holders, k=k, most=most))
    return max(chosen, key=lambda forms: (sum(costs[form] for form in forms), sorted(forms)))


def _add_words(
    ranked: Sequence[str], holders: Mapping[str, frozenset[int]], *, k: int, most: int
) -> frozenset[str]:
    """The words that can stay, taken in this order."""
    stay: list[str] = []
    pairs: list[frozenset[int]] = []
    for form in dict.fromkeys(ranked):
        own = holders[form]
        with_one = [own & holders[other] for other in stay]
        if any(len(each) < k for each in with_one):
            continue
        if most > 2 and any(len(own & each) < k for each in pairs):
            continue
        stay.append(form)
        pairs += with_one
    return frozenset(stay)
