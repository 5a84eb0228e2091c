"""The terms of an entity database in a document, with all their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from reticent.detection.names.word_classes import word_classes
from reticent.knowledge.entities.medical_names import LONGEST, medical_names
from reticent.knowledge.entities.words import Word, form_of, head_of, is_telling, words
from reticent.models.k_safety.crowd import Crowd
from reticent.models.k_safety.variants import Variants
from reticent.text.analysis import analyze
from reticent.text.lemmas import normal_word
from reticent.text.matching import View
from reticent.text.span import Span

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints
    from reticent.models.k_safety.closure import ClosedEntities
    from reticent.taxonomy.taxonomy import Taxonomy
    from reticent.text.document import Document

_LONGEST_ACRONYM = 6
_LONGEST_SYNONYM = 4
"""In words; a synonym is looked for at every place, and longer ones are rare."""


class TermSource(Protocol):
    """What knows terms: an entity database, or one whose contexts are closed over a taxonomy."""

    @property
    def size(self) -> int:
        """How many entities there are."""

    def terms_with_heads(self, heads: Collection[str]) -> list[str]:
        """The terms whose head is one of these."""

    def knowers(self, terms: Collection[str]) -> Mapping[str, Ints]:
        """For every one of these that is a term, the entities that know it, in order."""


@dataclass(frozen=True, slots=True)
class KnownTerms:
    """What an entity database sees in a document: its terms with their places, and the entities that know each.

    `variants` says of places where a term is written in another way how that is. `above` has what each term says in
    general as well, and `shown` are terms that the reader was shown before, wherever that was.
    """

    places: Mapping[str, tuple[Span, ...]] = field(repr=False)
    knowers: Mapping[str, Ints] = field(repr=False)
    size: int
    variants: Mapping[Span, str] = field(default_factory=dict, repr=False)
    above: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    shown: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def told(self) -> tuple[str, ...]:
        """All that the document says: its terms, and what they say in general."""
        general = (form for term in self.places for form in self.above.get(term, ()))
        return tuple(dict.fromkeys([*self.places, *general]))

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms in the order of their first places."""
        return tuple(self.places)

    def after(self, shown: Mapping[str, Ints]) -> KnownTerms:
        """The same for a reader who was shown these terms before, with who knows each."""
        return replace(self, knowers={**shown, **self.knowers}, shown=frozenset(shown)) if shown else self

    def closed(self, source: ClosedEntities) -> KnownTerms:
        """The same with what each term says in general."""
        above = {term: source.above.get(term, ()) for term in self.places}
        general = {form for way in above.values() for form in way}
        return replace(self, above=above, knowers={**self.knowers, **source.knowers(sorted(general))})

    def places_of(self, term: str) -> tuple[Span, ...]:
        """Where a term stands, or what says it in general."""
        below = (each for each in self.places if term == each or term in self.above.get(each, ()))
        return tuple(sorted({span for each in below for span in self.places[each]}))

    def crowd(self) -> Crowd:
        """The same for counting."""
        terms = dict.fromkeys([*self.told, *sorted(self.shown)])
        return Crowd.of({term: self.knowers[term].tolist() for term in terms}, self.size)


def read_known_terms(
    document: Document,
    source: TermSource,
    synonyms: Taxonomy | None = None,
    variants: Variants | None = None,
) -> KnownTerms:
    """The longest terms at every place of a document; a term inside a longer one is not one of its own.

    With `synonyms` a phrase that is no term counts as the first of its synonyms, in its likeliest sense, that is one.
    With `variants` derived forms and misspellings count too, and what the medical lists have as other names. A text is
    read once, however many readers ask for their views of it.
    """
    analysis = analyze(document)
    key = ("k-safety", id(source), id(synonyms), id(variants))
    # The stores are kept beside what was read with them, so that no others can get their numbers.
    stores = source, synonyms, variants
    return analysis.share(key, lambda: (_read(analysis.readings, *stores), stores))[0]


class _Found(NamedTuple):
    """A term in a range of words; `reason` says how it is written, "" where that is the term itself."""

    start: int
    end: int
    form: str
    reason: str = ""


def _read(
    readings: Sequence[View], source: TermSource, synonyms: Taxonomy | None, variants: Variants | None
) -> KnownTerms:
    places: dict[str, set[Span]] = {}
    reasons: dict[Span, str] = {}
    for view in readings:  # "night-\nsweats" may be one word or two: both count
        found = words(view.text)
        for each in _longest_terms(_all_terms(found, source, synonyms, variants)):
            span = view.span(found[each.start].start, found[each.end - 1].end)
            places.setdefault(each.form, set()).add(span)
            if each.reason:
                reasons[span] = each.reason
    ordered = sorted((tuple(sorted(spans)), form) for form, spans in places.items())
    knowers = source.knowers(list(places))
    return KnownTerms({form: spans for spans, form in ordered}, knowers, source.size, reasons)


