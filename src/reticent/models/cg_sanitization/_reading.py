"""What a text says, as a reader counts it: its noun phrases, the words inside them, and every other word with a meaning."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import NamedTuple

from reticent.executors import TravelsAsSettings
from reticent.knowledge import Corpus, as_term
from reticent.knowledge.conditions import Conditions, places_of
from reticent.knowledge.corpus.spoken import normal_word, normal_words
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Taxonomy, knows
from reticent.language import find_language
from reticent.models.cg_sanitization._entities import SensitiveEntity
from reticent.models.cg_sanitization._reversal import Reversal, words_around
from reticent.models.shared.counts import enough_counts, own_counts
from reticent.models.shared.decisions import meets
from reticent.models.shared.familiarity import look_up, units_of_substances
from reticent.models.shared.marks import phrases_with, words_beside
from reticent.models.shared.phrases import (
    ContextOf,
    HasCount,
    Phrase,
    is_telling,
    number_contexts,
    phrase_at,
    units_of,
)
from reticent.models.shared.proper_names import (
    NameIndex,
    divide_by_name,
    is_full_name,
    names_person,
    names_place,
    with_full_names,
)
from reticent.models.shared.spelling import WordReadings
from reticent.rendering.placeholders import judged_marks
from reticent.text import Document, Span, merge_spans
from reticent.text.analysis import TaggedSentence, analyze, read_by_sentence
from reticent.text.terms import Known, Term, noun_phrases, terms
from reticent.text.tokens import tokenize, whole_words


def sentences_with(sentences: Sequence[Span], places: Iterable[Span]) -> list[Span]:
    """The sentences that some place lies in, those together that one place lies across, in order and apart."""
    starts = [span.start for span in sentences]
    met = []
    for place in places:
        first = max(0, bisect_right(starts, place.start) - 1)
        last = max(0, bisect_right(starts, max(place.start, place.end - 1)) - 1)
        met.append(sentences[first].hull(sentences[last]).hull(place))
    return merge_spans(met)


def divide_lines(place: Span, text: str) -> list[Span]:
    """The lines of a place, without the blanks around them."""
    found, start = [], place.start
    for line in place.of(text).splitlines(keepends=True):
        bare = line.strip()
        if bare:
            begin = start + line.index(bare)
            found.append(Span(begin, begin + len(bare)))
        start += len(line)
    return found


Key = tuple[tuple[str, ...], frozenset[str], bool, bool]


class PhraseGroups:
    """Places that say the same: by words, by the entities that they name, and by whether they are nouns or names."""

    def __init__(self) -> None:
        self._spans: dict[Key, list[Span]] = {}
        self._names: dict[Key, dict[Span, str]] = {}

    def add(self, key: Key, span: Span, name: str) -> None:
        """Add a place, with how the text writes it where it is a name."""
        self._spans.setdefault(key, []).append(span)
        if name:
            self._names.setdefault(key, {})[span] = name

    def in_order(self) -> Iterator[tuple[Key, list[Span], str]]:
        """The groups in the order of their first places, each with its places in order and its first name."""
        for spans in self._spans.values():
            spans.sort(key=_ends)
        for key, spans in sorted(self._spans.items(), key=lambda item: _ends(item[1][0])):
            names = self._names.get(key)
            yield key, spans, names[min(names, key=_ends)] if names else ""


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


_ACRONYM = 3
"""Letters up to which a word in capitals is rather an acronym than a name that is shouted."""


@dataclass(frozen=True, slots=True)
class Reader(TravelsAsSettings):
    """How a text is taken apart: into entries of a taxonomy, phrases that a corpus counts, and names of entities."""

    corpus: Corpus = field(repr=False)
    taxonomy: Taxonomy = field(repr=False)
    entities: tuple[SensitiveEntity, ...]
    context: str
    by_class: bool = True
    conditions: Conditions | None = field(default=None, repr=False)
    spelling: WordReadings | None = field(default=None, repr=False)
    turns_back: bool = True
    full_names: NameIndex = field(init=False, repr=False, compare=False)
    reversal: Reversal = field(init=False, repr=False, compare=False)
    _people: frozenset[str] = field(init=False, repr=False, compare=False)
    _ordinary: frozenset[str] = field(init=False, repr=False, compare=False)
    _allowed: frozenset[str] = field(init=False, repr=False, compare=False)
    _known: Known = field(init=False, repr=False, compare=False)
    _units: Callable[[tuple[str, ...]], frozenset[str]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        proper = [(name, entity) for entity in self.entities for name in entity.names if is_full_name(name)]
        index = NameIndex.of((name, as_term(entity.name)) for name, entity in proper)
        object.__setattr__(self, "full_names", index)
        people = (each for _, each in proper if names_person(each.name, each.general, self.taxonomy))
        object.__setattr__(self, "_people", frozenset(as_term(each.name) for each in people))
        ordinary = (normal_word(each) for entity in self.entities for each in entity.finder.common)
        object.__setattr__(self, "_ordinary", frozenset(ordinary))
        own = frozenset(term for entity in self.entities for term in entity.terms)
        object.__setattr__(self, "reversal", Reversal(self.corpus, self.taxonomy))
        allowed = (entity.general for entity in self.entities if entity.general)
        object.__setattr__(self, "_allowed", frozenset(map(as_term, allowed)))
        known = lru_cache(maxsize=1 << 16)(lambda form: form in own or knows(self.taxonomy, form))
        object.__setattr__(self, "_known", known)
        counts = own_counts(self.corpus), enough_counts(self.corpus)
        units = partial(_units, self.taxonomy if self.by_class else None, self.spelling, *counts)
        object.__setattr__(self, "_units", lru_cache(maxsize=1 << 16)(units))

    def phrases(self, document: Document) -> list[Phrase]:
        """Everything in the document that can tell something, in the order of first places."""
        # This reader is kept beside what it read, so that no other one can get its number.
        return analyze(document).share(("phrases", id(self)), lambda: (self, self._read(document)))[1]

    def _read(self, document: Document) -> list[Phrase]:
        """The phrases: those around a name of an entity as one with it, all others as their sentences have them."""
        analysis = analyze(document)
        found = terms(document, known=self._known)
        named = [*self._entity_names(document), *self._parts_of_full_names(found, document)]
        touched = sentences_with(analysis.sentences, [place.span for place in named])
        groups = PhraseGroups()
        for term in found:
            for place in self._nouns(term, document):
                if not touched or not meets(touched, place.span):
                    groups.add((place.words, place.terms, True, bool(place.name)), place.span, place.name)
        rows = read_by_sentence(analysis, ("other words", self._known), partial(self._other_words, document))
        for sentence, row in zip(analysis.sentences, rows, strict=True):
            if not touched or not meets(touched, sentence):
                for word in row:
                    span = Span(sentence.start + word.start, sentence.start + word.end)
                    groups.add(((word.form,), frozenset(), False, False), span, "")
        for place in self._read_touched(document, touched, found, named) if touched else ():
            groups.add((place.words, place.terms, place.noun, bool(place.name)), place.span, place.name)
        context_of = number_contexts(document, self.context)
        # All documents about Steve Jobs hold "jobs": its counts say nothing of those who look for new jobs.
        phrases = [
            phrase_at(
                document,
                words,
                spans,
                units=(self.units(words) if meant else self.units(words) - self._ordinary) | meant,
                context_of=context_of,
                noun=noun,
                name=name,
                divisible=not meant,
            )
            for (words, meant, noun, _), spans, name in groups.in_order()
        ]
        read = with_full_names([self._turn_back(phrase) for phrase in phrases])
        marks = self._marks(document, context_of)
        return sorted([*read, *marks], key=_first_place) if marks else read

    def _marks(self, document: Document, context_of: ContextOf) -> list[Phrase]:
        """The marks that say what stood there, those in one that say the same: each tells what its term tells."""
        places: dict[tuple[str, str], list[Span]] = {}
        for span, term in judged_marks(document):
            places.setdefault((term, span.of(document.text)), []).append(span)
        found = []
        for (term, _), spans in places.items():
            words = tuple(words_of(term))
            phrase = phrase_at(
                document,
                words,
                spans,
                units=self.units(words),
                context_of=context_of,
                noun=False,
                divisible=False,
            )
            found.append(replace(phrase, units=self.units_of_mark(words, phrase), mark=True))
        return found

    def units_of_mark(self, words: Sequence[str], phrase: Phrase, kept: Sequence[int] = ()) -> frozenset[str]:
        """What a mark tells that counts as these words and stands for a phrase, of which some words may be kept.

        It makes phrases with the words beside it: a reader puts the words of its label in its place.
        """
        places = phrase.without(kept) if kept else phrase.spans
        beside = (words_beside(phrase.text, span) for span in places)
        has_count = own_counts(self.corpus)
        joined = (phrases_with(left, words, right, has_count) for left, right in beside)
        return frozenset().union(self.units(words), self.units_turned_back(words, phrase), *joined)

    def _turn_back(self, phrase: Phrase) -> Phrase:
        """The phrase with what it can only mean where it stands."""
        if not phrase.noun or phrase.name or not phrase.divisible:
            return phrase
        meant = self.units_turned_back(phrase.words, phrase)
        return replace(phrase, units=phrase.units | meant) if meant else phrase

    def units_turned_back(self, words: Sequence[str], phrase: Phrase) -> frozenset[str]:
        """What can be looked up of the only reading of words in the place of a phrase; what was allowed has none."""
        if not self.turns_back or " ".join(words) in self._allowed:
            return frozenset()
        reading = self.reversal.reading(words, partial(words_around, phrase))
        return self.units(reading.split(" ")) if reading else frozenset()

    def _read_touched(
        self, document: Document, touched: Sequence[Span], found: Sequence[Term], named: Sequence[_Place]
    ) -> list[_Place]:
        """The places in sentences that name an entity."""
        nouns = [
            place for term in found for place in self._nouns(term, document) if meets(touched, place.span)
        ]
        joined = _join(document, [*nouns, *named])
        return [*joined, *_words_outside(document, joined, touched)]

    def _other_words(self, document: Document, numbers: Sequence[int]) -> Iterator[tuple[_Word, ...]]:
        """The words of sentences that stand in no noun phrase: verbs, adjectives, and what the tagger took for one."""
        phrases = noun_phrases(document, known=self._known)
        for number, row in zip(numbers, analyze(document).read_rows(numbers), strict=True):
            taken = phrases[number]
            starts = [phrase.start for phrase in taken]
            yield tuple(
                word
                for word in _telling_words(row)
                if (at := bisect_right(starts, word.end - 1) - 1) < 0 or taken[at].end <= word.start
            )

    def _nouns(self, term: Term, document: Document) -> Iterator[_Place]:
        """The places of a term, each line of it by itself: what goes must not join a heading with what follows.

        What only the whole of a term says is said by each of its lines.
        """
        text = document.text
        for name, spans in divide_by_name(term, document):
            for span in spans:
                if "\n" not in span.of(text):
                    yield self._after_unit(_Place(span, term.words, name=name), document)
                else:
                    yield from self._lines(term, span, text, named=bool(name))

    def _after_unit(self, place: _Place, document: Document) -> _Place:
        """A place without the unit of a number that stands before it: "4.2 cm lesion" is a lesion."""
        text, language = document.text, find_language(document.language)
        begins = place.span.start
        tokens = tokenize(place.span.of(text), language=language)
        measured = len(tokens) > 1 < len(place.words) and place.words[0] in language.common.measures
        if place.name or not measured or not text[:begins].rstrip(" -")[-1:].isdecimal():
            return place
        own = place.words[1:]
        whole = self.units(place.words) - self.units(own)
        return replace(place, span=Span(begins + tokens[1].start, place.span.end), words=own, whole=whole)

    def _lines(self, term: Term, span: Span, text: str, *, named: bool) -> Iterator[_Place]:
        lines = divide_lines(span, text)
        words = [tuple(" ".join(normal_words(line.of(text))).split()) for line in lines]
        whole = self.units(term.words).difference(*map(self.units, words))
        for line, own in zip(lines, words, strict=True):
            yield _Place(line, own, name=line.of(text) if named else "", whole=whole)

    def units(self, words: Sequence[str]) -> frozenset[str]:
        """What can be looked up of these words."""
        return self._units(tuple(words))

    def _parts_of_full_names(self, found: Iterable[Term], document: Document) -> Iterator[_Place]:
        """Proper names that are a part of an entity's full name, or are in capitals: each stands for the entity.

        Where a surname that is an ordinary word is a name, the entity's finder says.
        """
        if not self.full_names.by_word:
            return
        for term in found:
            if self._ordinary.issuperset(term.words):
                continue
            for written, spans in divide_by_name(term, document):
                name = written or (
                    term.written if term.written.isupper() and len(term.written) > _ACRONYM else ""
                )
                meant = self._meant_by(name) if name else ()
                for span in spans if meant else ():
                    yield _Place(span, term.words, tuple((span, each) for each in meant), name=name)

    def _meant_by(self, name: str) -> list[str]:
        """The entities that a part of a full name stands for; a place only says which paper the New York Times is."""
        meant = sorted(self.full_names.meant_by(name))
        if self._people.issuperset(meant) or not names_place(name, self.taxonomy):
            return meant
        return [each for each in meant if each in self._people or each == as_term(name)]

    def _entity_names(self, document: Document) -> Iterator[_Place]:
        """The places of entities' names, however they are written."""
        for entity in self.entities:
            name = entity.name if is_full_name(entity.name) else ""
            for mention in entity.finder.mentions(document):
                noun = mention.span.of(document.text).casefold() not in entity.forms
                meant = ((mention.span, as_term(entity.name)),)
                yield _Place(mention.span, (), meant, noun=noun, name=name)
            # Abbreviations and lay words mean the entity in some documents only.
            condition = self.conditions.find_likely(entity.name) if self.conditions else None
            for span in places_of(document, condition) if condition else ():
                yield _Place(span, (), ((span, as_term(entity.name)),), name=name)


