from __future__ import annotations

from reticent.models.t_plausibility import CommonTerm, common_terms_search

VOLUMES = {"a1": 2, "a2": 5, "b1": 3, "shared": 8, "wide": 20, "root": 99}


def test_the_concept_that_covers_the_most_senses_wins() -> None:
    senses = [
        ("a", "a1", "shared", "wide", "root", "root2"),
        ("b", "b1", "shared", "wide", "root", "root2"),
        ("c", "wide", "root", "root2"),
    ]
    assert common_terms_search(senses, VOLUMES, 2) == CommonTerm("wide", 1.0)


def test_a_concept_below_the_required_volume_is_passed_over() -> None:
    senses = [("a", "shared", "wide", "root"), ("b", "shared", "wide", "root")]
    assert common_terms_search(senses, VOLUMES, 8) == CommonTerm("shared", 1.0)
    assert common_terms_search(senses, VOLUMES, 9) == CommonTerm("wide", 1.0)


def test_the_upper_half_of_the_ancestors_is_out_of_reach() -> None:
    senses = [("a", "a1", "a2", "root"), ("b", "b1", "shared", "root")]
    assert common_terms_search(senses, VOLUMES, 2) is None


def test_a_single_sense_has_nothing_in_common() -> None:
    assert common_terms_search([("a", "a1", "a2", "root")], VOLUMES, 1) is None
    assert common_terms_search([], VOLUMES, 1) is None


def test_among_equals_the_first_sense_and_the_lowest_concept_win() -> None:
    senses = [("a", "shared", "wide", "root"), ("b", "wide", "shared", "root")]
    assert common_terms_search(senses, VOLUMES, 2) == CommonTerm("shared", 1.0)
