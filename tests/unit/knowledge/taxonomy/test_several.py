from __future__ import annotations

import pytest

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy import (
    Hierarchy,
    ancestors,
    common_ancestors,
    in_order,
    lowest_common_ancestor,
    wordnet,
)

OWN = Hierarchy.from_pairs(
    [("marijuana", "schedule I drug"), ("heroin", "schedule I drug"), ("project falcon", "project")]
)


def test_the_first_that_knows_a_term_answers() -> None:
    both = in_order(OWN, wordnet())
    assert both.concepts("Marijuana") == OWN.concepts("marijuana")
    assert both.concepts("tuberculosis") == wordnet().concepts("tuberculosis")
    assert in_order(wordnet(), OWN).concepts("marijuana") == wordnet().concepts("marijuana")


def test_each_concept_is_looked_up_where_it_came_from() -> None:
    both = in_order(OWN, wordnet())
    (schedule,) = both.parents(both.concepts("marijuana")[0])
    assert (schedule.name, both.volume(schedule)) == ("schedule I drug", 2)
    assert [child.name for child in both.children(schedule)] == ["marijuana", "heroin"]
    assert "infectious disease" in [above.name for above in ancestors(both, both.concepts("tuberculosis")[0])]


def test_concepts_with_the_same_id_stay_apart() -> None:
    other = Hierarchy.from_pairs([("marijuana", "plant")])
    both = in_order(OWN, other)
    (ours,), (theirs,) = OWN.concepts("marijuana"), other.concepts("marijuana")
    assert (ours.id, ours.name) == (theirs.id, theirs.name)
    assert ours != theirs
    assert [both.parents(each)[0].name for each in (ours, theirs)] == ["schedule I drug", "plant"]


def test_concepts_of_two_taxonomies_have_nothing_in_common() -> None:
    both = in_order(OWN, wordnet())
    one, two = both.concepts("heroin")[0], both.concepts("tuberculosis")[0]
    assert common_ancestors(both, one, two) == common_ancestors(both) == []
    assert lowest_common_ancestor(both, one, two) is None


def test_nesting_makes_no_difference() -> None:
    other = Hierarchy.from_pairs([("a", "b")])
    assert (
        in_order(in_order(OWN, other), wordnet()).fingerprint == in_order(OWN, other, wordnet()).fingerprint
    )


def test_the_fingerprint_tells_the_order() -> None:
    assert in_order(OWN, wordnet()).fingerprint != in_order(wordnet(), OWN).fingerprint


def test_no_taxonomy_at_all_is_an_error() -> None:
    with pytest.raises(TaxonomyError, match="at least one"):
        in_order()
