"""Groups of terms with their counts, as arrays: a document of 300 terms has 45,000 pairs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """All groups of one size that were seen together with an entity, in lexicographic order.

    Row i of `members` holds the indices of group i into the terms asked for, ascending; `together[i]` counts the
    documents with the group and the entity, `alone[i]` those with the group, entity or not.
    """

    members: NDArray[np.int32]
    together: Counts
    alone: Counts

    def __len__(self) -> int:
        return len(self.together)

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], int, int]]:
        """Each group as (members, together, alone), in plain integers."""
        rows = zip(self.members.tolist(), self.together.tolist(), self.alone.tolist(), strict=True)
        return ((tuple(members), together, alone) for members, together, alone in rows)
