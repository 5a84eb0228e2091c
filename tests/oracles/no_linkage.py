"""No linkage from its definition: runs and sets of plain words, looked for in plain texts one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

Text = Sequence[str]


def holds(text: Text, run: Sequence[str]) -> bool:
    """Whether a run stands in a text."""
    return any(list(text[at : at + len(run)]) == list(run) for at in range(len(text) - len(run) + 1))


def count(texts: Sequence[Text], run: Sequence[str]) -> int:
    """How many texts hold a run."""
    return sum(holds(text, run) for text in texts)


def linking_runs(texts: Sequence[Text], stretch: Text, k: int, longest: int) -> set[tuple[int, int]]:
    """Every run of a stretch that fewer than k texts hold, by its first word and the one after its last; of any length for 0."""
    return {
        (first, end)
        for first in range(len(stretch))
        for end in range(first + 1, min(len(stretch), first + (longest or len(stretch))) + 1)
        if count(texts, stretch[first:end]) < k
    }


def linking_sets(
    texts: Sequence[Text], stretches: Sequence[Text], k: int, rare: int, together: int
) -> set[frozenset[str]]:
    """Every set of two to `together` words, each in at least k and fewer than `rare` texts, that fewer than k hold together."""
    words = {word for stretch in stretches for word in stretch if k <= count(texts, [word]) < rare}
    sets = chain.from_iterable(combinations(sorted(words), size) for size in range(2, together + 1))
    return {each for each in map(frozenset, sets) if sum(each <= set(text) for text in texts) < k}


def fewest_changes(texts: Sequence[Text], stretch: Text, k: int, longest: int) -> int:
    """The fewest words of a stretch without which no run of it links, by trying all."""
    runs = linking_runs(texts, stretch, k, longest)
    for size in range(len(stretch) + 1):
        for taken in combinations(range(len(stretch)), size):
            if all(any(first <= word < end for word in taken) for first, end in runs):
                return size
    return len(stretch)
