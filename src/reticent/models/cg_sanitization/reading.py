"""What a text says, as a reader counts it: its noun phrases, the words inside them, and every other telling word."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from reticent.detection.word_list import WordList
from reticent.knowledge import is_countable
from reticent.text import Document, Span
from reticent.text.contexts import Context, contexts
from reticent.text.lemmas import is_shouted, normal_word, normal_words
from reticent.text.sentences import sentences
from reticent.text.terms import terms
from reticent.text.tokens import tokenize

Known = Callable[[str], bool]

_BEGINS = re.compile(r"(?:^|[.!?:]\s|\n)\W*$")
_BEFORE = 20


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase, or a word outside of all, at all its places; `units` are what an attacker can look up.

    `contexts` number the parts of the document that hold it. `noun` tells whether another noun can stand there. `parts`
    are the places of its words, for each of its places; none where they can't be told apart. `capitals` are its words
    that the text writes with capitals of their own.
    """

    words: tuple[str, ...] = field(repr=False)
    spans: tuple[Span, ...]
    units: frozenset[str] = field(repr=False)
    contexts: frozenset[int]
    noun: bool = True
    parts: tuple[tuple[Span, ...], ...] = ()
    capitals: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def form(self) -> str:
        """Its normal form."""
        return " ".join(self.words)

    def spelled(self, form: str) -> str:
        """A form with this phrase's own words as the text writes them: in small letters a name would look like none.

        The last word stays in its dictionary form, which rendering puts into the plural where that is due.
        """
        *modifiers, head = form.split(" ")
        last = self.capitals.get(head, head)
        if last.casefold() != head.casefold():
            last = head[:1].upper() + head[1:]
        return " ".join([*(self.capitals.get(word, word) for word in modifiers), last])

    def without(self, kept: Sequence[int]) -> tuple[Span, ...]:
        """The places to remove when only these of its words are kept; neighbours go as one."""
        lost = [
            list(run) for alike, run in groupby(range(len(self.words)), key=lambda i: i in kept) if not alike
        ]
        return tuple(places[run[0]].hull(places[run[-1]]) for places in self.parts for run in lost)


@dataclass(frozen=True, slots=True)
class Reader:
    """How a text is taken apart.

    `known` tells which noun phrases are entries of a taxonomy, `counted` which phrases have counts of their own.
    `names` are what the entities are called, by the term that each stands for.
    """

    known: Known
    counted: Known
    names: tuple[tuple[str, WordList], ...]
    context: Context = "document"

    def phrases(self, document: Document) -> list[Phrase]:
        """Everything in the document that can tell something, in the order of first places."""
        found = _with_names(document, list(_noun_phrases(document, self.known)), self.names)
        found += _other_words(document, found)
        starts = [span.start for span in contexts(document, self.context)]
        places: dict[tuple[tuple[str, ...], frozenset[str], bool], list[Span]] = {}
        for each in sorted(found, key=lambda each: each.span):
            places.setdefault((each.words, each.named, each.noun), []).append(each.span)
        return [
            Phrase(
                words,
                tuple(spans),
                self.units(words) | named,
                frozenset(bisect_right(starts, span.start) for span in spans),
                noun,
                () if named else _parts(document, words, spans),
                _capitals(document, spans),
            )
            for (words, named, noun), spans in places.items()
        ]

    def units(self, words: Sequence[str]) -> frozenset[str]:
        """The words of a phrase, the parts of hyphenated ones, and the whole and every run of it that has its own count.

        A phrase without a count of its own is the group of its words.
        """
        runs = [
            " ".join(words[start:end])
            for start in range(len(words))
            for end in range(start + 2, len(words) + 1)
        ]
        parts = [part for word in words if "-" in word for part in word.split("-") if len(part) > 2]
        units = [*words, *parts, *filter(self.counted, runs)]
        return frozenset(unit for unit in units if is_countable(unit))


def _capitals(document: Document, spans: Sequence[Span]) -> dict[str, str]:
    """The words with capitals by their normal forms; the first word of a sentence would have one anyway."""
    text = document.text
    found: dict[str, str] = {}
    for span in spans:
        begins = _BEGINS.search(text, max(0, span.start - _BEFORE), span.start)
        for number, token in enumerate(tokenize(span.of(text))):
            if not token.text.islower() and not (number == 0 and begins and token.text[1:].islower()):
                found.setdefault(normal_word(token.text), token.text)
    return found


def _parts(document: Document, words: Sequence[str], spans: Sequence[Span]) -> tuple[tuple[Span, ...], ...]:
    """The places of each word in each span, where a token is a word."""
    if len(words) == 1:
        return ()
    parts = [
        tuple(
            Span(span.start + token.start, span.start + token.end)
            for token in tokenize(span.of(document.text))
        )
        for span in spans
    ]
    return tuple(parts) if all(len(places) == len(words) for places in parts) else ()


@dataclass(frozen=True, slots=True)
class _Place:
    """A stretch of the text; `names` are the places of entities' names in it, with the terms that they stand for."""

    span: Span
    words: tuple[str, ...]
    names: tuple[tuple[Span, str], ...] = ()
    noun: bool = True

    @property
    def named(self) -> frozenset[str]:
        return frozenset(term for _, term in self.names)


def _noun_phrases(document: Document, known: Known) -> Iterator[_Place]:
    for term in terms(document, known=known):
        for span in term.spans:
            yield _Place(span, term.words)


def _with_names(
    document: Document, places: list[_Place], names: Sequence[tuple[str, WordList]]
) -> list[_Place]:
    """The places with every name of an entity in one of them: a name is found however it is written."""
    for term, word_list in names:
        for mention in word_list.mentions(document):
            met = [place for place in places if place.span.overlaps(mention.span)]
            places = [place for place in places if place not in met]
            places.append(_joined(document, mention.span, term, met))
    return places


def _joined(document: Document, name: Span, term: str, met: Sequence[_Place]) -> _Place:
    """One place of all that a name meets; its words say the entity's term, however the name is written there."""
    span = name
    for place in met:
        span = span.hull(place.span)
    names = sorted([(name, term), *(each for place in met for each in place.names)])
    text, words, at = document.masked(), [], span.start
    for found, meant in names:
        words += [*normal_words(text[at : found.start]), *meant.split()]
        at = max(at, found.end)
    return _Place(span, (*words, *normal_words(text[at : span.end])), tuple(names))


def _other_words(document: Document, taken: Iterable[_Place]) -> list[_Place]:
    """The words that stand in no noun phrase: verbs, adjectives, and what the tagger took for one."""
    spans = sorted(place.span for place in taken)
    starts = [span.start for span in spans]
    found = []
    for span, form in telling_words(document):
        at = bisect_right(starts, span.end - 1) - 1
        if at < 0 or spans[at].end <= span.start:
            found.append(_Place(span, (form,), noun=False))
    return found


def telling_words(document: Document) -> Iterator[tuple[Span, str]]:
    """Every word that has a letter and a count of its own, with its place, in normal form."""
    text = document.masked()
    for sentence in sentences(text):
        content = sentence.of(text)
        shouted = is_shouted(content)
        for token in tokenize(content):
            form = normal_word(token.text, shouted=shouted)
            if is_countable(form) and any(map(str.isalpha, form)):
                yield Span(sentence.start + token.start, sentence.start + token.end), form
