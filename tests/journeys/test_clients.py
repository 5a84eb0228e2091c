"""What other programs really send, recorded, is answered as they need it: LiteLLM's Presidio guardrail, LangChain, OpenAI."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests import chat_server
from tests.chat_server import ChatServer
from tests.journeys.command import ROOT
from tests.journeys.serving import client, serving, write_policy

DEFAULT = (ROOT / "src/reticent/policy/data/default.toml").read_text("utf-8")
RECORDED: list[dict[str, Any]] = json.loads((ROOT / "tests/data/clients/recorded.json").read_text("utf-8"))[
    "requests"
]
STREAM = (
    b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
    b'data: {"choices": [{"index": 0, "delta": {"content": "Dear [PERS"}, "finish_reason": null}]}\n\n'
    b'data: {"choices": [{"index": 0, "delta": {"content": "ON 1]"}, "finish_reason": "stop"}]}\n\n'
    b"data: [DONE]\n\n"
)


@pytest.fixture(scope="module")
def far() -> Iterator[ChatServer]:
    def answer(question: chat_server.Received, line: Any) -> None:
        if question.body.get("stream"):
            line.write(STREAM)
        else:
            chat_server.reply(line, chat_server.completion("Dear [PERSON 1]"))

    with chat_server.serve(answer) as server:
        yield server


@pytest.fixture(scope="module")
def web(far: ChatServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("clients")
    policy = write_policy(folder, "names", DEFAULT)
    with serving(folder, "--policy", policy, "--gateway", far.url) as service, client(service) as made:
        yield made


def send(web: httpx.Client, request: dict[str, Any], **changed: Any) -> httpx.Response:
    return web.post(request["path"], json={**request["body"], **changed}, headers=request["headers"])


def requests_to(path: str) -> list[Any]:
    return [
        pytest.param(each, id=f"{each['client']} {number}")
        for number, each in enumerate(RECORDED)
        if each["path"] == path
    ]


@pytest.mark.parametrize("request_", requests_to("/analyze"))
def test_what_litellm_asks_the_analyzer_is_answered(web: httpx.Client, request_: dict[str, Any]) -> None:
    rows = send(web, request_).json()
    text = request_["body"]["text"]
    assert ("PERSON", "Ann Porter") in [(row["entity_type"], text[row["start"] : row["end"]]) for row in rows]
    assert {"entity_type", "start", "end", "score"} <= set(rows[0])


@pytest.mark.parametrize("request_", requests_to("/anonymize"))
def test_what_litellm_asks_the_anonymizer_is_answered(web: httpx.Client, request_: dict[str, Any]) -> None:
    found = web.post("/analyze", json={"text": request_["body"]["text"], "language": "en"}).json()
    answer = send(web, request_, analyzer_results=found)
    assert answer.json()["text"] == "Write to <PERSON> at <EMAIL_ADDRESS> today."
    # With less than the policy wants gone the text is held back, and the guardrail blocks the request.
    assert send(web, request_).status_code == 409


@pytest.mark.parametrize("request_", requests_to("/v1/chat/completions"))
def test_what_chat_clients_send_goes_through_the_gateway(
    web: httpx.Client, far: ChatServer, request_: dict[str, Any]
) -> None:
    far.received.clear()
    answer = send(web, request_)
    assert answer.status_code == 200, answer.text
    (sent,) = far.received
    assert "Porter" not in json.dumps(sent.body)
    assert set(sent.body) == set(request_["body"])
    untouched = {"model", "stream", "stream_options", "temperature", "response_format", "metadata", "store"}
    assert {key: sent.body[key] for key in untouched & set(sent.body)} == {
        key: each for key, each in request_["body"].items() if key in untouched
    }
    assert "Ann Porter" in answer.text
