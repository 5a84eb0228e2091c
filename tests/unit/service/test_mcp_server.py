"""The tools that a language model's client calls: what they answer, and that no error quotes a text."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

from reticent.api import OpenPolicy, open_policy
from reticent.service.mcp_server import make_mcp_server
from reticent.vault.store import create_vault, create_vault_key

LETTER = "Please write to Ann Porter, ann@example.org.\nShe calls 212-555-0123."


def ask(policy: OpenPolicy, talk: Callable[[Client], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        async with Client(make_mcp_server(policy)) as client:
            return await talk(client)

    return anyio.run(run)


def call(policy: OpenPolicy, tool: str, text: str) -> Any:
    return ask(policy, lambda client: client.call_tool(tool, {"text": text}))


@pytest.fixture(scope="module")
def default() -> OpenPolicy:
    return open_policy()


def test_a_text_comes_back_without_what_the_policy_protects(default: OpenPolicy) -> None:
    answer = call(default, "sanitize", LETTER).structured_content
    assert answer["text"] == "Please write to [PERSON 1], [EMAIL].\nShe calls [PHONE]."
    assert answer["changed"] == {"EMAIL": 1, "PERSON": 1, "PHONE": 1}
    assert "Nothing that the declared detectors find" in answer["promises"][0]


def test_an_audit_points_at_what_is_left_and_quotes_nothing(default: OpenPolicy) -> None:
    answer = call(default, "audit", "Fine.\nWrite to ann@example.org.").structured_content
    assert answer["holds"] is False
    assert (2, 10, "EMAIL") in [(row["line"], row["column"], row["kind"]) for row in answer["violations"]]
    assert "ann@" not in str(answer)
    assert call(default, "audit", "Write to [EMAIL].").structured_content["holds"] is True


def test_every_change_is_explained_by_its_place(default: OpenPolicy) -> None:
    rows = call(default, "explain", LETTER).structured_content["result"]
    assert [(row["line"], row["kind"]) for row in rows] == [(1, "PERSON"), (1, "EMAIL"), (2, "PHONE")]
    assert all(row["reason"] for row in rows)
    assert "Porter" not in str(rows)


def test_only_a_vault_can_restore(default: OpenPolicy, tmp_path: Path) -> None:
    async def names(client: Client) -> set[str]:
        return {tool.name for tool in (await client.list_tools()).tools}

    assert ask(default, names) == {"sanitize", "audit", "explain"}
    made, key = create_vault_key(), tmp_path / "v.key"
    key.write_text(made.write())
    key.chmod(0o600)
    create_vault(tmp_path / "v.vault", made)
    vaulted = open_policy(pseudonyms=tmp_path / "v.vault", vault_key=key)
    released = call(vaulted, "sanitize", LETTER).structured_content["text"]
    assert "Ann" not in released
    assert "Ann Porter" in call(vaulted, "restore", released).structured_content["result"]


def test_what_can_not_be_released_is_an_error_without_the_text(default: OpenPolicy) -> None:
    answer = call(default, "sanitize", "Это письмо от Ивана Петрова о его здоровье и семье в Москве.")
    assert answer.is_error
    assert "Петров" not in str(answer.content)


def test_an_error_of_ours_quotes_nothing(default: OpenPolicy, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ValueError("Ann Porter")

    monkeypatch.setattr(OpenPolicy, "sanitize", fail)
    answer = call(default, "sanitize", LETTER)
    assert answer.is_error
    assert "Porter" not in str(answer.content)


def test_a_client_talks_to_the_command_over_standard_input_and_output(tmp_path: Path) -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-c", "from reticent.cli import main; main()", "serve", "--mcp"],
        env=dict(os.environ),
        cwd=tmp_path,
    )

    async def run() -> Any:
        async with Client(stdio_client(command)) as client:
            return await client.call_tool("sanitize", {"text": LETTER})

    assert "[EMAIL]" in anyio.run(run).structured_content["text"]
