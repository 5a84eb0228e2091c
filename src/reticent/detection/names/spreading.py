"""A name found once is found everywhere in its document, in full, in part, in capitals, with a possessive; and who is who in it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from reticent.detection.names.cased_text import CasedText
from reticent.detection.names.model import KINDS
from reticent.detection.names.spans import NameRange
from reticent.detection.names.word_lists import RARE, WordClasses, plain_word
from reticent.language import DEFAULT_LANGUAGE

SPREAD = frozenset({"PERSON", "LOCATION", "ORGANIZATION", "CODE"})
"""Kinds whose mentions are names: the same words elsewhere are the same thing."""

_WORDS = DEFAULT_LANGUAGE.names
_SHORTEST_PART, _SHORTEST_IN_SMALL = 3, 4
"""Letters of a part of a name that is looked for elsewhere, and of one in small letters; chosen by hand: shorter ones are initials and words."""

_SURE = 0.5
"""How likely readers mask what is looked for elsewhere; chosen by hand: what is rather no name should not spread."""

_SHARE = 0.3
"""Of the places of a single word, how many must be found for the others to count; chosen by hand: with fewer it is mostly no name."""

Phrase = tuple[str, ...]


def spread_names(text: CasedText, mentions: Sequence[NameRange], classes: WordClasses) -> list[NameRange]:
    """The mentions and all further places of the same names, in order and apart."""
    if not any(KINDS[each.kind] in SPREAD and each.masked >= _SURE for each in mentions):
        return list(mentions)
    folded = [fold_word(word) for word in text.words]
    phrases = _phrases(text, folded, mentions, classes)
    if not phrases:
        return list(mentions)
    taken = bytearray(len(text))
    for mention in mentions:
        taken[mention.begin : mention.end] = b"\1" * (mention.end - mention.begin)
    further = list(_find_elsewhere(text, folded, phrases, taken, classes))
    return sorted([*mentions, *further], key=lambda mention: mention.begin)


def fold_word(word: str) -> str:
    """A word as it is compared: "Müller" and "Muller" are one name."""
    return word.casefold() if word.isascii() else plain_word(word)


def strip_name(words: Sequence[str]) -> Phrase:
    """The words of a name as they are compared: in small letters, without accents, titles and a possessive."""
    return _strip([fold_word(word) for word in words])


def _strip(folded: list[str]) -> Phrase:
    while folded and folded[-1] in _WORDS.possessives:
        folded.pop()
    while len(folded) > 1 and folded[0] in _WORDS.titles:
        folded.pop(0)
    return tuple(folded)


def _phrases(
    text: CasedText, folded: list[str], mentions: Sequence[NameRange], classes: WordClasses
) -> dict[str, dict[Phrase, NameRange]]:
    """What to look for, by its first word."""
    phrases: dict[str, dict[Phrase, NameRange]] = defaultdict(dict)
    stripped = [_strip(folded[each.begin : each.end]) for each in mentions]
    times, words = Counter(stripped), Counter(folded)
    for mention, phrase in zip(mentions, stripped, strict=True):
        if KINDS[mention.kind] not in SPREAD or mention.masked < _SURE:
            continue
        parts = [phrase]
        if KINDS[mention.kind] == "PERSON" and len(phrase) > 1:
            parts += [(part,) for part in phrase if _points_at_somebody(part, classes)]
        elif len(phrase) == 1 and times[phrase] < _SHARE * words[phrase[0]]:
            continue  # a word that is mostly no name in this document
        if KINDS[mention.kind] == "ORGANIZATION" and len(phrase) > 2:
            parts.append((_initials(text.words[mention.begin : mention.end]),))
        for part in parts:
            if part[0] and any(map(str.isalnum, part[0])) and len("".join(part)) >= _SHORTEST_PART:
                phrases[part[0]].setdefault(part, mention)
    return phrases


def _initials(words: Sequence[str]) -> str:
    """The acronym of a name, as it is compared."""
    return "".join(word[0] for word in words if word[0].isupper()).casefold()


def _points_at_somebody(word: str, classes: WordClasses) -> bool:
    """Whether a part of somebody's name points at them by itself."""
    long_enough = len(word) >= _SHORTEST_PART and word.isalpha()
    return long_enough and word not in _WORDS.titles and not classes.is_common(word)


def _find_elsewhere(
    text: CasedText,
    folded: Sequence[str],
    phrases: dict[str, dict[Phrase, NameRange]],
    taken: bytearray,
    classes: WordClasses,
) -> Iterator[NameRange]:
    """Places of the phrases where nothing is found yet, the longest phrase first."""
    for begin, word in enumerate(folded):
        if word not in phrases or taken[begin] or not _written_as_name(text.words[begin], classes):
            continue
        for phrase in sorted(phrases[word], key=len, reverse=True):
            end = begin + len(phrase)
            if tuple(folded[begin:end]) == phrase and not any(taken[begin:end]):
                taken[begin:end] = b"\1" * len(phrase)
                yield replace(phrases[word][phrase], begin=begin, end=end, elsewhere=True)
                break


def _written_as_name(word: str, classes: WordClasses) -> bool:
    """Whether a word has a capital, or hardly stands in small letters elsewhere."""
    if not word[0].islower():
        return True
    return len(word) >= _SHORTEST_IN_SMALL and word.isalpha() and classes.of(word).frequency <= RARE


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
