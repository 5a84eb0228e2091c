"""A document as its program shows it: pages beside the text, tables, headings, the parts of mail; cards lead to places."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests import mail_files, pdf_files
from tests.browser.reviewing import Desk, desk, reviewing
from tests.browser.test_bad_input import other_site
from tests.browser.test_page import find_barriers
from tests.browser.world import LETTER, build_clinic, write_notes
from tests.unit.formats.test_outline import build_text

if TYPE_CHECKING:
    from playwright.sync_api import Browser

POLICY = """
name = "desk"
[[detectors]]
type = "patterns"
[[detectors]]
type = "words"
kind = "PERSON"
words = ["Ann Porter", "Ann", "Bob Miller", "Janette"]
[[models]]
type = "redaction"
"""
OVERLAP = """() => {
  const inside = [...document.querySelectorAll('.place')].map(place => place.getBoundingClientRect())
  const page = document.querySelector('.page svg').getBoundingClientRect()
  return inside.map(box => [box.left - page.left, box.top - page.top, box.width, box.height].map(each => each / page.width)) }"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "desk.toml").write_text(POLICY, "utf-8")
    return tmp_path


def wait_for_pages(person: Desk) -> None:
    state = person.page.evaluate("fetch('api/documents/1').then(reply => reply.json())")["state"]
    person.page.wait_for_selector(f"#pages[data-state='{state}']")


def is_in_sight(person: Desk, selector: str, room: str) -> bool:
    script = """([selector, room]) => {
      const place = document.querySelector(selector).getBoundingClientRect()
      const around = document.querySelector(room).getBoundingClientRect()
      return place.top >= around.top - 1 && place.bottom <= around.bottom + 1 }"""
    return bool(person.page.evaluate(script, [selector, room]))


def test_pages_stand_beside_the_text_and_a_click_leads_both_ways(browser: Browser, folder: Path) -> None:
    lines = " ".join(f"0 -30 Td (line {n} for ann{n}@example.org) Tj" for n in range(20))
    pages = [f"BT /F1 12 Tf 72 740 Td (Page {n} by Ann Porter) Tj {lines} ET".encode() for n in "123"]
    (folder / "letter.pdf").write_bytes(pdf_files.make(*pages))
    with (
        reviewing(folder, "letter.pdf", "-o", "out", "--policy", "desk.toml") as review,
        desk(browser) as person,
    ):
        page = person.page
        person.open(review.wait_for_address())
        wait_for_pages(person)
        assert page.locator(".page").count() == 3
        page.wait_for_selector(".page[data-page='1'] image[href]")
        # The box of the first finding lies over its words: 72 points from the left edge and 52 from the upper one.
        left, top, width, height = page.evaluate(OVERLAP)[0]
        assert 0.1 < left < 0.3
        assert 0.05 < top < 0.1
        assert width < 0.2
        assert height < 0.05
        # From the text to the page …
        person.go_to("ann19@example.org", key="k")
        page.wait_for_selector(".page[data-page='1'] .place.selected, .page[data-page='3'] .place.selected")
        assert is_in_sight(person, ".place.selected", "#pages")
        # … and from the page to the text.
        page.locator(".page[data-page='1'] .place").nth(1).click()
        chosen = page.inner_text("#text mark.selected del")
        assert chosen == "ann0@example.org"
        assert is_in_sight(person, "#text mark.selected", "main")
        page.locator("#text mark", has_text="ann0@example.org").nth(2).click()
        assert is_in_sight(person, ".page[data-page='3'] .place.selected", "#pages")
        before = page.locator(".place.kept").count()
        person.press("r")
        person.wait_for_answer()
        wait_for_pages(person)
        page.wait_for_selector(".place.kept")
        assert page.locator(".place.kept").count() > before
        assert page.locator(".place.kept.leaking").count() > 0
        person.press("g")
        page.wait_for_selector("#pages", state="hidden")
        person.press("g")
        page.wait_for_selector(".page image[href]")
        assert person.complaints == []


