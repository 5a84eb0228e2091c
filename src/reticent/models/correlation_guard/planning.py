"""Which phrases have to go so that nothing left gives a secret away, and what they become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from reticent.knowledge import Corpus
from reticent.models.correlation_guard.check import reason
from reticent.models.correlation_guard.explanation import evidence_of, strongest_causes
from reticent.models.correlation_guard.neighbours import KIND
from reticent.models.correlation_guard.reading import Reading
from reticent.models.correlation_guard.risk import (
    Attacker,
    Correlation,
    correlations,
    correlations_in_contexts,
)
from reticent.models.correlation_guard.search import choose_options, fewest, quasi_identifiers
from reticent.models.disclosure.counts import own_counts
from reticent.models.disclosure.generalizations import generalizations
from reticent.models.disclosure.option import Option
from reticent.models.disclosure.phrases import Phrase
from reticent.plan import Decision
from reticent.taxonomy import Taxonomy
from reticent.text import Span

Search = Literal["fewest", "groups"]
"""Whether a group is broken by as few phrases as can be, or goes as a whole, as Algorithm 1 has it."""


def decide_phrases(
    reading: Reading,
    attacker: Attacker,
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


def find_correlations(reading: Reading, attacker: Attacker, at_least: float) -> list[Correlation]:
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
    reading: Reading, attacker: Attacker, at_least: float, gone: set[int], taxonomy: Taxonomy
) -> Mapping[int, Option]:
    """What phrases that have to go can become, as far as it is safe."""
    safe = _safe_options(reading, attacker, at_least, gone, taxonomy)
    kept = [phrase for place, phrase in enumerate(reading.phrases) if place not in gone]
    units = {unit for phrase in kept for unit in phrase.units}
    units |= {unit for each in safe.values() for option in each for unit in option.units}
    found = correlations(attacker, reading.secrets, sorted(units), at_least=at_least)
    return choose_options(reading.phrases, gone, safe, found)


def _safe_options(
    reading: Reading, attacker: Attacker, at_least: float, gone: set[int], taxonomy: Taxonomy
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
