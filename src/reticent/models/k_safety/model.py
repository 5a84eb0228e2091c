"""KSafety: whatever a release tells of a protected entity fits at least K other entities too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from reticent.errors import InputError
from reticent.knowledge.entities.words import form_of
from reticent.models.k_safety.check import count_fewest_companions, places_beyond
from reticent.models.k_safety.decisions import KIND, NAME, decide, part_places
from reticent.models.k_safety.explanation import Shield, shields
from reticent.models.k_safety.reading import KnownTerms, read_known_terms
from reticent.models.privacy_model import Needs
from reticent.models.settings import reduce_to_settings
from reticent.plan import Plan, Promise, Release, Violation
from reticent.taxonomy.relations import ancestors
from reticent.text import Document, Mention

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase
    from reticent.models.k_safety.search.safe_subset import SafeSubset, Search
    from reticent.taxonomy.taxonomy import Taxonomy

EFFORT = 300
"""Steps of an exact search before it settles for the best it has: a few hundredths of a second on common documents."""


@dataclass(frozen=True, slots=True)
class KSafety:
    """K-safety of Chakaravarthy et al., "Efficient Techniques for Document Sanitization" (ERASE).

    Protected are the entities that `protected` names, by id or name, those of `categories`, and, when `cleared` is
    given, every entity outside the cleared categories: what a reader may not know. `generalize` and `synonyms` take a
    taxonomy: the one puts an ancestor that is in no protected context where a term goes, the other makes a document's
    "pyrexia" a "fever". `weights` says what terms cost to lose, 1 where it says nothing. A search stops after `effort`
    steps with the best it has. `only` bounds the terms that may be read in a release, whatever else is safe.
    """

    database: EntityDatabase
    protected: Iterable[str] = field(default=(), repr=False)
    k: int = 10
    categories: Iterable[str] = ()
    cleared: Iterable[str] | None = None
    generalize: Taxonomy | None = field(default=None, repr=False)
    synonyms: Taxonomy | None = field(default=None, repr=False)
    weights: Mapping[str, float] = field(default_factory=dict, repr=False)
    search: Search = "auto"
    effort: int = EFFORT
    only: frozenset[str] | None = field(default=None, repr=False)
    _guarded: frozenset[int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        _require_enough(self.database, self.k)
        for name in ("protected", "categories"):
            given = getattr(self, name)
            object.__setattr__(self, name, (given,) if isinstance(given, str) else tuple(given))
        if self.cleared is not None:
            object.__setattr__(self, "cleared", frozenset(self.cleared))
        object.__setattr__(self, "_guarded", frozenset(self._numbers()))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Travels to other processes as its settings."""
        return reduce_to_settings(self)

    @property
    def promise(self) -> Promise:
        """Definition 3.1 of the paper, relative to this database."""
        return Promise(
            NAME,
            f"Whatever the text tells of a protected entity fits at least {self.k} other entities of the database too.",
            {
                "entity database": self.database.fingerprint,
                "protected entities": f"{len(self._guarded)} of {self.database.size}",
            },
        )

    @property
    def needs(self) -> Needs:
        """The released text: whom its terms fit doesn't depend on what was written."""
        return "released"

    @property
    def kinds(self) -> frozenset[str]:
        """The one kind of its placeholders."""
        return frozenset({KIND})

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each term that goes, at all its places; `mentions` are not this model's concern."""
        found = self.read(document)
        subset = self.safe_subset(found)
        why = self.shields(found, subset.kept)
        named = self.database.describe([shield.entity for shield in why.values()])
        names = {number: entity.names[0] for number, entity in named.items()}
        leaving = {term: found.places[term] for term in found.terms if term in subset.deleted}
        decisions = [
            decide(term, spans, why.get(term), self._generalization(term), names, self.k)
            for term, spans in part_places(leaving).items()
        ]
        return Plan.for_document(document, tuple(decisions), (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """Every place of a term that tells too much of a protected entity, by counting who else it fits."""
        found = self.read(release.released)
        unsafe = [
            Violation(
                NAME,
                span,
                KIND,
                f"with other terms it tells of a protected entity that fits {others} others (K = {self.k})",
            )
            for term, others in count_fewest_companions(found, self._guarded, self.k).items()
            for span in found.places[term]
        ]
        beyond = [
            Violation(NAME, span, KIND, "a reader who is cleared for more does not see this term")
            for span in places_beyond(found, self.only)
        ]
        return sorted(unsafe + beyond, key=lambda violation: violation.span)

    def read(self, document: Document) -> KnownTerms:
        """The database's terms in a document."""
        return read_known_terms(document, self.database, self.synonyms)

    def safe_subset(self, found: KnownTerms) -> SafeSubset:
        """The most of a document's terms that can stay."""
        import numpy as np

        from reticent.models.k_safety.search.safe_subset import SafeSubset, pose, solve

        terms = tuple(term for term in found.terms if self.only is None or term in self.only)
        postings = [found.knowers[term] for term in terms]
        touched = {entity for each in postings for entity in each.tolist()} & self._guarded
        guarded = np.array(sorted(touched), np.int64)
        weights = {form_of(term): weight for term, weight in self.weights.items()}
        problem = pose(terms, postings, found.size, guarded, self.k, weights)
        best = solve(problem, self.search, weighted=bool(weights), node_limit=self.effort)
        # A search that was stopped early may have left more than the greedy one does.
        if self.search == "auto" and not best.proven:
            greedy = solve(problem, "btop", weighted=bool(weights))
            best = replace(
                max(best, greedy, key=lambda each: each.weight), bound=min(best.bound, greedy.bound)
            )
        beyond = frozenset(found.terms).difference(terms)
        return SafeSubset(best.kept, best.deleted | beyond, best.proven, best.bound, best.weight)

    def shields(self, found: KnownTerms, kept: Collection[str]) -> dict[str, Shield]:
        """For every term that goes when these are kept, whom its deletion shields and what keeping it would cost."""
        deleted = [term for term in found.terms if term not in kept]
        return shields(found.crowd(), self._guarded, kept, deleted)

    def _numbers(self) -> Iterable[int]:
        """The protected entities as the database numbers them."""
        found = self.database.numbers(self.protected)
        for name, numbers in found.items():
            if not numbers:
                raise InputError(
                    f"the protected entity '{name}' is not in the database; add it, or correct its name"
                )
            yield from numbers
        unknown = sorted(set(self.categories) - self.database.categories().keys())
        if unknown:
            raise InputError(f"the database has no entity of the category '{unknown[0]}'; correct its name")
        yield from self.database.inside(tuple(self.categories)).tolist()
        if self.cleared is not None:
            yield from self.database.outside(tuple(self.cleared)).tolist()

    def _generalization(self, term: str) -> str | None:
        """The nearest more general name that tells of no protected entity."""
        senses = self.generalize.concepts(term) if self.generalize else []
        if self.generalize is None or not senses:
            return None
        names = (concept.name for concept in ancestors(self.generalize, senses[0]))
        return next((name for name in names if self._tells_nothing(name)), None)

    def _tells_nothing(self, name: str) -> bool:
        found = self.read(Document("name", name))
        known = {entity for knowers in found.knowers.values() for entity in knowers.tolist()}
        allowed = self.only is None or self.only.issuperset(found.terms)
        return allowed and not known & self._guarded


def _require_enough(database: EntityDatabase, k: int) -> None:
    if k < 1:
        raise InputError(f"K must be at least 1, not {k}")
    if k >= database.size:
        raise InputError(
            f"K={k} asks for {k} companions of each protected entity, but the database has {database.size} entities"
            " in all: lower K or add entities"
        )
