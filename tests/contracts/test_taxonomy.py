"""What every taxonomy keeps to; a new one adds itself to TAXONOMIES."""

from __future__ import annotations

import csv
import re
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reticent.errors import TaxonomyError
from reticent.taxonomy import (
    Concept,
    Hierarchy,
    Taxonomy,
    ancestors,
    chains,
    common_ancestors,
    descendants,
    in_order,
    is_a,
    knows,
    leaves,
    lowest_common_ancestor,
    names_below,
    read_obo,
    read_table,
    wordnet,
)
from reticent.taxonomy.spelling import readable

Pairs = list[tuple[str, str]]

AWKWARD = ["AIDS", "aids", "aid", "drug of abuse", "heads of state", "Alzheimer's disease", 'a "b"', "c, d"]
NAMES = st.sampled_from(AWKWARD) | (
    st.text("aAbsSéß-'’ _!{}[]\\\",;:#漢😀\u00ad", min_size=1, max_size=9).map(readable).filter(bool)
)


@st.composite
def pairs(draw: st.DrawFn) -> Pairs:
    """A directed graph without cycles: a parent is always an earlier name, or nothing."""
    names = draw(st.lists(NAMES, min_size=1, max_size=9, unique=True))
    edges: Pairs = [(names[0], "")]
    for position, name in enumerate(names[1:], 1):
        above = draw(st.lists(st.sampled_from(names[:position]), max_size=3, unique=True))
        edges += [(name, parent) for parent in above or [""]]
    return edges


def from_csv(edges: Pairs) -> Hierarchy:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.csv")
        with path.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([("child", "parent"), *edges])
        return read_table(path)


def from_obo(edges: Pairs) -> Hierarchy:
    names = list(dict.fromkeys(child for child, _ in edges))
    lines = ["format-version: 1.2"]
    for number, name in enumerate(names):
        escaped = re.sub(r'([\\!{"])', r"\\\1", name)
        lines += ["", "[Term]", f"id: X:{number}", f"name: {escaped}"]
        lines += [f"is_a: X:{names.index(up)} ! above" for child, up in edges if child == name and up]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "terms.obo")
        path.write_text("\n".join(lines), encoding="utf-8", newline="\n")
        return read_obo(path)


@st.composite
def invented(draw: st.DrawFn, build: Callable[[Pairs], Taxonomy]) -> tuple[Taxonomy, Concept]:
    edges = draw(pairs())
    taxonomy = build(edges)
    return taxonomy, draw(st.sampled_from(taxonomy.concepts(draw(st.sampled_from(edges))[0])))


@st.composite
def ordered(draw: st.DrawFn) -> tuple[Taxonomy, Concept]:
    first, second = draw(pairs()), draw(pairs())
    taxonomy = in_order(Hierarchy.from_pairs(first), from_obo(second), wordnet())
    return taxonomy, draw(st.sampled_from(taxonomy.concepts(draw(st.sampled_from(first + second))[0])))


@st.composite
def nouns(draw: st.DrawFn) -> tuple[Taxonomy, Concept]:
    taxonomy = wordnet()
    concept = taxonomy.concepts(
        draw(st.sampled_from(["disease", "drug", "capital", "AIDS", "nurse", "x-rays"]))
    )[0]
    for step in draw(st.lists(st.integers(0, 400), max_size=5)):
        below = taxonomy.children(concept)
        concept = below[step % len(below)] if below else concept
    return taxonomy, concept


TAXONOMIES: dict[str, st.SearchStrategy[tuple[Taxonomy, Concept]]] = {
    "pairs": invented(Hierarchy.from_pairs),
    "csv": invented(from_csv),
    "obo": invented(from_obo),
    "wordnet": nouns(),
    "in_order": ordered(),
}

pytestmark = pytest.mark.parametrize("taxonomies", TAXONOMIES.values(), ids=TAXONOMIES.keys())
Taxonomies = st.SearchStrategy[tuple[Taxonomy, Concept]]
quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quick
@given(data=st.data())
def test_nothing_is_above_itself_and_up_is_the_reverse_of_down(
    data: st.DataObject, taxonomies: Taxonomies
) -> None:
    taxonomy, concept = data.draw(taxonomies)
    assert concept not in ancestors(taxonomy, concept)
    assert concept not in descendants(taxonomy, concept)
    assert all(concept in taxonomy.children(parent) for parent in taxonomy.parents(concept))
    assert all(concept in taxonomy.parents(child) for child in taxonomy.children(concept))


