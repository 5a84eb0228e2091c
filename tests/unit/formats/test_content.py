"""Bytes to text and back: whatever is written can be read again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.errors import DocumentError
from reticent.formats.plain import decode, encode


def test_a_nul_byte_anywhere_is_refused_by_its_place() -> None:
    with pytest.raises(DocumentError, match=r"NUL byte.*byte 5000"):
        decode(b"a" * 5000 + b"\0", "'a.txt'")
    with pytest.raises(DocumentError, match="NUL character at 3"):
        encode("abc\0", "'a.txt'")


@given(st.text())
def test_what_can_be_written_reads_back(text: str) -> None:
    try:
        data = encode(text, "'a.txt'")
    except DocumentError:
        assert "\0" in text or any("\ud800" <= character <= "\udfff" for character in text)
    else:
        assert decode(data, "'a.txt'") == text