def _first_place(phrase: Phrase) -> tuple[int, int]:
    return _ends(phrase.spans[0])


def _units(
    taxonomy: Taxonomy | None,
    spelling: WordReadings | None,
    has_count: HasCount,
    has_enough: HasCount,
    words: tuple[str, ...],
) -> frozenset[str]:
    """What can be looked up of words; with a taxonomy also what stands for that which can't be, and what a drug is made of.

    With a `spelling` also what can be looked up of the words that were meant.
    """
    read = [words, *(spelling.respell(words) if spelling else ())]
    if taxonomy is None:
        return frozenset().union(*(units_of(row, has_count) for row in read))
    known = taxonomy, has_count, has_enough
    return frozenset().union(*(look_up(row, *known) | units_of_substances(row, *known) for row in read))


@dataclass(frozen=True, slots=True)
class _Place:
    """A stretch of the text; `names` are the places of entities' names in it, with the terms that they stand for.

    `whole` is what a term says that it is a line of.
    """

    span: Span
    words: tuple[str, ...]
    names: tuple[tuple[Span, str], ...] = ()
    noun: bool = True
    name: str = ""
    whole: frozenset[str] = frozenset()

    @property
    def terms(self) -> frozenset[str]:
        return self.whole.union(term for _, term in self.names)


