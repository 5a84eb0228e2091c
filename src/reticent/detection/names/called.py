"""What somebody is called besides their name, and who owns what: nicknames, handles in chats, and names before a possessive.

The CRF takes a nickname for the name of something else, parts a handle at its sign, and often passes over a possessive.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from reticent.detection.names.cased_text import BLANK, LINE, NOTHING, CasedText
from reticent.detection.names.medical import is_medical
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange, Reading
from reticent.detection.names.word_lists import LISTED
from reticent.detection.names.word_lists import NOTHING as UNLISTED

_PERSON, _CONTACT, _MISC, _DEM = map(KINDS.index, ("PERSON", "CONTACT", "MISC", "DEM"))
_NAMED = frozenset(map(KINDS.index, ("PERSON", "LOCATION", "ORGANIZATION")))
_GIVEN, _EPONYM = LISTED.index("given"), LISTED.index("eponym")
_BORNE = "2"
"""From this grade on many people bear a name."""

_LIKELY = 0.6
"""How likely readers mask what is found so, at least; chosen by hand, as much as what follows a title."""

_SHORTEST = 3
"""Letters of a name or a nickname: shorter ones are initials and abbreviations."""

_QUOTES = frozenset("\"“”'‘’„")
_FARTHEST_SUBJECT = 5
"""Words before "known as" among which stands who is known so; chosen by hand: "she is best known as"."""


def find_nicknames(reading: Reading, found: Sequence[NameRange]) -> list[NameRange]:
    """The mentions, with what somebody is "known as" or "answers to" as a person's, whatever it was taken for."""
    places = set(_nickname_places(reading.text))
    taken = [each for each in found if each.kind in (_MISC, _DEM) and each.begin in places]
    for each in taken:
        places.remove(each.begin)
    named = [replace(each, kind=_PERSON, masked=max(each.masked, _LIKELY)) for each in taken]
    kept = [each for each in found if each not in taken]
    for place in sorted(places):
        named += reading.vacant.claim(place, place + 1, _PERSON, _LIKELY)
    return [*kept, *named]


def _nickname_places(text: CasedText) -> Iterator[int]:
    """Where a nickname begins."""
    names = text.language.names
    cues = [tuple(cue.split()) for cue in names.before_nicknames]
    firsts = {cue[0] for cue in cues}
    for begin, word in enumerate(text.words):
        if word.lower() not in firsts:
            continue
        for cue in cues:
            end = begin + len(cue)
            if tuple(each.lower() for each in text.words[begin:end]) == cue:
                yield from _read_nickname(text, begin, end, quoted=" ".join(cue) not in names.also_of_things)


def _read_nickname(text: CasedText, begin: int, end: int, *, quoted: bool) -> Iterator[int]:
    """Where the nickname stands that words from `begin` to `end` announce of somebody, or in a field, or (`quoted`) in quotes."""
    place, sign = end, text.words[end] if end < len(text) else ""
    if sign == ":" or sign in _QUOTES:
        place += 1
    if place >= len(text) or text.gaps[place] > BLANK:
        return
    word = text.words[place]
    is_name = word.isalpha() and word.istitle() and len(word) >= _SHORTEST
    if not is_name or word.lower() in text.language.stop_words:
        return
    is_field = sign == ":" and text.gaps[begin] >= LINE
    if is_field or (quoted and sign in _QUOTES) or _is_said_of_somebody(text, begin):
        yield place


def _is_said_of_somebody(text: CasedText, place: int) -> bool:
    first = max(text.bounds[text.sentence_of(place)], place - _FARTHEST_SUBJECT)
    somebody = text.language.names.somebody
    return any(word.lower() in somebody for word in text.words[first:place])


def find_owners(reading: Reading) -> Iterator[NameRange]:
    """Names before a possessive that no mention covers yet: "Reg's cockerel", "Pfizer's counsel"."""
    text, vacant = reading.text, reading.vacant
    for place, sign in enumerate(text.words):
        owner = place - 1
        if sign not in ("'s", "’s") or owner < 0 or text.gaps[place] != NOTHING:
            continue
        kind = _kind_of_owner(reading, owner) if vacant.is_free(owner, owner + 1) else None
        if kind is not None and not _is_medical(reading, owner, kind):
            yield from vacant.claim(owner, owner + 1, kind, _LIKELY)


