"""Diseases, drugs and germs of several sources as one graph of concepts, in words that a reader understands."""

from __future__ import annotations

import csv
import lzma
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from experiments.harness import data

from reticent.knowledge.conditions import Conditions
from reticent.text.lemmas import normal_word
from training.concept_graph import ConceptGraph, key_of
from training.drug_classes import class_of, classes_above
from training.medicine_drugs import Drug

DISEASES = "taxonomies/disease-ontology.tsv"
MESH = "taxonomies/mesh-tree-numbers.tsv.xz"
ICD = "taxonomies/icd10cm-2026.xml.xz"
CONDITION, DISEASE, DRUG = "condition", "disease", "drug"
GERM = "germ"
"""The realm of what causes an infection and is often called like it."""
_TABLE = Path(__file__).parent / "data" / "medicine-names.toml"
_MANY_BELOW = 3
_LONGEST = 5
_UNREADABLE = re.compile(
    r"\b(?:other|others|unspecified|elsewhere|classified|nec|nos|not|without|with|specified|left|right|bilateral|initial"
    r"|subsequent|sequela|sequelae|encounter|trimester|organism|and|or)\b|[;:]|\d{3}"
)
_PLAIN = re.compile(r"[A-Za-z' -]+")
_PLURALS = {"oses": "osis", "iases": "iasis", "itides": "itis", "ises": "isis"}
_ASIDE = re.compile(r"\s*[\[(][^\])]*[\])]|,? unspecified\b|^unspecified ", re.IGNORECASE)


def concepts(known: Conditions, drugs: Iterable[Drug]) -> ConceptGraph:
    """All concepts; what comes first gives them their names."""
    graph = ConceptGraph()
    _add_roots(graph)
    labels = _read_diseases()
    _add_conditions(graph, known, labels)
    _add_diseases(graph, labels)
    for condition in known.listed:
        _put_below_generals(graph, condition.name, condition.general)
    _add_mesh(graph)
    _add_codes(graph)
    _add_drugs(graph, drugs)
    _add_hints(graph, known)
    return graph


def _add_roots(graph: ConceptGraph) -> None:
    for name, parent in _table()["roots"].items():
        realm = GERM if name in _table()["germs"] else ""
        above = graph.find(parent, realm)
        graph.add(name, parents=[] if above is None else [above], realm=realm)
    for name, other_names in _table()["also"].items():
        graph.add(name, names=other_names, parents=[] if graph.find(name) is not None else [_disease(graph)])
    for name, parent in _table()["below"].items():
        graph.add(name, parents=[graph.add(parent)])


def _disease(graph: ConceptGraph) -> int:
    found = graph.find(DISEASE)
    assert found is not None
    return found


def _add_conditions(graph: ConceptGraph, known: Conditions, labels: dict[str, list[str]]) -> None:
    """Conditions by all their sure names, but those that are a whole group for others."""
    groups = {key_of(general) for each in known.listed for general in each.general}
    below: dict[str, int] = defaultdict(int)
    for parents in labels.values():
        for parent in parents:
            below[parent.casefold()] += 1
    for each in known.listed:
        names = [
            name
            for name in each.aliases
            if below[name.casefold()] < _MANY_BELOW and key_of(name) not in groups
        ]
        graph.add(each.name, names=names)


def _read_diseases() -> dict[str, list[str]]:
    labels: dict[str, list[str]] = defaultdict(list)
    with data(DISEASES).open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            labels[row["label"]].append(row["subClassOf"])
    return labels


def _add_diseases(graph: ConceptGraph, labels: dict[str, list[str]]) -> None:
    """The Disease Ontology; where a condition has a label as another name, its own general terms say what it is."""
    left_out = set(_table()["left_out"])
    for label in labels:
        if label not in left_out:
            graph.add(label)
    for label, parents in labels.items():
        own = graph.find(label)
        if label in left_out or own is None or not _is_first_name(graph, own, label):
            continue
        for parent in _kept(parents, labels, left_out):
            above = graph.find(parent)
            graph.put_below(own, _disease(graph) if above is None else above)


def _kept(parents: Iterable[str], labels: Mapping[str, list[str]], left_out: set[str]) -> Iterator[str]:
    """The parents, and what is above those that are left out."""
    for parent in parents:
        if parent in left_out:
            yield from _kept(labels[parent], labels, left_out)
        else:
            yield parent or DISEASE


def _is_first_name(graph: ConceptGraph, number: int, name: str) -> bool:
    return key_of(graph.nodes[number].names[0]) == key_of(name) or any(
        name in others for others in _table()["also"].values()
    )


def _put_below_generals(graph: ConceptGraph, name: str, generals: Iterable[str]) -> None:
    own = graph.find(name)
    assert own is not None
    for general in generals:
        if general not in _table()["vague"]:
            above = graph.find(general)
            if above is None:
                above = graph.add(general, parents=[_group_of(graph, general)])
            graph.put_below(own, above)
    if not graph.nodes[own].parents:
        graph.put_below(own, _disease(graph))


