"""From how likely each word is to be a name, to mentions: the dial, the ends of a mention, and the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.reading import Reading
from reticent.languages import ENGLISH


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

    def chosen(self, reading: Reading, guess: Guess) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
        """Which words belong to mentions, and the likeliest kind of each word."""
        kind = guess.present.argmax(axis=1)
        masked, present = guess.masked.sum(axis=1), guess.present.sum(axis=1)
        least, lenience = (
            np.array([getattr(self.rules[name], field) for name in KINDS])[kind]
            for field in ("least", "lenience")
        )
        chosen = (1 - lenience) * masked + lenience * present >= least
        other = present - guess.present[:, _DATETIME]
        chosen |= (other >= self.numbers) & _marked(reading, str.isdigit)
        likely = (present >= self.grow) & _marked(reading, str.isupper)
        return _grown(reading, chosen, likely), kind


_DATETIME = KINDS.index("DATETIME")


def _marked(reading: Reading, test: Callable[[str], bool]) -> NDArray[np.bool_]:
    """Which words have a first character that passes a test."""
    return np.array([test(word[0]) for word in reading.words], bool)


def _grown(reading: Reading, chosen: NDArray[np.bool_], likely: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The chosen words and those likely ones that stand next to them in the same sentence."""
    same = np.diff(reading.sentence) == 0
    grown = chosen.copy()
    for _ in range(_GROWTH):
        grown[1:] |= grown[:-1] & same & likely[1:]
        grown[:-1] |= grown[1:] & same & likely[:-1]
    return grown


def _dial(rules: Mapping[str, Rule], *, grow: float = 1.0, numbers: float = 1.0) -> Dial:
    return Dial(MappingProxyType(dict(rules)), grow, numbers)


SETTINGS: Mapping[str, Dial] = MappingProxyType(
    {
        "balanced": _dial(dict.fromkeys(KINDS, Rule(0.3))),
        "careful": _dial(
            {
                "PERSON": Rule(0.15, 0.2),
                "LOCATION": Rule(0.2, 0.1),
                "ORGANIZATION": Rule(0.18, 1.0, 0.0025),
                "DATETIME": Rule(0.3),
                "CODE": Rule(0.05, 0.1),
                "DEM": Rule(0.3),
                "QUANTITY": Rule(0.3),
                "MISC": Rule(0.3),
            },
            grow=0.3,
            numbers=0.07,
        ),
    }
)
"""The two named settings, fixed by cross-validation (`python -m experiments.detection`)."""

_GROWTH = 4
_WORDS = ENGLISH.names
_CAPITALIZED = frozenset({"PERSON", "LOCATION"})
_NUMERIC = np.array([kind in ("DATETIME", "CODE", "DEM", "QUANTITY") for kind in KINDS])
_PLACEHOLDER = "\ufffc"
_FILLED = 2
_SURE = 0.95
_SURE_END = 0.8


@dataclass(frozen=True, slots=True)
class Found:
    """A mention in words: from `begin` to before `end`, of the kind with this number in `KINDS`.

    `masked` is how likely readers would mask it; `elsewhere` says that it was known by the same name in another place.
    """

    begin: int
    end: int
    kind: int
    masked: float
    elsewhere: bool = False


def found(reading: Reading, guess: Guess, dial: Dial) -> list[Found]:
    """The mentions of a text in order: words chosen by the dial, joined over small gaps, without empty ends."""
    chosen, kind = dial.chosen(reading, guess)
    chosen &= np.array([_PLACEHOLDER not in word for word in reading.words], bool)
    places = [
        (begin, end)
        for begin, end in _stretches(reading, _filled(reading, chosen, kind), kind)
        if any(any(map(str.isalnum, word)) for word in reading.words[begin:end])
    ]
    measured = [each for each in _measured(reading, guess, places) if _may_be_name(reading, each)]
    return [
        _with_sure_ends(reading, guess, each) for each in _masked_somewhere(reading, guess, measured, dial)
    ]


