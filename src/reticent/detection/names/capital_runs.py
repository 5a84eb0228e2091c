"""The runs of capitalized words in a text, such as "Court of First Instance", as numbers that features are mixed from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.features import EDGE, WordFacts

_MOST_TIMES = 4
_LONGEST = 6
_FARTHEST = 3
_LINK_FREQUENCY = 9

PHRASE_SALT = 38
"""The feature that a run has for its words."""

Run = tuple[int, int]


@dataclass(slots=True)
class Runs:
    """The runs of several texts: the numbers of each, and for each word in one its place, its run and where it is in it."""

    numbers: list[tuple[int, ...]] = field(default_factory=list, repr=False)
    places: list[int] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)

    def add(self, text: CasedText, facts: Sequence[WordFacts], begin: int) -> None:
        """Add those of a text, whose words have these `facts` and begin at this place."""
        runs = list(_find_runs(text, facts))
        if not runs:
            return
        phrases = [sum([fact.lower for fact in facts[first:end]]) for first, end in runs]
        times = Counter(phrases)
        times.update(_words_outside(runs, facts))
        bounds = set(text.bounds)
        for (first, end), phrase in zip(runs, phrases, strict=True):
            self.places += range(begin + first, begin + end)
            self.owners += [len(self.numbers)] * (end - first)
            self.positions += [min(place, _FARTHEST) for place in range(end - first)]
            told = _describe(first, end, facts, bounds)
            self.numbers.append((*told, _hash_phrase(phrase), min(times[phrase], _MOST_TIMES)))


def _hash_phrase(phrase: int) -> int:
    """The feature of a run's words, whose features were added up: mixed as others are, but in 64 bits."""
    mixed = (PHRASE_SALT * 0x9E3779B1 & 0xFFFFFFFF ^ phrase) * 0x85EBCA6B & 0xFFFFFFFFFFFFFFFF
    return (mixed ^ mixed >> 15) & 0xFFFFFFFF


def _find_runs(text: CasedText, facts: Sequence[WordFacts]) -> Iterator[Run]:
    """The longest stretches of a sentence that are capitalized, single links between two such words included."""
    for begin, end in pairwise(text.bounds):
        place = begin
        while place < end:
            if not facts[place].high:
                place += 1
                continue
            first = place
            while place < end and _joins(facts, place, end):
                place += 1
            yield first, place


def _joins(facts: Sequence[WordFacts], place: int, end: int) -> bool:
    """Whether a word goes on with a run that the word before it is in."""
    if facts[place].high:
        return True
    linked = facts[place].link and facts[place - 1].high
    return linked and place + 1 < end and facts[place + 1].high


def _words_outside(runs: Sequence[Run], facts: Sequence[WordFacts]) -> Iterator[int]:
    """The words outside the runs, in small letters."""
    last = 0
    for begin, end in (*runs, (len(facts), len(facts))):
        yield from (fact.lower for fact in facts[last:begin])
        last = end


def _describe(begin: int, end: int, facts: Sequence[WordFacts], bounds: set[int]) -> tuple[int, ...]:
    """How much the run is a place's name, how rare, how much an origin's, how long; what is around it; its ends."""
    first, last = facts[begin], facts[end - 1]
    before = EDGE if begin in bounds else facts[begin - 1].lower
    after = EDGE if end in bounds else facts[end].lower
    ends = before, after, first.lower, last.lower, first.coarse, last.coarse, first.listed, last.listed
    if end == begin + 1:
        return first.place, first.frequency, first.origin, 0, *ends
    words = facts[begin:end]
    return (
        max([fact.place for fact in words]),
        min([_LINK_FREQUENCY if fact.link else fact.frequency for fact in words]),
        max([fact.origin for fact in words]),
        min(end - begin - 1, _LONGEST),
        *ends,
    )