def test_a_picture_of_a_page_is_for_nobody_else(browser: Browser, folder: Path) -> None:
    (folder / "letter.pdf").write_bytes(pdf_files.make(b"BT /F1 12 Tf 72 700 Td (by Ann Porter) Tj ET"))
    with (
        reviewing(folder, "letter.pdf", "-o", "out", "--policy", "desk.toml") as review,
        desk(browser) as person,
    ):
        person.open(review.wait_for_address())
        address = f"{review.origin}/api/documents/1/pages/1"
        reply = person.page.request.get(address)
        assert (reply.status, reply.headers["content-type"]) == (200, "image/png")
        assert reply.headers["cache-control"] == "no-store"
        assert person.page.request.get(address.replace("pages/1", "pages/2")).status == 404
        with desk(browser) as stranger:
            assert stranger.page.request.get(address).status == 401


def read_table(person: Desk) -> list[list[str]]:
    script = """() => [...document.querySelectorAll('#text .sheet tr')].map(row =>
      [...row.children].map(cell => cell.textContent))"""
    found: list[list[str]] = person.page.evaluate(script)
    return found


def test_a_table_is_a_table_with_the_names_of_its_columns(browser: Browser, folder: Path) -> None:
    written = io.StringIO()
    csv.writer(written).writerows(
        [["name", "note"], ["Ann Porter", "has a cough"], ["Bob Miller", "is fine"]]
    )
    (folder / "visits.csv").write_text(written.getvalue(), "utf-8")
    with (
        reviewing(folder, "visits.csv", "-o", "out", "--policy", "desk.toml") as review,
        desk(browser) as person,
    ):
        person.open(review.wait_for_address())
        rows = read_table(person)
        assert [rows[0][0], rows[0][1], rows[1][1], rows[2][1]] == ["name", "note", "has a cough", "is fine"]
        assert rows[1][0].startswith("Ann Porter")
        person.page.wait_for_selector(".other-row:has-text('[PERSON')")
        person.page.click(".other-row")
        person.page.wait_for_selector("h1:text('visits.csv, row 3')")
        assert read_table(person)[2][0].startswith("Bob Miller")
        # Words in a cell can be marked as in any other text.
        cell = person.page.locator("#text .this-row p", has_text="fine")
        cell.dblclick()
        person.press("m")
        person.page.wait_for_selector("#text mark:has-text('[REMOVED]'), #text mark ins")
        assert person.complaints == []


def test_a_text_shows_its_headings_tables_header_and_footer(browser: Browser, folder: Path) -> None:
    (folder / "report.docx").write_bytes(build_text())
    with (
        reviewing(folder, "report.docx", "-o", "out", "--policy", "desk.toml") as review,
        desk(browser) as person,
    ):
        page = person.page
        person.open(review.wait_for_address())
        assert page.get_by_role("heading", name="Findings", level=2).count() == 1
        assert [cell.strip() for row in read_table(person) for cell in row if cell.strip()][:2] == [
            "patient",
            "born",
        ]
        assert page.locator("#text .as-header").inner_text() == "header words"
        assert page.locator("#text .as-footer").inner_text() == "footer words"
        assert page.locator("#text .mark").all_inner_texts() == ["HEADER", "FOOTER"]


def test_a_message_shows_its_parts_by_name(browser: Browser, folder: Path) -> None:
    (folder / "visit.eml").write_bytes(mail_files.make_message())
    with (
        reviewing(folder, "visit.eml", "-o", "out", "--policy", "desk.toml") as review,
        desk(browser) as person,
    ):
        person.open(review.wait_for_address())
        marks = person.page.locator("#text .mark").all_inner_texts()
        assert marks == ["FROM", "SUBJECT", "TEXT", "WEB PAGE", "SUBJECT", "TEXT"]
        assert read_table(person)[0] == ["name", "note"]


def test_a_card_leads_to_its_place(browser: Browser, tmp_path: Path) -> None:
    filling = "\n\n".join("Fever and cough went on for days, and nobody knew why." for _ in range(80))
    notes = write_notes(tmp_path, {"letter.txt": f"{LETTER}\n{filling}\n\nThe needle was sharp.\n"})
    policy = build_clinic(tmp_path / "clinic")
    with reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review, desk(browser) as person:
        page = person.page
        person.open(review.wait_for_address())
        person.go_to("needle")
        person.press("r")
        assert person.wait_for_answer() == "red"
        page.evaluate("document.querySelector('main').scrollTop = 1e6")
        page.locator(".leak-card h3 button").first.click()
        page.wait_for_selector("#text .at")
        page.wait_for_timeout(200)
        assert is_in_sight(person, "#text .at", "main")
        first = page.evaluate(
            "[...document.querySelectorAll('#text [data-leaks]')].findIndex(each => each.matches('.at'))"
        )
        page.locator(".leak-card h3 button").first.click()
        second = page.evaluate(
            "[...document.querySelectorAll('#text [data-leaks]')].findIndex(each => each.matches('.at'))"
        )
        assert second != first
        assert person.complaints == []


