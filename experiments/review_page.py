"""The review page in a real browser: how soon it can be used, a key is answered, a leak is shown and the light turns.

python -m experiments.review_page [--quick] [--json FILE]      needs Chromium: see CONTRIBUTING.md

All times are what a person waits, by the browser's clock; the best of several rounds for what other programs disturb.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

from tests.browser.reviewing import FLAGS, Desk, desk, find_browser, reviewing

from experiments import review_notes
from experiments.harness import run
from experiments.needs import Needs
from experiments.review import POLICY
from experiments.review_notes import make_long_document

NEEDS = Needs(data=review_notes.NEEDS.data, packages=("playwright", "starlette", "uvicorn"))
ROUNDS = 5
UNTIL_DRAWN = """() => { window.timed = new Promise(done => {
  document.body.addEventListener('keydown', () => {
    const began = performance.now()
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
  }, {once: true, capture: true}) }) }"""
UNTIL_LEAK = """() => {
  const spent = {}
  window.timed = new Promise(done => {
    let began = 0
    const look = () => {
      const now = performance.now() - began
      if (!spent.shown && document.querySelector('.leak-card')) spent.shown = now
      if (spent.shown && document.body.dataset.light !== 'amber') { watching.disconnect(); done({...spent, settled: now}) }
    }
    const watching = new MutationObserver(look)
    document.body.addEventListener('keydown', () => {
      began = performance.now()
      watching.observe(document.body, {attributes: true, childList: true, subtree: true})
    }, {once: true, capture: true}) }) }"""


def measure(quick: bool) -> dict[str, Any]:
    """The figures for documents of several lengths."""
    from playwright.sync_api import sync_playwright

    program = find_browser()
    if program is None:
        raise SystemExit("there is no Chromium: install it as CONTRIBUTING.md says")
    sizes = (1_000,) if quick else (1_000, 10_000, 100_000)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as place:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        folder = Path(place)
        (folder / "policy.toml").write_text(POLICY, "utf-8")
        figures = {}
        for words in sizes:
            (folder / "long.txt").write_text(make_long_document(words), "utf-8")
            options = ("long.txt", "-o", f"out-{words}", "--policy", "policy.toml")
            with reviewing(folder, *options) as review, desk(browser) as person:
                address = review.wait_for_address(seconds=600)
                figures[f"{words:,}"] = measure_page(person, address, review.origin)
        browser.close()
    return figures


def measure_page(person: Desk, address: str, origin: str) -> dict[str, Any]:
    """The figures of one document."""
    person.page.set_default_timeout(300_000)
    first = _load(person, address)  # while the first audit is under way
    person.wait_for_answer()
    ready = [_load(person, origin) for _ in range(ROUNDS)]
    person.wait_for_answer()
    keys = [_press(person, key, UNTIL_DRAWN) for key in "jjjjjkkkjjjjkkjj"]
    shown, settled = [], []
    for _ in range(ROUNDS):
        _select_protected(person)
        spent = _press(person, "r", UNTIL_LEAK)
        shown.append(spent["shown"])
        settled.append(spent["settled"])
        person.press("u")
        person.wait_for_answer()
    return {
        "changes": person.page.locator("#text mark").count(),
        "first_ready_ms": round(first * 1000),
        "ready_ms": round(min(ready) * 1000),
        "key_ms": {"median": round(median(keys)), "most": round(max(keys))},
        "leak_shown_ms": round(min(shown)),
        "light_settled_ms": round(min(settled)),
    }


def _load(person: Desk, address: str) -> float:
    began = time.perf_counter()
    person.page.goto(address)
    person.page.wait_for_selector("body[data-ready]")
    return time.perf_counter() - began


def _press(person: Desk, key: str, script: str) -> Any:
    person.page.evaluate(script)
    person.page.keyboard.press(key)
    return person.page.evaluate("() => window.timed")


def _select_protected(person: Desk) -> None:
    """Go on to a change of the protected model: keeping it leaks."""
    for _ in range(1000):
        person.press("j")
        person.page.wait_for_selector("#panel [data-change-shown]:not([aria-busy=true])")
        keeping = person.page.locator(".rung").first
        if "leaks" in keeping.inner_text() and "cg-sanitization" in person.page.inner_text(".facts"):
            return
    raise SystemExit("no change of the protected model was found")


def show(figures: Mapping[str, Any]) -> None:
    """A row for each length."""
    print(
        f"{'words':>8} {'first':>7} {'ready':>7} {'key':>5} {'most':>5} {'leak shown':>11} {'light settled':>14}   (ms)"
    )
    for words, row in figures.items():
        print(
            f"{words:>8} {row['first_ready_ms']:>7} {row['ready_ms']:>7} {row['key_ms']['median']:>5} {row['key_ms']['most']:>5}"
            f" {row['leak_shown_ms']:>11} {row['light_settled_ms']:>14}"
        )


if __name__ == "__main__":
    run("review_page", NEEDS, measure, show)
