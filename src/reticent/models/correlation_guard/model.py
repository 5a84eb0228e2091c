"""The correlation guard: nothing left in clear gives away what was removed.

Sánchez, Batet and Viejo, "Minimizing the disclosure risk of semantic correlations in document sanitization".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from typing import ClassVar

from reticent.detection.detector import Detector, declare_all, settle, several
from reticent.errors import InputError
from reticent.knowledge import Corpus
from reticent.knowledge.corpus.spoken import language_of
from reticent.knowledge.taxonomy import Taxonomy
from reticent.language import DEFAULT_CODE
from reticent.models.correlation_guard._reading import (
    KIND,
    NAME,
    Lookup,
    ReleaseReader,
    ReleaseReading,
    SecretTerm,
)
from reticent.models.correlation_guard.risk import (
    CorrelationAttacker,
    CorrelationReport,
    Watch,
    correlations_in_contexts,
    violations,
)
from reticent.models.correlation_guard.search import Search, decide_phrases
from reticent.models.naive_readers import NAIVE, RawCounts, find_correlated
from reticent.models.privacy_model import Choice, CompleteModel, Needs, Unseen
from reticent.models.shared.counts import (
    CHANCE,
    RATE,
    describe_share,
    leave_out,
    own_counts,
    require_cap,
    require_groups,
)
from reticent.models.shared.decisions import decide_by_term
from reticent.models.shared.mark_options import is_clinical, show_things
from reticent.models.shared.marks import KINDS
from reticent.models.shared.own_language import in_own_language
from reticent.models.shared.phrases import Phrase, all_units
from reticent.models.shared.spelling import WordReadings
from reticent.models.shared.unseen import (
    NEVER_SEEN,
    PROMISED,
    UNSEEN_LIMIT,
    UnseenWords,
    WordPlaces,
    places_of_words,
)
from reticent.plan import Decision, Plan, Promise, Release, Violation
from reticent.rendering.edits import UNSEEN
from reticent.rendering.placeholders import label, read_label, spell_marks, widen_to_marks
from reticent.text import Document, Mention, Span
from reticent.text.contexts import describe_within, words_in_window

_SHARE = re.compile(r"(?:(?P<of>own|quantile) )?(?P<share>\d{1,3}(?:\.\d+)?) ?%")


# paper: correlations, Equation 7
@dataclass(frozen=True, slots=True)
class Threshold:
    """A share of what each removed term holds itself, a number of bits, or a quantile of what the removed terms hold.

    The 0 quantile is equation 7.
    """

    bits: float | None = None
    quantile: float = 0.0
    own: float | None = None

    @classmethod
    def of(cls, rule: str | float) -> Threshold:
        """The threshold that "least", a number of bits, "own 50%" or "quantile 25%" stands for.

        >>> Threshold.of("own 50%"), Threshold.of("quantile 25%")
        (Threshold(bits=None, quantile=0.0, own=0.5), Threshold(bits=None, quantile=0.25, own=None))
        """
        if rule == "least":
            return cls()
        share = _SHARE.fullmatch(rule) if isinstance(rule, str) else None
        if share and not share["of"]:
            raise InputError(
                f"a threshold is more than {rule}: 'own {rule}' is a share of what each removed term holds, 'quantile {rule}'"
                " what that share of the removed terms hold at most"
            )
        part = float(share["share"]) / 100 if share else 2.0
        if share and share["of"] == "own" and 0 < part <= 1:
            return cls(own=part)
        if share and share["of"] == "quantile" and part <= 1:
            return cls(quantile=part)
        try:
            bits = float(rule)
        except ValueError:
            bits = -1.0
        if not isfinite(bits) or bits <= 0:
            raise InputError(
                "a threshold is 'least', a number of bits such as 6, 'own 50%' (a share of what each removed term holds),"
                " or 'quantile 25%'"
            )
        return cls(bits)

    def over(self, information: Sequence[float]) -> list[float]:
        """The bits at which a disclosure of each removed term begins, given what they hold; inf where nobody can say.

        One general name such as "Europe" makes the least of them very strict for all; a quantile passes over it, and a share of
        its own asks the same of every term.
        """
        if self.own is not None:
            return [self.own * each for each in information]
        if self.bits is not None:
            return [self.bits] * len(information)
        seen = sorted(each for each in information if isfinite(each))
        bar = seen[min(int(self.quantile * len(seen)), len(seen) - 1)] if seen else inf
        return [bar] * len(information)

    def __str__(self) -> str:
        if self.own is not None:
            return f"{self.own:.0%} of what it holds itself"
        if self.bits is not None:
            return f"{self.bits:g} bits"
        if not self.quantile:
            return "as many bits as the least informative term removed has"
        return f"as many bits as {self.quantile:.0%} of the terms removed have at most"


THRESHOLD: str | float = 6.0
"""Bits, the same in every text; of the rules that let an attacker name no more people than "least" it keeps most words
(`experiments.correlation_rules`)."""
MIN_SUPPORT = 3  # two documents may be copies of one another; chosen by hand
AT_MOST = 0.2
"""One in five, as in (C, g(C)) (`experiments.giveaways`)."""


@in_own_language
@dataclass(frozen=True, slots=True)
class CorrelationGuard(CompleteModel):
    """Ψ: removes what the detectors find and people point at (S), and whatever else gives that away (QS).

    `threshold` is t_DR: a number of bits, "least", "own 50%", or "quantile 25%" (see `Threshold`). A group of two terms or
    more that fewer than `min_support` documents hold with a removed term is no evidence. Whatever the threshold, no group may
    make a removed term likelier than `at_most`, a probability, where `min_support` documents say so and chance hardly does; 1 is no
    such cap. With a `taxonomy`, correlated
    terms become the most informative term above them that is safe. A noun phrase that holds a sensitive word goes as a
    whole unless `whole_phrases` is off: then the rest of its words is judged like all others. Words that the corpus has
    never seen, beside a secret, are `unseen`: kept, removed, refused, or left to a person, whose `choices` say so of single
    words; where there is none, they go, up to a share of `unseen_limit` of a text. With `marks`, what gives away a matter of medicine
    is shown by a mark that says what it was, such as [DRUG 1], where that doesn't tell too much either.
    """

    detectors: tuple[Detector, ...] = ()
    corpus: Corpus = field(kw_only=True, repr=False)
    taxonomy: Taxonomy | None = field(default=None, kw_only=True, repr=False)
    threshold: str | float = field(default=THRESHOLD, kw_only=True)
    max_group: int = field(default=2, kw_only=True)
    context: str = field(default="document", kw_only=True)
    min_support: int = field(default=MIN_SUPPORT, kw_only=True)
    at_most: float = field(default=AT_MOST, kw_only=True)
    search: Search = field(default="fewest", kw_only=True)
    whole_phrases: bool = field(default=True, kw_only=True)
    lookup: Lookup = field(default="words", kw_only=True)
    unseen: Unseen = field(default="ask", kw_only=True)
    unseen_limit: float = field(default=UNSEEN_LIMIT, kw_only=True)
    choices: Mapping[str, Choice] = field(default_factory=dict, kw_only=True, repr=False)
    marks: bool = field(default=True, kw_only=True)
    asks: bool = field(default=False, kw_only=True, repr=False)

    counts_marks: ClassVar[bool] = True
    needs: ClassVar[Needs] = "both"  # what was removed stands in the original only
    takes_findings = True

    def __post_init__(self) -> None:
        english = language_of(self.corpus).code == DEFAULT_CODE  # as the labels of marks are
        object.__setattr__(self, "marks", self.marks and english)
        Threshold.of(self.threshold)
        require_groups(self.max_group, self.context)
        if self.min_support < 1:
            raise InputError(f"min_support must be at least 1, not {self.min_support}")
        require_cap(self.at_most)

    @property
    def gives_back(self) -> bool:
        """Whether what turns out safe comes back: not where groups go whole, as Algorithm 1 has it."""
        return self.search == "fewest"

    @property
    def promise(self) -> Promise:
        """That nothing sensitive is left, and nothing that tells too much of it."""
        declared: dict[str, str] = declare_all(self.detectors) | {"corpus": self.corpus.fingerprint}
        if self.taxonomy:
            declared["taxonomy"] = self.taxonomy.fingerprint
        around = ", nor another word of its noun phrase" if self.whole_phrases else ""
        terms = "noun phrases" + (" or words beside what was removed" if self.lookup == "words" else "")
        return Promise(
            NAME,
            f"Nothing that the declared detectors find or that was pointed at is left{around}, and no group of"
            f" up to {self.max_group} {terms} in one {describe_within(self.context)} tells {Threshold.of(self.threshold)} or more"
            f" of it, by counts in which several terms need {self.min_support} documents. {self._cap()}{PROMISED[self.unseen]}",
            declared,
            summary=f"what was removed is not given away: no group of up to {self.max_group} terms that are left tells"
            f" {Threshold.of(self.threshold)} or more of it",
        )

    def _cap(self) -> str:
        """How likely anything that is left may make what was removed, in words."""
        if self.at_most >= 1:
            return ""
        most = describe_share(self.at_most)
        return (
            f"Whatever that allows, nothing that is left makes a removed term likelier than {most} %: of 100 documents with such a"
            f" term or group at most {most} name it, or as many as of all documents. {self.min_support} documents must show more, which chance explains in at most"
            f" {CHANCE:.3g} of cases, or {RATE:.3g} for a group. "
        )

    def without_documents(self, *documents: Document) -> CorrelationGuard:
        """The same model with these documents left out of the counts, in case the corpus holds them itself."""
        corpus = leave_out(self.corpus, documents)
        return self if corpus is self.corpus else replace(self, corpus=corpus)

    def unseen_words(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """The words that the corpus has never seen, which nothing can be said about, with their places."""
        return self._unseen_places(self._reader.phrases(document), self._unseen.find)

    def asking(self) -> CorrelationGuard:
        """The same model for a door at which a person decides about words that the corpus has never seen."""
        return replace(self, asks=True) if self.unseen == "ask" else self

    def with_choices(self, choices: Mapping[str, Choice]) -> CorrelationGuard:
        """The same model with what a person says of single words that the corpus has never seen."""
        return replace(self, choices={**self.choices, **choices})

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of its detectors, and those of the words that gave them away."""
        own = KINDS | {KIND} if self.marks else frozenset({KIND})
        return own.union(*(detector.kinds for detector in self.detectors))

    def plan(self, document: Document, mentions: Sequence[Mention] = ()) -> Plan:
        """Decisions for what is sensitive in a document and for what gives it away."""
        return self.plan_further(Release(document, document, (), tuple(mentions)))

    def plan_further(self, release: Release) -> Plan:
        """Decisions for the released text, so that it keeps the secrets of the original."""
        return self.plan_around(release, ())

    def plan_around(self, release: Release, kept: Sequence[Span]) -> Plan:
        """The same, with these places of the released text left as they are: other phrases of a group go instead."""
        reading = self._reading(release)
        at_least = self._at_least(reading)
        marks = self.marks and is_clinical(secret.term for secret in reading.secrets)
        by_place = decide_phrases(
            reading,
            self._attacker,
            at_least,
            search=self.search,
            kept=kept,
            taxonomy=self.taxonomy,
            units_of_mark=self._reader.units_of_mark if marks else None,
        )
        pointed = decide_by_term(release.released, reading.left, model=NAME, reason="pointed at")
        decisions: Sequence[Decision] = [
            *pointed,
            *by_place.values(),
            *self._decide_unseen(release.released, reading, by_place.keys()),
        ]
        if marks:
            phrases = {len(pointed) + at: reading.phrases[place] for at, place in enumerate(by_place)}
            decisions = show_things(release.released, decisions, phrases, kind=KIND, kept=kept)
        return Plan.for_document(release.released, tuple(decisions), (self.promise,))

    @property
    def languages(self) -> frozenset[str]:
        """The language that its corpus counts."""
        return frozenset({language_of(self.corpus).code})

    def violations(self, release: Release) -> list[Violation]:
        """Whatever sensitive is left, and every group of terms that breaks equation 8."""
        reading = self._reading(release)
        found = violations(
            reading, attacker=self._attacker, unseen=self._unseen, at_least=self._at_least(reading)
        )
        # Windows overlap, so that several hold the same group.
        once = {(each.span, each.group, each.about, each.reason): each for each in found}
        return list(once.values()) if words_in_window(self.context) else found

    def naive_violations(self, release: Release) -> list[Violation]:
        """Single words that tell clearly too much of a removed string, by letters and raw postings alone."""
        labels = {label(kind) for each in self.detectors for kind in each.kinds}
        removed = {
            edit.span.of(release.original.text)
            for edit in release.edits
            if edit.placeholder and read_label(edit.text) in labels
        }
        text = spell_marks(release.released).mask_placeholders()
        at_least, whole = Threshold.of(self.threshold).over, widen_to_marks(release.released)
        found = find_correlated(
            text, removed, RawCounts(self.corpus), at_least, at_most=self.at_most, support=self.min_support
        )
        return [Violation(NAME, whole(span), KIND, NAIVE) for span in found]

    def finding(
        self, release: Release, *, at_least: float | None = None, watch: Watch | None = None
    ) -> CorrelationReport:
        """For every removed term what points to it with at least so many bits; with the threshold's if left out."""
        reading = self._reading(release)
        threshold = self._at_least(reading)
        asked = reading if at_least is None else reading.judged_alike()
        found = correlations_in_contexts(
            self._attacker,
            asked.secrets,
            reading.phrases,
            at_least=threshold if at_least is None else at_least,
            watch=watch,
        )
        return CorrelationReport.of(reading, found, self._attacker.information(reading.secrets), threshold)

    @property
    def _unseen(self) -> UnseenWords:
        no_taxonomy = None  # nothing is judged by its class here
        return UnseenWords(
            self.corpus,
            no_taxonomy,
            self.unseen,
            self.choices,
            self._spelling,
            self.unseen_limit,
            self.asks,
        )

    @property
    def _spelling(self) -> WordReadings | None:
        """Who looks up whole phrases only reads no word otherwise than it is written."""
        return WordReadings(self.corpus) if self.lookup == "words" else None

    def _unseen_places(self, phrases: Sequence[Phrase], find: Callable[[list[str]], list[str]]) -> WordPlaces:
        return places_of_words(phrases, find(all_units(phrases)))

    def _decide_unseen(
        self, document: Document, reading: ReleaseReading, gone: Collection[int]
    ) -> Iterator[Decision]:
        """Removals of the words that the corpus has never seen and that are to go; those in phrases that go are gone."""
        left = [phrase for place, phrase in enumerate(reading.phrases) if place not in gone]

        def places(unseen: UnseenWords) -> WordPlaces:
            return self._unseen_places(left, unseen.removed)

        for spans in places(self._unseen.for_plan(document, places)).values():
            yield Decision(spans, KIND, reason=NEVER_SEEN, model=NAME, evidence={UNSEEN: True})

    @property
    def _reader(self) -> ReleaseReader:
        return ReleaseReader(
            self.context, own_counts(self.corpus), self.whole_phrases, self.lookup, self._spelling
        )

    @property
    def _attacker(self) -> CorrelationAttacker:
        return CorrelationAttacker(
            self.corpus,
            self.max_group,
            self.min_support,
            whole_terms=self.lookup == "phrases",
            at_most=self.at_most,
        )

    def _reading(self, release: Release) -> ReleaseReading:
        detector = several(*self.detectors)
        sensitive = settle([*release.mentions, *detector.mentions(release.original)])
        again = detector.mentions(release.released) if release.edits else ()
        read = self._reader.read(release, sensitive, again)
        share = Threshold.of(self.threshold).own
        return read if share is None else self._with_own_bars(read, share)

    def _with_own_bars(self, reading: ReleaseReading, share: float) -> ReleaseReading:
        """Every secret with a share of what it holds as its own bar; a word of one with that of the least of which it is a word."""
        information = self._attacker.information(reading.secrets)
        held = {secret.term: bits for secret, bits in zip(reading.secrets, information, strict=True)}

        def bar(secret: SecretTerm) -> float:
            wholes = [held[whole] for whole in secret.of if isfinite(held.get(whole, inf))]
            return share * (held[secret.term] if secret.whole or not wholes else min(wholes))

        return replace(reading, secrets=tuple(replace(each, bar=bar(each)) for each in reading.secrets))

    # paper: correlations, Equation 7
    def _at_least(self, reading: ReleaseReading) -> float:
        """t_DR: equation 7, over the removed terms themselves and not their single words; the least of several bars."""
        whole = [secret for secret in reading.secrets if secret.whole]
        return min(Threshold.of(self.threshold).over(self._attacker.information(whole)), default=inf)
