"""How much groups of terms disclose of an entity, by the counts of the declared attacker's corpus; and the check of a release.

Whether a group is a suspect depends on its own counts alone, so that the suspects of some units are those of more units
that lie wholly among them; and what a new unit adds are groups with it. `Recall` therefore counts little anew for a text that was
changed at one place. Which suspects are believed depends on all of them.

The check is Definition 3 on a released text: every term and every group of terms in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from math import ceil, comb, log2
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from reticent.executors import TravelsAsSettings
from reticent.knowledge import Corpus, TermGroups
from reticent.knowledge.corpus.terms import Counts
from reticent.models.cg_sanitization._closeness import find_close
from reticent.models.cg_sanitization._entities import SensitiveEntity
from reticent.models.cg_sanitization._reading import Reader
from reticent.models.shared.counts import (
    CHANCE,
    RATE,
    Evidence,
    count_groups,
    describe_counts,
    describe_group,
    describe_share,
    describe_terms,
    find_chances,
    find_level,
)
from reticent.models.shared.phrases import all_units, contexts_by_unit, places_by_unit
from reticent.models.shared.unseen import UnseenWords, places_of_words, violations_of_unseen
from reticent.plan import Release, Violation

NAME, KIND = "cg-sanitization", "REMOVED"

_UPPER = NormalDist().inv_cdf(0.95)  # standard errors: the usual confidence of 0.95, which the promise names
_EQUAL = 1 + 1e-9  # chances that two ways of adding make differ by less

Levels = Mapping[tuple[tuple[str, str | None], int], float]
"""The chance up to which groups of a size are believed to tell of an entity."""


@dataclass(frozen=True, slots=True)
class AttackerKnowledge:
    """What the attacker is taken to know, and what counts as evidence for him.

    A group of two terms or more that fewer than `min_support` documents hold with the entity is no evidence. `closed`, every group
    is judged by itself, however many a text makes, so that what is left out of a text changes no judgement.
    """

    corpus: Corpus
    entities: tuple[SensitiveEntity, ...]
    min_support: int
    evidence: Evidence
    unseen: UnseenWords
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Disclosure:
    """A group of terms that discloses too much of an entity, with the counts behind it; `close` where the cap of times alone says so.

    `together` documents hold the group and the entity, `alone` the group, entity or not. A term that the corpus has
    never seen has no entity. `chance` is how likely such counts are if the group tells no more than is allowed.
    """

    group: tuple[str, ...] = field(repr=False)
    entity: SensitiveEntity | None
    together: int = 0
    alone: int = 0
    bits: float = 0.0
    chance: float = 0.0
    close: bool = False

    @property
    def times(self) -> float:
        """How many times likelier the group makes the entity, by the bound that counts as evidence."""
        return self.share / self.entity.share_without if self.entity and self.entity.share_without else 0.0

    @property
    def share(self) -> float:
        """The share of the group's documents that name the entity, by the bound that counts as evidence."""
        entity = self.entity
        return 2**self.bits * entity.documents / entity.corpus_documents if entity and self.alone else 0.0

    @property
    def breaks_cap(self) -> bool:
        """Whether the group makes the entity likelier than the cap allows, whatever g(c) allows."""
        return self.entity is not None and self.share > self.entity.cap_of(self.group) * _EQUAL

    @property
    def is_told_by_cap(self) -> bool:
        """Whether the cap is broken, and stricter than g(c)."""
        return (
            self.entity is not None
            and self.breaks_cap
            and self.entity.cap_of(self.group) < self.entity.share_by_general
        )


# paper: cg-sanitization, Definition 3; Figure 1
def disclosures(attacker: AttackerKnowledge, units: Sequence[str], *, max_group: int) -> list[Disclosure]:
    """Every group of up to `max_group` units that breaks Definition 3, small groups first.

    The name of an entity is a disclosure by itself, whatever the counts. How sure groups must be depends on how many
    these units make.
    """
    found = suspects(attacker, units, max_group=max_group)
    return believe(attacker, found, find_levels(found, len(units)))


