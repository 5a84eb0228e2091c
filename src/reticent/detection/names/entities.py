"""Which mentions of a document speak of the same person or thing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange
from reticent.detection.names.spreading import Phrase, strip_name
from reticent.languages import ENGLISH

_WORDS = ENGLISH.names


@dataclass(slots=True)
class _Person:
    """What a document told of somebody so far."""

    number: int
    given: list[str]
    family: str
    sex: str
    last_seen: int = 0

    def may_be(self, given: Sequence[str], family: str, sex: str) -> bool:
        """Whether a mention with these names can be this person's."""
        if sex and self.sex and sex != self.sex:
            return False
        if not given:
            return family == self.family or family in self.given
        if family != self.family:
            return False
        return not self.given or all(map(_agree, given, self.given))


@dataclass(slots=True)
class _Roster:
    """The people and things of one document, numbered in the order of their first mention."""

    people: list[_Person] = field(default_factory=list)
    things: dict[tuple[int, Phrase], int] = field(default_factory=dict)
    count: int = 0

    def person(self, words: Sequence[str], at: int) -> int:
        """The number of the person whom `words` name at place `at`: a known one who may be meant, or a new one."""
        sex = _sex(words)
        names = [
            part.rstrip(".")
            for part in strip_name(words)
            if any(map(str.isalnum, part)) and part not in _WORDS.titles
        ]
        *given, family = names or ["?"]
        meant = [person for person in self.people if person.may_be(given, family, sex)]
        if not meant:
            meant = [_Person(self._next(), given, family, sex)]
            self.people += meant
        best = max(meant, key=lambda person: (len(_common_names(given, person.given)), person.last_seen))
        best.last_seen = at
        best.sex = best.sex or sex
        if len(given) > len(best.given) or (given and len(given[0]) > len((best.given or [""])[0])):
            best.given = list(given)
        return best.number

    def thing(self, kind: int, words: Sequence[str]) -> int:
        """The number of a thing: the same words, or the initials of earlier ones, are the same thing."""
        phrase = tuple(part for part in strip_name(words) if part not in _WORDS.fillers)
        key = (kind, phrase)
        if key not in self.things:
            self.things[key] = self._next()
            short = "".join(part[0] for part in phrase)
            if len(phrase) > 1:
                self.things.setdefault((kind, (short,)), self.things[key])
        return self.things[key]

    def _next(self) -> int:
        self.count += 1
        return self.count


def number_entities(text: CasedText, mentions: Sequence[NameRange]) -> list[int]:
    """For each mention in order, the number of its entity in the document."""
    roster = _Roster()
    numbers = []
    for mention in mentions:
        begin = mention.begin
        before = text.words[begin - 1 : begin] if begin else []
        words = text.words[begin : mention.end]
        if KINDS[mention.kind] == "PERSON":
            titled = [*before, *words] if before and before[0].casefold() in _WORDS.titles else words
            numbers.append(roster.person(titled, begin))
        else:
            numbers.append(roster.thing(mention.kind, words))
    return numbers


def _sex(words: Sequence[str]) -> str:
    first = words[0].casefold().rstrip(".") if words else ""
    return "he" if first in _WORDS.male else "she" if first in _WORDS.female else ""


def _agree(one: str, other: str) -> bool:
    """Whether two given names can be the same: equal, or one the initial of the other."""
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) == 1 and long.startswith(short))


def _common_names(some: Sequence[str], others: Sequence[str]) -> list[str]:
    return [name for name in some if name in others]
