"""What leaves for a language model is what was audited; whatever breaks on the way there, nothing of it goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.api import open_policy
from reticent.service.bodies import CHAT, Job
from reticent.service.jobs import answer
from reticent.service.settings import PolicyFiles
from reticent.service.worker_state import WorkerState, open_worker_state
from reticent.usecases import chat, chat_request
from reticent.usecases.chat import SafeRequest, make_safe
from reticent.usecases.chat_request import read_chat

LETTER = "Write to Ann Porter, ann@example.org, or call 212-555-0123."
ASKED = {
    "model": "m",
    "messages": [
        {"role": "user", "content": LETTER},
        {"role": "tool", "content": '{"who": "Ann Porter", "age": 93}'},
    ],
}


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> WorkerState:
    folder = tmp_path_factory.mktemp("policies")
    text = '[[detectors]]\ntype = "patterns"\n\n[[detectors]]\ntype = "names"\n\n[[models]]\ntype = "redaction"\n'
    (folder / "names.toml").write_text(text, "utf-8")
    return open_worker_state(PolicyFiles(folder=folder).recipes(), ())


def fail(*_: Any, **__: Any) -> Any:
    raise ValueError("Ann Porter")


STEPS = [
    *((chat, name) for name in ("read_chat", "join_fields", "run_one", "LabelJudge", "find_placeholders")),
    *((chat, name) for name in ("open_passing_vault", "_require_same", "_list_originals", "_take_marks")),
    *((chat_request, name) for name in ("parse", "to_text", "_fill", "_read_inner", "decode")),
]


@pytest.mark.parametrize(("module", "step"), STEPS, ids=lambda value: getattr(value, "__name__", value))
@pytest.mark.parametrize("error", [ValueError, MemoryError, RecursionError])
def test_whatever_step_fails_nothing_comes_of_the_request(
    state: WorkerState, monkeypatch: pytest.MonkeyPatch, module: Any, step: str, error: type[Exception]
) -> None:
    def break_down(*_: Any, **__: Any) -> Any:
        raise error("Ann Porter")

    monkeypatch.setattr(module, step, break_down)
    reply = answer(state, Job(CHAT, "names", json.dumps(ASKED).encode()))
    assert reply.status >= 400
    assert reply.code
    assert reply.body == b""
    assert "Porter" not in reply.message


@pytest.mark.parametrize("detector", [0, 1])
def test_a_detector_that_fails_stops_the_request(
    state: WorkerState, monkeypatch: pytest.MonkeyPatch, detector: int
) -> None:
    """Another gateway sent the original on when its analyzer failed."""
    monkeypatch.setattr(type(state.policies["names"].rules.detectors[detector]), "mentions", fail)
    reply = answer(state, Job(CHAT, "names", json.dumps(ASKED).encode()))
    assert (reply.status, reply.body) == (500, b"")


def test_a_writer_that_forgets_an_edit_is_found_out(
    state: WorkerState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_request.ChatRequest, "write", lambda *_: json.dumps(ASKED).encode())
    reply = answer(state, Job(CHAT, "names", json.dumps(ASKED).encode()))
    assert (reply.status, reply.body) == (500, b"")


def test_what_is_made_travels_to_the_door(state: WorkerState) -> None:
    reply = answer(state, Job(CHAT, "names", json.dumps(ASKED).encode()))
    safe = SafeRequest.from_json(json.loads(reply.body)["request"])
    assert b"Porter" not in safe.body
    assert safe.stand_ins["[PERSON 1]"] == "Ann Porter"
    assert "Porter" not in repr(safe)


def test_dates_and_ages_are_told_apart_so_that_they_come_back() -> None:
    text = "Ann Porter, born 3 May 1961, is 93; Bob Miller, born 4 June 1962, is 95 years old."
    safe = make_safe(_ask(text), open_policy().rules)
    said = json.loads(safe.body)["messages"][0]["content"]
    for shown, original in safe.stand_ins.items():
        said = said.replace(shown, original)
    assert said == text


def _ask(content: object) -> bytes:
    return json.dumps({"model": "m", "messages": [{"role": "user", "content": content}]}).encode()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.text("ab \"\\{}[]é\n:,1", max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab_ é", max_size=4), inner, max_size=3),
    max_leaves=8,
)  # fmt: skip


@given(JSON, JSON)
def test_a_request_that_nothing_changes_in_is_written_as_it_was_meant(extra: Any, inner: Any) -> None:
    content = json.dumps(inner) if isinstance(inner, dict | list) else "plain"
    asked = {"model": "m", "extra": extra, "messages": [{"role": "tool", "content": content, "more": extra}]}
    read = read_chat(json.dumps(asked).encode())
    written = read.write(read.texts)
    assert json.loads(written) == asked
    assert read_chat(written).texts == read.texts


@given(JSON)
def test_every_string_and_number_that_a_client_may_choose_is_judged(extra: Any) -> None:
    asked = {"model": "m", "extra": extra, "messages": [{"role": "user", "content": "x"}]}
    texts = read_chat(json.dumps(asked).encode()).texts

    def leaves(value: Any) -> list[str]:
        match value:
            case bool() | None:
                return []
            case str() | int():
                return [str(value)]
            case dict():
                return [leaf for each in value.values() for leaf in leaves(each)]
            case _:
                return [leaf for each in value for leaf in leaves(each)]

    def is_plain(text: str) -> bool:
        return text.lstrip()[:1] not in ("{", "[")  # JSON in a string is judged part by part

    assert not [leaf for leaf in leaves(extra) if is_plain(leaf) and leaf not in texts]
