"""The documentation in a real browser, opened from a folder of files."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.journeys.command import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_search_works_in_a_folder_of_files_and_asks_nobody(browser: Browser, tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(ROOT / "scripts/build_site.py"), "-o", str(tmp_path)], check=True)
    page, asked = browser.new_page(), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.goto((tmp_path / "index.html").as_uri())
    page.wait_for_url("**/index.html")
    page.locator(".md-search__input").first.click()
    page.keyboard.type("vault key")
    page.locator(".md-search-result__item", has_text="stand-in").first.wait_for()
    assert [address for address in asked if not address.startswith(("file:", "data:", "blob:"))] == []
    page.close()
