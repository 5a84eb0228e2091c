"""Lines of JSON go through the service as they come: in order, without end, in bounded memory, and none takes others along."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tests.journeys.serving import Running, client, serving, wait_until, write_policy

NDJSON = {"content-type": "application/x-ndjson"}
CANARY = "quagga7731"
FINE = b'{"text": "Mail jo@example.org of measles"}\n'
RELEASED = "Mail [EMAIL] of [CONDITION]"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("streams")
    with serving(folder, "--policy", write_policy(folder), "--max-body", "100000") as service:
        yield service


class Talk:
    """A stream whose client reads while it sends, or doesn't."""

    def __init__(self, running: Running) -> None:
        self.connection = running.connect()
        self.connection.sendall(
            b"POST /v1/sanitize HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
            b"Transfer-Encoding: chunked\r\n\r\n"
        )
        self.file = self.connection.makefile("rb")
        self.status = 0
        self.ended = False

    def send(self, data: bytes) -> None:
        self.connection.sendall(b"%x\r\n%b\r\n" % (len(data), data))

    def finish(self) -> None:
        self.connection.sendall(b"0\r\n\r\n")

    def read(self) -> bytes:
        """The next chunk; empty at the end, or where the connection is cut."""
        if not self.status:
            self.status = int(self.file.readline().split()[1])
            while self.file.readline().strip():
                pass
        head = self.file.readline()
        if not head:
            return b""
        data = self.file.read(int(head, 16))
        self.file.readline()
        self.ended = not data
        return data

    def read_all(self) -> bytes:
        return b"".join(iter(self.read, b""))

    def close(self) -> None:
        self.file.close()
        self.connection.close()


def told(answer: bytes) -> list[Any]:
    """A text a line, or the number and code of an error."""
    rows = [json.loads(line) for line in answer.splitlines()]
    return [(row.get("line"), row["error"]["code"]) if "error" in row else row["text"] for row in rows]


def test_one_bad_line_ends_nothing_and_every_line_keeps_its_place(running: Running) -> None:
    bad = f'{{"other": "{CANARY}"}}\n'.encode()
    lines = [FINE, b"{\n", FINE, bad, f'{{"text": "{CANARY}'.encode() + b'\xff"}\n', FINE] * 20
    with client(running) as web:
        answer = web.post("/v1/sanitize", content=b"".join(lines), headers=NDJSON)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    rows = told(answer.content)
    assert len(rows) == 120
    assert [row for row in rows if isinstance(row, str)] == [RELEASED] * 60
    assert [row[0] for row in rows if not isinstance(row, str)] == [
        n for n in range(1, 121) if n % 6 not in (1, 3, 0)
    ]
    assert CANARY not in answer.text
    errors = [json.loads(line)["error"] for line in answer.text.splitlines() if "error" in line]
    assert {error["request_id"] for error in errors} == {answer.headers["x-request-id"]}
    assert CANARY not in running.log.read_text("utf-8")


def test_a_line_is_answered_before_the_next_is_sent(running: Running) -> None:
    talk = Talk(running)
    for _ in range(5):
        talk.send(FINE)
        assert told(talk.read()) == [RELEASED]
    talk.finish()
    assert talk.read() == b""
    assert talk.ended
    talk.close()


def test_a_line_in_pieces_is_one_line(running: Running) -> None:
    talk = Talk(running)
    for at in range(0, len(FINE), 7):
        talk.send(FINE[at : at + 7])
        time.sleep(0.01)
    talk.finish()
    assert told(talk.read_all()) == [RELEASED]
    talk.close()


def test_a_line_that_is_too_long_is_told_and_passed_over(running: Running) -> None:
    long = b'{"text": "' + CANARY.encode() * 20_000 + b'"}\n'
    talk = Talk(running)
    talk.send(FINE + long + FINE)
    talk.finish()
    answer = talk.read_all()
    assert told(answer) == [RELEASED, (2, "too_large"), RELEASED]
    talk.close()


def test_a_client_that_sends_everything_before_it_reads_gets_its_answer(running: Running) -> None:
    with client(running) as web:
        answer = web.post("/v1/sanitize", content=FINE * 2_000, headers=NDJSON)
    assert told(answer.content) == [RELEASED] * 2_000


