"""A review keeps its word: the light is the command's exit code, and it comes soon enough."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from experiments.review import POLICY, compare_light, compare_strange, protect_hiv, undo_all
from experiments.review_notes import make_note
from experiments.tickets import make_tickets

from reticent.errors import ReviewError
from reticent.knowledge import default_path
from reticent.review import actions
from reticent.review.repair import measure_loss
from reticent.review.requests import carry_out
from reticent.review.review import Review, open_review
from reticent.review.session import audit_state, find_leaks, hint_leaks
from reticent.review.showing import show_change, show_document
from reticent.usecases.release import InputFile

pytestmark = pytest.mark.skipif(not default_path().exists(), reason="the default index is not built here")

HABITS = "He used heroin and shared a needle. The patient had a condom and a blood transfusion. AIDS was ruled out."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "policy.toml").write_text(POLICY, "utf-8")
    return tmp_path


def test_the_light_of_every_single_change_is_the_exit_code_of_apply(folder: Path) -> None:
    counts = compare_light(2, folder)
    assert counts["agree"] == counts["changes"] > 0
    assert counts["green"] > 0
    assert counts["red"] > 0


@pytest.mark.slow
def test_the_light_of_every_single_change_on_200_documents_is_the_exit_code_of_apply(folder: Path) -> None:
    counts = compare_light(200, folder)
    assert counts["agree"] == counts["changes"] > 500


def test_released_is_what_apply_writes_for_strange_texts(folder: Path) -> None:
    same = compare_strange(folder)
    assert same == dict.fromkeys(same, True)


@pytest.mark.slow
def test_fifty_random_actions_on_200_documents_leave_nothing_when_undone() -> None:
    undone = undo_all(200)
    assert undone["same"] == undone["documents"]


def make_text(words: int) -> str:
    tickets = list(make_tickets(words // 20, seed=3))
    notes = [make_note(seed, sentences=2) for seed in range(words // 200)]
    parts = [
        part
        for at, ticket in enumerate(tickets)
        for part in (ticket, *notes[at // 10 : at // 10 + (at % 10 == 0)])
    ]
    return "\n\n".join(" ".join("\n\n".join(parts).split(" ")[:words]).split("\n\n"))


@pytest.mark.slow
@pytest.mark.parametrize(("words", "most"), [(10_000, 0.150), (100_000, 0.600)])
def test_a_restored_term_is_hinted_at_once_and_judged_soon(words: int, most: float) -> None:
    rules = protect_hiv()
    review = open_review([InputFile("long.txt", make_text(words).encode())], rules)
    review.settle()
    state, hints = review.session(1).state, review.hints(1)
    assert len(state.changes) >= 3
    times = []
    for change in state.changes[:8]:
        begun = time.process_time()
        kept = actions.keep(state, change.id)
        hinted = {frozenset(member.term for member in leak.members) for leak in hint_leaks(hints, kept)}
        assert time.process_time() - begun < 0.100
        begun = time.process_time()
        judged = audit_state(kept, rules)
        times.append(time.process_time() - begun)
        assert {frozenset(each.group) for each in judged.violations} <= hinted
    assert sorted(times)[len(times) // 2] < most
    review.close()


def test_a_leak_is_shown_and_repaired_around_what_was_kept_with_the_fewest_bits_lost() -> None:
    rules = protect_hiv(evidence="counted")
    review = open_review([InputFile("note.txt", HABITS.encode())], rules)
    review.settle()
    hints = review.hints(1)
    first = show_document(review, 1)
    assert first["light"] == "green"
    repaired = 0
    for change in first["changes"]:
        before = carry_out_keep(review, change["id"])
        leaks = find_leaks(review.session(1))
        if leaks and all(len(leak.members) > 1 for leak in leaks):
            assert {frozenset(m.term for m in leak.members) for leak in leaks} <= {
                frozenset(m.term for m in leak.members) for leak in hint_leaks(hints, review.session(1).state)
            }
            others = [
                give_up(review, before["state"], leak.id, number)
                for leak in leaks
                for number, member in enumerate(leak.members)
                if member.change != change["id"]
            ]
            carry_out(review, 1, {"action": "repair", "state": before["state"]})
            review.settle()
            after = show_document(review, 1)
            assert after["light"] == "green"
            assert next(each for each in after["changes"] if each["id"] == change["id"])["kept"]
            least = measure_loss(review.session(1).state.plan, review.session(1).state, hints)
            assert all(least <= lost + 1e-6 for lost in others if lost is not None)
            repaired += 1
        while review.session(1).past:
            carry_out(review, 1, {"action": "undo"})
    assert repaired
    assert show_document(review, 1)["state"] == first["state"]
    review.close()


def give_up(review: Review, state: str, leak: str, member: int) -> float | None:
    """The bits that are lost when one term of a leak goes by hand; None where that is not enough."""
    carry_out(review, 1, {"action": "give_up", "leak": leak, "member": member, "state": state})
    review.settle()
    session = review.session(1)
    lost = (
        measure_loss(session.state.plan, session.state, review.hints(1)) if session.light == "green" else None
    )
    carry_out(review, 1, {"action": "undo"})
    review.settle()
    return lost


def carry_out_keep(review: Review, name: str) -> dict[str, Any]:
    carry_out(review, 1, {"action": "keep", "change": name})
    review.settle()
    return show_document(review, 1)


def test_what_leaks_by_itself_can_not_be_repaired_and_giving_it_up_can() -> None:
    review = open_review(
        [InputFile("note.txt", b"She has HIV and takes antiretroviral therapy.")], protect_hiv()
    )
    review.settle()
    name = show_document(review, 1)["changes"][0]["id"]
    told = show_change(review, 1, name)
    assert told["reasons"]
    assert told["keep"]["leaks"]
    assert any(not rung["leaks"] for rung in told["ladder"])
    state = carry_out_keep(review, name)
    with pytest.raises(ReviewError, match="you can't keep all that you kept"):
        carry_out(review, 1, {"action": "repair"})
    leak = state["leaks"][0]
    carry_out(review, 1, {"action": "give_up", "leak": leak["id"], "member": 0})
    review.settle()
    assert show_document(review, 1)["light"] == "green"
    review.close()
