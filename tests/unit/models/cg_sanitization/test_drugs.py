"""What a drug tells: at least what its substance does, and what its kind does where hardly anybody counted it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import CgSanitization, Document, open_knowledge, sanitize
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy, HierarchyEntry, in_order, medicine, wordnet
from reticent.plan import Release
from reticent.text import Span

DOCTOR = in_order(medicine(), wordnet())
CORPUS = open_knowledge("medicine")


def protecting(name: str, general: str, **options: object) -> CgSanitization:
    settled = {"corpus": CORPUS, "taxonomy": DOCTOR, "unseen": "remove"}
    return CgSanitization({name: general}, **{**settled, **options})  # type: ignore[arg-type]


def released(text: str, model: CgSanitization) -> str:
    outcome = sanitize(Document("note", text), model)
    assert not outcome.violations
    return outcome.text


@pytest.mark.parametrize(
    ("name", "general", "text", "brands"),
    [
        (
            "HIV",
            "virus",
            "Well today. Takes Edurant and Intelence. Fuzeon stopped.",
            "Edurant Intelence Fuzeon",
        ),
        ("HIV", "disease", "She takes Viread every day. Seen by the doctor.", "Viread"),
        ("schizophrenia", "disease", "He sleeps well. Started Saphris, then Fanapt.", "Saphris Fanapt"),
        ("type 2 diabetes", "disease", "Drugs: NovoRapid, as before.", "NovoRapid"),
    ],
)
def test_a_brand_goes_like_its_substance(name: str, general: str, text: str, brands: str) -> None:
    model = protecting(name, general)
    left = released(text, model)
    for brand in brands.split():
        assert brand not in left
    broken = model.violations(Release(Document("note", text), Document("note", text)))
    found = {span.of(text) for violation in broken for spans in violation.members for span in spans}
    assert all(any(brand in place for place in found) for brand in brands.split())


def entry(name: str, above: str = "", *others: str) -> HierarchyEntry:
    return HierarchyEntry(name, (name, *others), {above: "here"} if above else {})


ABOVE = Hierarchy(
    [
        entry("virus"),
        entry("HIV", "virus"),
        entry("drug"),
        entry("blocker", "drug"),
        entry("zotivir", "blocker", "Zotex", "Zo Plus"),
        entry("rarovir", "blocker"),
    ]
)
TEXTS = [
    *["Zotivir acts on HIV, a virus."] * 6,
    *["Zotex is sold in a box."] * 30,
    *["A blocker against HIV."] * 30,
    *["Rarovir came in a box."] * 2,
    *["A virus with fever."] * 60,
    *["Fever, a drug and a box."] * 3000,
]
SMALL = MemoryCorpus(TEXTS)
MODEL = CgSanitization({"HIV": "virus"}, corpus=SMALL, taxonomy=ABOVE, max_group=1, unseen="keep")


def test_a_brand_that_was_never_met_with_the_entity_has_the_counts_of_its_substance() -> None:
    assert "zotivir" in MODEL.reader.units(["zotex"])
    assert "Zotex" not in released("He takes Zotex at home.", MODEL)


def test_a_brand_of_two_words_is_known_as_one() -> None:
    assert "zotivir" in MODEL.reader.units(["zo", "plus"])


def test_a_substance_has_not_the_counts_of_its_brands() -> None:
    assert "zotex" not in MODEL.reader.units(["zotivir"])


def test_a_word_of_few_documents_is_judged_by_its_kind_as_well() -> None:
    assert MODEL.reader.units(["rarovir"]) == {"rarovir", "blocker"}
    assert "arovir" not in released("He takes rarovir at home.", MODEL)


def test_a_word_of_many_documents_is_judged_by_itself() -> None:
    above = Hierarchy.from_pairs([("HIV", "virus"), ("fever", "blocker")])
    model = CgSanitization({"HIV": "virus"}, corpus=SMALL, taxonomy=above, max_group=1, unseen="keep")
    assert model.reader.units(["fever"]) == {"fever"}


@pytest.mark.slow
@given(
    st.lists(st.sampled_from(["Zotex", "zotivir", "rarovir", "box", "fever", "the"]), min_size=1, max_size=6)
)
def test_wherever_a_substance_would_go_its_brand_goes(words: list[str]) -> None:
    brand, substance = " ".join(words), " ".join(words).replace("Zotex", "zotivir")
    if "zotivir" not in released(substance, MODEL):
        assert "Zotex" not in released(brand, MODEL)


def test_places_of_a_brand_are_its_own() -> None:
    text = "He takes Zotex at home."
    (decision,) = MODEL.plan(Document("note", text)).decisions
    assert decision.spans == (Span(9, 14),)
