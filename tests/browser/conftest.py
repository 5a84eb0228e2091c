"""A real browser, started once a module; where there is none, its tests are skipped with one line."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.reviewing import FLAGS, find_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_MISSING = "no browser: install Chromium and playwright as CONTRIBUTING.md says, to test the review page"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let all tests without a browser be skipped at one place, so that they are told in one line."""
    report = yield
    if report.skipped and _MISSING in str(report.longrepr):
        report.longrepr = (str(Path(__file__)), 1, f"Skipped: {_MISSING}")
    return report


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    program = find_browser()
    try:
        from playwright.sync_api import sync_playwright
    except ModuleNotFoundError:
        program = None
    if program is None:
        pytest.skip(_MISSING)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield started
        started.close()
