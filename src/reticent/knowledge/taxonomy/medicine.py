"""Diseases, drugs and germs, which ship with the package (sources and licences: `data/LICENSE-medicine`)."""

from __future__ import annotations

from reticent.knowledge.taxonomy.packed import PackedTaxonomy, load_shipped


def medicine() -> PackedTaxonomy:
    """The taxonomy of medicine, loaded once: asked before WordNet it answers for what it knows.

    >>> [above.name for above in medicine().parents(medicine().concepts("lamivudine")[0])]
    ['antiretroviral drug']
    """
    return load_shipped("Medicine")
