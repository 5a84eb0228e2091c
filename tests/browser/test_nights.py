"""A review that survives the night: kill -9, a closed browser, two reviewers, and a release of all files in spite of a bad one."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.reviewing import PROGRAM, SECONDS, Desk, Reviewing, desk, reviewing
from tests.browser.world import LETTER, build_clinic, write_notes

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_clinic(tmp_path_factory.mktemp("clinic"))


LATE = """state => fetch('api/documents/1/actions', {method: 'POST', headers: {'content-type': 'application/json'},
  body: JSON.stringify({action: 'undo', state})}).then(async reply => [reply.status, (await reply.json()).error.code])"""


def wait_for_planning(person: Desk) -> None:
    """Wait until the program has planned everything and the list says so."""
    person.page.wait_for_selector("#documents .going", state="detached")
    person.page.wait_for_selector("#documents [data-status=waiting]", state="detached")


def test_after_kill_9_the_review_goes_on_where_it_was(browser: Browser, policy: Path, tmp_path: Path) -> None:
    notes = write_notes(tmp_path)
    options = (notes, "-o", "out", "--policy", policy, "--reviewer", "Ann")
    with reviewing(tmp_path, *options) as review, desk(browser) as person:
        person.open(review.wait_for_address())
        person.open_document("letter.txt")
        person.select("Mercy")
        person.press("x")
        person.go_to("12 March 2024")
        person.press("r")
        assert person.wait_for_answer() == "red"
        person.open_document("evening.txt")
        person.press("Control+Enter")
        person.page.wait_for_selector("dialog .written")
        before = person.text("changes")
        review.process.send_signal(signal.SIGKILL)
        review.process.wait(SECONDS)
    with reviewing(tmp_path, *options) as review, desk(browser) as person:
        person.open(review.wait_for_address())
        person.open_document("evening.txt")
        assert person.text("changes") == before
        assert person.page.locator("[data-document][data-released]").count() == 1
        person.open_document("letter.txt")
        assert person.light == "red"
        assert "12 March 2024" in person.text("released")
        person.press("u")
        assert person.wait_for_answer() == "green"
        assert person.complaints == []


def test_two_reviewers_see_each_others_changes_and_overwrite_nothing(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path, {"letter.txt": LETTER, "other.txt": "Seen by Robin.\n"})
    options = (notes, "-o", "out", "--policy", policy, "--reviewer", "Ann")
    with (
        reviewing(tmp_path, *options) as review,
        desk(browser) as ann,
        desk(browser) as bea,
    ):
        ann.open(review.wait_for_address())
        ann.open_document("letter.txt")
        review.type_line("Bea")
        bea.open(review.wait_for_address(2))
        bea.open_document("letter.txt")
        ann.select("Mercy")
        ann.press("x")
        bea.page.wait_for_selector("#text mark.accepted, #text mark:has-text('[REMOVED]')")
        version = ann.page.get_attribute("body", "data-version")
        bea.page.wait_for_selector(f"body[data-version='{version}']")
        # Both act on what they see; the one who is late is told, and nothing is lost.
        seen = bea.page.evaluate("fetch('api/documents/1').then(reply => reply.json())")
        ann.go_to("Ellen Whitfield")
        ann.press("a")
        ann.wait_for_answer()
        late = bea.page.evaluate(LATE, seen["state"])
        assert late == [409, "stale"]
        version = ann.page.get_attribute("body", "data-version")
        bea.page.wait_for_selector(f"body[data-version='{version}']")
        assert bea.text("released") == ann.text("released")
        assert ann.wait_for_answer() == "green"
        ann.page.click("#sign-off")
        ann.page.wait_for_selector("#notice[data-code=same]")
        bea.page.click("#sign-off")
        bea.page.wait_for_selector(".signed:has-text('signed off by Bea')")
        ann.page.wait_for_selector("[data-document] :text('signed off by Bea')")
        # In the browser of one, the other's address closes the first page rather than acting for somebody else.
        review.type_line("Cleo")
        tab = ann.page.context.new_page()
        tab.goto(review.wait_for_address(3))
        tab.wait_for_selector("body[data-ready]")
        ann.page.wait_for_selector("body[data-locked=other_reviewer]", timeout=40_000)
    lines = (tmp_path / "private" / "out" / "letter.txt.journal.jsonl").read_text("utf-8").splitlines()
    whos = [(each["who"], each["what"]["action"]) for each in map(json.loads, lines)]
    assert whos[-1] == ("Bea", "sign off")
    assert ("Ann", "accept") in whos


def test_enter_in_the_terminal_prints_a_fresh_address_and_the_open_page_stays_open(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path, {"letter.txt": LETTER})
    ours, theirs = pty.openpty()
    said = tmp_path / "said.txt"
    command = [*PROGRAM, "review", "--no-browser", str(notes), "-o", "out", "--policy", str(policy)]
    with said.open("wb") as out:
        process = subprocess.Popen(command, stdin=theirs, stdout=out, stderr=out, cwd=tmp_path)
    review = Reviewing(process, said)
    try:
        with desk(browser) as first, desk(browser) as second:
            first.open(review.wait_for_address())
            os.write(ours, b"\n")
            second.open(review.wait_for_address(2))
            assert second.text("original") == first.text("original") == LETTER
            first.press("a")
            assert first.page.locator("#notice p").count() == 0
        assert review.end() == 0
    finally:
        process.kill()
        process.wait(SECONDS)
        os.close(ours)
        os.close(theirs)


def test_all_is_released_on_the_server_and_a_bad_file_stops_nothing_else(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    names = ["discharge-note-1.txt", "summary_2024.txt", "scan0001.txt", "ellen-whitfield.txt"]
    notes = write_notes(
        tmp_path, {name: f"Seen by Ellen Whitfield at Mercy.\n\n{name[:4]} fever.\n" for name in names}
    )
    (notes / "changed.txt").write_text("Robin has a cough.\n", "utf-8")
    (notes / "leaks.txt").write_text("Robin has a fever.\n", "utf-8")
    (notes / "broken.pdf").write_bytes(b"%PDF-1.7 of which nothing is left")
    with reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review, desk(browser) as person:
        page = person.page
        person.open(review.wait_for_address())
        assert "left out: '" in page.inner_text("#documents .notices").lower()
        assert "broken.pdf'" in page.inner_text("#documents .notices")
        person.open_document("leaks.txt")
        person.select("Robin")
        person.press("r")
        assert person.wait_for_answer() == "red"
        (notes / "changed.txt").write_text("Something else.\n", "utf-8")
        page.click("#release-all")
        page.wait_for_selector("dialog .results")
        results = {
            row.query_selector("code").inner_text(): row.get_attribute("data-result")  # type: ignore[union-attr]
            for row in page.query_selector_all(".results li")
        }
        assert {Path(name).name: result for name, result in results.items()} == {
            **dict.fromkeys(names, "released"),
            "changed.txt": "left",
            "leaks.txt": "left",
            "broken.pdf": "failed",
        }
        assert person.complaints == []
    released = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert released == ["0003.txt", "discharge-note-1.txt", "scan0001.txt", "summary_2024.txt"]
    private = tmp_path / "private" / "out"
    names_of = json.loads((private / "names.json").read_text("utf-8"))
    assert {Path(key).name: value for key, value in names_of.items()}["ellen-whitfield.txt"] == "0003.txt"
    assert (private / "names.json").stat().st_mode & 0o077 == 0


def test_three_hundred_notes_and_a_long_one_are_up_within_ten_seconds(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path, {"letter.txt": LETTER})
    for number in range(300):
        (notes / f"note-{number:03}.txt").write_text(
            f"Seen by Robin on 2 May 2024. Fever, day {number}.\n", "utf-8"
        )
    line = "The patient was admitted with fever and went home with a cough. "
    (notes / "long.txt").write_text("\n\n".join(line * 9 for _ in range(930)), "utf-8")
    assert len((notes / "long.txt").read_text("utf-8").split()) > 100_000
    began = time.monotonic()
    with reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review, desk(browser) as person:
        person.page.goto(review.wait_for_address())
        person.page.wait_for_selector("body[data-ready]")
        up = time.monotonic() - began
        person.page.wait_for_selector("#documents .going progress")
        # What is open is planned and judged ahead of three hundred others.
        person.page.locator("[data-document]", has_text="letter.txt").click()
        person.page.wait_for_selector("h1:text('letter.txt')")
        asked = time.monotonic()
        person.wait_for_answer()
        answered = time.monotonic() - asked
        person.page.get_by_role("button", name="Stop planning").click()
        person.page.wait_for_selector("button[aria-label='Go on planning']")
        person.page.get_by_role("button", name="Go on planning").click()
        person.page.wait_for_selector("button[aria-label='Stop planning']")
        assert person.complaints == []
    assert up < 10, up
    assert answered < 10, answered
