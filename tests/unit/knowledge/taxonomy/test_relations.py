from __future__ import annotations

from reticent.knowledge.taxonomy import (
    Concept,
    Hierarchy,
    ancestors,
    chains,
    common_ancestors,
    descendants,
    is_a,
    known_phrases,
    leaves,
    lowest_common_ancestor,
    names_below,
)

TAXONOMY = Hierarchy.from_pairs(
    [
        ("liver cancer", "liver disease"),
        ("liver cancer", "carcinoma"),
        ("hepatitis", "liver disease"),
        ("liver disease", "disease"),
        ("carcinoma", "cancer"),
        ("cancer", "disease"),
    ]
)


def concept(name: str) -> Concept:
    return TAXONOMY.concepts(name)[0]


def names(concepts: object) -> list[str]:
    assert hasattr(concepts, "__iter__")
    return [each.name for each in concepts]


def test_ancestors_come_by_distance() -> None:
    found = ancestors(TAXONOMY, concept("liver cancer"))
    assert {each.name: steps for each, steps in found.items()} == {
        "liver disease": 1,
        "carcinoma": 1,
        "disease": 2,
        "cancer": 2,
    }


def test_descendants_come_by_distance() -> None:
    assert names(descendants(TAXONOMY, concept("disease"))) == [
        "liver disease",
        "cancer",
        "liver cancer",
        "hepatitis",
        "carcinoma",
    ]


def test_every_way_up_is_a_chain_and_first_parents_lead() -> None:
    assert [names(chain) for chain in chains(TAXONOMY, concept("liver cancer"))] == [
        ["liver cancer", "liver disease", "disease"],
        ["liver cancer", "carcinoma", "cancer", "disease"],
    ]


def test_a_concept_is_what_it_is_and_all_above_but_nothing_beside() -> None:
    assert is_a(TAXONOMY, concept("carcinoma"), concept("carcinoma"))
    assert is_a(TAXONOMY, concept("liver cancer"), concept("cancer"))
    assert not is_a(TAXONOMY, concept("hepatitis"), concept("cancer"))
    assert not is_a(TAXONOMY, concept("cancer"), concept("liver cancer"))


def test_the_lowest_common_ancestor_may_be_one_of_the_two() -> None:
    assert lowest_common_ancestor(TAXONOMY, concept("liver cancer"), concept("cancer")) == concept("cancer")


def test_siblings_share_their_parent_first() -> None:
    shared = common_ancestors(TAXONOMY, concept("liver cancer"), concept("hepatitis"))
    assert names(shared) == ["liver disease", "disease"]
    assert lowest_common_ancestor(TAXONOMY, concept("liver cancer"), concept("hepatitis")) == concept(
        "liver disease"
    )


def test_a_shortcut_to_the_top_does_not_make_the_top_lowest() -> None:
    taxonomy = Hierarchy.from_pairs([("a", "top"), ("b", "top"), ("a", "mid"), ("b", "mid"), ("mid", "top")])
    a, b, mid = (taxonomy.concepts(name)[0] for name in ("a", "b", "mid"))
    assert lowest_common_ancestor(taxonomy, a, b) == mid


def test_of_two_lowest_the_smaller_is_taken() -> None:
    taxonomy = Hierarchy.from_pairs(
        [("a", "wide"), ("b", "wide"), ("c", "wide"), ("a", "tight"), ("b", "tight")]
    )
    assert (
        lowest_common_ancestor(taxonomy, *(taxonomy.concepts(name)[0] for name in "ab"))
        == taxonomy.concepts("tight")[0]
    )


def test_leaves_are_what_has_nothing_below() -> None:
    assert names(leaves(TAXONOMY, concept("disease"))) == ["liver cancer", "hepatitis"]
    assert leaves(TAXONOMY, concept("hepatitis")) == [concept("hepatitis")]


def test_names_below_start_with_the_concepts_own() -> None:
    assert names_below(TAXONOMY, concept("cancer")) == ["cancer", "carcinoma", "liver cancer"]


def test_phrases_are_matched_from_the_left_by_the_longest() -> None:
    words = ["Liver", "cancers", "or", "liver", "disease", "cancer"]
    assert known_phrases(TAXONOMY, words) == [(0, 2), (3, 5), (5, 6)]
    assert known_phrases(TAXONOMY, words, longest=1) == [(1, 2), (4, 5), (5, 6)]
    assert known_phrases(TAXONOMY, []) == []
