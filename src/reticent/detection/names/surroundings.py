"""What the name tagger sees of a word's neighbours, of the run of capitalized words it is in, and of its document.

Many texts are laid out in one row of words, with edges between the sentences, so that a neighbour is the word beside. A run,
such as "Court of First Instance", is numbers that features are mixed from; what the rest of a document says of a capitalized
word is one small number. The CRF was trained with all numbers here, which were chosen by hand: with others it has to be
trained again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.crf import Lookup
from reticent.detection.names.features import (
    COARSE,
    EDGE,
    LISTED,
    LOWER,
    REACH,
    SHAPE,
    WordFacts,
    hash_feature,
    show_at,
)
from reticent.detection.names.layout import LAYOUT_HASHES, Layout, read_layout
from reticent.language.mixing import Hashes, Mixture

_MOST_TIMES = 4
"""How often a word or a run stands in a document: from the fourth time on all numbers are alike."""

_LONGEST, _FARTHEST = 6, 3
"""Words of a run after its first, and words before a word in its run, from which on all numbers are alike."""

_LINK_FREQUENCY = 9
"""The highest grade, so that an "of" doesn't make a run common or rare."""

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
            described = _describe(first, end, facts, bounds)
            self.numbers.append((*described, _hash_phrase(phrase), min(times[phrase], _MOST_TIMES)))


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


TITLED = hash_feature("titled")
"""That a word follows a title somewhere in the document."""

_TITLE_REACH = 3
"""Further capitalized words that a title announces: "Mr A. B. van Smith"."""

_LONGEST_ACRONYM = 12
"""Initials of a run that an acronym is looked for in."""

_IS_TITLED, _ALSO_SMALL, _INSIDE, _ACRONYM, _ONCE_MORE = 1, 2, 4, 8, 16
"""The bits of a code; what is left above them counts how often the word stands in the document."""


def _hash_code(code: int) -> list[int]:
    """The features that a code stands for, which is one more than the sum of its flags."""
    flags = code - 1
    return [
        TITLED if flags & _IS_TITLED else 0,
        hash_feature("also low") if flags & _ALSO_SMALL else 0,
        hash_feature("inside") if flags & _INSIDE else hash_feature("only first"),
        hash_feature(f"count {flags // _ONCE_MORE}"),
        hash_feature("acronym") if flags & _ACRONYM else 0,
    ]


_CODES = _ONCE_MORE * (_MOST_TIMES + 1)
DOCUMENT_HASHES: Hashes = np.array([[0] * 5, *map(_hash_code, range(1, _CODES + 1))], np.uint32)
"""The features of each code; that of a word in small letters, 0, has none."""


def document_codes(text: CasedText, facts: Sequence[WordFacts]) -> list[int]:
    """For each word of a document the code of what the document says of it; `facts` are those of its words."""
    high = [place for place, fact in enumerate(facts) if fact.high]
    codes = [0] * len(facts)
    if not high:
        return codes
    times = Counter(text.words)
    first = set(text.bounds)
    inside = {text.words[place] for place in high if place not in first}
    titled = _find_titled(text, facts)
    spelt = _spell_initials(facts)
    known: dict[str, int] = {}
    for place in high:
        word = text.words[place]
        if word not in known:
            known[word] = (
                1
                + _IS_TITLED * (word in titled)
                + _ALSO_SMALL * (_small(word) in times)
                + _INSIDE * (word in inside)
                + _ACRONYM * (len(word) > 1 and word.isupper() and word in spelt)
                + _ONCE_MORE * min(times[word], _MOST_TIMES)
            )
        codes[place] = known[word]
    return codes


def _small(word: str) -> str:
    """The word in small letters, or nothing where its first letter has no small form."""
    lower = word.lower()
    return lower if lower[0].islower() else ""


def _find_titled(text: CasedText, facts: Sequence[WordFacts]) -> set[str]:
    """The words that follow a title somewhere, and capitalized words that follow those ("Mr A. Smith")."""
    titled: set[str] = set()
    first = set(text.bounds)
    for title, fact in enumerate(facts):
        if not fact.role:
            continue
        place = title + 1
        while place not in first and place <= title + 1 + _TITLE_REACH:
            if place > title + 1 and not (facts[place - 1].high and facts[place].high):
                break
            titled.add(text.words[place])
            place += 1
    return titled


def _spell_initials(facts: Sequence[WordFacts]) -> str:
    """The first letters of capitalized words that stand together somewhere, as lines."""
    runs = "".join([fact.sign for fact in facts]).split()
    return "\n".join(run[:_LONGEST_ACRONYM] for run in runs if len(run) > 1)


_EDGES = [0] * max(REACH)
_DISTANCES = np.array(list(REACH))[:, None]

