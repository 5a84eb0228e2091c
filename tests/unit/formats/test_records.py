"""Records of a stream: gone on with at the right byte and number, and never too long."""

from __future__ import annotations

import io

import pytest

from reticent.errors import DocumentError
from reticent.formats import FormatOptions, open_records
from reticent.formats.objects import JSON_LINES
from reticent.formats.seam import records
from reticent.formats.tables import CSV

TABLE = b"\xef\xbb\xbfname,note\n" + b"".join(b"Ann,note %d\n" % number for number in range(5))


def test_a_table_is_gone_on_with_behind_its_header() -> None:
    whole = open_records(CSV, "a.csv", io.BytesIO(TABLE), FormatOptions())
    rows = list(whole.left)
    assert [row.number for row in rows] == [2, 3, 4, 5, 6]
    for done in range(1, 6):
        read = sum(len(row.data) for row in rows[:done])
        again = open_records(CSV, "a.csv", io.BytesIO(TABLE), FormatOptions(), read=read, done=done)
        assert list(again.left) == rows[done:]


def test_a_line_of_any_length_is_refused_before_memory_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "BLOCK", 30)
    monkeypatch.setattr(records, "LONGEST", 50)
    for line in (b'{"text": "' + b"a" * 100, b'{"text": "short"}\n{"text": "' + b"a" * 100):
        with pytest.raises(DocumentError, match="which is not a record"):
            list(open_records(JSON_LINES, "a.jsonl", io.BytesIO(line), FormatOptions()).left)


def test_edits_of_more_documents_than_there_are_are_refused() -> None:
    source = JSON_LINES.read("a.jsonl", b'{"text": "one"}\n\n{"text": "two"}\n', FormatOptions())
    assert source.write([(), ()]) == b'{"text": "one"}\n\n{"text": "two"}\n'
    with pytest.raises(DocumentError, match="edits of 3 documents for 2"):
        source.write([()] * 3)
