"""What a condition is called, and where a document means it."""

from __future__ import annotations

import gzip
import json
import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import KnowledgeError
from reticent.knowledge.conditions import (
    Condition,
    Hint,
    conditions,
    find_conditions,
    places_of,
    read_conditions,
)
from reticent.text import Document, Span

BIPOLAR = Condition(
    "bipolar disorder",
    ("mood disorder",),
    names=("manic depression",),
    acronyms=("BPAD",),
    unsure=("BD", "high"),
    hints=(Hint("lithium", "drug", 2), Hint("pressured speech", "sign", 2), Hint("rapid cycling", "sign", 3)),
)


def named(text: str, condition: Condition = BIPOLAR) -> list[str]:
    return [span.of(text) for span in places_of(Document("note", text), condition)]


def test_names_and_lay_words_mean_the_condition_in_any_case_and_number() -> None:
    assert named("Manic Depression, and Bipolar Disorders.") == ["Manic Depression", "Bipolar Disorders"]


def test_an_acronym_means_it_by_its_capitals_and_as_a_whole_word() -> None:
    assert named("BPAD since 2010.") == ["BPAD"]
    assert named("bpad, Bpad and BPADX") == []
    assert named("a BPAD-like state") == ["BPAD"]


def test_a_dosing_is_no_condition_even_beside_its_hints() -> None:
    assert named("Known bipolar disorder. Lithium 400 mg BD, quetiapine 1 tab BD.") == ["bipolar disorder"]


def test_an_unsure_acronym_is_meant_where_the_document_says_so() -> None:
    assert named("Bipolar disorder (BD) was diagnosed. His BD is stable.") == ["Bipolar disorder", "BD", "BD"]
    assert named("Hx of BD: pressured speech, now on lithium.") == ["BD"]
    assert named("BD, with rapid cycling") == ["BD"]


def test_an_unsure_acronym_without_a_witness_is_left_alone() -> None:
    assert named("BD was seen in clinic.") == []
    assert named("BD on lithium.") == []


def test_what_a_document_spells_out_otherwise_is_not_meant() -> None:
    assert named("Brain death (BD) after bipolar disorder. BD was confirmed.") == ["bipolar disorder"]


def test_an_everyday_word_needs_a_witness_too() -> None:
    assert named("Blood pressure is high.") == []
    assert named("She feels high. Pressured speech, stopped lithium.") == ["high"]


def test_a_placeholder_names_nothing() -> None:
    text = "[BPAD] was removed."
    assert places_of(Document("note", text, placeholders=(Span(0, 6),)), BIPOLAR) == []


@given(
    st.lists(
        st.sampled_from(["BD", "bipolar disorder", "BPAD", "lithium", "400", "mg", ".", "high", "x"]),
        max_size=20,
    )
)
def test_places_are_in_order_apart_and_say_a_name(words: list[str]) -> None:
    text = " ".join(words)
    places = places_of(Document("note", text), BIPOLAR)
    assert all(one.end <= other.start for one, other in pairwise(places))
    known = {name.casefold() for name in (*BIPOLAR.aliases, *BIPOLAR.unsure)}
    assert all(span.of(text).casefold() in known for span in places)


def test_the_shipped_list_knows_abbreviations_and_lay_words() -> None:
    known = conditions()
    assert len(known) == 589
    for name, meant in {"fibro": "fibromyalgia", "glandular fever": "infectious mononucleosis"}.items():
        found = known.find(name)
        assert found is not None
        assert found.name == meant
    assert known.find("DI") is None, "it has other meanings"
    assert "DI" in (known.find("diabetes insipidus") or BIPOLAR).unsure
    assert "BD" in (known.find("bipolar disorder") or BIPOLAR).unsure
    assert known.find("unicorn") is None
    assert known.aliases("unicorn") == ()
    assert "fibro" in known.aliases("fibromyalgia")
    assert "fibromyalgia" not in known.aliases("Fibromyalgia")


def test_diabetes_insipidus_is_found_by_its_initials_where_the_note_points_to_it() -> None:
    condition = conditions().find("diabetes insipidus")
    assert condition is not None
    note = "Known DI on desmopressin, polyuria better."
    assert [span.of(note) for span in places_of(Document("note", note), condition)] == ["DI"]


def test_candidates_are_what_is_below_a_general_term() -> None:
    below = conditions().below("Viral infections")
    assert {"measles", "influenza"} <= {each.name for each in below}
    assert conditions().below("unicorn") == ()


def test_all_conditions_of_a_document_are_found_at_once() -> None:
    text = "Long-standing fibro and COPD. Oral thrush after antibiotics."
    found = find_conditions(Document("note", text), conditions())
    said = {span.of(text) for places in found.values() for span in places}
    assert {"fibro", "COPD", "Oral thrush"} <= said
    assert "fibromyalgia" in found


def test_the_list_travels_by_its_fingerprint() -> None:
    packed = pickle.dumps(conditions())
    assert len(packed) < 500
    assert pickle.loads(packed) is conditions()  # noqa: S301


@pytest.mark.parametrize(
    "data", [b"", b"no gzip", gzip.compress(b"{}", mtime=0), gzip.compress(b"[1]\n", mtime=0)]
)
def test_a_damaged_list_is_refused(data: bytes) -> None:
    with pytest.raises(KnowledgeError, match="install reticent again"):
        read_conditions(data)


def test_names_stay_out_of_representations() -> None:
    assert "manic" not in repr(BIPOLAR)
    assert "lithium" not in repr(BIPOLAR.hints[0])


def test_a_list_of_ones_own_is_read() -> None:
    line = {"name": "x", "general": ["disease"], "names": ["y"], "acronyms": [], "unsure": [], "icd10": [],
            "hints": {"drug": [["a"], ["b"], []]}}  # fmt: skip
    (only,) = read_conditions(gzip.compress(json.dumps(line).encode())).listed
    assert [(hint.sort, hint.strength) for hint in only.hints] == [("drug", 3), ("drug", 2)]
