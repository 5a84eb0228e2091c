"""Errors have one shape, a code, and no word of anybody's text."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import (
    DocumentError,
    InputError,
    MissingExtraError,
    PlanError,
    PolicyError,
    PromiseError,
    ReticentError,
)
from reticent.service.worker_state import (
    RequestError,
    hide_quotes,
    refuse,
    refuse_error,
    refuse_violations,
    write_error,
    write_error_line,
)


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (PlanError("x"), 400, "bad_plan"),
        (DocumentError("x"), 400, "bad_document"),
        (PromiseError("x"), 409, "promise_not_reached"),
        (InputError("x"), 400, "bad_input"),
        (PolicyError("x"), 400, "bad_input"),
        (MissingExtraError("pdf", "PDF files"), 415, "not_installed"),
        (RequestError(429, "client_limit", "x", retry=3), 429, "client_limit"),
    ],
)
def test_every_error_of_ours_has_a_status_and_a_code(error: ReticentError, status: int, code: str) -> None:
    reply = refuse_error(error)
    assert (reply.status, reply.code) == (status, code)


@given(st.text(min_size=1, max_size=20).filter(lambda text: not text.isspace() and "canary" not in text))
def test_what_a_message_quotes_is_hidden_whatever_it_is(text: str) -> None:
    secret = f"canary{text}canary"
    for message in (
        f"'document.csv' has no column '{secret}': see '--column'",
        f"it isn't there: '{secret}'",
        f"'{secret}' and '{secret}' can't be both",
        f"'document.jsonl, line 3 ({secret})' is bad",
    ):
        assert "canary" not in hide_quotes(message)


@pytest.mark.parametrize(
    "message",
    [
        "'document.pdf' can't be opened: run 'qpdf IN OUT' first",
        "convert it first, for example with 'iconv -f cp1252 -t utf-8'",
        "an error that quotes nothing, and isn't long",
        "",
    ],
)
def test_our_own_advice_stays(message: str) -> None:
    assert hide_quotes(message) == message


def test_errors_have_one_shape_and_presidios_another() -> None:
    reply = refuse_violations([{"start": 1}], "broken")
    assert json.loads(write_error(reply, "id")) == {
        "error": {"code": "violations", "message": "broken", "request_id": "id"},
        "violations": [{"start": 1}],
    }
    flat = json.loads(write_error(refuse(400, "bad", "no"), "id", flat=True))
    assert flat == {"error": "no"}
    assert refuse(503, "full", "wait", retry=2).headers == (("retry-after", "2"),)


def test_an_error_among_lines_is_a_line() -> None:
    line = write_error_line(DocumentError("'Jo' is bad"), 3, "id")
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert json.loads(line) == {
        "error": {"code": "bad_document", "message": "'…' is bad", "request_id": "id"},
        "line": 3,
    }
    assert "line" not in json.loads(write_error_line(RequestError(408, "too_slow", "x"), None, "id"))
