"""What is found in a text: by the CRF, and by rules where titles, cue words, lists and written forms tell a name.

One string has one kind in a document unless its context says otherwise; a bracket that a mention opens is closed in it; and
brand names of drugs, which a sentence treats much like people, are nobody's names.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from reticent.detection.names.cased_text import BLANK, LINE, NOTHING, CasedText
from reticent.detection.names.listed import EXTENSIONS, is_full_name
from reticent.detection.names.medical import CERTAIN, announcing
from reticent.detection.names.model import KINDS, Dial, NameGuess, Rule
from reticent.detection.names.spans import NameRange, Reading, find_ranges
from reticent.detection.names.word_lists import COMMON, LISTED, UNKNOWN, WordClasses, WordLists
from reticent.language import Language

_PERSON = KINDS.index("PERSON")
_NAMES = frozenset(KINDS.index(kind) for kind in ("PERSON", "LOCATION", "ORGANIZATION", "DEM", "MISC"))


def agree_on_kinds(reading: Reading, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions, with the likeliest kind of their words in the whole text where their own is not certain."""
    text, guess = reading.text, reading.guess
    likely: dict[tuple[str, ...], Counter[int]] = defaultdict(Counter)
    phrases = []
    for mention in mentions:
        phrase = tuple(map(str.casefold, text.words[mention.begin : mention.end]))
        phrases.append(phrase)
        if mention.kind in _NAMES:
            likely[phrase][mention.kind] += _likelihood(guess, mention)  # type: ignore[assignment]
    return [
        mention if mention.kind not in _NAMES else _change_kind(guess, mention, likely[phrase])
        for mention, phrase in zip(mentions, phrases, strict=True)
    ]


def _change_kind(guess: NameGuess, mention: NameRange, likely: Counter[int]) -> NameRange:
    best = max(likely, key=lambda kind: (likely[kind], -kind))
    if best == mention.kind or _likelihood(guess, mention) >= CERTAIN:
        return mention
    return replace(mention, kind=best)


def _likelihood(guess: NameGuess, mention: NameRange) -> float:
    if mention.end == mention.begin + 1:
        return float(guess.present[mention.begin, mention.kind])
    return float(guess.present[mention.begin : mention.end, mention.kind].mean())


_CLOSING = {"(": ")", "[": "]", "{": "}"}
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}


