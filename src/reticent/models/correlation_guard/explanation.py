"""Why a phrase had to go, and what points to each removed term: the combination finder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from reticent.models.correlation_guard.reading import Reading
from reticent.models.correlation_guard.risk import Correlation
from reticent.models.disclosure.evidence import finite, index_by_unit, plainness
from reticent.models.disclosure.phrases import Phrase, contexts_by_unit


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
class Finding:
    """What the text left in clear says about each removed term, and the threshold."""

    threshold: float
    removed: tuple[Removed, ...]

    @classmethod
    def of(
        cls, reading: Reading, found: Iterable[Correlation], information: Sequence[float], threshold: float
    ) -> Finding:
        """The correlations by the removed term, or by the telling word of one, that they point to."""
        by_term: dict[str, dict[tuple[str, ...], Pointer]] = {}
        shown = contexts_by_unit(reading.phrases)
        for each in found:
            if each.secret.contexts.intersection(*(shown[unit] for unit in each.group)):
                pointer = Pointer(
                    each.group, each.bits, each.together, each.alone, each.bits >= threshold - 1e-9
                )
                by_term.setdefault(each.secret.term, {})[each.group] = pointer
        listed = {
            secret.term: bits
            for secret, bits in zip(reading.secrets, information, strict=True)
            if secret.whole or secret.term in by_term
        }
        return cls(
            threshold,
            tuple(
                Removed(term, bits, tuple(sorted(by_term.get(term, {}).values(), key=_strength)))
                for term, bits in listed.items()
            ),
        )

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
                        {
                            "terms": list(pointer.terms),
                            "bits": finite(pointer.bits),
                            "together": pointer.together,
                            "alone": pointer.alone,
                            "reaches": pointer.reaches,
                        }
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
        "threshold": finite(at_least),
        "together": why.together,
        "alone": why.alone,
    }


def _strength(pointer: Pointer) -> tuple[float, int, tuple[str, ...]]:
    return -pointer.bits, len(pointer.terms), pointer.terms
