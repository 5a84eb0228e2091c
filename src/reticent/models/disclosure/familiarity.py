"""One rule for names that say too little to a reader: they are too vague, or nobody calls the thing so."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import dropwhile

from reticent.knowledge import Conjunction, Corpus, is_countable
from reticent.knowledge.corpus.terms import words_of
from reticent.models.disclosure.phrases import Phrase
from reticent.taxonomy import Concept, Taxonomy

_MOST, _SMALL = 1 / 7, 1000
"""The share of all leaves from which on a concept says no more than a placeholder; small taxonomies have none such."""

_RAREST_NAME = 1e-4
_MORE_THAN_CHANCE = 3
_FEW = 20

# The top of WordNet is for philosophers: a reader learns as much from a placeholder.
_LISTED = """abstract entity, abstraction, act, action, activity, agent, arrangement, attribute, basic cognitive process,
    being, causal agency, causal agent, cause, change, cognition, communication, complex, component, concept,
    condition, constitution, content, covering, deed, definite quantity, entity, event, evidence, extent, form,
    fundamental quantity, group, grouping, happening, higher cognitive process, human action, human activity, idea,
    ill health, indefinite quantity, information, instance, instrumentality, instrumentation, knowledge, living thing,
    location, matter, measure, mental object, message, metric weight unit, natural object, natural phenomenon,
    negative stimulus, object, occurrence, organism, part, phenomenon, physical condition, physical entity, physical object, physical phenomenon,
    physiological condition, physiological state, piece, portion, possession, process, property,
    psychological feature, quantity, relation, representation, sample distribution, set, shape, signal, social group,
    state, structure, substance, system, thing, touch, transferred property, unit, unit of measurement, whole, work"""
_VAGUE_NAMES = frozenset(" ".join(name.split()) for name in _LISTED.split(","))
_PLAIN_NAMES = frozenset(
    {
        "cancer",
        "disease",
        "disorder",
        "drug",
        "infection",
        "injury",
        "medical test",
        "symptom",
        "syndrome",
        "tumor",
    }
)
"""What everybody says, however much of a taxonomy lies below it."""


def is_vague(concept: Concept, above: Iterable[Concept], taxonomy: Taxonomy) -> bool:
    """Whether a reader learns no more from a concept than from a placeholder; `above` are all that it stands among."""
    if concept.name in _VAGUE_NAMES or concept.name in _PLAIN_NAMES:
        return concept.name in _VAGUE_NAMES
    volume = taxonomy.volume(concept)
    return volume > _SMALL and volume > _MOST * max(map(taxonomy.volume, above), default=0)


def familiar_forms(
    forms: Sequence[str], phrase: Phrase, *, corpus: Corpus, allowed: Collection[str] = ()
) -> frozenset[str]:
    """The forms that a reader can be expected to understand in the phrase's place.

    What a form adds to the phrase's own first words is known to the corpus from more than a few places, and clearly more
    often beside the phrase's last word than by chance: a taxonomy calls every tremor a vibration and every stroke a
    maneuver, but hardly anybody else does. A proper name is what it is, however seldom the two stand together.
    """
    added = {form: " ".join(dropwhile(phrase.words.__contains__, words_of(form))) for form in forms}
    asked = [form for form, new in added.items() if new and new not in allowed and is_countable(new)]
    beside = (
        frozenset({phrase.words[-1]}) if is_countable(phrase.words[-1]) and not phrase.name else frozenset()
    )
    conjunctions: list[Conjunction] = [beside, *(frozenset({added[form]}) for form in asked)]
    counts = corpus.count(conjunctions + [each | beside for each in conjunctions[1:]])
    own, alone, together = counts[0], counts[1 : len(asked) + 1], counts[len(asked) + 1 :]
    fitting = {
        form
        for form, many, both in zip(asked, alone, together, strict=True)
        if many > corpus.size * _RAREST_NAME
        and (not beside or own <= _FEW or both > _MORE_THAN_CHANCE * many * own / corpus.size)
    }
    return frozenset(form for form, new in added.items() if not new or new in allowed or form in fitting)
