"""Every way in which a server can misbehave ends in a clear line, without a word of the text or of the server."""

import socket
import time
from collections.abc import Callable
from typing import BinaryIO

import pytest
from tests.chat_server import Received, Script, completion, drip, guess, reply, say, serve

from reticent.attackers import Candidate
from reticent.attackers.chat import Chat, Server
from reticent.attackers.chat.server import parse_address
from reticent.errors import AttackerError
from reticent.text import Document

CANDIDATES = (Candidate("HIV", ("HIV",)), Candidate("rabies", ("rabies",)))
DRUG = "zidovudine"
SAID = "the-server-said-this"


def ask(url: str, **settings: object) -> list[str]:
    server = Server(url, "tiny", **{"timeout": 5.0, **settings})  # type: ignore[arg-type]
    chat = Chat(server, control=False)
    found = chat.guesses(Document("note", f"takes {DRUG}"), CANDIDATES)
    return [each.candidate for each in found if each.score > 0]


def complaint(url: str, **settings: object) -> str:
    with pytest.raises(AttackerError) as caught:
        ask(url, **settings)
    said = str(caught.value)
    assert DRUG not in said
    assert SAID not in said
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None
    return said


def hang(_: Received, line: BinaryIO) -> None:
    time.sleep(60)  # its thread ends with the tests, if not before


def go_away(_: Received, line: BinaryIO) -> None:
    line.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + completion(SAID)[:40])


def send_much(_: Received, line: BinaryIO) -> None:
    line.write(b"HTTP/1.1 200 OK\r\n\r\n")
    for _number in range(100):
        line.write(b"x" * 100_000)


def send_many_headers(_: Received, line: BinaryIO) -> None:
    line.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(100):
        line.write(f"X-{number}: {'x' * 20_000}\r\n".encode())


def promise_much(_: Received, line: BinaryIO) -> None:
    reply(line, b"{}", headers={"Content-Length": str(10**13)})


def refuse_by_field(_: Received, line: BinaryIO) -> None:
    reply(line, b'{"choices": [{"message": {"content": null, "refusal": "the-server-said-this"}}]}')


def answer_with(body: bytes, **settings: object) -> Script:
    return lambda _, line: reply(line, body, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("script", "wanted"),
    [
        (answer_with(b"the-server-said-this"), "as an OpenAI-compatible server does"),
        (answer_with(b'{"choices": []}'), "as an OpenAI-compatible server does"),
        (answer_with(b'{"choices": [{"message": "the-server-said-this"}]}'), "as an OpenAI-compatible"),
        (answer_with(b"[" * 500_000), "as an OpenAI-compatible"),
        (answer_with(b"\xff\xfe\x00"), "as an OpenAI-compatible"),
        (answer_with(b""), "as an OpenAI-compatible"),
        (say(f"I'm sorry, I can't. {SAID}"), "no guess that can be read"),
        (refuse_by_field, "no guess that can be read"),
        (go_away, "broke off"),
        (lambda _, line: line.write(b"the-server-said-this"), "broke off"),
        (lambda _, line: None, "broke off"),
        (send_much, "more than 1,000,000 bytes"),
        (send_many_headers, "more than 1,000,000 bytes"),
        (promise_much, "more than 1,000,000 bytes"),
        (answer_with(b"x", headers={"Content-Encoding": "gzip"}), "compresses its answers"),
        (answer_with(b"the-server-said-this", status=401), "key_env"),
        (answer_with(b"the-server-said-this", status=403), "key_env"),
        (answer_with(b"the-server-said-this", status=404), "check 'url' and 'model'"),
        (answer_with(b"the-server-said-this", status=429), "ask again later"),
        (answer_with(b"the-server-said-this", status=500), "status 500"),
        (answer_with(b"the-server-said-this", status=503), "status 503"),
        (answer_with(b"the-server-said-this", status=418), "status 418"),
    ],
)
def test_a_server_that_misbehaves_is_told_of_in_our_own_words(
    script: Callable[[Received, BinaryIO], None], wanted: str
) -> None:
    with serve(script) as server:
        assert wanted in complaint(server.url)


def test_a_server_that_never_answers_is_given_up() -> None:
    with serve(hang) as server:
        assert "within 0.3 seconds" in complaint(server.url, timeout=0.3)


