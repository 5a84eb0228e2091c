from __future__ import annotations

import pytest

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy import Hierarchy, HierarchyEntry, ancestors

DIAMOND = [
    ("liver cancer", "liver disease"),
    ("liver cancer", "cancer"),
    ("liver disease", "disease"),
    ("cancer", "disease"),
]


def test_pairs_make_a_taxonomy_in_one_call() -> None:
    taxonomy = Hierarchy.from_pairs([("liver_cancer", "cancer"), ("lung cancer", "cancer"), ("cancer", "")])
    (cancer,) = taxonomy.concepts("Cancers")
    assert [child.name for child in taxonomy.children(cancer)] == ["liver cancer", "lung cancer"]
    assert (len(taxonomy), taxonomy.volume(cancer), taxonomy.parents(cancer)) == (3, 2, [])


def test_a_diamond_counts_its_leaf_once() -> None:
    taxonomy = Hierarchy.from_pairs(DIAMOND)
    (disease,) = taxonomy.concepts("disease")
    assert taxonomy.volume(disease) == 1


def test_a_pair_given_twice_counts_once() -> None:
    once, twice = Hierarchy.from_pairs(DIAMOND), Hierarchy.from_pairs(DIAMOND + DIAMOND)
    assert once.fingerprint == twice.fingerprint
    assert once.concepts("cancer") == twice.concepts("cancer")


def test_another_pair_makes_another_fingerprint() -> None:
    assert Hierarchy.from_pairs(DIAMOND).fingerprint != Hierarchy.from_pairs(DIAMOND[1:]).fingerprint


def test_the_first_entry_of_a_name_is_its_likeliest_sense() -> None:
    taxonomy = Hierarchy(
        [HierarchyEntry("1", ("cold", "common cold")), HierarchyEntry("2", ("cold", "low temperature"))]
    )
    assert [concept.id for concept in taxonomy.concepts("colds")] == ["1", "2"]
    assert [concept.id for concept in taxonomy.concepts("low temperature")] == ["2"]


def test_a_name_in_the_terms_own_case_comes_first() -> None:
    taxonomy = Hierarchy(
        [HierarchyEntry("1", ("who",)), HierarchyEntry("2", ("WHO", "World Health Organization"))]
    )
    assert [concept.id for concept in taxonomy.concepts("WHO")] == ["2", "1"]
    assert [concept.id for concept in taxonomy.concepts("who")] == ["1", "2"]


def test_a_chain_of_ten_thousand_steps_is_no_problem() -> None:
    taxonomy = Hierarchy.from_pairs((f"n{step}", f"n{step + 1}") for step in range(10_000))
    (bottom,) = taxonomy.concepts("n0")
    assert len(ancestors(taxonomy, bottom)) == 10_000


def test_a_repr_tells_size_and_fingerprint() -> None:
    taxonomy = Hierarchy.from_pairs(DIAMOND)
    assert repr(taxonomy) == f"Hierarchy(4 concepts, {taxonomy.fingerprint[:15]}…)"


@pytest.mark.parametrize(
    ("pairs", "problem"),
    [
        ([], "empty"),
        ([("", "drug")], "pair 1: the child has no name"),
        ([("drug", ""), (" _ ", "")], "pair 2: the child has no name"),
        ([("drug", "drug")], "pair 1: drug can't be below drug"),
        ([("a", "b"), ("x", "a"), ("b", "a")], r"pair [13]: (a|b) can't be below (a|b)"),
    ],
)
def test_pairs_that_make_no_taxonomy_are_refused(pairs: list[tuple[str, str]], problem: str) -> None:
    with pytest.raises(TaxonomyError, match=problem):
        Hierarchy.from_pairs(pairs)


@pytest.mark.parametrize(
    ("entries", "problem"),
    [
        ([HierarchyEntry("1", (), where="here")], "here: a concept has no name"),
        ([HierarchyEntry("1", ("a", " "), where="here")], "here: a concept has no name"),
        (
            [HierarchyEntry("1", ("a",), where="here"), HierarchyEntry("1", ("b",), where="there")],
            r"there: the id 1 is taken \(here\)",
        ),
        ([HierarchyEntry("1", ("a",), {"2": "there"})], "there: the parent 2 is not defined"),
    ],
)
def test_entries_that_make_no_taxonomy_are_refused(entries: list[HierarchyEntry], problem: str) -> None:
    with pytest.raises(TaxonomyError, match=problem):
        Hierarchy(entries)
