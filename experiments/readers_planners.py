"""What the planners know, and the models that they make: nothing that they count contains the attacked texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from experiments.phrases import is_acronym
from experiments.readers_candidates import Candidates
from experiments.readers_fields import Field
from experiments.readers_releases import MakeRelease, release_with, remove_names
from experiments.readers_texts import HiddenText
from reticent import CgSanitization, wordnet
from reticent.attackers.counting import Bayes, Similarity
from reticent.attackers.linear import Hints, LinearAttacker
from reticent.errors import InputError
from reticent.knowledge import Corpus, open_knowledge
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Hierarchy, HierarchyEntry, Taxonomy, in_order
from reticent.models.indistinct import Indistinct
from reticent.plan import Release

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

    def attackers_of(self, text: HiddenText) -> tuple[LinearAttacker, ...]:
        """The attackers that have heard of what a text hides."""
        known = zip(self.attackers, self.known, strict=True)
        return tuple(attacker for attacker, names in known if text.condition in names)


def open_planner(field_: Field) -> Planner:
    """The planner that knows the encyclopedia, without the articles that are held out, and facts of medicine."""
    general, medical = open_knowledge(), open_knowledge(FACTS)
    for text in field_.held_out:
        general, medical = (corpus.without(words_of(text), alike=_ALIKE) for corpus in (general, medical))
    listed = {condition.name: condition.hints for condition in field_.conditions if condition.hints}
    attackers = (Similarity(medical), Bayes(medical), Hints(listed))
    candidates = Candidates.of(field_.conditions)
    known = tuple(candidates.known_to(attacker) for attacker in attackers)
    return Planner(general, medical, attackers, known, candidates)


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
    entries = [
        HierarchyEntry("general", (GENERAL,)),
        HierarchyEntry("hidden", (name, *others), {"general": "the list"}),
    ]
    return in_order(Hierarchy(entries), wordnet())