def _join(document: Document, places: Iterable[_Place]) -> list[_Place]:
    """The places with those in one that meet: every name of an entity lies in one place, and none lies across two."""
    text = document.mask_placeholders()
    joined: list[_Place] = []
    cluster: list[_Place] = []
    end = 0
    for place in sorted(places, key=_order):
        if cluster and place.span.start >= end:
            joined.append(_join_cluster(text, cluster))
            cluster = []
        cluster.append(place)
        end = max(end, place.span.end)
    return [*joined, _join_cluster(text, cluster)] if cluster else joined


def _join_cluster(text: str, cluster: Sequence[_Place]) -> _Place:
    """One place of all that a name meets; its words say the entity's term, however the name is written there."""
    names = sorted({name for place in cluster for name in place.names})
    if not names:
        return cluster[0]
    span = Span(cluster[0].span.start, max(place.span.end for place in cluster))
    words, at = [], span.start
    for found, meant in names:
        if found.end > at or meant not in words:
            words += [*normal_words(text[at : found.start]), meant]
        at = max(at, found.end)
    words += normal_words(text[at : span.end])
    name = next((place.name for place in cluster if place.name and place.span == span), "")
    whole = frozenset().union(*(place.whole for place in cluster))
    # A name in whose place g(c) can't stand is no noun to put it for, even where the text uses it as one.
    noun = all(place.noun for place in cluster if place.names and place.span == span) and any(
        place.noun for place in cluster
    )
    return _Place(span, tuple(" ".join(words).split()), tuple(names), noun, name, whole)


