"""What can go wrong around the review page, in a real browser: each has a right answer and a clear message."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from tests.browser.reviewing import Desk, desk, listen, reviewing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

POLICY = """
name = "desk"
[[detectors]]
type = "patterns"
[[detectors]]
type = "words"
kind = "PROJECT"
words = ["Bluebird", "Redwing"]
[[models]]
type = "redaction"
"""
LETTER = "Write to ann@example.org about Bluebird.\n\nRedwing is late.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "desk.toml").write_text(POLICY, "utf-8")
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    return tmp_path


OPTIONS = ("letter.txt", "-o", "out", "--policy", "desk.toml")


def test_a_second_tab_is_told_that_the_first_was_quicker(browser: Browser, folder: Path) -> None:
    with reviewing(folder, *OPTIONS) as review, desk(browser) as first:
        first.open(review.wait_for_address())
        second = Desk(first.page.context.new_page())
        second.open(review.origin)
        # What the first does reaches the second at once, unless its question for news is held up on the way.
        second.page.route("**/api/news*", lambda route: None)
        second.page.reload()
        second.page.wait_for_selector("body[data-ready]")
        assert second.wait_for_answer() == "green"
        first.select("Bluebird")
        first.press("r")
        assert first.wait_for_answer() == "red"
        assert second.light == "green"
        second.select("Redwing")
        second.press("r")
        second.page.wait_for_selector("#notice[data-code=stale]")
        assert "perhaps in another tab" in second.page.inner_text("#notice")
        assert second.wait_for_answer() == "red"
        assert second.text("released") == first.text("released")
        second.press("u")
        assert second.wait_for_answer() == "green"
        assert second.page.inner_text("#notice") == ""


def test_a_page_left_open_overnight_shows_nothing_in_the_morning(browser: Browser, folder: Path) -> None:
    with reviewing(folder, *OPTIONS, "--lock-after", "0.03") as review, desk(browser) as person:
        person.open(review.wait_for_address())
        person.select("Bluebird")
        person.press("r")
        person.page.wait_for_selector("body[data-locked=expired]", timeout=10_000)
        assert "ann@example.org" not in person.page.content()
        assert "Bluebird" not in person.page.content()
        assert "shows a new address" in person.page.inner_text("[role=alert]")
        person.page.reload()
        assert "is not open here" in person.page.inner_text("h1")
        person.page.goto(review.wait_for_address(2))
        person.page.wait_for_selector("body[data-ready]")
        assert "Bluebird" in person.text("released")


def test_a_file_that_changed_on_disk_is_named_and_not_released(browser: Browser, folder: Path) -> None:
    with reviewing(folder, *OPTIONS) as review, desk(browser) as person:
        person.open(review.wait_for_address())
        (folder / "letter.txt").write_text("Something else.\n", "utf-8")
        person.page.click("#release")
        person.page.wait_for_selector("#notice[data-code=changed]")
        assert "was changed on disk" in person.page.inner_text("#notice")
    assert not (folder / "out" / "letter.txt").exists()


def test_a_program_that_has_ended_is_said_to_have_ended(browser: Browser, folder: Path) -> None:
    with reviewing(folder, *OPTIONS) as review, desk(browser) as person:
        person.open(review.wait_for_address())
        assert review.end() == 0
        person.page.click("#release")
        person.page.wait_for_selector("body[data-locked=gone]")
        assert "Bluebird" not in person.page.content()


def test_a_document_without_any_change_can_be_released_as_it_is(browser: Browser, folder: Path) -> None:
    (folder / "letter.txt").write_text("Nothing to hide.\n", "utf-8")
    with reviewing(folder, *OPTIONS) as review, desk(browser) as person:
        person.open(review.wait_for_address())
        assert "Nothing to change" in person.page.inner_text("#light")
        assert "No changes" in person.page.inner_text("#panel")
        person.press("j", "k", "J", "a", "r", "x", "e", "1", "o", "m", "n", "v", "v", "v")
        person.press("Control+Enter")
        person.page.wait_for_selector("dialog .written")
        assert person.complaints == []
    assert (folder / "out" / "letter.txt").read_text("utf-8") == "Nothing to hide.\n"


def test_of_a_text_that_nobody_reads_it_is_not_said_that_nothing_has_to_go(
    browser: Browser, folder: Path
) -> None:
    german = "Der Patient ist seit Jahren hier in Behandlung und wird von seiner Frau nach Hause gebracht.\n"
    (folder / "brief.txt").write_text(german, "utf-8")
    with (
        reviewing(folder, "brief.txt", "-o", "german", "--protect", "HIV=virus") as review,
        desk(browser) as person,
    ):
        person.open(review.wait_for_address())
        assert person.light == "red"
        said = person.page.inner_text("#panel")
        assert "is in German" in said
        assert "Nothing in this document has to go" not in said
        assert person.page.is_disabled("#release")


def test_text_that_looks_like_a_page_or_a_script_stays_text(browser: Browser, folder: Path) -> None:
    text = (
        "<script>document.body.dataset.hacked = 1</script><img src=x onerror='document.body.dataset.hacked = 1'>\n\n"
        "</p></article><h1>Bluebird</h1> &lt;b&gt; ${Redwing} {{7*7}} <style>*{display:none}</style>\n"
    )
    (folder / "letter.txt").write_text(text, "utf-8")
    with reviewing(folder, *OPTIONS) as review, desk(browser) as person:
        page = person.page
        person.open(review.wait_for_address())
        assert person.text("original") == text
        person.select("Bluebird")
        person.press("e")
        page.fill("#answer", "<img src=x onerror='document.body.dataset.hacked = 1'>")
        page.keyboard.press("Enter")
        person.wait_for_answer()
        for view in ("original", "changes", "released"):
            page.click(f"[data-view-button={view}]")
            assert (
                page.locator("#text script, #text img, #text style, #text h1, body[data-hacked]").count() == 0
            )
        assert "<img src=x" in page.inner_text("#panel")
        assert person.complaints == []


def test_an_address_that_was_used_opens_no_second_browser(browser: Browser, folder: Path) -> None:
    with reviewing(folder, *OPTIONS) as review, desk(browser) as first, desk(browser) as second:
        first.open(review.wait_for_address())
        second.page.goto(review.wait_for_address())
        assert "was used already" in second.page.inner_text("main")
        assert "Bluebird" not in second.page.content()
        first.page.goto(review.wait_for_address())
        first.page.wait_for_selector("body[data-ready]")
        assert "token" not in first.page.url


@contextmanager
def other_site(folder: Path, page: str) -> Iterator[int]:
    """Another web server on this machine, and its port."""
    place = folder / "site"
    place.mkdir(exist_ok=True)
    (place / "index.html").write_text(page, "utf-8")

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(place)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


def test_another_website_that_posts_to_the_port_or_frames_it_gets_nothing(
    browser: Browser, folder: Path
) -> None:
    with reviewing(folder, *OPTIONS) as review, desk(browser) as person:
        person.open(review.wait_for_address())
        before = person.page.get_attribute("body", "data-version")
        attack = f"""<!doctype html><title>other</title><iframe src="{review.origin}/"></iframe>
        <form method=post enctype="text/plain" action="{review.origin}/api/documents/1/actions">
        <input name='{{"action":"undo","x":"' value='"}}'></form>
        <script>
        const ask = (path, body, type) => fetch('{review.origin}' + path, {{method: body ? 'POST' : 'GET', mode: 'no-cors',
          credentials: 'include', body, headers: {{'content-type': type}}}}).catch(() => null)
        Promise.all([
          ask('/api/documents/1/actions', JSON.stringify({{action: 'accept', all: true}}), 'text/plain'),
          ask('/api/documents/1/actions', JSON.stringify({{action: 'repair'}}), 'application/json'),
          ask('/api/documents', null, 'text/plain'),
        ]).then(() => document.body.dataset.done = 1)
        </script>"""
        with other_site(folder, attack) as port:
            for host in ("127.0.0.1", "localhost"):
                other = Desk(person.page.context.new_page())
                listen(other)
                other.page.goto(f"http://{host}:{port}/")
                other.page.wait_for_selector("body[data-done]")
                assert "Bluebird" not in "".join(
                    frame.content() for frame in other.page.frames if not frame.is_detached()
                )
                other.page.evaluate("document.forms[0].submit()")
                other.page.wait_for_load_state()
                time.sleep(0.2)
                other.page.close()
        person.page.reload()
        person.page.wait_for_selector("body[data-ready]")
        person.wait_for_answer()
        assert person.page.get_attribute("body", "data-version") == before


def test_a_link_on_another_page_opens_the_review_too(browser: Browser, folder: Path) -> None:
    with reviewing(folder, *OPTIONS) as review, desk(browser) as person:
        page = f'<!doctype html><a href="{review.wait_for_address()}">the address</a>'
        with other_site(folder, page) as port:
            person.page.goto(f"http://localhost:{port}/")
            person.page.click("a")
            person.page.wait_for_selector("body[data-ready]")
            assert "Bluebird" in person.text("original")