def test_what_is_wrong_with_the_request_is_refused_before_anything_is_sent(running: Running) -> None:
    with client(running) as web:
        for path, headers, status in (
            ("/v1/sanitize?header=maybe", NDJSON, 400),
            ("/v1/sanitize?policy=other", NDJSON, 404),
            (f"/v1/sanitize?keep={CANARY}", NDJSON, 400),
            ("/v1/sanitize", {"content-type": "application/x-ndjson; charset=latin-1"}, 415),
            ("/v1/sanitize", {**NDJSON, "content-encoding": "gzip"}, 415),
        ):
            answer = web.post(path, content=FINE, headers=headers)
            assert answer.status_code == status
            assert set(answer.json()["error"]) == {"code", "message", "request_id"}
            assert CANARY not in answer.text
        assert web.post("/v1/sanitize", content=b"", headers=NDJSON).content == b""


@pytest.mark.slow
def test_lines_without_end_take_no_memory(running: Running) -> None:
    """A stream of several times what a body may have, read while it is sent."""
    (worker,) = running.worker_pids()
    talk = Talk(running)

    def send() -> None:
        for _ in range(60):
            talk.send(FINE * 200)
        talk.finish()

    sending = Thread(target=send)
    sending.start()
    before = resident(running.process.pid), resident(worker)
    answer = talk.read_all()
    sending.join()
    assert talk.ended
    assert len(told(answer)) == 12_000
    assert resident(running.process.pid) - before[0] < 20_000_000
    assert resident(worker) - before[1] < 20_000_000
    talk.close()


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.slow
def test_a_client_that_takes_nothing_is_not_read_without_end(running: Running) -> None:
    talk = Talk(running)
    before = resident(running.process.pid)
    talk.connection.settimeout(3)
    sent = 0
    with suppress(TimeoutError):
        while sent < 30_000_000:
            talk.send(b'{"text": "' + b"word " * 2_000 + b'"}\n')
            sent += 10_000
    assert sent < 30_000_000
    assert resident(running.process.pid) - before < 30_000_000
    talk.close()
    with client(running) as web:
        assert web.post("/v1/sanitize", json={"text": "fine"}).status_code == 200


def test_a_client_that_goes_away_leaves_nothing_behind(tmp_path: Path) -> None:
    policy = write_policy(tmp_path)
    with serving(tmp_path, "--policy", policy, "--per-client", "1") as running, client(running) as web:
        talk = Talk(running)
        talk.send(FINE)
        assert told(talk.read()) == [RELEASED]
        assert web.post("/v1/sanitize", json={"text": "a"}).status_code == 429
        talk.close()
        wait_until(
            lambda: web.post("/v1/sanitize", json={"text": "a"}).status_code == 200,
            "the stream of a client that is gone still counts",
        )


def test_a_killed_worker_ends_no_stream(tmp_path: Path) -> None:
    with serving(tmp_path, "--policy", write_policy(tmp_path)) as running:
        talk = Talk(running)
        talk.send(FINE)
        assert told(talk.read()) == [RELEASED]
        (worker,) = running.worker_pids()
        os.kill(worker, signal.SIGKILL)
        talk.send(FINE)
        assert told(talk.read()) == [RELEASED]
        talk.finish()
        assert talk.read() == b""
        assert talk.ended
        talk.close()


def test_a_stream_ends_under_the_policy_that_it_began_under(tmp_path: Path) -> None:
    policies = tmp_path / "policies"
    policies.mkdir()
    path = write_policy(policies)
    with serving(tmp_path, "--policies", policies) as running, client(running) as web:
        talk = Talk(running)

        def is_reloaded() -> bool:
            talk.send(FINE)  # a stream without lines would be cut off while a busy machine reloads
            assert told(talk.read()) == [RELEASED]
            return "reticent_policy_reloads_total 1" in web.get("/metrics").text

        assert not is_reloaded()
        path.write_text(path.read_text("utf-8").replace("measles", "mumps"), "utf-8")
        os.kill(running.process.pid, signal.SIGHUP)
        wait_until(is_reloaded, "nothing was reloaded")
        assert web.post("/v1/sanitize", json={"text": "measles"}).json()["text"] == "measles"
        talk.send(FINE)
        assert told(talk.read()) == [RELEASED]
        talk.finish()
        assert talk.read() == b""
        wait_until(lambda: len(running.worker_pids()) == 1, "the workers of the old policies stay")
        talk.close()


@pytest.mark.slow
def test_a_line_that_does_not_come_cuts_the_stream_and_says_so(running: Running) -> None:
    talk = Talk(running)
    talk.send(FINE + FINE[:10])
    rows = told(talk.read_all())
    assert rows == [RELEASED, (None, "too_slow")]
    assert not talk.ended
    talk.close()
