"""Phrases: what a text says at some places, what an attacker can look up of it, and where g(c) can stand for a name."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, cast

from reticent.knowledge import is_countable
from reticent.knowledge.corpus.phrases import LONGEST
from reticent.knowledge.corpus.spoken import normal_word, spoken
from reticent.knowledge.taxonomy import Taxonomy, ancestors
from reticent.language import DEFAULT_LANGUAGE, Language, find_language
from reticent.rendering.grammar import is_used_as_noun
from reticent.text import Document, Span
from reticent.text.contexts import Context, contexts, words_in_window
from reticent.text.folding import HYPHENS
from reticent.text.tokens import tokenize

HasCount = Callable[[str], bool]
"""Whether a phrase has a count of its own."""

ContextOf = Callable[[Span], frozenset[int]]
"""The numbers of the contexts that a place of a document lies in: several where these are windows, which overlap."""

_BEGINS = re.compile(r"(?:^|[.!?:]\s|\n)\W*$")
_BEFORE = 20  # characters in which a sentence's end before a word shows


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase, or a word outside of all, at all its places; `units` are what an attacker can look up.

    `contexts` number the parts of the document that hold it. `noun` tells whether another noun can stand there. `name`
    is how the text writes it, where it is a proper name. It goes as a whole unless it is `divisible`; a `mark` stands where
    something was removed before, and can only go. What few phrases are
    asked for is worked out of the document's `text`, in its `language`, when somebody asks.
    """

    words: tuple[str, ...] = field(repr=False)
    spans: tuple[Span, ...]
    units: frozenset[str] = field(repr=False)
    contexts: frozenset[int]
    noun: bool = True
    name: str = field(default="", repr=False)
    text: str = field(default="", repr=False, compare=False)
    divisible: bool = True
    language: Language = field(default=DEFAULT_LANGUAGE, repr=False, compare=False)
    mark: bool = False
    _known: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def parts(self) -> tuple[tuple[Span, ...], ...]:
        """The places of its words, for each of its places; none where they can't be told apart."""
        if "parts" not in self._known:
            self._known["parts"] = _parts(self.text, self.words, self.spans) if self.divisible else ()
        parts: tuple[tuple[Span, ...], ...] = self._known["parts"]
        return parts

    @property
    def capitals(self) -> Mapping[str, str]:
        """Its words that the text writes with capitals of their own, by their normal forms."""
        if "capitals" not in self._known:
            self._known["capitals"] = _capitals(self.text, self.spans)
        capitals: Mapping[str, str] = self._known["capitals"]
        return capitals

    @property
    def form(self) -> str:
        """Its normal form."""
        return " ".join(self.words)

    @property
    def name_words(self) -> frozenset[int]:
        """The numbers of its words that belong to a proper name; acronyms don't."""
        return frozenset(
            number
            for number, word in enumerate(self.words)
            if self.name or (self.capitals.get(word, "")[:1].isupper() and not self.capitals[word].isupper())
        )

    def spell(self, form: str) -> str:
        """A form with this phrase's own words as the text writes them: in small letters a name would look like none.

        The last word stays in its dictionary form, which rendering puts into the plural where that is due. What stands for
        a name is none: "Quebec City" is a city.
        """
        if self.name:
            return form
        *modifiers, head = form.split(" ")
        last = self.capitals.get(head, head)
        if last.casefold() != head.casefold():
            last = head[:1].upper() + head[1:]
        return " ".join([*(self.capitals.get(word, word) for word in modifiers), last])

    def last_run(self, kept: Sequence[int]) -> range:
        """The numbers of the last words beside each other that go when only these are kept."""
        end = max((number for number in range(len(self.words)) if number not in kept), default=-1) + 1
        start = max((number + 1 for number in range(end) if number in kept), default=0)
        return range(start, end)

    def without(self, kept: Sequence[int]) -> tuple[Span, ...]:
        """The places to remove when only these of its words are kept; neighbours go as one."""
        runs = groupby(range(len(self.words)), key=kept.__contains__)
        lost = [list(run) for stays, run in runs if not stays]
        return tuple(places[run[0]].hull(places[run[-1]]) for places in self.parts for run in lost)


def phrase_at(
    document: Document,
    words: tuple[str, ...],
    spans: Sequence[Span],
    *,
    units: frozenset[str],
    context_of: ContextOf,
    noun: bool = True,
    name: str = "",
    divisible: bool = True,
) -> Phrase:
    """The phrase of these words at these places of a document; it goes as a whole unless it is `divisible`."""
    numbers = frozenset[int]().union(*map(context_of, spans))
    language = find_language(document.language)
    return Phrase(words, tuple(spans), units, numbers, noun, name, document.text, divisible, language)


def units_of(words: Sequence[str], has_count: HasCount) -> frozenset[str]:
    """The words of a phrase, the parts of hyphenated ones, and the whole and every run of it that has its own count.

    A phrase without a count of its own is the group of its words. No index counts runs of more than `LONGEST` words.
    """
    runs = [
        " ".join(words[start:end])
        for start in range(len(words))
        for end in range(start + 2, min(len(words), start + LONGEST) + 1)
    ]
    if len(words) > LONGEST:
        runs.append(" ".join(words))
    parts = [part for word in words if "-" in word for part in word.split("-") if len(part) > 2]
    units = [*words, *parts, *filter(has_count, runs)]
    return frozenset(filter(is_telling, units))


def is_telling(unit: str) -> bool:
    """Whether something can be looked up at all, and is no quantity: everything is weighed in mg."""
    return is_countable(unit) and spoken().common.measures.isdisjoint(unit.split(" "))


