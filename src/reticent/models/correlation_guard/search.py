"""Which phrases have to go so that nothing left gives a secret away, and what they become.

Algorithm 1 of the paper takes all phrases of a group; `fewest` takes fewer where a group has several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from reticent.knowledge.taxonomy import Taxonomy, wordnet
from reticent.models.correlation_guard._reading import KIND, NAME, ReleaseReading, SecretTerm
from reticent.models.correlation_guard.risk import (
    Correlation,
    CorrelationAttacker,
    correlations,
    correlations_in_contexts,
    evidence_of,
    reason,
    strongest_causes,
)
from reticent.models.shared.counts import Option, index_by_unit
from reticent.models.shared.generalizations import generalizations
from reticent.models.shared.mark_options import UnitsOfMark, marks_of
from reticent.models.shared.phrases import Phrase, all_units
from reticent.plan import Decision
from reticent.text import Span


class _Draft:
    """What each phrase says as things stand (its units, those of what it becomes, or nothing), and where each unit may stand."""

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self.phrases = phrases
        self.held = [phrase.units for phrase in phrases]
        self.at: dict[str, set[int]] = {}
        for place, phrase in enumerate(phrases):
            self.add(place, phrase.units)

    def add(self, place: int, units: Iterable[str]) -> None:
        """Have the units among those that a phrase may say."""
        for unit in units:
            self.at.setdefault(unit, set()).add(place)

    def empty(self, units: Iterable[str]) -> list[int]:
        """Empty every phrase that holds one of the units; those that were not empty yet, in order."""
        places = sorted({place for unit in units for place in self.at.get(unit, ()) if self.held[place]})
        for place in places:
            self.held[place] = frozenset()
        return places

    def stands(self, each: Correlation) -> bool:
        """Whether some context of the secret shows the whole group."""
        shared = each.secret.contexts
        for unit in each.group:
            holders = [place for place in self.at.get(unit, ()) if unit in self.held[place]]
            shared &= frozenset[int]().union(*(self.phrases[place].contexts for place in holders))
        return bool(shared)

    def fill(self, place: int, units: frozenset[str], by_unit: Mapping[str, Sequence[Correlation]]) -> bool:
        """Have an empty phrase say these units, unless a group stands with one of them then; whether it does say them."""
        self.held[place] = units
        if any(self.stands(each) for unit in units for each in by_unit.get(unit, ())):
            self.held[place] = frozenset()
            return False
        return True

    def cost(self, unit: str) -> int:
        """The words that go with a unit, at all places."""
        going = [self.phrases[place] for place in self.at[unit] if self.held[place]]
        return sum(len(phrase.words) * len(phrase.spans) for phrase in going) or 1


# paper: correlations, Algorithm 1; Section 4.3, never again; Section 4.3, small groups first
def quasi_identifiers(
    phrases: Sequence[Phrase], found: Iterable[Correlation], secrets: Sequence[SecretTerm]
) -> set[int]:
    """Algorithm 1: every phrase of every flagged group, groups of phrases that are already gone left aside.

    Each context begins with all of its phrases, and is walked secret by secret, in their order, small groups first. Line 13
    flags at the threshold too, as equation 8 does, and the set of quasi-identifiers is emptied once a context, not once a
    secret.
    """
    order = {(secret.term, secret.beside): number for number, secret in enumerate(secrets)}
    by_context: dict[int, list[Correlation]] = {}
    for each in found:
        for number in each.secret.contexts:
            by_context.setdefault(number, []).append(each)
    gone: set[int] = set()
    for number, listed in sorted(by_context.items()):
        draft = _Draft([replace(each, contexts=each.contexts & {number}) for each in phrases])
        for each in sorted(
            listed, key=lambda each: (order[each.secret.term, each.secret.beside], len(each.group))
        ):
            if draft.stands(each):
                gone.update(place for place in draft.empty(each.group) if number in phrases[place].contexts)
    return gone


def fewest(
    phrases: Sequence[Phrase], found: Sequence[Correlation], *, kept: Collection[int] = ()
) -> set[int]:
    """Phrases without which no group is whole, none of them in vain.

    A group of two is broken when one of them goes: the term that breaks most groups for the words it costs goes first, and
    what turns out not to be needed comes back. Phrases that are `kept` never go, and groups of them alone stand.
    """
    draft = _Draft(phrases)
    stay = frozenset[str]().union(*(phrases[place].units for place in kept))
    standing = [each for each in found if not stay.issuperset(each.group) and draft.stands(each)]
    alone = {unit for each in standing if len(each.group) == 1 for unit in each.group}
    chosen = draft.empty(alone)
    unbroken = [each for each in standing if alone.isdisjoint(each.group)]
    while unbroken:
        counts = Counter(unit for each in unbroken for unit in each.group if unit not in stay)
        best = min(counts, key=lambda unit: (-counts[unit] / draft.cost(unit), unit))
        chosen += draft.empty({best})
        unbroken = [each for each in unbroken if best not in each.group]
    by_unit = index_by_unit(standing)
    return {place for place in reversed(chosen) if not draft.fill(place, phrases[place].units, by_unit)}


def choose_options(
    phrases: Sequence[Phrase],
    gone: Iterable[int],
    options: Mapping[int, Sequence[Option]],
    found: Sequence[Correlation],
) -> dict[int, Option]:
    """For phrases that have to go, the first option under which no group stands; `found` covers what options say."""
    draft, by_unit = _Draft(phrases), index_by_unit(found)
    for place in gone:
        draft.held[place] = frozenset()
    for place, choices in options.items():
        draft.add(place, (unit for option in choices for unit in option.units))
    chosen: dict[int, Option] = {}
    for place, choices in sorted(options.items()):
        if option := next((each for each in choices if draft.fill(place, each.units, by_unit)), None):
            chosen[place] = option
    return chosen


Search = Literal["fewest", "groups"]
"""Whether a group is broken by as few phrases as can be, or goes as a whole, as Algorithm 1 has it."""


def decide_phrases(
    reading: ReleaseReading,
    attacker: CorrelationAttacker,
    at_least: float,
    *,
    search: Search,
    kept: Sequence[Span],
    taxonomy: Taxonomy | None,
    units_of_mark: UnitsOfMark | None = None,
) -> dict[int, Decision]:
    """A decision for each phrase that has to go, by its number; what stands at `kept` places stays if others can go.

    With `units_of_mark` what goes is shown by a mark that says what it was, where no word can stand for it and that is safe.
    """
    whole_groups = search == "groups" and not kept
    found = find_correlations(reading, attacker, at_least, all_at_once=whole_groups)
    if not whole_groups:
        stay = [
            number
            for number, phrase in enumerate(reading.phrases)
            if any(span.overlaps(place) for span in phrase.spans for place in kept)
        ]
        gone = fewest(reading.phrases, found, kept=stay)
    else:
        gone = quasi_identifiers(reading.phrases, found, reading.secrets)
    becomes = _generalize(reading, attacker, at_least, gone, taxonomy, units_of_mark) if gone else {}
    why = strongest_causes(reading.phrases, gone, found)
    return {
        place: _decide(reading.phrases[place], becomes.get(place), why[place], at_least)
        for place in sorted(gone)
    }


def find_correlations(
    reading: ReleaseReading, attacker: CorrelationAttacker, at_least: float, *, all_at_once: bool = False
) -> list[Correlation]:
    """Every group that tells too much; terms that do so alone are gone before groups are looked at, unless all are `all_at_once`.

    Algorithm 1 looks at the groups around one secret before it knows what tells of the next one alone.
    """
    if all_at_once:
        return correlations_in_contexts(attacker, reading.secrets, reading.phrases, at_least=at_least)
    alone = correlations_in_contexts(
        attacker, reading.secrets, reading.phrases, at_least=at_least, max_group=1
    )
    if attacker.max_group == 1:
        return alone
    gone = fewest(reading.phrases, alone)
    left = [phrase for place, phrase in enumerate(reading.phrases) if place not in gone]
    grouped = correlations_in_contexts(attacker, reading.secrets, left, at_least=at_least)
    return alone + [each for each in grouped if len(each.group) > 1]


def _generalize(
    reading: ReleaseReading,
    attacker: CorrelationAttacker,
    at_least: float,
    gone: set[int],
    taxonomy: Taxonomy | None,
    units_of_mark: UnitsOfMark | None,
) -> Mapping[int, Option]:
    """What phrases that have to go can become, as far as it is safe."""
    if taxonomy is None and units_of_mark is None:
        return {}
    safe = _safe_options(reading, attacker, at_least, gone, taxonomy, units_of_mark)
    kept = [phrase for place, phrase in enumerate(reading.phrases) if place not in gone]
    units = {*all_units(kept)} | {unit for each in safe.values() for option in each for unit in option.units}
    found = correlations(attacker, reading.secrets, sorted(units), at_least=at_least)
    return choose_options(reading.phrases, gone, safe, found)


def _safe_options(
    reading: ReleaseReading,
    attacker: CorrelationAttacker,
    at_least: float,
    gone: set[int],
    taxonomy: Taxonomy | None,
    units_of_mark: UnitsOfMark | None,
) -> dict[int, list[Option]]:
    """What each phrase could become without telling too much by itself: a word, then a mark."""
    phrases = {place: reading.phrases[place] for place in sorted(gone)}
    choices = {
        place: [
            *(generalizations(phrase, corpus=attacker.corpus, taxonomy=taxonomy) if taxonomy else ()),
            *_marks(phrase, attacker, taxonomy, units_of_mark),
        ]
        for place, phrase in phrases.items()
    }
    possible = {unit for each in choices.values() for option in each for unit in option.units}
    alone = correlations(attacker, reading.secrets, sorted(possible), at_least=at_least, max_group=1)
    telling = {each.group[0] for each in alone}
    return {
        place: [option for option in each if not option.units & telling] for place, each in choices.items()
    }


def _marks(
    phrase: Phrase, attacker: CorrelationAttacker, taxonomy: Taxonomy | None, units: UnitsOfMark | None
) -> list[Option]:
    known = taxonomy or wordnet()
    return marks_of(phrase, corpus=attacker.corpus, taxonomy=known, units=units) if units else []


def _decide(phrase: Phrase, option: Option | None, why: Correlation, at_least: float) -> Decision:
    return Decision(
        spans=phrase.spans,
        kind=option.mark or KIND if option else KIND,
        becomes=phrase.spell(option.form) if option and option.form else None,
        reason=reason(why, at_least),
        model=NAME,
        evidence=evidence_of(why, at_least),
    )
