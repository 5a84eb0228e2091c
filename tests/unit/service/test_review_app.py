"""The door of the review page: what breaks behind it is told without a word of the document."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import httpx
import pytest

from reticent.errors import DocumentError
from reticent.service.review.access import Access
from reticent.service.review.api import ReviewApi
from reticent.service.review.app import build_review_app, read_page_files
from reticent.service.settings import PolicyFiles, Settings

WORD = "Zanzibarquokka"


@dataclass(frozen=True)
class BrokenDesk:
    """A api on which everything breaks."""

    error: Exception

    def fail(self, *_: Any, **__: Any) -> Any:
        raise self.error

    list_documents = read_document = read_change = act = release = save_plan = sign_off = fail
    find = act_on_many = release_all = control = export_log = fail
    read_pages = draw_page = export_marks = import_marks = fail


def ask(error: Exception, method: str, path: str) -> httpx.Response:
    """The answer to a request of a browser that was let in."""

    async def go() -> httpx.Response:
        access = Access(100.0, lambda token, who: None, "Zoe")
        settings = Settings(PolicyFiles(), port=80, hosts=("api",))
        app = build_review_app(cast(ReviewApi, BrokenDesk(error)), access, settings)
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://api", trust_env=False) as client:
            opened = await client.get("/", params={"token": access.invite()}, follow_redirects=True)
            assert opened.status_code == 200
            return await client.request(method, path, json={"state": WORD} if method == "POST" else None)

    return asyncio.run(go())


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/documents"),
        ("GET", "/api/documents/1"),
        ("GET", "/api/documents/1/changes/c1"),
        ("GET", "/api/documents/1/pages"),
        ("GET", "/api/documents/1/pages/1"),
        ("POST", "/api/documents/1/actions"),
        ("POST", "/api/documents/1/release"),
        ("POST", "/api/documents/1/plan"),
        ("POST", "/api/documents/1/sign-off"),
        ("POST", "/api/documents/1/marks"),
        ("POST", "/api/documents/1/import-marks"),
        ("POST", "/api/findings"),
        ("POST", "/api/many"),
        ("POST", "/api/release-all"),
        ("POST", "/api/control"),
        ("POST", "/api/log"),
    ],
)
def test_an_error_of_the_program_is_a_line_without_its_words(
    method: str, path: str, capfd: pytest.CaptureFixture[str]
) -> None:
    reply = ask(ValueError(f"about {WORD}"), method, path)
    assert reply.status_code == 500
    assert reply.json()["error"]["code"] == "internal"
    assert WORD not in reply.text
    out, err = capfd.readouterr()
    assert WORD not in out + err
    assert "internal error" in err


def test_an_error_of_ours_is_told_as_it_is() -> None:
    error = DocumentError("'out' can't be written: choose another -o")
    reply = ask(error, "POST", "/api/documents/1/release")
    assert reply.status_code == 409
    assert "choose another -o" in reply.json()["error"]["message"]


def test_every_file_that_the_page_names_is_there_and_every_script_is_preloaded() -> None:
    files = read_page_files()
    index = files["index.html"].body.decode()
    for name in files:
        if name.endswith((".js", ".css")):
            assert f'"page/{name}"' in index, name
    assert "innerHTML" not in "".join(
        reply.body.decode() for name, reply in files.items() if name.endswith(".js")
    )


def test_the_files_of_the_page_are_small_and_name_no_other_place() -> None:
    for name, reply in read_page_files().items():
        text = reply.body.decode()
        assert len(text.splitlines()) <= 200, name
        assert "https://" not in text, name
        assert "localStorage" not in text, name


def test_a_path_that_leaves_the_folder_finds_nothing() -> None:
    for path in ("/page/../access.py", "/page/%2e%2e/access.py", "/page//etc/passwd", f"/page/{Path.cwd()}"):
        assert ask(ValueError(), "GET", path).status_code == 404
