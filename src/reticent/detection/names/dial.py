"""The dial of the name tagger: how likely a word must be a name to be taken for one, and its two named settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import KINDS, Guess

_DATETIME = KINDS.index("DATETIME")
_GROWTH = 4
"""How many neighbours on either side a mention can take in."""


@dataclass(frozen=True, slots=True)
class Rule:
    """When a word of one kind belongs to a mention, and when the mention counts.

    The word's value, between how likely readers would mask it and (`lenience` 1) how likely it is a name at all, must
    be `least`; and somewhere in the document the same words must have one that readers mask, as this kind, with a
    likelihood of `floor`.
    """

    least: float
    lenience: float = 0.0
    floor: float = 0.0


@dataclass(frozen=True, slots=True)
class Dial:
    """A rule for each kind; `grow` takes in capitalized neighbours that are so likely a name, `numbers` any number
    that is so likely more than a date."""

    rules: Mapping[str, Rule]
    grow: float = 1.0
    numbers: float = 1.0

    @property
    def lowest(self) -> float:
        """A word that is less likely a name than this belongs to no mention."""
        return min(self.grow, self.numbers, *(rule.least for rule in self.rules.values()))

    def choose(self, text: CasedText, guess: Guess) -> dict[int, str]:
        """The words that belong to mentions, in order, each with its likeliest kind."""
        total = guess.present.sum(axis=1)
        places = np.flatnonzero(total >= self.lowest)
        kinds = [KINDS[kind] for kind in guess.present[places].argmax(axis=1).tolist()]
        likelihoods = zip(
            total[places].tolist(),
            guess.masked[places].sum(axis=1).tolist(),
            (total - guess.present[:, _DATETIME])[places].tolist(),
            strict=True,
        )
        chosen: set[int] = set()
        likely: set[int] = set()
        for place, kind, (present, masked, other) in zip(places.tolist(), kinds, likelihoods, strict=True):
            rule, first = self.rules[kind], text.words[place][0]
            value = (1 - rule.lenience) * masked + rule.lenience * present
            if value >= rule.least or (other >= self.numbers and first.isdigit()):
                chosen.add(place)
            elif present >= self.grow and first.isupper():
                likely.add(place)
        grown = _grow(text, chosen, likely) if likely else chosen
        return {place: kind for place, kind in zip(places.tolist(), kinds, strict=True) if place in grown}


def _grow(text: CasedText, chosen: set[int], likely: set[int]) -> set[int]:
    """The chosen words and those likely ones that stand next to them in the same sentence."""
    bounds = set(text.bounds)
    grown = set(chosen)
    for _ in range(_GROWTH):
        grown |= {place for place in likely if place - 1 in grown and place not in bounds}
        grown |= {place for place in likely if place + 1 in grown and place + 1 not in bounds}
    return grown


def _dial(rules: Mapping[str, Rule], *, grow: float = 1.0, numbers: float = 1.0) -> Dial:
    return Dial(MappingProxyType(dict(rules)), grow, numbers)


SETTINGS: Mapping[str, Dial] = MappingProxyType(
    {
        "balanced": _dial(
            {
                "PERSON": Rule(0.25),
                "LOCATION": Rule(0.3),
                "ORGANIZATION": Rule(0.45),
                "DATETIME": Rule(0.4, 0.3),
                "CODE": Rule(0.3),
                "DEM": Rule(0.5),
                "QUANTITY": Rule(0.3),
                "MISC": Rule(0.5),
                "CONTACT": Rule(0.3),
                "AGE": Rule(0.25),
            }
        ),
        "careful": _dial(
            {
                "PERSON": Rule(0.15, 0.2),
                "LOCATION": Rule(0.15, 0.1),
                "ORGANIZATION": Rule(0.17, 1.0, 0.004),
                "DATETIME": Rule(0.15),
                "CODE": Rule(0.05, 0.1),
                "DEM": Rule(0.12),
                "QUANTITY": Rule(0.1),
                "MISC": Rule(0.1),
                "CONTACT": Rule(0.15),
                "AGE": Rule(0.2),
            },
            grow=0.25,
            numbers=0.07,
        ),
    }
)
"""The two named settings, fixed by cross-validation on the court cases and on writers 1, 2, 4, 6 and 9 of the invented documents
(`python -m experiments.names`)."""
