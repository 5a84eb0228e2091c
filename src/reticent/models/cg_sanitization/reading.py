"""What a text says, as a reader counts it: its noun phrases, the words inside them, and every other telling word."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from reticent.detection.word_list import WordList
from reticent.knowledge import Corpus, as_term, is_countable
from reticent.models.cg_sanitization.entities import Entity
from reticent.models.disclosure.counts import own_counts
from reticent.models.disclosure.phrases import Phrase, number_contexts, phrase_at, units_of
from reticent.models.disclosure.proper_names import NameIndex, divide_by_name, is_full_name, with_full_names
from reticent.taxonomy import Taxonomy, knows
from reticent.text import Document, Span
from reticent.text.analysis import analyze
from reticent.text.contexts import Context
from reticent.text.lemmas import normal_word, normal_words
from reticent.text.terms import Term, terms
from reticent.text.tokens import Token


@dataclass(frozen=True, slots=True)
class Reader:
    """How a text is taken apart: into entries of a taxonomy, phrases that a corpus counts, and names of entities."""

    corpus: Corpus = field(repr=False)
    taxonomy: Taxonomy = field(repr=False)
    entities: tuple[Entity, ...]
    context: Context
    word_lists: tuple[WordList, ...] = field(init=False, repr=False, compare=False)
    full_names: NameIndex = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        lists = tuple(WordList(entity.written, kind="NAME") for entity in self.entities)
        object.__setattr__(self, "word_lists", lists)
        proper = (
            (name, as_term(entity.name))
            for entity in self.entities
            for name in entity.names
            if is_full_name(name)
        )
        object.__setattr__(self, "full_names", NameIndex.of(proper))

    def phrases(self, document: Document) -> list[Phrase]:
        """Everything in the document that can tell something, in the order of first places."""
        # This reader is kept beside what it read, so that no other one can get its number.
        return analyze(document).share(("phrases", id(self)), lambda: (self, self._read(document)))[1]

    def _read(self, document: Document) -> list[Phrase]:
        found = _join(document, [*self._noun_phrases(document), *self._entity_names(document)])
        found += _other_words(document, found)
        places: dict[tuple[tuple[str, ...], frozenset[str], bool, bool], list[_Place]] = {}
        for each in sorted(found, key=_order):
            places.setdefault((each.words, each.terms, each.noun, bool(each.name)), []).append(each)
        context_of = number_contexts(document, self.context)
        phrases = [
            phrase_at(
                document,
                words,
                [place.span for place in alike],
                units=self.units(words) | named,
                context_of=context_of,
                noun=noun,
                name=alike[0].name,
                divisible=not named,
            )
            for (words, named, noun, _), alike in places.items()
        ]
        return with_full_names(phrases)

    def units(self, words: Sequence[str]) -> frozenset[str]:
        """What can be looked up of these words."""
        return units_of(words, own_counts(self.corpus))

    def _noun_phrases(self, document: Document) -> list[_Place]:
        """The noun phrases; a proper name that is a part of an entity's full name stands for the entity."""
        own = frozenset(term for entity in self.entities for term in entity.terms)
        found = terms(document, known=cache(lambda form: form in own or knows(self.taxonomy, form)))
        return [place for term in found for place in self._places_of(term, document)]

    def _places_of(self, term: Term, document: Document) -> Iterator[_Place]:
        for name, spans in divide_by_name(term, document):
            meant = sorted(self.full_names.meant_by(name)) if name else ()
            for span in spans:
                yield _Place(span, term.words, tuple((span, each) for each in meant), name=name)

    def _entity_names(self, document: Document) -> Iterator[_Place]:
        """The places of entities' names, however they are written."""
        for entity, word_list in zip(self.entities, self.word_lists, strict=True):
            name = entity.name if is_full_name(entity.name) else ""
            for mention in word_list.mentions(document):
                if entity.is_named_by(mention.span.of(document.text)):
                    yield _Place(mention.span, (), ((mention.span, as_term(entity.name)),), name=name)


@dataclass(frozen=True, slots=True)
class _Place:
    """A stretch of the text; `names` are the places of entities' names in it, with the terms that they stand for."""

    span: Span
    words: tuple[str, ...]
    names: tuple[tuple[Span, str], ...] = ()
    noun: bool = True
    name: str = ""

    @property
    def terms(self) -> frozenset[str]:
        return frozenset(term for _, term in self.names)


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
    return _Place(span, tuple(" ".join(words).split()), tuple(names), name=name)


def _order(place: _Place) -> tuple[int, int]:
    return place.span.start, place.span.end


def _other_words(document: Document, taken: Iterable[_Place]) -> list[_Place]:
    """The words that stand in no noun phrase: verbs, adjectives, and what the tagger took for one."""
    places = sorted(taken, key=_order)
    starts = [place.span.start for place in places]

    def is_free(token: Token) -> bool:
        at = bisect_right(starts, token.end - 1) - 1
        return at < 0 or places[at].span.end <= token.start

    return [_Place(span, (form,), noun=False) for span, form in telling_words(document, is_free)]


def telling_words(
    document: Document, wanted: Callable[[Token], bool] = lambda token: True
) -> Iterator[tuple[Span, str]]:
    """Every wanted word that has a letter and a count of its own, with its place, in normal form."""
    analysis = analyze(document)
    for row, shouted in zip(analysis.tokens, analysis.shouted, strict=True):
        for token in filter(wanted, row):
            form = normal_word(token.text, shouted=shouted)
            if is_countable(form) and any(map(str.isalpha, form)):
                yield Span(token.start, token.end), form
