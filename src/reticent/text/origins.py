"""Where the characters of a changed text came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Origins:
    """For each character of a reading, the range of the original that it stands for."""

    starts: NDArray[np.int64]
    ends: NDArray[np.int64]

    def through(self, earlier: Origins | None) -> Origins:
        """These origins, traced back through an earlier reading."""
        if earlier is None:
            return self
        return Origins(earlier.starts[self.starts], earlier.ends[self.ends - 1])


def take_disjoint(changes: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The changes in order, without those that overlap another one that begins earlier or comes first."""
    taken: list[tuple[int, int, str]] = []
    for change in sorted(changes, key=lambda each: each[0]):
        if not taken or change[0] >= taken[-1][1]:
            taken.append(change)
    return taken


def put_in(text: str, shown: Sequence[tuple[int, int, str]]) -> tuple[str, Origins]:
    """The text with each of these places, in order, replaced by what is shown there."""
    import numpy as np

    parts: list[str] = []
    starts, ends = [], []
    position = 0
    for start, end, new in [*shown, (len(text), len(text), "")]:
        plain = np.arange(position, start)
        parts += [text[position:start], new]
        starts += [plain, np.full(len(new), start)]
        ends += [plain + 1, np.full(len(new), end)]
        position = end
    return "".join(parts), Origins(np.concatenate(starts), np.concatenate(ends))


def leave_out(text: str, gaps: Sequence[tuple[int, int]]) -> tuple[str, Origins]:
    """The text without these places."""
    import numpy as np

    kept = np.ones(len(text), dtype=bool)
    parts, position = [], 0
    for start, end in gaps:
        kept[start:end] = False
        parts.append(text[position:start])
        position = end
    starts = np.flatnonzero(kept)
    return "".join([*parts, text[position:]]), Origins(starts, starts + 1)
