"""(C, g(C))-sanitization: nothing in the text tells more of an entity than its generalization does.

David Sánchez and Montserrat Batet, "Toward sensitive document release with privacy guarantees".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from typing import ClassVar

from reticent.errors import InputError
from reticent.knowledge import Conjunction, Corpus, Counting
from reticent.knowledge.conditions import Condition, Conditions, conditions
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Concept, Taxonomy
from reticent.models.cg_sanitization._entities import (
    SensitiveEntity,
    ThresholdOption,
    entity_of,
    senses_of,
    thresholds,
    thresholds_by_counts,
)
from reticent.models.cg_sanitization._hints import HintIndex
from reticent.models.cg_sanitization._planning import (
    Chain,
    GroupPlanner,
    PhraseChange,
    evidence_of,
    thing_marked,
)
from reticent.models.cg_sanitization._reading import Reader
from reticent.models.cg_sanitization._risk import (
    CHANCE,
    KIND,
    NAME,
    RATE,
    AttackerKnowledge,
    Recall,
    reason,
    violations,
)
from reticent.models.naive_readers import NAIVE, RawCounts, SingleWords, Watched
from reticent.models.privacy_model import Choice, CompleteModel, Needs, Unseen
from reticent.models.shared.counts import Evidence, describe_share, leave_out
from reticent.models.shared.familiarity import choose_sibling, find_siblings
from reticent.models.shared.marks import KINDS, number_things
from reticent.models.shared.naming import describe_names, names_on_list
from reticent.models.shared.phrases import all_units, number_contexts
from reticent.models.shared.protections import Protected, read_protected
from reticent.models.shared.unseen import PROMISED, UnseenWords, places_of_words
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.gaps import join_gaps
from reticent.rendering.placeholders import judged_marks
from reticent.text import Document, Mention, Span
from reticent.text.contexts import Context

LARGEST_GROUP = 3  # groups of four would be counted by the billion
MIN_SUPPORT = 2  # one document alone may hold anything
AT_MOST = 0.2
"""One in five: the strictest of .5, .3, .2 and .1 under which at least 95 % of the words of transcriptions stay, whatever
is protected, and of the words that have nothing to do with a secret (`experiments.giveaways`)."""


@dataclass(frozen=True, slots=True)
class CgSanitization(CompleteModel):
    """Generalizes or removes what discloses more of an entity c than g(c) does, alone or in groups.

    `protect` maps each entity to its g(c), to several that all hold, or to None for plain C-sanitization. All synonyms of an
    entity stand for it, and `aliases` add to them. `max_group` is MAX in the paper, `context` where terms count as standing
    together. What fewer than `min_support` documents show is no evidence; `evidence` takes a confidence bound of the
    joint counts instead of the counts: the lower one ("confident"), or the upper one ("strict"). A text with words that
    the corpus has `unseen` is not released unless these are to be kept or removed; `choices` say so of single words.
    Whatever g(c) allows, no group may make an entity likelier than `at_most`, a probability; 1 is no such cap.
    What has no count of its own is judged `by_class` where the taxonomy has one for it. With `conditions`, abbreviations and
    lay words of an entity among them stand for it where a document means it by them. With `marks`, what is removed from a
    text about a condition is shown by a mark that says what it was, such as [DRUG 1], where that doesn't tell too much either.
    """

    protect: Mapping[str, str | Sequence[str] | None] = field()
    corpus: Corpus = field(kw_only=True, repr=False)
    taxonomy: Taxonomy = field(kw_only=True, repr=False)
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict, kw_only=True)
    max_group: int = field(default=2, kw_only=True)
    context: Context = field(default="document", kw_only=True)
    counting: Counting = field(default="standard", kw_only=True)
    min_support: int = field(default=MIN_SUPPORT, kw_only=True)
    evidence: Evidence = field(default="confident", kw_only=True)
    at_most: float = field(default=AT_MOST, kw_only=True)
    unseen: Unseen = field(default="ask", kw_only=True)
    by_class: bool = field(default=True, kw_only=True)
    choices: Mapping[str, Choice] = field(default_factory=dict, kw_only=True, repr=False)
    conditions: Conditions | None = field(default=None, kw_only=True, repr=False)
    marks: bool = field(default=False, kw_only=True)
    protected: tuple[Protected, ...] = field(init=False, repr=False, compare=False)
    attacker: AttackerKnowledge = field(init=False, repr=False, compare=False)
    recall: Recall = field(init=False, repr=False, compare=False)
    reader: Reader = field(init=False, repr=False, compare=False)
    naive: SingleWords = field(init=False, repr=False, compare=False)

    counts_marks: ClassVar[bool] = True
    needs: ClassVar[Needs] = "released"  # what may be disclosed doesn't depend on what was written

    def __post_init__(self) -> None:
        protected = read_protected(self.protect, self.aliases, self.taxonomy)
        object.__setattr__(self, "protected", protected)
        _require_sense(self)
        entities = tuple(
            entity_of(
                each.name,
                general,
                corpus=self.corpus,
                taxonomy=self.taxonomy,
                aliases=each.aliases,
                counting=self.counting,
                condition=self._condition(each.name),
                at_most=self.at_most,
            )
            for each in protected
            for general in each.generals
        )
        unseen = UnseenWords(self.corpus, self.taxonomy if self.by_class else None, self.unseen, self.choices)
        attacker = AttackerKnowledge(self.corpus, entities, self.min_support, self.evidence, unseen)
        object.__setattr__(self, "attacker", attacker)
        object.__setattr__(self, "recall", Recall(attacker))
        reader = Reader(self.corpus, self.taxonomy, entities, self.context, self.by_class, self.conditions)
        object.__setattr__(self, "reader", reader)
        watched = tuple(map(_as_watched, entities))
        naive = SingleWords(RawCounts(self.corpus), watched, sure=self.evidence == "confident")
        object.__setattr__(self, "naive", naive)

    @property
    def kinds(self) -> frozenset[str]:
        """What its placeholders may name: nothing but that something is gone, or what sort of thing that was."""
        return KINDS | {KIND} if self.marks else frozenset({KIND})

    @property
    def promise(self) -> Promise:
        """That no term and no group of terms tells more of an entity than was allowed."""
        allowed = "; ".join(
            f"{entity.name}: " + (f"as much as {entity.general} tells" if entity.general else "not all of it")
            for entity in self.attacker.entities
        )
        names = {entity.name: entity.all_names for entity in self.attacker.entities}
        statement = (
            f"No group of up to {self.max_group} terms in one {self.context} tells more than allowed ({{allowed}}),"
            f" by {self.counting} counts, {self._evidence()}. {self._cap()}{PROMISED[self.unseen]}"
        )
        return Promise(
            NAME,
            f"{statement.format(allowed=allowed)} {describe_names(names)}",
            {
                "corpus": self.corpus.fingerprint,
                "taxonomy": self.taxonomy.fingerprint,
                **({"conditions": self.conditions.fingerprint} if self.conditions else {}),
            },
            public=statement.format(
                allowed="what was protected is disclosed as far as its declared generalization, or not in full"
            ),
            names=names,
        )

    def without_documents(self, *documents: Document) -> CgSanitization:
        """The same model with these documents left out of the counts, in case the corpus holds them itself."""
        corpus = leave_out(self.corpus, documents)
        return self if corpus is self.corpus else replace(self, corpus=corpus)

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each phrase that has to change, at all its places (Algorithm 1)."""
        return self._plan(document, ())

    def plan_around(self, release: Release, kept: Sequence[Span]) -> Plan:
        """The same, with these places left as they are: other terms of a group go instead."""
        return self._plan(release.released, kept)

    def _plan(self, document: Document, kept: Sequence[Span]) -> Plan:
        chain = cache(self._thresholds)
        changes = list(self._planner().changes(self.reader.phrases(document), kept=kept))
        entities = self.attacker.entities
        things = [thing_marked(change, entities) if change.option.mark else "" for change in changes]
        numbers = number_things(things)
        decisions = tuple(
            _decide(change, chain, numbers[thing]) for change, thing in zip(changes, things, strict=True)
        )
        if self.marks:
            decisions = join_gaps(document, decisions, kinds=[KIND], kept=kept)
        return Plan.for_document(document, decisions, (self.promise,))

    def hints(self, document: Document) -> HintIndex:
        """The risky groups of a document, for questions about its terms."""
        return HintIndex.of(
            self._planner(), self.reader.phrases(document), number_contexts(document, self.context)
        )

    def _planner(self) -> GroupPlanner:
        return GroupPlanner(self.reader, self.attacker, self.max_group, self.marks and self._is_clinical())

    def _is_clinical(self) -> bool:
        """Whether what is protected is a matter of medicine, so that the lists of medicine say what terms are."""
        return self.conditions is not None or any(
            conditions().find_likely(each.name, each.aliases) for each in self.protected
        )

    def violations(self, release: Release) -> list[Violation]:
        """Every group of terms in the released text that breaks Definition 3."""
        return violations(release, reader=self.reader, recall=self.recall, max_group=self.max_group)

    def naive_violations(self, release: Release) -> list[Violation]:
        """Names of an entity and single words that tell too much of it, by letters and raw postings alone."""
        found = self.naive.find(release.released.mask_placeholders())
        marks = [span for span, term in judged_marks(release.released) if self.naive.find(term)]
        return [Violation(NAME, span, KIND, NAIVE) for span in sorted([*found, *marks])]

    def sibling(self, words: str, *, seed: str) -> str | None:
        """Something else below g(c) where a name of c stood, that tells nothing of c by itself."""
        term = " ".join(words_of(words))
        for entity in self.attacker.entities:
            if entity.general and term in entity.terms:
                own = entity.terms
                found = find_siblings(entity.general, own, taxonomy=self.taxonomy, corpus=self.corpus)
                units = {name: self.reader.units(words_of(name)) for name in found}
                asked = sorted(frozenset().union(*units.values()))
                telling = {each.group[0] for each in self.recall.disclosures(asked, max_group=1)}
                return choose_sibling([name for name in found if not units[name] & telling], seed)
        return None

    def unseen_words(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """The words that the corpus has never seen, which nothing can be said about, with their places."""
        phrases = self.reader.phrases(document)
        return places_of_words(phrases, self.attacker.unseen.find(all_units(phrases)))

    def with_choices(self, choices: Mapping[str, Choice]) -> CgSanitization:
        """The same model with what a person says of single words that the corpus has never seen."""
        return replace(self, choices={**self.choices, **choices})

    @property
    def warnings(self) -> tuple[str, ...]:
        """What the one who chose entities and generalizations may want to think about again."""
        entities = self.attacker.entities
        doubts = [entity.doubt for entity in entities if entity.doubt]
        alike = [
            f"'{one.name}' and '{other.name}' are names of the same thing; what is asked of either holds for both"
            for one, other in combinations(entities, 2)
            if one.name != other.name and one.terms & other.terms
        ]
        return tuple(dict.fromkeys([*doubts, *alike]))

    def _evidence(self) -> str:
        """What counts as evidence, in words."""
        guard = f"seen in at least {self.min_support} documents with the entity where they are several"
        if self.evidence == "counted":
            return guard
        if self.evidence == "strict":
            return f"{guard}, by the upper bound of their share (confidence 0.95)"
        sure = f"single terms where chance explains them in at most {CHANCE:.3g} of cases"
        groups = f", groups at a false discovery rate of {RATE:.3g} among all that the text makes"
        return f"{guard}, {sure}{groups if self.max_group > 1 else ''}"

    def _cap(self) -> str:
        """How likely anything that is left may make an entity, in words."""
        if self.at_most >= 1:
            return ""
        among = " that name the generalization" if self.counting == "contextualized" else ""
        most = describe_share(self.at_most)
        return (
            f"Whatever that allows, nothing that is left makes what was protected likelier than {most} %: of 100 documents"
            f" with such a term or group at most {most} name it, or as many as of all documents{among}; beside the word for what"
            " may be told, as many as of those with that word. "
        )

    def _condition(self, name: str) -> Condition | None:
        return self.conditions.find_likely(name) if self.conditions else None

    def _thresholds(self, entity: SensitiveEntity) -> list[ThresholdOption]:
        senses = senses_of(entity.name, entity.general, self.taxonomy)[:1]
        aliases = [alias for each in self.protected if each.name == entity.name for alias in each.aliases]
        return [
            threshold
            for sense in senses
            for threshold in thresholds(
                entity.name,
                sense,
                corpus=self.corpus,
                taxonomy=self.taxonomy,
                aliases=(*aliases, *names_on_list(self._condition(entity.name))),
                counting=self.counting,
            )
        ]


def _decide(change: PhraseChange, chain: Chain, number: int) -> Decision:
    phrase, option = change.phrase, change.option
    return Decision(
        phrase.without(option.kept) if option.kept else phrase.spans,
        option.mark or KIND,
        entity=number if option.mark else None,
        becomes=option.form and phrase.spell(option.form),
        reason=reason(change.causes[0]),
        model=NAME,
        evidence=evidence_of(change.causes, chain),
    )


def _as_watched(entity: SensitiveEntity) -> Watched:
    """An entity as a naive reader knows it; every name is counted by itself, so that a phrase is never its words."""
    rule = entity.counted
    return Watched(
        entity.names,
        frozenset(name.casefold().removesuffix("s") for name in entity.finder.common),
        _names_in(rule.entity),
        _names_in(rule.threshold) if entity.general else None,
        within=bool(rule.within),
        at_most=entity.at_most,
        told=entity.general_term,
    )


def _names_in(conjunction: Conjunction) -> frozenset[str]:
    return frozenset().union(*(each for each in conjunction if not isinstance(each, str)))


def _require_sense(model: CgSanitization) -> None:
    if not model.protect:
        raise InputError("nothing is to be protected: name an entity, such as protect={'HIV': 'virus'}")
    if not 1 <= model.max_group <= LARGEST_GROUP:
        raise InputError(f"max_group must be 1 to {LARGEST_GROUP}, not {model.max_group}")
    if model.min_support < 1:
        raise InputError(f"min_support must be at least 1, not {model.min_support}")
    if not 0 < model.at_most <= 1:
        raise InputError(
            f"at_most is a probability above 0 and up to 1, which is no cap, not {model.at_most}"
        )


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One choice of g(c), for one sense of the entity; `general` is None for plain C-sanitization.

    `cost` is the number of terms of the document that would change; None without a document, or where the choice is
    not `usable` because the corpus makes it no more general than the entity.
    """

    sense: str
    names: tuple[str, ...]
    general: str | None
    documents: int
    bits: float
    usable: bool
    cost: int | None


def suggestions(
    name: str,
    *,
    corpus: Corpus,
    taxonomy: Taxonomy,
    aliases: Sequence[str] = (),
    counting: Counting = "standard",
    max_group: int = 2,
    document: Document | None = None,
) -> list[Suggestion]:
    """The senses of an entity, each with its generalizations, nearest first, after plain C-sanitization.

    Where no taxonomy knows the entity, the common nouns that its documents hold most often stand for them.
    """

    (protected,) = read_protected({name: None}, {name: aliases}, taxonomy)

    def cost(general: str | None) -> int | None:
        if document is None:
            return None
        model = CgSanitization(
            {name: general},
            corpus=corpus,
            taxonomy=taxonomy,
            aliases={name: aliases},
            counting=counting,
            max_group=max_group,
            unseen="keep",
        )
        return len(model.plan(document).decisions)

    entity, aliases = protected.name, protected.aliases
    whole = entity_of(entity, None, corpus=corpus, taxonomy=taxonomy, aliases=aliases, counting=counting)
    plain = Suggestion("any", whole.names, None, whole.documents, whole.bits, True, cost(None))
    senses = taxonomy.concepts(entity)
    if not senses:
        nouns = thresholds_by_counts(whole, corpus=corpus, taxonomy=taxonomy)
        return [plain, *(_suggest("by its counts", whole.names, each, cost) for each in nouns)]
    return [plain] + [
        _suggest(_describe(sense, taxonomy), sense.names, each, cost)
        for sense in senses
        for each in thresholds(
            entity, sense, corpus=corpus, taxonomy=taxonomy, aliases=aliases, counting=counting
        )
    ]


def _suggest(
    sense: str, names: tuple[str, ...], each: ThresholdOption, cost: Callable[[str | None], int | None]
) -> Suggestion:
    """One generalization as it is shown; what can't be picked has no price."""
    price = cost(each.general) if each.usable else None
    return Suggestion(sense, names, each.general, each.documents, each.bits, each.usable, price)


def _describe(sense: Concept, taxonomy: Taxonomy) -> str:
    """A sense by its own name and what it is: "HIV (retrovirus)"."""
    above = taxonomy.parents(sense)
    return f"{sense.name} ({above[0].name})" if above else sense.name
