"""From how likely each word is to be a name, to mentions: where they begin and end, their kind, and why they were found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from reticent.detection.names.cased_text import BLANK, EMPTY_LINE, LINE, WIDE, CasedText
from reticent.detection.names.features import REACH
from reticent.detection.names.model import KINDS, Dial, NameGuess, NameJudgement, NameModel
from reticent.detection.names.surroundings import PLACE_SALTS, Surroundings
from reticent.detection.names.word_lists import WordClasses, WordLists, plain_word
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.text.document import MASK

_PERSON, _DATETIME, _AGE = map(KINDS.index, ("PERSON", "DATETIME", "AGE"))
AGE = re.compile(r"\d{1,3}(?=-?(?:years?|yrs?|months?|weeks?)-?old|yo\b)", re.IGNORECASE)
"""The number in a word that tells an age, such as "93-year-old"."""
_CAPITALIZED = frozenset({"PERSON", "LOCATION"})
_NAMED = frozenset({"PERSON", "LOCATION", "ORGANIZATION", "MISC", "DEM"})
_NUMERIC = np.array([kind in ("DATETIME", "CODE", "DEM", "QUANTITY") for kind in KINDS])
_AGAINST = frozenset({"v", "v.", "vs", "vs."})
_PARTIES = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_PARTING = frozenset({WIDE, EMPTY_LINE})
"""What lies between cells and between paragraphs: no name goes on there."""

_FILLED = 2
"""Words that may stand between two parts of one name, all of them bridges: "Bank of the West". Chosen by hand."""

_SURE_IN_SMALL = 0.7
"""How likely readers mask a person or place in small letters; chosen by hand: far more than the settings ask of one with a capital."""

_SURE, _SURE_END = 0.95, 0.8
"""How likely the surest word of a date is one, and each word at its ends; chosen by hand, so that the verb before one
is no part of it."""


@cache
def weekdays_of(language: Language) -> frozenset[str]:
    """The names of the days of a week in small letters, long and short."""
    return language.names.short_weekdays.union(*language.dates.weekdays)


@dataclass(frozen=True, slots=True)
class NameRange:
    """A mention in words: from `begin` to before `end`, of the kind with this number in `KINDS`.

    `masked` is how likely readers would mask it; `elsewhere` says that it was known by the same name in another place.
    """

    begin: int
    end: int
    kind: int
    masked: float
    elsewhere: bool = False

    def move(self, distance: int) -> NameRange:
        """The same mention so many words further on."""
        if not distance:
            return self
        return replace(self, begin=self.begin + distance, end=self.end + distance)


class Vacant:
    """The words of a text that no mention covers yet, which rules claim one after the other."""

    def __init__(self, guess: NameGuess, taken: Iterable[NameRange]) -> None:
        self._masked = guess.masked
        self._covered = bytearray(len(guess.masked))
        for mention in taken:
            self.cover(mention.begin, mention.end)

    def cover(self, begin: int, end: int) -> None:
        """Let these words be covered."""
        self._covered[begin:end] = b"\1" * (end - begin)

    def is_free(self, begin: int, end: int) -> bool:
        """Whether no mention covers any of these words."""
        return not any(self._covered[begin:end])

    def claim(self, begin: int, end: int, kind: int, likely: float) -> Iterator[NameRange]:
        """The mention of these words if there are some and all are free; readers mask it at least as `likely`."""
        if begin < end and self.is_free(begin, end):
            self.cover(begin, end)
            masked = float(self._masked[begin:end].sum()) / (end - begin)
            yield NameRange(begin, end, kind, max(masked, likely))


@dataclass(frozen=True, slots=True)
class Reading:
    """What a pass over the findings of a text may look at: its words, what the CRF guesses, the tables and lists of words, and
    which words no mention covers yet."""

    text: CasedText
    guess: NameGuess
    classes: WordClasses = field(repr=False)
    lists: WordLists = field(repr=False)
    vacant: Vacant = field(repr=False)

    @classmethod
    def of(cls, text: CasedText, guess: NameGuess, classes: WordClasses, lists: WordLists) -> Reading:
        """A text of which nothing is covered yet."""
        return cls(text, guess, classes, lists, Vacant(guess, ()))


def find_ranges(text: CasedText, guess: NameGuess, dial: Dial) -> list[NameRange]:
    """The mentions of a text in order: words chosen by the dial, joined over small gaps, without empty ends."""
    chosen = {
        place: kind
        for place, kind in dial.choose(guess).items()
        if MASK not in text.words[place] and not (kind in _PARTIES and _stands_between(text, place))
    }
    places = [
        (begin, end)
        for begin, end in _stretches(text, chosen)
        if any(any(map(str.isalnum, word)) for word in text.words[begin:end])
    ]
    measured = [each for each in _measure(text, guess, places) if _may_be_name(text, each)]
    sure = [_without_act(text, _with_sure_ends(text, guess, each)) for each in measured]
    return [part for each in sure for part in _without_neighbours(text, each)]


def _stands_between(text: CasedText, place: int) -> bool:
    """Whether a word is the "v" between two parties; in capitals it may as well be an initial."""
    if text.words[place] not in _AGAINST or not 0 < place < len(text) - 1:
        return False
    if text.gaps[place] != BLANK:
        return False
    return text.silent or not text.recased[text.sentence_of(place)]


def _stretches(text: CasedText, chosen: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Begin and end of each run of chosen words of one kind in one sentence, small gaps filled, ends trimmed."""
    begin = last = -1
    for place in chosen:
        if begin < 0:
            begin = place
        elif not _goes_on(text, chosen, last, place):
            yield from _trim(text, begin, last + 1)
            begin = place
        last = place
    if begin >= 0:
        yield from _trim(text, begin, last + 1)


