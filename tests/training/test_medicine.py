"""Knowledge of medicine is made the same way again, from a little of everything."""

from __future__ import annotations

import io
import json
import lzma
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from training.build_medicine_taxonomy import build, wrong_groups
from training.concept_graph import ConceptGraph
from training.drug_classes import class_of
from training.medicine_drugs import drugs_that_matter

from reticent import open_knowledge
from reticent.knowledge.conditions import Condition, Conditions, Hint, conditions
from reticent.knowledge.taxonomy import PackedTaxonomy, ancestors, medicine
from training import (
    build_conditions,
    build_medicine_index,
    medicine_concepts,
    medicine_facts,
    medicine_sources,
    medicine_texts,
)

OBO = """format-version: 1.2
[Term]
id: HP:0000001
name: All
[Term]
id: HP:1
name: Wheezing
synonym: "Noisy breath" EXACT layperson []
is_a: HP:0000001
[Term]
id: HP:2
name: Cough
is_a: HP:0000001
"""
ICD = """<ICD10CM.tabular><chapter><name>10</name><section><desc>Chronic diseases (J40-J4A)</desc>
<diag><name>J45</name><desc>Asthma</desc><inclusionTerm><note>Atopic asthma</note></inclusionTerm></diag>
</section></chapter></ICD10CM.tabular>"""
KNOWN = Conditions(
    (
        Condition(
            "asthma",
            ("airway disease",),
            names=("wheezy chest",),
            unsure=("AS",),
            hints=(Hint("salbutamol", "drug", 3), Hint("wheeze", "sign", 2), Hint("dust", "risk", 1)),
        ),
    ),
    "sha256:test",
)


@pytest.fixture
def little(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RETICENT_DATA", str(tmp_path))
    rows = {
        medicine_texts.MEDQUAD: json.dumps(
            {
                "focus": "Asthma",
                "synonyms": ["Bronchial asthma"],
                "qa": [
                    {"q": "What is it?", "a": "A lung disease."},
                    {"q": "And?", "a": " "},
                    {"q": "How?", "a": "It wheezes."},
                ],
            }
        ),
        medicine_texts.TRANSCRIPTIONS: json.dumps({"name": "Asthma", "text": "Wheeze on both sides."}),
        medicine_facts.PHENOTYPES: "\n".join(
            [
                "#version: 1",
                "database_id\tdisease_name\tqualifier\thpo_id\treference\tevidence\tonset\tfrequency\tsex\tmodifier\taspect\tx",
                "O:1\tHard asthma\t\tHP:1\tr\te\t\t9/10\t\t\tP\tb",
                "O:1\tHard asthma\t\tHP:2\tr\te\t\tHP:0040282\t\t\tP\tb",
                "O:1\tHard asthma\tNOT\tHP:3\tr\te\t\t\t\t\tP\tb",
            ]
        ),
        medicine_facts.ONTOLOGY: OBO,
        medicine_facts.ICD: ICD,
        medicine_facts.INDICATIONS: "drug\tdisease\tdoid\tsource\tcategory\nSalbutamol\tasthma\tD:1\tcatalog\tSYM\nBosutinib\tasthma\tD:1\tcatalog\tDM",
        medicine_facts.DISEASES: "id\tlabel\tsubClassOf\nD:0\tdisease\t\nD:1\tasthma\tbronchial disease\nD:2\tbronchial disease\tdisease",
        "lists/drug-names.tsv.xz": "name\tpreferred\ttypes\nVENTOLIN\tSALBUTAMOL SULFATE\tbn\nSALBUTAMOL\tSALBUTAMOL\tcn",
        medicine_sources.MESH: "mesh_id\tmesh_name\tmesh_tree_number\nM1\tLung Diseases\tC08.381\nM2\tAsthma, Occupational\tC08.381.1\nM3\tHIV\tB04.1\nM4\tHIV Infections\tC01.1",
    }
    for name, content in rows.items():
        place = tmp_path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(lzma.compress(content.encode()) if place.suffix == ".xz" else content.encode())
    write_abstracts(tmp_path / medicine_texts.ABSTRACTS)
    return tmp_path


def write_abstracts(place: Path) -> None:
    words = "\n\n".join(f"Sentence\tO\n{number}\tO" for number in range(7))
    data = lzma.compress(words.encode())
    with tarfile.open(place, "w:xz") as archive:
        for name in ("bio-ner/NCBI-disease/train.tsv.xz", "bio-ner/linnaeus/train.tsv.xz"):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))


def lines(records: Callable[[], object]) -> list[list[str]]:
    return [record["text"].split(".\n") for record in records()]  # type: ignore[attr-defined]


@pytest.mark.usefixtures("little")
def test_texts_carry_what_they_are_about_and_empty_answers_are_left_out() -> None:
    first, second = medicine_texts.answers()
    assert "Bronchial asthma" in first["text"]
    assert "Bronchial asthma" not in second["text"]
    assert [len(each["text"].splitlines()) for each in medicine_texts.abstracts()] == [5, 2]


@pytest.mark.usefixtures("little")
def test_a_hint_of_strength_s_stands_in_s_documents_with_its_condition() -> None:
    documents = lines(lambda: medicine_facts.hints(KNOWN))
    for term, strength in {"salbutamol": 3, "wheeze": 2, "dust": 1}.items():
        assert sum(term in document for document in documents) == strength
    assert all("asthma" in document and "airway disease" in document for document in documents)
    assert not any("AS" in document for document in documents)