def suspects(attacker: AttackerKnowledge, units: Sequence[str], *, max_group: int) -> list[Disclosure]:
    """The groups that break Definition 3 by their own counts, where many tests might believe them; small ones first."""
    found = [*_never_seen(attacker, units), *_count_suspects(attacker, units, max_group=max_group)]
    return sorted(found, key=lambda each: len(each.group))


def _never_seen(attacker: AttackerKnowledge, units: Sequence[str]) -> list[Disclosure]:
    """The units that go because nothing can be said of them."""
    return [Disclosure((unit,), None) for unit in attacker.unseen.removed(units)]


def _count_suspects(attacker: AttackerKnowledge, units: Sequence[str], *, max_group: int) -> list[Disclosure]:
    """The suspects by their counts alone, small groups first, whatever becomes of words that were never seen."""
    found: list[Disclosure] = []
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


def find_levels(found: Sequence[Disclosure], units: int) -> Levels:
    """How sure groups must be, for each entity and size, given all suspects among so many units."""
    chances: dict[tuple[tuple[str, str | None], int], list[float]] = {}
    for each in found:
        if each.entity is not None and len(each.group) > 1:
            chances.setdefault((each.entity.key, len(each.group)), []).append(each.chance)
    return {(key, size): find_level(some, comb(units, size), RATE) for (key, size), some in chances.items()}


def believe(attacker: AttackerKnowledge, found: Sequence[Disclosure], levels: Levels) -> list[Disclosure]:
    """The suspects that are sure enough: single terms are, and groups up to their level."""
    if attacker.evidence != "confident" or attacker.closed:
        return list(found)
    return [
        each
        for each in found
        if len(each.group) == 1
        or each.entity is None
        or each.chance <= levels.get((each.entity.key, len(each.group)), 0.0) * _EQUAL
    ]


def least_support(attacker: AttackerKnowledge, entity: SensitiveEntity, size: int) -> int:
    """The fewest documents with a group and the entity that can make the group risky: below, no chance is small enough."""
    least = 1 if size == 1 else min(attacker.min_support, entity.documents)
    if attacker.evidence != "confident" or not entity.documents or (size == 1 and entity.is_capped_by_times):
        return least
    # n of n documents have the chance share ** n.
    share = min(_allowed_share(entity, entity.cap_of(())), 0.5)
    return max(least, ceil(log2(CHANCE if size == 1 else RATE) / log2(share) - 1e-9))


def _of_entity(
    attacker: AttackerKnowledge, entity: SensitiveEntity, units: Sequence[str], sizes: Sequence[TermGroups]
) -> list[Disclosure]:
    found = [each for groups in sizes for each in risky_groups(attacker, entity, units, groups)]
    alone, names = {each.group for each in found}, entity.terms | entity.telling
    named = [unit for unit in units if unit in names and (unit,) not in alone]
    return found + [Disclosure((unit,), entity, bits=entity.bits) for unit in named]


def risky_groups(
    attacker: AttackerKnowledge, entity: SensitiveEntity, units: Sequence[str], groups: TermGroups
) -> list[Disclosure]:
    """The groups with PMI(c; T) > IC(g(c)) or p(c | T) > at_most, and with or without g(c) those that reach IC(c); single terms that are close."""
    size = groups.members.shape[1]
    joint = bound_counts(groups.together, groups.alone, attacker.evidence)
    # Definition 1: the group occurs with c only.
    risky = groups.together >= groups.alone
    if entity.general is not None:  # PMI > IC(g(c)) without logarithms, so that equal is equal
        risky |= joint * entity.general_documents > groups.alone * float(entity.documents) * _EQUAL
    caps = _caps(entity, units, groups.members)
    if entity.at_most < 1:  # more of the group's documents name the entity than may
        risky |= joint > groups.alone * caps * _EQUAL
    if size > 1:
        risky &= groups.together >= min(attacker.min_support, entity.documents)
    rows = np.flatnonzero(risky)
    chances = np.zeros(len(rows))
    if attacker.evidence == "confident":
        chances = _find_chances(entity, groups.together[rows], groups.alone[rows], caps[rows])
        sure = chances <= (CHANCE if size == 1 else RATE) * _EQUAL
        rows, chances = rows[sure], chances[sure]
    close = find_close(entity, units, groups, joint, corpus=attacker.corpus)
    close[rows] = False
    added = np.flatnonzero(close)
    rows, chances = np.concatenate([rows, added]), np.concatenate([chances, np.zeros(len(added))])
    columns = (
        groups.members[rows],
        groups.together[rows],
        groups.alone[rows],
        joint[rows],
        chances,
        close[rows],
    )
    shown = zip(*(column.tolist() for column in columns), strict=True)
    return [
        Disclosure(
            tuple(units[member] for member in members),
            entity,
            together,
            alone,
            log2(likely * entity.corpus_documents / (alone * entity.documents)),
            chance,
            is_close,
        )
        for members, together, alone, likely, chance, is_close in shown
    ]


