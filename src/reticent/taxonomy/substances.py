"""Drugs are sold under names of their own: the substance that such a name stands for."""

from __future__ import annotations

from reticent.taxonomy.relations import ancestors
from reticent.taxonomy.spelling import fold_case, normal
from reticent.taxonomy.taxonomy import Taxonomy

_TOP = "drug"
"""What a taxonomy calls everything that is one."""


def substance_of(taxonomy: Taxonomy, term: str) -> str | None:
    """The usual name of the one drug that a term is another name of; None for anything else.

    >>> from reticent.taxonomy.medicine import medicine
    >>> substance_of(medicine(), "Viread"), substance_of(medicine(), "lamivudine"), substance_of(medicine(), "MI")
    ('tenofovir disoproxil', None, None)
    """
    senses = taxonomy.concepts(term)
    if len(senses) != 1:
        return None  # what may mean several things is rather judged by its own counts
    drug = senses[0]
    if fold_case(normal(drug.name)) == fold_case(normal(term)):
        return None
    return drug.name if any(above.name == _TOP for above in ancestors(taxonomy, drug)) else None