@pytest.mark.usefixtures("little")
def test_a_phenotype_stands_as_often_as_patients_have_it() -> None:
    documents = lines(medicine_facts.phenotypes)
    assert sum("Wheezing" in document for document in documents) == 3
    assert sum("Cough" in document for document in documents) == 2
    assert sum("Noisy breath" in document for document in documents) == 3


@pytest.mark.parametrize(
    ("frequency", "strength"),
    [
        ("", 1),
        ("1/1", 1),
        ("0/2", 0),
        ("9/10", 3),
        ("3/9", 2),
        ("1/10", 1),
        ("1/40", 0),
        ("90%", 3),
        ("HP:0040285", 0),
    ],
)
def test_frequencies_are_read(frequency: str, strength: int) -> None:
    assert medicine_facts._strength(frequency) == strength


@pytest.mark.usefixtures("little")
def test_brands_stand_with_what_their_substance_treats() -> None:
    drugs = drugs_that_matter(KNOWN)
    assert drugs["ventolin"].name == "salbutamol"
    documents = lines(lambda: medicine_facts.indications(drugs, KNOWN))
    assert sum("ventolin" in document and "asthma" in document for document in documents) == 1
    assert sum("bosutinib" in document for document in documents) == 2


@pytest.mark.usefixtures("little")
def test_codes_stand_with_what_they_include() -> None:
    assert lines(medicine_facts.inclusion_terms) == [["Asthma", "Chronic diseases", "Atopic asthma"]]


@pytest.mark.usefixtures("little")
def test_the_same_data_give_the_same_bytes(tmp_path: Path) -> None:
    made = [
        build_medicine_index.make_index(
            build_medicine_index.HINTS, {"clinical-hints": medicine_facts.hints(KNOWN)}, ["wheezy chest"]
        )
        for _ in range(2)
    ]
    assert made[0] == made[1]
    (tmp_path / "hints").write_bytes(made[0])
    corpus = open_knowledge("none", "hints", folder=tmp_path)
    assert corpus.count([frozenset({"salbutamol", "asthma"}), frozenset({"dust", "wheezy chest"})]) == [15, 5]


@pytest.mark.usefixtures("little")
def test_the_sources_meet_in_one_taxonomy() -> None:
    graph = medicine_concepts.concepts(KNOWN, drugs_that_matter(KNOWN).values())
    data = build(graph)
    assert data == build(medicine_concepts.concepts(KNOWN, drugs_that_matter(KNOWN).values()))
    taxonomy = PackedTaxonomy(data)

    def above(name: str, sense: int = 0) -> set[str]:
        return {each.name for each in ancestors(taxonomy, taxonomy.concepts(name)[sense])}

    assert {"airway disease", "disease", "condition"} <= above("wheezy chest")
    assert "lung disease" in above("occupational asthma")
    assert above("Ventolin") == {"bronchodilator", "respiratory drug", "drug"}
    assert "virus" in above("HIV")
    assert "asthma" in above("atopic asthma")


@given(st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=30))
def test_a_graph_never_has_a_circle_and_no_parent_twice(edges: list[tuple[int, int]]) -> None:
    graph = ConceptGraph()
    numbers = [graph.add(f"thing{number}") for number in range(9)]
    for child, parent in edges:
        graph.put_below(numbers[child], numbers[parent])
    for number in numbers:
        for parent in graph.nodes[number].parents:
            assert number not in graph.above(parent)
    for own, short in zip(graph.nodes, graph.shortest(), strict=True):
        reached = {above for parent in short for above in graph.above(parent)}
        assert reached == {above for parent in own.parents for above in graph.above(parent)}


def test_both_spellings_are_one_concept() -> None:
    graph = ConceptGraph()
    assert graph.add("haemolytic anaemia") == graph.add("Hemolytic anemia")
    assert graph.add("AIDS") != graph.add("aids")


def test_names_are_sorted_by_how_surely_they_mean_the_condition() -> None:
    rows = [
        {"condition": "bipolar disorder", "general": [], "names": ["BD", "BPAD", "manic depression", "high"], "icd10": [], "hints": {}},
        {"condition": "ulcerative colitis", "general": [], "names": ["colitis", "UC", "shared name"], "icd10": [], "hints": {}},
        {"condition": "other colitis", "general": [], "names": ["shared name"], "icd10": [], "hints": {}},
    ]  # fmt: skip
    bipolar, ulcerative, _ = build_conditions.list_conditions(rows, {"BPAD": {"bipolar affective disorder"}})
    assert bipolar["names"] == ["manic depression"]
    assert bipolar["unsure"] == ["BD", "BPAD", "high"], "BPAD stands for something else there"
    assert ulcerative["unsure"] == ["colitis", "UC", "shared name"]


@pytest.mark.parametrize(
    ("drug", "kind"),
    [
        ("Amlodipine", "calcium channel blocker"),
        ("oseltamivir", "antiviral drug"),
        ("raltegravir", "antiretroviral drug"),
        ("", None),
    ],
)
def test_a_drug_says_what_it_is(drug: str, kind: str | None) -> None:
    assert class_of(drug) == kind


def test_what_is_below_infection_tumor_and_cancer_is_so_by_its_codes_or_its_own_general_terms() -> None:
    assert wrong_groups(medicine(), conditions()) == []
