"""Runs `reticent review` as a person does, and a real browser that looks at its page."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROGRAM = [sys.executable, "-c", "from reticent.cli import main; main()"]
SECONDS = 60
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/\?token=\S+")


def find_browser() -> str | None:
    """The Chromium of this machine, if there is one."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@dataclass(frozen=True, slots=True)
class Reviewing:
    """A review that answers: its process, and what it prints."""

    process: subprocess.Popen[bytes]
    said: Path

    def addresses(self) -> list[str]:
        """Every address that it printed, in order."""
        return [found[0] for found in _ADDRESS.finditer(self.said.read_text("utf-8"))]

    def wait_for_address(self, number: int = 1, *, seconds: float = SECONDS) -> str:
        """The address that it prints first, or later."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if len(found := self.addresses()) >= number:
                return found[number - 1]
            if self.process.poll() is not None:
                raise AssertionError(self.said.read_text("utf-8"))
            time.sleep(0.03)
        raise AssertionError("no address was printed")

    @property
    def origin(self) -> str:
        """The address of the page without its token."""
        return self.wait_for_address().partition("/?")[0]

    def type_line(self, words: str = "") -> None:
        """Type a line in the terminal of the review, and Enter."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{words}\n".encode())
        self.process.stdin.flush()

    def end(self) -> int:
        """Its exit code after Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(SECONDS)


@contextmanager
def reviewing(folder: Path, *arguments: str | Path) -> Iterator[Reviewing]:
    """A review with these arguments, in a folder, until the block ends."""
    said = folder / "said.txt"
    command = [*PROGRAM, "review", "--no-browser", *map(str, arguments)]
    with said.open("wb") as out:
        process = subprocess.Popen(command, stdout=out, stderr=out, stdin=subprocess.PIPE, cwd=folder)
    try:
        yield Reviewing(process, said)
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(SECONDS)
        if process.stdin:
            process.stdin.close()


@dataclass(slots=True)
class Desk:
    """A page as a person uses it; what the browser complains of and asks for is remembered."""

    page: Page
    complaints: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def open(self, address: str) -> None:
        """Follow an address and wait until the first document stands there, judged."""
        self.page.goto(address)
        self.page.wait_for_selector("body[data-ready]")
        self.wait_for_answer()

    def open_document(self, name: str) -> None:
        """Choose a document of the list: the one that stands there first is the one that was planned first."""
        document = self.page.locator("[data-document]", has_text=name).first
        if not document.is_visible():  # on narrow screens, and beside pages, the list lies behind its button
            self.page.click(".list-button")
        document.click()
        self.page.wait_for_selector(f"h1:text('{name}')")
        self.wait_for_answer()

    def wait_for_answer(self) -> str:
        """The light, once it is not amber."""
        self.page.wait_for_selector("body:not([data-light=amber]):not([data-busy])")
        return self.light

    @property
    def light(self) -> str:
        """The colour that the page shows."""
        return str(self.page.get_attribute("body", "data-light"))

    def press(self, *keys: str) -> None:
        """Press keys, one after the other, each when the page has answered the one before."""
        for key in keys:
            self.page.keyboard.press(key)
            self.page.wait_for_selector("body:not([data-busy])")

    def text(self, view: str) -> str:
        """What the document says in a view, as the page holds it."""
        script = """view => [...document.querySelectorAll('#text p')].map(block => {
          const copy = block.cloneNode(true)
          copy.querySelectorAll(view === 'released' ? 'del, sup' : 'ins, sup').forEach(each => each.remove())
          return copy.textContent }).join('')"""
        return str(self.page.evaluate(script, view))

    def go_to(self, term: str, key: str = "j") -> None:
        """Press a key until the change of these words is selected, and its ladder is there."""
        for _ in range(100):
            if term in self.page.inner_text(".change-title q"):
                self.page.wait_for_selector("#panel [data-change-shown]:not([aria-busy=true])")
                return
            self.press(key)
        raise AssertionError(f"there is no change of {term}")

    def select(self, term: str) -> None:
        """Click on the first change of these words."""
        self.page.locator("#text mark", has_text=term).first.click()
        self.page.wait_for_selector("#panel [data-change-shown]:not([aria-busy=true])")


@contextmanager
def desk(browser: Browser, **options: Any) -> Iterator[Desk]:
    """A fresh browser window with nothing in it."""
    context = browser.new_context(**options)
    made = Desk(context.new_page())
    listen(made)
    try:
        yield made
    finally:
        context.close()


def listen(made: Desk) -> None:
    """Remember what the browser complains of, and every address that it asks."""
    made.page.on("console", lambda message: made.complaints.append(f"{message.type}: {message.text}"))
    made.page.on("pageerror", lambda error: made.complaints.append(str(error)))
    made.page.on("request", lambda request: made.asked.append(request.url))
