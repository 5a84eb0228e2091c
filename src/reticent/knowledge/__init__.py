"""What an attacker can know: counts of documents, and what follows from them."""

from reticent.knowledge.corpus.corpus import (
    ALIKE,
    AnyOf,
    Association,
    Conjunction,
    Corpus,
    Counting,
    CountingRule,
    Known,
    any_of,
    association,
    bits,
    conjunction,
    counting_rule,
    group_pmi,
    information,
    names_with_counts,
    terms_for,
)
from reticent.knowledge.corpus.index import IndexCorpus
from reticent.knowledge.corpus.index_file import default_path
from reticent.knowledge.corpus.memory import MemoryCorpus
from reticent.knowledge.corpus.opening import (
    anchor_choices,
    manifests_of,
    open_corpus,
    open_knowledge,
    texts_of,
)
from reticent.knowledge.corpus.terms import TermGroups, as_term, is_countable

__all__ = [
    "ALIKE",
    "AnyOf",
    "Association",
    "Conjunction",
    "Corpus",
    "Counting",
    "CountingRule",
    "IndexCorpus",
    "Known",
    "MemoryCorpus",
    "TermGroups",
    "anchor_choices",
    "any_of",
    "as_term",
    "association",
    "bits",
    "conjunction",
    "counting_rule",
    "default_path",
    "group_pmi",
    "information",
    "is_countable",
    "manifests_of",
    "names_with_counts",
    "open_corpus",
    "open_knowledge",
    "terms_for",
    "texts_of",
]