# The rows that features are mixed from: a column of a word's own features and the distance of the word,
_SOURCES = (
    *((LOWER, -2), (LOWER, -1), (LOWER, 0), (LOWER, 1), (LOWER, 2)),
    *((COARSE, -1), (COARSE, 0), (COARSE, 1)),
    *((SHAPE, -1), (SHAPE, 0), (SHAPE, 1)),
    *((LISTED, -1), (LISTED, 0), (LISTED, 1)),
)
_L2, _L1, _L, _R1, _R2, _CL, _C, _CR, _SL, _S, _SR, _WL, _W, _WR = range(len(_SOURCES))
# then what a sentence tells of all its words, and what a run of capitalized words tells.
_EARLY, _HEADING = range(14, 16)
_PLACE, _RARITY, _ORIGIN, _LENGTH, _BEFORE, _AFTER, _FIRST, _LAST, _FIRST_CLASS, _LAST_CLASS = range(16, 26)
_FIRST_LISTED, _LAST_LISTED = range(26, 28)
_PHRASE, _TIMES, _POSITION = range(28, 31)
_RUN = slice(_PLACE, _POSITION)
# and what its line tells.
_LINE, _LINE_BEFORE, _FIELD = range(31, 34)
_ALL_SOURCES = _FIELD + 1

_MIXTURE = Mixture(
    (5, _SL, _S, _SR), (8, _L2, _L1, _S), (11, _CL, _S, _CR), (12, _S, _R1, _R2), (13, _L2, _SL, _S),
    (39, _PLACE, _RARITY, _LENGTH), (42, _TIMES, _LENGTH, _LAST_CLASS), (58, _FIRST_LISTED, _LAST_LISTED, _LENGTH), (50, _WL, _W, _WR), (51, _SL, _W, _SR),
    (1, _L1, _L), (2, _L, _R1), (3, _CL, _C), (4, _C, _CR), (6, _L1, _S), (7, _S, _R1), (9, _L1, _C), (10, _C, _R1),
    (24, _EARLY, _S), (25, _HEADING, _S),
    (40, _ORIGIN, _LAST), (41, _PLACE, _LAST), (35, _LENGTH, _POSITION), (36, _FIRST_CLASS, _LAST_CLASS),
    (37, _BEFORE, _LENGTH), (59, _BEFORE, _FIRST_LISTED),
    (52, _L1, _W), (53, _W, _R1), (60, _WL, _S), (54, _FIELD, _S), (55, _LINE, _S), (56, _LINE_BEFORE, _S), (57, _FIELD, _W),
    (20, _S), (21, _S), (22, _S), (23, _S),
    (31, _FIRST), (32, _LAST), (33, _BEFORE), (34, _AFTER),
)  # fmt: skip
_OF_RUN = (slice(5, 8), slice(20, 26), slice(37, 41))
_CONDITIONAL = slice(33, 37)
_IS_FIRST, _IS_QUOTED, _IS_IN_BRACKETS, _IS_RECASED, _IS_IN_RUN = range(5)
"""The conditional features only count for the first word of a sentence, in quotes, in brackets, in a recased sentence;
those of a run for words that are in one."""

PLACE_SALTS = (*_MIXTURE.salts, PHRASE_SALT)
"""Which feature of a place each column is, by its salt."""

_COLUMN = np.array([column for column, _ in _SOURCES])[:, None]
_DISTANCE = np.array([distance for _, distance in _SOURCES])[:, None]
_BESIDE = np.array([-1, 1])[:, None]
_NO_HEADING = 7
"""The hash that stands for the first word of a heading where there was none; any number does."""

_LATE, _A_STAGE = 20, 4
"""The number of a sentence counts in fours and up to twenty, so that what opens a text differs from what follows."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Texts as features, one column of `near` and one row of all else a word.

    `near` tells which word is at each distance of `REACH`, as rows of `lookup`; `document` is the code of what the rest of
    the document says; `titled` tells whether the word before and the one after follow a title somewhere; `layout` holds
    the small numbers of where the word stands, a row each.
    """

    lookup: Lookup
    near: NDArray[np.int64]
    places: Hashes
    document: NDArray[np.int64]
    titled: NDArray[np.bool_]
    layout: NDArray[np.int64]

    def all_hashes(self) -> Hashes:
        """All features of each word, a row each."""
        columns = [
            show_at(distance, self.lookup.hashes[self.near[number], :width])
            for number, (distance, width) in enumerate(REACH.items())
        ]
        return np.concatenate([*columns, self.place_hashes()], axis=1)

    def place_hashes(self) -> Hashes:
        """The features of each word that are not those of single words, a row each."""
        columns = [DOCUMENT_HASHES[self.document], self.places]
        for beside, distance in zip(self.titled, (-1, 1), strict=True):
            titled = np.where(beside, np.uint32(TITLED), np.uint32(0))
            columns.append(show_at(distance, titled[:, None]))
        columns += [hashes[codes][:, None] for hashes, codes in zip(LAYOUT_HASHES, self.layout, strict=True)]
        return np.concatenate(columns, axis=1)


