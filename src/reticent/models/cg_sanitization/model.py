"""(C, g(C))-sanitization: nothing in the text tells more of an entity than its generalization does.

David Sánchez and Montserrat Batet, "Toward sensitive document release with privacy guarantees".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from math import isinf
from typing import ClassVar

from reticent.errors import InputError
from reticent.knowledge import Conjunction, Corpus, Counting, texts_of
from reticent.knowledge.conditions import Condition, Conditions, conditions
from reticent.knowledge.corpus.spoken import language_of, normal_words
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Concept, Taxonomy
from reticent.language import DEFAULT_CODE
from reticent.models.cg_sanitization._closeness import AMONG_GENERAL, SLACK
from reticent.models.cg_sanitization._entities import (
    EntityMeasure,
    SensitiveEntity,
    ThresholdOption,
    entity_of,
    senses_of,
    thresholds,
)
from reticent.models.cg_sanitization._hints import HintIndex
from reticent.models.cg_sanitization._marking import PhraseChange, hides_drug, thing_marked
from reticent.models.cg_sanitization._planning import Chain, GroupPlanner, evidence_of
from reticent.models.cg_sanitization._reading import Reader
from reticent.models.cg_sanitization._risk import (
    KIND,
    NAME,
    AttackerKnowledge,
    Recall,
    reason,
    violations,
)
from reticent.models.naive_readers import NAIVE, RawCounts, SingleWords, Watched
from reticent.models.privacy_model import Choice, CompleteModel, Needs, Unseen
from reticent.models.shared.counts import (
    CHANCE,
    RATE,
    Evidence,
    describe_share,
    leave_out,
    require_cap,
    require_groups,
)
from reticent.models.shared.familiarity import choose_sibling, find_siblings
from reticent.models.shared.mark_options import finish_gaps
from reticent.models.shared.marks import KINDS, agrees_with_type, number_things
from reticent.models.shared.naming import describe_names
from reticent.models.shared.own_language import in_own_language
from reticent.models.shared.phrases import Phrase, all_units, number_contexts
from reticent.models.shared.protections import Protected, read_protected
from reticent.models.shared.spelling import WordReadings
from reticent.models.shared.unseen import PROMISED, UNSEEN_LIMIT, UnseenWords, WordPlaces, places_of_words
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.placeholders import judged_marks
from reticent.text import Document, Mention, Span
from reticent.text.contexts import describe_within

MIN_SUPPORT = 2  # one document alone may hold anything
AT_MOST = 0.2
"""One in five: the strictest of .5, .3, .2 and .1 under which at least 95 % of the words of transcriptions stay, whatever
is protected, and of the words that have nothing to do with a secret (`experiments.giveaways`)."""

AT_MOST_TIMES = 17.0
"""The strictest of 32, 24, 20, 17 and 12 under which, with a quarter of it among documents with g(c), as many harmless words stay, with
and without knowledge of medicine."""


# paper: cg-sanitization, Definition 2
@in_own_language
@dataclass(frozen=True, slots=True)
class CgSanitization(CompleteModel):
    """Generalizes or removes what discloses more of an entity c than g(c) does, alone or in groups.

    `protect` maps each entity to its g(c), to several that all hold, or to None for plain C-sanitization. All synonyms of an
    entity stand for it, and `aliases` add to them; words that are `related` to it go whatever the counts say. `max_group` is MAX in the paper, `context` where terms count as standing
    together. What fewer than `min_support` documents show is no evidence; `evidence` takes a confidence bound of the
    joint counts instead of the counts: the lower one ("confident"), or the upper one ("strict"). Words that the corpus has
    never seen are `unseen`: kept, removed, refused, or left to a person, whose `choices` say so of single words; where there
    is none, they go, up to a share of `unseen_limit` of a text.
    Whatever g(c) allows, no group may make an entity likelier than `at_most`, a probability, and no single term more than
    `at_most_times` as likely as it is without, unless g(c) explains it; with an `at_most` of 1 there is no such cap.
    What has no count of its own is judged `by_class` where the taxonomy has one for it, or as the words that it is a spelling,
    form or abbreviation of. `by_meaning`, a g(c) above the entity in the taxonomy is more general whatever the counts say, and
    allows less the higher it is, and how often it is said is counted in the `texts` of the corpus alone where that has tables of facts
    besides. With `conditions`, abbreviations and
    lay words of an entity among them stand for it where a document means it by them. With `marks`, what is removed from a
    text about a condition is shown by a mark that says what it was, such as [DRUG 1], where that doesn't tell too much either.
    `closed`, every group is judged by itself and not among all that the text makes, so that excerpts keep the promise as well, where words mean what they mean in the whole.
    `literal` is Algorithm 1 as it is published: every ancestor of a term can stand for it, whether or not that reads well, nothing
    comes back that turns out safe at the end, and no general word is taken for the only thing that it can mean.
    """

    protect: Mapping[str, str | Sequence[str] | None] = field()
    corpus: Corpus = field(kw_only=True, repr=False)
    taxonomy: Taxonomy = field(kw_only=True, repr=False)
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict, kw_only=True)
    related: Mapping[str, Sequence[str]] = field(default_factory=dict, kw_only=True)
    max_group: int = field(default=2, kw_only=True)
    context: str = field(default="document", kw_only=True)
    counting: Counting = field(default="standard", kw_only=True)
    min_support: int = field(default=MIN_SUPPORT, kw_only=True)
    evidence: Evidence = field(default="confident", kw_only=True)
    at_most: float = field(default=AT_MOST, kw_only=True)
    at_most_times: float = field(default=AT_MOST_TIMES, kw_only=True)
    unseen: Unseen = field(default="ask", kw_only=True)
    unseen_limit: float = field(default=UNSEEN_LIMIT, kw_only=True)
    by_class: bool = field(default=True, kw_only=True)
    by_meaning: bool = field(default=True, kw_only=True)
    texts: Corpus | None = field(default=None, kw_only=True, repr=False)
    choices: Mapping[str, Choice] = field(default_factory=dict, kw_only=True, repr=False)
    conditions: Conditions | None = field(default=None, kw_only=True, repr=False)
    marks: bool = field(default=True, kw_only=True)
    closed: bool = field(default=False, kw_only=True)
    literal: bool = field(default=False, kw_only=True)
    asks: bool = field(default=False, kw_only=True, repr=False)
    protected: tuple[Protected, ...] = field(init=False, repr=False, compare=False)
    attacker: AttackerKnowledge = field(init=False, repr=False, compare=False)
    recall: Recall = field(init=False, repr=False, compare=False)
    reader: Reader = field(init=False, repr=False, compare=False)
    naive: SingleWords = field(init=False, repr=False, compare=False)
    _chains: dict[tuple[str, str | None], list[ThresholdOption]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    counts_marks: ClassVar[bool] = True
    needs: ClassVar[Needs] = "released"  # what may be disclosed doesn't depend on what was written

    def __post_init__(self) -> None:
        if self.texts is None and self.by_meaning:
            object.__setattr__(self, "texts", texts_of(self.corpus))
        english = (
            language_of(self.corpus).code == DEFAULT_CODE
        )  # as the labels of marks are; the paper has none
        object.__setattr__(self, "marks", self.marks and english and not self.literal)
        protected = read_protected(self.protect, self.aliases, self.taxonomy)
        object.__setattr__(self, "protected", protected)
        _require_sense(self)
        entities = tuple(
            self._measure_entity(each.name, general, each.aliases)
            for each in protected
            for general in each.generals
        )
        spelling = WordReadings(self.corpus, _words_of_names(entities)) if self.by_class else None
        unseen = UnseenWords(
            self.corpus,
            self.taxonomy if self.by_class else None,
            self.unseen,
            self.choices,
            spelling,
            self.unseen_limit,
            self.asks,
        )
        attacker = AttackerKnowledge(
            self.corpus, entities, self.min_support, self.evidence, unseen, self.closed
        )
        object.__setattr__(self, "attacker", attacker)
        object.__setattr__(self, "recall", Recall(attacker))
        reader = Reader(
            self.corpus,
            self.taxonomy,
            entities,
            self.context,
            self.by_class,
            self.conditions,
            spelling,
            turns_back=not self.literal,
        )
        object.__setattr__(self, "reader", reader)
        watched = tuple(_as_watched(each, self.texts) for each in entities)
        naive = SingleWords(RawCounts(self.corpus), watched, sure=self.evidence == "confident")
        object.__setattr__(self, "naive", naive)

    @property
    def kinds(self) -> frozenset[str]:
        """What its placeholders may name: nothing but that something is gone, or what sort of thing that was."""
        return KINDS | {KIND} if self.marks else frozenset({KIND})

    @property
    def languages(self) -> frozenset[str]:
        """The language that its corpus counts."""
        return frozenset({language_of(self.corpus).code})

    @property
    def gives_back(self) -> bool:
        """Whether what turns out safe comes back: not where Algorithm 1 is to be followed line by line."""
        return not self.literal

    @property
    def promise(self) -> Promise:
        """That no term and no group of terms tells more of an entity than was allowed."""
        allowed = "; ".join(
            f"{entity.name}: " + (f"as much as {entity.general} tells" if entity.general else "not all of it")
            for entity in self.attacker.entities
        )
        names = {entity.name: entity.all_names for entity in self.attacker.entities}
        statement = (
            f"No group of up to {self.max_group} terms in one {describe_within(self.context)} tells more than allowed ({{allowed}}),"
            f" by {self.counting} counts, {self._evidence()}. {self._measure()}{self._cap()}{{only}}{PROMISED[self.unseen]}"
        )
        return Promise(
            NAME,
            f"{statement.format(allowed=allowed, only=self._only_names())} {describe_names(names)}",
            {
                "corpus": self.corpus.fingerprint,
                "taxonomy": self.taxonomy.fingerprint,
                **({"texts": self.texts.fingerprint} if self.texts else {}),
                **({"conditions": self.conditions.fingerprint} if self.conditions else {}),
            },
            public=statement.format(
                allowed="what was protected is disclosed as far as its declared generalization, or not in full",
                only="Where the corpus has never seen what was protected, only names and what was listed are protected. "
                if self._only_names()
                else "",
            ),
            names=names,
            summary=self._summary(),
        )

    def _summary(self) -> str:
        """The promise in one line: what may be told, and how likely anything that is left may make it."""
        told = ", ".join(
            f"{entity.name} than '{entity.general}' does" if entity.general else f"{entity.name} than it may"
            for entity in self.attacker.entities
        )
        likely = (
            f"; of 100 documents with what is left at most {describe_share(self.at_most)} name it"
            if self.at_most < 1
            else ""
        )
        within = "" if self.context == "document" else f" in one {describe_within(self.context)}"
        return (
            f"nothing that is left, alone or in groups of up to {self.max_group}{within}, says more about {told}, by the counts of the"
            f" corpus{likely}"
        )

    def without_documents(self, *documents: Document) -> CgSanitization:
        """The same model with these documents left out of the counts, in case the corpus holds them itself."""
        corpus = leave_out(self.corpus, documents)
        texts = self.texts and leave_out(self.texts, documents)
        return self if corpus is self.corpus else replace(self, corpus=corpus, texts=texts)

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """One decision for each phrase that has to change, at all its places (Algorithm 1)."""
        return self._plan(document, ())

    def plan_around(self, release: Release, kept: Sequence[Span]) -> Plan:
        """The same, with these places left as they are: other terms of a group go instead."""
        return self._plan(release.released, kept)

    def _plan(self, document: Document, kept: Sequence[Span]) -> Plan:
        phrases = self.reader.phrases(document)
        unseen = self.attacker.unseen.for_plan(document, partial(_places_unseen, phrases))
        changes = list(self._planner(unseen).changes(phrases, kept=kept))
        entities = self.attacker.entities
        things = [thing_marked(change, entities) if change.option.mark else "" for change in changes]
        numbers = number_things(things)
        decisions = tuple(
            _decide(change, self._chain, numbers[thing])
            for change, thing in zip(changes, things, strict=True)
        )
        if self.marks:
            hidden: list[int] = []
            if self._is_clinical():
                hidden = [number for number, change in enumerate(changes) if hides_drug(change, entities)]
            decisions = finish_gaps(document, decisions, hidden, kind=KIND, kept=kept)
        return Plan.for_document(document, decisions, (self.promise,))

    def hints(self, document: Document) -> HintIndex:
        """The risky groups of a document, for questions about its terms."""
        return HintIndex.of(
            self._planner(), self.reader.phrases(document), number_contexts(document, self.context)
        )

    def _planner(self, unseen: UnseenWords | None = None) -> GroupPlanner:
        recall = self.recall.with_unseen(unseen) if unseen else self.recall
        return GroupPlanner(
            self.reader, recall, self.max_group, self.marks and self._is_clinical(), self.literal
        )

    def _is_clinical(self) -> bool:
        """Whether what is protected is a matter of medicine, so that the lists of medicine say what terms are."""
        return self.conditions is not None or any(
            conditions().find_likely(each.name, each.aliases) for each in self.protected
        )

    # paper: cg-sanitization, Definition 1; Definition 3
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

    def asking(self) -> CgSanitization:
        """The same model for a door at which a person decides about words that the corpus has never seen."""
        return replace(self, asks=True) if self.unseen == "ask" else self

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
        doubts += [
            f"the corpus has never seen '{entity.name}': only its names and what you list as related to it are protected"
            for entity in entities
            if not entity.documents
        ]
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
        groups = (
            f", groups where in at most {RATE:.3g}, each by itself, so that every part of the text whose words mean what they mean here keeps the promise too"
            if self.closed
            else f", groups at a false discovery rate of {RATE:.3g} among all that the text makes: a part of it makes fewer,"
            " and may break the promise by itself"
        )
        return f"{guard}, {sure}{groups if self.max_group > 1 else ''}"

    def _measure(self) -> str:
        """How what may be told is counted, in words."""
        over = " over all that lies between it and what is protected in the taxonomy" if self._spans else ""
        where = (
            " in texts alone, without tables of facts"
            if self.texts and self.counting != "contextualized"
            else ""
        )
        return (
            f"What may be told is counted{over}{',' if over and where else ''}{where}. "
            if over or where
            else ""
        )

    @property
    def _spans(self) -> bool:
        return self.by_meaning and self.counting == "standard"

    def _only_names(self) -> str:
        """Of which entities nothing is known but what the user says, in words."""
        unknown = dict.fromkeys(each.name for each in self.attacker.entities if not each.documents)
        return "".join(
            f"The corpus has never seen {name}: nothing is known of it but its names and what was listed as related. "
            for name in unknown
        )

    def _cap(self) -> str:
        """How likely anything that is left may make an entity, in words."""
        if self.at_most >= 1:
            return ""
        among = " that name the generalization" if self.counting == "contextualized" else ""
        most = describe_share(self.at_most)
        return (
            f"Whatever that allows, nothing that is left makes what was protected likelier than {most} %: of 100 documents"
            f" with such a term or group at most {most} name it, or as many as of all documents{among}; beside the word for what"
            f" may be told, as many as of those with that word. {self._cap_of_times()}"
        )

    def _cap_of_times(self) -> str:
        """How many times likelier a single term may make an entity, in words."""
        if isinf(self.at_most_times):
            return ""
        general = any(each.general and not each.counted.within for each in self.attacker.entities)
        unless = (
            f", unless it makes it at most {self.at_most_times * AMONG_GENERAL:.3g} times likelier where what may be told is told"
            if general
            else ""
        )
        return (
            f"No single term that is left makes it more than {self.at_most_times:g} times likelier than it is without{unless}; {SLACK:g}"
            " documents with it and the term are put down to chance. "
        )

    def _condition(self, name: str) -> Condition | None:
        return self.conditions.find_likely(name) if self.conditions else None

    def _chain(self, entity: SensitiveEntity) -> Sequence[ThresholdOption]:
        """The possible thresholds of an entity, which no document changes."""
        if entity.key not in self._chains:
            self._chains[entity.key] = self._thresholds(entity)
        return self._chains[entity.key]

    def _thresholds(self, entity: SensitiveEntity) -> list[ThresholdOption]:
        senses = senses_of(entity.name, entity.general, self.taxonomy)[:1]
        aliases = [alias for each in self.protected if each.name == entity.name for alias in each.aliases]

        def measure(general: str) -> SensitiveEntity:
            return self._measure_entity(entity.name, general, aliases)

        return [
            threshold
            for sense in senses
            for threshold in thresholds(entity.name, sense, taxonomy=self.taxonomy, measure=measure)
        ]

    def _measure_entity(self, name: str, general: str | None, aliases: Sequence[str]) -> SensitiveEntity:
        by = EntityMeasure(
            self.corpus,
            self.taxonomy,
            self.counting,
            self.at_most,
            self.at_most_times,
            self.by_meaning,
            self.texts,
        )
        related = next((each.aliases for each in self._related if each.name == name), ())
        return entity_of(
            name, general, by=by, aliases=aliases, related=related, condition=self._condition(name)
        )

    @property
    def _related(self) -> tuple[Protected, ...]:
        """What is protected, each with what was listed as related in place of its aliases."""
        return read_protected(self.protect, self.related, self.taxonomy) if self.related else ()


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


def _as_watched(entity: SensitiveEntity, texts: Corpus | None) -> Watched:
    """An entity as a naive reader knows it; every name is counted by itself, so that a phrase is never its words."""
    rule = entity.counted
    return Watched(
        (*entity.names, *entity.related),
        frozenset(name.casefold().removesuffix("s") for name in entity.finder.common),
        _names_in(rule.entity),
        _names_in(rule.threshold) if entity.general else None,
        within=bool(rule.within),
        at_most=entity.at_most,
        told=entity.general_term,
        texts=RawCounts(texts) if texts and not rule.within else None,
    )


def _places_unseen(phrases: Sequence[Phrase], unseen: UnseenWords) -> WordPlaces:
    return places_of_words(phrases, unseen.removed(all_units(phrases)))


def _words_of_names(entities: Sequence[SensitiveEntity]) -> frozenset[str]:
    return frozenset(word for entity in entities for term in entity.terms for word in term.split(" "))


def _names_in(conjunction: Conjunction) -> frozenset[str]:
    return frozenset().union(*(each for each in conjunction if not isinstance(each, str)))


def _require_sense(model: CgSanitization) -> None:
    if not model.protect:
        raise InputError("nothing is to be protected: name an entity, such as protect={'HIV': 'virus'}")
    require_groups(model.max_group, model.context)
    if model.min_support < 1:
        raise InputError(f"min_support must be at least 1, not {model.min_support}")
    if not 0 <= model.unseen_limit <= 1:
        raise InputError(f"unseen_limit is a share from 0 to 1, not {model.unseen_limit}")
    require_cap(model.at_most)
    if not model.at_most_times >= 1:
        raise InputError(f"at_most_times is at least 1, and inf without a cap, not {model.at_most_times}")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One choice of g(c), for one sense of the entity; `general` is None for plain C-sanitization.

    `cost` is the number of terms of the document that would change; None without a document. The `best` one is the nearest that,
    said alone, makes the entity no likelier than the cap does by default.
    """

    sense: str
    names: tuple[str, ...]
    general: str | None
    documents: int
    bits: float
    cost: int | None
    best: bool = False