def bound_counts(
    together: NDArray[np.int64], alone: NDArray[np.int64], evidence: Evidence
) -> NDArray[np.float64]:
    """The joint counts, or where it is asked for the upper bound that Wilson's interval for their share gives."""
    joint = together.astype(np.float64)
    if evidence != "strict":
        return joint
    share, square = joint / alone, _UPPER**2 / alone
    middle = share + square / 2
    margin = np.sqrt(share * (1 - share) * square + square**2 / 4)
    return (middle + margin) / (1 + square) * alone


def _caps(entity: SensitiveEntity, units: Sequence[str], members: NDArray[np.int32]) -> NDArray[np.float64]:
    """The share of each group's documents that may name the entity by the cap."""
    caps = np.full(len(members), entity.cap_of(()))
    if entity.at_most < 1 and entity.general_term in units:
        with_general = (members == units.index(entity.general_term)).any(axis=1)
        caps[with_general] = entity.cap_of({entity.general_term})
    return caps


def _find_chances(
    entity: SensitiveEntity,
    together: NDArray[np.int64],
    alone: NDArray[np.int64],
    caps: NDArray[np.float64],
) -> NDArray[np.float64]:
    """How likely counts are by chance if a group tells just what is allowed, or half of the entity where it stands alone.

    Where one of the two definitions is broken, that one's counts.
    """
    whole = np.where(together >= alone, find_chances(together, alone, 0.5), 1.0)
    if entity.general is None and entity.at_most >= 1:
        return whole
    for cap in np.unique(caps).tolist():
        rows = np.flatnonzero(caps == cap)
        by_chance = find_chances(together[rows], alone[rows], _allowed_share(entity, cap))
        whole[rows] = np.minimum(whole[rows], by_chance)
    return whole


def _allowed_share(entity: SensitiveEntity, cap: float) -> float:
    """The share of a group's documents that may name the entity: p(c) / p(g(c)), or the cap where that is less.

    Half of them with neither.
    """
    if entity.general is None and entity.at_most >= 1:
        return 0.5
    return min(entity.share_by_general, cap) if entity.at_most < 1 else entity.share_by_general


_PAIRS = 2  # the largest group for which there is a quicker count
_MOST_ALONE = 1 << 16  # single units that are kept, to bound memory; chosen by hand
_REMEMBERED = 4  # texts of the last rounds of one document; chosen by hand
_MOST_NEW = 24
"""New units up to which what they add is counted by itself: beyond, counting everything is no slower."""


