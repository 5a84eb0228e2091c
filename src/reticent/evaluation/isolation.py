"""Who is singled out in a collection of releases: what identifies somebody by itself, and traits that few others have.

What is left is found by detectors of our own, whatever policy the releases were made under. Traits are ages, dates, places,
organizations and what somebody is; K of a subject is how many subjects of the collection have the rarest few of its traits together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce

from reticent.detection import names, patterns
from reticent.detection.detector import CompleteDetector, complete_detector
from reticent.text import Document
from reticent.text.sentences import normal_words

TRAITS = frozenset({"AGE", "DATE", "DATETIME", "LOCATION", "ORGANIZATION", "POSTCODE", "DEM"})
"""Kinds that describe somebody; all others that the detectors find name somebody or something of theirs."""

MISSED = (0.1, 0.2)
"""Between which shares of the places that people marked our detectors miss: `experiments.names`, on texts that they had not learnt from."""

TOGETHER = 3
"""Traits that are taken together: as many as whoever looks for a neighbour or a colleague knows at once. Chosen by hand."""

OF_NAMES = ("PERSON", "CONTACT", "CODE", "AGE", "LOCATION", "DATETIME", "ORGANIZATION", "DEM")
"""What our name tagger looks for in every release; the patterns look for all of theirs."""


@dataclass(frozen=True, slots=True)
class Traces:
    """What a release leaves of its subject: how many identifiers of each kind, and its traits."""

    identifiers: Mapping[str, int]
    traits: frozenset[str] = field(repr=False)


@cache
def _detectors() -> tuple[CompleteDetector, ...]:
    own = names(kinds=OF_NAMES, ages="all", demographics="identifying")
    return complete_detector(own), complete_detector(patterns())


def find_traces(released: Document) -> Traces:
    """What our own detectors find in a released text; what they are certain of nowhere doesn't count."""
    identifiers: Counter[str] = Counter()
    traits = set()
    for detector in _detectors():
        doubted = detector.doubtful(released)
        for mention in detector.mentions(released):
            written = mention.span.of(released.text)
            if written in doubted:
                continue
            if mention.kind in TRAITS:
                traits.add(f"{mention.kind} {' '.join(normal_words(written))}")
            else:
                identifiers[mention.kind] += 1
    return Traces(dict(sorted(identifiers.items())), frozenset(traits))


def count_companions(traits: Sequence[frozenset[str]]) -> list[int]:
    """For each subject how many have those of its traits together that fit fewest, itself counted.

    The rarest trait comes first, then the one that leaves fewest of the subjects left, up to `TOGETHER`.

    >>> count_companions([frozenset({"age 41", "baker"}), frozenset({"age 41", "judge"}), frozenset({"judge", "baker"}), frozenset()])
    [1, 1, 1, 4]
    """
    having: dict[str, set[int]] = {}
    for number, own in enumerate(traits):
        for trait in own:
            having.setdefault(trait, set()).add(number)
    return [_count_left(own, having, len(traits)) for own in traits]


def _count_left(own: frozenset[str], having: Mapping[str, set[int]], everybody: int) -> int:
    if not own:
        return everybody
    rare = sorted(own, key=lambda trait: (len(having[trait]), trait))
    left = having[rare[0]]
    for _ in range(TOGETHER - 1):
        left = min((left & having[trait] for trait in rare), key=len)
    return len(left)


BANDS: Mapping[str, Callable[[int], bool]] = {
    "1": lambda k: k == 1,
    "2": lambda k: k == 2,
    "3 to 4": lambda k: k in (3, 4),
    "5 to 10": lambda k: 5 <= k <= 10,
    "11 and more": lambda k: k > 10,
}
"""How K is shown: 3, 5 and 11 are the least cell sizes that offices of statistics ask for."""


def sort_into_bands(counts: Iterable[int]) -> dict[str, int]:
    """How many subjects have a K in each band.

    >>> sort_into_bands([1, 4, 30])
    {'1': 1, '2': 0, '3 to 4': 1, '5 to 10': 0, '11 and more': 1}
    """
    listed = list(counts)
    return {band: sum(map(holds, listed)) for band, holds in BANDS.items()}


def join_traits(documents: Iterable[frozenset[str]]) -> frozenset[str]:
    """The traits of a subject, whose documents these are."""
    return reduce(frozenset.union, documents, frozenset())