def suggestions(
    name: str,
    *,
    corpus: Corpus,
    taxonomy: Taxonomy,
    aliases: Sequence[str] = (),
    counting: Counting = "standard",
    max_group: int = 2,
    document: Document | None = None,
    conditions: Conditions | None = None,
) -> list[Suggestion]:
    """The senses of an entity, each with its generalizations, nearest first, after plain C-sanitization.

    Where no taxonomy knows the entity there is plain C-sanitization alone: what stands beside a thing is no kind of it. All of them
    can be asked for under the same corpus, taxonomy and conditions, and allow less than the whole of the entity.
    """
    (protected,) = read_protected({name: None}, {name: aliases}, taxonomy)
    condition = conditions.find_likely(protected.name, protected.aliases) if conditions else None

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
            conditions=conditions,
        )
        return len(model.plan(document).decisions)

    by = EntityMeasure(corpus, taxonomy, counting, texts=texts_of(corpus))

    def measure(general: str | None) -> SensitiveEntity:
        return entity_of(protected.name, general, by=by, aliases=protected.aliases, condition=condition)

    whole = measure(None)
    plain = Suggestion("any", whole.names, None, whole.documents, whole.bits, cost(None))
    rows = [
        (_describe(sense, taxonomy), sense.names, each)
        for sense in taxonomy.concepts(protected.name)
        for each in thresholds(protected.name, sense, taxonomy=taxonomy, measure=measure)
        if each.documents > whole.documents
    ]
    own = _phrase_of(protected.name)
    fitting = (each for *_, each in rows if condition is None or agrees_with_type(own, each.general))
    best = next((each for each in fitting if whole.documents <= AT_MOST * each.documents), None)
    return [plain] + [
        Suggestion(sense, names, each.general, each.documents, each.bits, cost(each.general), each is best)
        for sense, names, each in rows
    ]


def _phrase_of(name: str) -> Phrase:
    """A name as a text has it that holds nothing else."""
    span = Span(0, len(name))
    return Phrase(tuple(normal_words(name)), (span,), frozenset(), frozenset(), text=name)


def _describe(sense: Concept, taxonomy: Taxonomy) -> str:
    """A sense by its own name and what it is: "HIV (retrovirus)"."""
    above = taxonomy.parents(sense)
    return f"{sense.name} ({above[0].name})" if above else sense.name
