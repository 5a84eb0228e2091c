"""Reading, risk, explanation, suggestion: the parts of (C, g(C))-sanitization on thirteen texts."""

import json
from fractions import Fraction
from math import comb

import numpy as np
import pytest
from tests.contracts.cg_worlds import ABOVE, TEXTS, small_world

from reticent import Document, sanitize
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization._risk import bound_counts
from reticent.models.cg_sanitization.model import suggestions
from reticent.models.shared.counts import find_chances, find_level
from reticent.text import Span

TAXONOMY = Hierarchy.from_pairs(ABOVE)


def world(**options: object) -> CgSanitization:
    settled = {
        "corpus": MemoryCorpus(TEXTS),
        "taxonomy": TAXONOMY,
        "min_support": 1,
        "evidence": "counted",
        "at_most": 1.0,
        "unseen": "keep",
    }
    return CgSanitization({"HIV": "virus"}, **{**settled, **options})  # type: ignore[arg-type]


def released(text: str, made: CgSanitization | None = None) -> str:
    return sanitize(Document("d", text), made or small_world()).text


def test_a_phrase_is_judged_through_the_words_inside_it() -> None:
    assert released("Antiretroviral therapy was started.") == "Therapy was started."


def test_a_word_outside_every_noun_phrase_is_judged_too() -> None:
    assert "antiretroviral" not in released("It was antiretroviral and it helped.")


def test_the_generalization_that_may_be_told_takes_the_place_of_the_name() -> None:
    assert released("An HIV test was done.") == "A virus test was done."


@pytest.mark.parametrize(
    "name",
    [
        "HIV",
        "H\u200bIV",
        "HIV-positive",
        "LAV virus",
        "lav\nvirus",
        "HIVs",
        "hiv",
        "Hiv",
        "HIV2",
        "H-\nIV",
        "HIV’s",
    ],
)
def test_a_name_is_found_however_it_is_written(name: str) -> None:
    text = released(f"The finding was {name} again.")
    assert "hiv" not in text.lower().replace("\u200b", "")
    assert "lav" not in text.lower()
    assert "iv " not in text.lower()


def test_what_stands_beside_a_name_stays_as_it_was() -> None:
    assert (
        released("An HIV-positive nurse met her HIV’s end.") == "A virus-positive nurse met her virus's end."
    )


def test_small_letters_that_are_a_word_are_no_acronym() -> None:
    made = CgSanitization(
        {"AIDS": None},
        corpus=MemoryCorpus(["AIDS", "The state aids us.", "Aid came.", "They aid him."]),
        taxonomy=Hierarchy.from_pairs([("AIDS", "disease")]),
        unseen="keep",
    )
    assert released("The state aids us.", made) == "The state aids us."
    assert "AIDS" not in released("AIDS is known.", made)


def test_the_initials_of_a_name_stand_for_it_unless_small_letters_are_a_common_word() -> None:
    made = world(aliases={"HIV": ["Human Tee Cell Virus", "Human Endemic Ross Organism"]})
    assert "HTCV" not in released("It was HTCV again.", made)
    assert "htcv" not in released("It was htcv again.", made)
    assert "HERO" not in released("It was HERO again.", made)
    assert "hero" in released("It was a hero again.", made)
    assert "HTCV" in made.attacker.entities[0].finder.written
    assert "HTCV" not in made.attacker.entities[0].names


def test_a_word_of_a_name_that_is_rarer_than_the_entity_is_as_good_as_the_name() -> None:
    made = world(aliases={"HIV": ["lentiviral blood fever"]})
    assert "lentiviral" in made.attacker.entities[0].telling
    assert "fever" not in made.attacker.entities[0].telling
    assert "entiviral" not in released("A lentiviral cough came back.", made)


def test_words_that_stay_keep_their_capitals() -> None:
    assert released("The Walker HIV test came back.") == "The Walker virus test came back."
    assert released("They began the Jennifer Walkers HIV therapy.").startswith(
        "They began the Jennifer Walkers"
    )
    assert released("Blood HIV therapy came.") == "Therapy came."


def test_initials_come_from_plain_names_that_were_given() -> None:
    made = world(aliases={"HIV": ["World War II", "The Small Virus", "oral rinse", "Lenti Small Virus"]})
    written = made.attacker.entities[0].finder.written
    assert "LSV" in written
    assert not {"WWI", "TSV", "OR"} & set(written)


def test_a_frequent_word_of_a_name_is_no_name() -> None:
    made = world(aliases={"HIV": ["blood fever virus"]})
    assert not {"blood", "fever", "virus"} & made.attacker.entities[0].telling


def test_a_phrase_whose_head_must_go_keeps_the_rest() -> None:
    assert released("A hospital antiretroviral came back.") == "A hospital [DRUG 1] came back."
    plan = world().plan(Document("d", "A hospital antiretroviral. The hospital antiretroviral."))
    assert [len(decision.spans) for decision in plan.decisions] == [2]


def test_modifiers_stay_before_a_more_general_head() -> None:
    made = world(taxonomy=Hierarchy.from_pairs([*ABOVE, ("antiretroviral", "drug")]))
    assert released("The new antiretroviral came back.", made) == "The drug came back."


