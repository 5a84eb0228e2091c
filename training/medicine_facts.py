"""Facts of tables as documents: one says what belongs to a condition, as often as it is sure.

A hint of strength s, or a phenotype that s thirds of the patients have, stands in s documents with its condition; a drug
stands with what it treats in two documents where it works on the disease, and in one where it eases symptoms.
"""

from __future__ import annotations

import csv
import lzma
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree import ElementTree

from experiments.harness import data

from reticent.knowledge.conditions import Conditions
from reticent.knowledge.taxonomy import descendants, read_obo
from training.drug_classes import class_of, classes_above
from training.medicine_drugs import Drug

PHENOTYPES, ONTOLOGY = "entities/phenotype.hpoa.xz", "taxonomies/hp.obo.xz"
ICD = "taxonomies/icd10cm-2026.xml.xz"
INDICATIONS = "entities/drug-indications.tsv"
DISEASES = "taxonomies/disease-ontology.tsv"
STRENGTHS = (1, 2, 3)
_OFTEN = {
    "HP:0040280": 3,
    "HP:0040281": 3,
    "HP:0040282": 2,
    "HP:0040283": 1,
    "HP:0040284": 0,
    "HP:0040285": 0,
}
_FEW_PATIENTS = 3
_WORKS, _EASES = 2, 1
_EXTERNAL = tuple("VWXYZ")

Record = dict[str, str]


def hints(known: Conditions) -> Iterator[Record]:
    """Each condition with the hints of each strength and above."""
    for each in known.listed:
        for strength in STRENGTHS:
            terms = [hint.term for hint in each.hints if hint.strength >= strength and hint.sort != "code"]
            yield _document(each.name, [*each.aliases, *each.general, *terms])


def phenotypes() -> Iterator[Record]:
    """Each disease of the Human Phenotype Ontology with what at least one, two or three thirds of the patients have."""
    said = _phenotype_names()
    found: dict[str, dict[str, int]] = defaultdict(dict)
    with lzma.open(data(PHENOTYPES), "rt", encoding="utf-8") as lines:
        rows = csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t")
        for row in rows:
            if row["qualifier"] != "NOT" and row["aspect"] == "P" and row["hpo_id"] in said:
                own = found[row["disease_name"]]
                own[row["hpo_id"]] = max(own.get(row["hpo_id"], 0), _strength(row["frequency"]))
    for disease, shown in sorted(found.items()):
        for strength in STRENGTHS:
            terms = [name for id_, often in shown.items() if often >= strength for name in said[id_]]
            if terms:
                yield _document(disease, [disease, "disease", *terms])


def inclusion_terms() -> Iterator[Record]:
    """Each code of ICD-10-CM that lists what it includes, with that and what is above it."""
    with lzma.open(data(ICD), "rb") as file:
        root = ElementTree.parse(file).getroot()
    for chapter in root.iter("chapter"):
        for section in chapter.iter("section"):
            for code in section.iter("diag"):
                listed = [note.text or "" for note in code.findall("inclusionTerm/note")]
                if listed and not (code.findtext("name") or "").startswith(_EXTERNAL):
                    titles = [code.findtext("desc") or "", _bare(section.findtext("desc") or "")]
                    yield _document(titles[0], [*titles, *listed])


def drugs(listed: Iterable[Drug]) -> Iterator[Record]:
    """Each drug by all its names, with what it is."""
    for each in dict.fromkeys(listed):
        yield _document(each.name, [*each.names, *_classes(each.name), "drug"])


def indications(listed: Mapping[str, Drug], known: Conditions) -> Iterator[Record]:
    """Each drug with each condition that it is given for."""
    above = _diseases_above()
    for (drug, disease), weight in sorted(_pairs(known).items()):
        named = (drug, *(listed[drug].names if drug in listed else ()))
        condition = known.find(disease)
        about = [*condition.aliases, *condition.general] if condition else [disease, *above.get(disease, ())]
        for _ in range(weight):
            yield _document(
                disease, [*named, *_classes(named[-1] if drug not in listed else listed[drug].name), *about]
            )


def _pairs(known: Conditions) -> dict[tuple[str, str], int]:
    pairs: dict[tuple[str, str], int] = {}
    with data(INDICATIONS).open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            key = (row["drug"].casefold(), row["disease"])
            pairs[key] = max(pairs.get(key, 0), _WORKS if row["category"] == "DM" else _EASES)
    for each in known.listed:
        for hint in each.hints:
            if hint.sort == "drug" and hint.strength > 1:
                pairs.setdefault((hint.term.casefold(), each.name), _EASES)
    return pairs


def _document(title: str, terms: Iterable[str]) -> Record:
    """A document of terms, a line each, so that no phrase runs from one into the next."""
    return {"title": title, "text": ".\n".join(dict.fromkeys(filter(None, terms)))}


def _classes(drug: str) -> Iterator[str]:
    found = class_of(drug)
    while found:
        yield found
        found = classes_above().get(found)


def _phenotype_names() -> dict[str, tuple[str, ...]]:
    """What each phenotype is called: its name, and what it is called besides in one or two words."""
    taxonomy = read_obo(data(ONTOLOGY))
    return {
        concept.id: (concept.name, *[name for name in concept.names[1:] if len(name.split()) <= 2][:2])
        for concept in descendants(taxonomy, taxonomy.concepts("All")[0])
    }


def _strength(frequency: str) -> int:
    """How many thirds of the patients have it; 1 where nobody counted, or too few."""
    if frequency in _OFTEN:
        return _OFTEN[frequency]
    if counted := re.fullmatch(r"(\d+)/(\d+)", frequency):
        have, of = int(counted[1]), int(counted[2])
        return _thirds(have / of) if of > _FEW_PATIENTS else min(1, have)
    if share := re.fullmatch(r"([\d.]+)%", frequency):
        return _thirds(float(share[1]) / 100)
    return 1


def _thirds(share: float) -> int:
    return sum(share >= least for least in (0.05, 0.3, 0.8))


def _bare(title: str) -> str:
    """A title of ICD-10-CM without its range of codes."""
    return re.sub(r"\s*\([A-Z]\d\w(?:-[A-Z]\d\w)?\)$", "", title)


def _diseases_above() -> dict[str, Sequence[str]]:
    above: dict[str, list[str]] = defaultdict(list)
    with data(DISEASES).open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t"):
            above[row["label"]].append(row["subClassOf"])
    return {label: list(dict.fromkeys([*parents, "disease"])) for label, parents in above.items()}
