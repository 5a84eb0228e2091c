"""What a review writes: just what apply makes of its plan, beside a journal that can't be changed unseen."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from reticent.detection.word_list import WordList
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, ReviewError
from reticent.models.redaction import Redaction
from reticent.plan import plans_from_json, read_plans
from reticent.policy.recipe import Recipe
from reticent.review.files import Outbox
from reticent.review.journal import BEGINNING
from reticent.review.release import release_file, save_plan
from reticent.review.requests import carry_out
from reticent.review.review import Review, open_review
from reticent.review.session import Session
from reticent.review.showing import show_document, show_documents
from reticent.usecases.apply import apply
from reticent.usecases.release import read_file

RULES = Rules((Redaction((WordList(["Ann Lee", "Bob", "Zorblat"], kind="NAME"),)),))
TEXT = "Ann\r\nLee 😀 met Bob.\r\n\r\nאן לי saw a Zorblat <script>alert(1)</script>\r\n"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    place = tmp_path / "letter.txt"
    place.write_bytes(TEXT.encode())
    return place


@pytest.fixture
def review(letter: Path, tmp_path: Path) -> Iterator[Review]:
    made = open_review([read_file(str(letter))], RULES, outbox=Outbox(tmp_path / "out", "Zoe"))
    made.settle()
    yield made
    made.close()


def change_of(review: Review, term: str) -> str:
    return str(next(each["id"] for each in show_document(review, 1)["changes"] if each["term"] == term))


def test_the_plan_of_a_review_remembers_what_it_was_made_under(letter: Path, tmp_path: Path) -> None:
    policy = tmp_path / "ward.toml"
    policy.write_text('[[detectors]]\ntype = "words"\nwords = ["Bob"]\n\n[[models]]\ntype = "redaction"\n')
    rules = Recipe(policy).make_rules()
    made = open_review([read_file(str(letter))], rules, outbox=Outbox(tmp_path / "out", "Zoe"))
    made.settle()
    saved = read_plans(save_plan(made, 1).read_text("utf-8"))
    release_file(made, 1)
    made.close()
    released = read_plans((tmp_path / "private/out/letter.txt.plan.json").read_text("utf-8"))
    for file in (saved, released):
        assert file.made_under is not None
        assert file.made_under.policy == str(policy)


def test_the_release_is_what_apply_makes_of_the_written_plan(
    review: Review, letter: Path, tmp_path: Path
) -> None:
    carry_out(review, 1, {"action": "decide", "change": change_of(review, "Zorblat"), "becomes": "machine"})
    review.settle()
    written = release_file(review, 1, state=show_document(review, 1)["state"])
    plans = plans_from_json((tmp_path / "private/out/letter.txt.plan.json").read_text("utf-8"))
    applied = apply(read_file(str(letter)), plans, RULES)
    assert applied.released is not None
    assert written.release.read_bytes() == applied.released.data
    assert (
        written.release.read_bytes()
        == TEXT.replace("Ann\r\nLee", "[NAME]")
        .replace("Bob", "[NAME]")
        .replace("Zorblat", "machine")
        .encode()
    )
    assert show_documents(review)[0]["released"]
    assert show_documents(review)[0]["name"] == str(letter)


def test_what_stays_with_the_original_is_for_its_owner_alone(review: Review, tmp_path: Path) -> None:
    release_file(review, 1)
    private = tmp_path / "private/out"
    assert stat.S_IMODE(private.stat().st_mode) == 0o700
    names = sorted(path.name for path in private.iterdir())
    assert names == [
        "letter.txt.journal.jsonl",
        "letter.txt.plan.json",
        "letter.txt.report.json",
        "names.json",
    ]
    assert {stat.S_IMODE(path.stat().st_mode) for path in private.iterdir()} == {0o600}
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["letter.txt"]


def test_an_exception_is_named_in_the_report_and_written_for_auditors(review: Review, tmp_path: Path) -> None:
    request = {"action": "override", "change": change_of(review, "Zorblat"), "reason": "a toy", "by": "Zoe"}
    carry_out(review, 1, request)
    review.settle()
    release_file(review, 1)
    report = json.loads((tmp_path / "private/out/letter.txt.report.json").read_text("utf-8"))
    (document,) = report["documents"]
    assert document["promises"][0]["statement"].endswith("1 place kept by Zoe, because a toy.")
    assert document["exceptions"][0]["by"] == "Zoe"
    assert (tmp_path / "private/out/letter.txt.exceptions.json").exists()


def test_red_is_not_released_and_amber_neither(review: Review, tmp_path: Path) -> None:
    carry_out(review, 1, {"action": "keep", "change": change_of(review, "Bob")})
    review.settle()
    with pytest.raises(ReviewError, match="breaks a promise") as caught:
        release_file(review, 1)
    assert caught.value.code == "red"
    unjudged = [Session(review.session(1).state)]
    amber = Review(review.files, unjudged, RULES, outbox=review.outbox)
    with pytest.raises(ReviewError, match="still being checked") as waiting:
        release_file(amber, 1)
    assert waiting.value.code == "amber"
    assert not (tmp_path / "out/letter.txt").exists()
    amber.close()


def test_an_old_state_is_not_released(review: Review) -> None:
    state = show_document(review, 1)["state"]
    carry_out(review, 1, {"action": "accept", "all": True})
    with pytest.raises(ReviewError) as caught:
        release_file(review, 1, state=state)
    assert caught.value.code == "stale"


def test_a_file_that_changed_on_disk_is_not_released(review: Review, letter: Path, tmp_path: Path) -> None:
    letter.write_text("Something else.", "utf-8")
    with pytest.raises(ReviewError, match="changed on disk since it was read") as caught:
        release_file(review, 1)
    assert caught.value.code == "changed"
    letter.unlink()
    with pytest.raises(ReviewError, match="no longer there"):
        release_file(review, 1)
    assert not (tmp_path / "out/letter.txt").exists()


def test_a_name_that_tells_what_was_removed_becomes_a_number(tmp_path: Path) -> None:
    place = tmp_path / "zorblat.txt"
    place.write_text("Zorblat was here.", "utf-8")
    review = open_review([read_file(str(place))], RULES, outbox=Outbox(tmp_path / "out", "Zoe"))
    review.settle()
    written = release_file(review, 1)
    assert written.release == tmp_path / "out/0001.txt"
    assert "called by a number" in written.notes[0]
    review.close()


def test_originals_are_never_overwritten_and_names_never_shared(letter: Path, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="is an original"):
        open_review([read_file(str(letter))], RULES, outbox=Outbox(tmp_path, "Zoe"))
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("Bob.", "utf-8")
    both = [read_file(str(letter)), read_file(str(other / "letter.txt"))]
    with pytest.raises(DocumentError, match="two files would both be released"):
        open_review(both, RULES, outbox=Outbox(tmp_path / "out", "Zoe"))


def test_an_output_whose_private_folder_would_lie_inside_it_is_refused(letter: Path, tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="can't have this name"):
        open_review([read_file(str(letter))], RULES, outbox=Outbox(tmp_path / "private", "Zoe"))


def test_without_a_folder_nothing_can_be_written(letter: Path) -> None:
    review = open_review([read_file(str(letter))], RULES)
    review.settle()
    with pytest.raises(ReviewError, match="-o DIR"):
        release_file(review, 1)
    review.close()


def test_a_file_of_many_documents_goes_out_when_all_of_them_are_green(tmp_path: Path) -> None:
    table = tmp_path / "rows.jsonl"
    table.write_text('{"text": "Bob came."}\n{"text": "Ann Lee left."}\n', "utf-8")
    review = open_review([read_file(str(table))], RULES, outbox=Outbox(tmp_path / "out", "Zoe"))
    review.settle()
    assert len(review.numbers) == 2
    carry_out(review, 2, {"action": "keep", "change": show_document(review, 2)["changes"][0]["id"]})
    review.settle()
    with pytest.raises(ReviewError, match="breaks a promise"):
        release_file(review, 1)
    carry_out(review, 2, {"action": "undo"})
    review.settle()
    written = release_file(review, 1)
    assert written.release.read_text("utf-8") == '{"text": "[NAME] came."}\n{"text": "[NAME] left."}\n'
    assert [row["released"] for row in show_documents(review)] == [True, True]
    review.close()


def test_the_journal_tells_who_did_what_in_which_order(review: Review, tmp_path: Path) -> None:
    carry_out(review, 1, {"action": "add", "text": "saw", "everywhere": True, "by": "Ann"})
    carry_out(review, 1, {"action": "undo"})
    review.settle()
    release_file(review, 1)
    text = (tmp_path / "private/out/letter.txt.journal.jsonl").read_text("utf-8")
    entries = [json.loads(line) for line in text.splitlines()]
    assert [entry["what"]["action"] for entry in entries] == ["begin", "plan", "add", "undo", "release"]
    assert [entry["who"] for entry in entries] == ["Zoe", "Zoe", "Ann", "Zoe", "Zoe"]
    assert entries[0]["previous"] == BEGINNING
    assert entries[-1]["state"] == review.session(1).state.hash


def test_the_head_of_the_journal_is_signed_and_the_release_proven_where_there_is_a_key(
    letter: Path, tmp_path: Path
) -> None:
    pytest.importorskip("cryptography")
    from reticent.policy.recipe import Recipe
    from reticent.proof.keys import create_key, read_envelope
    from reticent.proof.statement import write_canonical
    from reticent.usecases.prove import ProofPolicy

    rules = ProofPolicy.of(Recipe())
    outbox = Outbox(tmp_path / "out", "Zoe", keys=[create_key()], policy=rules)
    review = open_review([read_file(str(letter))], rules.rules, outbox=outbox)
    review.settle()
    written = release_file(review, 1)
    assert written.proven
    assert read_envelope((tmp_path / "out/letter.txt.proof.json").read_bytes()).is_confirmed
    last = json.loads((tmp_path / "private/out/letter.txt.journal.jsonl").read_text("utf-8").splitlines()[-1])
    signed = read_envelope(write_canonical(last["signed"]) + b"\n")
    assert signed.is_confirmed
    assert json.loads(signed.payload) == {"journal": last["previous"]}
    review.close()


def test_what_the_journal_can_not_note_is_not_done(review: Review, tmp_path: Path) -> None:
    journal = tmp_path / "private/out/letter.txt.journal.jsonl"
    journal.unlink()
    journal.mkdir()
    before = review.session(1)
    with pytest.raises(DocumentError, match="journal"):
        carry_out(review, 1, {"action": "accept", "all": True})
    assert review.session(1).state == before.state
