"""Headings of MeSH and titles of ICD-10-CM, as far as they read well."""

from __future__ import annotations

import csv
import lzma
import re
from collections.abc import Mapping
from xml.etree import ElementTree

from experiments.harness import data

from reticent.text.sentences import normal_word
from training.concept_graph import ConceptGraph
from training.medicine_sources import GERM, ICD, MESH, MOST_WORDS, in_small_letters, table

_UNREADABLE = re.compile(
    r"\b(?:other|others|unspecified|elsewhere|classified|nec|nos|not|without|with|specified|left|right|bilateral|initial"
    r"|subsequent|sequela|sequelae|encounter|trimester|organism|and|or)\b|[;:]|\d{3}"
)
_PLURALS = {"oses": "osis", "iases": "iasis", "itides": "itis", "ises": "isis"}
_ASIDE = re.compile(r"\s*[\[(][^\])]*[\])]|,? unspecified\b|^unspecified ", re.IGNORECASE)


def add_headings(graph: ConceptGraph) -> None:
    """The trees of diseases, mental disorders, therapeutic uses of drugs, bacteria and viruses."""
    trees: dict[str, str] = {}
    with lzma.open(data(MESH), "rt", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            trees[row["mesh_tree_number"]] = row["mesh_name"]
    starts = table()["mesh"]
    for number in sorted(trees):
        within = [start for start in starts if f"{number}.".startswith(f"{start}.") or number[0] == start]
        if within and not number.startswith(tuple(table()["mesh_left_out"])) and _is_kept(number, trees):
            start = max(within, key=len)
            realm = GERM if starts[start] in table()["germs"] else ""
            parent = _heading_above(graph, number, trees, starts[start], realm)
            name = _turn_around(trees[number])
            own = graph.add(name, realm=realm)
            if graph.is_first_name(own, name, table()["also"]) or not graph.nodes[own].parents:
                graph.put_below(own, parent)


def _heading_above(graph: ConceptGraph, number: str, trees: Mapping[str, str], root: str, realm: str) -> int:
    """The next heading up the tree that reads well, or the root."""
    while "." in number:
        number = number.rpartition(".")[0]
        if number in trees and _is_kept(number, trees):
            found = graph.find(_turn_around(trees[number]), realm)
            if found is not None:
                return found
    found = graph.find(root, realm)
    assert found is not None
    return found


def _is_kept(number: str, trees: Mapping[str, str]) -> bool:
    """Whether a heading becomes a concept; what is below any other is put below the next one up the tree."""
    return number not in table()["mesh_passed"] and _reads_well(trees[number])


def _reads_well(heading: str) -> bool:
    return " and " not in heading.lower() and heading.count(",") < 2 and len(heading.split()) <= MOST_WORDS


def _turn_around(name: str) -> str:
    """A heading as people write it: "Arthritis, Rheumatoid" is rheumatoid arthritis, and one of a kind is singular."""
    *words, head = " ".join(reversed(name.split(", "))).split(" ")
    return in_small_letters(" ".join([*words, _one_of(head)]))


def _one_of(plural: str) -> str:
    for many, one in _PLURALS.items():
        if plural.lower().endswith(many):
            return plural[: -len(many)] + one
    singular = normal_word(plural.lower())
    return singular if plural.endswith("s") and plural.lower() != singular else plural


def add_codes(graph: ConceptGraph) -> None:
    """The readable titles of ICD-10-CM, with what they include below them."""
    with lzma.open(data(ICD), "rb") as file:
        root = ElementTree.parse(file).getroot()
    chapters = table()["chapters"]
    for chapter in root.iter("chapter"):
        group = graph.find(chapters.get(chapter.findtext("name") or "", ""))
        if group is not None:
            for section in chapter.findall("section"):
                for code in section.findall("diag"):
                    _add_code(graph, code, group)


def _add_code(graph: ConceptGraph, code: ElementTree.Element, group: int) -> None:
    title = _readable_title(code.findtext("desc") or "")
    own = graph.add(title, parents=[group] if graph.find(title) is None else []) if title else group
    for note in code.findall("inclusionTerm/note"):
        included = _readable_title(note.text or "")
        if included and graph.find(included) is None:
            graph.add(included, parents=[own])
    for below in code.findall("diag"):
        _add_code(graph, below, own)


def _readable_title(title: str) -> str:
    bare = _ASIDE.sub("", title).strip(" ,")
    if not bare or len(bare.split()) > MOST_WORDS or _UNREADABLE.search(bare.lower()) or "," in bare:
        return ""
    return in_small_letters(bare)
