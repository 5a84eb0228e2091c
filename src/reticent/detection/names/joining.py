"""Names of one text that were found in two readings of it."""

from __future__ import annotations

from collections.abc import Sequence

from reticent.detection.settling import agree_on_entities, settle
from reticent.text import Mention


def join_readings(first: Sequence[Mention], second: Sequence[Mention]) -> list[Mention]:
    """All mentions of both, disjoint and in order; who is mentioned at the same place in both has the number of the first."""
    return settle([*first, *agree_on_entities(first, second)])
