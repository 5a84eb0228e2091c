"""Indistinct: for every declared reader, at least k others explain the released text as well as what is hidden does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol, Self, runtime_checkable

from reticent.attackers import Attacker, Candidate, Guess
from reticent.attackers.counting import Bayes, Similarity
from reticent.attackers.linear import LinearAttacker
from reticent.executors import TravelsAsSettings
from reticent.knowledge import Corpus
from reticent.knowledge.conditions import Conditions
from reticent.knowledge.taxonomy import Taxonomy
from reticent.models.indistinct.planning import (
    GAP,
    Answers,
    LinearPlanner,
    Words,
    describe_curve,
    places_relied_on,
    share_kept,
)
from reticent.models.indistinct.requirements import (
    Rivals,
    Strangers,
    decide,
    require_knowledge,
    require_names,
    require_sense,
)
from reticent.models.indistinct.secrets import (
    KIND,
    NAME,
    K,
    Secret,
    ask_reader,
    ask_readers,
    find_names,
    list_candidates,
    pair_with_secrets,
    secret_of,
)
from reticent.models.privacy_model import Choice, CompleteModel, Needs, Unseen
from reticent.models.shared.counts import leave_out
from reticent.models.shared.mark_options import is_clinical, show_things
from reticent.models.shared.marks import KINDS
from reticent.models.shared.naming import describe_names
from reticent.models.shared.protections import only_general, read_protected
from reticent.models.shared.unseen import PROMISED, UnseenWords
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.gaps import Gaps
from reticent.text import Document, Mention, Span

Count = Callable[[Secret], int]
"""How many candidates of a secret the readers know that have none of their own."""


def describe_hidden(secrets: Sequence[Secret], readers: Sequence[str], count: Count, *, listed: bool) -> str:
    """Each secret with its candidates, and those of readers who have others."""
    return "; ".join(
        f"{secret.name} among {count(secret):,} candidates"
        + (f" below {secret.general}" if secret.general and not listed else "")
        + " that they know"
        + (
            f" (the {len(secret.candidates):,} of {secret.of_all:,} that most documents name)"
            if secret.of_all > len(secret.candidates)
            else ""
        )
        + (
            f" ({secret.left_out:,} that are kinds, parts or synonyms of it or of one another are left out)"
            if secret.left_out
            else ""
        )
        + "".join(
            f", for {reader} among {len(view.candidates):,} conditions that are, as it is, a kind of {view.general}"
            for reader in readers
            if (view := secret.views.get(reader))
        )
        for secret in secrets
    )


def list_unasked(secrets: Sequence[Secret]) -> Iterator[tuple[str, str]]:
    """Each usual reader who is not asked about a secret, with the name of that."""
    for secret in secrets:
        for reader, view in secret.views.items():
            if view is None:
                yield reader, secret.name


def describe_unasked(secrets: Sequence[Secret], *, public: bool) -> str:
    """The readers who were not asked, for whoever reads the promise; in `public` without what is hidden."""
    unasked = list(list_unasked(secrets))
    if public:
        readers = dict.fromkeys(reader for reader, _ in unasked)
        return "".join(f" {reader} was not asked about all of it." for reader in readers)
    return "".join(
        f" {reader} was not asked about {secret}: it doesn't know it, or too few others."
        for reader, secret in unasked
    )


ROUNDS = 8
"""Drafts of a document that a reader is asked about: a question to a model on this machine takes seconds to minutes. Chosen by hand."""

_DEAREST = 5  # words that go in one round where a reader says nothing of its reasons; chosen by hand


@runtime_checkable
class CountsDocuments(Protocol):
    """An attacker that knows what a corpus counts."""

    @property
    def corpus(self) -> Corpus:
        """What it counts."""

    def with_corpus(self, corpus: Corpus) -> Self:
        """The same attacker with another corpus."""


@dataclass(frozen=True, slots=True)
class Indistinct(TravelsAsSettings, CompleteModel):
    """Removes or generalizes what makes readers prefer an entity c to other candidates, and all names of it.

    `protect` maps each entity to its g(c); candidates are what the taxonomy has below it, or those that are listed in
    `candidates`, each as its names, with c among them. `attackers` are the readers for whom the promise holds:
    similarity and Bayes over the corpus when left out. `aliases` are further names. Readers who can't be reckoned with
    are asked about at most `rounds` drafts of a document, and get words taken away or made more general after each until no more than
    the share `budget` of all words may go. A gap costs the bits of the word, and
    `gap` bits besides: it hurts whoever reads on. `gaps` says whether places are closed whose surroundings would tell
    what stood there. With `marks`, what is removed about a condition is shown by a mark that says what it was, such as [DRUG 1],
    where that moves no reader too much. With `conditions`, abbreviations and lay words of what is hidden go where the document means it.
    `rivals` are candidates of single readers, by their names and by entity; None where such a reader is not asked about it.
    Words that no attacker has ever seen move none of them: they are kept unless `unseen` says otherwise, and `choices` say so
    of single words.
    """

    protect: Mapping[str, str | None] = field()
    corpus: Corpus = field(kw_only=True, repr=False)
    taxonomy: Taxonomy = field(kw_only=True, repr=False)
    k: int = field(default=K, kw_only=True)
    attackers: Sequence[Attacker] = field(default=(), kw_only=True)
    candidates: Sequence[Sequence[str] | Candidate] = field(default=(), kw_only=True, repr=False)
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict, kw_only=True)
    budget: float = field(default=0.5, kw_only=True)
    rounds: int = field(default=ROUNDS, kw_only=True)
    gap: float = field(default=GAP, kw_only=True)
    gaps: Gaps = field(default="close", kw_only=True)
    marks: bool = field(default=True, kw_only=True)
    conditions: Conditions | None = field(default=None, kw_only=True, repr=False)
    rivals: Mapping[str, Mapping[str, Rivals | None]] = field(default_factory=dict, kw_only=True, repr=False)
    unseen: Unseen = field(default="keep", kw_only=True)
    choices: Mapping[str, Choice] = field(default_factory=dict, kw_only=True, repr=False)
    asks: bool = field(default=False, kw_only=True, repr=False)
    secrets: tuple[Secret, ...] = field(init=False, repr=False, compare=False)
    answers: Answers = field(init=False, repr=False, compare=False)
    _adding: tuple[LinearAttacker, ...] = field(init=False, repr=False, compare=False)
    _strangers: Strangers = field(init=False, repr=False, compare=False)

    counts_marks: ClassVar[bool] = True

    def __post_init__(self) -> None:
        require_sense(protect=self.protect, k=self.k, gap=self.gap, budget=self.budget, rounds=self.rounds)
        if not self.attackers:
            readers = (make(self.corpus, taxonomy=self.taxonomy) for make in (Similarity, Bayes))
            object.__setattr__(self, "attackers", tuple(readers))
        require_names(self.attackers)
        listed = list_candidates(self.candidates, self.taxonomy, self.aliases)
        protected = read_protected(
            self.protect, self.aliases, self.taxonomy, listed={each.name for each in listed}
        )
        secrets = tuple(
            secret_of(
                each.name,
                only_general(each),
                corpus=self.corpus,
                taxonomy=self.taxonomy,
                aliases=each.aliases,
                listed=listed,
                condition=self.conditions.find_likely(each.name, each.aliases) if self.conditions else None,
            )
            for each in protected
        )
        secrets = tuple(replace(secret, views=self._views_of(secret)) for secret in secrets)
        object.__setattr__(self, "secrets", secrets)
        object.__setattr__(self, "answers", Answers())
        adding = tuple(reader for reader in self.attackers if isinstance(reader, LinearAttacker))
        object.__setattr__(self, "_adding", adding)
        object.__setattr__(self, "_strangers", _find_strangers(self))
        for reader, secret in pair_with_secrets(self.attackers, secrets):
            require_knowledge(reader, secret, self.k)

    @property
    def kinds(self) -> frozenset[str]:
        """What its placeholders may name: nothing but that something is gone, or what sort of thing that was."""
        return KINDS | {KIND} if self._writes_marks else frozenset({KIND})

    @property
    def _writes_marks(self) -> bool:
        return self.marks and is_clinical(secret.name for secret in self.secrets)

    @property
    def needs(self) -> Needs:
        """The released text; with a reader who may answer otherwise next time, that reader as well."""
        return "released" if all(reader.repeatable for reader in self.attackers) else "reader"

    @property
    def warnings(self) -> tuple[str, ...]:
        """Which of the usual readers is not asked about something that is hidden, and what would have it asked."""
        return tuple(
            f"the reader '{reader}' is not asked about '{name}', of which it knows nothing, or too few others: its drugs, tests and"
            f" signs may stay. Name the condition as the list has it, with an alias if need be, or take a smaller k"
            for reader, name in list_unasked(self.secrets)
        )

    @property
    def promise(self) -> Promise:
        """That k others explain the text as well, for the readers that are named."""
        names_of_readers = [reader.name for reader in self.attackers]
        listed = bool(self.candidates)
        hidden = describe_hidden(self.secrets, names_of_readers, self._count_known, listed=listed)
        statement = (
            f"For each of these readers ({', '.join(names_of_readers)}), at least {self.k} other candidates, which the text doesn't name,"
            " explain the text as well as what is hidden ({hidden}), and no name of it stands in the text."
            f" For other readers nothing is promised. {PROMISED[self.unseen].replace('the corpus has', 'they have')}"
        )
        names = {secret.name: secret.all_names for secret in self.secrets}
        relative = {f"reader {reader.name}": reader.fingerprint for reader in self.attackers}
        relative |= {"conditions": self.conditions.fingerprint} if self.conditions else {}
        return Promise(
            NAME,
            statement.format(hidden=hidden)
            + describe_unasked(self.secrets, public=False)
            + self._attestation
            + f" {describe_names(names)}",
            relative | {"corpus": self.corpus.fingerprint, "taxonomy": self.taxonomy.fingerprint},
            public=statement.format(hidden="one of the declared candidates")
            + describe_unasked(self.secrets, public=True)
            + self._attestation,
            names=names,
            summary=f"at least {self.k} other candidates explain the text as well as what is hidden, for the readers"
            f" {', '.join(names_of_readers)}",
        )

    def without_documents(self, *documents: Document) -> Indistinct:
        """The same model with these documents left out of the counts, in case a corpus holds them itself."""
        corpus = leave_out(self.corpus, documents)
        attackers = tuple(_leave_out_of(reader, documents) for reader in self.attackers)
        same = all(new is old for new, old in zip(attackers, self.attackers, strict=True))
        return self if corpus is self.corpus and same else replace(self, corpus=corpus, attackers=attackers)

    def sibling(self, words: str, *, seed: str) -> str | None:
        """Another candidate for a name of what is hidden, where a policy allows invented content; for "HIV test" there is none."""
        named, whole = Document("words", words), [Span(0, len(words))]
        found = (secret for secret in self.secrets if secret.places_of_names(named) == whole)
        return next((secret.choose_sibling(seed) for secret in found), None)

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """Decisions for the names of what is hidden and for the words that give it away, with the fewest bits lost."""
        return self.plan_further(Release(document, document, (), tuple(mentions)))

    def plan_further(self, release: Release) -> Plan:
        """The same for a released text, with what readers relied on who have read it since."""
        return self.plan_around(release, ())

    def plan_around(self, release: Release, kept: Sequence[Span]) -> Plan:
        """The same, with these places left as they are."""
        document = release.released
        marks = self._writes_marks
        planner = LinearPlanner(self.corpus, self.taxonomy, self._adding, self.k, self.gap, marks)
        wanted = planner.plan(document, self.secrets, kept=kept, also=self._places_to_take(release))
        decisions: Sequence[Decision] = [*decide(wanted, document, self._adding, self.secrets)]
        taken = [*kept, *(span for each in decisions for span in each.spans)]
        first = len(decisions) - len(wanted.changes)
        decisions = [*decisions, *self._strangers.decide(document, taken)]
        if marks:
            changed = {first + at: each.phrase_in(document) for at, each in enumerate(wanted.changes)}
            decisions = show_things(document, decisions, changed, kind=KIND, kept=kept)
        return Plan.for_document(document, tuple(decisions), (self.promise,))

    def violations(self, release: Release) -> list[Violation]:
        """Names of what is hidden, and every reader at hand for whom too few others explain the released text."""
        named = find_names(release.released, self.secrets)
        strange = self._strangers.violations(release.released)
        here = [reader for reader in self.attackers if reader.repeatable]
        return named + strange + self._ask(release, here)

    def violations_by_readers(self, release: Release) -> list[Violation]:
        """The same for readers who are somewhere else: they see a draft only when every other promise holds on it."""
        return self._ask(release, [reader for reader in self.attackers if not reader.repeatable])

    def unseen_words(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """The words that no attacker has ever seen, so that they move none of them, with their places."""
        return self._strangers.places(document)

    def asking(self) -> Indistinct:
        """The same model for a door at which a person decides about words that no attacker has ever seen."""
        return replace(self, asks=True) if self.unseen == "ask" else self

    def with_choices(self, choices: Mapping[str, Choice]) -> Indistinct:
        """The same model with what a person says of single words that no attacker has ever seen."""
        return replace(self, choices={**self.choices, **choices})

    @property
    def _attestation(self) -> str:
        """What is said of readers whose answers nobody can get again."""
        elsewhere = ", ".join(reader.name for reader in self.attackers if not reader.repeatable)
        attested = (
            f" For {elsewhere} this is attested, not rechecked: it may answer otherwise next time. It is asked about at most"
            f" {self.rounds:,} drafts of a document."
        )
        return attested if elsewhere else ""

    def _views_of(self, secret: Secret) -> dict[str, Secret | None]:
        """The secret as it is to readers who have candidates of their own."""
        views: dict[str, Secret | None] = {}
        for reader, by_entity in self.rivals.items():
            if secret.name in by_entity:
                own = by_entity[secret.name]
                listed = list_candidates(own.candidates, self.taxonomy, self.aliases) if own else ()
                views[reader] = secret.among(own.kind, listed) if own else None
        return views

    def _count_known(self, secret: Secret) -> int:
        """How many candidates every reader knows that can be reckoned with and has no others."""
        own = [reader for reader in self._adding if reader.name not in secret.views]
        known = [sum(reader.considers(secret.candidates)) for reader in own]
        return min(known, default=len(secret.candidates))

    def _ask(self, release: Release, readers: Sequence[Attacker]) -> list[Violation]:
        def ask(reader: Attacker, secret: Secret) -> Sequence[Guess]:
            if isinstance(reader, LinearAttacker):
                return ask_reader(reader, release.released, secret)
            asked = len(self.answers.curve(reader.name, release.original, secret.name))
            said = self.answers.last(reader.name, release.released, secret.name)
            if asked >= self.rounds and said:  # it has answered about this very draft
                return said
            guesses = ask_reader(reader, release.released, secret)
            self.answers.remember(reader.name, release, secret.name, guesses)
            return guesses

        found = ask_readers(release.released, self.secrets, readers, ask, k=self.k)
        return [self._with_curve(each, release) for each in found]

    def _with_curve(self, violation: Violation, release: Release) -> Violation:
        """The violation with how its reader fared with all drafts so far."""
        curves = [
            describe_curve(points)
            for reader in self.attackers
            if violation.reason.startswith(f"for {reader.name},")
            and (points := self.answers.curve(reader.name, release.original, violation.about))
        ]
        return replace(violation, reason=f"{violation.reason}; {curves[0]}") if curves else violation

    def tell_asked(self, original: Document) -> str:
        """How often each reader who can't be reckoned with was asked about a document, and how it fared."""
        told = [
            f"{reader.name} was asked {len(points)} time{'' if len(points) == 1 else 's'} about {secret.name};"
            f" {describe_curve(points)}."
            for reader, secret in pair_with_secrets(self._asked_readers, self.secrets)
            if (points := self.answers.curve(reader.name, original, secret.name))
        ]
        return " ".join(told)

    @property
    def _asked_readers(self) -> list[Attacker]:
        return [reader for reader in self.attackers if not isinstance(reader, LinearAttacker)]

    def _may_ask(self, reader: Attacker, release: Release) -> bool:
        """Whether a reader has not been asked about so many drafts of this document that no further one is made for it."""
        for secret in self.secrets:
            self.answers.begin(reader.name, release, secret.name)
        asked = [len(self.answers.curve(reader.name, release.original, each.name)) for each in self.secrets]
        return max(asked) < self.rounds

    def _places_to_take(self, release: Release) -> list[Span]:
        """The places that readers relied on, as far as the budget of words goes and while they may be asked again."""
        others = [reader for reader in self._asked_readers if self._may_ask(reader, release)]
        if not others or share_kept(release) <= 1 - self.budget:
            return []
        words = Words.of(release.released, self.corpus)
        dearest = sorted(range(len(words.forms)), key=lambda number: (-words.bits[number], number))[:_DEAREST]
        otherwise = [span for number in dearest for span in words.places[number]]
        return places_relied_on(
            self.answers, others, release.released, self.secrets, k=self.k, otherwise=otherwise
        )


def _find_strangers(model: Indistinct) -> Strangers:
    """What becomes of words that neither the corpus of the model nor any attacker has ever seen."""
    counting = [reader for reader in model.attackers if isinstance(reader, CountsDocuments)]
    corpora = [model.corpus, *(reader.corpus for reader in counting if reader.corpus is not model.corpus)]
    others = [
        reader
        for reader in model.attackers
        if isinstance(reader, LinearAttacker) and not isinstance(reader, CountsDocuments)
    ]
    return Strangers(
        [UnseenWords(each, None, model.unseen, model.choices, asks=model.asks) for each in corpora], others
    )


def _leave_out_of(reader: Attacker, documents: Sequence[Document]) -> Attacker:
    if not isinstance(reader, CountsDocuments):
        return reader
    corpus = leave_out(reader.corpus, documents)
    return reader if corpus is reader.corpus else reader.with_corpus(corpus)