@quick
@given(data=st.data())
def test_the_volume_counts_every_leaf_once_and_grows_upwards(
    data: st.DataObject, taxonomies: Taxonomies
) -> None:
    taxonomy, concept = data.draw(taxonomies)
    below, reached = [concept], set()
    while below:
        current = below.pop()
        reached.add(current)
        below += [child for child in taxonomy.children(current) if child not in reached]
    ends = {each for each in reached if not taxonomy.children(each)}
    assert taxonomy.volume(concept) == len(ends) >= 1
    assert set(leaves(taxonomy, concept)) == ends
    assert all(taxonomy.volume(parent) >= taxonomy.volume(concept) for parent in taxonomy.parents(concept))


@quick
@given(data=st.data())
def test_every_name_finds_its_concept_unless_an_earlier_taxonomy_has_it(
    data: st.DataObject, taxonomies: Taxonomies
) -> None:
    taxonomy, concept = data.draw(taxonomies)
    assert concept.name == concept.names[0]
    for name in concept.names:
        spellings = [name, name.replace(" ", "_")] + ([name.upper(), name.lower()] if name.isascii() else [])
        for spelling in spellings:
            found = taxonomy.concepts(spelling)
            assert knows(taxonomy, spelling)
            assert concept in found or found[0].taxonomy != concept.taxonomy
            assert len(found) == len(set(found))


@quick
@given(data=st.data())
def test_chains_lead_by_single_steps_through_all_ancestors_to_a_root(
    data: st.DataObject, taxonomies: Taxonomies
) -> None:
    taxonomy, concept = data.draw(taxonomies)
    found = list(chains(taxonomy, concept))
    for chain in found:
        assert chain[0] == concept
        assert not taxonomy.parents(chain[-1])
        assert all(up in taxonomy.parents(low) for low, up in pairwise(chain))
    assert {each for chain in found for each in chain[1:]} == set(ancestors(taxonomy, concept))
    assert len(found) == len(set(found))


@quick
@given(data=st.data())
def test_distances_are_shortest_and_nearest_comes_first(data: st.DataObject, taxonomies: Taxonomies) -> None:
    taxonomy, concept = data.draw(taxonomies)
    distances = ancestors(taxonomy, concept)
    assert list(distances.values()) == sorted(distances.values())
    for above, distance in distances.items():
        ways = [chain.index(above) for chain in chains(taxonomy, concept) if above in chain]
        assert distance == min(ways)
        if taxonomy.volume(above) < 100:
            assert descendants(taxonomy, above)[concept] == distance


@quick
@given(data=st.data())
def test_the_lowest_common_ancestor_is_common_and_has_none_below_it(
    data: st.DataObject, taxonomies: Taxonomies
) -> None:
    taxonomy, one = data.draw(taxonomies)
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


@quick
@given(data=st.data())
def test_first_senses_below_are_some_of_the_names_below(data: st.DataObject, taxonomies: Taxonomies) -> None:
    taxonomy, concept = data.draw(taxonomies)
    everything = names_below(taxonomy, concept)
    assert everything[0] == concept.name
    assert len(everything) == len(set(everything))
    assert set(names_below(taxonomy, concept, first_sense_only=True)) <= set(everything)


@quick
@given(data=st.data())
def test_a_stranger_is_refused_and_an_unknown_term_has_no_concepts(
    data: st.DataObject, taxonomies: Taxonomies
) -> None:
    taxonomy, concept = data.draw(taxonomies)
    stranger = Concept(concept.id, concept.name, concept.names, "sha256:0")
    for ask in (taxonomy.parents, taxonomy.children, taxonomy.volume):
        with pytest.raises(TaxonomyError, match="another taxonomy"):
            ask(stranger)
    assert re.fullmatch(r"sha256:[0-9a-f]{64}", taxonomy.fingerprint)
    assert taxonomy.concepts("no such thing qqzzx") == taxonomy.concepts("") == taxonomy.concepts(" _ ") == []
