"""What somebody is, where a policy asks for it: callings, origins, faiths, kin and sexes, by lists of nouns and what stands beside them.

Readers of court papers leave most of this ("his wife", "the doctor"), and so does the CRF of the name tagger. Here a noun of the lists
counts where the words around it show that it is said of somebody: "my wife", "she is a welder", "as a Muslim". An origin or a faith
before a thing ("Italian food", "the Sunni vote") is said of nobody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reticent.detection.names.cased_text import BLANK, CasedText
from reticent.detection.names.features import sort_of_people
from reticent.detection.names.model import KINDS, NameGuess
from reticent.detection.names.spans import NameRange, Reading, Vacant
from reticent.detection.names.word_lists import NAMED, WordClasses
from reticent.language import Language

_DEM = KINDS.index("DEM")
_LIKELY = 0.6
"""The likelihood of what is found so, as of what follows a title; chosen by hand."""

_SURE = 0.6
"""From this likelihood on what no list has stays found; chosen by hand."""

_OF_PEOPLES, _KIN, _SEX, _CALLING = frozenset("%*"), "&", "!", "^"
_HEADS = frozenset("&!^")
_ORIGIN, _OFTEN = NAMED.index("people"), "2"
"""The grade from which on Wikipedia has a word for an origin often: "Israeli"."""

_MOST_MODIFIERS = 3
"""Words between "a" or "my" and the noun that tell more of the same: "longtime criminal defense lawyer"; chosen by hand."""

_MOST_BETWEEN = 3
"""Words between an origin and the person that it is said of: "Palestinian opposition leader"; chosen by hand."""


def find_demographics(reading: Reading, found: Sequence[NameRange]) -> list[NameRange]:
    """What was found, without origins of things and doubtful words that no list has, and with what the lists tell besides."""
    if not reading.text.language.people.own:
        return list(found)
    people = _People(
        reading.text, [_sort(word, reading.classes, reading.text.language) for word in reading.text.words]
    )
    kept = [each for each in found if each.kind != _DEM or _is_of_somebody(people, reading.guess, each)]
    return [*kept, *_find_listed(people, reading.vacant)]


@dataclass(frozen=True, slots=True)
class _People:
    """A text, and what each of its words says of somebody, as `sort_of_people` has it."""

    text: CasedText
    sorts: list[str]


def _is_of_somebody(people: _People, guess: NameGuess, mention: NameRange) -> bool:
    if any(people.sorts[mention.begin : mention.end]):
        return not _is_of_thing(people, mention.begin, mention.end)
    return float(guess.present[mention.begin : mention.end, _DEM].mean()) >= _SURE


def _find_listed(people: _People, vacant: Vacant) -> Iterator[NameRange]:
    place = 0
    while place < len(people.sorts):
        span = _read(people, place, people.sorts[place]) if people.sorts[place] else None
        if span is None:
            place += 1
            continue
        yield from vacant.claim(*span, _DEM, _LIKELY)
        place = span[1]


def _sort(word: str, classes: WordClasses, language: Language) -> str:
    if not word[0].isalpha():
        return ""
    sort = sort_of_people(word.lower(), language)
    if sort or not word[0].isupper():
        return sort
    of_people = word.endswith(language.people.origin_endings) and classes.of(word).named[_ORIGIN] >= _OFTEN
    return "%" if of_people else ""


def _read(people: _People, place: int, sort: str) -> tuple[int, int] | None:
    """The phrase around a noun of the lists, if it is said of somebody."""
    text = people.text
    if _follows_on(text, place + 1) and people.sorts[place + 1] in _HEADS:
        return None  # the next word is the noun of the phrase
    if sort in _OF_PEOPLES:
        return _read_people(people, place)
    if _next(text, place) in text.language.people.no_person:
        return None
    begin, words = _begin(text, place), text.language.people
    before = _word_before(text, begin)
    one = not words.is_plural(text.words[place].lower())
    if sort == _KIN:
        told = one or before in words.own
    elif sort == _SEX:
        told = one and before in words.own | words.one and text.words[place].lower() not in words.no_nouns
    else:
        told = _is_calling(people, begin, place, before, one=one)
    return (begin, place + 1) if told else None


def _read_people(people: _People, place: int) -> tuple[int, int] | None:
    """An origin or a faith that no thing follows: of somebody, or a noun by itself."""
    text, words = people.text, people.text.language.people
    before = _word_before(text, place)
    if not text.words[place][0].isupper() and before not in words.being | words.one | words.as_:
        return None
    return None if _is_of_thing(people, place, place + 1) else (place, place + 1)


def _is_calling(people: _People, begin: int, place: int, before: str, *, one: bool) -> bool:
    text, words = people.text, people.text.language.people
    word = text.words[place]
    if before in words.own or before in words.one:
        return one and not (word.isupper() and before == "the")
    if before in words.as_ or before in words.being:
        return True
    named_next = _follows_on(text, place + 1) and _is_name_like(people, place + 1)
    if one and not word[0].isupper():
        return named_next or (before == "," and _is_name_like(people, begin - 2))
    if not one or word.isupper() or begin in text.bounds:
        return False
    return before in (",", "(", "-", "–", "of", "and") or _next(text, place) in (",", "of", "at", "for")


def _is_name_like(people: _People, place: int) -> bool:
    """Whether a capitalized word stands there that says of nobody what he is."""
    if not 0 <= place < len(people.sorts):
        return False
    word = people.text.words[place]
    return word[0].isupper() and word.isalpha() and not people.sorts[place]


def _begin(text: CasedText, place: int) -> int:
    """Where the words begin that tell more of a noun: "criminal defense lawyer", "senior Islamic Jihad official"."""
    begin = place
    while place - begin < _MOST_MODIFIERS and begin not in text.bounds and text.gaps[begin] == BLANK:
        if not _tells_more(text, begin - 1):
            break
        begin -= 1
    return begin


def _tells_more(text: CasedText, place: int) -> bool:
    word = text.words[place]
    low = word.lower()
    if not word.replace("-", "").isalpha() or len(word) < 2 or low in text.language.stop_words:
        return False
    words = text.language.people
    small = words.own | words.one | words.being | words.having
    return low not in small and words.may_modify(low)


def _is_of_thing(people: _People, begin: int, end: int) -> bool:
    """Whether an origin or a faith is that of a language, a thing or in its name, and nobody is named by what follows."""
    text, sorts = people.text, people.sorts[begin:end]
    if not _OF_PEOPLES.intersection(sorts) or _HEADS.intersection(sorts):
        return False
    if sorts[-1] not in _OF_PEOPLES or _word_before(text, begin) in text.language.people.speaking:
        return True
    place = end
    while place - end < _MOST_BETWEEN and _follows_on(text, place):
        low = text.words[place].lower()
        if low in text.language.stop_words or not low[0].isalpha():
            break
        if people.sorts[place]:
            return False
        place += 1
    if place == end:
        return _follows_on(text, end) and text.words[end] == "-"
    return not text.words[end][0].isupper()


def _follows_on(text: CasedText, place: int) -> bool:
    return 0 < place < len(text) and text.gaps[place] <= BLANK and place not in text.bounds


def _next(text: CasedText, place: int) -> str:
    return text.words[place + 1].lower() if _follows_on(text, place + 1) else ""


def _word_before(text: CasedText, place: int) -> str:
    return text.words[place - 1].lower() if _follows_on(text, place) else ""
