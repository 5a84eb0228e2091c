"""A person's journey through the review page, with a mouse and without one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.reviewing import Desk, desk, reviewing
from tests.browser.world import LETTER, build_clinic, write_notes
from tests.journeys.command import reticent

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_clinic(tmp_path_factory.mktemp("clinic"))


def test_a_folder_of_three_notes_is_reviewed_repaired_and_released(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path)
    with (
        reviewing(tmp_path, notes, "-o", "out", "--policy", policy, "--reviewer", "Robin Hill") as review,
        desk(browser) as person,
    ):
        page = person.page
        person.open(review.wait_for_address())
        assert page.url == f"{review.origin}/"
        page.locator("[data-document]", has_text="letter.txt").click()
        page.wait_for_selector("h1:text('letter.txt')")
        overrule_a_false_name(person)
        restored = restore_a_term_and_repair(person)
        page.click("#release-all")
        page.wait_for_selector("dialog .written")
        assert person.complaints == []
        assert all(url.startswith(review.origin) for url in person.asked)
        released = person.text("released")
        assert review.end() == 0
    assert restored in released
    look_at_what_was_written(tmp_path / "out", notes, released, policy)


def overrule_a_false_name(person: Desk) -> None:
    """Mercy is a hospital: the list of names is wrong here, and the reviewer answers for that, in all notes."""
    page = person.page
    person.select("Mercy")
    page.locator(".ladder .rung", has_text="keep").click()
    assert person.wait_for_answer() == "red"
    page.locator(".leak-card", has_text="Mercy").get_by_role("button", name="Overrule").click()
    page.fill("#answer", "a hospital, not a person")
    page.get_by_role("button", name="Overrule", exact=True).click()
    assert person.wait_for_answer() == "green"
    assert "Robin Hill: a hospital, not a person" in page.inner_text(".exceptions")
    page.get_by_role("button", name="Apply to all 3 documents").click()
    page.get_by_role("button", name="Apply to all", exact=True).click()
    page.wait_for_selector("dialog", state="detached")
    person.wait_for_answer()


def restore_a_term_and_repair(person: Desk) -> str:
    """Both heroin and needle may not stay: together they tell of HIV. What was restored stays, the other goes."""
    page = person.page
    term = "heroin" if "heroin" not in person.text("released") else "needle"
    person.select(term)
    person.press("r")
    assert person.wait_for_answer() == "red"
    card = page.locator(".leak-card").first
    assert "heroin and needle tell of HIV" in card.inner_text()
    assert "bits" in card.inner_text()
    assert page.locator("#release").is_disabled()
    labelled = page.locator("#text .leaking").all_inner_texts()
    assert {text.rstrip("1") for text in labelled} == {"heroin", "needle"}
    page.get_by_role("button", name="Repair").click()
    assert person.wait_for_answer() == "green"
    return term


def look_at_what_was_written(out: Path, notes: Path, released: str, policy: Path) -> None:
    for name in ("letter.txt", "morning.txt", "evening.txt"):
        assert (out / name).exists()
        assert (
            json.loads((out.parent / "private" / out.name / f"{name}.plan.json").read_text("utf-8"))[
                "reticent"
            ]
            == "plan"
        )
        assert json.loads((out.parent / "private" / out.name / f"{name}.report.json").read_text("utf-8"))
    text = (out / "letter.txt").read_text("utf-8")
    assert text == released
    assert "Mercy" in text
    assert "Ellen" not in text
    assert "Mercy" in (out / "morning.txt").read_text("utf-8")
    assert (out / "evening.txt").read_text("utf-8") == (notes / "evening.txt").read_text("utf-8")
    exceptions = out.parent / "private" / out.name / "letter.txt.exceptions.json"
    judged = reticent("audit", out / "letter.txt", "--policy", policy, "--exceptions", exceptions)
    assert judged.returncode == 0, judged.stderr
    assert reticent("audit", out / "letter.txt", "--policy", policy).returncode == 1


def test_a_letter_is_released_with_nothing_but_the_keys_on_the_help_screen(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path, {"letter.txt": LETTER})
    with (
        reviewing(tmp_path, notes / "letter.txt", "-o", "out", "--policy", policy) as review,
        desk(browser) as person,
    ):
        page = person.page
        person.open(review.wait_for_address())
        person.press("?")
        shown = {key for text in page.locator("dialog kbd").all_inner_texts() for key in [text.strip()]}
        person.press("Escape")
        page.wait_for_selector("dialog", state="detached")

        def press(*keys: str) -> None:
            names = {"Control+Enter": "Ctrl-Enter", "Escape": "Esc"}
            assert all(names.get(key, key) in shown | {"Enter", "Esc"} for key in keys), keys
            person.press(*keys)

        person.go_to("Mercy", "j")
        press("o")
        page.keyboard.type("a hospital")
        press("Enter")
        assert person.wait_for_answer() == "green"
        press("/")
        page.keyboard.type("friends")
        press("Enter", "Escape", "m")
        assert person.wait_for_answer() == "green"
        person.go_to("results@", "k")
        press("e")
        page.keyboard.type("our desk")
        press("Enter")
        assert person.wait_for_answer() == "green"
        press("a", "a", "u", "U", "v", "v", "v", "Control+Enter")
        page.wait_for_selector("dialog .written")
        assert person.complaints == []
    text = (tmp_path / "out" / "letter.txt").read_text("utf-8")
    assert "Mercy" in text
    assert "friends" not in text
    assert "our desk" in text
