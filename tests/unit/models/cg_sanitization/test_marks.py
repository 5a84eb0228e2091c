"""Typed marks: a mark such as [DRUG 1] is a more general word, and every check counts it as the word of its label."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.oracles.cg_sanitization import World

from reticent import Document, Span, sanitize
from reticent.audit.verification import read_afresh
from reticent.engine.rules import Rules
from reticent.errors import KnowledgeError, PolicyError
from reticent.kinds import find_kind, judged_kinds
from reticent.knowledge import MemoryCorpus, open_knowledge
from reticent.knowledge.conditions import conditions
from reticent.knowledge.taxonomy import Hierarchy, in_order, medicine, wordnet
from reticent.language import DEFAULT_LANGUAGE
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization.model import suggestions
from reticent.models.cg_sanitization.settings import CgSanitizationSettings
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.greedy_sanitize import GreedySanitize
from reticent.models.indistinct import Indistinct
from reticent.models.k_safety import KSafety
from reticent.models.redaction import Redaction
from reticent.models.shared import counts
from reticent.models.shared.generalizations import candidates
from reticent.models.shared.marks import (
    KINDS,
    agrees_with_type,
    find_type,
    label_of,
    places_of_heading,
    suits_other_name,
)
from reticent.models.shared.phrases import Phrase
from reticent.models.shared.positions import fitting_places
from reticent.models.t_plausibility import TPlausibility
from reticent.plan import Decision, Plan, Release
from reticent.rendering.doses import take_doses
from reticent.rendering.edits import render
from reticent.rendering.gaps import join_gaps

ABOVE = Hierarchy.from_pairs([("HIV", "virus"), ("influenza", "virus")])
TEXTS = [
    *["HIV is a virus with a drug."] * 4,
    *["A virus infects computers."] * 12,
    *["A symptom, a finding, a test."] * 12,
    *["The weather is fine."] * 36,
]


def model(texts: list[str] = TEXTS, **options: Any) -> CgSanitization:
    chosen: dict[str, Any] = {
        "corpus": MemoryCorpus(texts),
        "taxonomy": ABOVE,
        "min_support": 1,
        "evidence": "counted",
        "unseen": "keep",
        "at_most": 1.0,
        "marks": True,
        **options,
    }
    return CgSanitization({"HIV": "virus"}, **chosen)


def released(text: str, kinds: list[str] | None = None, style: str = "brackets") -> Release:
    document = Document("note", text, placeholder_style=style)
    return Release(document, read_afresh(document, kinds or ["DRUG", "SYMPTOM", "REMOVED"]))


def test_a_mark_that_tells_more_than_is_allowed_is_a_violation() -> None:
    # "drug" stands with HIV only: its mark tells all of it.
    found = model().violations(released("She takes [DRUG 1] and has [SYMPTOM 1]."))
    assert [(each.span.start, each.group) for each in found] == [(10, ("drug",))]
    assert len(model().naive_violations(released("She takes [DRUG 1]."))) == 1


def test_a_mark_is_counted_in_every_style_and_where_two_touch() -> None:
    for text, style in (
        ("Takes <DRUG_1>.", "angles"),
        ("Takes \\<DRUG>.", "escaped angles"),
        ("Takes [SYMPTOM 1][DRUG 1].", "brackets"),
    ):
        assert [each.group for each in model().violations(released(text, style=style))] == [("drug",)]
        assert model().naive_violations(released(text, style=style))


def test_a_mark_counts_with_the_words_beside_it() -> None:
    texts = [
        *["HIV is a virus with a drug in blood."] * 4,
        *["A virus infects computers."] * 12,
        *["A drug is sold."] * 12,
        *["The blood is red."] * 12,
        *["The weather is fine."] * 24,
    ]
    assert not model(texts).violations(released("She takes [DRUG 1]."))
    found = model(texts).violations(released("Blood was taken. She takes [DRUG 1]."))
    assert [each.group for each in found] == [("blood", "drug")]


def test_a_mark_of_a_kind_without_a_term_is_nobodys_word() -> None:
    assert not model().violations(released("She takes [REMOVED], says [PERSON 1].", ["REMOVED", "PERSON"]))


def test_the_policys_own_kind_of_the_same_name_is_judged_too() -> None:
    # Whoever declares a kind DRUG gets its marks judged, though no mark of ours stands there.
    found = model(marks=False).violations(released("She takes [DRUG].", ["DRUG"]))
    assert [each.group for each in found] == [("drug",)]


def test_a_mark_makes_phrases_with_the_words_beside_it() -> None:
    # "viral test" stands with HIV only, though neither of its words does.
    texts = [
        *["HIV is a virus. A viral test was done."] * 4,
        *["A viral video. The exam was a test."] * 24,
        *["A virus infects computers."] * 12,
        *["The weather is fine."] * 24,
    ]
    judge = CgSanitization(
        {"HIV": "virus"},
        corpus=MemoryCorpus(texts),
        taxonomy=ABOVE,
        evidence="counted",
        unseen="keep",
        at_most=1.0,
        max_group=1,
    )
    found = judge.violations(released("A viral [TEST 1] came back.", ["TEST"]))
    assert [each.group for each in found] == [("viral test",)]
    assert not judge.violations(released("A viral, [TEST 1] came back.", ["TEST"]))


CLINIC = [
    *["Measles is a virus. Koplik spots, vitamin A, Viread, tenofovir disoproxil."] * 6,
    *["A drug. A symptom. A sign. A finding. A condition. A substance."] * 30,
    *["A virus infects computers."] * 30,
    *["The weather is fine. No problem."] * 60,
]


def clinic(**options: Any) -> CgSanitization:
    chosen: dict[str, Any] = {"corpus": MemoryCorpus(CLINIC), "max_group": 1, "marks": True, **options}
    return CgSanitization(
        {"measles": "virus"},
        taxonomy=Hierarchy.from_pairs([("measles", "virus")]),
        evidence="counted",
        unseen="keep",
        at_most=1.0,
        **chosen,
    )


def sanitized(text: str, **options: Any) -> str:
    outcome = sanitize(Document("note", text), clinic(**options))
    assert not outcome.violations
    return outcome.text


def test_marks_stand_where_no_word_does_and_number_each_thing_once() -> None:
    assert sanitized("Meds: Viread, tenofovir disoproxil; no Koplik spots.") == (
        "Meds: [DRUG 1], [DRUG 1]; no [SIGN 1]."
    )
    assert (
        sanitized("Measles? No measles. Viread: stopped.")
        == "[CONDITION 1]? No [CONDITION 1]. [DRUG 1]: stopped."
    )


def test_dose_and_schedule_go_with_the_drug_that_is_hidden() -> None:
    assert (
        sanitized(
            "Viread 245 mg once daily, vitamin A 200/6 1 inh BD. Then 5 mg of Viread p.r.n. for 3 days."
        )
        == "[DRUG 1], [DRUG 2]. Then [DRUG 1]."
    )
    assert sanitized("Viread; 3 days ago it rained. Took 25 mg twice daily.") == (
        "[DRUG 1]; 3 days ago it rained. Took 25 mg twice daily."
    )


def test_beside_a_plain_word_a_dose_leaves_nothing() -> None:
    note = Document("note", "She takes antiretroviral drugs 25 mg every morning, and rests.")
    drug = Span(10, 30)
    taken = take_doses(note, [Decision((drug,), "DRUG", becomes="drug")], [0])
    assert render(note, Plan.for_document(note, taken, ())).released.text == "She takes drugs, and rests."


def test_headings_are_shown_as_headings_and_nothing_else_is() -> None:
    assert places_of("MEDICATIONS:\nViread", "MEDICATIONS") == ["MEDICATIONS"]
    assert places_of("Past Medical History\nNone.", "Past Medical History") == ["Past Medical History"]
    assert places_of("1. ALLERGIES\nNone.", "ALLERGIES") == ["ALLERGIES"]
    for text, words in (
        ("She takes medications: two.", "medications"),
        ("No history\nof it", "history"),
        ("2. Hypertension\nStable", "Hypertension"),
        ("Gout. Known allergies: none", "Known allergies"),
        ("REVIEW OF SYSTEMS: clear", "SYSTEMS"),
        ("REVIEW OF SYSTEMS: clear", "REVIEW"),
        ("CHIEF COMPLAINT: pain", "COMPLAINT"),
    ):
        assert places_of(text, words) == []


def places_of(text: str, words: str) -> list[str]:
    """The places of words in a text that head something there."""
    span = Span(text.index(words), text.index(words) + len(words))
    phrase = Phrase((*words.split(),), (span,), frozenset(), frozenset({1}), text=text)
    return [each.of(text) for each in places_of_heading(phrase)]


@pytest.mark.parametrize(
    ("form", "kinds"),
    [
        ("partial gastrectomy", ["PROCEDURE"]),
        ("lansoprazole", ["DRUG", "SUBSTANCE"]),
        ("old tonsillitis", ["CONDITION", "PROBLEM", "FINDING"]),
        ("thyroid problems", ["PROBLEM"]),
        ("april", None),
        ("maternal aunt", ["INDIVIDUAL"]),
        ("unprotected sex", ["RISK"]),
        ("past week", ["TIME"]),
        ("dr XYZ", ["INDIVIDUAL"]),
        ("nil quinsy", None),
        ("gallbladder", ["BODY_PART"]),
        ("Noe", None),
        ("elderly gentleman after knee surgery", ["INDIVIDUAL"]),
        ("salbutamol 2 puffs q4h", ["DRUG", "SUBSTANCE"]),
        ("discharge", None),
        ("sudden onset", None),
        ("kitchen floor", None),
        ("status post", None),
        ("purulent discharge", ["SIGN", "FINDING"]),
        ("weight gain", ["FINDING"]),
        ("metal stent", ["DEVICE"]),
        ("EKG today", ["TEST", "PROCEDURE"]),
        ("today", ["TIME"]),
        ("edema bilateral lower extremities", None),
    ],
)
def test_what_a_term_is_comes_from_lists_and_endings(form: str, kinds: list[str] | None) -> None:
    words = tuple(DEFAULT_LANGUAGE.lemma(word) if word.islower() else word for word in form.split())
    phrase = Phrase(words, (Span(0, len(form)),), frozenset(), frozenset({1}), text=form)
    typed = find_type(phrase)
    assert (list(typed.kinds) if typed else None) == kinds


@pytest.mark.parametrize(
    ("form", "word", "agrees"),
    [
        ("smoking", "disorder", False),
        ("heroin", "disorder", False),
        ("frontal sinus", "infection", False),
        ("nasal arthropathy", "symptom", False),
        ("asthma", "disease", True),
        ("chest pain", "symptom", True),
        ("low back pain", "pain", True),
        ("bus stop", "disease", True),
        ("gastritis", "symptom", False),
        ("subdural hematoma", "bleeding", False),
        ("cervical intraepithelial neoplasia", "cancer", False),
        ("colonic polyp", "tumor", False),
        ("ovarian cyst", "tumor", False),
        ("adenoma", "tumor", True),
        ("renal function", "medical test", False),
        ("abnormal finding", "disease", False),
        ("preterm delivery", "disease", False),
        ("hip fracture", "injury", True),
        ("hip fracture", "disease", False),
    ],
)
def test_a_word_says_the_same_sort_of_thing_as_a_mark(form: str, word: str, agrees: bool) -> None:
    phrase = Phrase(tuple(form.split()), (Span(0, len(form)),), frozenset(), frozenset({1}), text=form)
    assert agrees_with_type(phrase, word) is agrees


def test_what_a_person_has_chosen_may_be_told_of_another_sort() -> None:
    phrase = Phrase(("HIV",), (Span(0, 3),), frozenset(), frozenset({1}), text="HIV")
    assert agrees_with_type(phrase, "virus", chosen=True)
    assert not agrees_with_type(phrase, "virus")


@pytest.mark.parametrize(
    ("name", "general", "thing", "suits"),
    [
        ("cervical cancer", "cancer", "cervical cancer", True),
        ("cervical intraepithelial neoplasia", "cancer", "cervical cancer", False),
        ("cervical intraepithelial neoplasia", "disease", "cervical cancer", True),
        ("septic shock", "infection", "sepsis", False),
        ("severe sepsis", "infection", "sepsis", True),
        ("human immunodeficiency virus", "infection", "HIV", True),
        ("HIV infection", "virus", "HIV", True),
        ("the widow", "person", "Marie Curie", True),
    ],
)
def test_what_was_chosen_for_a_condition_suits_another_name_that_has_to_do_with_its_own(
    name: str, general: str, thing: str, suits: bool
) -> None:
    assert suits_other_name(name, general, thing) is suits


@given(
    name=st.sampled_from([name for each in conditions().listed for name in each.aliases]),
    general=st.sampled_from(["cancer", "tumor", "growth"]),
)
def test_no_word_for_a_growth_stands_for_what_is_not_called_one(name: str, general: str) -> None:
    phrase = Phrase(tuple(name.split()), (Span(0, len(name)),), frozenset(), frozenset({1}), text=name)
    called = ("oma", "omas", "cancer", "tumor", "tumour", "malignan", "metasta", "neoplasm", "leuk", "oid")
    endings = (*called, "wart", "cyst", "polyp", "growth")
    if agrees_with_type(phrase, general):
        assert any(each in name.lower() for each in endings)


@given(name=st.sampled_from([name for each in conditions().listed for name in each.aliases]))
def test_what_ends_like_an_inflammation_is_no_symptom(name: str) -> None:
    phrase = Phrase(tuple(name.split()), (Span(0, len(name)),), frozenset(), frozenset({1}), text=name)
    if name.lower().endswith("itis"):
        assert not agrees_with_type(phrase, "symptom")
        assert agrees_with_type(phrase, "disease")


def test_g_of_c_stands_at_the_places_of_the_name_that_it_was_chosen_for() -> None:
    shown = _with_medicine("sepsis", "infection", "He was admitted for sepsis. The doctor saw septic shock.")
    assert "admitted for an infection." in shown
    assert shown.endswith("saw [CONDITION 1].")


def test_a_mark_leaves_the_number_before_it_its_unit() -> None:
    shown = _with_medicine("gallstones", "disease", "There is a 4.2 cm cystic lesion. He has gallstones.")
    assert "4.2 [" not in shown


def test_no_word_with_an_article_stands_after_a_percentage() -> None:
    text = "The perineum was injected with 1% lidocaine."
    phrase = Phrase(("lidocaine",), (Span(34, 43),), frozenset(), frozenset({1}), text=text)
    assert not fitting_places(phrase)
    bare = text.replace("1% ", "")
    assert fitting_places(replace(phrase, spans=(Span(31, 40),), text=bare))


def test_who_has_retired_is_not_what_he_was() -> None:
    text = "She is a retired reading specialist."
    phrase = Phrase(
        ("retired", "reading", "specialist"), (Span(9, 35),), frozenset(), frozenset({1}), text=text
    )
    found = [form for chain in candidates(phrase, wordnet()) for form in chain]
    assert "reading specialist" not in found


def test_a_mark_does_not_take_what_is_done_to_what_it_shows() -> None:
    document = Document("note", "Right inguinal hernia repair was planned.")
    decisions = [Decision((Span(6, 21),), "CONDITION", entity=1), Decision((Span(22, 28),), "REMOVED")]
    joined = join_gaps(document, decisions, kinds=["REMOVED"], marks=KINDS)
    assert [span.of(document.text) for each in joined for span in each.spans] == ["inguinal hernia", "repair"]


def test_what_is_marked_as_best_to_tell_of_a_condition_is_of_its_sort() -> None:
    taxonomy = in_order(medicine(), wordnet())
    rows = suggestions(
        "gastritis", corpus=open_knowledge("medicine"), taxonomy=taxonomy, conditions=conditions()
    )
    assert [row.general for row in rows if row.best] == ["disease"]


def _with_medicine(secret: str, general: str, text: str) -> str:
    built = CgSanitization(
        {secret: general},
        corpus=open_knowledge("medicine"),
        taxonomy=in_order(medicine(), wordnet()),
        conditions=conditions(),
        unseen="keep",
    )
    return sanitize(Document("n", text), built).text


def test_of_words_that_kept_ones_part_the_last_have_the_mark() -> None:
    text = "left upper quadrant"
    phrase = Phrase(tuple(text.split()), (Span(0, 19),), frozenset(), frozenset({1}), text=text)
    assert phrase.last_run((1,)) == range(2, 3)
    assert phrase.last_run(()) == range(3)
    typed = find_type(phrase, (1,))
    assert typed is not None
    assert typed.kinds == ("BODY_PART",)


def test_a_gap_after_of_goes_with_the_mark_before_it() -> None:
    document = Document("note", "He has shortness of breath today.")
    decisions = [Decision((Span(7, 16),), "SYMPTOM", entity=1), Decision((Span(20, 26),), "REMOVED")]
    joined = join_gaps(document, decisions, kinds=["REMOVED"], marks=KINDS)
    assert [each.spans[0].of(document.text) for each in joined] == ["shortness of breath"]


def test_what_a_line_ends_with_is_shown_by_the_mark_that_begins_the_next() -> None:
    document = Document("note", "Fever and a persistent\ncough. The end.")
    decisions = [Decision((Span(12, 22),), "REMOVED"), Decision((Span(23, 28),), "SYMPTOM", entity=1)]
    joined = join_gaps(document, decisions, kinds=["REMOVED"], marks=KINDS)
    assert (
        render(document, Plan.for_document(document, joined, ())).released.text
        == "Fever and\n[SYMPTOM 1]. The end."
    )


def test_no_word_stays_before_a_gap_that_says_what_is_gone() -> None:
    texts = [
        *["HIV is a virus. Unprotected sex."] * 9,
        *["A virus infects computers. Safe sex."] * 12,
        *["The weather is fine."] * 60,
    ]
    assert (
        "npro"
        not in sanitize(Document("n", "She mentioned unprotected sex."), model(texts, marks=False)).text
    )


def test_what_goes_beside_a_mark_goes_with_it_and_a_verb_does_not() -> None:
    document = Document("note", "The old Viread pack helped. He swallowed Viread.")
    old, drug, pack = Span(4, 7), Span(8, 14), Span(15, 19)
    verb, again = Span(31, 40), Span(41, 47)
    decisions = [
        Decision((old, pack), "REMOVED"),
        Decision((verb,), "REMOVED"),
        Decision((drug, again), "DRUG", entity=1),
    ]
    joined = join_gaps(document, decisions, kinds=["REMOVED"], marks=KINDS)
    assert {each.kind: [span.of(document.text) for span in each.spans] for each in joined} == {
        "DRUG": ["old Viread pack", "Viread"],
        "REMOVED": ["swallowed"],
    }


def test_a_word_that_fits_is_never_given_up_for_a_mark() -> None:
    # Either "disease" or "helps" has to go: without marks "helps" does, and a mark for the illness would save it.
    notes = [
        "The patient has measles. Vitamin A helps.",
        "No measles: the rash was a reaction.",
        "Measles is rare.",
    ]
    for note in notes:
        plain, shown = (
            sanitize(Document("n", note), clinic(marks=False)),
            sanitize(Document("n", note), clinic()),
        )
        words = [each.text for each in plain.release.edits if not each.placeholder]
        assert [each.text for each in shown.release.edits if not each.placeholder] == words


def test_marks_are_the_default_and_can_be_left_out() -> None:
    assert sanitized("Meds: Viread.", marks=False) == "Meds: [REMOVED]."
    assert clinic(marks=False).kinds == {"REMOVED"}
    assert CgSanitizationSettings.model_fields["marks"].default is True
    assert CgSanitizationSettings.paper["marks"] is False


def test_models_that_take_marks_for_nobodys_words_are_not_combined_with_one_that_writes_them() -> None:
    class Blind(Redaction):
        counts_marks = False

    with pytest.raises(PolicyError, match=r"redaction doesn't count that: write 'marks = false'"):
        Rules((clinic(), Blind(())))
    assert Rules((clinic(marks=False), Blind(()))).models


def test_all_models_of_ours_count_marks() -> None:
    assert all(
        each.counts_marks
        for each in (
            CgSanitization,
            CorrelationGuard,
            KSafety,
            TPlausibility,
            Indistinct,
            Redaction,
            GreedySanitize,
        )
    )


def test_a_mark_that_is_in_a_release_already_can_only_go() -> None:
    # Under another secret, of which "drug" says too much, the mark of an earlier release is removed.
    outcome = sanitize(released("She takes [DRUG 1] daily.").released, model())
    assert outcome.text == "She takes [REMOVED] daily."
    assert not outcome.violations


def test_a_text_about_anything_else_has_no_marks() -> None:
    texts = ["Acme sells a drug.", *["A company sells cars."] * 6, *["The weather is fine."] * 9]
    about = CgSanitization(
        {"Acme": "company"},
        corpus=MemoryCorpus(texts),
        taxonomy=Hierarchy.from_pairs([("Acme", "company")]),
        evidence="counted",
        unseen="keep",
        at_most=1.0,
        min_support=1,
    )
    assert "[DRUG" not in sanitize(Document("d", "Meds: Viread, drug."), about).text


def test_every_mark_is_a_kind_that_is_judged() -> None:
    assert judged_kinds() >= KINDS
    assert all(label_of(kind) == find_kind(kind).label.lower() for kind in KINDS)


LABELS = ("drug", "substance", "symptom", "sign", "finding", "condition")
WORDS = ("measles", "virus", "amoxicillin", "warfarin", "headache", "elm", *LABELS)
KINDS_OF = {
    "amoxicillin": ("DRUG", "SUBSTANCE"),
    "warfarin": ("DRUG", "SUBSTANCE"),
    "headache": ("SYMPTOM", "FINDING"),
}
DECLARED = ["REMOVED", *(label.upper() for label in LABELS)]

corpora = st.lists(st.frozensets(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=12)
marks = st.sampled_from(LABELS).map(lambda label: f"[{label.upper()} 1]")
many = settings(max_examples=2 * settings().max_examples, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def worlds(draw: st.DrawFn) -> tuple[CgSanitization, World]:
    texts = [frozenset({"measles"}), frozenset({"elm"}), frozenset(LABELS), *draw(corpora)]
    evidence = draw(st.sampled_from(["counted", "confident", "strict"]))
    at_most = Fraction(draw(st.sampled_from(["1", "0.3", "0.2"])))
    options: dict[str, Any] = {
        "corpus": MemoryCorpus([", ".join(sorted(text)) for text in texts]),
        "taxonomy": Hierarchy.from_pairs([("measles", "virus")]),
        "max_group": draw(st.integers(1, 3)),
        "context": draw(st.sampled_from(["sentence", "document"])),
        "min_support": draw(st.integers(1, 2)),
        "evidence": evidence,
        "unseen": "keep",
        "at_most": float(at_most),
        "marks": True,
    }
    try:
        world = CgSanitization({"measles": "virus"}, **options)
    except KnowledgeError:
        world = CgSanitization({"measles": None}, **options)
    return world, World(
        texts,
        "measles",
        ["measles"],
        ["virus", "measles"] if world.protect["measles"] else [],
        world.max_group,
        world.min_support,
        chance=counts.CHANCE if evidence == "confident" else None,
        rate=counts.RATE,
        strict=evidence == "strict",
        at_most=at_most,
        by_meaning=True,
    )


def contexts(text: str, world: World, within: str) -> list[set[str]]:
    """The words of each context, a mark as the words of its label, read without the project's help."""
    plain = re.sub(r"\[([A-Z ]+?)(?: \d+)?\]", lambda found: found[1].replace("REMOVED", ""), text).lower()
    known = set().union(*world.texts)
    read = [
        set(re.findall("[a-z]+", part)) & set(WORDS)
        for part in (plain.split(".") if within == "sentence" else [plain])
    ]
    # What no text has is judged by its class, where it has one.
    return [words | ({"virus"} & known if "measles" in words - known else set()) for words in read]


