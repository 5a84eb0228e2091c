"""The gateway: a language model sees stand-ins alone, its client sees names again, and whatever breaks, nothing leaves."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import httpx
import pytest

from reticent.service.tokens import add_token, create_token
from reticent.vault.store import create_vault, create_vault_key
from tests import chat_server
from tests.chat_server import ChatServer, Received
from tests.journeys.command import ROOT
from tests.journeys.serving import Running, client, serving, wait_until, write_policy
from tests.spoken import OTHERS, samples

DEFAULT = (ROOT / "src/reticent/policy/data/default.toml").read_text("utf-8")
LETTER = "Write to Ann Porter (ann@example.org), born 3 May 1961, and to Bob Miller (bob@example.net)."
SECRETS = ("Ann Porter", "Bob Miller", "ann@", "bob@", "Porter", "1961")
PATH = "/v1/chat/completions"
Say = Callable[[Received], Sequence[str] | dict[str, Any]]


@dataclass(slots=True)
class Upstream:
    """A scripted server: what it says next, in one message or in pieces, and all that it was sent."""

    server: ChatServer
    say: Say
    pause: float = 0.0
    status: int = 200
    raw: bytes | None = None

    def follow(self, question: Received, line: BinaryIO) -> None:
        """Answer one request."""
        if self.raw is not None:
            line.write(self.raw)
            return
        said = self.say(question)
        if isinstance(said, dict):
            chat_server.reply(line, json.dumps(said).encode(), status=self.status)
        elif question.body.get("stream"):
            self._stream(said, line)
        else:
            chat_server.reply(line, chat_server.completion("".join(said)), status=self.status)

    def _stream(self, pieces: Sequence[str], line: BinaryIO) -> None:
        line.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        for number, piece in enumerate(pieces):
            time.sleep(self.pause if number else 0)
            line.write(event({"index": 0, "delta": {"content": piece}, "finish_reason": None}))
            line.flush()
        line.write(event({"index": 0, "delta": {}, "finish_reason": "stop"}) + b"data: [DONE]\n\n")

    @property
    def received(self) -> list[dict[str, Any]]:
        """The bodies that arrived here."""
        return [dict(each.body) for each in self.server.received]


def event(choice: dict[str, Any]) -> bytes:
    chunk = {"id": "c1", "object": "chat.completion.chunk", "model": "m", "choices": [choice]}
    return b"data: " + json.dumps(chunk).encode() + b"\n\n"


def echo(question: Received) -> list[str]:
    """A model that repeats the last message."""
    return ["You said: ", str(question.body["messages"][-1]["content"])]


@pytest.fixture(scope="module")
def far() -> Iterator[Upstream]:
    made = Upstream(ChatServer(), echo)
    with chat_server.serve(made.follow) as server:
        made.server = server
        yield made


@pytest.fixture
def upstream(far: Upstream) -> Upstream:
    far.server.received.clear()
    far.say, far.pause, far.status, far.raw = echo, 0.0, 200, None
    return far


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("gateway")
    write_policy(place, "names", DEFAULT)
    return place


@pytest.fixture(scope="module")
def running(folder: Path, far: Upstream) -> Iterator[Running]:
    with serving(folder, "--policy", folder / "names.toml", "--gateway", far.server.url) as service:
        yield service


@pytest.fixture(scope="module")
def web(running: Running) -> Iterator[httpx.Client]:
    with client(running) as made:
        yield made


def ledger(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "ledger.jsonl").read_text("utf-8").splitlines()]


def ask(web: httpx.Client, *contents: Any, **more: Any) -> httpx.Response:
    roles = ("user", "assistant")
    messages = [{"role": roles[n % 2], "content": each} for n, each in enumerate(contents)]
    return web.post(PATH, json={"model": "m", "messages": messages, **more})


def content(answer: httpx.Response) -> str:
    assert answer.status_code == 200, answer.text
    return str(answer.json()["choices"][0]["message"]["content"])


def chunks(text: str) -> list[dict[str, Any]]:
    lines = [line.removeprefix("data: ") for line in text.splitlines() if line.startswith("data: ")]
    return [json.loads(line) for line in lines if line != "[DONE]"]


def stream(web: httpx.Client, *contents: Any, **more: Any) -> str:
    answer = ask(web, *contents, stream=True, **more)
    assert answer.headers["content-type"].startswith("text/event-stream"), answer.text
    assert answer.text.rstrip().endswith("[DONE]")
    return "".join(
        choice["delta"].get("content") or "" for each in chunks(answer.text) for choice in each["choices"]
    )


def test_names_stay_here_and_come_back_in_the_answer(web: httpx.Client, upstream: Upstream) -> None:
    assert content(ask(web, LETTER)) == f"You said: {LETTER}"
    (sent,) = upstream.received
    assert sent["messages"][0]["content"] == (
        "Write to [PERSON 1] ([EMAIL 1]), born [DATE 1], and to [PERSON 2] ([EMAIL 2])."
    )


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_a_stand_in_that_comes_in_pieces_is_restored(
    web: httpx.Client, upstream: Upstream, size: int
) -> None:
    said = "Dear [PERSON 1], see [1] and [PERSONS], not [PERSON 77]. [Person_2] says: [EMAIL 1]"
    upstream.say = lambda _: [said[at : at + size] for at in range(0, len(said), size)]
    assert stream(web, LETTER) == (
        "Dear Ann Porter, see [1] and [PERSONS], not [PERSON 77]. Bob Miller says: ann@example.org"
    )


def test_what_is_held_back_at_the_end_is_not_lost(web: httpx.Client, upstream: Upstream) -> None:
    upstream.say = lambda _: ["The end is [PERS", "ON"]
    assert stream(web, LETTER) == "The end is [PERSON"


def test_a_stream_is_passed_on_as_it_comes(running: Running, upstream: Upstream) -> None:
    """The users of another gateway complained that streams were collected first."""
    upstream.say, upstream.pause = lambda _: ["Dear ", "[PERSON", " 1]", ", good", " day"], 0.3
    asked = {"model": "m", "stream": True, "messages": [{"role": "user", "content": LETTER}]}
    came: list[tuple[float, str]] = []
    with client(running) as web, web.stream("POST", PATH, json=asked) as answer:
        began = time.monotonic()
        for line in answer.iter_lines():
            if line.startswith("data: {"):
                choice = json.loads(line[6:])["choices"][0]
                came.append((time.monotonic() - began, choice["delta"].get("content") or ""))
    assert [text for _, text in came if text] == ["Dear ", "Ann Porter", ", good", " day"]
    first = next(at for at, text in came if text == "Dear ")
    last = next(at for at, text in came if text == " day")
    assert last - first > 0.9


def test_a_person_has_one_stand_in_in_all_turns(web: httpx.Client, upstream: Upstream) -> None:
    first = content(ask(web, LETTER))
    second = ask(web, LETTER, first, "And what of Carla Gomez? Ask Bob Miller.", "Who?", "Ann Porter.")
    assert content(second) == "You said: Ann Porter."
    before, after = (each["messages"] for each in upstream.received)
    assert after[0] == before[0]
    assert after[1]["content"] == f"You said: {before[0]['content']}"
    assert after[2]["content"] == "And what of [PERSON 3]? Ask [PERSON 2]."
    assert after[4]["content"] == "[PERSON 1]."


@pytest.mark.parametrize("code", OTHERS)
def test_a_conversation_in_several_languages_is_read_in_each(
    web: httpx.Client, upstream: Upstream, code: str
) -> None:
    asked, answered, people = (samples(code)[each] for each in ("asked", "answered", "people"))
    english = "I would also like you to write a letter to Mrs {}, so that she knows of it."
    written = english.format("Jane Doe")
    assert content(ask(web, asked, answered, written)) == f"You said: {written}"
    (sent,) = upstream.received
    first, second, third = (each["content"] for each in sent["messages"])
    assert not re.search("|".join((*people, "Jane", "Doe")), first + second + third)
    assert "[PERSON 1]" in first
    assert "[PERSON 1]" in second
    assert third == english.format("[PERSON 2]")


def test_only_what_this_conversation_sent_is_restored(web: httpx.Client, upstream: Upstream) -> None:
    content(ask(web, LETTER))
    upstream.say = lambda _: ["Ask [PERSON 1] and [PERSON 2], or [EMAIL 1]."]
    assert content(ask(web, "Who is Carla Gomez?")) == "Ask Carla Gomez and [PERSON 2], or [EMAIL 1]."


def test_marks_that_a_client_sends_stand_for_nobody(web: httpx.Client, upstream: Upstream) -> None:
    """A model may invent [PERSON 9]; the client sends it back, and the conversation goes on."""
    answer = content(ask(web, "Ann Porter asks.", "Ask [PERSON 1] or [PERSON 9].", "Why [PERSON 1]?"))
    assert upstream.received[0]["messages"][1]["content"] == "Ask (PERSON 1) or (PERSON 9)."
    assert answer == "You said: Why (PERSON 1)?"


CALL = {
    "id": "call_1",
    "type": "function",
    "function": {"name": "look_up", "arguments": '{"patient": "Ann Porter", "phone": 2125550123, "n": 3}'},
}
TOOL = {
    "type": "function",
    "function": {
        "name": "look_up",
        "description": "Looks up a patient, such as Bob Miller",
        "parameters": {
            "type": "object",
            "properties": {"patient": {"type": "string", "enum": ["Ann Porter", "none"]}},
            "required": ["patient"],
        },
    },
}


def test_tool_calls_and_their_results_are_sanitized_and_restored(
    web: httpx.Client, upstream: Upstream
) -> None:
    result = json.dumps({"name": "Ann Porter", "born": "3 May 1961", "mail": "ann@example.org"})
    messages = [
        {"role": "user", "name": "Ann Porter", "content": [{"type": "text", "text": LETTER}]},
        {"role": "assistant", "content": None, "tool_calls": [CALL]},
        {"role": "tool", "tool_call_id": "call_1", "content": result},
    ]

    def call_again(question: Received) -> dict[str, Any]:
        """A model that calls with what an earlier call named."""
        known = json.loads(question.body["messages"][1]["tool_calls"][0]["function"]["arguments"])
        arguments = json.dumps({"patient": known["patient"], "mail": "[EMAIL 1]"})
        made = {**CALL, "function": {"name": "look_up", "arguments": arguments}}
        message = {"role": "assistant", "content": None, "tool_calls": [made]}
        return {"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]}

    upstream.say = call_again
    answer = web.post(PATH, json={"model": "m", "messages": messages, "tools": [TOOL]})
    called = answer.json()["choices"][0]["message"]["tool_calls"][0]["function"]
    assert json.loads(called["arguments"]) == {"patient": "Ann Porter", "mail": "ann@example.org"}
    (sent,) = upstream.received
    for secret in (*SECRETS, "2125550123"):
        assert secret not in json.dumps(sent)
    inner = json.loads(sent["messages"][1]["tool_calls"][0]["function"]["arguments"])
    person = inner["patient"]
    assert person.startswith("[PERSON ")
    assert inner["n"] == 3
    assert json.loads(sent["messages"][2]["content"])["name"] == person
    assert f"[{sent['messages'][0]['name']}]".replace("_", " ") == person
    parameters = sent["tools"][0]["function"]["parameters"]
    assert parameters["properties"]["patient"] == {"type": "string", "enum": [person, "none"]}
    assert parameters["required"] == ["patient"]


def test_tool_calls_in_a_stream_are_restored_as_json(running: Running, upstream: Upstream) -> None:
    name = 'Ann "Annie" Porter'
    pieces = ['{"patient": "[PER', 'SON 1]", "', 'note": "[EMA', 'IL 1]"}']
    deltas = [
        {"index": 0, "delta": {"tool_calls": [{"index": at, "function": {"arguments": each}}]}, "finish_reason": None}
        for each in pieces
        for at in (0, 1)
    ]  # fmt: skip
    body = b"".join(map(event, deltas)) + event({"index": 0, "delta": {}, "finish_reason": "tool_calls"})
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    upstream.raw = head + body + b"data: [DONE]\n\n"
    with client(running) as web:
        text = ask(web, f"Ask {name} at ann@example.org, that is Ann Porter.", stream=True).text
    for at in (0, 1):
        whole = "".join(
            call["function"]["arguments"]
            for each in chunks(text)
            for call in each["choices"][0]["delta"].get("tool_calls", ())
            if call["index"] == at
        )
        assert json.loads(whole)["note"] == "ann@example.org"
        assert json.loads(whole)["patient"].endswith("Porter")


@pytest.mark.parametrize(
    "part",
    [
        {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}},
        {"type": "input_audio", "input_audio": {"data": "AAAA", "format": "wav"}},
        {"type": "file", "file": {"file_id": "f1"}},
        {"type": "unheard_of", "text": "Ann Porter"},
        {"text": "Ann Porter"},
        7,
    ],
    ids=lambda part: str(part.get("type")) if isinstance(part, dict) else "number",
)
def test_content_that_nobody_can_judge_is_refused(
    web: httpx.Client, upstream: Upstream, part: object
) -> None:
    answer = ask(web, [{"type": "text", "text": "What is this?"}, part])
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_document"
    assert upstream.received == []


def test_content_that_is_allowed_passes_and_the_ledger_says_so(upstream: Upstream, tmp_path: Path) -> None:
    write_policy(tmp_path, "names", DEFAULT)
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    upstream.say = lambda _: ["A picture."]
    with (
        serving(
            tmp_path, "--policy", tmp_path / "names.toml", "--gateway", upstream.server.url,
            "--allow-content", "image_url",
        ) as service,
        client(service) as web,
    ):  # fmt: skip
        assert content(ask(web, [{"type": "text", "text": "What is this?"}, image])) == "A picture."
        assert ask(web, [{"type": "file", "file": {"file_id": "f1"}}]).status_code == 400
    assert upstream.received[0]["messages"][0]["content"][1] == image
    assert ledger(tmp_path)[0]["unjudged"] == {"image_url": 1}


BAD: dict[str, tuple[Any, int]] = {
    "no JSON": (b'{"messages": [', 400),
    "a key twice": (b'{"messages": [{"role": "user", "content": "a", "content": "Ann Porter"}]}', 400),
    "no messages": ({"model": "m"}, 400),
    "messages that are none": ({"model": "m", "messages": ["Ann Porter"]}, 400),
    "content that is a number": ({"model": "m", "messages": [{"role": "user", "content": 7}]}, 400),
    "JSON with a key twice in a string": (
        {"model": "m", "messages": [{"role": "user", "content": '{"a": "Ann Porter", "a": 1}'}]}, 400,
    ),
    "a key that is somebody's name": (
        {"model": "m", "messages": [{"role": "tool", "content": '{"ann_porter": 1}'}]}, 400,
    ),
    "a language that nobody reads": (
        {"model": "m", "messages": [{"role": "user", "content": "Это письмо от Ивана Петрова о его здоровье и семье."}]}, 409,
    ),
    "a sound as the answer": ({"model": "m", "modalities": ["text", "audio"], "messages": [{"role": "user", "content": "a"}]}, 400),
    "half a character": (b'{"messages": [{"role": "user", "content": "\\ud800 Ann Porter"}]}', 400),
}  # fmt: skip


@pytest.mark.parametrize("case", BAD)
def test_what_can_not_be_judged_does_not_leave(web: httpx.Client, upstream: Upstream, case: str) -> None:
    body, status = BAD[case]
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    answer = web.post(PATH, content=data, headers={"content-type": "application/json"})
    assert (answer.status_code, upstream.received) == (status, [])
    assert "Porter" not in answer.text
    assert set(answer.json()["error"]) == {"code", "message", "request_id"}


def test_every_part_of_a_request_that_may_hold_a_name_is_judged(
    web: httpx.Client, upstream: Upstream
) -> None:
    person = "Ann Porter"
    asked = {
        "model": "m",
        "messages": [
            {"role": "developer", "content": f"You help {person}."},
            {"role": "user", "content": [{"type": "text", "text": f"I am {person}.", "extra": person}, person]},
            {"role": "assistant", "content": None, "refusal": f"No, {person}.", "reasoning_content": f"{person}?"},
            {"role": "function", "name": "look_up", "content": f"{person} is 1."},
            {"role": "user", "content": json.dumps({"deep": json.dumps({"deeper": [person, {person: 1}]})})},
        ],
        "user": f"for {person}",
        "metadata": {"owner": person, "Ann Porter": "x"},
        "prediction": {"type": "content", "content": f"Dear {person}"},
        "stop": [f"-- {person}"],
        "response_format": {"type": "json_schema", "json_schema": {"name": "letter", "schema": {"const": person}}},
        "unheard_of": {"a": [{"b": person}]},
        "model_extra": person,
        "tool_choice": {"type": "function", "function": {"name": person}},
        "logit_bias": {"50": -1},
        "seed": 2125550123,
    }  # fmt: skip
    asked["model"] = f"the model of {person}"
    upstream.say = lambda _: ['{"to": "[PERSON 1]"}']
    answer = web.post(PATH, json=asked)
    assert content(answer) == '{"to": "Ann Porter"}'
    (sent,) = upstream.received
    assert "Porter" not in json.dumps(sent)
    assert sent["seed"] == 2125550123
    assert sent["logit_bias"] == {"50": -1}
    assert json.loads(json.loads(sent["messages"][4]["content"])["deep"])["deeper"][0] == "[PERSON 1]"


def test_overlapping_findings_do_not_corrupt_the_text(web: httpx.Client, upstream: Upstream) -> None:
    """Another gateway cut texts apart where a mail address held a name, or a web address a number."""
    text = "😀 Mail ann.porter@porter.example.org or see https://example.org/ann-porter/212-555-0123. Ann Porter's."
    assert content(ask(web, text)) == f"You said: {text}"
    assert "orter" not in json.dumps(upstream.received[0])


def test_nothing_is_logged_and_the_ledger_says_what_left_without_text(
    web: httpx.Client, running: Running, folder: Path, upstream: Upstream
) -> None:
    before = len(ledger(folder))
    content(ask(web, LETTER))
    sent, answered = ledger(folder)[before:]
    assert (sent["event"], answered["event"]) == ("sent", "answered")
    assert sent["changed"] == {"DATE": 1, "EMAIL": 2, "PERSON": 2}
    assert sent["promises"][0]["model"] == "redaction"
    assert sent["to"] == upstream.server.url
    assert (sent["policy"], sent["texts"], sent["model"]) == ("names", 1, "m")
    assert answered["request_id"] == sent["request_id"]
    assert (answered["status"], answered["restored"]) == (200, 5)
    told = (folder / "ledger.jsonl").read_text("utf-8") + running.log.read_text("utf-8")
    assert not [secret for secret in SECRETS if secret in told]
    assert "Write to" not in told
    assert oct((folder / "ledger.jsonl").stat().st_mode & 0o777) == "0o600"


def test_where_the_ledger_can_not_be_written_nothing_leaves(
    web: httpx.Client, folder: Path, upstream: Upstream
) -> None:
    place, aside = folder / "ledger.jsonl", folder / "aside.jsonl"
    place.touch()
    place.rename(aside)
    place.mkdir()
    try:
        answer = ask(web, LETTER)
    finally:
        place.rmdir()
        aside.rename(place)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "ledger")
    assert upstream.received == []


def test_errors_of_the_server_pass_with_their_status(web: httpx.Client, upstream: Upstream) -> None:
    upstream.status = 429
    upstream.say = lambda _: {"error": {"message": "slow down, [PERSON 1]", "type": "rate_limit"}}
    for options in ({}, {"stream": True}):
        answer = ask(web, LETTER, **options)
        assert answer.status_code == 429
        assert answer.json()["error"]["message"] == "slow down, Ann Porter"


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\nno!",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\ndata: {oh\n\n",
        b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{}",
        b"HTTP/1.1 302 Found\r\nLocation: http://example.org/\r\nContent-Length: 0\r\n\r\n",
    ],
)
def test_a_server_that_breaks_off_or_talks_nonsense_is_an_error(
    web: httpx.Client, upstream: Upstream, raw: bytes
) -> None:
    upstream.raw = raw
    for options in ({}, {"stream": True}):
        answer = ask(web, LETTER, **options)
        assert answer.status_code == 502, answer.text
        assert answer.json()["error"]["code"].startswith("upstream")


def test_a_stream_that_breaks_off_ends_with_an_error(running: Running, upstream: Upstream) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 9999\r\n\r\n"
    upstream.raw = head + event({"index": 0, "delta": {"content": "Dear [PERS"}, "finish_reason": None})
    text = ""
    with client(running) as web, pytest.raises(httpx.RemoteProtocolError):  # noqa: PT012
        asked = {"model": "m", "stream": True, "messages": [{"role": "user", "content": LETTER}]}
        with web.stream("POST", PATH, json=asked) as answer:
            for part in answer.iter_text():
                text += part
    assert "Dear " in text
    assert chunks(text)[-1]["error"]["code"] == "upstream"


def test_the_models_are_those_of_the_server(web: httpx.Client, upstream: Upstream) -> None:
    with free_server(b'{"object": "list", "data": [{"id": "m"}]}') as url, serving_with(url) as other:
        assert other.get("/v1/models").json()["data"] == [{"id": "m"}]
    for path in ("/v1/embeddings", "/v1/completions", "/v1/responses"):
        assert web.post(path, json={"input": LETTER}).status_code == 404
    assert upstream.received == []


@contextmanager
def free_server(body: bytes) -> Iterator[str]:
    """A server that says this to whatever is asked."""
    import threading
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None: ...

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@contextmanager
def serving_with(url: str) -> Iterator[httpx.Client]:
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        policy = write_policy(Path(place))
        named: list[str | Path] = ["--policy", policy, "--gateway", url]
        with serving(Path(place), *named) as service, client(service) as made:
            yield made


def test_a_server_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with serving_with(f"http://127.0.0.1:{port}") as web:
        answer = ask(web, "Mail jo@example.org.")
    assert (answer.status_code, answer.json()["error"]["code"]) == (502, "upstream")


def test_a_worker_that_ends_sends_nothing(upstream: Upstream, tmp_path: Path) -> None:
    policy = write_policy(tmp_path)
    with serving(tmp_path, "--policy", policy, "--gateway", upstream.server.url) as service:
        for pid in service.worker_pids():
            os.kill(pid, signal.SIGKILL)
        with client(service) as web:
            answer = ask(web, "Mail jo@example.org.")
            sent = [each["messages"][0]["content"] for each in upstream.received]
            # The worker may have been replaced in time; whatever left is what it released.
            assert answer.status_code in (200, 503)
            assert sent in ([], ["Mail [EMAIL 1]."])
            wait_until(lambda: ask(web, "Mail jo@example.org.").status_code == 200, "no worker came back")
    assert all("jo@" not in json.dumps(each) for each in upstream.received)


def test_tokens_stay_here_and_the_key_of_the_server_comes_from_its_variable(
    upstream: Upstream, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, said = create_token("desk", ["chat"])
    other, poor = create_token("desk", ["sanitize"])
    add_token(tmp_path / "tokens.json", token)
    add_token(tmp_path / "tokens.json", other)
    monkeypatch.setenv("MODEL_KEY", "sk-of-the-server")
    policy, url = write_policy(tmp_path), upstream.server.url
    options: list[str | Path] = ["--policy", policy, "--gateway", url, "--tokens", tmp_path / "tokens.json"]
    with serving(tmp_path, *options, "--gateway-key", "MODEL_KEY") as service, client(service) as web:
        assert ask(web, "a").status_code == 401
        web.headers["authorization"] = f"Bearer {poor}"
        assert ask(web, "a").status_code == 403
        web.headers["authorization"] = f"Bearer {said}"
        assert ask(web, "a").status_code == 200
    (tmp_path / "again").mkdir()
    with serving(tmp_path / "again", *options) as service, client(service) as web:
        web.headers["authorization"] = f"Bearer {said}"
        assert ask(web, "a").status_code == 200
    keys = [each.headers.get("authorization") for each in upstream.server.received]
    assert keys == ["Bearer sk-of-the-server", None]


def test_without_tokens_the_client_s_own_key_is_sent(web: httpx.Client, upstream: Upstream) -> None:
    asked = {"model": "m", "messages": [{"role": "user", "content": "a"}]}
    headers = {"authorization": "Bearer sk-mine", "cookie": "who=ann", "x-user": "Ann Porter"}
    assert web.post(PATH, json=asked, headers=headers).status_code == 200
    (got,) = upstream.server.received
    assert got.headers["authorization"] == "Bearer sk-mine"
    assert "cookie" not in got.headers
    assert "Porter" not in str(got.headers)


def test_with_a_vault_a_person_has_one_stand_in_in_all_conversations(
    upstream: Upstream, tmp_path: Path
) -> None:
    made, key = create_vault_key(), tmp_path / "v.key"
    key.write_text(made.write())
    key.chmod(0o600)
    create_vault(tmp_path / "v.vault", made)
    policy = write_policy(tmp_path, "names", DEFAULT)
    vault: list[str | Path] = ["--pseudonyms", tmp_path / "v.vault", "--vault-key", key]
    with (
        serving(tmp_path, "--policy", policy, "--gateway", upstream.server.url, *vault) as service,
        client(service) as web,
    ):
        assert content(ask(web, "Ask Ann Porter today.")) == "You said: Ask Ann Porter today."
        assert content(ask(web, "Ask Bob Miller today.")) == "You said: Ask Bob Miller today."
        upstream.say = lambda _: ["[PERSON 1] and [PERSON 2]"]
        # Of what the vault knows, only what this conversation sent comes back.
        assert content(ask(web, "Ask Bob Miller again.")) == "[PERSON 1] and Bob Miller"
        assert content(ask(web, "Ask Bob.", "[PERSON 1] said so.", "Who?")).startswith("[PERSON 1]")
    sent = [each["messages"][0]["content"] for each in upstream.received]
    assert sent[:3] == ["Ask [PERSON 1] today.", "Ask [PERSON 2] today.", "Ask [PERSON 2] again."]


def test_a_server_that_others_can_listen_to_is_refused(folder: Path) -> None:
    from tests.journeys.command import reticent

    for url in ("http://93.184.216.34", "ftp://127.0.0.1", "http://user:secret@127.0.0.1"):
        done = reticent("serve", "--policy", folder / "names.toml", "--gateway", url, cwd=folder)
        assert done.returncode == 2
        assert b"--gateway" in done.stderr
    idle = reticent("serve", "--policy", folder / "names.toml", "--ledger", "l.jsonl", cwd=folder)
    assert (idle.returncode, b"--ledger" in idle.stderr) == (2, True)
