"""Somebody who types and clicks faster than the program answers loses nothing of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.reviewing import Desk, desk, reviewing
from tests.browser.world import LETTER, build_clinic, write_notes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_clinic(tmp_path_factory.mktemp("clinic"))


def answer_slowly(page: Page, path: str) -> None:
    """Let what the page asks for at a path wait for a while."""

    def wait(route: Route) -> None:
        page.wait_for_timeout(150)
        route.continue_()

    page.route(path, wait)


def list_changes(person: Desk) -> list[str]:
    """The changes in their order, by their ids."""
    script = "[...new Set([...document.querySelectorAll('#text mark')].map(each => each.dataset.change))]"
    return list(person.page.evaluate(script))


def list_with(person: Desk, name: str) -> list[str]:
    """The changes that are drawn as accepted, kept or selected."""
    marks = f"document.querySelectorAll('#text mark.{name}')"
    return list(person.page.evaluate(f"[...new Set([...{marks}].map(each => each.dataset.change))]"))


def test_keys_that_come_before_the_answer_to_the_last_one_are_done_in_their_order(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path, {"letter.txt": LETTER})
    with reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review, desk(browser) as person:
        person.open(review.wait_for_address())
        answer_slowly(person.page, "**/api/documents/1/**")
        changes = list_changes(person)
        assert len(changes) > 4
        assert list_with(person, "selected") == changes[:1]
        person.page.keyboard.type("aaajr")
        person.page.wait_for_selector(f"#text mark.kept[data-change='{changes[4]}']")
        person.wait_for_answer()
        assert list_with(person, "accepted") == [*changes[:3], changes[4]]
        assert list_with(person, "selected") == [changes[4]]
        person.page.keyboard.type("ukx")
        person.page.wait_for_selector("#text mark.kept", state="detached")
        person.wait_for_answer()
        assert list_with(person, "selected") == [changes[3]]
        assert changes[3] in list_with(person, "accepted")
        assert person.complaints == []


def test_a_key_after_next_document_is_for_that_document(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path)
    with reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review, desk(browser) as person:
        person.open(review.wait_for_address())
        person.open_document("letter.txt")
        person.page.wait_for_selector("#documents:not(:has(.waiting))")
        answer_slowly(person.page, "**/api/documents/*")
        person.page.keyboard.type("na")
        person.page.wait_for_selector("h1:text('morning.txt')")
        person.page.wait_for_selector("#text mark.accepted")
        assert list_with(person, "accepted") == list_changes(person)[:1]
        person.open_document("letter.txt")
        assert list_with(person, "accepted") == []


def test_two_filters_that_are_chosen_quickly_both_hold(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path)
    with reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review, desk(browser) as person:
        page = person.page
        person.open(review.wait_for_address())
        page.wait_for_selector("#documents:not(:has(.waiting))")
        page.keyboard.press("f")
        page.wait_for_selector("dialog.findings tbody tr")
        answer_slowly(page, "**/api/findings")
        page.select_option("[data-filter=kind]", "PERSON")
        page.select_option("[data-filter=state]", "undecided")
        page.fill("#find-words", "mercy")
        page.wait_for_selector("#findings-count:has-text('1 finding at')")
        person.wait_for_answer()
        assert page.locator("dialog.findings tbody tr").count() == 1
        assert page.input_value("[data-filter=kind]") == "PERSON"
        assert page.input_value("[data-filter=state]") == "undecided"
        assert person.complaints == []
