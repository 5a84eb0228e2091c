"""Why a term goes: whom its deletion shields, and what keeping it would cost."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from reticent.models.k_safety.crowd import Crowd


@dataclass(frozen=True, slots=True)
class Shield:
    """The protected entity that a deletion shields most, and how many other entities fit what the text tells of it.

    `before` counts those that fit the whole document, `after` those that fit what is kept, and `if_kept` those that
    would fit what is kept and this term. All of them are about `entity`, a number of the database.
    """

    term: str = field(repr=False)
    entity: int
    before: int
    after: int
    if_kept: int

    def sentence(self, k: int) -> str:
        """The same for the reader of a plan; no term and no entity is named."""
        return (
            f"what is left of a protected entity fits {self.after} others and with this term {_fits(self.if_kept)}"
            f" (K = {k}); the whole text {_fits(self.before)}"
        )


def shields(
    crowd: Crowd, protected: Collection[int], kept: Collection[str], deleted: Collection[str]
) -> dict[str, Shield]:
    """For every deleted term that a protected entity knows, the entity that would be worst off with it."""
    alike: dict[int, int] = {}
    for entity in sorted(set(protected) & crowd.known.keys(), reverse=True):
        alike[crowd.known[entity]] = entity
    stays = crowd.bits(set(kept))
    found = {}
    for term in deleted:
        bit = crowd.bits({term})
        knowing = [known for known in alike if known & bit]
        if bit and knowing:
            counted = {told: crowd.companions(told) for told in {known & (stays | bit) for known in knowing}}
            worst = min(
                knowing, key=lambda known: (counted[known & (stays | bit)], -known.bit_count(), alike[known])
            )
            found[term] = Shield(
                term,
                alike[worst],
                before=crowd.companions(worst),
                after=crowd.companions(worst & stays),
                if_kept=counted[worst & (stays | bit)],
            )
    return found


def _fits(others: int) -> str:
    return str(others) if others else "none"