def number_contexts(document: Document, within: str) -> ContextOf:
    """A function from a place of the document to the numbers of the contexts that it lies in."""
    if size := words_in_window(within):
        return _number_windows(document, size)
    starts = [span.start for span in contexts(document, cast(Context, within))]
    if within == "document":
        before, within_it = frozenset({0}), frozenset({1})
        return lambda place: within_it if starts and place.start >= starts[0] else before
    return lambda place: frozenset({bisect_right(starts, place.start)})


# paper: cg-sanitization, Adaptation A1
def _number_windows(document: Document, size: int) -> ContextOf:
    """Every run of so many words is a context; a place lies in those that hold a word of it, or the word that follows it.

    What stands in place of a removed word counts as the words that a reader sees there.
    """
    words = [token for token in tokenize(document.text) if any(map(str.isalnum, token.text))]
    starts, ends = [word.start for word in words], [word.end for word in words]
    last_window = max(0, len(words) - size)

    def windows_of(place: Span) -> frozenset[int]:
        first = min(bisect_right(ends, place.start), len(words) - 1)
        last = max(first, bisect_left(starts, place.end) - 1)
        return frozenset(range(max(0, first - size + 1), min(last, last_window) + 1))

    return windows_of


def all_units(phrases: Iterable[Phrase]) -> list[str]:
    """What can be looked up of any of these phrases, in order."""
    return sorted(frozenset[str]().union(*(phrase.units for phrase in phrases)))


def contexts_by_unit(phrases: Iterable[Phrase]) -> dict[str, set[int]]:
    """The numbers of the contexts that show each unit."""
    shown: dict[str, set[int]] = {}
    for phrase in phrases:
        for unit in phrase.units:
            shown.setdefault(unit, set()).update(phrase.contexts)
    return shown


def places_by_unit(phrases: Iterable[Phrase]) -> dict[str, tuple[Span, ...]]:
    """The places of each unit: those of all phrases that hold it, the first phrase's first."""
    places: dict[str, list[Span]] = {}
    for phrase in phrases:
        for unit in phrase.units:
            places.setdefault(unit, []).extend(phrase.spans)
    return {unit: tuple(spans) for unit, spans in places.items()}


def _capitals(text: str, spans: Sequence[Span]) -> dict[str, str]:
    """The words with capitals by their normal forms; the first word of a sentence would have one anyway."""
    found: dict[str, str] = {}
    for span in spans:
        written = span.of(text)
        if written.islower():
            continue
        begins = _BEGINS.search(text, max(0, span.start - _BEFORE), span.start)
        for number, token in enumerate(tokenize(written, language=spoken())):
            if not token.text.islower() and not (number == 0 and begins and token.text[1:].islower()):
                found.setdefault(normal_word(token.text), token.text)
    return found


def _parts(text: str, words: Sequence[str], spans: Sequence[Span]) -> tuple[tuple[Span, ...], ...]:
    """The places of each word in each span, where a token is a word."""
    if len(words) == 1:
        return ()
    parts = [
        tuple(
            Span(span.start + token.start, span.start + token.end)
            for token in tokenize(span.of(text), language=spoken())
        )
        for span in spans
    ]
    return tuple(parts) if all(len(places) == len(words) for places in parts) else ()


POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
HYPHENED = re.compile(rf"[{HYPHENS}–]([^\W\d_]+)(?:[{HYPHENS}]\w+)*")
"""What a hyphen binds to the word before it."""

_HYPHENS = ("-", "–")
_SENSES = 3  # the first senses of a word, which are those usually meant; chosen by hand


def can_be_told(
    text: str, span: Span, general: str, taxonomy: Taxonomy, *, language: Language = DEFAULT_LANGUAGE
) -> bool:
    """Whether a name at a place is a noun that g(c) can stand for: "pregnant" is no condition, nor is "a diabetic"."""
    is_noun = is_used_as_noun(text, span, language=language)
    return is_noun and not _names_somebody(span.of(text), general, taxonomy, language)


def joins_well(text: str, span: Span, general: str, *, language: Language = DEFAULT_LANGUAGE) -> bool:
    """Whether g(c) can stand where a hyphen binds a name to another word: "virus-positive", but no "disease-negative"."""
    after = HYPHENED.match(text, span.end)
    illness = general.rsplit(" ", 1)[-1] in language.positions.uncounted_sorts
    bound = after is not None and after[1].lower() not in language.word_use.after_hyphens
    return not (bound and illness) and text[span.start - 1 : span.start] not in _HYPHENS


def goes_with(
    general: str, after: Sequence[str], has_count: HasCount, *, language: Language = DEFAULT_LANGUAGE
) -> bool:
    """Whether g(c) can stand before the words after a name: they are none, a usual noun, or people put them there.

    An illness goes only before words that people put there: nobody says "disease test".
    """
    if not after or after[0] in POSSESSIVE:
        return True
    head = general.rsplit(" ", 1)[-1]
    usual = after[0] in language.nouns.ends and head not in language.positions.uncounted_sorts
    return usual or has_count(f"{head} {after[0]}")


def _names_somebody(words: str, general: str, taxonomy: Taxonomy, language: Language) -> bool:
    """Whether words end in one for people, as "diabetic" and "smoker" are, where g(c) is none; a name says nothing of that."""
    head = words.rsplit(maxsplit=1)[-1]
    is_name = (head[0].isupper() and " " in words) or head[1:] != head[1:].casefold()
    people = not is_name and _are_people(language.lemma(head.casefold()), taxonomy)
    return people and not _are_people(general, taxonomy)


def _are_people(word: str, taxonomy: Taxonomy) -> bool:
    """Whether one of the first senses that are written with small letters is a person."""
    person = frozenset(taxonomy.concepts("person")[:1])
    return any(
        word in sense.names and not person.isdisjoint((sense, *ancestors(taxonomy, sense)))
        for sense in taxonomy.concepts(word)[:_SENSES]
    )
