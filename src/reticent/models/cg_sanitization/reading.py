"""What a text says, as a reader counts it: its noun phrases, the words inside them, and every other telling word."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from reticent.detection.word_list import WordList
from reticent.knowledge import Corpus, as_term, is_countable
from reticent.models.cg_sanitization.entities import Entity
from reticent.models.disclosure.counts import own_counts
from reticent.models.disclosure.phrases import Phrase, number_contexts, phrase_at, units_of
from reticent.models.disclosure.proper_names import NameIndex, is_full_name
from reticent.taxonomy import Taxonomy, knows
from reticent.text import Document, Span
from reticent.text.analysis import analyze
from reticent.text.contexts import Context
from reticent.text.lemmas import normal_word, normal_words
from reticent.text.terms import Term, terms


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
        found = _join(document, [*self._noun_phrases(document), *self._entity_names(document)])
        found += _other_words(document, found)
        places: dict[tuple[tuple[str, ...], frozenset[str], bool, bool], list[_Place]] = {}
        for each in sorted(found, key=lambda each: each.span):
            places.setdefault((each.words, each.terms, each.noun, bool(each.name)), []).append(each)
        context_of = number_contexts(document, self.context)
        return [
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

    def units(self, words: Sequence[str]) -> frozenset[str]:
        """What can be looked up of these words."""
        return units_of(words, own_counts(self.corpus))

    def _noun_phrases(self, document: Document) -> list[_Place]:
        """The noun phrases; a proper name that is a part of an entity's full name stands for the entity."""
        own = frozenset(term for entity in self.entities for term in entity.terms)
        found = terms(document, known=lambda form: form in own or knows(self.taxonomy, form))
        return [place for term in found for place in self._places_of(term)]

    def _places_of(self, term: Term) -> Iterator[_Place]:
        name = term.written if term.name else ""
        meant = sorted(self.full_names.meant_by(name)) if name else ()
        for span in term.spans:
            yield _Place(span, term.words, tuple((span, each) for each in meant), name=name)

    def _entity_names(self, document: Document) -> Iterator[_Place]:
        """The places of entities' names, however they are written."""
        for entity, word_list in zip(self.entities, self.word_lists, strict=True):
            for mention in word_list.mentions(document):
                yield _Place(mention.span, (), ((mention.span, as_term(entity.name)),))


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
    text = document.masked()
    joined: list[_Place] = []
    cluster: list[_Place] = []
    end = 0
    for place in sorted(places, key=lambda place: place.span):
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
    analysis = analyze(document)
    for row, shouted in zip(analysis.tokens, analysis.shouted, strict=True):
        for token in row:
            form = normal_word(token.text, shouted=shouted)
            if is_countable(form) and any(map(str.isalpha, form)):
                yield Span(token.start, token.end), form