def test_the_time_is_for_the_whole_answer_not_for_each_of_its_bytes() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
    for script in (
        drip(head + b"{" * 1000, pause=0.02),
        drip(b"HTTP/1.1 200 OK\r\n" + b"X" * 900, pause=0.02),
    ):
        with serve(script) as server:
            begun = time.monotonic()
            assert "within 0.5 seconds" in complaint(server.url, timeout=0.5)
            assert time.monotonic() - begun < 15  # the whole answer takes at least eighteen seconds


def test_a_redirect_is_not_followed() -> None:
    with serve(say(guess(("HIV", [])))) as other:
        target = f"{other.url}/v1/chat/completions"
        with serve(answer_with(b"", status=307, headers={"Location": target})) as server:
            assert "name the final address" in complaint(server.url)
    assert other.received == []


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with serve(say(guess(("HIV", [])))) as proxy, serve(say(guess(("rabies", [])))) as server:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        monkeypatch.delenv("no_proxy", raising=False)
        assert ask(server.url) == ["rabies"]
    assert proxy.received == []


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert "nobody listens" in complaint(f"http://127.0.0.1:{port}")


@pytest.mark.parametrize(
    "url",
    [
        "http://192.0.2.1:8080",
        "http://[2001:db8::1]:80",
        "http://0.0.0.0:80",
        "https://10.0.0.1",
        "http://[::]:80",
    ],
)
def test_only_this_machine_is_asked_unless_the_policy_allows_others(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def connect(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(socket.socket, "connect", connect)
    assert "allow_remote = true" in complaint(url)


def test_a_name_counts_by_the_numbers_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name with one address here and one elsewhere is elsewhere; it is looked up once for each question."""
    asked = []

    def look_up(host: str, port: int, **_: object) -> list[object]:
        asked.append(host)
        numbers = ["127.0.0.1", "192.0.2.1"] if host == "mixed.example" else ["127.0.0.1"]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, port)) for number in numbers]

    with serve(say(guess(("HIV", [])))) as server:
        monkeypatch.setattr(socket, "getaddrinfo", look_up)
        port = server.url.rpartition(":")[2]
        assert "allow_remote = true" in complaint(f"http://mixed.example:{port}")
        assert server.received == []
        assert ask(f"http://here.example:{port}") == ["HIV"]
    assert asked == ["mixed.example", "here.example"]
    assert server.received[0].headers["host"] == f"here.example:{port}"


def test_the_key_comes_from_the_variable_that_the_policy_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("READER_KEY", "sk-123")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-other")
    with serve(say(guess(("HIV", [])))) as server:
        ask(server.url)
        ask(server.url, key_env="READER_KEY")
    assert "authorization" not in server.received[0].headers
    assert server.received[1].headers["authorization"] == "Bearer sk-123"


@pytest.mark.parametrize("key", [None, "", "sk 123", "sk-1\r\nX-Evil: 1", "sk-ü"])
def test_a_variable_without_a_key_is_told_of_without_its_content(
    key: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("READER_KEY", raising=False)
    if key is not None:
        monkeypatch.setenv("READER_KEY", key)
    with serve(say(guess(("HIV", [])))) as server:
        said = complaint(server.url, key_env="READER_KEY")
    assert "READER_KEY" in said
    assert "123" not in said
    assert server.received == []


def test_a_key_goes_in_clear_to_this_machine_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("READER_KEY", "sk-123")
    said = complaint("http://192.0.2.1", key_env="READER_KEY", allow_remote=True)
    assert "https://" in said


@pytest.mark.parametrize(
    "url",
    [
        *[
            "ftp://127.0.0.1",
            "127.0.0.1:8080",
            "http://",
            "http://127.0.0.1:99999",
            "http://a b/",
            "http://[::1",
        ],
        *["http://me:zidovudine@127.0.0.1", "http://127.0.0.1/?key=zidovudine", "http://x\r\ny", ""],
    ],
)
def test_a_url_that_is_none_is_refused_without_being_quoted(url: str) -> None:
    with pytest.raises(AttackerError) as caught:
        parse_address(url)
    assert DRUG not in str(caught.value)
