"""Codes, the log of what is withheld, marks of other programs, and gaps that give themselves away, in a real browser."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import pdf_files
from tests.browser.reviewing import Desk, desk, reviewing
from tests.browser.test_page import find_barriers

if TYPE_CHECKING:
    from playwright.sync_api import Browser

POLICY = """
name = "foia"
codes_on_marks = true
[[codes]]
code = "FOIA b(6)"
means = "personal privacy"
[[codes]]
code = "FOIA b(3)"
[[detectors]]
type = "patterns"
[[detectors]]
type = "words"
kind = "PERSON"
words = ["Ann Porter", "Bob Miller"]
[[detectors]]
type = "words"
kind = "REMOVED"
words = ["HIV"]
[[models]]
type = "redaction"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "foia.toml").write_text(POLICY, "utf-8")
    (tmp_path / "notes").mkdir()
    for number in range(3):
        text = f"Ann Porter met Bob Miller on day {number}.\n\nAnn Porter is HIV positive.\n"
        (tmp_path / "notes" / f"note{number}.txt").write_text(text, "utf-8")
    return tmp_path


def give_code(person: Desk, code: str, reason: str) -> None:
    person.page.select_option("dialog #code", code)
    person.page.fill("dialog #answer", reason)
    person.page.click("dialog button[type=submit]")
    person.page.wait_for_selector("body:not([data-busy])")


