"""The gateway before a real language model: a very small one, but nobody's script."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.journeys.command import ROOT
from tests.journeys.serving import client, serving, write_policy

pytestmark = pytest.mark.llm

ASKED = "Repeat this sentence word by word: Ann Porter wrote to ann@example.org."
SECONDS = 600


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("gateway")


@pytest.fixture(scope="module")
def web(model_url: str, folder: Path) -> Iterator[httpx.Client]:
    policy = write_policy(
        folder, "names", (ROOT / "src/reticent/policy/data/default.toml").read_text("utf-8")
    )
    with serving(folder, "--policy", policy, "--gateway", model_url) as service, client(service) as made:
        yield made


def body(**more: object) -> dict[str, object]:
    asked = [{"role": "user", "content": ASKED}]
    return {"model": "m", "messages": asked, "temperature": 0, "max_tokens": 40, "seed": 1, **more}


def test_the_models_are_listed(web: httpx.Client) -> None:
    assert web.get("/v1/models").json()["data"]


def test_a_stream_says_the_same_as_a_whole_answer(web: httpx.Client, model_url: str) -> None:
    answer = web.post("/v1/chat/completions", json=body())
    assert answer.status_code == 200, answer.text
    whole = answer.json()["choices"][0]["message"]["content"]
    streamed = ""
    with web.stream("POST", "/v1/chat/completions", json=body(stream=True)) as stream:
        for line in stream.iter_lines():
            if line.startswith("data: {"):
                streamed += json.loads(line[6:])["choices"][0]["delta"].get("content") or ""
    direct = httpx.post(
        f"{model_url}/v1/chat/completions",
        json=body(messages=[{"role": "user", "content": ASKED.replace("Ann Porter", "[PERSON 1]").replace("ann@example.org", "[EMAIL 1]")}]),
        timeout=SECONDS,
    ).json()["choices"][0]["message"]["content"]  # fmt: skip
    # This model leaves the brackets of the first stand-in away.
    restored = (
        direct.replace("[EMAIL 1]", "ann@example.org")
        .replace("[PERSON 1]", "PERSON 1")
        .replace("PERSON 1", "Ann Porter")
    )
    assert whole == streamed == restored
    assert "Ann Porter" in whole


def test_what_left_is_in_the_ledger(web: httpx.Client, folder: Path) -> None:
    assert web.post("/v1/chat/completions", json=body()).status_code == 200
    text = (folder / "ledger.jsonl").read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert lines[-2]["changed"] == {"EMAIL": 1, "PERSON": 1}
    assert "Porter" not in text
