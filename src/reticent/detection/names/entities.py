"""Who is who in a document: one entity has one number and one kind, and an organization is nobody, in full or by its short form."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from reticent.detection.names.cased_text import BLANK, CasedText
from reticent.detection.names.medical import CERTAIN, announcing
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange
from reticent.detection.names.spreading import Phrase, WholeDocument, strip_name
from reticent.detection.names.word_lists import LISTED
from reticent.language import DEFAULT_LANGUAGE, Language

_PERSON, _LOCATION, _ORGANIZATION = map(KINDS.index, ("PERSON", "LOCATION", "ORGANIZATION"))
_NAMED = frozenset({_PERSON, _LOCATION, _ORGANIZATION})
_LIKELY = 0.5
"""How likely readers mask an organization whose full name explains a short form of it; chosen by hand."""

_GIVEN, _BORNE = LISTED.index("given"), "2"
"""From this grade on many people are called by a given name."""

_SHORTEST = 3
"""Letters of the short form of a body; chosen by hand: shorter ones are initials and words."""


def unite_kinds(document: WholeDocument, mentions: Sequence[NameRange]) -> list[NameRange]:
    """The mentions, each with the kind that speaks most for the same words in the whole document.

    A place that leaves no doubt keeps its own. What ends as bodies are called ("Kestrel Pharmacy") is an organization, and so are
    words with which its full name begins, unless a title announces somebody or a fuller name of a person has them too.
    """
    text = document.text
    phrases = [strip_name(text.words[each.begin : each.end], text.language) for each in mentions]
    spoken: dict[Phrase, Counter[int]] = defaultdict(Counter)
    for mention, phrase in zip(mentions, phrases, strict=True):
        if mention.kind in _NAMED and not mention.elsewhere:
            spoken[phrase][mention.kind] += mention.masked  # type: ignore[assignment]
    called = {
        part for phrase, kinds in spoken.items() if kinds[_PERSON] and len(phrase) > 1 for part in phrase
    }
    bodies = {
        phrase
        for mention, phrase in zip(mentions, phrases, strict=True)
        if mention.kind == _ORGANIZATION and mention.masked >= _LIKELY and len(phrase) > 1
    }

    def unite(mention: NameRange, phrase: Phrase) -> NameRange:
        if mention.kind not in _NAMED:
            return mention
        kinds = spoken[phrase]
        if kinds and (mention.elsewhere or mention.masked < CERTAIN):
            mention = replace(mention, kind=max(kinds, key=lambda kind: (kinds[kind], -kind)))
        if mention.kind == _ORGANIZATION or _is_announced(text, mention.begin):
            return mention
        if mention.masked < CERTAIN and _ends_as_body(document, mention):
            return replace(mention, kind=_ORGANIZATION)
        if mention.kind != _PERSON:
            return mention
        sure = len(phrase) == 1 and max(kinds.values(), default=0.0) >= CERTAIN
        if sure or (len(phrase) == 1 and phrase[0] in called):
            return mention
        begun = any(is_short_form(phrase, body) and body[: len(phrase)] == phrase for body in bodies)
        return replace(mention, kind=_ORGANIZATION) if begun else mention

    return [unite(mention, phrase) for mention, phrase in zip(mentions, phrases, strict=True)]


def _ends_as_body(document: WholeDocument, mention: NameRange) -> bool:
    """Whether a capitalized word of bodies ends a name that does not begin as people's do."""
    words = document.text.words[mention.begin : mention.end]
    if (
        len(words) == 1
        or not words[-1][0].isupper()
        or words[-1].lower() not in document.text.language.names.of_bodies
    ):
        return False
    return document.lists.of(words[0])[_GIVEN] < _BORNE


def _is_announced(text: CasedText, place: int) -> bool:
    before = text.words[place - 1] if place and text.gaps[place] <= BLANK else ""
    return before.lower().rstrip(".") in announcing(text.language)


def is_short_form(short: Phrase, full: Phrase, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether words are a part of the full name of a body that tells it from others: "Marsden", and not "Hospital".

    >>> is_short_form(("marsden",), ("royal", "marsden", "hospital")), is_short_form(("hospital",), ("royal", "hospital"))
    (True, False)
    """
    if not 0 < len(short) < len(full) or all(word in language.names.of_bodies for word in short):
        return False
    if len("".join(short)) < _SHORTEST:
        return False
    return any(full[at : at + len(short)] == short for at in range(len(full) - len(short) + 1))


@dataclass(slots=True)
class _Person:
    """What a document has said of somebody so far."""

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
    language: Language = DEFAULT_LANGUAGE

    def person(self, words: Sequence[str], at: int) -> int:
        """The number of the person whom `words` name at place `at`: a known one who may be meant, or a new one."""
        sex = _sex(words, self.language)
        names = [
            part.rstrip(".")
            for part in strip_name(words, self.language)
            if any(map(str.isalnum, part)) and part not in self.language.names.titles
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
        """The number of a thing: the same words, the initials of earlier ones and a body's short form are the same thing."""
        fillers = self.language.names.fillers
        phrase = tuple(part for part in strip_name(words, self.language) if part not in fillers)
        key = (kind, phrase)
        if key not in self.things:
            same = self._bodies_like(phrase) if kind == _ORGANIZATION else set()
            self.things[key] = same.pop() if len(same) == 1 else self._next()
            short = "".join(part[0] for part in phrase)
            if len(phrase) > 1:
                self.things.setdefault((kind, (short,)), self.things[key])
        return self.things[key]

    def _bodies_like(self, phrase: Phrase) -> set[int]:
        """The numbers of the organizations of which this is a short form, or which are short forms of it."""
        return {
            number
            for (kind, known), number in self.things.items()
            if kind == _ORGANIZATION
            and (is_short_form(phrase, known, self.language) or is_short_form(known, phrase, self.language))
        }

    def _next(self) -> int:
        self.count += 1
        return self.count


def number_entities(text: CasedText, mentions: Sequence[NameRange]) -> list[int]:
    """For each mention in order, the number of its entity in the document."""
    roster = _Roster(language=text.language)
    numbers = []
    for mention in mentions:
        begin = mention.begin
        before = text.words[begin - 1 : begin] if begin else []
        words = text.words[begin : mention.end]
        if KINDS[mention.kind] == "PERSON":
            titled = (
                [*before, *words] if before and before[0].casefold() in text.language.names.titles else words
            )
            numbers.append(roster.person(titled, begin))
        else:
            numbers.append(roster.thing(mention.kind, words))
    return numbers


def _sex(words: Sequence[str], language: Language) -> str:
    first = words[0].casefold().rstrip(".") if words else ""
    names = language.names
    return "he" if first in names.male else "she" if first in names.female else ""


def _agree(one: str, other: str) -> bool:
    """Whether two given names can be the same: equal, or one the initial of the other."""
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) == 1 and long.startswith(short))


def _common_names(some: Sequence[str], others: Sequence[str]) -> list[str]:
    return [name for name in some if name in others]
