"""What is done with many documents: findings over all of them, one answer for all, and a queue that knows what is urgent."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from reticent.detection.word_list import WordList
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, ReviewError
from reticent.models.redaction import Redaction
from reticent.review.files import Outbox
from reticent.review.findings import FindingFilter, list_findings, make_steps
from reticent.review.release import release_or_explain
from reticent.review.requests import carry_out
from reticent.review.review import Review, open_review
from reticent.review.showing import show_document, show_documents
from reticent.review.tasks import LongTasks
from reticent.review.work import WorkQueue
from reticent.usecases.release import InputFile, read_file

RULES = Rules(
    (Redaction((WordList(["Ann Lee", "Bob"], kind="NAME"), WordList(["Zorblat"], kind="PROJECT"))),)
)
TEXTS = (
    "Ann Lee met Bob.",
    "Bob saw a Zorblat; bob left with Lee.",
    "Nobody is here.",
    "Lee, and Zorblat.",
)


@pytest.fixture
def review() -> Iterator[Review]:
    given = [InputFile(f"note{number}.txt", text.encode()) for number, text in enumerate(TEXTS, 1)]
    made = open_review(given, RULES)
    made.settle()
    yield made
    made.close()


def listed(review: Review, **wanted: Any) -> list[tuple[str, str, list[int]]]:
    found = list_findings(review, FindingFilter.read(wanted))["findings"]
    return [(each["words"], each["kind"], each["documents"]) for each in found]


def act(review: Review, **request: Any) -> list[int]:
    """Do something in many documents; the numbers of those that changed."""
    tasks = LongTasks(review.tell)
    tasks.start(*make_steps(review, {"by": "Zoe", **request}))
    task = tasks.wait()
    assert task is not None
    assert task.ended
    assert task.done == len(review.numbers)
    review.settle()
    return [row["number"] for row in task.rows]


def test_findings_are_the_same_words_of_one_kind_wherever_they_stand(review: Review) -> None:
    assert listed(review) == [
        ("Bob", "NAME", [1, 2]),
        ("Zorblat", "PROJECT", [2, 4]),
        ("Ann Lee", "NAME", [1]),
    ]
    assert listed(review, kind="PROJECT") == [("Zorblat", "PROJECT", [2, 4])]
    assert listed(review, search="  ZOR") == [("Zorblat", "PROJECT", [2, 4])]
    assert listed(review, state="accepted") == []
    found = list_findings(review, FindingFilter.read({}))
    assert found["filters"]["kind"] == {"NAME": 3, "PROJECT": 2}
    assert found["planned"] == found["total"] == 4


def test_what_is_marked_is_decided_on_in_all_documents_and_can_be_undone_in_each(review: Review) -> None:
    key = ["zorblat", "PROJECT", list_findings(review, FindingFilter.read({}))["findings"][0]["model"]]
    assert act(review, action="accept", filter={"picked": [key]}) == [2, 4]
    assert listed(review, state="accepted") == [("Zorblat", "PROJECT", [2, 4])]
    assert act(review, action="keep", filter={"kind": "PROJECT"}) == [2, 4]
    assert [row["light"] for row in show_documents(review)] == ["green", "red", "green", "red"]
    carry_out(review, 2, {"action": "undo"})
    review.settle()
    assert review.session(2).light == "green"
    assert act(review, action="override", reason="a toy", filter={"kind": "PROJECT"}) == [2, 4]
    assert {row["light"] for row in show_documents(review)} == {"green"}
    assert act(review, action="remove", filter={"state": "kept"}) == [2, 4]
    assert "Zorblat" not in str(show_document(review, 4)["exceptions"])


def test_accept_all_makes_all_documents_done(review: Review) -> None:
    act(review, action="accept", filter={})
    assert {row["status"] for row in show_documents(review)} == {"done"}


def test_a_name_is_marked_everywhere_with_its_parts(review: Review) -> None:
    assert act(review, action="add", text="Ann Lee", parts=True) == [2, 4]
    terms = [each["term"] for each in show_document(review, 4)["changes"]]
    assert terms == ["Lee", "Zorblat"]
    assert show_document(review, 2)["changes"][-1]["term"] == "Lee"
    assert act(review, action="add", text="Ann Lee") == []


def test_what_makes_no_sense_is_refused(review: Review) -> None:
    for request in (
        {"action": "dance"},
        {"action": "accept", "filter": {"kind": 3}},
        {"action": "accept", "filter": {"picked": ["zorblat"]}},
        {"action": "override"},
        {"action": "add", "text": " "},
        {"action": "add", "text": "x", "kind": "NOTHING"},
        {"action": "unseen", "answer": "perhaps"},
        {"action": "apply to all", "change": "c1"},
    ):
        with pytest.raises(ReviewError) as caught:
            make_steps(review, {"by": "Zoe", **request})
        assert caught.value.code == "bad"


def test_one_task_at_a_time_and_it_ends_when_it_is_stopped() -> None:
    going, on = threading.Event(), threading.Event()

    def wait() -> None:
        going.set()
        on.wait(10)

    tasks = LongTasks(lambda: None)
    task = tasks.start("wait", [wait] * 5)
    going.wait(10)
    with pytest.raises(ReviewError, match="another task is under way"):
        tasks.start("other", [])
    tasks.stop()
    on.set()
    tasks.wait()
    assert (task.done, task.stopped, task.ended) == (1, True, True)


def test_what_somebody_waits_for_overtakes_a_long_document() -> None:
    begun, go_on = threading.Event(), threading.Event()
    done: list[int] = []

    def work(number: int) -> None:
        if number == 9:
            begun.set()
            go_on.wait(10)
        done.append(number)

    queue = WorkQueue(work, lambda number: -number)
    queue.ask(9)
    begun.wait(10)
    for number in range(9):
        queue.ask(number)
    queue.ask(3, urgent=True)
    queue.wait(3)
    assert done == [3]
    queue.pause(True)
    go_on.set()
    queue.wait(9)
    queue.ask(5, urgent=True)
    queue.wait(5)
    assert done == [3, 9, 5]
    queue.pause(False)
    for number in range(10):
        queue.wait(number)
    assert done == [3, 9, 5, 8, 7, 6, 4, 2, 1, 0]
    queue.close()


def test_a_file_that_can_not_be_read_stops_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXTS[0], "utf-8")
    (tmp_path / "b.pdf").write_bytes(b"%PDF-1.7 broken")
    given = [read_file(str(tmp_path / name)) for name in ("a.txt", "b.pdf")]
    made = open_review(given, RULES, outbox=Outbox(tmp_path / "out", "Zoe"))
    assert [file.given.name for file in made.files] == [str(tmp_path / "a.txt")]
    (notice,) = made.notices
    assert notice.startswith(f"left out: '{tmp_path / 'b.pdf'}' ")
    made.close()
    with pytest.raises(DocumentError):
        open_review(given[1:], RULES, outbox=Outbox(tmp_path / "out", "Zoe"))


def test_each_file_has_a_result_and_none_stops_another(tmp_path: Path) -> None:
    for name, text in (("a.txt", TEXTS[0]), ("b.txt", TEXTS[1]), ("c.txt", TEXTS[3]), ("bob.txt", "Bob.")):
        (tmp_path / name).write_text(text, "utf-8")
    given = [read_file(str(tmp_path / name)) for name in ("a.txt", "b.txt", "c.txt", "bob.txt")]
    made = open_review(given, RULES, outbox=Outbox(tmp_path / "out", "Zoe"))
    made.settle()
    carry_out(made, 1, {"action": "keep", "change": show_document(made, 1)["changes"][0]["id"]})
    (tmp_path / "out/b.txt").mkdir()
    rows = [release_or_explain(made, number) for number in made.numbers]
    assert [row["result"] for row in rows] == ["left", "failed", "released", "released"]
    assert rows[2]["as"] == "c.txt"
    assert rows[3]["as"] == "0004.txt"
    assert release_or_explain(made, 3)["result"] == "earlier"
    made.close()