def _goes_on(text: CasedText, chosen: Mapping[int, str], left: int, right: int) -> bool:
    """Whether two chosen words belong together: neighbours of one kind with nothing between them that doesn't link.

    An address of mail is no part of a name.
    """
    if right - left > _FILLED + 1 or chosen[left] != chosen[right]:
        return False
    if not _PARTING.isdisjoint(text.gaps[left + 1 : right + 1]):
        return False
    if text.sentence_of(left) != text.sentence_of(right):
        return False
    if chosen[left] == "PERSON" and any("@" in text.words[place][1:] for place in (left, right)):
        return False
    names = text.language.names
    bridges = names.bridges_in_people if chosen[left] == "PERSON" else names.bridges
    return all(word.lower() in bridges for word in text.words[left + 1 : right])


def _trim(text: CasedText, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretch without words at its ends that name nothing."""
    words, names = text.words, text.language.names
    while begin < end and words[begin].lower() in names.never_first:
        begin += 1
    while begin < end and words[end - 1].lower() in names.never_last:
        end -= 1
    if begin < end:
        yield begin, end


def _measure(text: CasedText, guess: NameGuess, places: Sequence[tuple[int, int]]) -> Iterator[NameRange]:
    """The mentions at these places, with their likeliest kind; a number names nobody."""
    for begin, end in places:
        likely = guess.present[begin:end].sum(axis=0) if end > begin + 1 else guess.present[begin]
        kind = int(likely.argmax())
        if end == begin + 1 and not _NUMERIC[kind] and text.words[begin][0].isdigit():
            kind = int(np.where(_NUMERIC, likely, -1).argmax())
        if _NUMERIC[kind] and AGE.match(text.words[begin]):
            kind = _AGE
        yield NameRange(begin, end, kind, float(guess.masked[begin:end].sum()) / (end - begin))


def _may_be_name(text: CasedText, mention: NameRange) -> bool:
    """Not a title, a greeting or a field's name; nor, unless it is likely one, a person or a place in small letters where
    the sentence has capitals of its own."""
    words = text.words[mention.begin : mention.end]
    kind = KINDS[mention.kind]
    if names_nothing(kind, words, text.language):
        return False
    if (
        len(words) == 1
        and len(words[0]) == 1
        and text.words[mention.begin - 1 : mention.end + 1] == ['"', words[0], '"']
    ):
        return False  # a value such as "F", no initial
    if kind != "PERSON" and len(words) == 1 and words[0].lower() in text.language.names.no_place:
        return False
    if kind not in _CAPITALIZED or text.recased[text.sentence_of(mention.begin)]:
        return True
    return mention.masked >= _SURE_IN_SMALL or not all(word[0].islower() for word in words)


def names_nothing(kind: str, words: Iterable[str], language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether words that were taken for somebody or something named are titles, greetings and names of fields alone."""
    nobody = language.names.nobody
    return kind in _NAMED and all(_names_nobody(word, nobody) for word in words)


def _names_nobody(word: str, nobody: frozenset[str]) -> bool:
    """Whether it is a title, a greeting, a field's name or a small letter without a dot."""
    return word.lower().rstrip(".:") in nobody or (word.islower() and len(plain_word(word)) == 1)


def _with_sure_ends(text: CasedText, guess: NameGuess, mention: NameRange) -> NameRange:
    """A date that is sure somewhere, without the words at its ends that are not: "Admitted" before "12 March 2024"."""
    if mention.kind != _DATETIME:
        return mention
    present = guess.present[mention.begin : mention.end].sum(axis=1)
    if present.max() < _SURE:
        return mention
    sure = np.flatnonzero(present >= _SURE_END) + mention.begin
    begin, end = next(_trim(text, int(sure[0]), int(sure[-1]) + 1), (mention.begin, mention.end))
    return replace(mention, begin=begin, end=end)


def _without_act(text: CasedText, mention: NameRange) -> NameRange:
    """A person without what they do, where the text tells names from verbs by their capitals: "Katrin Beyer weiß"."""
    last = mention.end - 1
    if mention.kind != _PERSON or last == mention.begin or text.gaps[last] != BLANK:
        return mention
    if text.words[last] not in text.language.names.acts or text.recased[text.sentence_of(last)]:
        return mention
    return replace(mention, end=last) if text.words[mention.begin][0].isupper() else mention


def _without_neighbours(text: CasedText, mention: NameRange) -> Iterator[NameRange]:
    """A person without a greeting before and an "I" that speaks after it; parted where somebody else follows on a titled name and a comma."""
    begin, end = mention.begin, mention.end
    if mention.kind != _PERSON or end == begin + 1:
        yield mention
        return
    names = text.language.names
    if text.words[begin].lower() in names.greetings and (begin in text.bounds or text.gaps[begin] >= LINE):
        begin += 1
    if (
        end > begin + 1
        and text.words[end - 1] in text.language.sentences.letters
        and _goes_on_in_small(text, end)
    ):
        end -= 1
    titled = begin > 0 and text.words[begin - 1].lower().rstrip(".") in names.before_names
    if titled and text.words[begin + 1 : begin + 2] == [","] and begin + 2 < end:
        yield replace(mention, begin=begin, end=begin + 1)
        begin += 2
    yield replace(mention, begin=begin, end=end)


def ends_with_sentence(text: CasedText, mention: NameRange) -> bool:
    """Whether the dot of its last word ends a sentence that begins before it, too: "She lives on Whittier Blvd." """
    last = text.words[mention.end - 1]
    if mention.end not in text.bounds or mention.begin in text.bounds or len(last) < _SHORTEST_DOTTED:
        return False
    ends_there = text.ends[mention.end - 1] - text.starts[mention.end - 1] == len(last)
    return ends_there and last.endswith(".") and "." not in last[:-1]


_SHORTEST_DOTTED = 3
"""Letters of an abbreviation with its dot; an initial keeps its own."""


def _goes_on_in_small(text: CasedText, place: int) -> bool:
    """Whether a word in small letters follows, which no initial has after it: "Mbali I said"."""
    return (
        place < len(text)
        and text.gaps[place] <= BLANK
        and text.words[place][0] in "abcdefghijklmnopqrstuvwxyz'’"
    )


_SIDES = (
    "its letters",
    "the way it is written",
    "words of its class",
    "lists of names",
    "the words before it",
    "the words after it",
    "the rest of the document",
    "its place in the text",
)
_LETTERS, _WRITTEN, _CLASS, _LISTS, _BEFORE, _AFTER, _DOCUMENT, _PLACE = range(8)
_OWN = (
    *(_LETTERS, _CLASS, _WRITTEN, _LISTS, _CLASS, _LISTS, _WRITTEN, _LETTERS, _WRITTEN, _WRITTEN),
    *([_LISTS] * 6),
    *([_LETTERS] * 7),
    *(_WRITTEN, _CLASS, _WRITTEN, _WRITTEN, _CLASS, _LETTERS, _LETTERS),
    *(_CLASS, _LISTS, _LISTS, _LISTS, _LISTS, _LETTERS, _LISTS),
)
_OF_SALT = {
    **dict.fromkeys((1, 3, 6, 8, 9, 11, 13, 33, 37, 52, 59, 60), _BEFORE),
    **dict.fromkeys((2, 4, 7, 10, 12, 34, 53), _AFTER),
    **dict.fromkeys((5, 35), _WRITTEN),
    **dict.fromkeys((20, 21, 22, 23, 24, 25, 54, 55, 56, 57), _PLACE),
    **dict.fromkeys((31, 32, 38, 40), _LETTERS),
    **dict.fromkeys((39, 41, 50, 51, 58), _LISTS),
    **dict.fromkeys((36,), _CLASS),
    **dict.fromkeys((42,), _DOCUMENT),
}
"""Which side each of a word's own features, in their order, and each feature of a place belongs to."""

_NEIGHBOURS = np.arange(1, len(REACH))[:, None]
_IS_BEFORE = np.array([distance < 0 for distance in REACH if distance])
_SIDE_OF = np.array([*_OWN, *(_OF_SALT[salt] for salt in PLACE_SALTS)])
_BY_SIDE = np.argsort(_SIDE_OF, kind="stable")
_PRESENT, _STARTS = np.unique(_SIDE_OF[_BY_SIDE], return_index=True)

ELSEWHERE = "names: the same name stands elsewhere in the document"


def explain(model: NameModel, places: Sequence[tuple[NameJudgement, NameRange]]) -> list[str]:
    """For each name in a text that was judged, the two sides that spoke most for its kind."""
    reasons: list[str] = []
    for _, group in groupby(places, key=lambda place: id(place[0].surroundings)):
        together = list(group)
        at = [judgement.begin + mention.begin for judgement, mention in together]
        labels = [1 + 2 * mention.kind for _, mention in together]
        reasons += _explain_together(model, together[0][0].surroundings, np.array(at), np.array(labels))
    return reasons


def _explain_together(
    model: NameModel, features: Surroundings, at: NDArray[np.int64], labels: NDArray[np.int64]
) -> list[str]:
    hashes = np.concatenate([features.lookup.hashes[features.near[0, at]], features.places[at]], axis=1)
    gains = model.gains(hashes, labels)[:, _BY_SIDE]
    spoke = np.zeros((len(at), len(_SIDES)), np.float32)
    spoke[:, _PRESENT] = np.add.reduceat(gains, _STARTS, axis=1)
    spoke[:, _DOCUMENT] += model.gains_by_document(features.document[at], labels)
    spoke[:, _PLACE] += model.gains_by_layout(features.layout[:, at], labels)
    said = features.lookup.scores[features.near[1:, at], _NEIGHBOURS]
    gained = said[:, np.arange(len(at)), labels] - said[:, :, 0]
    spoke[:, _BEFORE] += gained[_IS_BEFORE].sum(axis=0)
    spoke[:, _AFTER] += gained[~_IS_BEFORE].sum(axis=0)
    best = np.argsort(-spoke, axis=1, kind="stable")[:, :2]
    return [f"names: {_SIDES[first]} and {_SIDES[second]}" for first, second in best.tolist()]
