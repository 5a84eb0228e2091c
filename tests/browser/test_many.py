"""Work through many documents: findings by kind, word and model, answered once for all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.reviewing import Desk, desk, reviewing
from tests.browser.test_nights import wait_for_planning
from tests.browser.test_page import find_barriers
from tests.browser.world import build_clinic, write_notes

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NOTES = {f"note-{number}.txt": f"Robin saw Ellen Whitfield on day {number}.\n\nWhitfield paid; write to a{number}@example.org.\n" for number in range(12)}  # fmt: skip


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_clinic(tmp_path_factory.mktemp("clinic"))


def finish(person: Desk) -> None:
    """Wait until what was asked of many documents is done."""
    person.page.wait_for_selector("#notice[data-code=news]")


def test_findings_are_filtered_marked_and_decided_on_in_all_documents(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path, NOTES)
    with reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review, desk(browser) as person:
        page = person.page
        person.open(review.wait_for_address())
        wait_for_planning(person)
        person.press("f")
        page.wait_for_selector("dialog.findings tbody tr")
        assert "14 findings at 36 changes" in page.inner_text("#findings-count")
        page.select_option("[data-filter=kind]", "EMAIL")
        page.wait_for_selector("#findings-count:has-text('12 findings')")
        page.select_option("[data-filter=kind]", "")
        page.fill("#find-words", "robin")
        page.wait_for_selector("#findings-count:has-text('1 finding at 12 changes')")
        page.check("[aria-label='Mark Robin']")
        page.click("#accept-marked")
        finish(person)
        page.wait_for_selector("tr[data-finding=Robin]:has-text('12 accepted')")
        page.fill("#find-words", "")
        page.wait_for_selector("#findings-count:has-text('14 findings')")
        page.check("#mark-all")
        page.click("#accept-marked")
        page.wait_for_selector("#findings-count:has-text('14 findings')")
        page.wait_for_selector("tr:has-text('not looked at')", state="detached")
        page.click("#mark-everywhere")
        page.fill("#answer", "Ellen Whitfield")
        page.check("#parts")
        page.get_by_role("button", name="Mark everywhere").click()
        page.wait_for_selector("tr[data-finding=Whitfield]:has-text('12')")
        page.get_by_role("button", name="Whitfield", exact=True).first.click()
        page.wait_for_selector("#panel .change-title:has-text('Whitfield')")
        page.wait_for_selector(".tally-all:has-text('12 of 12 done')")
        assert person.complaints == []
        person.open_document("note-7.txt")
        assert "Whitfield" not in person.text("released")


def test_words_that_were_never_seen_are_one_question(browser: Browser, tmp_path: Path, policy: Path) -> None:
    asking = policy.with_name("asking.toml")
    asking.write_text(policy.read_text("utf-8").replace('unseen = "keep"', 'unseen = "ask"'), "utf-8")
    texts = {
        f"n{number}.txt": "The patient has fever and a qwrtzly cough. " * 3 + "\n" for number in range(4)
    }
    notes = write_notes(tmp_path, texts)
    with reviewing(tmp_path, notes, "-o", "out", "--policy", asking) as review, desk(browser) as person:
        page = person.page
        person.open(review.wait_for_address())
        wait_for_planning(person)
        page.wait_for_selector(".unseen-words h2:has-text('in 4 documents')")
        assert "qwrtzly" not in person.text("released")
        page.click("#unseen-keep")
        page.fill("#answer", "a misspelled word")
        page.get_by_role("button", name="Overrule", exact=True).click()
        finish(person)
        page.wait_for_selector(".unseen-words", state="detached")
        for name in texts:
            person.open_document(name)
            assert person.light == "green"
            assert "qwrtzly" in person.text("released")
        assert person.complaints == []


@pytest.mark.parametrize(
    "options", [{}, {"color_scheme": "dark"}, {"viewport": {"width": 360, "height": 740}}]
)
def test_the_list_of_findings_is_for_everybody(
    browser: Browser, policy: Path, tmp_path: Path, options: dict[str, Any]
) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed: see CONTRIBUTING.md")
    notes = write_notes(tmp_path, NOTES)
    with (
        reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review,
        desk(browser, bypass_csp=True, **options) as person,
    ):
        person.open(review.wait_for_address())
        wait_for_planning(person)
        person.press("f")
        person.page.wait_for_selector("dialog.findings tbody tr")
        assert find_barriers(person) == []
        assert person.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
