"""What the how-to pages about reviews and doors print is what works."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import anyio
import httpx
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from reticent.policy.reading import read_policy
from tests import chat_server
from tests.journeys.command import ROOT
from tests.journeys.serving import SECONDS

REVIEW = (ROOT / "docs/how-to/review-in-the-browser.md").read_text("utf-8")
GATEWAY = (ROOT / "docs/how-to/put-a-gateway-before-a-language-model.md").read_text("utf-8")
PRESIDIO = (ROOT / "docs/how-to/replace-presidio.md").read_text("utf-8")
TOOLS = (ROOT / "docs/how-to/serve-a-language-models-client.md").read_text("utf-8")
DEFAULT = (ROOT / "src/reticent/policy/data/default.toml").read_text("utf-8")
PROGRAM = [sys.executable, "-c", "from reticent.cli import main; main()"]


def list_commands(page: str) -> list[str]:
    """The commands of its blocks, and those that a sentence names whole."""
    shown = re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return [line for block in shown for line in block.splitlines() if line.startswith("reticent ")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "visit.txt").write_text("Seen by Ann Porter. A cough.\n", "utf-8")
    return tmp_path


def start(words: list[str], folder: Path, wanted: bytes) -> tuple[subprocess.Popen[bytes], str]:
    """A program that runs until it has said what is wanted, and all that it said."""
    said = folder / "said.txt"
    with said.open("wb") as out:
        process = subprocess.Popen(
            [*PROGRAM, *words], stdout=out, stderr=out, stdin=subprocess.DEVNULL, cwd=folder
        )
    until = time.monotonic() + SECONDS
    while wanted not in said.read_bytes():
        assert process.poll() is None, said.read_text("utf-8")
        assert time.monotonic() < until
        time.sleep(0.05)
    return process, said.read_text("utf-8")


@pytest.mark.parametrize("command", list_commands(REVIEW))
def test_a_review_starts_as_the_page_says(command: str, folder: Path) -> None:
    words = shlex.split(command)[1:]
    if "--terminal" in words:
        done = subprocess.run(
            [*PROGRAM, *words], input=b"q\n", capture_output=True, cwd=folder, timeout=SECONDS, check=False
        )
        assert b"document 1 of 1" in done.stdout, done.stderr
        return
    process, said = start([*words, "--no-browser"], folder, b"/?token=")
    process.send_signal(signal.SIGINT)
    assert process.wait(SECONDS) == 0, said
    kept = folder / "private" / "released"
    assert (kept / "visit.txt.journal.jsonl").exists()
    forget = re.search(r"`reticent (review --forget [^`]+)`", REVIEW)
    assert forget
    subprocess.run([*PROGRAM, *forget[1].split()], cwd=folder, timeout=SECONDS, check=True)
    assert not (kept / "visit.txt.journal.jsonl").exists()


def test_the_codes_of_the_page_are_those_of_a_policy(tmp_path: Path) -> None:
    shown = re.search(r"^```toml\n(.*?)^```", REVIEW, re.MULTILINE | re.DOTALL)
    assert shown
    on_marks, _, codes = shown[1].partition("\n")
    path = tmp_path / "office.toml"
    path.write_text(f"{on_marks}\n{DEFAULT}\n{codes}", "utf-8")
    policy = read_policy(path)
    assert policy.codes_on_marks
    assert [each.code for each in policy.codes] == ["FOIA b(6)", "GDPR Art. 15(4)"]


def test_a_gateway_starts_as_the_page_says_and_answers_under_the_address_that_it_names(folder: Path) -> None:
    (folder / "clinic.toml").write_text(DEFAULT, "utf-8")
    (command,) = list_commands(GATEWAY)
    assert "http://127.0.0.1:8080/v1" in GATEWAY

    def repeat(question: chat_server.Received, line: object) -> None:
        chat_server.reply(line, chat_server.completion(question.body["messages"][-1]["content"]))  # type: ignore[arg-type]

    with chat_server.serve(repeat) as far:
        words = shlex.split(command.replace("http://127.0.0.1:11434", far.url).replace("8080", "0"))[1:]
        process, said = start(words, folder, b'"started"')
        try:
            port = re.search(r'"port": (\d+)', said)
            assert port
            asked = {"model": "m", "messages": [{"role": "user", "content": "Write to Ann Porter."}]}
            address = f"http://127.0.0.1:{port[1]}/v1/chat/completions"
            answer = httpx.post(address, json=asked, timeout=SECONDS, trust_env=False)
            assert answer.json()["choices"][0]["message"]["content"] == "Write to Ann Porter."
            assert "Ann Porter" not in str(far.received[0].body)
            assert len((folder / "ledger.jsonl").read_text("utf-8").splitlines()) == 2
        finally:
            process.terminate()
            process.wait(SECONDS)


def test_the_service_stands_in_presidio_s_place_as_the_page_says(folder: Path) -> None:
    (folder / "clinic.toml").write_text(DEFAULT, "utf-8")
    (command,) = list_commands(PRESIDIO)
    shown = re.search(r"`(curl [^`]+)`", PRESIDIO)
    assert shown
    process, said = start(shlex.split(command.replace("5002", "0"))[1:], folder, b'"started"')
    try:
        port = re.search(r'"port": (\d+)', said)
        assert port
        asked = shlex.split(shown[1].replace("5002", port[1]))
        done = subprocess.run([*asked, "--silent"], capture_output=True, timeout=SECONDS, check=True)
        assert [each["entity_type"] for each in json.loads(done.stdout)] == ["EMAIL_ADDRESS"]
    finally:
        process.terminate()
        process.wait(SECONDS)


def test_a_language_model_s_client_finds_the_tools_that_the_page_lists(folder: Path) -> None:
    (folder / "clinic.toml").write_text(DEFAULT, "utf-8")
    shown = re.search(r"^```json\n(.*?)^```", TOOLS, re.MULTILINE | re.DOTALL)
    assert shown
    entry = json.loads(shown[1])["mcpServers"]["reticent"]
    assert [f"{entry['command']} {' '.join(entry['args'])}"] == list_commands(TOOLS)
    started = StdioServerParameters(
        command=PROGRAM[0], args=[*PROGRAM[1:], *entry["args"]], env=dict(os.environ), cwd=folder
    )

    async def ask() -> tuple[set[str], str]:
        async with Client(stdio_client(started)) as client:
            tools = {each.name for each in (await client.list_tools()).tools}
            answer = await client.call_tool("sanitize", {"text": "Mail jo@example.org."})
            return tools, str(answer.structured_content)

    tools, answer = anyio.run(ask)
    listed = set(re.findall(r"^\| `(\w+)` \|", TOOLS, re.MULTILINE))
    assert listed - {"restore"} == tools  # which only a vault can do
    assert "[EMAIL]" in answer
