"""Makes `medicine.bin`: diseases, drugs and germs, and what is more general than what.

    python -m training.build_medicine_taxonomy [--check]        writes into src/reticent/knowledge/taxonomy/data

From the Disease Ontology (CC0), MeSH (US National Library of Medicine), ICD-10-CM 2026 (public domain), drug names of the
FDA (US government) and our own conditions and classes of drugs (CC0). The same sources give the same content, whose hash
is in the manifest.
"""

from __future__ import annotations

from experiments.needs import Needs

from reticent.knowledge.conditions import Conditions, conditions
from reticent.knowledge.taxonomy import PackedTaxonomy, Taxonomy, ancestors
from reticent.knowledge.taxonomy.taxonomy import fold_case, keys
from training import medicine_drugs
from training import medicine_sources as sources
from training.concept_graph import ConceptGraph
from training.medicine_concepts import concepts
from training.shipping import ship
from training.taxonomy_file import numbers, pack, read_content, senses_of_forms, table, volumes

NEEDS = Needs(
    data=(sources.DISEASES, sources.MESH, sources.ICD, medicine_drugs.NAMES, medicine_drugs.INDICATIONS)
)
SOURCE = (
    "Disease Ontology (CC0); MeSH, courtesy of the U.S. National Library of Medicine; ICD-10-CM 2026 (public domain);"
    " FDA substance names (US government); conditions and classes of drugs of this project (CC0)"
)


def make() -> dict[str, bytes]:
    """The data file."""
    known = conditions()
    drugs = medicine_drugs.drugs_that_matter(known)
    made = build(concepts(known, drugs.values()))
    if wrong := wrong_groups(PackedTaxonomy(made), known):
        raise SystemExit("no source but the taxonomy's says so:\n" + "\n".join(wrong))
    return {"medicine.bin": made}


_GROUPS = (
    ("infection", ("A", "B", "U07"), ("infect",)),
    ("tumor", ("C", "D0", "D1", "D2", "D3", "D4"), ("cancer", "neoplas")),
    ("cancer", ("C", "D0", "D4"), ("cancer", "malignan")),
)
"""Groups that a reader takes at their word, with the codes of ICD-10 and the words in a condition's general terms that say the same."""
_AGREED = frozenset({"diverticulitis"})
"""Conditions that neither calls what they are: no code of an inflamed gut says where it comes from."""


def wrong_groups(taxonomy: Taxonomy, known: Conditions) -> list[str]:
    """The conditions that are below a group though neither their codes nor their own general terms say so."""
    found = []
    for each in known.listed:
        first = next(iter(taxonomy.concepts(each.name)), None)
        above = {concept.name for concept in ancestors(taxonomy, first)} if first else set()
        told = " ".join((each.name, *each.general)).lower()
        for group, codes, words in _GROUPS:
            said = any(code.startswith(codes) for code in each.icd10) or any(word in told for word in words)
            if group in above and not said and each.name not in _AGREED:
                found.append(f"{each.name} is no {group}")
    return found


def build(graph: ConceptGraph) -> bytes:
    """The graph as the bytes that `PackedTaxonomy` reads."""
    forms = sorted(
        {name for node in graph.nodes for name in node.names}, key=lambda name: (fold_case(name), name)
    )
    position = {form: place for place, form in enumerate(forms)}
    index: dict[str, list[int]] = {}
    for number, node in enumerate(graph.nodes):
        for name in node.names:
            for key in keys(name):
                if number not in index.setdefault(key, []):
                    index[key].append(number)
    other_keys = sorted(index.keys() - {fold_case(form) for form in forms})
    parents = [list(above) for above in graph.shortest()]
    return pack(
        {
            "forms": "\n".join(forms).encode(),
            "other_keys": "\n".join(other_keys).encode(),
            **table(
                "sense_counts",
                "senses",
                [*senses_of_forms(forms, index), *(index[key] for key in other_keys)],
            ),
            "offsets": numbers("I", range(len(graph.nodes))),
            **table(
                "name_counts", "names", [[position[name] for name in node.names] for node in graph.nodes]
            ),
            **table("parent_counts", "parents", parents),
            "volumes": numbers("I", volumes(parents)),
        },
        {"label": "Medicine", "mark": "m", "source": SOURCE},
    )


if __name__ == "__main__":
    ship("build_medicine_taxonomy", NEEDS, "knowledge/taxonomy/data", make, content=read_content)
