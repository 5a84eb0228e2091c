"""Which concept is more general than which."""

from reticent.knowledge.taxonomy.hierarchy import Hierarchy, HierarchyEntry
from reticent.knowledge.taxonomy.opening import (
    open_chosen,
    open_taxonomies,
    read_obo,
    read_table,
    taxonomies_beside,
)
from reticent.knowledge.taxonomy.packed import PackedTaxonomy, WordNet, medicine, substance_of, wordnet
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
from reticent.knowledge.taxonomy.taxonomy import Concept, Taxonomy, in_order

__all__ = [
    "Concept",
    "Entries",
    "Hierarchy",
    "HierarchyEntry",
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
    "open_chosen",
    "open_taxonomies",
    "read_obo",
    "read_table",
    "substance_of",
    "taxonomies_beside",
    "wordnet",
]
