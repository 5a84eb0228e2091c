"""How much groups of terms disclose of an entity, by the counts of the declared attacker's corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import ceil, log2
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from reticent.knowledge import Corpus, Groups
from reticent.models.cg_sanitization.entities import Entity
from reticent.models.disclosure.counts import count_groups
from reticent.models.disclosure.unseen import UnseenWords

Evidence = Literal["counted", "confident", "strict"]
"""What is taken for the joint count of a group and an entity: the count itself, or its lower or upper bound."""

CONFIDENCE = {1: 0.95, 2: 0.999999, 3: 0.99999999}
"""How sure a group of each size must be: a text of 300 terms has 45,000 pairs, and chance must not condemn them."""

_QUANTILES = {size: NormalDist().inv_cdf(confidence) for size, confidence in CONFIDENCE.items()}


@dataclass(frozen=True, slots=True)
class Attacker:
    """What the attacker is taken to know, and what counts as evidence for him.

    A group of two terms or more that fewer than `min_support` documents hold with the entity is no evidence.
    """

    corpus: Corpus
    entities: tuple[Entity, ...]
    min_support: int
    evidence: Evidence
    unseen: UnseenWords


@dataclass(frozen=True, slots=True)
class Disclosure:
    """A group of terms that discloses too much of an entity, with the counts behind it.

    `together` documents hold the group and the entity, `alone` the group, entity or not. A term that the corpus has
    never seen has no entity.
    """

    group: tuple[str, ...] = field(repr=False)
    entity: Entity | None
    together: int = 0
    alone: int = 0
    bits: float = 0.0


def disclosures(attacker: Attacker, units: Sequence[str], *, max_group: int) -> list[Disclosure]:
    """Every group of up to `max_group` units that breaks Definition 3, small groups first.

    The name of an entity is a disclosure by itself, whatever the counts.
    """
    found = _unseen(attacker, units)
    for within, together in groupby(attacker.entities, key=lambda entity: entity.counted.within):
        entities = list(together)
        supports = [
            min(least_support(attacker, entity, size) for entity in entities)
            for size in range(1, max_group + 1)
        ]
        conjunctions = [entity.counted.entity for entity in entities]
        sizes = count_groups(attacker.corpus, conjunctions, units, supports=supports, within=within)
        for entity, groups in zip(entities, sizes, strict=True):
            found += _of_entity(attacker, entity, units, groups)
    return sorted(found, key=lambda each: len(each.group))


def least_support(attacker: Attacker, entity: Entity, size: int) -> int:
    """The fewest documents with a group and the entity that can make the group risky: below, no bound reaches."""
    least = 1 if size == 1 else min(attacker.min_support, entity.documents)
    if attacker.evidence != "confident":
        return least
    # Wilson's lower bound of n out of n is n / (n + z²): it has to exceed the share that g(c) allows.
    share = entity.documents / entity.general_documents if entity.general else 0.5
    allowed = min(share, 0.5)
    return max(least, ceil(_QUANTILES[size] ** 2 * allowed / (1 - allowed) - 1e-9))


def _of_entity(
    attacker: Attacker, entity: Entity, units: Sequence[str], sizes: Sequence[Groups]
) -> list[Disclosure]:
    found = [each for groups in sizes for each in risky_groups(attacker, entity, units, groups)]
    alone, names = {each.group for each in found}, entity.terms | entity.telling
    named = [unit for unit in units if unit in names and (unit,) not in alone]
    return found + [Disclosure((unit,), entity, bits=entity.bits) for unit in named]


def risky_groups(
    attacker: Attacker, entity: Entity, units: Sequence[str], groups: Groups
) -> list[Disclosure]:
    """The groups with PMI(c; T) > IC(g(c)), and with or without g(c) those that reach IC(c)."""
    size = groups.members.shape[1]
    joint = bound_counts(groups.together, groups.alone, attacker.evidence, size=size)
    # Definition 1: the group occurs with c only; of a bound, at least that it does so more often than not.
    risky = (groups.together >= groups.alone) & (2 * joint >= groups.alone)
    if entity.general is not None:  # PMI > IC(g(c)) without logarithms, so that equal is equal
        risky |= joint * entity.general_documents > groups.alone * float(entity.documents)
    if size > 1:
        risky &= groups.together >= min(attacker.min_support, entity.documents)
    rows = np.flatnonzero(risky)
    shown = zip(
        groups.members[rows].tolist(),
        groups.together[rows].tolist(),
        groups.alone[rows].tolist(),
        joint[rows].tolist(),
        strict=True,
    )
    return [
        Disclosure(
            tuple(units[member] for member in members),
            entity,
            together,
            alone,
            log2(likely * entity.corpus_documents / (alone * entity.documents)),
        )
        for members, together, alone, likely in shown
    ]


def bound_counts(
    together: NDArray[np.int64], alone: NDArray[np.int64], evidence: Evidence, *, size: int = 1
) -> NDArray[np.float64]:
    """The joint counts of groups of a size, or the bounds that Wilson's interval for their share of `alone` gives."""
    joint = together.astype(np.float64)
    if evidence == "counted":
        return joint
    share, square = joint / alone, _QUANTILES[size] ** 2 / alone
    middle = share + square / 2
    margin = np.sqrt(share * (1 - share) * square + square**2 / 4)
    bound = (middle - margin if evidence == "confident" else middle + margin) / (1 + square)
    return bound * alone


def _unseen(attacker: Attacker, units: Sequence[str]) -> list[Disclosure]:
    """The units that the corpus has never seen, where these are to be removed."""
    return [Disclosure((unit,), None) for unit in attacker.unseen.removed(units)]
