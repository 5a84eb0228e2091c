"""Words made of somebody's names, as accounts, machines, folders and files are called: "mfinch", "finch_m", "marionfinch"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.detection.names.word_lists import A_WORD, NOTHING, RARE, WordClasses, WordLists, plain_word
from reticent.language import DEFAULT_LANGUAGE, Language
from reticent.text import Mention, Span

_SURE = 0.5
"""How likely readers mask people whose names are looked for in other words: as much as for the same name elsewhere."""

_SHORTEST_WITH_INITIAL, _SHORTEST_SURNAME, _SHORTEST_WHOLE = 4, 5, 6
"""Letters of a surname beside an initial, of one beside anything else, and of given name and surname together; chosen by hand: shorter
ones are in other words by chance."""

_MOST_AROUND = 3
"""Characters before or after a surname: "mlindqvist", "lindqvist01"; chosen by hand: initials, or a number."""

_BEGINNING = 4
"""Letters by which a name is looked up: as many as the shortest name has."""

_LETTERS = re.compile(r"[^\W\d_]+")
_DIGITS_AFTER = re.compile(r"[0-9]{1,3}\Z")
_BLANKS = re.compile(r"\s+")
_ENDINGS = frozenset(
    "s es ed d er ers r rs ing ish ly y ist ism ian an al ic ite ess ful man men ton son ery ry ie ies ia ius en n ey".split()
)
"""What English puts after words to make others."""


@dataclass(frozen=True, slots=True)
class NamedWord:
    """Somebody's given names, plain, and a place at which they were found."""

    given: tuple[str, ...] = field(repr=False)
    mention: Mention

    def goes_by(self, part: str) -> bool:
        """Whether a part of a user name is one of the given names, or the initial of one."""
        plain = plain_word(part)
        return any(plain == name or (len(plain) == 1 and name.startswith(plain)) for name in self.given)

    def begins(self, letters: str) -> bool:
        """Whether a given name begins with these letters, or these are the initials of all."""
        initials = "".join(name[0] for name in self.given)
        return letters == initials or any(name.startswith(letters) for name in self.given)


People = Mapping[str, Sequence[NamedWord]]
"""The people of a document by their plain surnames."""


def read_people(
    text: str, mentions: Sequence[Mention], titles: Collection[str] = frozenset()
) -> dict[str, list[NamedWord]]:
    """The people among the mentions of a text whom it is sure enough about, each with every way to be named once."""
    people: dict[str, dict[tuple[tuple[str, ...], int | None], NamedWord]] = defaultdict(dict)
    names: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for mention in mentions:
        if mention.kind == "PERSON" and mention.score >= _SURE:
            name = mention.span.of(text)
            if name not in names:
                names[name] = list(_split_name(name, titles))
            for surname, given in names[name]:
                people[surname].setdefault((given, mention.entity), NamedWord(given, mention))
    return {surname: list(bearers.values()) for surname, bearers in people.items()}


