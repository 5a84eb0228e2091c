"""Tokens open what they are for, until they don't, and their file tells nobody what to say."""

from __future__ import annotations

import json
import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import InputError
from reticent.service.endpoints import VERBS
from reticent.service.tokens import (
    AccessToken,
    add_token,
    create_token,
    find_token,
    read_tokens,
    revoke_token,
)

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def test_a_token_is_found_by_what_its_bearer_says_and_by_nothing_else() -> None:
    mine, said = create_token("ward", ["sanitize"])
    other, _ = create_token("other", ["sanitize"])
    assert find_token([other, mine], said, NOW) == mine
    for wrong in ("", said[:-1], said + "x", said.upper(), mine.sha256, mine.id, "\ud800"):
        assert find_token([other, mine], wrong, NOW) is None


@given(st.text(max_size=80))
def test_no_guess_opens_anything(guess: str) -> None:
    mine, _ = create_token("ward", ["sanitize"])
    assert find_token([mine], guess, NOW) is None


@pytest.mark.parametrize(("days", "good"), [(1, True), (0, False), (-1, False)])
def test_a_token_is_good_until_its_time(days: int, good: bool) -> None:
    token, said = create_token("ward", ["sanitize"], expires=NOW + timedelta(days=days))
    assert token.is_good(NOW) is good
    assert (find_token([token], said, NOW) is token) is good


def test_the_file_keeps_hashes_alone_and_is_its_owners(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    assert read_tokens(path) == ()
    token, said = create_token("ward", VERBS, policies=["clinic"], reader="nurse", expires=NOW, once=True)
    add_token(path, token)
    assert read_tokens(path) == (token,)
    assert said not in path.read_text("utf-8")
    assert said.removeprefix("reticent_") not in path.read_text("utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_revoked_token_opens_nothing_and_is_revoked_once(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    (first, said), (second, other) = create_token("a", ["plan"]), create_token("b", ["plan"])
    add_token(path, first)
    add_token(path, second)
    assert revoke_token(path, first.id)
    assert not revoke_token(path, first.id)
    assert not revoke_token(path, "nobody")
    assert find_token(read_tokens(path), said, NOW) is None
    assert find_token(read_tokens(path), other, NOW) == second


@pytest.mark.parametrize("verbs", [[], ["everything"], ["sanitize", "admin"]])
def test_a_token_for_no_verb_or_an_unknown_one_is_not_made(verbs: list[str]) -> None:
    with pytest.raises(InputError, match="use some of"):
        create_token("ward", verbs)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b'{"reticent": "tokens", "schema": 2, "tokens": []}',
        b'{"reticent": "plan", "schema": 1, "tokens": []}',
        b'{"reticent": "tokens", "schema": 1, "tokens": [{"id": "x"}]}',
        b'{"reticent": "tokens", "schema": 1, "tokens": [7]}',
        b"[" * 100_000,
    ],
)
def test_what_is_no_file_of_tokens_opens_nothing(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "tokens.json"
    path.write_bytes(content)
    with pytest.raises(InputError, match="token create"):
        read_tokens(path)


def test_a_token_of_another_shape_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    token, _ = create_token("ward", ["plan"])
    add_token(path, token)
    content = json.loads(path.read_text("utf-8"))
    content["tokens"][0]["admin"] = True
    path.write_text(json.dumps(content), "utf-8")
    with pytest.raises(InputError):
        read_tokens(path)


def test_a_time_without_a_zone_is_not_written() -> None:
    token = AccessToken("1", "0", "ward", ("plan",), expires=NOW.isoformat())
    assert token.is_good(NOW - timedelta(seconds=1))
    assert not token.is_good(NOW)