@dataclass(frozen=True, slots=True)
class _Counted:
    """All suspects of up to `max_group` of some units."""

    units: frozenset[str] = field(repr=False)
    max_group: int
    found: Sequence[Disclosure] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Recall(TravelsAsSettings):
    """What an attacker knows, with what was counted last; `suspects` and `disclosures` are the same as without that."""

    attacker: AttackerKnowledge
    _counted: list[_Counted] = field(default_factory=list, init=False, repr=False, compare=False)
    _alone: dict[str, tuple[Disclosure, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def disclosures(self, units: Sequence[str], *, max_group: int) -> list[Disclosure]:
        """Every group of up to `max_group` units, which are in order, that breaks Definition 3."""
        found = self.suspects(units, max_group=max_group)
        return believe(self.attacker, found, find_levels(found, len(units)))

    def with_unseen(self, unseen: UnseenWords) -> Recall:
        """The same for who treats words that were never seen in another way; what was counted serves both."""
        other = Recall(replace(self.attacker, unseen=unseen))
        object.__setattr__(other, "_counted", self._counted)
        object.__setattr__(other, "_alone", self._alone)
        return other

    def suspects(self, units: Sequence[str], *, max_group: int) -> list[Disclosure]:
        """The groups of units, which are in order, that break Definition 3 by their own counts."""
        counted = self._find_alone(units) if max_group == 1 else self._find_groups(units, max_group)
        return [*_never_seen(self.attacker, units), *counted]

    def _find_groups(self, units: Sequence[str], max_group: int) -> list[Disclosure]:
        wanted = frozenset(units)
        near = [each for each in self._counted if each.max_group == max_group]
        nearest = min(near, key=lambda each: len(wanted - each.units), default=None)
        if nearest is None or len(wanted - nearest.units) > _MOST_NEW:
            found = _count_suspects(self.attacker, units, max_group=max_group)
        else:
            found = self._extend(nearest, wanted, units)
        if nearest is None or not wanted <= nearest.units:
            self._counted[:] = [_Counted(wanted, max_group, found), *self._counted[: _REMEMBERED - 1]]
        return found

    def _find_alone(self, units: Sequence[str]) -> list[Disclosure]:
        """The single units that are suspects, each counted once."""
        if len(self._alone) > _MOST_ALONE:
            self._alone.clear()
        new = [unit for unit in units if unit not in self._alone]
        fresh: dict[str, tuple[Disclosure, ...]] = dict.fromkeys(new, ())
        for each in _count_suspects(self.attacker, new, max_group=1) if new else ():
            fresh[each.group[0]] = (*fresh[each.group[0]], each)
        known = {unit: self._alone[unit] for unit in units if unit not in fresh} | fresh
        self._alone.update(fresh)
        return sorted((each for unit in units for each in known[unit]), key=self._order)

    def _extend(self, counted: _Counted, wanted: frozenset[str], units: Sequence[str]) -> list[Disclosure]:
        """What was counted, as far as it speaks of the wanted units, and what new ones add."""
        found = [each for each in counted.found if wanted.issuperset(each.group)]
        new = sorted(wanted - counted.units)
        if not new:
            return found
        added: dict[tuple[tuple[str, str | None] | None, tuple[str, ...]], Disclosure] = {}
        for unit in new:
            for each in self._with_unit(unit, units, counted.max_group):
                added[each.entity.key if each.entity else None, each.group] = each
        return sorted([*found, *added.values()], key=self._order)

    def _with_unit(self, unit: str, units: Sequence[str], max_group: int) -> list[Disclosure]:
        """The suspects that hold a unit."""
        if max_group == _PAIRS:
            alone = _count_suspects(self.attacker, [unit], max_group=1)
            return alone + [
                pair for entity in self.attacker.entities for pair in self._pairs(entity, unit, units)
            ]
        near = {unit}
        for entity in self.attacker.entities if max_group > 1 else ():
            support = min(least_support(self.attacker, entity, size) for size in range(2, max_group + 1))
            near.update(self._companions(entity, unit, units, support)[0])
        found = _count_suspects(self.attacker, sorted(near), max_group=max_group)
        return [each for each in found if unit in each.group]

    def _pairs(self, entity: SensitiveEntity, unit: str, units: Sequence[str]) -> list[Disclosure]:
        """The suspected pairs of a unit and another one."""
        support = least_support(self.attacker, entity, 2)
        near, together = self._companions(entity, unit, units, support)
        if not near:
            return []
        (sizes,) = self.attacker.corpus.groups(
            [frozenset({unit})], near, max_group=1, within=entity.counted.within
        )
        numbers = {each: number for number, each in enumerate(units)}
        places = np.array([numbers[each] for each in near], dtype=np.int32)
        own = np.full_like(places, numbers[unit])
        members = np.sort(np.column_stack([own, places]), axis=1)
        return risky_groups(self.attacker, entity, units, TermGroups(members, together, sizes[0].together))

    def _companions(
        self, entity: SensitiveEntity, unit: str, units: Sequence[str], support: int
    ) -> tuple[list[str], Counts]:
        """The units that so many documents hold together with the entity and the unit, and how many do."""
        rule = entity.counted
        (sizes,) = self.attacker.corpus.groups(
            [rule.entity | {unit}], units, max_group=1, min_support=support, within=rule.within
        )
        rows, together = sizes[0].members[:, 0], sizes[0].together
        others = np.array([units[row] != unit for row in rows.tolist()], dtype=bool)
        return [units[row] for row in rows[others].tolist()], together[others]

    def _order(self, each: Disclosure) -> tuple[int, int, bool, tuple[str, ...]]:
        entities = self.attacker.entities
        number = -1 if each.entity is None else entities.index(each.entity)
        return len(each.group), number, each.entity is not None and not each.alone, each.group


def violations(release: Release, *, reader: Reader, recall: Recall, max_group: int) -> list[Violation]:
    """One violation for each group within a context that discloses too much, at the first place of its rarest term."""
    phrases = reader.phrases(release.released)
    units = all_units(phrases)
    risky = recall.disclosures(units, max_group=max_group)
    involved = {unit for found in risky for unit in found.group}
    telling = [phrase for phrase in phrases if not phrase.units.isdisjoint(involved)]
    shown, places = contexts_by_unit(telling), places_by_unit(telling)
    undecided = places_of_words(phrases, recall.attacker.unseen.undecided(units))
    return [
        *violations_of_unseen(undecided, undecided, model=NAME, kind=KIND),
        *(
            Violation(
                NAME,
                places[found.group[0]][0],
                KIND,
                reason(found),
                group=found.group,
                members=tuple(places[unit] for unit in found.group),
                about=found.entity.name if found.entity else "",
                evidence=figures(found),
            )
            for found in risky
            if set.intersection(*(shown[unit] for unit in found.group))
        ),
    ]


def figures(found: Disclosure) -> dict[str, float]:
    """The numbers behind a disclosure; a term that the corpus has never seen has none."""
    if found.entity is None:
        return {}
    return {
        "bits": round(found.bits, 2),
        "bits_allowed": round(found.entity.allowed_at_most, 2),
        "together": found.together,
        "alone": found.alone,
        **(
            {"share": round(found.share, 3), "share_allowed": round(found.entity.cap_of(found.group), 3)}
            if found.breaks_cap
            else {}
        ),
        **(
            {"times": round(found.times, 1), "times_allowed": found.entity.at_most_times}
            if found.close
            else {}
        ),
    }


def reason(found: Disclosure) -> str:
    """What the group discloses against what is allowed, in one sentence that quotes no term of the text."""
    if found.entity is None:
        return "a term that the corpus has never seen"
    entity, terms = found.entity, len(found.group)
    if not found.alone:
        return f"this term is a name of {entity.name}, or a rare word of one{', or was listed as related' if entity.related else ''}"
    if found.close:
        return (
            f"documents with this term name {entity.name} {found.times:.0f} times as often as others, and at most"
            f" {entity.at_most_times:g} times may ({found.together:,} of {found.alone:,} do)"
        )
    if found.is_told_by_cap:
        share, most = describe_share(found.share), describe_share(entity.cap_of(found.group))
        return (
            f"of 100 documents with {describe_terms(terms)} {share if share != most else f'more than {most}'} name"
            f" {entity.name}, and at most {most} may ({found.together:,} of {found.alone:,} do)"
        )
    allowed = f"{entity.general} allows {entity.allowed:.1f}" if entity.general else "none may tell all of it"
    return (
        f"{describe_group(terms)} {found.bits:.1f} of the {entity.bits:.1f} bits of {entity.name}, {allowed}:"
        f" {describe_counts(found.together, found.alone, terms, entity.name)}"
    )