def _all_terms(
    found: Sequence[Word], source: TermSource, synonyms: Taxonomy | None, variants: Variants | None
) -> Iterator[_Found]:
    """Terms and synonyms, with words in capitals read both as acronyms and as words that somebody stressed.

    Small letters that are an acronym's, such as "hiv", are read as the acronym too.
    """
    calm = [word._replace(form=normal_word(word.form.lower())) for word in found]
    loud = [word._replace(form=_as_acronym(word.form)) for word in found]
    readings = [found, *(other for other in (calm, loud) if other != found)]
    for reading in readings:
        yield from _terms(reading, source)
        yield from _synonyms(reading, source, synonyms)
        if variants is not None:
            yield from _other_names(reading, source)
    if variants is not None:
        yield from _variants(calm, source, variants)


def _as_acronym(form: str) -> str:
    """The form in capitals where that is how the world writes it: "HIV" for "hiv", but "art" for "art"."""
    if not (form.isalpha() and form.islower() and len(form) <= _LONGEST_ACRONYM):
        return form
    usual = word_classes().usual(form)
    return usual if usual.isupper() else form


def _terms(found: Sequence[Word], source: TermSource) -> Iterator[_Found]:
    """Every place that is written like a term, as a range of words."""
    forms = [word.form for word in found]
    heads = {head for at in range(len(forms)) for head in _heads(forms, at)}
    begun: dict[str, list[tuple[str, int]]] = {}
    for form in source.terms_with_heads(heads):
        begun.setdefault(head_of(form), []).append((form, form.count(" ") + 1))
    for at in range(len(forms)):
        for head in _heads(forms, at):
            for form, length in begun.get(head, ()):
                if " ".join(forms[at : at + length]) == form:
                    yield _Found(at, at + length, form)


def _variants(found: Sequence[Word], source: TermSource, variants: Variants) -> Iterator[_Found]:
    """Every place that is written like a term once derived and misspelt words are read as the terms' own."""
    meant = {at: told for at, word in enumerate(found) if (told := variants.find(word.form))}
    if not meant:
        return
    corrected = [word._replace(form=meant[at][0]) if at in meant else word for at, word in enumerate(found)]
    for each in _terms(corrected, source):
        reasons = [meant[at][1] for at in range(each.start, each.end) if at in meant]
        if reasons:
            yield each._replace(reason=reasons[0])


def _other_names(found: Sequence[Word], source: TermSource) -> Iterator[_Found]:
    """Every place that the medical lists have as another name of a term, unless it is a term itself."""
    forms = [word.form for word in found]
    ranges = {
        (at, end): meanings
        for at in range(len(forms))
        for end in range(at + 1, min(at + LONGEST, len(forms)) + 1)
        if (meanings := medical_names().get(" ".join(forms[at:end])))
    }
    asked = {head_of(form) for found in ranges.values() for each in found for form in each.forms}
    known = set(source.terms_with_heads(asked))
    for (at, end), meanings in ranges.items():
        own = " ".join(forms[at:end])
        told = [(form, each.reason) for each in meanings for form in each.forms if form in known]
        if own not in known and told:
            yield _Found(at, end, *told[0])


def _heads(forms: Sequence[str], at: int) -> tuple[str, ...]:
    if not is_telling(forms[at]):
        return ()
    return (forms[at], f"{forms[at]} {forms[at + 1]}") if at + 1 < len(forms) else (forms[at],)


def _synonyms(found: Sequence[Word], source: TermSource, taxonomy: Taxonomy | None) -> Iterator[_Found]:
    """Every place whose words are a synonym of a term, unless they are a term themselves."""
    if taxonomy is None:
        return
    forms = [word.form for word in found]
    phrases = {
        " ".join(forms[at:end])
        for at in range(len(forms))
        for end in range(at + 1, min(at + _LONGEST_SYNONYM, len(forms)) + 1)
        if is_telling(forms[at]) and is_telling(forms[end - 1])
    }
    meant = _find_meanings(phrases, source, taxonomy)
    for at in range(len(forms)):
        for end in range(at + 1, min(at + _LONGEST_SYNONYM, len(forms)) + 1):
            if form := meant.get(" ".join(forms[at:end])):
                yield _Found(at, end, form, "a synonym")


def _find_meanings(phrases: Collection[str], source: TermSource, taxonomy: Taxonomy) -> dict[str, str]:
    names = {
        phrase: [form_of(name) for name in senses[0].names]
        for phrase in phrases
        if (senses := taxonomy.concepts(phrase))
    }
    asked = {head_of(form) for forms in names.values() for form in forms}
    known = set(source.terms_with_heads(asked | {head_of(phrase) for phrase in names}))
    firsts = {
        phrase: next((form for form in forms if form in known), None) for phrase, forms in names.items()
    }
    return {phrase: form for phrase, form in firsts.items() if form and phrase not in known}


def _longest_terms(found: Iterable[_Found]) -> Iterator[_Found]:
    """Those that lie inside no other; of several readings of one place, what is written as the term itself."""
    furthest = -1
    for each in sorted(set(found), key=lambda each: (each.start, -each.end, each.reason, each.form)):
        if each.end > furthest:
            furthest = each.end
            yield each