MARKUP = "<img src=x onerror=document.body.dataset.hacked=1>"


def test_markup_in_names_cells_headings_and_pages_stays_text(browser: Browser, folder: Path) -> None:
    codes = f'[[codes]]\ncode = "b(6)"\nmeans = "{MARKUP}"\n'
    policy = POLICY.replace('"Janette"]', f""""Janette", '"{MARKUP}"']""") + codes
    (folder / "desk.toml").write_text(policy, "utf-8")
    files = folder / "files"
    files.mkdir()
    written = io.StringIO()
    csv.writer(written).writerows([["name", MARKUP], ["Ann Porter", MARKUP], ["Bob Miller", f"{MARKUP} x"]])
    (files / f"{MARKUP}.csv").write_text(written.getvalue(), "utf-8")
    message = mail_files.make_message().replace(b"Subject: ", f"Subject: {MARKUP} ".encode(), 1)
    (files / "visit.eml").write_bytes(message)
    (files / "letter.pdf").write_bytes(
        pdf_files.make(f"BT /F1 8 Tf 20 700 Td ({MARKUP} and more) Tj ET".encode())
    )
    (files / "report.docx").write_bytes(build_text())
    with reviewing(folder, files, "-o", "out", "--policy", "desk.toml") as review, desk(browser) as person:
        page = person.page
        person.open(review.wait_for_address())
        page.wait_for_selector("#documents .going", state="detached")
        for name in ("row 2", "row 3", "visit.eml", "letter.pdf", "report.docx"):
            document = page.locator("[data-document]", has_text=name).first
            if not document.is_visible():
                page.click(".list-button")
            document.click()
            page.wait_for_selector(f"h1:has-text('{name}')")
            person.wait_for_answer()
            person.press("c")
            person.press("Escape")
        person.press("f")
        page.wait_for_selector("dialog.findings tbody tr")
        assert MARKUP in page.inner_text("dialog.findings")
        page.get_by_role("button", name="Close", exact=True).click()
        person.press("Control+Shift+Enter")
        page.wait_for_selector("dialog .results")
        page.get_by_role("button", name="Good").click()
        page.click("#log")
        page.wait_for_selector("dialog .written:has-text('withheld.html')")
        assert page.locator("body[data-hacked], img, script:not([type=module])").count() == 0
        assert person.complaints == []
    log = (folder / "private" / "out" / "withheld.html").read_text("utf-8")
    assert "<img" not in log


def test_another_website_sees_no_page_of_a_file(browser: Browser, folder: Path) -> None:
    (folder / "letter.pdf").write_bytes(pdf_files.make(b"BT /F1 12 Tf 72 700 Td (by Ann Porter) Tj ET"))
    with (
        reviewing(folder, "letter.pdf", "-o", "out", "--policy", "desk.toml") as review,
        desk(browser) as person,
    ):
        person.open(review.wait_for_address())
        source = f"{review.origin}/api/documents/1/pages/1"
        with other_site(folder, f"<!doctype html><title>other</title><img src='{source}'>") as port:
            other = person.page.context.new_page()
            other.goto(f"http://localhost:{port}/")
            size = other.evaluate("document.images[0].decode().then(() => document.images[0].width, () => 0)")
            assert size == 0


def test_axe_finds_no_barrier_in_tables_texts_mail_and_pages(browser: Browser, folder: Path) -> None:
    files = folder / "files"
    files.mkdir()
    (files / "visits.csv").write_text("name,note\nAnn Porter,fine\nBob Miller,well\n", "utf-8")
    (files / "report.docx").write_bytes(build_text())
    (files / "visit.eml").write_bytes(mail_files.make_message())
    (files / "letter.pdf").write_bytes(pdf_files.make(b"BT /F1 12 Tf 72 700 Td (by Ann Porter) Tj ET"))
    with (
        reviewing(folder, files, "-o", "out", "--policy", "desk.toml") as review,
        desk(browser, bypass_csp=True) as person,
    ):
        person.open(review.wait_for_address())
        for name in ("visits.csv, row 2", "report.docx", "visit.eml", "letter.pdf"):
            person.open_document(name)
            assert find_barriers(person) == [], name
