"""WordNet's counts of senses."""

from __future__ import annotations

from reticent import wordnet
from reticent.knowledge.taxonomy.taxonomy import is_of_wordnet, sense_counts


def test_counts_belong_to_the_senses_of_the_noun() -> None:
    counts = sense_counts("Bank")
    senses = [concept.id for concept in wordnet().concepts("bank")]
    assert set(counts) <= set(senses)
    assert counts[senses[0]] == max(counts.values()) > 10


def test_a_noun_that_nobody_met_has_no_counts() -> None:
    assert sense_counts("phantom limb pain") == {}


def test_a_concept_of_wordnet_is_told_by_its_id() -> None:
    concept = wordnet().concepts("bank")[0]
    assert is_of_wordnet(concept)
    assert concept.id in sense_counts("bank")
