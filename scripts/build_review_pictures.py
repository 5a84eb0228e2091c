"""Makes the pictures of the review page in docs/pictures, from the page itself.

python scripts/build_review_pictures.py      needs Chromium and playwright: see CONTRIBUTING.md
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.browser.reviewing import FLAGS, Desk, desk, find_browser, reviewing  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
NOTES = ("discharge-note.txt", "doctors-letter.txt", "letters/invitation.txt")
WIDE, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 760}


def main() -> None:
    """Open the example notes, keep a word that tells too much, and take the pictures."""
    program = find_browser()
    if program is None:
        raise SystemExit("there is no Chromium: install it as CONTRIBUTING.md says")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        folder = Path(place)
        (folder / "notes").mkdir()
        for note in NOTES:
            shutil.copy(ROOT / "examples" / note, folder / "notes")
        for name, view, scheme in (
            ("review", WIDE, "light"),
            ("review-dark", WIDE, "dark"),
            ("review-phone", PHONE, "light"),
        ):
            _take(browser, folder, PICTURES / f"{name}.png", view, scheme)
        browser.close()


def _take(browser: Browser, folder: Path, target: Path, view: dict[str, int], scheme: str) -> None:
    rules = ("--protect", "HIV=virus", "--unseen", "keep", "--reviewer", "Ann")
    with (
        reviewing(folder, "notes", "-o", "released", *rules) as review,
        desk(browser, viewport=view, color_scheme=scheme, device_scale_factor=1.25) as person,
    ):
        person.open(review.wait_for_address())
        _accept(person, 3)
        person.go_to("Antiretroviral")
        person.press("r")
        person.wait_for_answer()
        person.page.wait_for_selector("#panel [data-change-shown]:not([aria-busy=true])")
        person.page.wait_for_timeout(300)
        person.page.screenshot(path=target)
        print(target.name, target.stat().st_size, "bytes")


def _accept(person: Desk, changes: int) -> None:
    for _ in range(changes):
        person.press("a")


if __name__ == "__main__":
    main()