def _order(place: _Place) -> tuple[int, int]:
    return place.span.start, place.span.end


class _Word(NamedTuple):
    """A word of a sentence that has a count, at its place there, in normal form."""

    start: int
    end: int
    form: str


def telling_words(document: Document) -> Iterator[tuple[Span, str]]:
    """Every word of a document that has a letter and a count of its own, with its place, in normal form."""
    analysis = analyze(document)
    rows = analysis.read_rows(range(len(analysis.sentences)))
    for sentence, row in zip(analysis.sentences, rows, strict=True):
        for word in _telling_words(row):
            yield Span(sentence.start + word.start, sentence.start + word.end), word.form


def _telling_words(row: TaggedSentence) -> Iterator[_Word]:
    """Every word of a sentence that has a letter and a count of its own."""
    for token in whole_words(row.tokens):
        form = normal_word(token.text, shouted=row.shouted)
        if is_telling(form) and any(map(str.isalpha, form)):
            yield _Word(token.start, token.end, form)


def _words_outside(document: Document, taken: Iterable[_Place], touched: Sequence[Span]) -> list[_Place]:
    """The words of touched sentences that stand in no place."""
    places = sorted(taken, key=_order)
    starts = [place.span.start for place in places]
    analysis = analyze(document)
    numbers = [number for number, span in enumerate(analysis.sentences) if meets(touched, span)]
    found = []
    for number, row in zip(numbers, analysis.read_rows(numbers), strict=True):
        begin = analysis.sentences[number].start
        for word in _telling_words(row):
            span = Span(begin + word.start, begin + word.end)
            at = bisect_right(starts, span.end - 1) - 1
            if at < 0 or places[at].span.end <= span.start:
                found.append(_Place(span, (word.form,), noun=False))
    return found
