"""Which phrases have to go so that nothing left gives a secret away, and what they become.

Algorithm 1 of the paper takes all phrases of a group; `fewest` takes fewer where a group has several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal

from reticent.knowledge import Corpus
from reticent.knowledge.taxonomy import Taxonomy
from reticent.models.correlation_guard._reading import KIND, ReleaseReading
from reticent.models.correlation_guard.risk import (
    Correlation,
    CorrelationAttacker,
    correlations,
    correlations_in_contexts,
    evidence_of,
    reason,
    strongest_causes,
)
from reticent.models.shared.counts import Option, index_by_unit, own_counts
from reticent.models.shared.generalizations import generalizations
from reticent.models.shared.phrases import Phrase
from reticent.plan import Decision
from reticent.text import Span

Held = list[frozenset[str]]
"""What each phrase says as things stand: its units, those of what it becomes, or nothing."""


def quasi_identifiers(phrases: Sequence[Phrase], found: Iterable[Correlation]) -> set[int]:
    """Algorithm 1: every phrase of every flagged group, groups of phrases that are already gone left aside.

    `found` is walked secret by secret, small groups first. Line 13 flags at the threshold too, as equation 8 does, and the
    set of quasi-identifiers is emptied once a context, not once a secret.
    """
    held, at = _start(phrases)
    gone: set[int] = set()
    for each in _by_secret(found):
        if _stands(each, held, at, phrases):
            taken = {place for unit in each.group for place in at.get(unit, ())}
            gone |= taken
            for place in taken:
                held[place] = frozenset()
    return gone


def fewest(
    phrases: Sequence[Phrase], found: Sequence[Correlation], *, kept: Collection[int] = ()
) -> set[int]:
    """Phrases without which no group is whole, none of them in vain.

    A group of two is broken when one of them goes: the term that breaks most groups for the words it costs goes first, and
    what turns out not to be needed comes back. Phrases that are `kept` never go, and groups of them alone stand.
    """
    held, at = _start(phrases)
    stay = frozenset[str]().union(*(phrases[place].units for place in kept))
    standing = [
        each for each in found if not stay.issuperset(each.group) and _stands(each, held, at, phrases)
    ]
    alone = {unit for each in standing if len(each.group) == 1 for unit in each.group}
    chosen: list[int] = _empty(alone, at, held)
    unbroken = [each for each in standing if alone.isdisjoint(each.group)]
    while unbroken:
        counts = Counter(unit for each in unbroken for unit in each.group if unit not in stay)
        best = min(counts, key=lambda unit: (-counts[unit] / _cost(unit, at, held, phrases), unit))
        chosen += _empty({best}, at, held)
        unbroken = [each for each in unbroken if best not in each.group]
    return _without_the_needless(chosen, phrases, standing, held, at)


def choose_options(
    phrases: Sequence[Phrase],
    gone: Iterable[int],
    options: Mapping[int, Sequence[Option]],
    found: Sequence[Correlation],
) -> dict[int, Option]:
    """For phrases that have to go, the first option under which no group stands; `found` covers what options say."""
    held, at = _start(phrases)
    for place in gone:
        held[place] = frozenset()
    for place, each in options.items():
        for option in each:
            for unit in option.units:
                at.setdefault(unit, set()).add(place)
    by_unit = index_by_unit(found)
    chosen: dict[int, Option] = {}
    for place, choices in sorted(options.items()):
        for option in choices:
            held[place] = option.units
            if not _completes(option.units, by_unit, held, at, phrases):
                chosen[place] = option
                break
            held[place] = frozenset()
    return chosen


def _start(phrases: Sequence[Phrase]) -> tuple[Held, dict[str, set[int]]]:
    at: dict[str, set[int]] = {}
    for place, phrase in enumerate(phrases):
        for unit in phrase.units:
            at.setdefault(unit, set()).add(place)
    return [phrase.units for phrase in phrases], at


def _stands(each: Correlation, held: Held, at: Mapping[str, set[int]], phrases: Sequence[Phrase]) -> bool:
    """Whether some context of the secret shows the whole group."""
    shared = each.secret.contexts
    for unit in each.group:
        shown = [phrases[place].contexts for place in at.get(unit, ()) if unit in held[place]]
        shared &= frozenset[int]().union(*shown)
    return bool(shared)


def _by_secret(found: Iterable[Correlation]) -> list[Correlation]:
    order: dict[str, int] = {}
    listed = list(found)
    for each in listed:
        order.setdefault(each.secret.term, len(order))
    return sorted(listed, key=lambda each: (order[each.secret.term], len(each.group)))


def _empty(units: Iterable[str], at: Mapping[str, set[int]], held: Held) -> list[int]:
    """Empty every phrase that holds one of the units; those that were not empty yet, in order."""
    places = sorted({place for unit in units for place in at.get(unit, ()) if held[place]})
    for place in places:
        held[place] = frozenset()
    return places


def _cost(unit: str, at: Mapping[str, set[int]], held: Held, phrases: Sequence[Phrase]) -> int:
    """The words that go with a unit, at all places."""
    going = [phrases[place] for place in at[unit] if held[place]]
    return sum(len(phrase.words) * len(phrase.spans) for phrase in going) or 1


def _without_the_needless(
    chosen: Sequence[int],
    phrases: Sequence[Phrase],
    found: Sequence[Correlation],
    held: Held,
    at: Mapping[str, set[int]],
) -> set[int]:
    by_unit = index_by_unit(found)
    needed = set(chosen)
    for place in reversed(chosen):
        held[place] = phrases[place].units
        if _completes(phrases[place].units, by_unit, held, at, phrases):
            held[place] = frozenset()
        else:
            needed.discard(place)
    return needed


def _completes(
    units: Iterable[str],
    by_unit: Mapping[str, Sequence[Correlation]],
    held: Held,
    at: Mapping[str, set[int]],
    phrases: Sequence[Phrase],
) -> bool:
    """Whether a group stands that has one of the units in it."""
    return any(_stands(each, held, at, phrases) for unit in units for each in by_unit.get(unit, ()))


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
    model: str,
) -> dict[int, Decision]:
    """A decision for each phrase that has to go, by its number; what stands at `kept` places stays if others can go."""
    found = find_correlations(reading, attacker, at_least)
    if search == "fewest" or kept:
        gone = fewest(reading.phrases, found, kept=_phrases_at(reading.phrases, kept))
    else:
        gone = quasi_identifiers(reading.phrases, found)
    becomes = _generalize(reading, attacker, at_least, gone, taxonomy) if taxonomy and gone else {}
    why = strongest_causes(reading.phrases, gone, found)
    return {
        place: _decide(reading.phrases[place], becomes.get(place), why[place], at_least, model)
        for place in sorted(gone)
    }


def find_correlations(
    reading: ReleaseReading, attacker: CorrelationAttacker, at_least: float
) -> list[Correlation]:
    """Every group that tells too much; terms that do so alone are gone before groups are looked at."""
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
    taxonomy: Taxonomy,
) -> Mapping[int, Option]:
    """What phrases that have to go can become, as far as it is safe."""
    safe = _safe_options(reading, attacker, at_least, gone, taxonomy)
    kept = [phrase for place, phrase in enumerate(reading.phrases) if place not in gone]
    units = {unit for phrase in kept for unit in phrase.units}
    units |= {unit for each in safe.values() for option in each for unit in option.units}
    found = correlations(attacker, reading.secrets, sorted(units), at_least=at_least)
    return choose_options(reading.phrases, gone, safe, found)


def _safe_options(
    reading: ReleaseReading,
    attacker: CorrelationAttacker,
    at_least: float,
    gone: set[int],
    taxonomy: Taxonomy,
) -> dict[int, list[Option]]:
    """What each phrase could become without telling too much by itself."""
    corpus: Corpus = attacker.corpus
    choices = {
        place: generalizations(
            reading.phrases[place], corpus=corpus, taxonomy=taxonomy, has_count=own_counts(corpus)
        )
        for place in sorted(gone)
    }
    possible = {unit for each in choices.values() for option in each for unit in option.units}
    alone = correlations(attacker, reading.secrets, sorted(possible), at_least=at_least, max_group=1)
    telling = {each.group[0] for each in alone}
    return {
        place: [option for option in each if not option.units & telling] for place, each in choices.items()
    }


def _phrases_at(phrases: Sequence[Phrase], places: Sequence[Span]) -> set[int]:
    """The phrases that stand at one of the places."""
    return {
        number
        for number, phrase in enumerate(phrases)
        if any(span.overlaps(place) for span in phrase.spans for place in places)
    }


def _decide(phrase: Phrase, option: Option | None, why: Correlation, at_least: float, model: str) -> Decision:
    return Decision(
        spans=phrase.spans,
        kind=KIND,
        becomes=phrase.spell(option.form) if option and option.form else None,
        reason=reason(why, at_least),
        model=model,
        evidence=evidence_of(why, at_least),
    )