def _masked_somewhere(
    reading: Reading, guess: Guess, mentions: Sequence[Found], dial: Dial
) -> Iterator[Found]:
    """The mentions whose words readers would mask at some place: a document names a body once or often, but as one."""
    floors = [dial.rules[kind].floor for kind in KINDS]
    highest: dict[tuple[str, ...], float] = {}
    phrases = []
    for mention in mentions:
        words = (
            tuple(map(str.casefold, reading.words[mention.begin : mention.end]))
            if floors[mention.kind]
            else ()
        )
        phrases.append(words)
        if words:
            here = float(guess.masked[mention.begin : mention.end, mention.kind].max())
            highest[words] = max(here, highest.get(words, 0.0))
    for mention, words in zip(mentions, phrases, strict=True):
        if not words or highest[words] >= floors[mention.kind]:
            yield mention


def _with_sure_ends(reading: Reading, guess: Guess, mention: Found) -> Found:
    """A date that is sure somewhere, without the words at its ends that are not: "Admitted" before "12 March 2024"."""
    present = guess.present[mention.begin : mention.end].sum(axis=1)
    if KINDS[mention.kind] != "DATETIME" or present.max() < _SURE:
        return mention
    sure = np.flatnonzero(present >= _SURE_END) + mention.begin
    begin, end = next(_trimmed(reading.words, int(sure[0]), int(sure[-1]) + 1), (mention.begin, mention.end))
    return replace(mention, begin=begin, end=end)


def _may_be_name(reading: Reading, mention: Found) -> bool:
    """Not a person or a place in small letters, where the sentence has capitals of its own."""
    if KINDS[mention.kind] not in _CAPITALIZED or reading.recased[mention.begin]:
        return True
    return not all(word[0].islower() for word in reading.words[mention.begin : mention.end])


def _filled(reading: Reading, chosen: NDArray[np.bool_], kind: NDArray[np.int64]) -> NDArray[np.bool_]:
    """The chosen words and what only links two of them of the same kind."""
    places = np.flatnonzero(chosen)
    filled = chosen.copy()
    gaps = np.flatnonzero((np.diff(places) > 1) & (np.diff(places) <= _FILLED + 1))
    for left, right in zip(places[gaps].tolist(), places[gaps + 1].tolist(), strict=True):
        same = kind[left] == kind[right] and reading.sentence[left] == reading.sentence[right]
        bridges = _WORDS.bridges_in_people if KINDS[kind[left]] == "PERSON" else _WORDS.bridges
        if same and all(word.lower() in bridges for word in reading.words[left + 1 : right]):
            filled[left:right] = True
            kind[left:right] = kind[left]
    return filled


def _stretches(
    reading: Reading, chosen: NDArray[np.bool_], kind: NDArray[np.int64]
) -> Iterator[tuple[int, int]]:
    """Begin and end of each run of chosen words of one kind in one sentence, trimmed."""
    if not chosen.any():
        return
    places = np.flatnonzero(chosen)
    breaks = (np.diff(places) > 1) | (np.diff(kind[places]) != 0) | (np.diff(reading.sentence[places]) != 0)
    begins = places[np.append(True, breaks)]
    ends = places[np.append(breaks, True)] + 1
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        yield from _trimmed(reading.words, begin, end)


def _trimmed(words: Sequence[str], begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretch without words at its ends that name nothing."""
    while begin < end and words[begin].lower() in _WORDS.never_first:
        begin += 1
    while begin < end and words[end - 1].lower() in _WORDS.never_last:
        end -= 1
    if begin < end:
        yield begin, end


def _measured(reading: Reading, guess: Guess, places: Sequence[tuple[int, int]]) -> list[Found]:
    """The mentions at these places, in order and apart, with their likeliest kind; a number names nobody."""
    if not places:
        return []
    begins, ends = np.array(places).T
    pieces = np.stack([begins, ends], axis=1).ravel()
    padded = np.vstack([guess.present, np.zeros((1, len(KINDS)), np.float32)])
    likely = np.add.reduceat(padded, pieces, axis=0)[::2]
    numbers = np.array([end == begin + 1 and reading.words[begin][0].isdigit() for begin, end in places])
    likely[np.ix_(numbers, ~_NUMERIC)] = -1
    kinds = likely.argmax(axis=1)
    masked = np.add.reduceat(np.append(guess.masked.sum(axis=1), np.float32(0)), pieces)[::2] / (
        ends - begins
    )
    return [
        Found(begin, end, kind, likelihood)
        for (begin, end), kind, likelihood in zip(places, kinds.tolist(), masked.tolist(), strict=True)
    ]
