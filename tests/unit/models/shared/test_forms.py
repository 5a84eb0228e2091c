"""Forms of the root of a name are as good as the name, unless the corpus knows better."""

from __future__ import annotations

from functools import cache

import pytest

from reticent import CgSanitization, Document, Indistinct, open_knowledge, sanitize
from reticent.knowledge import Corpus
from reticent.knowledge.conditions import conditions
from reticent.knowledge.taxonomy import in_order, medicine, wordnet
from reticent.models.shared.naming import forms_of_names, names_on_list, unsure_names_of_root

DOCTOR = in_order(medicine(), wordnet())


@cache
def corpus(name: str = "medicine") -> Corpus:
    return open_knowledge(name)


def released(text: str, name: str, general: str, *, doctor: bool = True) -> str:
    model = CgSanitization(
        {name: general},
        corpus=corpus("medicine" if doctor else "general"),
        taxonomy=DOCTOR if doctor else wordnet(),
        conditions=conditions() if doctor else None,
        max_group=1,
        unseen="keep",
    )
    return sanitize(Document("note", text), model).text


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("depression", "depressed"),
        ("depression", "depressive"),
        ("abortion", "aborted"),
        ("blindness", "blind"),
        ("tuberculosis", "tubercular"),
        ("infarct", "infarcted"),
        ("adoption", "adopted"),
        ("diabetes", "diabetic"),
        ("suicide", "suicidal"),
        ("epilepsy", "epileptic"),
        ("obesity", "obese"),
        ("miscarriage", "miscarried"),
        ("drug addiction", "drug addict"),
        ("clinical depression", "clinically depressed"),
    ],
)
def test_a_form_of_the_same_root_is_a_name(name: str, form: str) -> None:
    assert form in forms_of_names([name], None, corpus())


@pytest.mark.parametrize(
    ("name", "other"),
    [("plague", "plaguing"), ("mania", "maniac"), ("stroke", "strike"), ("tumour", "tumorous")],
)
def test_a_word_that_never_stands_beside_the_name_is_none(name: str, other: str) -> None:
    assert other not in forms_of_names([name], None, corpus())


def test_what_may_be_told_is_no_name() -> None:
    assert "infectious" in forms_of_names(["infection"], None, corpus())
    assert "infectious" not in forms_of_names(["infection"], "infectious disease", corpus())


def test_unsure_names_count_where_they_are_built_from_a_sure_one() -> None:
    found = unsure_names_of_root(conditions().find("major depressive disorder"))
    assert {*found} == {"depressed", "depressive"}
    assert unsure_names_of_root(None) == ()


@pytest.mark.parametrize(
    "name", ["ulcerative colitis", "inguinal hernia", "common cold", "frailty and falls"]
)
def test_the_last_word_of_a_longer_name_is_more_general_and_stays_unsure(name: str) -> None:
    assert unsure_names_of_root(conditions().find(name)) == ()


def test_a_name_on_the_list_that_may_be_told_is_no_name() -> None:
    condition = conditions().find("heart attack")
    assert "acute coronary syndrome" in names_on_list(condition)
    assert "acute coronary syndrome" not in names_on_list(condition, "acute coronary syndrome")


@pytest.mark.parametrize("name", ["depression", "major depressive disorder"])
def test_who_is_depressed_has_a_depression(name: str) -> None:
    text = released("She is clinically depressed. The GP agrees that she is depressed.", name, "disorder")
    assert "depress" not in text.lower()
    assert "disorder" not in text  # nobody is a disorder


def test_more_knowledge_does_not_let_a_form_stand() -> None:
    assert "blind" not in released("He is registered blind since birth.", "blindness", "condition")


def test_a_verb_of_the_name_goes() -> None:
    assert "aborted" not in released("She aborted twice.", "abortion", "operation", doctor=False)


@pytest.mark.parametrize("text", ["Known MI, STEMI since, NSTEMI before.", "Infarcted wall seen."])
def test_a_lay_name_hides_what_the_name_on_the_list_hides(text: str) -> None:
    for name in ("heart attack", "myocardial infarction"):
        left = released(text, name, "disease")
        assert not any(word in left for word in ("STEMI", "Infarcted"))


def test_an_unsure_name_that_somebody_gives_means_its_condition() -> None:
    text = released(
        "He is an alcoholic. Antabuse was started, Acamprosate earlier.", "alcoholism", "disorder"
    )
    assert not any(word in text for word in ("alcoholic", "Antabuse", "Acamprosate"))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("On isoniazid for tuber-culosis.", "culosis"),
        ("Dx: tuber culosis.", "culosis"),
        ("Resistant XDRTB was found.", "XDRTB"),
        ("Resistant XDR TB was found.", "XDR TB"),
    ],
)
def test_a_name_goes_however_it_is_parted(text: str, gone: str) -> None:
    assert gone not in released(text, "tuberculosis", "disease")


def test_a_proper_name_goes_in_capitals_too() -> None:
    text = released("We are told that APPLE sued us. Then APPLE paid.", "Apple Inc.", "company", doctor=False)
    assert "APPLE" not in text


def test_no_way_to_part_the_words_of_a_name_passes_for_readers_of_the_whole_text() -> None:
    model = Indistinct({"HIV": "virus"}, corpus=corpus("general"), taxonomy=wordnet(), k=5)
    text = "The test for human immuno-deficiency virus was positive."
    assert "immuno" not in sanitize(Document("note", text), model).text


def test_forms_are_removed_for_readers_of_the_whole_text_and_names_are_generalized() -> None:
    model = Indistinct({"depression": "disorder"}, corpus=corpus("general"), taxonomy=wordnet(), k=5)
    text = sanitize(Document("note", "The depression is gone. She was depressed."), model).text
    assert "depress" not in text
    assert "was a disorder" not in text
