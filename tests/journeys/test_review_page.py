"""The program behind the review page, asked as a browser would, and as others might."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.browser.reviewing import Reviewing, reviewing
from tests.journeys.command import reticent

CANARY = "Zanzibarquokka"
POLICY = f"""
name = "desk"
[[detectors]]
type = "patterns"
[[detectors]]
type = "words"
kind = "PROJECT"
words = ["{CANARY}", "Bluebird"]
[[models]]
type = "redaction"
"""
LETTER = f"Write to ann@example.org about {CANARY} and Bluebird.\n\nBluebird is late.\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("review")
    (made / "desk.toml").write_text(POLICY, "utf-8")
    return made


@pytest.fixture
def review(folder: Path, tmp_path: Path) -> Iterator[Reviewing]:
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    with reviewing(tmp_path, "letter.txt", "-o", "out", "--policy", folder / "desk.toml") as running:
        running.wait_for_address()
        yield running


@pytest.fixture(scope="module")
def looked_at(folder: Path) -> Iterator[tuple[Reviewing, httpx.Client]]:
    """A review and somebody who was let in, for tests that leave both as they are."""
    (folder / "letter.txt").write_text(LETTER, "utf-8")
    with (
        reviewing(folder, "letter.txt", "-o", "out", "--policy", folder / "desk.toml") as running,
        visitor(running) as client,
    ):
        yield running, client


def stranger(running: Reviewing) -> httpx.Client:
    """A client that was never let in."""
    return httpx.Client(base_url=running.origin, trust_env=False, timeout=30)


@contextmanager
def visitor(running: Reviewing, number: int = 1) -> Iterator[httpx.Client]:
    """A client that followed the printed address."""
    address = running.wait_for_address(number)
    with httpx.Client(base_url=running.origin, trust_env=False, timeout=30, follow_redirects=True) as made:
        assert made.get(address).status_code == 200
        yield made


def read(client: httpx.Client, number: int = 1) -> dict[str, Any]:
    return client.get(f"/api/documents/{number}", params={"wait": "1"}).raise_for_status().json()  # type: ignore[no-any-return]


def act(client: httpx.Client, shown: dict[str, Any], **request: Any) -> httpx.Response:
    return client.post("/api/documents/1/actions", json={"state": shown["state"], **request})


def code(reply: httpx.Response) -> str:
    return str(reply.json()["error"]["code"])


def change_of(shown: dict[str, Any], term: str) -> str:
    return next(str(each["id"]) for each in shown["changes"] if each["term"] == term)


def test_without_a_folder_to_write_to_the_review_says_so_and_ends_with_2(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    done = reticent("review", tmp_path / "letter.txt")
    assert done.returncode == 2
    assert b"-o DIR" in done.stderr


def test_a_folder_inside_the_one_under_review_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    done = reticent("review", tmp_path, "-o", tmp_path / "out")
    assert done.returncode == 2
    assert b"choose a folder beside it" in done.stderr
    assert not (tmp_path / "out").exists()


def test_two_files_of_one_name_and_files_that_cannot_be_read_are_refused_before_anything_is_served(
    tmp_path: Path,
) -> None:
    for place in ("a", "b"):
        (tmp_path / place).mkdir()
        (tmp_path / place / "note.txt").write_text("Hello.", "utf-8")
    (tmp_path / "broken.txt").write_bytes(b"\xff\xfe\xfa\x00caf\xe9")
    out = tmp_path / "out"
    for files, said in (
        ((tmp_path / "a", tmp_path / "b"), b"one at a time"),
        ((tmp_path / "broken.txt",), b"broken.txt"),
        ((tmp_path / "missing.txt",), b"missing.txt"),
    ):
        done = reticent("review", *files, "-o", out, "--no-browser")
        assert done.returncode == 2
        assert said in done.stderr


def test_a_port_that_is_taken_is_refused(looked_at: tuple[Reviewing, httpx.Client], tmp_path: Path) -> None:
    port = looked_at[0].origin.rpartition(":")[2]
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    done = reticent("review", tmp_path / "letter.txt", "-o", tmp_path / "other", "--port", port)
    assert done.returncode == 2
    assert b"choose another --port" in done.stderr


def test_the_token_becomes_a_strict_cookie_and_leaves_the_address(review: Reviewing) -> None:
    with stranger(review) as client:
        reply = client.get(review.wait_for_address())
        assert reply.status_code == 303
        assert reply.headers["location"] == "/"
        kept = reply.headers["set-cookie"]
        assert "HttpOnly" in kept
        assert "SameSite=Strict" in kept


def test_a_token_opens_one_browser_once(review: Reviewing) -> None:
    with visitor(review) as first, stranger(review) as second:
        again = second.get(review.wait_for_address())
        assert again.status_code == 401
        assert "was used already" in again.text
        assert "set-cookie" not in again.headers
        assert second.get("/").status_code == 401
        assert code(second.get("/api/documents")) == "no_access"
        assert second.get(f"{review.origin}/?token=guess").status_code == 401
        # The browser that has the cookie may follow its bookmark.
        assert first.get(review.wait_for_address()).status_code == 200


def test_every_answer_forbids_storing_framing_and_foreign_scripts(
    looked_at: tuple[Reviewing, httpx.Client],
) -> None:
    _, client = looked_at
    for path in ("/", "/page/js/main.js", "/api/documents", "/api/documents/9", "/nowhere", "/?token=x"):
        headers = client.get(path).headers
        assert headers["cache-control"] == "no-store", path
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert "server" not in headers


def test_another_site_that_posts_to_the_port_changes_nothing(
    looked_at: tuple[Reviewing, httpx.Client],
) -> None:
    _, client = looked_at
    shown = read(client)
    request = {"state": shown["state"], "action": "keep", "change": shown["changes"][0]["id"]}
    for headers in (
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://example.org"},
        {"origin": "http://127.0.0.1:1", "sec-fetch-site": "same-site"},
        {"origin": "null"},
    ):
        reply = client.post("/api/documents/1/actions", json=request, headers=headers)
        assert reply.status_code == 403, headers
        assert code(reply) == "other_site"
        assert read(client)["state"] == shown["state"]


def test_a_form_or_a_foreign_host_name_gets_nothing(
    looked_at: tuple[Reviewing, httpx.Client],
) -> None:
    _, client = looked_at
    shown = read(client)
    body = json.dumps({"state": shown["state"], "action": "undo"}).encode()
    form = client.post("/api/documents/1/actions", content=body, headers={"content-type": "text/plain"})
    assert form.status_code == 415
    rebound = client.get("/api/documents", headers={"host": "evil.example:80"})
    assert rebound.status_code == 400
    assert code(rebound) == "host"
    assert client.get("/api/documents", headers={"sec-fetch-site": "same-site"}).status_code == 403


def test_an_old_state_is_refused_and_an_unjudged_or_leaking_one_is_not_released(
    review: Reviewing, tmp_path: Path
) -> None:
    with visitor(review) as client:
        shown = read(client)
        kept = act(client, shown, action="keep", change=change_of(shown, CANARY))
        assert kept.status_code == 200
        stale = act(client, shown, action="undo")
        assert (stale.status_code, code(stale)) == (409, "stale")
        assert "another tab" in stale.json()["error"]["message"]
        now = kept.json()["state"]
        early = client.post("/api/documents/1/release", json={"state": now})
        assert early.status_code == 409
        assert code(early) in ("amber", "red")
        assert read(client)["light"] == "red"
        red = client.post("/api/documents/1/release", json={"state": now})
        assert (red.status_code, code(red)) == (409, "red")
        old = client.post("/api/documents/1/release", json={"state": shown["state"]})
        assert (old.status_code, code(old)) == (409, "stale")
    assert not (tmp_path / "out" / "letter.txt").exists()


def test_a_file_that_changed_on_disk_is_not_released(review: Reviewing, tmp_path: Path) -> None:
    with visitor(review) as client:
        shown = read(client)
        (tmp_path / "letter.txt").write_text("Another letter.\n", "utf-8")
        reply = client.post("/api/documents/1/release", json={"state": shown["state"]})
        assert (reply.status_code, code(reply)) == (409, "changed")
        assert "start the review again" in reply.json()["error"]["message"]
        (tmp_path / "letter.txt").unlink()
        gone = client.post("/api/documents/1/release", json={"state": shown["state"]})
        assert (gone.status_code, code(gone)) == (409, "changed")
    assert not (tmp_path / "out" / "letter.txt").exists()


def test_only_blocks_that_changed_travel(review: Reviewing) -> None:
    with visitor(review) as client:
        shown = read(client)
        reply = act(
            client, shown, action="decide", change=change_of(shown, CANARY), becomes="it",
            **{"from": shown["version"]},
        ).json()  # fmt: skip
        assert "blocks" not in reply
        assert list(reply["changed"]) == ["0"]


def test_a_page_that_was_left_is_locked_and_opens_again_from_the_terminal(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    options = ("-o", "out", "--policy", folder / "desk.toml", "--lock-after", "0.05")
    with reviewing(tmp_path, "letter.txt", *options) as review:
        with visitor(review) as client:
            shown = read(client)
            changed = act(client, shown, action="keep", change=change_of(shown, "Bluebird")).json()["state"]
            review.wait_for_address(2)
            reply = client.get("/api/documents")
            assert (reply.status_code, code(reply)) == (401, "expired")
            assert "new address" in reply.json()["error"]["message"]
            late = act(client, shown, action="undo")
            assert late.status_code == 401
        with visitor(review, 2) as client:
            assert read(client)["state"] == changed


def test_no_word_of_a_document_is_in_a_log_an_error_or_the_list_of_processes(
    review: Reviewing, tmp_path: Path
) -> None:
    with visitor(review) as client, stranger(review) as other:
        shown = read(client)
        name = change_of(shown, CANARY)
        replies = [
            act(client, shown, action=CANARY),
            act(client, shown, action="decide", change=CANARY),
            act(client, shown, action="decide", change=name, becomes=[CANARY]),
            act(client, shown, action="decide", change=name, rung=CANARY),
            act(client, shown, action="add", text="nowhere", kind=CANARY),
            act(client, shown, action="add", text=f"{CANARY} is not there", everywhere=True),
            client.post("/api/documents/1/actions", content=f'{{"{CANARY}'.encode()),
            client.post(
                "/api/documents/1/actions",
                content=f'{{"{CANARY}'.encode(),
                headers={"content-type": "application/json"},
            ),
            client.post("/api/documents/1/actions", json=[CANARY]),
            client.get(f"/api/documents/{CANARY}"),
            client.get(f"/api/documents/1/changes/{CANARY}"),
            client.get(f"/{CANARY}"),
            client.get(f"/page/../{CANARY}"),
            client.put("/api/documents/1/actions", content=CANARY.encode()),
            client.post("/api/documents/1/release", json={"state": CANARY}),
            client.post("/api/documents/99/release", json={}),
            client.get("/api/documents", headers={"host": CANARY}),
            other.get(f"/?token={CANARY}"),
            other.post("/api/documents/1/actions", json={"action": CANARY}),
        ]
        assert {reply.status_code for reply in replies} >= {400, 401, 404, 405, 409, 415}
        assert all(reply.status_code >= 400 for reply in replies), [r.status_code for r in replies]
        assert all(CANARY not in reply.text for reply in replies), [
            r.text for r in replies if CANARY in r.text
        ]
        kept = act(client, read(client), action="keep", change=name)
        assert kept.status_code == 200
        read(client)
        red = client.post("/api/documents/1/release", json={"state": kept.json()["state"]})
        assert red.status_code == 409
        assert CANARY not in red.text
        assert not any(CANARY in line for line in _command_lines())
    assert review.end() == 0
    assert CANARY not in review.said.read_text("utf-8")
    journal = (tmp_path / "private" / "out" / "letter.txt.journal.jsonl").read_text("utf-8")
    assert CANARY not in journal


def _command_lines() -> list[str]:
    lines = []
    for entry in os.scandir("/proc") if os.path.isdir("/proc") else ():
        if entry.name.isdigit():
            try:
                lines.append(Path(entry.path, "cmdline").read_bytes().decode("utf-8", "replace"))
            except OSError:
                continue
    return lines


def test_ctrl_c_ends_the_review_with_0_and_says_where_the_releases_are(review: Reviewing) -> None:
    with visitor(review) as client:
        read(client)
    assert review.end() == 0
    assert "'out'" in review.said.read_text("utf-8")


def test_a_review_in_the_terminal_releases_without_a_browser(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    options = ("-o", "out", "--policy", folder / "desk.toml", "--terminal")
    done = reticent("review", "letter.txt", *options, stdin=b"a\nw\nq\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert CANARY not in (tmp_path / "out" / "letter.txt").read_text("utf-8")
    assert (tmp_path / "private" / "out" / "letter.txt.plan.json").exists()


def test_a_release_is_signed_where_a_key_is_given(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    (tmp_path / "letter.txt").write_text(LETTER, "utf-8")
    assert reticent("key", "create", "clinic.pem", cwd=tmp_path).returncode == 0
    options = ("-o", "out", "--policy", folder / "desk.toml", "--key", "clinic.pem")
    with reviewing(tmp_path, "letter.txt", *options) as review, visitor(review) as client:
        shown = read(client)
        reply = (
            client.post("/api/documents/1/release", json={"state": shown["state"]}).raise_for_status().json()
        )
        assert reply["proof"] is True
    assert (tmp_path / "out" / "letter.txt.proof.json").exists()


def test_with_a_vault_stand_ins_are_reviewed_and_the_journal_is_encrypted(tmp_path: Path) -> None:
    pytest.importorskip("cryptography")
    (tmp_path / "letter.txt").write_text("Signed, Ellen Whitfield.\n", "utf-8")
    (tmp_path / "desk.toml").write_text(
        POLICY.replace('"PROJECT"', '"PERSON"').replace("Bluebird", "Ellen Whitfield")
    )
    assert reticent("vault", "key", "k.txt", cwd=tmp_path).returncode == 0
    assert reticent("vault", "create", "v.vault", "--vault-key", "k.txt", cwd=tmp_path).returncode == 0
    options = ("letter.txt", "-o", "out", "--policy", "desk.toml", "--terminal")
    vault = ("--pseudonyms", "v.vault", "--vault-key", "k.txt")
    done = reticent("review", *options, *vault, stdin=b"a\nw\nq\n", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "letter.txt").read_text("utf-8") == "Signed, [PERSON 1].\n"
    journal = (tmp_path / "private" / "out" / "letter.txt.journal.jsonl").read_text("utf-8")
    assert all(set(json.loads(line)) == {"previous", "sealed"} for line in journal.splitlines())
    again = reticent("review", *options, *vault, stdin=b"d\nq\n", cwd=tmp_path)
    assert b"released" in again.stdout
    without = reticent("review", *options, stdin=b"q\n", cwd=tmp_path)
    assert without.returncode == 2
    assert b"is encrypted" in without.stderr
    assert reticent("review", "-o", "out", "--forget", cwd=tmp_path).returncode == 0
    assert not (tmp_path / "private" / "out" / "letter.txt.journal.jsonl").exists()
    assert (tmp_path / "out" / "letter.txt").exists()


def test_a_second_review_into_the_same_folder_waits_for_the_first(review: Reviewing, tmp_path: Path) -> None:
    done = reticent("review", "letter.txt", "-o", "out", "--terminal", stdin=b"q\n", cwd=tmp_path)
    assert done.returncode == 2
    assert b"another run is writing" in done.stderr
