"""The terms of an entity database in a document, with all their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from reticent.knowledge.entities.words import readings_of
from reticent.models.k_safety.crowd import Crowd
from reticent.models.k_safety.places import TermSource, find_all, longest_terms
from reticent.models.k_safety.variants import Variants
from reticent.text.analysis import analyze
from reticent.text.matching import View
from reticent.text.span import Span

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints
    from reticent.models.k_safety.closure import ClosedEntities
    from reticent.taxonomy.taxonomy import Taxonomy
    from reticent.text.document import Document


@dataclass(frozen=True, slots=True)
class KnownTerms:
    """What an entity database sees in a document: its terms with their places, and the entities that know each.

    `variants` says of places where a term is written in another way how that is. `above` has what each term, and
    each more general form, says in general as well, and `shown` are terms that the reader was shown before, wherever that was.
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

    def close(self, source: ClosedEntities) -> KnownTerms:
        """The same with what each term says in general."""
        above = {term: source.above.get(term, ()) for term in self.places}
        general = {form for way in above.values() for form in way}
        above |= {form: source.above.get(form, ()) for form in sorted(general)}
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


def _read(
    readings: Sequence[View], source: TermSource, synonyms: Taxonomy | None, variants: Variants | None
) -> KnownTerms:
    places: dict[str, set[Span]] = {}
    reasons: dict[Span, str] = {}
    # "night-\nsweats" may be one word or two: both count
    for view, found in [(each, found) for each in readings for found in readings_of(each.text)]:
        for each in longest_terms(find_all(found, source, synonyms, variants)):
            span = view.span(found[each.start].start, found[each.end - 1].end)
            places.setdefault(each.form, set()).add(span)
            if each.reason:
                reasons[span] = each.reason
    ordered = sorted((tuple(sorted(spans)), form) for form, spans in places.items())
    knowers = source.knowers(list(places))
    return KnownTerms({form: spans for spans, form in ordered}, knowers, source.size, reasons)
