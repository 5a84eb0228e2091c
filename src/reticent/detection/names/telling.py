"""Mentions that the field finds less likely, and that a word in them or before them tells: "Vale Pathology", "RN Wilma"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.dial import Dial, Rule
from reticent.detection.names.gaps import BLANK
from reticent.detection.names.model import KINDS, Guess
from reticent.detection.names.spans import NameRange, find_ranges
from reticent.detection.names.word_classes import MOSTLY_HIGH, WordClasses
from reticent.languages import ENGLISH

_NEVER = Rule(2.0)
_LOOSE = Dial(
    dict.fromkeys(KINDS, _NEVER) | {"PERSON": Rule(0.08), "LOCATION": Rule(0.12), "ORGANIZATION": Rule(0.15)}
)
_WORDS = ENGLISH.names
_HEADS = frozenset(
    """hospital hosp clinic surgery practice pathology path radiology imaging diagnostics pharmacy chemist laboratory laboratories
    nursery school college university academy primary kindergarten preschool church parish mosque synagogue temple foundation
    charity trust ltd limited llc llp inc plc gmbh pty corp corporation company co bank society club association
    institute partners group hospice infirmary rehab physio physiotherapy dental dentistry vets veterinary motors logistics
    freight transport solutions systems services energy insurance mutual airlines housing homes consulting associates
    union guild council orchestra choir band team league studios press books media bakery cafe restaurant hotel inn
    pub gym theatre museum library agency staffing recruitment solicitors chambers analytics software technologies tech
    labs lab helpline lifeline ems fire ambulance police""".split()
)
_OF_PLACES = _WORDS.streets | frozenset(
    "ward wing house apartments flats estate farm park beach bay bridge".split()
)
_BEFORE_PEOPLE = _WORDS.staff | _WORDS.relations | _WORDS.roles
_CUES = frozenset(
    form + dot
    for word in _HEADS | _OF_PLACES | _BEFORE_PEOPLE
    for form in (word, word.title(), word.upper())
    for dot in ("", ".")
)
_COMMON = 5


def find_telling(
    text: CasedText, guess: Guess, taken: Sequence[NameRange], classes: WordClasses
) -> Iterator[NameRange]:
    """Such mentions that overlap with no other, in order."""
    if _CUES.isdisjoint(text.words):
        return
    covered = bytearray(len(text))
    for mention in taken:
        covered[mention.begin : mention.end] = b"\1" * (mention.end - mention.begin)
    likely = np.flatnonzero(guess.masked.sum(axis=1) >= _LOOSE.lowest).tolist()
    if all(covered[place] for place in likely):
        return
    for mention in find_ranges(text, guess, _LOOSE):
        if not any(covered[mention.begin : mention.end]) and _is_told(text, mention, classes):
            yield mention


def _is_told(text: CasedText, mention: NameRange, classes: WordClasses) -> bool:
    words = text.words[mention.begin : mention.end]
    kind = KINDS[mention.kind]
    if not words[0][0].isupper():
        return False
    if kind == "PERSON":
        return _stands_behind(text, mention.begin, _BEFORE_PEOPLE) and not _is_ordinary(words[0], classes)
    heads = _HEADS if kind == "ORGANIZATION" else _OF_PLACES
    return len(words) > 1 and any(word.lower().rstrip(".") in heads for word in words[1:])


def _stands_behind(text: CasedText, place: int, before: frozenset[str]) -> bool:
    if not place or text.gaps[place] != BLANK:
        return False
    return text.words[place - 1].lower().rstrip(".") in before


def _is_ordinary(word: str, classes: WordClasses) -> bool:
    known = classes.of(word)
    return known.frequency >= _COMMON and known.capitals < MOSTLY_HIGH
