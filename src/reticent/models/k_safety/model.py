"""KSafety: whatever a release tells of a protected entity fits at least K other entities too; and why a term goes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar

from reticent.errors import PromiseError
from reticent.executors import TravelsAsSettings
from reticent.knowledge.taxonomy import wordnet
from reticent.language import DEFAULT_CODE
from reticent.models.k_safety._check import (
    Crowd,
    KnownTerms,
    count_fewest_companions,
    places_beyond,
    read_known_terms,
)
from reticent.models.k_safety._places import ProtectionRules, TermSource, make_rules, variants_of
from reticent.models.k_safety._planning import ChoiceSettings, TermLadder, choose_terms, find_ladders
from reticent.models.k_safety.closure import ClosedEntities, close_contexts
from reticent.models.k_safety.safe_subset import SafeSubset, Search
from reticent.models.naive_readers import NAIVE, find_told_entities
from reticent.models.privacy_model import CompleteModel, Needs
from reticent.models.shared.mark_options import is_clinical, kinds_at, show_things
from reticent.models.shared.marks import KINDS, find_type, label_of
from reticent.models.shared.phrases import Phrase, phrase_at
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.placeholders import spell_marks, widen_to_marks
from reticent.text import Document, Mention
from reticent.text.document import Span
from reticent.text.sentences import normal_words

if TYPE_CHECKING:
    from reticent.knowledge.entities.entities import EntityDatabase, Ints
    from reticent.knowledge.taxonomy.taxonomy import Taxonomy


@dataclass(frozen=True, slots=True)
class Shield:
    """The protected entity that a deletion shields most, and how many other entities fit what the text tells of it.

    `before` counts those that fit the whole document, `after` those that fit what is kept, and `if_kept` those that
    would fit what is kept and this term. All of them are about `entity`, a number of the database.
    """

    term: str = field(repr=False)
    entity: int
    before: int
    after: int
    if_kept: int

    def sentence(self, k: int) -> str:
        """The same for the reader of a plan; no term and no entity is named."""
        return (
            f"what is left of a protected entity fits {self.after} others and with this term {self.if_kept or 'none'}"
            f" (K = {k}); the whole text {self.before or 'none'}"
        )


def shields(
    crowd: Crowd, protected: Collection[int], kept: Collection[str], deleted: Collection[str]
) -> dict[str, Shield]:
    """For every deleted term that a protected entity knows, the entity that would be worst off with it."""
    alike: dict[int, int] = {}
    for entity in sorted(set(protected) & crowd.known.keys(), reverse=True):
        alike[crowd.known[entity]] = entity
    stays = crowd.bits(set(kept))
    found = {}
    for term in deleted:
        bit = crowd.bits({term})
        knowing = [known for known in alike if known & bit]
        if bit and knowing:
            counted = {told: crowd.companions(told) for told in {known & (stays | bit) for known in knowing}}
            worst = min(
                knowing, key=lambda known: (counted[known & (stays | bit)], -known.bit_count(), alike[known])
            )
            found[term] = Shield(
                term,
                alike[worst],
                before=crowd.companions(worst),
                after=crowd.companions(worst & stays),
                if_kept=counted[worst & (stays | bit)],
            )
    return found


NAME = "k-safety"
KIND = "TERM"


def _phrase(document: Document, term: str, spans: Sequence[Span]) -> Phrase:
    """A term of a document as a phrase."""
    words = tuple(normal_words(spans[0].of(document.text))) or tuple(term.split())
    return phrase_at(document, words, spans, units=frozenset(), context_of=lambda place: frozenset({0}))


def _part_places(places: Mapping[str, Sequence[Span]]) -> dict[str, tuple[Span, ...]]:
    """The terms with their places; where two overlap the first takes both."""
    taken: dict[str, list[Span]] = {}
    last: tuple[str, Span] | None = None
    for span, term in sorted((span, term) for term, spans in places.items() for span in spans):
        if last and last[1].overlaps(span):
            last = (last[0], last[1].hull(span))
            taken[last[0]][-1] = last[1]
            continue
        taken.setdefault(term, []).append(span)
        last = (term, span)
    return {term: tuple(spans) for term, spans in taken.items()}


EFFORT = 10_000
"""Steps of an exact search before it settles for the best it has: a few hundredths of a second on common documents, and two tenths
where six terms in ten can stay (`experiments.k_safety_effort`)."""


@dataclass(frozen=True, slots=True)
class KSafety(TravelsAsSettings, CompleteModel):
    """K-safety of Chakaravarthy et al., "Efficient Techniques for Document Sanitization" (ERASE).

    Protected are the entities that `protected` names, by id or name, those of `categories`, and, when `cleared` is
    given, every entity outside the cleared categories: what a reader may not know. `k_by_category` has another K for
    some categories; with `diverse` the K others are not all protected, nor all of one category.

    `generalize` takes a taxonomy: a more general name may stand for a term, chosen together with all others so that
    the fewest bits are lost, and whoever knows something knows what is above it. `synonyms` takes one too: a document's
    "pyrexia" is a "fever". With `variants` derived forms, misspellings and other names of the medical lists count. With `marks`, a term
    that goes because of a condition is shown by a mark that says what it was, such as [SYMPTOM 1], where that is as safe.

    `weights` says what terms cost to lose, 1 where it says nothing. A search stops after `effort` steps with the best it
    has. `only` bounds the terms that may be read in a release, whatever else is safe. `shown` are terms that the reader
    was shown before: what is released is safe together with them. `language` is that of the documents and of the database's terms.
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
    k_by_category: Mapping[str, int] = field(default_factory=dict)
    diverse: bool = False
    variants: bool = True
    marks: bool = False
    shown: frozenset[str] = field(default=frozenset(), repr=False)
    language: str = DEFAULT_CODE
    _own_names = frozenset({"protected"})
    _rules: ProtectionRules = field(init=False, repr=False, compare=False)
    _shown: Mapping[str, Ints] = field(init=False, repr=False, compare=False)

    counts_marks: ClassVar[bool] = True
    needs: ClassVar[Needs] = "released"  # whom its terms fit doesn't depend on what was written
    gives_back: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for name in ("protected", "categories"):
            given = getattr(self, name)
            object.__setattr__(self, name, (given,) if isinstance(given, str) else tuple(given))
        if self.cleared is not None:
            object.__setattr__(self, "cleared", frozenset(self.cleared))
        rules = make_rules(
            self.database,
            self.protected,
            tuple(self.categories),
            None if self.cleared is None else frozenset(self.cleared),
            self.k,
            k_by_category=self.k_by_category,
            diverse=self.diverse,
        )
        object.__setattr__(self, "_rules", rules)
        object.__setattr__(self, "_shown", self._find_shown())

    @property
    def kinds(self) -> frozenset[str]:
        """What its placeholders may name: nothing but that a term is gone, or what sort of thing it is."""
        return KINDS | {KIND} if self.marks else frozenset({KIND})

    @property
    def languages(self) -> frozenset[str]:
        """The language of the database's terms."""
        return frozenset({self.language})

    @property
    def promise(self) -> Promise:
        """Definition 3.1 of the paper, relative to this database."""
        more = sorted(self.k_by_category.items())
        least = "".join(f", {k} where it is of the category {category}" for category, k in more)
        alike = ", which are neither all protected nor all of one category" if self.diverse else ""
        before = ", together with all that this reader was shown before," if self.shown else ""
        relative = {
            "entity database": self.database.fingerprint,
            "protected entities": f"{len(self._rules.protected)} of {self.database.size}",
        }
        if self.generalize is not None:
            relative["taxonomy"] = self.generalize.fingerprint
        return Promise(
            NAME,
            f"Whatever the text{before} tells of a protected entity fits at least {self.k} other entities of the database"
            f" too{least}{alike}.",
            relative,
            summary=f"every protected entity could be at least {self.k} others of {self.database.size:,}",
        )

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each term that goes, at all its places; `mentions` are not this model's concern."""
        found = self.read(document)
        ladders = self.find_ladders(document, found)
        subset = self.safe_subset(found, ladders)
        why = self.shields(found, subset.kept)
        named = self.database.describe([shield.entity for shield in why.values()])
        names = {number: entity.names[0] for number, entity in named.items()}
        leaving = {term: found.places[term] for term in found.terms if term not in subset.kept}
        parted = _part_places(leaving)
        becomes = {term: ladders[term].step(subset.kept) for term in parted}
        bare = [term for term in parted if not becomes[term]]
        phrases = {term: _phrase(document, term, parted[term]) for term in bare if self.marks}
        marks = self._choose_marks(phrases, found, subset.kept) if is_clinical(names.values()) else {}
        decisions = []
        for term, spans in parted.items():
            written = sorted({found.variants[span] for span in spans if span in found.variants})
            reason, evidence = self._explain(term, written, why.get(term), names)
            reason += f"; {subset.describe()}"
            evidence |= {"fewest_proven": subset.proven, "gap": round(subset.gap, 3)}
            kind = marks.get(term, KIND)
            decisions.append(Decision(spans, kind, becomes[term], reason, NAME, evidence=evidence))
        if not marks:
            return Plan.for_document(document, tuple(decisions), (self.promise,))
        numbered = {number: phrases[term] for number, term in enumerate(parted) if term in phrases}
        shown = show_things(document, decisions, numbered, kind=KIND)
        return Plan.for_document(document, shown, (self.promise,))

    def _choose_marks(
        self, phrases: Mapping[str, Phrase], found: KnownTerms, kept: Collection[str]
    ) -> dict[str, str]:
        """The kinds of marks for terms that go: with what their labels say besides what is `kept`, all stays safe."""
        anywhere = (Span(0, 1),)
        stands = replace(found, places=dict.fromkeys(sorted(kept), anywhere))
        taxonomy = self.generalize or wordnet()
        chosen: dict[str, str] = {}
        for term, phrase in phrases.items():
            for kind, places in kinds_at(phrase, find_type(phrase), taxonomy):
                said = self.read(Document("a mark", label_of(kind)))
                more = replace(
                    stands,
                    places={**stands.places, **said.places},
                    knowers={**stands.knowers, **said.knowers},
                    above={**stands.above, **said.above},
                )
                if len(places) == len(phrase.spans) and self._is_safe(more):
                    chosen[term], stands = kind, more
                    break
        return chosen

    def _is_safe(self, told: KnownTerms) -> bool:
        """Whether a text may say this."""
        beyond = self.only is not None and not self.only.issuperset(told.places)
        telling = any(self._tells_category(form) for form in told.told if form not in told.shown)
        return not (beyond or telling or count_fewest_companions(told, self._rules))

    def _explain(
        self, term: str, written: Sequence[str], shield: Shield | None, names: Mapping[int, str]
    ) -> tuple[str, dict[str, object]]:
        """Why a term goes, `written` in these other ways; without a shield because others don't see it either."""
        evidence: dict[str, object] = {"term": term}
        how = ""
        if written:
            evidence["written"] = written
            how = f"; it is written here as {', '.join(written)}"
        if shield is None:
            return f"a reader who is cleared for more does not see it either{how}", evidence
        evidence |= {
            "shields": names[shield.entity],
            "fits_before": shield.before,
            "fits_after": shield.after,
            "fits_if_kept": shield.if_kept,
        }
        return shield.sentence(self._rules.least[shield.entity]) + how, evidence

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
            for term, others in count_fewest_companions(found, self._rules).items()
            for span in found.places_of(term)
        ]
        beyond = [
            Violation(NAME, span, KIND, "a reader who is cleared for more does not see this term")
            for span in places_beyond(found, self.only)
        ]
        telling = [
            Violation(NAME, span, KIND, "most entities that it fits are of one protected category")
            for term in found.told
            if self._tells_category(term) and term not in found.shown
            for span in found.places_of(term)
        ]
        told = dict.fromkeys(unsafe + beyond + telling)
        return sorted(told, key=lambda violation: violation.span)

    def naive_violations(self, release: Release) -> list[Violation]:
        """Terms that fit a protected entity and too few others, by letters and by counting the database's rows."""
        closed = self._closed
        general = {form for way in closed.above.values() for form in way} if closed else ()
        text = spell_marks(release.released).mask_placeholders()
        found = find_told_entities(text, self.database, self._rules.least, general=general)
        whole = widen_to_marks(release.released)
        return [Violation(NAME, whole(span), KIND, NAIVE) for span in found]

    def read(self, document: Document) -> KnownTerms:
        """The database's terms in a document, and those that the reader was shown before."""
        closed = self._closed
        variants = variants_of(self.database) if self.variants else None
        found = read_known_terms(document, closed or self.database, self.synonyms, variants)
        return (found.close(closed) if closed else found).after(self._shown)

    def find_ladders(self, document: Document, found: KnownTerms) -> dict[str, TermLadder]:
        """What may stand for each term of a document."""
        return find_ladders(document, found, self._closed)

    def safe_subset(self, found: KnownTerms, ladders: Mapping[str, TermLadder] | None = None) -> SafeSubset:
        """The most of a document's terms that can stay, and the more general names that can stand for others."""
        given = ladders or {term: TermLadder(term) for term in found.terms}
        asked = ChoiceSettings(self._rules, self.search, self.effort, self.weights)
        return choose_terms(found, given, asked, self._bound(found))

    def shields(self, found: KnownTerms, kept: Collection[str]) -> dict[str, Shield]:
        """For every term that goes when these are kept, whom its deletion shields and what keeping it would cost."""
        deleted = [term for term in found.terms if term not in kept]
        return shields(found.crowd(), self._rules.protected, {*kept, *found.shown}, deleted)

    def _bound(self, found: KnownTerms) -> frozenset[str] | None:
        """What may be shown at most: nothing that tells a protected category, once more general names are put in."""
        if self._closed is None:
            return self.only
        allowed = frozenset(form for form in found.told if not self._tells_category(form))
        return allowed if self.only is None else allowed & self.only

    def _tells_category(self, form: str) -> bool:
        closed = self._closed
        return closed is not None and closed.tells_category(form, self._rules.categories)

    def _find_shown(self) -> Mapping[str, Ints]:
        """What was shown before, with what it says in general, and who knows it."""
        if not self.shown:
            return {}
        closed = self._closed
        above = {form for term in self.shown for form in (closed.above.get(term, ()) if closed else ())}
        found = (closed or self.database).knowers(sorted(self.shown | above))
        if self.shown - found.keys():
            raise PromiseError(
                f"the database does not know {len(self.shown - found.keys())} terms any more that were shown of this subject"
                " before: an entity was removed; put it back with 'reticent entities add', or give the database as it was"
            )
        return found

    @property
    def source(self) -> TermSource:
        """What knows the terms: the database, or the same closed over the taxonomy."""
        return self._closed or self.database

    def least_for(self, categories: Collection[str]) -> int:
        """K of an entity with these categories."""
        own = [self.k_by_category[category] for category in categories if category in self.k_by_category]
        return max(own, default=self.k)

    @property
    def _closed(self) -> ClosedEntities | None:
        return close_contexts(self.database, self.generalize) if self.generalize is not None else None
