"""Bodies are read strictly, and no error repeats what was sent."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.formats.seam.options import FormatOptions
from reticent.service.bodies import (
    Body,
    DocumentBody,
    Job,
    given_in,
    read_document,
    read_object,
    read_options,
)
from reticent.service.worker_state import RequestError

CANARY = "xanthippe"


class Note(Body):
    text: str
    more: str | None = None


def code_of(error: pytest.ExceptionInfo[RequestError]) -> tuple[int, str]:
    assert CANARY not in str(error.value).casefold()
    return error.value.status, error.value.code


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad_json"),
        (b"[]", "bad_json"),
        (b'"' + CANARY.encode() + b'"', "bad_json"),
        (b'{"text": "' + CANARY.encode(), "bad_json"),
        (b'{"text": NaN}' * 2, "bad_json"),
        (b"[" * 200_000, "bad_json"),
        (b'{"a":' * 200_000, "bad_json"),
        (b'{"text": ' + b"9" * 100_000 + b"}", "bad_json"),
        (b'{"text": "a", "text": "b"}', "bad_json"),
        (b'{"text": "\xff"}', "bad_encoding"),
        (json.dumps({"text": CANARY}).encode("utf-16"), "bad_encoding"),
        (b"{}", "bad_keys"),
        (json.dumps({"text": "a", CANARY: 1}).encode(), "bad_keys"),
        (json.dumps({"text": "a", "reader": CANARY}).encode(), "bad_keys"),
        (json.dumps({"text": "a", "policy": CANARY}).encode(), "bad_keys"),
        (json.dumps({str(n): n for n in range(100_000)}).encode(), "bad_keys"),
    ],
)
def test_what_is_not_the_expected_object_is_refused(body: bytes, code: str) -> None:
    with pytest.raises(RequestError) as error:
        read_object(body, Note)
    assert code_of(error) == (400, code)


@given(st.dictionaries(st.sampled_from(["text", "more", "other"]), st.text(max_size=5)))
def test_an_object_is_read_if_and_only_if_its_keys_fit(content: dict[str, str]) -> None:
    fits = "text" in content and "other" not in content
    try:
        read = read_object(json.dumps(content).encode(), Note)
    except RequestError:
        assert not fits
    else:
        assert fits
        assert read.model_dump(exclude_unset=True) == content


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({}, "bad_keys"),
        ({"text": "a", "data": "YQ=="}, "bad_keys"),
        ({"text": "a", "format": "txt"}, "bad_keys"),
        ({"data": "YQ=="}, "bad_keys"),
        ({"data": "YQ==", "format": CANARY}, "format"),
        ({"data": CANARY + "!", "format": "csv"}, "bad_base64"),
        ({"data": "YQ", "format": "csv"}, "bad_base64"),
        ({"text": 7}, "bad_type"),
        ({"text": [CANARY]}, "bad_type"),
        ({"text": "\ud800"}, "bad_encoding"),
        ({"data": 7, "format": "csv"}, "bad_type"),
        ({"data": "YQ==", "format": 7}, "bad_type"),
    ],
)
def test_a_document_is_a_text_or_a_file_of_a_known_format(content: dict[str, Any], code: str) -> None:
    with pytest.raises(RequestError) as error:
        read_document(Job("sanitize", "p", json.dumps(content).encode()))
    assert code_of(error) == (400, code)


def test_a_file_is_named_by_its_format_alone() -> None:
    table = given_in(None, base64.b64encode(b"a,b\n").decode(), "csv")
    assert (table.name, table.data) == ("document.csv", b"a,b\n")
    original = given_in("a", None, None)
    assert (original.name, original.data) == ("document.txt", b"a")


@pytest.mark.parametrize(
    ("media", "name"),
    [
        ("text/plain", "document.txt"),
        ("text/plain; charset=UTF-8", "document.txt"),
        ('Text/CSV; charset="utf-8"', "document.csv"),
        ("application/pdf", "document.pdf"),
        ("text/html", "document.html"),
        ("message/rfc822", "document.eml"),
        ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "document.docx"),
        ("application/zip", "document.zip"),
        ("application/octet-stream", "document"),
    ],
)
def test_a_file_is_known_by_its_media_type(media: str, name: str) -> None:
    assert read_document(Job("sanitize", "p", b"x", media)).name == name


@pytest.mark.parametrize(
    "media", ["", "x", f"x/{CANARY}", "multipart/form-data", "text/plain; charset=latin-1", "text/csv;charset=utf-16"]
)  # fmt: skip
def test_other_types_and_encodings_are_refused(media: str) -> None:
    with pytest.raises(RequestError) as error:
        read_document(Job("sanitize", "p", b"x", media))
    assert code_of(error)[0] == 415


@pytest.mark.parametrize(
    "query",
    [
        (("reader", CANARY),),
        ((CANARY, "1"),),
        (("header", "maybe"),),
        (("format", "csv"), ("format", "tsv")),
        (("keep", "a"), ("keep", "b")),
    ],
)
def test_the_address_says_what_it_may_once(query: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(RequestError) as error:
        read_options(Job("sanitize", "p", query=query), FormatOptions())
    assert code_of(error) == (400, "bad_option")


def test_the_address_goes_over_the_policy() -> None:
    base = FormatOptions(fields=("body",))
    assert read_options(Job("sanitize", "p", query=(("policy", "p"),)), base) is base
    said = read_options(
        Job("sanitize", "p", query=(("field", "a"), ("field", "b"), ("header", "true"))), base
    )
    assert said.fields == ("a", "b")


@pytest.mark.parametrize(
    ("verb", "media", "proof", "stream"),
    [
        ("sanitize", "application/x-ndjson", False, True),
        ("sanitize", "application/jsonl; charset=utf-8", False, True),
        ("sanitize", "application/x-ndjson", True, False),
        ("audit", "application/x-ndjson", False, False),
        ("sanitize", "application/json", False, False),
    ],
)
def test_lines_are_a_stream_unless_a_proof_needs_all_of_them(
    verb: str, media: str, proof: bool, stream: bool
) -> None:
    assert Job(verb, "p", media=media, proof=proof).is_stream is stream


def test_texts_stay_out_of_representations() -> None:
    assert CANARY not in repr(Job("sanitize", "p", CANARY.encode(), query=(("field", CANARY),)))
    assert CANARY not in repr(DocumentBody(text=CANARY))