def test_a_more_general_name_must_be_one_that_people_use_for_the_thing() -> None:
    counts = {
        "tremor, motion, palsy": 25,
        "palsy": 5,
        "vibration": 40,
        "motion": 40,
        "disease": 60,
        "kitchen": 200,
    }
    texts = [text for text, times in counts.items() for _ in range(times)]
    above = [("palsy", "disease"), ("tremor", "vibration"), ("vibration", "motion")]
    made = CgSanitization(
        {"palsy": "disease"},
        corpus=MemoryCorpus(texts),
        taxonomy=Hierarchy.from_pairs(above),
        max_group=1,
        evidence="counted",
        at_most=1.0,
        unseen="keep",
        by_meaning=False,
    )
    assert released("The tremor came back.", made) == "The motion came back."


def test_an_upper_bound_lies_above_the_count() -> None:
    together, alone = np.array([1, 5, 10]), np.array([1, 10, 10])
    assert (bound_counts(together, alone, "confident") == together).all()
    assert (bound_counts(together, alone, "strict")[:2] >= together[:2]).all()


def test_two_documents_of_two_are_no_proof_among_thousands_of_groups() -> None:
    (few,) = find_chances(np.array([2]), np.array([2]), 0.02)
    assert few == pytest.approx(0.0004)
    assert find_level([few], 10_000, 0.05) == 0.0


def test_chances_of_large_counts_are_the_sums_of_whole_numbers() -> None:
    ways = sum(comb(2_000, hits) * 3**hits * 7 ** (2_000 - hits) for hits in range(700, 2_001))
    (chance,) = find_chances(np.array([700]), np.array([2_000]), 0.3)
    assert chance == pytest.approx(float(Fraction(ways, 10**2_000)), rel=1e-9)


def test_a_phrase_without_a_count_of_its_own_is_judged_by_its_words_together() -> None:
    texts = ["HIV: oral, blister", "HIV: blister, oral", "HIV", *["oral virus", "blister virus"] * 12]
    made = {"corpus": MemoryCorpus(texts), "max_group": 1, "evidence": "confident"}
    assert released("It was an oral blister.", world(**made)) != "It was an oral blister."
    assert released("It was oral. A blister came.", world(**made)) == "It was oral. A blister came."
    assert released("It was an oral blister.", world(**made, by_class=False)) == "It was an oral blister."


def test_the_more_groups_a_text_makes_the_surer_each_must_be() -> None:
    assert find_level([1e-5], 10, 0.05) > find_level([1e-5], 100, 0.05) > 0
    assert find_level([1e-5] * 3, 100, 0.05) == pytest.approx(3 * find_level([1e-5], 100, 0.05))
    assert find_level([1e-4], 100_000, 0.05) == 0.0
    assert find_level([0.04], 1, 0.05) == 0.05


def test_a_group_with_too_little_support_is_no_evidence() -> None:
    text = "Blood and a test."
    assert released(text, world(min_support=1)) != text
    assert released(text, world(min_support=3)) == text


def test_a_term_that_the_corpus_has_never_seen_is_kept_and_listed_or_removed() -> None:
    document = Document("d", "Zidovudine came back.")
    assert world().unseen_words(document) == {"zidovudine": (Span(0, 10),)}
    assert released(document.text, world(unseen="keep")) == document.text
    assert "Zidovudine" not in released(document.text, world(unseen="remove"))


def test_a_document_of_the_corpus_bears_no_witness_against_itself() -> None:
    document = Document("d", TEXTS[1])
    made = world().without_documents(document)
    assert made.corpus.size == len(TEXTS) - 1
    assert " act on" in released(document.text, made)
    assert world().without_documents(Document("d", "Something else altogether.")).corpus.size == len(TEXTS)


def test_every_decision_says_why_and_what_would_bring_it_back() -> None:
    plan = world().plan(Document("d", "Antiretroviral therapy and blood and a test."))
    for decision in plan.decisions:
        json.dumps(decision.evidence)
        assert decision.evidence["entity"] == "HIV"
        assert decision.evidence["bits"] > decision.evidence["bits_allowed"]
        assert decision.evidence["documents"]["all"] == len(TEXTS)
        assert "HIV" in decision.reason
    groups = [decision.evidence["group"] for decision in plan.decisions]
    assert ["antiretroviral"] in groups
    assert any(len(group) == 2 for group in groups)


def test_suggestions_list_what_is_above_with_its_bits_and_its_price() -> None:
    document = Document("d", "Antiretroviral therapy for HIV.")
    corpus = MemoryCorpus([*TEXTS, *["organism"] * 7])
    found = suggestions("HIV", corpus=corpus, taxonomy=TAXONOMY, document=document)
    assert [row.general for row in found] == [None, "virus"]
    assert found[0].bits > found[1].bits
    assert [row.cost for row in found] == [2, 2]  # without g(c) the cap takes "antiretroviral"
    plain = suggestions("HIV", corpus=corpus, taxonomy=TAXONOMY)
    assert all(row.cost is None for row in plain)


def test_the_promise_names_its_settings_and_its_knowledge() -> None:
    promise = world(max_group=1).promise
    assert "up to 1 terms" in promise.statement
    assert "HIV: as much as virus tells" in promise.statement
    assert set(promise.relative_to) == {"corpus", "taxonomy"}
