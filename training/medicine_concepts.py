"""Diseases, drugs and germs of several sources as one graph of concepts, in words that a reader understands."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from reticent.knowledge.conditions import Conditions
from training.concept_graph import ConceptGraph, key_of
from training.drug_classes import class_of, classes_above
from training.medicine_drugs import Drug
from training.medicine_headings import add_codes, add_headings
from training.medicine_sources import (
    CONDITION,
    DISEASE,
    DRUG,
    GERM,
    MOST_WORDS,
    in_small_letters,
    read_diseases,
    table,
)

_MANY_BELOW = 3
_PLAIN = re.compile(r"[A-Za-z' -]+")


def concepts(known: Conditions, drugs: Iterable[Drug]) -> ConceptGraph:
    """All concepts; what comes first gives them their names."""
    graph = ConceptGraph(refused=table()["not_below"])
    _add_roots(graph)
    labels = read_diseases()
    _add_conditions(graph, known, labels)
    _add_diseases(graph, labels)
    for condition in known.listed:
        _put_below_generals(graph, condition.name, condition.general)
    add_headings(graph)
    add_codes(graph)
    _add_drugs(graph, drugs)
    _add_hints(graph, known)
    return graph


def _add_roots(graph: ConceptGraph) -> None:
    for name, parent in table()["roots"].items():
        realm = GERM if name in table()["germs"] else ""
        above = graph.find(parent, realm)
        graph.add(name, parents=[] if above is None else [above], realm=realm)
    for name, other_names in table()["also"].items():
        graph.add(name, names=other_names, parents=[] if graph.find(name) is not None else [_disease(graph)])
    for name, parent in table()["below"].items():
        graph.add(name, parents=[graph.add(parent)])


def _disease(graph: ConceptGraph) -> int:
    found = graph.find(DISEASE)
    assert found is not None
    return found


def _add_conditions(graph: ConceptGraph, known: Conditions, labels: dict[str, list[str]]) -> None:
    """Conditions by all their sure names, but those that are a whole group for others, or what another one is called first."""
    groups = {key_of(general) for each in known.listed for general in each.general}
    below: dict[str, int] = defaultdict(int)
    for parents in labels.values():
        for parent in parents:
            below[parent.casefold()] += 1
    for each in known.listed:
        graph.add(each.name)
    for each in known.listed:
        names = [
            name
            for name in each.aliases
            if below[name.casefold()] < _MANY_BELOW and key_of(name) not in groups
        ]
        graph.add(each.name, names=names)


def _add_diseases(graph: ConceptGraph, labels: dict[str, list[str]]) -> None:
    """The Disease Ontology; where a condition has a label as another name, its own general terms say what it is."""
    left_out = set(table()["left_out"])
    for label in labels:
        if label not in left_out:
            graph.add(label)
    for label, parents in labels.items():
        own = graph.find(label)
        if label in left_out or own is None or not graph.is_first_name(own, label, table()["also"]):
            continue
        for parent in _nearest_kept(parents, labels, left_out):
            above = graph.find(parent)
            graph.put_below(own, _disease(graph) if above is None else above)


def _nearest_kept(
    parents: Iterable[str], labels: Mapping[str, list[str]], left_out: set[str]
) -> Iterator[str]:
    """The parents, and what is above those that are left out."""
    for parent in parents:
        if parent in left_out:
            yield from _nearest_kept(labels[parent], labels, left_out)
        else:
            yield parent or DISEASE


def _put_below_generals(graph: ConceptGraph, name: str, generals: Iterable[str]) -> None:
    own = graph.find(name)
    assert own is not None
    for general in generals:
        if general not in table()["vague"]:
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
        if found is not None and graph.is_first_name(found, tail, table()["also"]):
            return found
    found = graph.find(CONDITION)
    assert found is not None
    return found


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
        group = table()["hints"].get(counted.most_common(1)[0][0])
        if (
            group
            and 1 < len(term.split()) <= MOST_WORDS
            and _PLAIN.fullmatch(term)
            and graph.find(term) is None
        ):
            graph.add(in_small_letters(term), parents=[graph.add(group)])


def _brands(drug: Drug) -> Iterator[str]:
    yield from (name for name in drug.names if len(name.split()) == 1)
