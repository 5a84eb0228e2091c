"""How many bits groups of terms tell of what was removed, by the counts of the declared attacker's corpus.

Why a phrase goes, what points to each removed term, and the check: equations 7 to 10 on a released text, every noun
phrase and every group of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from math import comb, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reticent.knowledge import Corpus, TermGroups, bits, group_pmi
from reticent.models.correlation_guard._reading import KIND, NAME, REASON, ReleaseReading, SecretTerm
from reticent.models.shared.counts import (
    CHANCE,
    RATE,
    count_groups,
    describe_counts,
    describe_group,
    describe_share,
    describe_terms,
    find_chances,
    finite,
    index_by_unit,
    plainness,
)
from reticent.models.shared.phrases import Phrase, all_units, contexts_by_unit, places_by_unit
from reticent.models.shared.unseen import UnseenWords, places_of_words, violations_of_unseen
from reticent.plan import Violation

_ROUNDING = 1e-9
"""Bits by which equal amounts of information may differ after two logarithms."""

_EQUAL = 1 + 1e-9  # shares that two ways of dividing make differ by less


@dataclass(frozen=True, slots=True)
class CorrelationAttacker:
    """What the attacker is taken to know: a group of several terms needs `min_support` documents to be evidence.

    So does one of any size that makes a secret likelier than `at_most`, a probability, and chance must hardly explain that; 1 is
    no such cap. One who looks up
    `whole_terms` takes two noun phrases for two terms, although one may lie in the other.
    """

    corpus: Corpus
    max_group: int
    min_support: int
    whole_terms: bool = False
    at_most: float = 1.0

    def information(self, secrets: Sequence[SecretTerm]) -> list[float]:
        """IC of each secret in bits; inf for one that the corpus has never seen."""
        counts = self.corpus.count([frozenset({secret.term}) for secret in secrets])
        return [bits(count, self.corpus.size) for count in counts]


@dataclass(frozen=True, slots=True)
class Correlation:
    """A group of terms and the secret that it tells of, with the counts behind its `bits`, DR in the paper.

    `together` documents hold the group and the secret, `alone` the group. A group that is the secret itself has no need of
    counts. `cap` is the share of the group's documents that may hold the secret, whatever the threshold, where the group breaks it.
    """

    secret: SecretTerm
    group: tuple[str, ...] = field(repr=False)
    bits: float
    together: int = 0
    alone: int = 0
    cap: float | None = None

    @property
    def share(self) -> float:
        """The share of the group's documents that hold the secret."""
        return self.together / self.alone if self.alone else 1.0


Watch = Callable[[int, int], None]
"""Called with how many groups were evaluated, out of how many that there are."""


def correlations_in_contexts(
    attacker: CorrelationAttacker,
    secrets: Sequence[SecretTerm],
    phrases: Sequence[Phrase],
    *,
    at_least: float,
    max_group: int | None = None,
    watch: Watch | None = None,
) -> list[Correlation]:
    """Every group of units that tells too much of a secret in the same context: one context after the other."""
    found: list[Correlation] = []
    for number in sorted({number for secret in secrets for number in secret.contexts}):
        here = frozenset({number})
        found += correlations(
            attacker,
            [replace(secret, contexts=here) for secret in secrets if number in secret.contexts],
            all_units(phrase for phrase in phrases if number in phrase.contexts),
            at_least=at_least,
            max_group=max_group,
            watch=watch,
        )
    return sorted(found, key=lambda each: len(each.group))


def correlations(
    attacker: CorrelationAttacker,
    secrets: Sequence[SecretTerm],
    units: Sequence[str],
    *,
    at_least: float,
    max_group: int | None = None,
    watch: Watch | None = None,
) -> list[Correlation]:
    """Every group of up to `max_group` units that tells `at_least` so many bits of a secret, small groups first.

    What a replacement tells of a secret is part of the group (the paper's future work); a secret with less
    information than `at_least` can't be told of so much, and its single words are not protected then.
    """
    size = attacker.max_group if max_group is None else max_group
    information = attacker.information(secrets)
    found = list(_standing(secrets, information, units, at_least))
    telling = [
        secret
        for secret, amount in zip(secrets, information, strict=True)
        if amount < inf
        and (amount >= secret.allowed(at_least) - _ROUNDING or (secret.whole and attacker.at_most < 1))
    ]
    made = 0
    supports = [1, *[attacker.min_support] * (size - 1)]
    for beside, group in groupby(sorted(telling, key=_beside), key=_beside):
        together = list(group)
        entities = [frozenset({secret.term}) for secret in together]
        counts = count_groups(attacker.corpus, entities, units, supports=supports, within=frozenset(beside))
        for secret, sizes in zip(together, counts, strict=True):
            made += sum(map(len, sizes))
            found += _flag(attacker, secret, units, sizes, at_least)
    if watch:
        watch(made, len(secrets) * sum(comb(len(units), each) for each in range(1, size + 1)))
    return sorted(found, key=lambda each: len(each.group))


