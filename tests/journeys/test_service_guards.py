"""Who may ask the service, and by which way: tokens, hosts, proxies, addresses."""

from __future__ import annotations

import json
import socket
import stat
from pathlib import Path

import pytest

from reticent.service.tokens import read_tokens
from tests.journeys.command import ROOT, reticent
from tests.journeys.serving import Running, client, serving, write_policy

TEXT = {"text": "Mail jo@example.org."}
READERS = """
name = "readers"
[[models]]
type = "k-safety"
database = "diseases.jsonl"
categories = ["sexual"]
k = 2
"""


def create(folder: Path, name: str, *options: str) -> str:
    done = reticent("token", "create", name, "--tokens", folder / "tokens.json", *options)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().strip()


def bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


def ask(running: Running, token: str, path: str = "/v1/sanitize?policy=plain") -> int:
    with client(running, headers=bearer(token)) as web:
        return web.post(path, json=TEXT).status_code


def test_tokens_open_what_they_are_for_and_nothing_else(tmp_path: Path) -> None:
    policies = tmp_path / "policies"
    policies.mkdir()
    write_policy(policies)
    write_policy(policies, "other")
    write_policy(policies, "readers", READERS)
    (policies / "diseases.jsonl").write_bytes((ROOT / "examples/diseases.jsonl").read_bytes())
    ward = create(tmp_path, "ward", "--policy", "plain")
    nurse = create(tmp_path, "nurse", "--verb", "views", "--policy", "readers", "--reader", "nurse")
    once = create(tmp_path, "once", "--once")
    store = tmp_path / "tokens.json"
    assert stat.S_IMODE(store.stat().st_mode) == 0o600
    assert not any(said in store.read_text("utf-8") for said in (ward, nurse, once))
    with serving(tmp_path, "--policies", policies, "--tokens", store) as running:
        assert ask(running, ward) == 200
        assert ask(running, ward, "/v1/sanitize") == 200
        assert ask(running, ward, "/v1/sanitize?policy=other") == 403
        assert ask(running, ward, "/v1/plan?policy=plain") == 403
        assert ask(running, ward + "x") == ask(running, "x") == ask(running, "reticent_") == 401
        assert ask(running, nurse, "/v1/views") == 200
        assert [ask(running, once), ask(running, once)] == [200, 401]
        with client(running) as web:
            assert web.get("/metrics").status_code == web.get("/v1/policy").status_code == 401
            assert web.get("/livez").status_code == web.get("/readyz").status_code == 200
        first = read_tokens(store)[0]
        assert reticent("token", "revoke", first.id, "--tokens", store).returncode == 0
        assert ask(running, ward) == 401
        expired = json.loads(store.read_text("utf-8"))
        expired["tokens"][1]["expires"] = "2020-01-01T00:00:00+00:00"
        store.write_text(json.dumps(expired), "utf-8")
        assert ask(running, nurse, "/v1/views") == 401
        log = running.log.read_text("utf-8")
        assert not any(said in log for said in (ward, nurse, once))
    listed = reticent("token", "list", "--tokens", store).stdout.decode()
    assert "revoked" in listed
    assert "expired" in listed


def test_a_proxy_must_say_its_secret(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("a-long-enough-secret\n", "utf-8")
    policy = write_policy(tmp_path)
    with (
        serving(
            tmp_path, "--policy", policy, "--behind-proxy", secret, "--allow-host", "team.example"
        ) as running,
        client(running, headers={"host": "team.example"}) as web,
    ):
        assert web.post("/v1/sanitize", json=TEXT).status_code == 403
        wrong = {"x-reticent-proxy": "a-long-enough-secre"}
        assert web.post("/v1/sanitize", json=TEXT, headers=wrong).status_code == 403
        right = {"x-reticent-proxy": "a-long-enough-secret"}
        assert web.post("/v1/sanitize", json=TEXT, headers=right).status_code == 200
        assert web.get("/livez", headers={**right, "host": "other.example"}).status_code == 400


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--host", "0.0.0.0"], "--tokens"),  # noqa: S104 - that it is refused is what is tested
        (["--host", "0.0.0.0", "--tokens", "tokens.json"], "--certificate"),  # noqa: S104
        (["--certificate", "a.pem"], "--certificate-key"),
        (["--policies", "nowhere"], "--policy"),
        (["--behind-proxy", "short.txt"], "longer"),
        (["--key", "short.txt"], "key"),
    ],
)
def test_what_is_not_safe_is_not_served(tmp_path: Path, options: list[str], says: str) -> None:
    write_policy(tmp_path)
    (tmp_path / "short.txt").write_text("short", "utf-8")
    (tmp_path / "short.txt").chmod(0o600)
    done = reticent(
        "serve", "--policy", "plain.toml", "--port", "0", "--workers", "1", *options, cwd=tmp_path
    )
    assert done.returncode == 2
    assert says in done.stderr.decode()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> object:
    folder = tmp_path_factory.mktemp("raw")
    with serving(folder, "--policy", write_policy(folder)) as service:
        yield service


def say(running: Running, request: bytes) -> bytes:
    """What the service answers to these bytes before it closes the connection."""
    with socket.create_connection(("127.0.0.1", running.port), timeout=20) as connection:
        connection.sendall(request)
        answer = b""
        while part := connection.recv(65_536):
            answer += part
    return answer


BODY = b'{"text": "Mail jo@example.org."}'
START = b"POST /v1/sanitize HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n"


@pytest.mark.parametrize(
    "request_",
    [
        START + b"Content-Length: 5\r\nContent-Length: 32\r\n\r\n" + BODY,
        START + b"Content-Length: 32\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + BODY,
        START + b"Content-Length: +32\r\n\r\n" + BODY,
        START + b"Content-Length: -1\r\n\r\n" + BODY,
        START + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n" + BODY,
        START + b"Host: evil.example\r\nContent-Length: 32\r\n\r\n" + BODY,
        START + b"X: " + b"a" * 100_000 + b"\r\n\r\n",
        b"POST /v1/sanitize HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
        b"\x16\x03\x01 nothing of HTTP\r\n\r\n",
    ],
    ids=[
        "two lengths",
        "a length and chunks",
        "a signed length",
        "a negative length",
        "a chunk of no size",
        "two hosts",
        "an endless header",
        "no host",
        "no HTTP",
    ],
)
def test_smuggled_requests_are_refused(running: Running, request_: bytes) -> None:
    answer = say(running, request_)
    assert answer.startswith(b"HTTP/1.1 4"), answer[:200]
    assert b"[EMAIL]" not in answer
    assert b"jo@" not in answer
    head, _, body = answer.partition(b"\r\n\r\n")
    error = json.loads(body)["error"]
    assert error["code"]
    assert f"x-request-id: {error['request_id']}".encode() in head.lower()
    assert error["request_id"] in running.log.read_text("utf-8")
    assert "jo@" not in running.log.read_text("utf-8")


def test_a_body_that_is_shorter_than_it_says_is_no_request(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=20) as connection:
        connection.sendall(START + b"Content-Length: 100\r\n\r\n" + BODY)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert b"200 OK" not in answer
    assert b"jo@" not in answer
    with client(running) as web:
        assert web.post("/v1/sanitize", json=TEXT).status_code == 200


def test_a_body_beyond_its_length_is_no_part_of_it(running: Running) -> None:
    answer = say(running, START + b"Content-Length: 32\r\n\r\n" + BODY + b"GET /metrics HTTP/1.1\r\n\r\n")
    assert answer.count(b"HTTP/1.1") == 1
    assert b"[EMAIL]" in answer