def test_codes_alone_and_in_bulk_stand_on_the_marks_and_in_the_log(browser: Browser, folder: Path) -> None:
    options = ("notes", "-o", "out", "--policy", "foia.toml", "--reviewer", "Zoe")
    with reviewing(folder, *options) as review, desk(browser, bypass_csp=True) as person:
        page = person.page
        person.open(review.wait_for_address())
        page.wait_for_selector("#documents .going", state="detached")
        person.open_document("note0.txt")
        assert page.locator("#log").is_disabled()
        person.go_to("Bob Miller")
        person.press("c")
        assert find_barriers(person) == []
        give_code(person, "FOIA b(3)", "Bob Miller asked")
        page.wait_for_selector("#notice:has-text('quotes what is withheld')")
        person.press("c")
        give_code(person, "FOIA b(3)", "a witness")
        page.wait_for_selector(".code-line:has-text('FOIA b(3) · a witness')")
        page.wait_for_selector("#text mark:has-text('[FOIA B(3)]')")
        # All of a name in all documents at once.
        person.press("f")
        page.fill("#find-words", "ann")
        page.wait_for_selector("#findings-count:has-text('1 finding ')")
        page.check("#mark-all")
        page.click("#code-marked")
        page.locator("dialog #code").wait_for()
        give_code(person, "FOIA b(6)", "")
        page.wait_for_selector("dialog.findings tr[data-finding='Ann Porter']:has-text('FOIA b(6)')")
        assert find_barriers(person) == []
        page.get_by_role("button", name="Close", exact=True).click()
        page.click("#release-all")
        page.wait_for_selector("dialog .results")
        page.get_by_role("button", name="Good").click()
        page.click("#log")
        page.wait_for_selector("dialog .written:has-text('withheld.csv')")
        assert [each for each in person.complaints if "409" not in each and "400" not in each] == []
    released = (folder / "out" / "note0.txt").read_text("utf-8")
    assert "[FOIA B(6)] met [FOIA B(3)] on day 0." in released
    with (folder / "private" / "out" / "withheld.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    coded = [row for row in rows if row["code"] == "FOIA b(6)"]
    assert [(row["file"], row["place"], row["kind"]) for row in coded] == [
        (f"note{number}.txt", f"line {line}", "person") for number in range(3) for line in (1, 3)
    ]
    written = (folder / "private" / "out" / "withheld.html").read_text("utf-8")
    assert "a witness" in written
    assert not any(name in written for name in ("Ann", "Bob", "HIV"))
    with desk(browser) as person:
        person.page.goto((folder / "private" / "out" / "withheld.html").as_uri())
        assert person.page.locator("tbody tr").count() == len(rows)


def test_a_gap_in_a_fixed_phrase_is_a_hint_with_a_repair(browser: Browser, folder: Path) -> None:
    with (
        reviewing(folder, "notes/note0.txt", "-o", "out", "--policy", "foia.toml") as review,
        desk(browser, bypass_csp=True) as person,
    ):
        page = person.page
        person.open(review.wait_for_address())
        assert page.inner_text("#light") == "Every promise holds · 1 hint"
        assert page.inner_text(
            ".gaps q"
        ) == "“[REMOVED] positive”" or "[REMOVED] positive" in page.inner_text(".gaps")
        assert find_barriers(person) == []
        page.get_by_role("button", name="Take positive along").click()
        assert person.wait_for_answer() == "green"
        page.wait_for_selector(".gaps", state="detached")
        assert page.inner_text("#light") == "Every promise holds"
        assert "is [REMOVED]." in person.text("released")
        person.press("u")
        page.wait_for_selector(".gaps")
        assert person.complaints == []


def test_marks_go_out_to_other_programs_and_come_in(browser: Browser, folder: Path) -> None:
    lines = b"BT /F1 12 Tf 72 700 Td (Ann Porter was here.) Tj 0 -20 Td (Nobody else came.) Tj ET"
    (folder / "letter.pdf").write_bytes(pdf_files.make(lines))
    with (
        reviewing(folder, "letter.pdf", "-o", "out", "--policy", "foia.toml") as review,
        desk(browser, bypass_csp=True) as person,
    ):
        page = person.page
        person.open(review.wait_for_address())
        page.wait_for_selector("#pages[data-state]")
        page.click("#export-marks")
        page.wait_for_selector("dialog .written:has-text('letter.pdf.xfdf')")
        page.get_by_role("button", name="Good").click()
        mine = folder / "private" / "out" / "letter.pdf.xfdf"
        assert "Porter" not in mine.read_text("utf-8")
        theirs = folder / "theirs.xfdf"
        theirs.write_text(
            '<xfdf xmlns="http://ns.adobe.com/xfdf/"><annots><redact page="0" rect="70,675,300,692"'
            ' overlay-text="FOIA b(3)"/></annots></xfdf>',
            "utf-8",
        )
        page.set_input_files("#pages input[type=file]", theirs)
        page.wait_for_selector("#notice:has-text('1 mark taken')")
        assert person.wait_for_answer() == "green"
        assert "[FOIA B(3)]" in person.text("released")
        assert "Nobody" not in person.text("released")
        assert find_barriers(person) == []
        page.set_input_files("#pages input[type=file]", mine)
        page.wait_for_selector("#notice:has-text('0 marks taken')")
        theirs.write_text("<html>", "utf-8")
        page.set_input_files("#pages input[type=file]", theirs)
        page.wait_for_selector("#notice:has-text('not a readable XFDF')")
        person.press("Control+Enter")
        page.wait_for_selector("dialog .written")
    assert (folder / "out" / "letter.pdf").read_bytes().startswith(b"%PDF")


def test_what_readers_still_infer_is_shown_once_every_promise_holds(browser: Browser, folder: Path) -> None:
    note = "She has asthma. She uses a salbutamol inhaler twice a day and wheezes at night.\n"
    (folder / "visit.txt").write_text(note, "utf-8")
    options = ("visit.txt", "-o", "out", "--protect", "asthma=disease", "--unseen", "keep")
    with reviewing(folder, *options) as review, desk(browser, bypass_csp=True) as person:
        page = person.page
        person.open(review.wait_for_address())
        if person.light == "red":
            person.press("R")
            assert person.wait_for_answer() == "green"
        page.wait_for_selector(".inferred li")
        assert "asthma" in page.inner_text(".inferred")
        assert find_barriers(person) == []
        assert person.complaints == []
