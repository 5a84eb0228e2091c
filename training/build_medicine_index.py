"""Makes `medicine-texts.index`, `medicine-tables.index`, `medicine-hints.index`: what somebody knows who read medicine.

    python -m training.build_medicine_index [--check]        writes into src/reticent/knowledge/corpus/data

They hold statistics and no text. The facts of tables are documents of their own kind in files of their own, so that they
can be left out; how often each counts stands in `training/medicine_facts.py` and in docs/explanation/knowledge.md. The
same data give the same bytes again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from experiments.needs import Needs

from reticent.knowledge.conditions import Conditions, conditions
from reticent.knowledge.corpus.indexing.building import BuildOptions, build
from reticent.knowledge.taxonomy import names_below, wordnet
from training import medicine_facts as facts
from training import medicine_texts as texts
from training.medicine_drugs import NAMES, Drug, drugs_that_matter
from training.shipping import ship

NEEDS = Needs(
    data=(
        texts.MEDQUAD,
        texts.TRANSCRIPTIONS,
        texts.ABSTRACTS,
        facts.PHENOTYPES,
        facts.ONTOLOGY,
        facts.ICD,
        facts.INDICATIONS,
        facts.DISEASES,
        NAMES,
    )
)
TEXTS, TABLES, HINTS = "medicine-texts.index", "medicine-tables.index", "medicine-hints.index"
LICENCES = {
    TEXTS: "statistics of MedQuAD (CC BY 4.0), of transcriptions (CC0 as claimed) and of PubMed abstracts (CC BY 4.0)",
    TABLES: "counts of Human Phenotype Ontology annotations 2025-01-16 (HPO terms of use,"
    " www.human-phenotype-ontology.org) and of inclusion terms of ICD-10-CM 2026 (public domain)",
    HINTS: "counts of conditions and their hints (CC0, ours), drug indications of PharmacotherapyDB (CC0) and LabeledIn"
    " (public domain), drug names of the FDA (US government)",
}
OPTIONS = {
    TEXTS: BuildOptions(min_documents=2, collocation_documents=12),
    TABLES: BuildOptions(min_documents=1, collocation_documents=12),
    HINTS: BuildOptions(min_documents=1, collocation_documents=12, weight=5),
}
Record = dict[str, str]


def make() -> dict[str, bytes]:
    """The three indices."""
    known = conditions()
    drugs = drugs_that_matter(known)
    sources: dict[str, Mapping[str, Iterable[Record]]] = {
        TEXTS: {
            "medquad": texts.answers(),
            "transcriptions": texts.transcriptions(),
            "abstracts": texts.abstracts(),
        },
        TABLES: {"phenotypes": facts.phenotypes(), "icd10cm": facts.inclusion_terms()},
        HINTS: {
            "clinical-hints": facts.hints(known),
            "drug-names": facts.drugs(drugs.values()),
            "drug-indications": facts.indications(drugs, known),
        },
    }
    phrases = sorted(set(names_to_count(known, drugs)))
    return {name: make_index(name, own, phrases) for name, own in sources.items()}


def make_index(name: str, sources: Mapping[str, Iterable[Record]], phrases: Iterable[str]) -> bytes:
    """One index over these records."""
    with TemporaryDirectory() as folder:
        place, files = Path(folder), []
        for source, records in sources.items():
            files.append(place / f"{source}.jsonl")
            lines = (json.dumps(record, ensure_ascii=False) for record in records)
            files[-1].write_text("\n".join(lines), encoding="utf-8")
        build(files, place / name, phrases=phrases, licence=LICENCES[name], options=OPTIONS[name])
        return (place / name).read_bytes()


def names_to_count(known: Conditions, drugs: Mapping[str, Drug]) -> Iterator[str]:
    """The phrases that get counts of their own wherever they stand."""
    yield from names_below(wordnet(), wordnet().concepts("entity")[0])
    for each in known.listed:
        yield from (*each.aliases, *each.unsure, *each.general, *(hint.term for hint in each.hints))
    yield from chain.from_iterable(drug.names for drug in drugs.values())


if __name__ == "__main__":
    ship("build_medicine_index", NEEDS, "knowledge/corpus/data", make)
