"""What every taxonomy keeps to."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import pytest
from hypothesis import strategies as st

from reticent.errors import TaxonomyError
from reticent.knowledge.taxonomy import (
    Concept,
    Taxonomy,
    ancestors,
    chains,
    common_ancestors,
    descendants,
    is_a,
    knows,
    leaves,
    lowest_common_ancestor,
    names_below,
)
from reticent.knowledge.taxonomy.taxonomy import readable
from reticent.testing import list_checks, on_invented

Pairs = list[tuple[str, str]]
"""Names with the names above them; "" above a root."""

AWKWARD = ["AIDS", "aids", "aid", "drug of abuse", "heads of state", "Alzheimer's disease", 'a "b"', "c, d"]
NAMES = st.sampled_from(AWKWARD) | (
    st.text("aAbsSéß-'’ _!{}[]\\\",;:#漢😀\u00ad", min_size=1, max_size=9).map(readable).filter(bool)
)


@dataclass(frozen=True)
class TaxonomyCase:
    """A taxonomy under the contract: taxonomies of its kind, each with a concept of it."""

    name: str
    taxonomies: st.SearchStrategy[tuple[Taxonomy, Concept]]


@st.composite
def invent_pairs(draw: st.DrawFn) -> Pairs:
    """A directed graph without cycles: a parent is always an earlier name, or nothing."""
    names = draw(st.lists(NAMES, min_size=1, max_size=9, unique=True))
    edges: Pairs = [(names[0], "")]
    for position, name in enumerate(names[1:], 1):
        above = draw(st.lists(st.sampled_from(names[:position]), max_size=3, unique=True))
        edges += [(name, parent) for parent in above or [""]]
    return edges


@st.composite
def invent_taxonomies(draw: st.DrawFn, build: Callable[[Pairs], Taxonomy]) -> tuple[Taxonomy, Concept]:
    """What `build` makes of invented pairs, with one of its concepts."""
    edges = draw(invent_pairs())
    taxonomy = build(edges)
    return taxonomy, draw(st.sampled_from(taxonomy.concepts(draw(st.sampled_from(edges))[0])))


_on_concepts = on_invented(
    lambda case: st.tuples(case.taxonomies, st.data()).map(lambda drawn: (*drawn[0], drawn[1])), examples=25
)


@_on_concepts
def check_nothing_is_above_itself_and_up_is_the_reverse_of_down(
    taxonomy: Taxonomy, concept: Concept, data: st.DataObject
) -> None:
    """Parents and children are each other's reverse, and there is no cycle."""
    assert concept not in ancestors(taxonomy, concept)
    assert concept not in descendants(taxonomy, concept)
    assert all(concept in taxonomy.children(parent) for parent in taxonomy.parents(concept))
    assert all(concept in taxonomy.parents(child) for child in taxonomy.children(concept))


@_on_concepts
def check_the_volume_counts_every_leaf_once_and_grows_upwards(
    taxonomy: Taxonomy, concept: Concept, data: st.DataObject
) -> None:
    """The volume of a concept is the number of leaves at or below it."""
    below, reached = [concept], set()
    while below:
        current = below.pop()
        reached.add(current)
        below += [child for child in taxonomy.children(current) if child not in reached]
    ends = {each for each in reached if not taxonomy.children(each)}
    assert taxonomy.volume(concept) == len(ends) >= 1
    assert set(leaves(taxonomy, concept)) == ends
    assert all(taxonomy.volume(parent) >= taxonomy.volume(concept) for parent in taxonomy.parents(concept))


@_on_concepts
def check_every_name_finds_its_concept_unless_an_earlier_taxonomy_has_it(
    taxonomy: Taxonomy, concept: Concept, data: st.DataObject
) -> None:
    """A concept is found by all its names, however they are written."""
    assert concept.name == concept.names[0]
    for name in concept.names:
        spellings = [name, name.replace(" ", "_")] + ([name.upper(), name.lower()] if name.isascii() else [])
        for spelling in spellings:
            found = taxonomy.concepts(spelling)
            assert knows(taxonomy, spelling)
            assert concept in found or found[0].taxonomy != concept.taxonomy
            assert len(found) == len(set(found))


@_on_concepts
def check_chains_lead_by_single_steps_through_all_ancestors_to_a_root(
    taxonomy: Taxonomy, concept: Concept, data: st.DataObject
) -> None:
    """Every way up ends at a root, and the ways together pass all ancestors."""
    found = list(chains(taxonomy, concept))
    for chain in found:
        assert chain[0] == concept
        assert not taxonomy.parents(chain[-1])
        assert all(up in taxonomy.parents(low) for low, up in pairwise(chain))
    assert {each for chain in found for each in chain[1:]} == set(ancestors(taxonomy, concept))
    assert len(found) == len(set(found))


@_on_concepts
def check_distances_are_shortest_and_nearest_comes_first(
    taxonomy: Taxonomy, concept: Concept, data: st.DataObject
) -> None:
    """An ancestor is as far as the shortest way to it."""
    distances = ancestors(taxonomy, concept)
    assert list(distances.values()) == sorted(distances.values())
    for above, distance in distances.items():
        ways = [chain.index(above) for chain in chains(taxonomy, concept) if above in chain]
        assert distance == min(ways)
        if taxonomy.volume(above) < 100:
            assert descendants(taxonomy, above)[concept] == distance


@_on_concepts
def check_the_lowest_common_ancestor_is_common_and_has_none_below_it(
    taxonomy: Taxonomy, one: Concept, data: st.DataObject
) -> None:
    """Two relatives meet at a concept above both, below which they don't meet."""
    relatives = [
        one,
        *ancestors(taxonomy, one),
        *(s for p in taxonomy.parents(one) for s in taxonomy.children(p)),
    ]
    other = data.draw(st.sampled_from(relatives))
    shared = common_ancestors(taxonomy, one, other)
    lowest = lowest_common_ancestor(taxonomy, one, other)
    assert lowest in shared
    assert all(is_a(taxonomy, one, each) and is_a(taxonomy, other, each) for each in shared)
    assert not any(is_a(taxonomy, each, lowest) for each in shared if each != lowest)


@_on_concepts
def check_first_senses_below_are_some_of_the_names_below(
    taxonomy: Taxonomy, concept: Concept, data: st.DataObject
) -> None:
    """The names below a concept begin with its own, and none comes twice."""
    everything = names_below(taxonomy, concept)
    assert everything[0] == concept.name
    assert len(everything) == len(set(everything))
    assert set(names_below(taxonomy, concept, first_sense_only=True)) <= set(everything)


@_on_concepts
def check_a_stranger_is_refused_and_an_unknown_term_has_no_concepts(
    taxonomy: Taxonomy, concept: Concept, data: st.DataObject
) -> None:
    """A concept of another taxonomy is an error, and a word that nobody knows has no concept."""
    stranger = Concept(concept.id, concept.name, concept.names, "sha256:0")
    for ask in (taxonomy.parents, taxonomy.children, taxonomy.volume):
        with pytest.raises(TaxonomyError, match="another taxonomy"):
            ask(stranger)
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", taxonomy.fingerprint)
    assert taxonomy.concepts("no such thing qqzzx") == taxonomy.concepts("") == taxonomy.concepts(" _ ") == []


CHECKS = list_checks(__name__)
