"""Finds people, places, organizations and the other quasi-identifiers of running English text."""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from reticent.detection.settling import settle
from reticent.detection.word_list import WordList
from reticent.errors import PolicyError
from reticent.languages import ENGLISH
from reticent.text import Document, Mention
from reticent.text.matching import View, matching_view

if TYPE_CHECKING:
    from reticent.detection.names.model import NameModel
    from reticent.detection.names.reading import Reading
    from reticent.detection.names.spans import Found

Setting = Literal["balanced", "careful"]

KINDS = frozenset({"PERSON", "LOCATION", "ORGANIZATION", "DATETIME", "CODE", "DEM", "QUANTITY", "MISC"})
"""What the tagger reports; DEM is a demographic attribute such as a nationality or an occupation."""

_DENIED = "MISC"
_ENOUGH_WORDS = 40
_LATIN_OR_DIGIT = re.compile(r"[A-Za-z0-9]")
_LEAST_FUNCTION_WORDS = 0.08
_SHORTEST_WRAPPED = 40


class LanguageWarning(UserWarning):
    """A text doesn't look like English, the only language that the name tagger knows."""


@dataclass(frozen=True, slots=True)
class Names:
    """The detector of names and quasi-identifiers; scores say how often readers masked such a mention.

    What is on the `allow` list is left alone when it is a whole mention; what is on the `deny` list is always found.
    """

    model: NameModel = field(repr=False)
    setting: Setting = "balanced"
    only: frozenset[str] = KINDS
    at_least: float = 0.0
    allow: frozenset[tuple[str, ...]] = field(default=frozenset(), repr=False)
    deny: WordList | None = field(default=None, repr=False)

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds asked for."""
        return self.only | {_DENIED} if self.deny else self.only

    @property
    def declared(self) -> Mapping[str, str]:
        """The hash of the model and word table, with the setting and the lists."""
        lists = sorted(" ".join(words) for words in self.allow)
        parts = [
            self.model.fingerprint,
            self.model.classes.fingerprint,
            f"{self.at_least}",
            *sorted(self.only),
            *lists,
        ]
        digest = hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
        denied = self.deny.declared if self.deny else {}
        return {f"names, {self.setting}": f"sha256:{digest}", **denied}

    def mentions(self, document: Document) -> Sequence[Mention]:
        """Every name, disjoint and in order, with the number of its entity in the document."""
        from reticent.detection.names.reading import read

        view = matching_view(document.masked())
        reading = read(view.text, self.model.classes)
        _expect_english(reading)
        denied = self.deny.mentions(document) if self.deny else []
        return settle([*self._found(view, reading), *denied])

    def _found(self, view: View, reading: Reading) -> list[Mention]:
        from reticent.detection.names.entities import numbered
        from reticent.detection.names.model import KINDS as NUMBERED
        from reticent.detection.names.reasons import ELSEWHERE
        from reticent.detection.names.spreading import spread

        if not any(map(_latin_or_digit, reading.words)):
            return []  # nothing that an English text would say
        told = dict(self._told(reading))
        spoken = [
            (part, told.get(place, ELSEWHERE))
            for place in spread(reading, list(told), self.model.classes)
            if NUMBERED[place.kind] in self.only
            for part in _by_line(view.text, reading, place)
            if not self._allows(reading, part)
        ]
        entities = numbered(reading, [part for part, _ in spoken])
        return [
            mention
            for (part, reason), entity in zip(spoken, entities, strict=True)
            if (mention := self._mention(view, reading, part, reason, entity)).score >= self.at_least
        ]

    def _told(self, reading: Reading) -> Iterator[tuple[Found, str]]:
        """What the model finds, part by part and in order, each with its reason."""
        from reticent.detection.names.reasons import reasons
        from reticent.detection.names.spans import SETTINGS, found

        foreign = reading.foreign()
        for begin, part in reading.parts():
            features = self.model.seen(part)
            places = [
                place
                for place in found(part, self.model.guess(part, features), SETTINGS[self.setting])
                if not foreign or int(part.sentence[place.begin]) not in foreign
            ]
            for place, reason in zip(places, reasons(self.model, features, places), strict=True):
                yield replace(place, begin=place.begin + begin, end=place.end + begin), reason

    def _allows(self, reading: Reading, place: Found) -> bool:
        from reticent.detection.names.spreading import bare

        return bool(self.allow) and bare(reading.words[place.begin : place.end]) in self.allow

    def _mention(self, view: View, reading: Reading, place: Found, reason: str, entity: int) -> Mention:
        from reticent.detection.names.model import KINDS as NUMBERED

        span = view.span(int(reading.starts[place.begin]), int(reading.ends[place.end - 1]))
        return Mention(span, NUMBERED[place.kind], self.model.calibrated(place.masked), reason, entity)


def names(
    setting: Setting = "balanced",
    *,
    kinds: Iterable[str] | None = None,
    at_least: float = 0.0,
    allow: Iterable[str] = (),
    deny: Iterable[str] = (),
    model: NameModel | None = None,
) -> Names:
    """The name tagger that ships with reticent, or another `model`, at one of its two settings.

    "balanced" finds what readers would mask; "careful" finds nearly all of that, and more than they would.
    """
    from reticent.detection.names.model import name_model
    from reticent.detection.names.spans import SETTINGS
    from reticent.detection.names.spreading import bare
    from reticent.text import tokenize

    if setting not in SETTINGS:
        raise PolicyError(f"the name tagger has no such setting; use one of {', '.join(SETTINGS)}")
    only = KINDS if kinds is None else frozenset(kinds)
    if only - KINDS:
        raise PolicyError(f"no name has the kind {min(only - KINDS)}: use one of {', '.join(sorted(KINDS))}")
    allowed = frozenset(bare([token.text for token in tokenize(entry)]) for entry in allow)
    denied = tuple(deny)
    return Names(
        model or name_model(),
        setting,
        only,
        at_least,
        allowed,
        WordList(denied, kind=_DENIED) if denied else None,
    )


def _by_line(text: str, reading: Reading, place: Found) -> Iterator[Found]:
    """The parts of a finding on lines of their own: after a line that is too short to be wrapped, the next is another item."""
    begin = place.begin
    for word in range(place.begin + 1, place.end + 1):
        if word == place.end or _ends_line(text, int(reading.ends[word - 1]), int(reading.starts[word])):
            if any(any(map(str.isalnum, each)) for each in reading.words[begin:word]):
                yield replace(place, begin=begin, end=word)
            begin = word


def _ends_line(text: str, end: int, start: int) -> bool:
    line = text.find("\n", end, start)
    return line >= 0 and line - (text.rfind("\n", 0, line) + 1) < _SHORTEST_WRAPPED


def _latin_or_digit(word: str) -> bool:
    return _LATIN_OR_DIGIT.search(word) is not None


def _expect_english(reading: Reading) -> None:
    """Warn when next to none of many different words are English function words; lists of names don't count."""
    words = {word for word in reading.words if word[0].isalpha()}
    plain = [word for word in words if not word[0].isupper()]
    if len(words) < _ENOUGH_WORDS or len(plain) < len(words) / 2:
        return
    known = sum(word.lower() in ENGLISH.stop_words for word in words)
    if known < _LEAST_FUNCTION_WORDS * len(words):
        warnings.warn(
            "this text doesn't look like English, the only language that the name tagger knows: check its findings",
            LanguageWarning,
            stacklevel=3,
        )