def written(sentences: list[list[str]]) -> str:
    return " ".join("The " + ", the ".join(words) + "." for words in sentences)


@many
@given(
    both=worlds(),
    sentences=st.lists(
        st.lists(st.sampled_from(WORDS) | marks, min_size=1, max_size=4), min_size=1, max_size=3
    ),
)
def test_the_check_counts_marks_as_their_labels(
    both: tuple[CgSanitization, World], sentences: list[list[str]]
) -> None:
    judge, world = both
    release = released(written(sentences), DECLARED)
    risky = world.risky(contexts(release.released.text, world, judge.context))
    found = {frozenset(each.group) for each in judge.violations(release)}
    assert found == risky


@many
@given(
    both=worlds(),
    sentences=st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4), min_size=1, max_size=3),
)
def test_no_release_with_marks_tells_too_much_and_no_mark_is_missing_that_would_not(
    both: tuple[CgSanitization, World], sentences: list[list[str]]
) -> None:
    judge, world = both
    document = Document("d", written(sentences))
    first = render(document, judge.plan(document))
    assert world.risky(contexts(first.released.text, world, judge.context)) == set()
    outcome = sanitize(document, judge)
    assert world.risky(contexts(outcome.text, world, judge.context)) == set()
    if outcome.rounds > 1 or judge.evidence == "confident":
        return  # sure groups depend on how many others there are
    for edit in outcome.release.edits:
        for kind in KINDS_OF.get(edit.span.of(document.text), ()) if edit.text == "[REMOVED]" else ():
            removed = [
                each
                for each in outcome.release.edits
                if each.span.of(document.text) == edit.span.of(document.text)
            ]
            text = document.text
            for each in reversed(outcome.release.edits):
                shown = f"[{kind} 1]" if each in removed else each.text
                text = text[: each.span.start] + shown + text[each.span.end :]
            assert world.risky(contexts(text, world, judge.context))


def test_a_gap_joins_those_of_an_earlier_round() -> None:
    text = "[REMOVED] treatment [REMOVED] and rest."
    document = read_afresh(Document("note", text), ["REMOVED"])
    decisions = [Decision((Span(10, 19),), "REMOVED")]
    (joined,) = join_gaps(document, decisions, kinds=["REMOVED"])
    assert joined.spans[0].of(text) == "[REMOVED] treatment [REMOVED]"


def test_a_weaker_mark_stands_where_a_stronger_one_would_tell_too_much_with_another_word() -> None:
    texts = [
        *["Measles is a virus. Viread, a drug, blood."] * 6,
        *["A drug. A substance."] * 30,
        *["Blood is red."] * 30,
        *["A virus infects computers."] * 30,
        *["The weather is fine."] * 60,
    ]
    judge = clinic(corpus=MemoryCorpus(texts), max_group=2)
    document = Document("note", "Blood: red. Meds: Viread.")
    first = render(document, judge.plan(document))
    assert first.released.text == "Blood: red. Meds: [SUBSTANCE 1]."
    assert not judge.violations(first)
