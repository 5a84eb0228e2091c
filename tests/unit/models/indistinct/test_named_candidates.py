"""A candidate that the text itself names is not hidden, explains the text for nothing, and counts for nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.reader_worlds import SIGNS, indexed, small_world, taxonomy

from reticent import Document, Indistinct, Redaction, WordList, sanitize
from reticent.attackers.counting import Bayes
from reticent.attackers.linear import Hints
from reticent.errors import PromiseError
from reticent.plan import Release

SAID = ("No bronchitis", "pneumonia", "influenza", "measles")
NOTE = Document("note", f"Asthma. {', '.join(SAID)}. Her inhaler, wheezing.")
HINTS = Hints(
    {"asthma": {"inhaler": 3}}
    | {name: {name: 3, signs[0]: 1} for name, signs in SIGNS.items() if name != "asthma"}
)


def others_that_count(model: Indistinct, text: Document) -> int:
    """How many candidates do no worse and are not among the words of the text, for the hardest reader."""
    secret = model.secrets[0]
    counts = []
    for reader in model.attackers:
        scores = {guess.candidate: guess.score for guess in reader.guesses(text, secret.candidates)}
        counts.append(
            sum(
                score >= scores[secret.name]
                for name, score in scores.items()
                if name != secret.name and name not in text.text.casefold()
            )
        )
    return min(counts)


def test_a_strong_hint_does_not_stay_because_the_text_names_others() -> None:
    model = replace(small_world(4), attackers=(HINTS,))
    outcome = sanitize(NOTE, model)
    assert "inhaler" not in outcome.text
    assert "bronchitis" in outcome.text


def test_the_check_finds_a_text_in_which_only_named_ones_do_as_well() -> None:
    model = replace(small_world(4), attackers=(HINTS,))
    text = Document("d", f"{', '.join(SAID)}. Her inhaler.")
    (found,) = model.violations(Release(text, text))
    assert found.evidence["others"] == 0
    assert "4 others are named in the text and don't count" in found.reason


@given(
    named=st.lists(st.sampled_from(sorted(SIGNS)), max_size=5, unique=True),
    signs=st.lists(st.sampled_from(sorted({each for signs in SIGNS.values() for each in signs})), max_size=8),
    k=st.integers(1, 4),
)
def test_k_others_that_the_release_does_not_name_explain_it_as_well(
    named: list[str], signs: list[str], k: int
) -> None:
    model = small_world(k)
    outcome = sanitize(Document("d", f"Asthma with {', '.join([*named, *signs])}."), model)
    assert outcome.violations == ()
    assert others_that_count(model, outcome.document) >= k


@pytest.mark.parametrize("written", ["Chest-colds", "the CHEST COLD", "chest cold", "no chest\ncold"])
def test_any_name_in_any_form_counts_as_named(written: str) -> None:
    listed = [("bronchitis", "chest cold"), ("asthma",), ("gout",), ("measles",)]
    model = replace(small_world(2), candidates=listed)
    secret = model.secrets[0]
    named = secret.places_of_candidates(Document("d", f"He had {written} before."))
    assert [secret.candidates[number].name for number in named] == ["bronchitis"]


def test_the_hidden_thing_and_words_of_placeholders_name_no_candidate() -> None:
    secret = small_world().secrets[0]
    text = "Asthma, [GOUT] and gout."
    masked = replace(Document("d", text), placeholders=())
    assert [secret.candidates[number].name for number in secret.places_of_candidates(masked)] == ["gout"]


def test_a_text_that_names_nearly_all_candidates_is_refused_in_words_and_keeps_its_words_in_the_plan() -> (
    None
):
    listed = ", ".join(name for name in SIGNS if name not in {"asthma", "gout", "anemia"})
    model = small_world(3)
    outcome = sanitize(Document("note", f"Asthma, not {listed}. The bus was late."), model)
    with pytest.raises(PromiseError, match="7 others are named in the text and don't count"):
        _ = outcome.document
    assert "take a smaller k or a longer list of candidates" in outcome.explain()
    assert "bus" in outcome.release.released.text


def test_names_that_another_model_removes_count_again() -> None:
    others = [name for name in SIGNS if name not in {"asthma", "gout", "anemia"}]
    note = Document("note", f"Asthma, not {', '.join(others)}. The bus was late.")
    for models in (
        (Redaction((WordList(others),)), small_world(3)),
        (small_world(3), Redaction((WordList(others),))),
    ):
        outcome = sanitize(note, *models)
        assert outcome.violations == ()
        assert "bus" in outcome.text


def test_a_general_term_that_names_a_candidate_takes_it_out_of_the_count() -> None:
    """A replacement is part of what is released: the name that it brings in is checked like any other."""
    listed = [(name,) for name in ("asthma", "gout", "measles", "symptom")]
    model = Indistinct(
        {"asthma": None},
        corpus=indexed(),
        taxonomy=taxonomy(),
        k=3,
        candidates=listed,
        attackers=[Bayes(indexed())],
    )
    outcome = sanitize(Document("d", "Asthma with cough, wheezing and an inhaler."), model)
    assert outcome.violations == ()
    assert "symptom" not in outcome.text


def test_an_invented_sibling_is_named_by_the_release_and_does_not_count() -> None:
    listed = [(name,) for name in SIGNS]
    note = Document("note", "Asthma. Her inhaler, wheezing and cough. The bus was late.")
    for k in (3, 8):
        model = replace(small_world(k), protect={"asthma": None}, candidates=listed)
        outcome = sanitize(note, model, invent=True)
        assert outcome.violations == ()
        assert any(name in outcome.text.casefold() for name in SIGNS)
        assert others_that_count(model, outcome.document) >= k
    with pytest.raises(PromiseError, match="1 other is named in the text and doesn't count"):
        _ = sanitize(note, replace(model, k=9), invent=True).document
