"""The review page itself: what it shows is what is released, everybody can use it, and every step can be taken back."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.reviewing import Desk, desk, reviewing
from tests.browser.world import LETTER, NOTES, build_clinic, write_notes
from tests.journeys.command import reticent

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_clinic(tmp_path_factory.mktemp("clinic"))


STRANGE = {
    "emoji.txt": "🎉 Ellen Whitfield 👩‍👧 wrote 𝒳𝒴 to results@clinic.example.org 🎉.\n\nFever 🤒 and an HIV test.\n",
    "windows.txt": "Seen on 2 May 2024\r\nby Ellen Whitfield.\r\n\r\nAn HIV test\r\nwas done.\r\n",
    "right-to-left.txt": "שלום Ellen Whitfield מן המרפאה results@clinic.example.org תודה.\n\nمرحبا HIV test.\n",
    "wrapped.txt": "The letter was written and then signed by our old friend Ellen\nWhitfield, who asked for antiretroviral\ntherapy.\n",
}


def test_what_the_page_calls_released_is_what_apply_writes(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path, STRANGE)
    with (
        reviewing(tmp_path, notes, "-o", "out", "--policy", policy, "--language", "any") as review,
        desk(browser) as person,
    ):
        page = person.page
        person.open(review.wait_for_address())
        shown = {}
        for name, text in STRANGE.items():
            page.locator("[data-document]", has_text=name).click()
            page.wait_for_selector(f"h1:text('{name}')")
            person.wait_for_answer()
            person.select("HIV" if name != "wrapped.txt" else "Whitfield")
            person.press("x")
            assert person.wait_for_answer() == "green"
            assert person.text("original") == text
            shown[name] = person.text("released")
        page.click("#release-all")
        page.wait_for_selector("dialog .written")
        assert person.complaints == []
    for name, text in shown.items():
        assert (tmp_path / "out" / name).read_bytes() == text.encode(), name
        plan = tmp_path / "private" / "out" / f"{name}.plan.json"
        done = reticent(
            *("apply", plan, notes / name, "--policy", policy, "--language", "any"),
            *("-o", tmp_path / f"applied-{name}"),
        )
        assert done.returncode == 0, done.stderr
        assert (tmp_path / f"applied-{name}").read_bytes() == text.encode(), name
        assert "Whitfield" not in text


def test_fifty_steps_taken_back_leave_the_plan_as_it_was(
    browser: Browser, policy: Path, tmp_path: Path
) -> None:
    notes = write_notes(tmp_path, {"letter.txt": LETTER})
    plan = tmp_path / "private" / "out" / "letter.txt.plan.json"
    choices = random.Random(20)  # noqa: S311 - the same steps every time
    with reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review, desk(browser) as person:
        page = person.page
        person.open(review.wait_for_address())

        def save_plan() -> bytes:
            page.get_by_role("button", name="Save plan").click()
            page.wait_for_selector("dialog .written")
            person.press("Escape")
            page.wait_for_selector("dialog", state="detached")
            return plan.read_bytes()

        before = save_plan()
        undo = page.get_by_role("button", name="Undo")
        for _ in range(50):
            person.press(choices.choice("jjk"))
            page.wait_for_selector("#panel [data-change-shown]:not([aria-busy=true])")
            person.press(choices.choice("rx12a"))
        assert save_plan() != before
        for _ in range(50):
            if undo.is_enabled():
                person.press("u")
        assert undo.is_disabled()
        assert save_plan() == before
        assert person.wait_for_answer() == "green"
        assert person.complaints == []


def find_barriers(person: Desk) -> list[str]:
    """What axe-core finds on the page as it is."""
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    person.page.evaluate(f"() => {{ {source} }}")
    found: dict[str, Any] = person.page.evaluate("async () => await axe.run()")
    assert len(found["passes"]) > 10
    return [
        f"{each['id']}: {json.dumps([node['target'] for node in each['nodes']])}"
        for each in found["violations"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1440])
def test_axe_finds_no_barrier(
    browser: Browser, policy: Path, tmp_path: Path, scheme: str, width: int
) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed: see CONTRIBUTING.md")
    notes = write_notes(tmp_path)
    view = {"width": width, "height": 800}
    options: dict[str, Any] = {"color_scheme": scheme, "viewport": view, "bypass_csp": True}
    with (
        reviewing(
            tmp_path, notes / "letter.txt", notes / "morning.txt", "-o", "out", "--policy", policy
        ) as review,
        desk(browser, **options) as person,
    ):
        page = person.page
        person.open(review.wait_for_address())
        person.open_document("letter.txt")
        assert find_barriers(person) == []
        person.go_to("HIV")
        person.press("r")
        assert person.wait_for_answer() == "red"
        assert find_barriers(person) == []
        person.press("?")
        assert find_barriers(person) == []
        person.press("Escape", "e")
        assert find_barriers(person) == []
        person.press("Escape", "u")
        person.wait_for_answer()
        person.press("Control+Enter")
        page.wait_for_selector("dialog .written")
        assert find_barriers(person) == []


def test_single_keys_can_be_switched_off(browser: Browser, policy: Path, tmp_path: Path) -> None:
    notes = write_notes(tmp_path, {"letter.txt": LETTER})
    with reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review, desk(browser) as person:
        page = person.page
        person.open(review.wait_for_address())
        first = page.inner_text(".change-title")
        person.press("?")
        page.uncheck("#single-keys")
        page.get_by_role("button", name="Close", exact=True).click()
        person.press("j", "x", "r")
        assert page.inner_text(".change-title") == first
        assert page.get_by_role("button", name="Undo").is_disabled()
        page.get_by_role("button", name="Next change").click()
        assert page.inner_text(".change-title") != first
        page.locator(".rung", has_text="keep").click()
        person.wait_for_answer()
        person.press("Control+z")
        assert person.wait_for_answer() == "green"


def test_no_view_needs_a_sideways_scroll_on_a_phone(browser: Browser, policy: Path, tmp_path: Path) -> None:
    notes = write_notes(tmp_path, NOTES | {"long.txt": "x" * 500 + " ann@example.org " + "y" * 500 + "\n"})
    with (
        reviewing(tmp_path, notes, "-o", "out", "--policy", policy) as review,
        desk(browser, viewport={"width": 360, "height": 740}) as person,
    ):
        person.open(review.wait_for_address())
        for _ in range(4):
            person.press("n")
            person.wait_for_answer()
            wide = person.page.evaluate("document.documentElement.scrollWidth")
            assert wide <= 360
            assert person.page.evaluate("document.querySelector('main').scrollWidth") <= 360