def close_brackets(reading: Reading, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions, which are in order: one with half a pair of brackets takes the other half along where that stands right
    beside it, and is parted at the bracket elsewhere."""
    text = reading.text
    closed: list[NameRange] = []
    for number, mention in enumerate(mentions):
        first = closed[-1].end if closed else 0
        last = mentions[number + 1].begin if number + 1 < len(mentions) else len(text)
        closed += _close(text, mention, first, last)
    return closed


def _close(text: CasedText, mention: NameRange, first: int, last: int) -> Iterator[NameRange]:
    """What becomes of a mention that may grow from `first` to `last`."""
    half = _find_half(text.words, mention.begin, mention.end)
    if half < 0:
        yield mention
        return
    begin, end = _grow(text, mention, half)
    if first <= begin and end <= last and (begin, end) != (mention.begin, mention.end):
        yield from _close(text, replace(mention, begin=begin, end=end), first, last)
        return
    for begin, end in ((mention.begin, half), (half + 1, mention.end)):
        if any(any(map(str.isalnum, word)) for word in text.words[begin:end]):
            yield from _close(text, replace(mention, begin=begin, end=end), begin, end)


def _grow(text: CasedText, mention: NameRange, half: int) -> tuple[int, int]:
    """The mention with the other half of a bracket, if that is the next word."""
    begin, end, bracket = mention.begin, mention.end, text.words[half]
    follows = end < len(text) and text.gaps[end] <= BLANK and text.words[end] == _CLOSING.get(bracket)
    if follows and begin < half:
        return begin, end + 1
    precedes = begin > 0 and text.gaps[begin] <= BLANK and text.words[begin - 1] == _OPENING.get(bracket)
    return (begin - 1, end) if precedes and half < end - 1 else (begin, end)


def _find_half(words: Sequence[str], begin: int, end: int) -> int:
    """Where the first bracket without its other half stands, or -1."""
    opened: list[int] = []
    for place in range(begin, end):
        if words[place] in _CLOSING:
            opened.append(place)
        elif words[place] in _OPENING:
            if not opened or _CLOSING[words[opened[-1]]] != words[place]:
                return place
            opened.pop()
    return opened[0] if opened else -1


_NAMED, _DRUG = slice(LISTED.index("given"), LISTED.index("place") + 1), LISTED.index("drug")
_ABBREVIATION, _KNOWN = LISTED.index("abbreviation"), "2"
"""From this grade on an abbreviation is one that clinicians use."""

_SHORTEST = 6
"""Shorter ones are plants as well, and people are called by them: "Tansy", "Tulsi"."""


def is_lone_drug(reading: Reading, mention: NameRange) -> bool:
    """Whether somebody is called by the name of a drug alone, nothing else is known of the word, and no title, calling or name
    stands beside it."""
    if mention.kind != _PERSON or mention.end > mention.begin + 1:
        return False
    text, classes, lists = reading.text, reading.classes, reading.lists
    word = text.words[mention.begin]
    if len(word) < _SHORTEST or lists.of(word)[_DRUG] == "0":
        return False
    if _names_somebody(word, classes, lists) or classes.of(word).frequency:
        return False
    return not _is_announced(text, mention.begin, classes, lists)


def _is_announced(text: CasedText, place: int, classes: WordClasses, lists: WordLists) -> bool:
    before = text.words[place - 1] if place and text.gaps[place] <= BLANK else ""
    after = text.words[place + 1] if place + 1 < len(text) and text.gaps[place + 1] <= BLANK else ""
    if before.lower().rstrip(".") in announcing(text.language):
        return True
    return any(word[:1].isupper() and _names_somebody(word, classes, lists) for word in (before, after))


def _names_somebody(word: str, classes: WordClasses, lists: WordLists) -> bool:
    """Whether people or places are called so."""
    return lists.of(word)[_NAMED].strip("0") != "" or classes.of(word).named[:3] != "000"


_NEVER = Rule(2.0)
_LOOSE = Dial(
    dict.fromkeys(KINDS, _NEVER) | {"PERSON": Rule(0.08), "LOCATION": Rule(0.12), "ORGANIZATION": Rule(0.15)}
)
"""What a cue word makes enough: about a third of what the balanced setting asks for."""


@cache
def _before_people(language: Language) -> frozenset[str]:
    words = language.names
    return words.staff | words.relations | words.roles


@cache
def _of_places(language: Language) -> frozenset[str]:
    return language.names.streets | language.names.of_places


@cache
def _cues(language: Language) -> frozenset[str]:
    return frozenset(
        form + dot
        for word in language.names.of_bodies | _of_places(language) | _before_people(language)
        for form in (word, word.title(), word.upper())
        for dot in ("", ".")
    )


def find_by_cue_words(reading: Reading) -> Iterator[NameRange]:
    """What the CRF finds less likely and a word in it or before it tells: "Vale Pathology", "RN Wilma"."""
    text, guess, vacant = reading.text, reading.guess, reading.vacant
    classes, lists = reading.classes, reading.lists
    if _cues(text.language).isdisjoint(text.words):
        return
    likely = np.flatnonzero(guess.masked.sum(axis=1) >= _LOOSE.lowest).tolist()
    if not any(vacant.is_free(place, place + 1) for place in likely):
        return
    for mention in find_ranges(text, guess, _LOOSE):
        if vacant.is_free(mention.begin, mention.end) and _has_cue(text, mention, classes, lists):
            vacant.cover(mention.begin, mention.end)
            yield mention


def _has_cue(text: CasedText, mention: NameRange, classes: WordClasses, lists: WordLists) -> bool:
    words = text.words[mention.begin : mention.end]
    kind = KINDS[mention.kind]
    if not words[0][0].isupper():
        return False
    if kind == "PERSON":
        if _is_abbreviation(text, mention, lists):
            return False
        return _follows(text, mention.begin, _before_people(text.language)) and not classes.is_common(
            words[0]
        )
    heads = text.language.names.of_bodies if kind == "ORGANIZATION" else _of_places(text.language)
    return len(words) > 1 and any(word.lower().rstrip(".") in heads for word in words[1:])


def _is_abbreviation(text: CasedText, mention: NameRange, lists: WordLists) -> bool:
    """Whether it is one that clinicians use, in capitals among words that have their own: "brother AMI 47"."""
    word = text.words[mention.begin]
    if mention.end > mention.begin + 1 or not word.isupper() or text.recased[text.sentence_of(mention.begin)]:
        return False
    return lists.of(word)[_ABBREVIATION] >= _KNOWN


def _follows(text: CasedText, place: int, before: frozenset[str]) -> bool:
    if not place or text.gaps[place] != BLANK:
        return False
    return text.words[place - 1].lower().rstrip(".") in before


_LONGEST_REST = 4
"""Words and signs up to the one that shows a body, after a name that it is called by: "Smith & Sons Motors Ltd"; chosen by hand."""

_IN_BODIES = frozenset({"&", "'s", "’s", "+"})
_BY_NAME = frozenset(map(KINDS.index, ("PERSON", "LOCATION", "ORGANIZATION")))
_BODY = KINDS.index("ORGANIZATION")


def grow_bodies(reading: Reading, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions in order; one that goes on as bodies are called is a body, up to its end: "Baker" in "Baker Hale Coatings AB"."""
    grown: list[NameRange] = []
    bodies = [each.begin for each in mentions if each.kind == _BODY]
    for mention in sorted(mentions, key=lambda each: each.begin):
        if grown and mention.begin < grown[-1].end:
            continue  # a part of what has grown
        end = _end_of_body(reading, mention) if mention.kind in _BY_NAME else mention.end
        if _is_full(mention) and any(mention.end <= body < end for body in bodies):
            end = mention.end  # "Traci Warner Enron Services": somebody, and where they work
        grown.append(mention if end == mention.end else replace(mention, end=end, kind=_BODY))
    return grown


def _is_full(mention: NameRange) -> bool:
    """Whether it is somebody by more than one name."""
    return mention.kind == _PERSON and mention.end > mention.begin + 1


def _end_of_body(reading: Reading, mention: NameRange) -> int:
    """Where the name of a body ends that a mention begins; else where the mention ends."""
    text, words = reading.text, reading.text.language.names
    shows = words.legal_forms if words.bodies_begin else words.of_bodies | words.legal_forms
    place, end = mention.end, mention.end
    while place < min(len(text), mention.end + _LONGEST_REST + 1) and text.gaps[place] <= BLANK:
        word = text.words[place]
        low = word.lower().rstrip(".")
        if word not in _IN_BODIES and not word[0].isupper():
            break
        if word[0].isupper() and low in shows:
            end = place + 1
        place += 1
    counted = end < len(text) and text.gaps[end] == BLANK and text.words[end].isdecimal()
    return mention.end if counted else end  # "Chidi Okafor Band 6"


_LIKELY = 0.6
"""How likely readers mask what follows a title, at least; chosen by hand, above `spreading._SURE`, so that the name is found elsewhere."""

_SHORTEST_NAME = 3
"""Letters of a name after a title, or of one that a file is called by: shorter ones are initials and abbreviations."""


def find_titled(reading: Reading) -> Iterator[NameRange]:
    """The words after "Mr", "Dr" and such that no mention covers, and listed names after ranks that are other things too ("DC")."""
    text, vacant = reading.text, reading.vacant
    announcing, ranks = text.language.names.before_names, text.language.names.ranks
    first_letters = _first_letters(text.language)
    bounds = set(text.bounds)
    for at, word in enumerate(text.words[:-1]):
        title = word.lower().rstrip(".") if word[0] in first_letters else ""
        if title not in announcing and word.rstrip(".") not in ranks:
            continue
        place = at + 1 + (word.isupper() and text.words[at + 1] == "." and text.gaps[at + 1] == NOTHING)
        if place in bounds or text.gaps[place] > BLANK:
            continue
        follows = _follows_title if title in announcing else _follows_rank
        if follows(reading, at, place):
            yield from vacant.claim(place, place + 1, _PERSON, _LIKELY)


@cache
def _first_letters(language: Language) -> frozenset[str]:
    names = language.names
    return frozenset(letter for word in names.before_names for letter in (word[0], word[0].upper()))


def _follows_title(reading: Reading, at: int, place: int) -> bool:
    """Whether a name follows a title: a capitalized word, a listed name in small letters, or one in capitals that is no word."""
    text, classes, lists = reading.text, reading.classes, reading.lists
    title, name = text.words[at], text.words[place]
    if not name.isalpha() or len(name) < _SHORTEST_NAME or name.lower() in text.language.stop_words:
        return False
    if name.istitle():
        return True
    if name.isupper():
        return _is_name_in_capitals(reading, place, dotted=place > at + 1 or title.endswith("."), title=title)
    if not name.islower() or lists.of(name)[:2] == "00":
        return False
    if title.lower().rstrip(".") in text.language.names.also_words:
        return not classes.is_common(name)
    return not title.isupper() or classes.is_mostly_high(name)  # "MR mild"


def _is_name_in_capitals(reading: Reading, place: int, *, dotted: bool, title: str) -> bool:
    """Whether a word in capitals after a title is a name, as before what somebody says: "MR. VALE: Objection."; "MR ANGIOGRAM" is none."""
    text, name = reading.text, reading.text.words[place]
    listed = reading.lists.of(name)
    if dotted and text.words[place + 1 : place + 2] == [":"]:
        return True
    if reading.classes.is_common(name) or listed[_ABBREVIATION] != "0":
        return False
    if listed[:2] > "00":
        return True
    return len(name) > _SHORTEST_NAME and (dotted or not title.isupper())  # "Dr. XYZ" is blanked already


def _follows_rank(reading: Reading, at: int, place: int) -> bool:
    """Whether a name that many bear follows a rank, and no further capitalized word that is none: "DC Comics Universe"."""
    text, lists = reading.text, reading.lists
    name = text.words[place]
    if not name.istitle() or max(lists.of(name)[:2]) < _BORNE or (at and text.words[at - 1] == ","):
        return False
    after = text.words[place + 1] if place + 1 < len(text) and text.gaps[place + 1] == BLANK else ""
    return not after[:1].isupper() or max(lists.of(after)[:2]) >= _BORNE


_NAMED_KINDS = frozenset({"PERSON", "LOCATION", "ORGANIZATION"})
_REACHED = _NAMED_KINDS | {"CONTACT"}
_RARELY_A_NAME = ("0", "1")
"""How often a common word is given to people, and borne in families, at most."""

_OTHER_NAME, _BORNE = KINDS.index("MISC"), "2"
_PERHAPS = 0.25
"""How likely a name that people bear must be somebody's where it is likelier the name of something else: as the balanced setting."""


def prefer_people(reading: Reading, mention: NameRange) -> NameRange:
    """A single word that many people are called by is somebody, where it may be: what has no kind of its own is often left.

    A given and a family name in one word are somebody wherever they are found.
    """
    if mention.end > mention.begin + 1:
        return mention
    if mention.kind in _BY_NAME and mention.kind != _PERSON and is_full_name(reading, mention.begin):
        return replace(mention, kind=_PERSON)
    if mention.kind != _OTHER_NAME:
        return mention
    borne = max(reading.lists.of(reading.text.words[mention.begin])[:2]) >= _BORNE
    likely = borne and reading.guess.present[mention.begin, _PERSON] >= _PERHAPS
    return replace(mention, kind=_PERSON) if likely else mention


def is_file_name(reading: Reading, mention: NameRange) -> bool:
    """Whether it is what a file is called ("t.csv", "note7.txt"), and that is nobody's name."""
    text, classes, lists = reading.text, reading.classes, reading.lists
    if KINDS[mention.kind] not in _REACHED:
        return False
    words = text.words[mention.begin : mention.end + 2]
    if len(words) < 3 or words[1] != "." or words[2].lower() not in EXTENSIONS:
        return False
    if any(text.gaps[mention.begin + 1 : mention.begin + 3]):
        return False
    if not words[0].isalpha() or len(words[0]) < _SHORTEST_NAME:
        return True
    is_unheard_of = words[0].istitle() and classes.of(words[0]) == UNKNOWN
    return lists.of(words[0])[:2] == "00" and not is_unheard_of


def is_called(reading: Reading, mention: NameRange) -> bool:
    """Whether it is a part of a program whose function is called, and nobody's name: "datetime.date(1950, 1, 10)"."""
    text, lists = reading.text, reading.lists
    words, gaps = text.words[mention.begin : mention.end + 3], text.gaps[mention.begin + 1 : mention.end + 3]
    if mention.end > mention.begin + 1 or len(words) < 4 or words[1] != "." or words[3] != "(":
        return False
    return words[0].islower() and not any(gaps) and lists.of(words[0])[:2] == "00"


def is_plain_line(reading: Reading, mention: NameRange) -> bool:
    """Whether a line is a common word in small letters, which hardly anybody is called by."""
    return _stands_alone(reading.text, mention) and _is_plain(
        reading.text, reading.text.words[mention.begin], reading.classes, reading.lists
    )


def _stands_alone(text: CasedText, mention: NameRange) -> bool:
    """Whether a person, place or body is all that stands on a line, as in a list or in what a file is called."""
    if mention.end > mention.begin + 1 or KINDS[mention.kind] not in _NAMED_KINDS:
        return False
    return text.gaps[mention.begin] >= LINE and (mention.end == len(text) or text.gaps[mention.end] >= LINE)


def _is_plain(text: CasedText, word: str, classes: WordClasses, lists: WordLists) -> bool:
    """Whether it is a common word in small letters that hardly anybody is called by."""
    if not word.islower() or word in text.language.names.no_place:
        return word.islower()
    listed = lists.of(word)
    rarely = all(grade <= most for grade, most in zip(listed, _RARELY_A_NAME, strict=False))
    return rarely and classes.of(word).frequency >= COMMON