def _group_of(graph: ConceptGraph, name: str) -> int:
    """What a name that no source explains is, by its last words: a chronic liver disease is a liver disease."""
    words = name.split()
    tails = (" ".join(words[start:]) for start in range(1, len(words)))
    for tail in tails:
        found = graph.find(tail)
        if found is not None and _is_first_name(graph, found, tail):
            return found
    found = graph.find(CONDITION)
    assert found is not None
    return found


def _add_mesh(graph: ConceptGraph) -> None:
    """The trees of diseases, mental disorders, therapeutic uses of drugs, bacteria and viruses."""
    trees: dict[str, str] = {}
    with lzma.open(data(MESH), "rt", encoding="utf-8") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            trees[row["mesh_tree_number"]] = row["mesh_name"]
    starts = _table()["mesh"]
    for number in sorted(trees):
        within = [start for start in starts if f"{number}.".startswith(f"{start}.") or number[0] == start]
        if within and not number.startswith(tuple(_table()["mesh_left_out"])) and _reads_well(trees[number]):
            start = max(within, key=len)
            realm = GERM if starts[start] in _table()["germs"] else ""
            parent = _heading_above(graph, number, trees, starts[start], realm)
            name = _turn_around(trees[number])
            own = graph.add(name, realm=realm)
            if _is_first_name(graph, own, name) or not graph.nodes[own].parents:
                graph.put_below(own, parent)


def _heading_above(graph: ConceptGraph, number: str, trees: Mapping[str, str], root: str, realm: str) -> int:
    """The next heading up the tree that reads well, or the root."""
    while "." in number:
        number = number.rpartition(".")[0]
        if number in trees and _reads_well(trees[number]):
            found = graph.find(_turn_around(trees[number]), realm)
            if found is not None:
                return found
    found = graph.find(root, realm)
    assert found is not None
    return found


def _reads_well(heading: str) -> bool:
    return " and " not in heading.lower() and heading.count(",") < 2 and len(heading.split()) <= _LONGEST


def _turn_around(name: str) -> str:
    """A heading as people write it: "Arthritis, Rheumatoid" is rheumatoid arthritis, and one of a kind is singular."""
    *words, head = " ".join(reversed(name.split(", "))).split(" ")
    return _small(" ".join([*words, _one_of(head)]))


def _one_of(plural: str) -> str:
    for many, one in _PLURALS.items():
        if plural.lower().endswith(many):
            return plural[: -len(many)] + one
    singular = normal_word(plural.lower())
    return singular if plural.endswith("s") and plural.lower() != singular else plural


def _add_codes(graph: ConceptGraph) -> None:
    """The readable titles of ICD-10-CM, with what they include below them."""
    with lzma.open(data(ICD), "rb") as file:
        root = ElementTree.parse(file).getroot()
    chapters = _table()["chapters"]
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
    if not bare or len(bare.split()) > _LONGEST or _UNREADABLE.search(bare.lower()) or "," in bare:
        return ""
    return _small(bare)


def _add_drugs(graph: ConceptGraph, drugs: Iterable[Drug]) -> None:
    """The drugs with their brands, below their classes."""
    for name, above in classes_above().items():
        for each in (above, name):
            graph.add(each)
    for name, above in classes_above().items():
        own, parent = graph.find(name), graph.find(above)
        if own is not None and parent is not None:
            graph.put_below(own, parent)
    for drug in dict.fromkeys(drugs):
        kind = graph.find(class_of(drug.name) or DRUG)
        graph.add(drug.name, names=_brands(drug), parents=[] if kind is None else [kind])


def _add_hints(graph: ConceptGraph, known: Conditions) -> None:
    """What physicians look for and do, as far as nothing else says what it is."""
    sorts: dict[str, Counter[str]] = defaultdict(Counter)
    for each in known.listed:
        for hint in each.hints:
            sorts[hint.term][hint.sort] += 1
    for term, counted in sorted(sorts.items()):
        group = _table()["hints"].get(counted.most_common(1)[0][0])
        if (
            group
            and 1 < len(term.split()) <= _LONGEST
            and _PLAIN.fullmatch(term)
            and graph.find(term) is None
        ):
            graph.add(_small(term), parents=[graph.add(group)])


def _brands(drug: Drug) -> Iterator[str]:
    yield from (name for name in drug.names if len(name.split()) == 1)


def _small(name: str) -> str:
    """A title in small letters, but for words that are written with capitals everywhere."""
    return " ".join(_small_word(word) for word in name.split(" "))


def _small_word(word: str) -> str:
    plain = word[:1].isupper() and word[1:].islower() and word.removesuffix("'s") not in _proper_words()
    hyphenated = "-" in word and all(part[1:].islower() or not part[1:] for part in word.split("-"))
    return (
        word.lower()
        if plain or (hyphenated and word.split("-", maxsplit=1)[0] not in _proper_words())
        else word
    )


@cache
def _proper_words() -> frozenset[str]:
    """The words with capitals in labels that are otherwise in small letters."""
    labels = _read_diseases()
    words = (word.removesuffix("'s") for label in labels for word in re.split(r"[ /-]", label))
    return frozenset(word for word in words if word[:1].isupper())


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(_TABLE.read_text("utf-8"))
