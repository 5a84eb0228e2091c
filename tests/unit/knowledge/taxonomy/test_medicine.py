"""The taxonomy of medicine that ships."""

from __future__ import annotations

import pickle
import time

import pytest

from reticent.knowledge.taxonomy import ancestors, in_order, medicine, wordnet


def above(name: str) -> list[str]:
    concept = medicine().concepts(name)[0]
    return [each.name for each in ancestors(medicine(), concept)]


@pytest.mark.parametrize(
    ("name", "general"),
    [
        ("fibromyalgia", "disorder"),
        ("fibro", "disease"),
        ("influenza", "viral infection"),
        ("shingles", "infection"),
        ("lamivudine", "antiviral drug"),
        ("Epivir", "antiretroviral drug"),
        ("amoxicillin", "antibiotic"),
        ("COPD", "respiratory disease"),
        ("gonorrhoea", "sexually transmitted infection"),
        ("obesity", "condition"),
        ("constipation", "symptom"),
        ("breast cancer", "cancer"),
        ("glandular fever", "infection"),
    ],
)
def test_a_name_has_generalizations_that_a_reader_understands(name: str, general: str) -> None:
    assert general in above(name)


def test_a_germ_and_its_infection_are_two_senses() -> None:
    infection, germ = medicine().concepts("HIV")[:2]
    assert "infection" in {each.name for each in ancestors(medicine(), infection)}
    assert "virus" in {each.name for each in ancestors(medicine(), germ)}


def test_it_is_asked_before_wordnet_for_what_it_knows() -> None:
    both = in_order(medicine(), wordnet())
    assert both.concepts("lamivudine") == medicine().concepts("lamivudine")
    assert both.concepts("letter") == wordnet().concepts("letter")


def test_everyday_words_are_left_to_wordnet() -> None:
    for word in ("letter", "table", "spots", "high", "red", "weekend", "family"):
        assert medicine().concepts(word) == []


def test_what_has_a_parent_ends_at_a_root() -> None:
    roots = {concept.name for word in ("condition", "drug", "virus") for concept in medicine().concepts(word)}
    assert roots >= {"condition", "drug", "virus"}
    for name in ("asthma", "metformin", "HIV"):
        assert {"condition", "drug", "microorganism"} & set(above(name))


def test_it_is_small_loads_quickly_and_travels_by_its_fingerprint() -> None:
    from importlib.resources import files

    from reticent.knowledge.taxonomy import PackedTaxonomy

    data = files("reticent.knowledge.taxonomy").joinpath("data/medicine.bin").read_bytes()
    assert len(data) < 2_000_000
    start = time.process_time()
    PackedTaxonomy(data)
    assert time.process_time() - start < 0.5
    assert pickle.loads(pickle.dumps(medicine())) is medicine()  # noqa: S301
    assert "Disease Ontology" in medicine().manifest["source"]


@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("allergic rhinitis", "infection"),
        ("Crohn disease", "infection"),
        ("ankylosing spondylitis", "infection"),
        ("idiopathic pulmonary fibrosis", "infection"),
        ("cervical cancer", "infection"),
        ("cyst", "tumor"),
        ("breast cyst", "tumor"),
        ("infectious mononucleosis", "tumor"),
        ("prolactinoma", "cancer"),
        ("vestibular schwannoma", "cancer"),
        ("acute myocardial infarction", "symptom"),
    ],
)
def test_nothing_is_below_what_no_reader_would_call_it(name: str, group: str) -> None:
    assert group not in above(name)
