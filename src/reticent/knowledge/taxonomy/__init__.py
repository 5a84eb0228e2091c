"""Which concept is more general than which."""

from reticent.knowledge.taxonomy.hierarchy import Entry, Hierarchy
from reticent.knowledge.taxonomy.medicine import medicine
from reticent.knowledge.taxonomy.packed import PackedTaxonomy, WordNet, substance_of, wordnet
from reticent.knowledge.taxonomy.relations import (
    Entries,
    ancestors,
    chains,
    common_ancestors,
    descendants,
    is_a,
    known_phrases,
    knows,
    leaves,
    lowest_common_ancestor,
    names_below,
)
from reticent.knowledge.taxonomy.tables import read_obo, read_table
from reticent.knowledge.taxonomy.taxonomy import Concept, Taxonomy, in_order

__all__ = [
    "Concept",
    "Entries",
    "Entry",
    "Hierarchy",
    "PackedTaxonomy",
    "Taxonomy",
    "WordNet",
    "ancestors",
    "chains",
    "common_ancestors",
    "descendants",
    "in_order",
    "is_a",
    "known_phrases",
    "knows",
    "leaves",
    "lowest_common_ancestor",
    "medicine",
    "names_below",
    "read_obo",
    "read_table",
    "substance_of",
    "wordnet",
]
