"""What the planners know, and the models that they make: the attacked texts are in nothing that they count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from experiments.readers_candidates import Candidates
from experiments.readers_conditions import PhraseFinder, is_acronym
from experiments.readers_fields import Field
from experiments.readers_releases import MakeRelease, release_with, remove_names
from experiments.readers_texts import HiddenText
from reticent import CgSanitization, Document, wordnet
from reticent.attackers import Candidate, Guess
from reticent.attackers.bayes import Bayes
from reticent.attackers.hints import Hints
from reticent.attackers.linear import LinearAttacker, Weights, guess_by_sums
from reticent.attackers.similarity import Similarity
from reticent.errors import InputError
from reticent.knowledge import Corpus, open_knowledge
from reticent.knowledge.corpus.terms import words_of
from reticent.models.indistinct import Indistinct
from reticent.plan import Release
from reticent.taxonomy import Entry, Hierarchy, Taxonomy, in_order
from reticent.text import Span

GENERAL = "disease"
"""g(c) of every condition: a reader may learn that there is a disease, and no more."""
FACTS = "medicine-facts"
"""The part of `medicine` that holds facts of tables and no texts."""
NAMES_GONE = "names gone"
CG_GENERAL = "(C, g(C)), general knowledge"
CG_MEDICAL = "(C, g(C)), medical knowledge"
_ALIKE = 0.9


@dataclass(frozen=True, slots=True)
class Planner:
    """What a planner knows: a general corpus, a medical one, the attackers that it reckons with, and what these know."""

    general: Corpus = field(repr=False)
    medical: Corpus = field(repr=False)
    attackers: tuple[LinearAttacker, ...]
    known: tuple[frozenset[str], ...] = field(repr=False)
    candidates: Candidates = field(repr=False)
    names: PhraseFinder = field(repr=False)

    def attackers_of(self, text: HiddenText) -> tuple[Attentive, ...]:
        """The attackers that have heard of what a text hides; what it names otherwise they leave out."""
        named = frozenset(self.names.conditions(text.text) - {text.condition})
        known = zip(self.attackers, self.known, strict=True)
        return tuple(Attentive(attacker, named) for attacker, names in known if text.condition in names)


@dataclass(frozen=True, slots=True)
class Attentive:
    """An attacker that doesn't guess what a text names: it is not hidden, and explains the text better for nothing."""

    attacker: LinearAttacker
    named: frozenset[str] = field(repr=False)

    @property
    def name(self) -> str:
        """The attacker's own."""
        return self.attacker.name

    @property
    def fingerprint(self) -> str:
        """The attacker's own, which is attentive."""
        return f"attentive {self.attacker.fingerprint}"

    @property
    def repeatable(self) -> bool:
        """As the attacker is."""
        return self.attacker.repeatable

    def units(self, document: Document) -> Mapping[str, tuple[Span, ...]]:
        """What the attacker takes from a text."""
        return self.attacker.units(document)

    def weights(self, units: Sequence[str], candidates: Sequence[Candidate]) -> Weights:
        """The attacker's weights."""
        return self.attacker.weights(units, candidates)

    def considers(self, candidates: Sequence[Candidate]) -> list[bool]:
        """Whether the attacker knows each candidate, and the text doesn't name it."""
        known = self.attacker.considers(candidates)
        return [own and each.name not in self.named for own, each in zip(known, candidates, strict=True)]

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        """The attacker's guesses, without what the text names."""
        return guess_by_sums(self, document, candidates)


def open_planner(field_: Field) -> Planner:
    """The planner that knows the encyclopedia, without the articles that are held out, and facts of medicine."""
    general, medical = open_knowledge(), open_knowledge(FACTS)
    for text in field_.held_out:
        general, medical = (corpus.without(words_of(text), alike=_ALIKE) for corpus in (general, medical))
    listed = {
        name: condition.hints
        for condition in field_.conditions
        if condition.hints
        for name in condition.names
    }
    attackers = (Similarity(medical), Bayes(medical), Hints(listed))
    candidates = Candidates.of(field_.conditions)
    known = tuple(candidates.known_to(attacker) for attacker in attackers)
    return Planner(general, medical, attackers, known, candidates, field_.names)


def name_kind(k: int) -> str:
    """What releases of `Indistinct` with this k are called."""
    return f"Indistinct, k = {k}"


def make_kinds(planner: Planner, ks: Sequence[int]) -> dict[str, MakeRelease]:
    """What is done to a text, by the name of the kind."""
    return {
        NAMES_GONE: remove_names,
        CG_GENERAL: partial(sanitize_by_counts, corpus=planner.general),
        CG_MEDICAL: partial(sanitize_by_counts, corpus=planner.medical),
        **{name_kind(k): partial(make_indistinct, planner=planner, k=k) for k in ks},
    }


def sanitize_by_counts(text: HiddenText, corpus: Corpus) -> Release | None:
    """(C, g(C))-sanitization; None where the corpus can't say what the condition is."""
    name, *others = _counted_names(text)
    try:
        model = CgSanitization(
            {name: GENERAL},
            corpus=corpus,
            taxonomy=_with_condition(name, others),
            aliases={name: others},
            unseen="keep",
        )
    except InputError:
        return None
    return release_with(text, model)


def make_indistinct(text: HiddenText, planner: Planner, k: int) -> Release | None:
    """`Indistinct` against the planner's attackers, with gaps closed; None where they don't know the condition."""
    attackers = planner.attackers_of(text)
    if not attackers:
        return None
    try:
        model = Indistinct(
            {text.condition: None},
            corpus=planner.medical,
            taxonomy=wordnet(),
            k=k,
            attackers=attackers,
            candidates=planner.candidates.all,
            aliases={text.condition: planner.candidates.own_names[text.condition]},
        )
    except InputError:
        return None
    return release_with(text, model, gaps="close")


def _counted_names(text: HiddenText) -> list[str]:
    """The names without acronyms, which are companies and songs too."""
    return [name for name in text.names if not is_acronym(name)] or list(text.names)


def _with_condition(name: str, others: Sequence[str]) -> Taxonomy:
    """WordNet with the condition, under its names, below g(c)."""
    entries = [Entry("general", (GENERAL,)), Entry("hidden", (name, *others), {"general": "the list"})]
    return in_order(Hierarchy(entries), wordnet())
