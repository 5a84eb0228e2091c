"""The terms of an entity database in a document, with all their places."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from reticent.detection.names.word_classes import word_classes
from reticent.knowledge.entities.words import Word, form_of, head_of, is_telling, words
from reticent.models.k_safety.crowd import Crowd
from reticent.text.analysis import analyze
from reticent.text.lemmas import normal_word
from reticent.text.matching import View
from reticent.text.span import Span

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase, Ints
    from reticent.taxonomy.taxonomy import Taxonomy
    from reticent.text.document import Document

_LONGEST_ACRONYM = 6
_LONGEST_SYNONYM = 4
"""In words; a synonym is looked for at every place, and longer ones are rare."""


@dataclass(frozen=True, slots=True)
class KnownTerms:
    """What an entity database sees in a document: its terms with their places, and the entities that know each."""

    places: Mapping[str, tuple[Span, ...]] = field(repr=False)
    knowers: Mapping[str, Ints] = field(repr=False)
    size: int

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms in the order of their first places."""
        return tuple(self.places)

    def crowd(self) -> Crowd:
        """The same for counting."""
        return Crowd.of({term: self.knowers[term].tolist() for term in self.places}, self.size)


def read_known_terms(
    document: Document, database: EntityDatabase, synonyms: Taxonomy | None = None
) -> KnownTerms:
    """The longest terms at every place of a document; a term inside a longer one is not one of its own.

    With `synonyms` a phrase that is no term counts as the first of its synonyms, in its likeliest sense, that is one. A
    text is read once, however many readers ask for their views of it.
    """
    analysis = analyze(document)
    key = ("k-safety", id(database), id(synonyms))
    # The stores are kept beside what was read with them, so that no others can get their numbers.
    return analysis.share(key, lambda: (_read(analysis.readings, database, synonyms), database, synonyms))[0]


def _read(readings: Sequence[View], database: EntityDatabase, synonyms: Taxonomy | None) -> KnownTerms:
    places: dict[str, set[Span]] = {}
    for view in readings:  # "night-\nsweats" may be one word or two: both count
        found = words(view.text)
        for start, end, form in _longest_terms(_all_terms(found, database, synonyms)):
            span = view.span(found[start].start, found[end - 1].end)
            places.setdefault(form, set()).add(span)
    ordered = sorted((tuple(sorted(spans)), form) for form, spans in places.items())
    knowers = database.knowers(list(places))
    return KnownTerms({form: spans for spans, form in ordered}, knowers, database.size)


_Found = tuple[int, int, str]


def _all_terms(
    found: Sequence[Word], database: EntityDatabase, synonyms: Taxonomy | None
) -> Iterator[_Found]:
    """Terms and synonyms, with words in capitals read both as acronyms and as words that somebody stressed.

    Small letters that are an acronym's, such as "hiv", are read as the acronym too.
    """
    calm = [word._replace(form=normal_word(word.form.lower())) for word in found]
    loud = [word._replace(form=_as_acronym(word.form)) for word in found]
    readings = [found, *(other for other in (calm, loud) if other != found)]
    for reading in readings:
        yield from _terms(reading, database)
        yield from _synonyms(reading, database, synonyms)


def _as_acronym(form: str) -> str:
    """The form in capitals where that is how the world writes it: "HIV" for "hiv", but "art" for "art"."""
    if not (form.isalpha() and form.islower() and len(form) <= _LONGEST_ACRONYM):
        return form
    usual = word_classes().usual(form)
    return usual if usual.isupper() else form


def _terms(found: Sequence[Word], database: EntityDatabase) -> Iterator[_Found]:
    """Every place that is written like a term, as a range of words."""
    forms = [word.form for word in found]
    heads = {head for at in range(len(forms)) for head in _heads(forms, at)}
    begun: dict[str, list[tuple[str, int]]] = {}
    for form in database.terms_with_heads(heads):
        begun.setdefault(head_of(form), []).append((form, form.count(" ") + 1))
    for at in range(len(forms)):
        for head in _heads(forms, at):
            for form, length in begun.get(head, ()):
                if " ".join(forms[at : at + length]) == form:
                    yield at, at + length, form


def _heads(forms: Sequence[str], at: int) -> tuple[str, ...]:
    if not is_telling(forms[at]):
        return ()
    return (forms[at], f"{forms[at]} {forms[at + 1]}") if at + 1 < len(forms) else (forms[at],)


def _synonyms(found: Sequence[Word], database: EntityDatabase, taxonomy: Taxonomy | None) -> Iterator[_Found]:
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
    meant = _find_meanings(phrases, database, taxonomy)
    for at in range(len(forms)):
        for end in range(at + 1, min(at + _LONGEST_SYNONYM, len(forms)) + 1):
            if form := meant.get(" ".join(forms[at:end])):
                yield at, end, form


def _find_meanings(phrases: Collection[str], database: EntityDatabase, taxonomy: Taxonomy) -> dict[str, str]:
    names = {
        phrase: [form_of(name) for name in senses[0].names]
        for phrase in phrases
        if (senses := taxonomy.concepts(phrase))
    }
    asked = {head_of(form) for forms in names.values() for form in forms}
    known = set(database.terms_with_heads(asked | {head_of(phrase) for phrase in names}))
    firsts = {
        phrase: next((form for form in forms if form in known), None) for phrase, forms in names.items()
    }
    return {phrase: form for phrase, form in firsts.items() if form and phrase not in known}


def _longest_terms(found: Iterable[_Found]) -> Iterator[_Found]:
    """Those that lie inside no other."""
    furthest = -1
    for start, end, form in sorted(set(found), key=lambda each: (each[0], -each[1], each[2])):
        if end > furthest:
            furthest = end
            yield start, end, form
