"""What a text tells of protected entities, by counting whom else its terms fit: Definition 3.1 of ERASE."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from reticent.knowledge.entities.words import readings_of
from reticent.models.k_safety._places import ProtectionRules, TermSource, Variants, find_all, longest_terms
from reticent.rendering.placeholders import spell_marks, widen_to_marks
from reticent.text.analysis import analyze
from reticent.text.document import Span
from reticent.text.matching import View

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import Ints
    from reticent.knowledge.taxonomy.taxonomy import Taxonomy
    from reticent.models.k_safety.closure import ClosedEntities
    from reticent.text.document import Document


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who knows which of a document's terms; a set of terms is an integer with one bit per term.

    `known` has every entity that knows at least one of the terms; the others, up to `size`, know none. `_holders` has
    for each term the entities that know it, one byte of an integer for each.
    """

    terms: tuple[str, ...] = field(repr=False)
    known: Mapping[int, int] = field(repr=False)
    size: int
    _holders: tuple[int, ...] = field(repr=False)
    _counted: dict[int, int] = field(default_factory=dict, init=False, repr=False, compare=False)

    @classmethod
    def of(cls, knowers: Mapping[str, Iterable[int]], size: int) -> Crowd:
        """The crowd of a document whose terms these entities know."""
        known: dict[int, int] = {}
        seats: dict[int, int] = {}
        holders = []
        for at, entities in enumerate(knowers.values()):
            bit = 1 << at
            taken = bytearray(size)
            for entity in entities:
                known[entity] = known.get(entity, 0) | bit
                taken[seats.setdefault(entity, len(seats))] = 1
            holders.append(int.from_bytes(taken, "little"))
        return cls(tuple(knowers), known, size, tuple(holders))

    def bits(self, terms: Collection[str]) -> int:
        """These terms as a set; those that nobody knows fall out."""
        return sum(1 << at for at, term in enumerate(self.terms) if term in terms)

    def names(self, bits: int) -> tuple[str, ...]:
        """The terms in a set, in the order of the document."""
        return tuple(term for at, term in enumerate(self.terms) if bits >> at & 1)

    def companions(self, told: int) -> int:
        """A_T(e) where `told` is C(e) ∩ T: how many entities other than e know all of it."""
        if not told:
            return self.size - 1
        if told not in self._counted:
            everyone = -1
            for at, holders in enumerate(self._holders):
                if told >> at & 1:
                    everyone &= holders
            self._counted[told] = everyone.bit_count() - 1
        return self._counted[told]


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

    def widen(self, to_marks: Callable[[Span], Span]) -> KnownTerms:
        """The same with the whole of each mark that a term stands in: it goes as a whole."""
        places = {
            term: tuple(sorted({to_marks(span) for span in spans})) for term, spans in self.places.items()
        }
        variants = {to_marks(span): how for span, how in self.variants.items()}
        return replace(self, places=places, variants=variants)

    def crowd(self) -> Crowd:
        """The same for counting."""
        terms = dict.fromkeys([*self.told, *sorted(self.shown)])
        return Crowd.of({term: self.knowers[term].tolist() for term in terms}, self.size)


def read_known_terms(
    document: Document, source: TermSource, synonyms: Taxonomy | None = None, variants: Variants | None = None
) -> KnownTerms:
    """The longest terms at every place of a document; a term inside a longer one is not one of its own.

    With `synonyms` a phrase that is no term counts as the first of its synonyms, in its likeliest sense, that is one.
    With `variants` derived forms and misspellings count too, and what the medical lists have as other names. A mark that says
    what stood there counts as the term of its label. A text is read once, however many readers ask for their views of it.
    """
    analysis = analyze(spell_marks(document))
    key = ("k-safety", id(source), id(synonyms), id(variants))
    # The stores are kept beside what was read with them, so that no others can get their numbers.
    stores = source, synonyms, variants
    found = analysis.share(key, lambda: (_read(analysis.readings, *stores), stores))[0]
    return found.widen(widen_to_marks(document)) if document.placeholders else found


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


def count_fewest_companions(found: KnownTerms, rules: ProtectionRules) -> dict[str, int]:
    """Every term that helps to tell a protected entity with too few companions, with the fewest of these.

    What was shown before counts as disclosed. Companions who are all alike, where they must not be, are too few as well.
    """
    crowd = found.crowd()
    fewest: dict[str, int] = {}
    for told, others in find_unsafe(crowd, rules, crowd.bits({*found.told, *found.shown})).items():
        for term in crowd.names(told):
            fewest[term] = min(others, fewest.get(term, others))
    return fewest


# paper: erase, Definition 3.1
def find_unsafe(crowd: Crowd, rules: ProtectionRules, kept: int) -> dict[int, int]:
    """What `kept` tells of protected entities that are not safe by it, with how many others it fits."""
    unsafe: dict[int, int] = {}
    for entity, least in rules.least.items():
        told = crowd.known.get(entity, 0) & kept
        if told in unsafe or not told:
            continue
        others = crowd.companions(told)
        if others < least or not _is_diverse(crowd, rules, entity, told):
            unsafe[told] = others
    return unsafe


def places_beyond(found: KnownTerms, only: Collection[str] | None) -> list[Span]:
    """The places of terms that are not among those that may be read, if these are bounded."""
    if only is None:
        return []
    return [span for term in found.terms if term not in only for span in found.places[term]]


def _is_diverse(crowd: Crowd, rules: ProtectionRules, entity: int, told: int) -> bool:
    if rules.company is None:
        return True
    others = [other for other, known in crowd.known.items() if known & told == told and other != entity]
    return rules.company.is_diverse(others)