def _split_name(name: str, titles: Collection[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The surname and the given names, plain; a surname in parts ("O'Brien", "Hill-Finch") also by its last part."""
    last, comma, first = name.partition(",")
    words = _BLANKS.split(f"{first} {last}".strip() if comma else name.strip())
    parts = [[plain_word(part) for part in _LETTERS.findall(word.removesuffix("'s"))] for word in words]
    named = [part for part in parts if part and "".join(part) not in titles]
    if not named:
        return
    *before, surname = named
    given = tuple(part for each in before for part in each)
    yield "".join(surname), given
    if len(surname) > 1:
        yield surname[-1], given


@dataclass(frozen=True, slots=True)
class MadeWords:
    """Reads words as made of the names of `people`, unless they are words of the language."""

    people: People = field(repr=False)
    classes: WordClasses = field(repr=False)
    lists: WordLists = field(repr=False)
    _whole: dict[str, NamedWord] = field(default_factory=dict, init=False, repr=False)
    _beginnings: set[str] = field(default_factory=set, init=False, repr=False)

    def __post_init__(self) -> None:
        for surname, bearers in self.people.items():
            for person in bearers:
                for given in {*person.given, "".join(person.given)} - {""}:
                    self._whole.update(dict.fromkeys((given + surname, surname + given), person))
        self._beginnings.update(name[:_BEGINNING] for name in (*self.people, *self._whole))

    def read(self, plain: str) -> NamedWord | None:
        """Who a plain word names that is more than a surname; nobody if the word is known for something else."""
        if len(plain) <= _SHORTEST_WITH_INITIAL or not self._may_hold_name(plain) or self._is_known(plain):
            return None
        stem = _DIGITS_AFTER.sub("", plain)
        if len(stem) >= _SHORTEST_WHOLE and stem in self._whole:
            return self._whole[stem]
        for before, surname, after in _take_apart(plain):
            fitting = [
                each for each in self.people.get(surname, ()) if self._fits(each, before, surname, after)
            ]
            if fitting:
                return max(fitting, key=lambda each: each.begins(before or after))
        return None

    def bearers(self, plain: str) -> Sequence[NamedWord]:
        """Who has this surname, which may have a number after it."""
        if plain[-1].isdigit():
            plain = _DIGITS_AFTER.sub("", plain)
        return self.people.get(plain, ())

    def _may_hold_name(self, plain: str) -> bool:
        """Whether some name begins in the word as it begins, or after up to three characters; most words end here."""
        ways = range(_MOST_AROUND + 1)
        return not self._beginnings.isdisjoint(plain[at : at + _BEGINNING] for at in ways)

    def _is_known(self, plain: str) -> bool:
        return self.classes.of(plain).frequency > 0 or self.lists.of(plain) != NOTHING

    def _fits(self, person: NamedWord, before: str, surname: str, after: str) -> bool:
        """Whether somebody may go by it: a surname that is a word as well needs an initial, and a short one too."""
        if before and after and not after.isdigit():
            return False
        if len(surname) >= _SHORTEST_SURNAME and self.classes.of(surname).frequency < A_WORD:
            return True
        if before:
            return person.begins(before)
        long_enough = len(surname) >= _SHORTEST_SURNAME
        return long_enough and (after.isdigit() or (after not in _ENDINGS and person.begins(after)))


def _take_apart(plain: str) -> Iterator[tuple[str, str, str]]:
    """All ways to read a word as a surname with something around it, the longest surname first."""
    for around in range(1, 2 * _MOST_AROUND + 1):
        for before in range(max(0, around - _MOST_AROUND), min(around, _MOST_AROUND) + 1):
            end = len(plain) - (around - before)
            if end - before >= _SHORTEST_WITH_INITIAL:
                yield plain[:before], plain[before:end], plain[end:]


_REASON = "names: a word made of a name"
_WORD = re.compile(r"[^\W_]+")
_BEFORE = re.compile(r"([^\W_]+)[._-]\Z")
_AFTER = re.compile(r"[._-]([^\W_]+)")
_JOINTS = frozenset("._-/\\~$@=")
_LONGEST = 40
"""Characters before a surname that are searched for a given name and its joint."""


def find_user_names(
    text: str,
    mentions: Sequence[Mention],
    classes: WordClasses,
    lists: WordLists,
    language: Language = DEFAULT_LANGUAGE,
) -> Iterator[Mention]:
    """Further places of the people among the mentions, which are words that are made of their names.

    What a mention covers is reported only where it covers no more, so that it is known whose it is.
    """
    people = read_people(text, mentions, language.names.titles)
    if not people:
        return
    kinds = {mention.span: mention.kind for mention in mentions}
    covered = bytearray(len(text))
    for mention in mentions:
        covered[mention.span.start : mention.span.end] = b"\1" * len(mention.span)
    for span, person in _find_places(text, MadeWords(people, classes, lists)):
        if not all(covered[span.start : span.end]) or kinds.get(span) == "PERSON":
            yield replace(person.mention, span=span, reason=_REASON)


def _find_places(text: str, made: MadeWords) -> Iterator[tuple[Span, NamedWord]]:
    known: dict[str, tuple[NamedWord | None, Sequence[NamedWord]]] = {}
    for match in _WORD.finditer(text):
        word = match[0]
        if word not in known:
            plain = plain_word(word)
            known[word] = made.read(plain), made.bearers(plain)
        whole, bearers = known[word]
        if whole is not None:
            yield Span(*match.span()), whole
        elif bearers and _stands_joined(text, *match.span()):
            if found := _join(text, *match.span(), bearers):
                yield found
            elif _is_rare(word, made.classes):
                yield Span(*match.span()), bearers[-1]


def _join(text: str, start: int, end: int, bearers: Sequence[NamedWord]) -> tuple[Span, NamedWord] | None:
    """A surname with the given names or initials of its bearer that a dot, a hyphen or an underscore joins to it."""
    for person in reversed(bearers):
        first, last = start, end
        while (part := _BEFORE.search(text, max(0, first - _LONGEST), first)) and person.goes_by(part[1]):
            first = part.start()
        while (part := _AFTER.match(text, last)) and person.goes_by(part[1]):
            last = part.end()
        if (first, last) != (start, end):
            return Span(first, last), person
    return None


def _stands_joined(text: str, start: int, end: int) -> bool:
    """Whether a word is a part of a path, a file's name or a host's."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    return (before[-1:] in _JOINTS and before[:1].isalnum() and len(before) > 1) or (
        after[:1] in _JOINTS and after[1:].isalnum()
    )


def _is_rare(word: str, classes: WordClasses) -> bool:
    return len(word) >= _SHORTEST_SURNAME and classes.of(word.lower()).frequency <= RARE