def _beside(secret: SecretTerm) -> tuple[str, ...]:
    return tuple(sorted(secret.beside))


def _standing(
    secrets: Sequence[SecretTerm], information: Sequence[float], units: Sequence[str], at_least: float
) -> Iterator[Correlation]:
    """The secrets that stand somewhere else as well: all that they say is disclosed, however little or rare (equation 3).

    A word of a secret counts when it says enough, and when nobody knows how much it says.
    """
    shown = frozenset(units)
    for secret, amount in zip(secrets, information, strict=True):
        if secret.term in shown and (secret.whole or amount >= secret.allowed(at_least) - _ROUNDING):
            yield Correlation(secret, (secret.term,), amount)


# paper: correlations, Equation 6; Equation 8; Equation 10
def _flag(
    attacker: CorrelationAttacker,
    secret: SecretTerm,
    units: Sequence[str],
    sizes: Sequence[TermGroups],
    at_least: float,
) -> Iterator[Correlation]:
    """The groups with DR(s; T) = PMI(s; T) >= t_DR, equations 8 and 10, or with p(s | T) > at_most.

    Where more of all documents hold the secret, a group is not blamed for that.
    """
    documents = attacker.corpus.size
    hidden = attacker.corpus.count([frozenset({secret.term})])[0]
    cap = max(attacker.at_most, hidden / documents)
    for groups in sizes:
        told = group_pmi(groups, entity=hidden, documents=documents)
        capped = _break_cap(attacker, groups, cap)
        for row in np.flatnonzero((told >= secret.allowed(at_least) - _ROUNDING) | capped).tolist():
            group = tuple(units[member] for member in groups.members[row])
            if group == (secret.term,) or (not attacker.whole_terms and _says_one_thing_twice(group)):
                continue
            yield Correlation(
                secret,
                group,
                float(told[row]),
                int(groups.together[row]),
                int(groups.alone[row]),
                cap if capped[row] else None,
            )


def _break_cap(attacker: CorrelationAttacker, groups: TermGroups, cap: float) -> NDArray[np.bool_]:
    """Which groups make a secret likelier than the cap allows, where enough documents say so and chance hardly does."""
    likely = (groups.together > groups.alone * cap * _EQUAL) & (groups.together >= attacker.min_support)
    rows = np.flatnonzero(likely)
    chances = find_chances(groups.together[rows], groups.alone[rows], cap)
    likely[rows] = chances <= (CHANCE if groups.members.shape[1] == 1 else RATE) * _EQUAL
    return likely


def _says_one_thing_twice(group: Sequence[str]) -> bool:
    """Whether one term of the group lies inside another, as "blood" in "blood transfusion"."""
    return any(f" {one} " in f" {other} " for one in group for other in group if one != other)


@dataclass(frozen=True, slots=True)
class Pointer:
    """A term or a group of terms left in clear, and how much it tells of a removed one."""

    terms: tuple[str, ...] = field(repr=False)
    bits: float
    together: int
    alone: int
    reaches: bool


