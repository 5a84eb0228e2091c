"""What still links a release to its original, from the definition alone: it knows nothing of how a plan is made.

A run of unchanged words links where fewer than K originals hold it, and so does a set of up to three rare words that fewer than K
originals hold together. Shorter runs and smaller sets are named first: what is around one that links does so too. A run stands in as
many originals as a longer one that holds it, or more, so that a stretch which K of them hold as a whole has no run that links.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from reticent.knowledge.runs import RunCounts, Word
from reticent.text import Span


@dataclass(frozen=True, slots=True)
class LinkingRun:
    """A shortest run of unchanged words that fewer than K originals hold: its first word, and the one after its last."""

    first: int
    end: int
    span: Span
    originals: int


def find_linking_runs(stretch: Sequence[Word], runs: RunCounts, *, k: int, longest: int) -> list[LinkingRun]:
    """The shortest runs of a stretch that fewer than `k` originals hold, in order; no longer ones than `longest`, if that is given."""
    forms = [word.form for word in stretch]
    if not forms or (not longest and runs.count(forms) >= k):
        return []
    counts = runs.counts(forms, longest or runs.longest)
    linking = {
        (first, first + length)
        for length, row in enumerate(counts, 1)
        for first, originals in enumerate(row)
        if originals < k
    }
    found = [
        (first, end, counts[end - first - 1][first])
        for first, end in sorted(linking)
        if (first, end - 1) not in linking and (first + 1, end) not in linking
    ]
    if not longest:
        found += _find_longer([(first, end) for first, end, _ in found], forms, runs, k)
    return [
        LinkingRun(first, end, stretch[first].span.hull(stretch[end - 1].span), max(1, originals))
        for first, end, originals in sorted(found)
    ]


def _find_longer(
    short: Sequence[tuple[int, int]], forms: Sequence[str], runs: RunCounts, k: int
) -> Iterator[tuple[int, int, int]]:
    """The shortest runs that link of those longer than are counted by themselves: none of `short` lies in them."""
    ends = dict(short)
    bound, before = len(forms) + 1, 0
    bounds = [0] * len(forms)
    for first in reversed(range(len(forms))):
        bound = min(bound, ends.get(first, bound))
        bounds[first] = bound
    for first in range(len(forms) - runs.longest):
        for end in range(max(before, first + runs.longest + 1), bounds[first]):
            before = end
            if (originals := runs.count(forms[first:end])) < k:
                if runs.count(forms[first + 1 : end]) >= k:
                    yield first, end, originals
                break


@dataclass(frozen=True, slots=True)
class LinkingSet:
    """A smallest set of rare words that fewer than K originals hold together."""

    forms: tuple[str, ...]
    originals: int


def find_linking_sets(holders: Mapping[str, frozenset[int]], *, k: int, most: int) -> Iterator[LinkingSet]:
    """The smallest sets of 2 to `most` of these words that fewer than `k` originals hold together, the small ones first."""
    found: set[frozenset[str]] = set()
    for size in range(2, most + 1):
        candidates = combinations(sorted(holders), 2) if size == 2 else _grow(sorted(holders), found)
        for forms in candidates:
            together = frozenset.intersection(*(holders[form] for form in forms))
            if len(together) < k:
                found.add(frozenset(forms))
                yield LinkingSet(forms, max(1, len(together)))


def _grow(forms: Sequence[str], found: set[frozenset[str]]) -> Iterator[tuple[str, ...]]:
    """The sets of three words of which no two link."""
    beside = {
        form: [other for other in forms if other > form and frozenset({form, other}) not in found]
        for form in forms
    }
    for form, others in beside.items():
        for one, two in combinations(others, 2):
            if two in beside[one]:
                yield form, one, two


def find_rare(
    stretches: Sequence[Sequence[Word]], runs: RunCounts, *, k: int, rare: int
) -> dict[str, frozenset[int]]:
    """The words that at least `k` and fewer than `rare` originals hold, with these; what fewer hold links by itself."""
    known = {form: runs.holders(form) for form in {word.form for part in stretches for word in part}}
    return {form: held for form, held in known.items() if held is not None and k <= len(held) < rare}
