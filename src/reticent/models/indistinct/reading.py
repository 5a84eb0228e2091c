"""A text as what can go from it: its words, each at all its places, with the bits that it tells."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from reticent.attackers.linear import LinearAttacker
from reticent.attackers.words import read_words
from reticent.knowledge import Corpus
from reticent.models.disclosure.counts import information
from reticent.models.indistinct.problem import Demand, Occurrence
from reticent.models.indistinct.secrets import Secret
from reticent.text import Document, Span

GAP = 8.0
"""Bits that a gap costs its reader, whatever stood there."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a text by number: normal form, places, and the bits that are lost when all of them go.

    `starts` and `numbers` are all places in order, with the word that stands at each.
    """

    forms: tuple[str, ...] = field(repr=False)
    places: tuple[tuple[Span, ...], ...]
    bits: NDArray[np.float64]
    spans: tuple[Span, ...] = field(repr=False)
    numbers: tuple[int, ...] = field(repr=False)

    @classmethod
    def of(cls, document: Document, corpus: Corpus, *, gap: float = GAP) -> Words:
        """The words of a document; a hyphenated one goes as a whole, and `gap` are the bits that a gap costs besides."""
        form_at: dict[Span, str] = {}
        for form, spans in read_words(document).items():
            for span in spans:
                form_at[span] = max(form, form_at.get(span, ""), key=len)
        forms = tuple(dict.fromkeys(form_at[span] for span in sorted(form_at)))
        number = {form: place for place, form in enumerate(forms)}
        places: list[list[Span]] = [[] for _ in forms]
        ordered = sorted(form_at)
        for span in ordered:
            places[number[form_at[span]]].append(span)
        known = information(corpus, forms)
        bits = [(gap + known.get(form, 0.0)) * len(at) for form, at in zip(forms, places, strict=True)]
        return cls(
            forms,
            tuple(map(tuple, places)),
            np.array(bits, dtype=np.float64),
            tuple(ordered),
            tuple(number[form_at[span]] for span in ordered),
        )

    def at(self, place: Span) -> list[int]:
        """The numbers of the words that stand at a place, in part or whole."""
        first = bisect_left(self.spans, place.start, key=lambda span: span.end)
        found = []
        for span, number in zip(self.spans[first:], self.numbers[first:], strict=True):
            if span.start >= place.end:
                break
            if span.overlaps(place):
                found.append(number)
        return found


def demand_of(
    reader: LinearAttacker, secret: Secret, document: Document, words: Words, *, added: Document, k: int
) -> Demand:
    """What a reader makes of a text in which the words of `added` will stand as well."""
    places: dict[str, tuple[Occurrence, ...]] = {
        unit: tuple(dict.fromkeys(frozenset(words.at(span)) for span in spans))
        for unit, spans in reader.units(document).items()
    }
    places |= dict.fromkeys(reader.units(added), ())
    units = sorted(places)
    others = others_known(reader, secret)
    named = {
        number: tuple(frozenset(words.at(span)) for span in spans)
        for number, spans in secret.places_of_candidates(document).items()
    }
    named |= dict.fromkeys(secret.places_of_candidates(added), (frozenset(),))
    names = {column: named[number] for column, number in enumerate(others) if number in named}
    return Demand(pull_of(reader, secret, units, others), [places[unit] for unit in units], k, names)


def effect_of(
    reader: LinearAttacker, secret: Secret, added: Document
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """How much a text that comes in besides speaks for the secret rather than for each other, and which it names."""
    others = others_known(reader, secret)
    named = secret.places_of_candidates(added)
    pull = pull_of(reader, secret, sorted(reader.units(added)), others).sum(axis=0)
    return pull, np.array([number in named for number in others], dtype=bool)


def others_known(reader: LinearAttacker, secret: Secret) -> list[int]:
    """The candidates besides the secret that a reader knows, by number."""
    known = reader.considers(secret.candidates)
    return [number for number, is_known in enumerate(known) if is_known and number != secret.own]


def pull_of(
    reader: LinearAttacker, secret: Secret, units: Sequence[str], others: Sequence[int]
) -> NDArray[np.float64]:
    """How much each unit speaks for the secret rather than for each of these candidates."""
    weights = reader.weights(units, secret.candidates)
    pull: NDArray[np.float64] = weights[:, [secret.own]] - weights[:, others]
    return pull


def share_of_units(
    reader: LinearAttacker, secret: Secret, document: Document
) -> Mapping[str, tuple[float, tuple[Span, ...]]]:
    """What each unit of a text adds to the score of the secret, as a share of all that speaks for it."""
    places = reader.units(document)
    units = sorted(places)
    own = reader.weights(units, secret.candidates)[:, secret.own] if units else np.zeros(0)
    total = float(np.maximum(own, 0.0).sum()) or 1.0
    return {unit: (float(own[row]) / total, places[unit]) for row, unit in enumerate(units)}
