from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import KnowledgeError
from reticent.knowledge import Corpus, MemoryCorpus, any_of, counting_rule, terms_for
from reticent.knowledge.corpus.corpus import concept_occurrences
from reticent.knowledge.corpus.opening import JoinedCorpus
from reticent.knowledge.taxonomy import Hierarchy, ancestors, names_below, wordnet

NAMES = ["HIV", "retrovirus", "virus", "vector", "microorganism", "germ", "living thing"]
PAIRS = [
    ("HIV", "retrovirus"),
    ("retrovirus", "virus"),
    ("virus", "microorganism"),
    ("germ", "microorganism"),
    ("microorganism", "living thing"),
    ("vector", "germ"),
]
CORPORA = st.lists(st.lists(st.sampled_from(NAMES), max_size=4).map(" . ".join), max_size=10).map(
    MemoryCorpus
)


@pytest.mark.paper("cg-sanitization", "Equation 5")
@given(CORPORA, st.sampled_from(NAMES))
def test_a_more_general_concept_never_counts_fewer_documents(corpus: MemoryCorpus, name: str) -> None:
    taxonomy = Hierarchy.from_pairs(PAIRS)
    concept = taxonomy.concepts(name)[0]
    for general in ancestors(taxonomy, concept):
        ways = counting_rule(
            "taxonomic",
            names_below(taxonomy, concept, first_sense_only=True),
            names_below(taxonomy, general, first_sense_only=True),
        )
        special_count, general_count = corpus.count([ways.entity, ways.threshold])
        assert special_count <= general_count


@pytest.mark.paper("cg-sanitization", "Equation 5")
@given(CORPORA, st.sampled_from(NAMES))
def test_a_more_general_concept_never_occurs_less_often(corpus: MemoryCorpus, name: str) -> None:
    taxonomy = Hierarchy.from_pairs(PAIRS)
    concept = taxonomy.concepts(name)[0]
    said = [" " + " ".join(words) + " " for words in corpus.word_lists]
    below = [concept, *ancestors(taxonomy, concept)]
    names = [any_of(names_below(taxonomy, each, first_sense_only=True)) for each in below]
    counted = concept_occurrences(corpus, *names)
    by_hand = [
        sum(text.replace(" ", "  ").count(f" {each.replace(' ', '  ')} ") for text in said for each in own)
        for own in names
    ]
    assert counted == by_hand
    assert all(counted[0] <= general for general in counted)


def test_a_corpus_of_documents_alone_says_what_to_do_about_equation_5() -> None:
    with pytest.raises(KnowledgeError, match="doesn't count how often terms occur"):
        concept_occurrences(
            JoinedCorpus((MemoryCorpus(["a virus"]), cast(Corpus, DocumentsAlone()))), any_of(["virus"])
        )


class DocumentsAlone:
    """A corpus that is asked nothing but whether it counts occurrences."""


@pytest.mark.paper("cg-sanitization", "Section 4, HIV and microorganism")
@given(CORPORA, st.sampled_from(NAMES), st.sampled_from(NAMES))
def test_contextualized_counts_nest(corpus: MemoryCorpus, name: str, general: str) -> None:
    ways = counting_rule("contextualized", [name], [general])
    inside, outside = corpus.count([ways.entity | ways.within, ways.threshold])
    assert inside <= outside


def test_standard_counts_are_of_the_names_alone() -> None:
    corpus = MemoryCorpus(["HIV", "retroviruses", "a virus"])
    ways = counting_rule("standard", ["HIV", "retrovirus"], ["virus"])
    assert corpus.count([ways.entity, ways.threshold]) == [2, 1]
    assert ways.within == frozenset()


def test_without_a_threshold_there_is_no_context() -> None:
    ways = counting_rule("contextualized", ["HIV"])
    assert (ways.threshold, ways.within) == (frozenset(), frozenset())


def test_a_rare_sense_does_not_count_below_a_virus() -> None:
    virus = wordnet().concepts("virus")[0]
    assert "vector" in names_below(wordnet(), virus)
    assert "vector" not in any_of(names_below(wordnet(), virus, first_sense_only=True))


def test_names_become_terms() -> None:
    assert any_of(["Human Immunodeficiency Viruses", "the", ""]) == {"human immunodeficiency virus"}
    with pytest.raises(KnowledgeError, match="leave it out"):
        terms_for("HIV", "the")
