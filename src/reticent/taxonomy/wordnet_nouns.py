"""WordNet's nouns, which ship with the package (licence: `data/LICENSE-WordNet`; `training/build_wordnet.py` packs them)."""

from __future__ import annotations

from reticent.taxonomy.packed import PackedTaxonomy, load_shipped

WordNet = PackedTaxonomy


def wordnet() -> WordNet:
    """The nouns of WordNet 3.0, loaded once; concepts are in the order of their frequency."""
    return load_shipped("WordNet")