_HINTED = 0.15
"""How likely the CRF must find a name that owns something, where it is no word; chosen by hand, as `findings._LOOSE` asks of a body."""


def _kind_of_owner(reading: Reading, place: int) -> int | None:
    """What a capitalized word before a possessive and a word in small letters is, if it is a name."""
    text, classes = reading.text, reading.classes
    word, after = text.words[place], text.words[place + 2 : place + 3]
    if not after or not after[0].isalpha() or not after[0].islower() or text.gaps[place + 2] != BLANK:
        return None
    if not word.istitle() or len(word) < _SHORTEST or not word.isalpha() or classes.is_common(word):
        return None
    if place and text.words[place - 1].lower() in text.language.grammar.articles | {
        text.language.grammar.definite_article
    }:
        return None  # "the Scarpa's layer"
    if text.recased[text.sentence_of(place)] or not classes.is_mostly_high(word.lower()):
        return None
    likely = int(reading.guess.present[place].argmax())
    if reading.guess.masked[place].sum() >= _HINTED and likely in _NAMED:
        return likely
    listed = reading.lists.of(word)
    borne = max(listed[_GIVEN], classes.of(word).named[0]) >= _BORNE
    return _PERSON if borne and listed[_EPONYM] == "0" else None


def _is_medical(reading: Reading, place: int, kind: int) -> bool:
    text = reading.text
    names = text.language.names
    after = text.words[place + 2].lower()
    if after in names.after_eponyms | names.after_possessive_eponyms | names.after_eponyms_of_things:
        return True
    if after in names.after_owned_eponyms and reading.lists.of(text.words[place]) == UNLISTED:
        return True
    likely = float(reading.guess.masked[place].sum())
    return is_medical(text, NameRange(place, place + 1, kind, likely), reading.lists)


_DIGITS = re.compile(r"\d{1,8}")


def join_handles(reading: Reading, found: Sequence[NameRange]) -> list[NameRange]:
    """The mentions, each name with the sign and the number that make it a handle ("jaz_88"), and who speaks under a handle
    that the text calls with "@"."""
    text = reading.text
    grown = {
        each: replace(each, end=end)
        for each in found
        if each.kind == _PERSON and (end := _end_of_handle(text, each.end)) > each.end
    }
    for each in grown.values():
        reading.vacant.cover(each.begin, each.end)
    inside = {place for each, handle in grown.items() for place in range(each.end, handle.end)}
    kept = [grown.get(each, each) for each in found if each in grown or each.begin not in inside]
    return [*kept, *_called_speakers(reading)]


def _end_of_handle(text: CasedText, end: int) -> int:
    """Where the handle ends that begins with a name up to `end`: the end itself if the name is none, as in a file's name."""
    if text.words[end : end + 1] != ["_"] or text.gaps[end] != NOTHING:
        return end
    number = end + 1
    if number >= len(text) or text.gaps[number] != NOTHING or not _DIGITS.fullmatch(text.words[number]):
        return end
    after = number + 1
    in_path = after + 1 < len(text) and text.gaps[after] == text.gaps[after + 1] == NOTHING
    return end if in_path else after


def _called_speakers(reading: Reading) -> Iterator[NameRange]:
    text, names = reading.text, reading.text.language.names
    if not any(word[0] == "@" for word in text.words):
        return
    called = {word[1:].lower() for word in text.words if word[0] == "@"}
    called |= {
        word.lower()
        for at, word in enumerate(text.words[1:], 1)
        if text.words[at - 1] == "@" and text.gaps[at] == NOTHING
    }
    called -= names.parts_in_talks | names.nobody | names.staff | {""}
    for at, word in enumerate(text.words[:-1]):
        opens = not at or text.gaps[at] >= LINE or text.words[at - 1] == "]"
        if opens and word.lower() in called and text.words[at + 1] == ":" and text.gaps[at + 1] == NOTHING:
            yield from reading.vacant.claim(at, at + 1, _PERSON, _LIKELY)
