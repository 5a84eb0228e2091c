"""A review goes on where it was: what was decided stands in its journal, and nothing else does."""

from __future__ import annotations

import json
import random
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from reticent.detection.word_list import WordList
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, ReviewError
from reticent.models.redaction import Redaction
from reticent.plan import plan_to_json
from reticent.review.files import Outbox, forget_review
from reticent.review.release import release_file
from reticent.review.requests import carry_out
from reticent.review.review import Review, open_review
from reticent.review.showing import show_document, show_documents
from reticent.usecases.release import read_file
from reticent.vault.store import Seal, create_vault_key

NAMES = ["Ann Lee", "Bob", "Zorblat"]
RULES = Rules((Redaction((WordList(NAMES, kind="NAME"),)),))
OTHERS = Rules((Redaction((WordList([*NAMES, "machine"], kind="NAME"),)),))
TEXT = "Ann\r\nLee 😀 met Bob.\r\n\r\nאן לי saw a Zorblat; the machine was red and Bob left.\r\n"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    place = tmp_path / "letter.txt"
    place.write_bytes(TEXT.encode())
    return place


@contextmanager
def reviewed(letter: Path, rules: Rules = RULES, seal: Seal | None = None) -> Iterator[Review]:
    """The review of a letter, as it is begun or as it goes on."""
    outbox = Outbox(letter.parent / "out", "Zoe", seal=seal)
    made = open_review([read_file(str(letter))], rules, outbox=outbox)
    try:
        made.settle()
        yield made
    finally:
        made.close()


def journal_of(letter: Path) -> Path:
    return letter.parent / "private/out/letter.txt.journal.jsonl"


def change_of(review: Review, term: str) -> str:
    return str(next(each["id"] for each in show_document(review, 1)["changes"] if each["term"] == term))


def decide_much(review: Review, seed: int = 3) -> None:
    """Thirty random actions, undone ones among them."""
    dice = random.Random(seed)  # noqa: S311 - the same steps every time
    for _ in range(30):
        name = dice.choice(review.session(1).state.changes).id
        requests: list[dict[str, object]] = [
            {"action": "keep", "change": name},
            {"action": "decide", "change": name, "becomes": dice.choice(["somebody", None, "eine Ärztin"])},
            {"action": "accept", "change": name},
            {"action": "add", "text": "red", "everywhere": True},
            {"action": "override", "change": name, "reason": "a public name", "by": "Zoe"},
            {"action": "undo"},
            {"action": "redo"},
        ]
        try:
            carry_out(review, 1, dice.choice(requests))
        except ReviewError as error:
            assert error.code == "unknown"  # noqa: PT017 - nothing to undo or redo


@pytest.mark.parametrize("seed", range(8))
def test_a_review_goes_on_with_the_same_state_past_and_future(letter: Path, seed: int) -> None:
    with reviewed(letter) as first:
        decide_much(first, seed)
        before = first.session(1)
        touched = dict(first.touched(1))
    with reviewed(letter) as second:
        after = second.session(1)
        assert after.state.hash == before.state.hash
        assert plan_to_json(after.state.plan) == plan_to_json(before.state.plan)
        assert [each.hash for each in after.past] == [each.hash for each in before.past]
        assert [each.hash for each in after.future] == [each.hash for each in before.future]
        assert dict(second.touched(1)) == touched
        assert second.notices == []


def test_what_was_released_is_known_as_such_as_long_as_it_is_there(letter: Path) -> None:
    with reviewed(letter) as first:
        release_file(first, 1)
    with reviewed(letter) as second:
        assert show_documents(second)[0]["released"]
    (letter.parent / "out/letter.txt").unlink()
    with reviewed(letter) as third:
        assert not show_documents(third)[0]["released"]


def test_a_line_that_was_cut_off_never_happened_and_the_review_goes_on_after_it(letter: Path) -> None:
    with reviewed(letter) as first:
        carry_out(first, 1, {"action": "keep", "change": change_of(first, "Bob")})
        state = first.session(1).state.hash
        carry_out(first, 1, {"action": "accept", "all": True})
    written = journal_of(letter).read_bytes()
    whole = written[:-1].rfind(b"\n") + 1
    for cut in (whole + 1, whole + 40, len(written) - 1):
        journal_of(letter).write_bytes(written[:cut])
        with reviewed(letter) as second:
            assert second.session(1).state.hash == state
            carry_out(second, 1, {"action": "accept", "all": True})
        with reviewed(letter) as third:
            assert all(change.accepted for change in third.session(1).state.changes)


def test_a_changed_lost_or_added_line_is_noticed(letter: Path) -> None:
    with reviewed(letter) as first:
        carry_out(first, 1, {"action": "accept", "change": change_of(first, "Bob")})
        carry_out(first, 1, {"action": "accept", "all": True})
    text = journal_of(letter).read_text("utf-8")
    lines = text.splitlines()
    for bad in (
        text.replace('"accept"', '"keep"', 1),
        "\n".join([lines[0], *lines[2:], ""]),
        "\n".join([*lines, lines[2], ""]),
        "x\n" + text,
    ):
        journal_of(letter).write_text(bad, "utf-8")
        with pytest.raises(ReviewError, match="does not follow from those before it"), reviewed(letter):
            pass


