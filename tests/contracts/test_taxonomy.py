"""What every taxonomy keeps to; a new one adds itself to CASES."""

from __future__ import annotations

import csv
import re
import tempfile
from collections.abc import Callable
from pathlib import Path

from hypothesis import strategies as st

from reticent.knowledge.taxonomy import Concept, Hierarchy, Taxonomy, in_order, read_obo, read_table, wordnet
from reticent.testing import contract
from reticent.testing.taxonomies import CHECKS, Pairs, TaxonomyCase, invent_pairs, invent_taxonomies


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
def ordered(draw: st.DrawFn) -> tuple[Taxonomy, Concept]:
    first, second = draw(invent_pairs()), draw(invent_pairs())
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


CASES = [
    TaxonomyCase("pairs", invent_taxonomies(Hierarchy.from_pairs)),
    TaxonomyCase("csv", invent_taxonomies(from_csv)),
    TaxonomyCase("obo", invent_taxonomies(from_obo)),
    TaxonomyCase("wordnet", nouns()),
    TaxonomyCase("in order", ordered()),
]


@contract(CHECKS, CASES)
def test_a_taxonomy_keeps_the_contract(check: Callable[[TaxonomyCase], None], case: TaxonomyCase) -> None:
    check(case)
