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
        _review_sixty(browser, folder / "sixty")
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


NAMES = (
    *(
        "Margaret Thompson",
        "Peter Thompson",
        "Helen Carter",
        "Owen Brannigan",
        "Ruth Delgado",
        "Samir Haddad",
    ),
    *("Grace Okafor", "Tomas Novak", "Linnea Berg", "Arthur Quill", "Maeve Tierney", "Jonas Weiss"),
)
CODES = """
[[codes]]
code = "FOIA b(6)"
means = "personal privacy"
[[codes]]
code = "GDPR Art. 15(4)"
means = "rights of others"
"""
MIXED = (
    "referral.pdf",
    "note.docx",
    "list.xlsx",
    "visit.eml",
    "visit.html",
    "slides.pptx",
    "note.odt",
    "doctors-letter.txt",
)


def _write_sixty(folder: Path) -> None:
    """Sixty files of nine formats, and a policy with codes."""
    files = folder / "files"
    files.mkdir(parents=True)
    for example in MIXED:
        shutil.copy(ROOT / "examples" / example, files)
    for number in range(60 - len(MIXED) - 1):
        seen, by = NAMES[number % len(NAMES)], NAMES[(number * 5 + 3) % len(NAMES)]
        (files / f"visit-{number + 1:02}.txt").write_text(
            f"Visit of {number % 28 + 1} March 2024\n\n{seen} came with a cough that began {number % 6 + 2} days before. "
            f"Temperature and chest were normal; fluids and rest.\n\nSeen by Dr {by}, 212-555-0{100 + number}.\n",
            "utf-8",
        )
    rows = [f"{name},2024-03-{day:02},walks {day} miles a day" for day, name in enumerate(NAMES, 1)]
    (files / "register.csv").write_text("\n".join(["patient,seen on,note", *rows]) + "\n", "utf-8")
    default = (ROOT / "src/reticent/policy/data/default.toml").read_text("utf-8")
    (folder / "office.toml").write_text(f"codes_on_marks = true\n{default}\n{CODES}", "utf-8")


def _review_sixty(browser: Browser, folder: Path) -> None:
    """From the first look to the release of sixty files, a picture at each step."""
    _write_sixty(folder)
    options = ("files", "-o", "released", "--policy", "office.toml", "--reviewer", "Ann")
    with (
        reviewing(folder, *options) as review,
        desk(browser, viewport=WIDE, color_scheme="light", device_scale_factor=1.25) as person,
    ):
        page = person.page
        person.open(review.wait_for_address())
        _shoot(person, "review-many")
        page.wait_for_selector("#documents .going", state="detached", timeout=300_000)
        page.wait_for_selector("#documents [data-status=waiting]", state="detached", timeout=300_000)
        person.open_document("register.csv, row 5")
        person.press("f")
        page.select_option("[data-filter=kind]", "PERSON")
        page.wait_for_selector("#findings-count")
        for words in NAMES[:3]:
            page.get_by_label(f"Mark {words}", exact=True).first.check()
        _shoot(person, "review-findings")
        page.click("#code-marked")
        page.select_option("dialog #code", "FOIA b(6)")
        page.fill("dialog #answer", "private persons")
        page.locator("dialog button[type=submit]").click()
        page.wait_for_selector("#notice:has-text('changed')", timeout=120_000)
        page.get_by_role("button", name="Close", exact=True).click()
        page.evaluate("document.body.setAttribute('data-list', '')")
        person.open_document("referral.pdf")
        page.wait_for_selector(".page image[href]")
        person.go_to("Margaret Thompson")
        _shoot(person, "review-pages")
        (folder / "files" / "visit-07.txt").write_text("Changed meanwhile.\n", "utf-8")
        person.press("Control+Shift+Enter")
        page.wait_for_selector("dialog .results", timeout=600_000)
        _shoot(person, "review-results")


def _shoot(person: Desk, name: str) -> None:
    person.page.wait_for_timeout(700)
    target = PICTURES / f"{name}.png"
    person.page.screenshot(path=target)
    print(target.name, target.stat().st_size, "bytes")


def _accept(person: Desk, changes: int) -> None:
    for _ in range(changes):
        person.press("a")


if __name__ == "__main__":
    main()
