"""Policies with readers: sections of attackers, and the model that hides something from them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from reticent import Document
from reticent.attackers.linear import Hints
from reticent.errors import PolicyError
from reticent.knowledge.conditions import conditions
from reticent.models.indistinct import Indistinct
from reticent.policy.assembly import make_rules
from reticent.policy.reading import parse_policy

HIDE = '[[models]]\ntype = "indistinct"\nprotect = { asthma = "disease" }\n'


@cache
def build(text: str, folder: Path = Path()) -> Indistinct:
    model = make_rules(parse_policy(text, "policy"), folder).models[0]
    assert isinstance(model, Indistinct)
    return model


def test_without_attackers_a_policy_has_the_two_that_reckon() -> None:
    model = build(HIDE + 'knowledge = ["general"]')
    assert [reader.name for reader in model.attackers] == ["similarity", "bayes"]
    assert [reader.name for reader in build(HIDE).attackers] == ["similarity", "bayes", "hints"]
    assert (model.k, model.gaps) == (10, "close")


def test_a_model_takes_the_attackers_that_it_names() -> None:
    readers = '[[attackers]]\ntype = "bayes"\nname = "counts"\n[[attackers]]\ntype = "similarity"\n'
    assert [each.name for each in build(readers + HIDE).attackers] == ["counts", "similarity"]
    assert [each.name for each in build(readers + HIDE + 'attackers = ["counts"]').attackers] == ["counts"]


def test_the_reader_of_hints_knows_the_list_that_ships() -> None:
    model = build(HIDE + '[[attackers]]\ntype = "hints"\nname = "doctor"\n')
    assert [each.name for each in model.attackers] == ["doctor"]
    assert model.attackers[0].fingerprint == Hints(conditions()).fingerprint


MEDICINE = 'k = 2\nknowledge = ["none", "medicine-facts"]\n'


@pytest.mark.parametrize("others", [["gout", "measles"], ["glanders", "gout", "yaws"]])
def test_with_knowledge_of_medicine_the_reader_of_hints_is_declared_whatever_it_is_hidden_among(
    others: list[str],
) -> None:
    text = HIDE + MEDICINE + f"candidates = {['asthma', *others]}"
    assert [each.name for each in build(text).attackers] == ["similarity", "bayes", "hints"]


def hide(protect: str, *, k: int = 10, more: str = "") -> Indistinct:
    return build(
        f'[[models]]\ntype = "indistinct"\nprotect = {{ {protect} }}\nk = {k}\nknowledge = ["none", "medicine-facts"]\n{more}'
    )


def test_the_reader_of_hints_looks_for_a_germ_among_the_infections_by_such_germs() -> None:
    model = hide('HIV = "virus"')
    assert [each.name for each in model.attackers] == ["similarity", "bayes", "hints"]
    view = model.secrets[0].views["hints"]
    assert view is not None
    assert view.general == "viral infection"
    assert {"HIV", "measles", "chickenpox"} <= {each.name for each in view.candidates}
    assert "for hints among" in model.promise.statement
    assert "viral infection" in model.promise.statement
    assert "HIV" not in (model.promise.public or "")
    assert model.warnings == ()
    make, settings = model.__reduce__()
    assert make(*settings).secrets[0].views == model.secrets[0].views


def test_the_words_by_which_a_physician_recognizes_a_germ_go() -> None:
    text = "She takes lamivudine for her HIV. Her CD4 count is fine. PrEP was discussed. She has a cough."
    document = Document("note", text)
    gone = {span.of(text) for each in hide('HIV = "virus"').plan(document).decisions for span in each.spans}
    told = " ".join(gone)
    assert all(word in told for word in ("lamivudine", "CD4", "PrEP"))


def test_sanitize_and_guess_have_the_same_readers() -> None:
    asked, guessed = hide('HIV = "virus"', k=10), hide('HIV = "virus"', k=1)
    assert [each.name for each in asked.attackers] == [each.name for each in guessed.attackers]
    assert asked.secrets[0].views["hints"] == guessed.secrets[0].views["hints"]


@pytest.mark.parametrize(
    ("protect", "name"),
    [
        ('depression = "mental disorder"', "depression"),
        ('alcoholism = "mental disorder"', "alcoholism"),
        ('depression = "disorder"', "depression"),
    ],
)
def test_what_everybody_calls_a_condition_is_hidden_among_the_conditions_on_the_list(
    protect: str, name: str
) -> None:
    model = hide(protect, k=5)
    assert [each.name for each in model.attackers] == ["similarity", "bayes", "hints"]
    assert 50 < len(model.secrets[0].candidates) < 600
    assert model.secrets[0].candidates[model.secrets[0].own].name == name
    assert not model.secrets[0].views


def test_a_reader_who_is_not_asked_is_named() -> None:
    model = hide('glanders = "bacterial infection"', k=2)
    assert [each.name for each in model.attackers] == ["similarity", "bayes"]
    assert "'hints' is not asked about 'glanders'" in model.warnings[0]
    assert "hints was not asked about glanders" in model.promise.statement
    assert "hints was not asked" in (model.promise.public or "")
    assert "glanders" not in (model.promise.public or "")


def test_a_reader_is_asked_about_what_it_knows_beside_what_it_does_not() -> None:
    model = hide('HIV = "virus", glanders = "bacterial infection"', k=2)
    assert [each.name for each in model.attackers] == ["similarity", "bayes", "hints"]
    assert "'glanders'" in model.warnings[0]
    assert len(model.warnings) == 1


def test_who_declares_attackers_gets_no_others() -> None:
    readers = '[[attackers]]\ntype = "bayes"\n'
    text = readers + HIDE + MEDICINE + 'candidates = ["asthma", "gout", "measles"]'
    assert [each.name for each in build(text).attackers] == ["bayes"]


def test_an_attacker_that_is_not_there_is_named() -> None:
    with pytest.raises(
        PolicyError, match=r"no \[\[attackers\]\] section called 'chat' \(it has none\): add it"
    ):
        build(HIDE + 'attackers = ["chat"]')


def test_candidates_stand_in_the_policy_or_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("# illnesses\nasthma; hay asthma\ngout\n", encoding="utf-8")
    model = build(
        HIDE + 'k = 2\ncandidates = ["measles", "influenza; flu"]\ncandidates_file = "list.txt"', tmp_path
    )
    assert {each.name for each in model.secrets[0].candidates} == {"asthma", "gout", "measles", "influenza"}


def test_a_file_of_candidates_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"the candidates in .*none\.txt can't be read"):
        build(HIDE + 'candidates_file = "none.txt"', tmp_path)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (HIDE + "k = 0", r"models\[0\]\.k"),
        (HIDE + "budget = 2.0", r"models\[0\]\.budget"),
        (HIDE + 'gaps = "open"', r"models\[0\]\.gaps"),
        (HIDE + "atackers = []", "did you mean 'attackers'"),
        (
            '[[attackers]]\ntype = "oracle"\n' + HIDE,
            r"attackers\[0\]\.type: must be one of 'similarity', 'bayes', 'hints', 'chat'",
        ),
        ('[[attackers]]\ntype = "bayes"\nnames = "x"\n' + HIDE, "did you mean 'name'"),
    ],
)
def test_a_mistake_is_named_by_its_key(text: str, line: str) -> None:
    with pytest.raises(PolicyError, match=line):
        parse_policy(text, "policy")