def test_a_file_that_changed_begins_anew_and_its_journal_is_set_aside(letter: Path) -> None:
    with reviewed(letter) as first:
        carry_out(first, 1, {"action": "keep", "change": change_of(first, "Bob")})
    letter.write_bytes(b"Bob came back.")
    with reviewed(letter) as second:
        assert [each.kept for each in second.session(1).state.changes] == [False]
        assert "was changed since its review began" in second.notices[0]
    assert journal_of(letter).with_suffix(".1.jsonl").exists()


def test_under_other_rules_it_is_planned_again_and_what_people_decided_stays(letter: Path) -> None:
    with reviewed(letter) as first:
        carry_out(first, 1, {"action": "decide", "change": change_of(first, "Zorblat"), "becomes": "thing"})
        name = change_of(first, "Bob")
        carry_out(first, 1, {"action": "override", "change": name, "reason": "known", "by": "Zoe"})
    with reviewed(letter, OTHERS) as second:
        shown = {each["term"]: each for each in show_document(second, 1)["changes"]}
        assert "machine" in shown
        assert shown["Bob"]["kept"]
        assert second.session(1).light == "green"
        assert second.session(1).state.promises == OTHERS.promises
        becomes = {each.decision.becomes for each in second.session(1).state.changes}
        assert "thing" in becomes
        assert "planned under other rules" in second.notices[0]
        state = second.session(1).state.hash
    with reviewed(letter, OTHERS) as third:
        assert third.session(1).state.hash == state
        assert third.notices == []


def test_with_a_vault_the_journal_is_encrypted_and_of_no_use_without_its_key(letter: Path) -> None:
    pytest.importorskip("cryptography")
    seal = Seal.of(create_vault_key())
    with reviewed(letter, seal=seal) as first:
        carry_out(first, 1, {"action": "decide", "change": change_of(first, "Bob"), "becomes": "Quokka"})
        state = first.session(1).state.hash
    text = journal_of(letter).read_text("utf-8")
    # Words of six letters: shorter ones come up in what is encrypted by chance.
    assert not any(word in text for word in ("Quokka", "decide", "letter", "action"))
    with reviewed(letter, seal=seal) as second:
        assert second.session(1).state.hash == state
    with pytest.raises(DocumentError, match="encrypted"), reviewed(letter):
        pass


def test_without_a_vault_it_is_for_its_owner_alone(letter: Path) -> None:
    with reviewed(letter):
        pass
    assert stat.S_IMODE(journal_of(letter).stat().st_mode) == 0o600
    assert stat.S_IMODE(journal_of(letter).parent.stat().st_mode) == 0o700


def test_what_is_forgotten_is_gone_and_a_release_stays(letter: Path) -> None:
    with reviewed(letter) as first:
        carry_out(first, 1, {"action": "keep", "change": change_of(first, "Bob")})
        carry_out(first, 1, {"action": "undo"})
        first.settle()
        release_file(first, 1)
    assert forget_review(letter.parent / "out") == 1
    assert not journal_of(letter).exists()
    assert (letter.parent / "out/letter.txt").exists()
    with reviewed(letter) as second:
        assert second.session(1).past == ()
        assert not show_documents(second)[0]["released"]


def test_a_journal_that_names_another_state_is_refused(letter: Path) -> None:
    with reviewed(letter) as first:
        carry_out(first, 1, {"action": "accept", "all": True})
    lines = journal_of(letter).read_text("utf-8").splitlines()
    last = json.loads(lines[-1])
    last["state"] = "0" * 64
    journal_of(letter).write_text("\n".join([*lines[:-1], json.dumps(last), ""]), "utf-8")
    with pytest.raises(ReviewError, match="does not lead to the state"), reviewed(letter):
        pass


def test_a_second_person_signs_off_and_the_one_who_decided_can_not(letter: Path) -> None:
    with reviewed(letter) as first:
        carry_out(first, 1, {"action": "accept", "all": True, "by": "Ann"})
        with pytest.raises(ReviewError, match="a second person"):
            first.sign_off(1, state=None, who="Ann")
        first.sign_off(1, state=None, who="Bea")
        assert first.signed_off(1)[0] == "Bea"  # type: ignore[index]
    with reviewed(letter) as second:
        assert second.signed_off(1)[0] == "Bea"  # type: ignore[index]
        carry_out(second, 1, {"action": "decide", "change": change_of(second, "Bob"), "becomes": "he"})
        assert second.signed_off(1) is None


def test_a_file_that_can_not_be_planned_holds_up_no_other(tmp_path: Path) -> None:
    class Stumbling(WordList):
        def mentions(self, document):  # type: ignore[no-untyped-def]
            if "stumble" in document.text:
                raise DocumentError("this one is too odd: leave it out")
            return super().mentions(document)

    rules = replace(RULES, models=(Redaction((Stumbling(NAMES, kind="NAME"),)),))
    for name, text in (("a.txt", "Bob came."), ("b.txt", "Here we stumble."), ("c.txt", "Bob left.")):
        (tmp_path / name).write_text(text, "utf-8")
    given = [read_file(str(tmp_path / name)) for name in ("a.txt", "b.txt", "c.txt")]
    review = open_review(given, rules, outbox=Outbox(tmp_path / "out", "Zoe"))
    review.settle()
    assert [row["light"] for row in show_documents(review)] == ["green", "red", "green"]
    assert show_document(review, 2)["problem"] == "this one is too odd: leave it out"
    with pytest.raises(ReviewError, match="can't be planned"):
        carry_out(review, 2, {"action": "accept", "all": True})
    review.close()
