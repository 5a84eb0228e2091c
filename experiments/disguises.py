"""How often the default policy leaves a name in disguise, and a lone surname in the contexts of letters, code and logs.

Run as `python -m experiments.disguises [--quick] [--json FILE]`. The matrix is that of the tests: names of many origins, among
them surnames that are words. The detectors were chosen by the names at even places of its list, so that those at odd places
say more; disguises and contexts are the same for both halves. To compare with older rules, run it again with another checkout's `src` first on PYTHONPATH. It prints the names of
disguises and contexts only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tests.unit.detection.names.disguises import Case, disguised, is_left, lone

from experiments.harness import run
from experiments.needs import Needs

NEEDS = Needs()
_MATRICES: Mapping[str, Callable[..., Iterator[Case]]] = {
    "names in disguise": disguised,
    "lone surnames": lone,
}
_HALVES = {"chosen by": slice(0, None, 2), "not chosen by": slice(1, None, 2)}
_QUICK = 4
"""One in so many cases is read in a quick run."""


def measure(quick: bool) -> dict[str, Any]:
    """For each matrix and half of the names the number of cases, of those left, and which disguises left them."""
    return {
        name: {half: _count(cases(people, _QUICK if quick else 1)) for half, people in _HALVES.items()}
        for name, cases in _MATRICES.items()
    }


def _count(cases: Iterator[Case]) -> dict[str, Any]:
    read = list(cases)
    left = Counter(case.layout for case in read if is_left(case))
    return {"cases": len(read), "left": left.total(), "left_by_layout": dict(left.most_common())}


def show(figures: Mapping[str, Any]) -> None:
    """A line for each matrix and half, and one for each disguise or context that leaves names of the second half."""
    for name, halves in figures.items():
        for half, counts in halves.items():
            print(f"{name}, {half}: {counts['left']} of {counts['cases']} left")
        for layout, number in counts["left_by_layout"].items():
            print(f"  {number:4} {layout}")


if __name__ == "__main__":
    run("disguises", NEEDS, measure, show)