def read_surroundings(texts: Sequence[CasedText], lookup: Lookup) -> Surroundings:
    """The features of texts, whose words were looked up one text after the other."""
    flat: list[int] = []
    codes: list[int] = []
    runs = Runs()
    begin = 0
    for text in texts:
        rows = lookup.rows[begin : begin + len(text)]
        for first, end in pairwise(text.bounds):
            flat += _EDGES
            flat += rows[first:end]
        facts = [lookup.facts[row] for row in rows]
        codes += document_codes(text, facts)
        runs.add(text, facts, begin)
        begin += len(text)
    laid = np.array(flat + _EDGES, np.int64)
    at = laid.nonzero()[0]
    layout = read_layout(texts, lookup)
    hashes = _hash_places(texts, lookup, laid, at, runs, layout)
    document = np.array(codes, np.int64)
    return Surroundings(
        lookup,
        laid[at + _DISTANCES],
        hashes,
        document,
        _find_titled_neighbours(laid, at, document),
        layout.codes,
    )


def _hash_places(
    texts: Sequence[CasedText],
    lookup: Lookup,
    laid: NDArray[np.int64],
    at: NDArray[np.int64],
    runs: Runs,
    layout: Layout,
) -> Hashes:
    """For each word: what it shows together with its neighbours, where it lies, and the run that it is in."""
    sources = np.zeros((_ALL_SOURCES, len(at)), np.uint32)
    shown = lookup.context[:, laid].ravel()
    sources[: len(_SOURCES)] = shown[_COLUMN * len(laid) + at + _DISTANCE]
    sources[_LINE], sources[_LINE_BEFORE], sources[_FIELD] = layout.first, layout.before, layout.field
    has = np.zeros((5, len(at)), np.uint32)
    if runs.numbers:
        sources[_RUN, runs.places] = np.array(runs.numbers, np.uint32)[runs.owners].T
        sources[_POSITION, runs.places] = runs.positions
        has[_IS_IN_RUN, runs.places] = 1
    lengths = [end - begin for text in texts for begin, end in pairwise(text.bounds)]
    by_sentence = np.array(list(_sentence_facts(texts, lookup)), np.uint32).T
    sources[_EARLY], sources[_HEADING], has[_IS_RECASED] = by_sentence.repeat(lengths, axis=1)
    has[_IS_FIRST] = laid[at - 1] == 0
    _mark_enclosed(texts, has)
    mixed = _MIXTURE.mix(sources)
    mixed[_CONDITIONAL] *= has[:_IS_IN_RUN]
    for rows in _OF_RUN:
        mixed[rows] *= has[_IS_IN_RUN]
    return np.concatenate([mixed, sources[_PHRASE : _PHRASE + 1]]).T


def _find_titled_neighbours(
    laid: NDArray[np.int64], at: NDArray[np.int64], document: NDArray[np.int64]
) -> NDArray[np.bool_]:
    titled = np.zeros(len(laid), bool)
    titled[at] = DOCUMENT_HASHES[document, 0] != 0
    beside: NDArray[np.bool_] = titled[at + _BESIDE]
    return beside


def _sentence_facts(texts: Sequence[CasedText], lookup: Lookup) -> Iterator[tuple[int, int, bool]]:
    """For each sentence how early it is, the first word of the last one in capitals up to it, and whether it is one."""
    begin = 0
    for text in texts:
        heading = _NO_HEADING
        for number, recased in enumerate(text.recased):
            if recased:
                heading = lookup.facts[lookup.rows[begin + text.bounds[number]]].lower
            yield min(text.number + number, _LATE) // _A_STAGE, heading, recased
        begin += len(text)


def _mark_enclosed(texts: Sequence[CasedText], has: NDArray[np.uint32]) -> None:
    """Mark which words lie between quotes, and between brackets, of one sentence."""
    begin = 0
    for text in texts:
        firsts = {word[0] for word in text.words}
        for row, opening, closing in ((_IS_QUOTED, "“‘", "”’"), (_IS_IN_BRACKETS, "(", ")")):
            if not firsts.isdisjoint(opening):
                has[row, [begin + place for place in _find_enclosed(text, opening, closing)]] = 1
        begin += len(text)


def _find_enclosed(text: CasedText, opening: str, closing: str) -> Iterator[int]:
    """The words from an opening mark to before its end, or to that of the sentence."""
    for begin, end in pairwise(text.bounds):
        inside = False
        for place in range(begin, end):
            first = text.words[place][0]
            inside = (inside or first in opening) and first not in closing
            if inside:
                yield place
