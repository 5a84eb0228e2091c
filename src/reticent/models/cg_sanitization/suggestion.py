"""What could be allowed about an entity, with the price of each choice, so that g(c) is picked and not guessed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reticent.knowledge import Corpus, Counting
from reticent.models.cg_sanitization.entities import entity_of
from reticent.models.cg_sanitization.model import CgSanitization
from reticent.models.cg_sanitization.thresholds import Threshold, thresholds, thresholds_by_counts
from reticent.models.disclosure.protections import read_protected
from reticent.taxonomy import Concept, Taxonomy
from reticent.text import Document


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
    return [
        plain,
        *(
            _suggest(_describe(sense, taxonomy), sense.names, each, cost)
            for sense in senses
            for each in thresholds(
                entity, sense, corpus=corpus, taxonomy=taxonomy, aliases=aliases, counting=counting
            )
        ),
    ]


def _suggest(
    sense: str, names: tuple[str, ...], each: Threshold, cost: Callable[[str | None], int | None]
) -> Suggestion:
    """One generalization as it is shown; what can't be picked has no price."""
    price = cost(each.general) if each.usable else None
    return Suggestion(sense, names, each.general, each.documents, each.bits, each.usable, price)


def _describe(sense: Concept, taxonomy: Taxonomy) -> str:
    """A sense by its own name and what it is: "HIV (retrovirus)"."""
    above = taxonomy.parents(sense)
    return f"{sense.name} ({above[0].name})" if above else sense.name