@dataclass(frozen=True, slots=True)
class Removed:
    """A removed term with its information and what points to it, strongest first."""

    term: str = field(repr=False)
    bits: float
    pointers: tuple[Pointer, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class CorrelationReport:
    """What the text left in clear says about each removed term, and the threshold."""

    threshold: float
    removed: tuple[Removed, ...]

    @classmethod
    def of(
        cls,
        reading: ReleaseReading,
        found: Iterable[Correlation],
        information: Sequence[float],
        threshold: float,
    ) -> CorrelationReport:
        """The correlations by the removed term, or by the cue word of one, that they point to."""
        by_term: dict[str, dict[tuple[str, ...], Pointer]] = {}
        shown = contexts_by_unit(reading.phrases)
        for each in found:
            if each.secret.contexts.intersection(*(shown[unit] for unit in each.group)):
                reaches = each.bits >= each.secret.allowed(threshold) - _ROUNDING or each.cap is not None
                pointer = Pointer(each.group, each.bits, each.together, each.alone, reaches)
                by_term.setdefault(each.secret.term, {})[each.group] = pointer
        listed = {
            secret.term: bits
            for secret, bits in zip(reading.secrets, information, strict=True)
            if secret.whole or secret.term in by_term
        }
        pointers = {
            term: sorted(found.values(), key=lambda each: (-each.bits, len(each.terms), each.terms))
            for term, found in by_term.items()
        }
        removed = [Removed(term, bits, tuple(pointers.get(term, ()))) for term, bits in listed.items()]
        return cls(threshold, tuple(removed))

    def as_json(self) -> dict[str, Any]:
        """The same as values that JSON can carry; what is infinite is null."""
        return {
            "threshold": finite(self.threshold),
            "removed": [
                {
                    "term": each.term,
                    "bits": finite(each.bits),
                    "seen": each.bits < inf,
                    "pointers": [
                        {**asdict(pointer), "terms": list(pointer.terms), "bits": finite(pointer.bits)}
                        for pointer in each.pointers
                    ],
                }
                for each in self.removed
            ],
        }


def strongest_causes(
    phrases: Sequence[Phrase], gone: Iterable[int], found: Sequence[Correlation]
) -> dict[int, Correlation]:
    """For each phrase that goes, the smallest group with it that tells most."""
    by_unit = index_by_unit(found)
    return {
        place: min(
            (each for unit in phrases[place].units for each in by_unit.get(unit, ())),
            key=lambda each: (*plainness(each), each.secret.term),
        )
        for place in gone
    }


def evidence_of(why: Correlation, at_least: float) -> Mapping[str, Any]:
    """The evidence for a decision, which may quote the document."""
    return {
        "points_to": why.secret.term,
        "terms": list(why.group),
        "bits": finite(why.bits),
        "threshold": finite(why.secret.allowed(at_least)),
        "together": why.together,
        "alone": why.alone,
        **_shares(why),
    }


def _shares(each: Correlation) -> dict[str, float]:
    return {} if each.cap is None else {"share": round(each.share, 3), "share_allowed": round(each.cap, 3)}


def violations(
    reading: ReleaseReading, *, attacker: CorrelationAttacker, unseen: UnseenWords, at_least: float
) -> list[Violation]:
    """One violation for each secret that stands, each group that tells too much of one within a context, and each word
    that the corpus has never seen and that nobody wants kept."""
    why = {REASON: f"{REASON}, and still there"}
    standing = [
        Violation(NAME, each.span, each.kind, why.get(each.reason, "sensitive and still there"))
        for each in reading.left
    ]
    found = correlations_in_contexts(attacker, reading.secrets, reading.phrases, at_least=at_least)
    places = places_by_unit(reading.phrases)
    told = [
        Violation(
            NAME,
            place.spans[0],
            KIND,
            reason(each, at_least),
            group=each.group,
            members=tuple(places[unit] for unit in each.group),
            about=each.secret.term,
            evidence=figures(each, at_least),
        )
        for each in found
        if (place := _first_place(each, reading.phrases)) is not None
    ]
    units = all_units(reading.phrases)
    undecided = unseen.undecided(units)
    strange = places_of_words(reading.phrases, [*undecided, *unseen.removed(units)])
    return [*standing, *told, *violations_of_unseen(strange, undecided, model=NAME, kind=KIND)]


def figures(each: Correlation, at_least: float) -> dict[str, float]:
    """The numbers behind a correlation; what is infinite is left out."""
    values = {
        "bits": finite(each.bits),
        "bits_allowed": finite(each.secret.allowed(at_least)),
        "together": each.together,
        "alone": each.alone,
        **_shares(each),
    }
    return {name: value for name, value in values.items() if value is not None}


def reason(each: Correlation, at_least: float) -> str:
    """What a group tells and what it may not, in one sentence that quotes no term of the text."""
    if not each.together:
        return "a removed term, or a cue word of one, stands here in clear"
    terms = len(each.group)
    given = ", given what stands in its place" if each.secret.beside else ""
    allowed = each.secret.allowed(at_least)
    if each.cap is not None and each.bits < allowed - _ROUNDING:
        share, most = describe_share(each.share), describe_share(each.cap)
        return (
            f"of 100 documents with {describe_terms(terms)} {share if share != most else f'more than {most}'} name a removed"
            f" term{given}, and at most {most} may ({each.together:,} of {each.alone:,} do)"
        )
    return (
        f"{describe_group(terms)} {each.bits:.1f} bits of a removed term{given}, and {allowed:.1f} are too many:"
        f" {describe_counts(each.together, each.alone, terms, 'that too')}"
    )


def _first_place(each: Correlation, phrases: Sequence[Phrase]) -> Phrase | None:
    """The first phrase of a group that a context of the secret shows as a whole."""
    for number in sorted(each.secret.contexts):
        here = [phrase for phrase in phrases if number in phrase.contexts]
        if all(any(unit in phrase.units for phrase in here) for unit in each.group):
            return next(phrase for phrase in here if each.group[0] in phrase.units)
    return None
