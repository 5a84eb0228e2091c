import base64

import pytest

from reticent.errors import DocumentError
from reticent.formats import FormatOptions, plain
from reticent.formats.plain import MARKDOWN, TEXT
from reticent.plan import Edit
from reticent.text import Document, Span


@pytest.mark.parametrize("data", [b"", b"a\r\nb\n", "\ufeffé🙂\u202e".encode(), b"no newline"])
def test_plain_text_comes_back_byte_for_byte(data: bytes) -> None:
    assert plain.write(plain.read("d", data)) == data
    assert TEXT.read("d", data, FormatOptions()).write([()]) == data


def test_half_a_character_is_refused_before_anything_is_written() -> None:
    with pytest.raises(DocumentError, match="lone surrogate at 4"):
        plain.write(Document("d", "text\ud800"))


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(Span(2, 4), "", 0), Edit(Span(3, 5), "", 0)],
        [Edit(Span(4, 5), "", 0), Edit(Span(1, 2), "", 0)],
        [Edit(Span(4, 99), "", 0)],
        [Edit(Span(0, 1), "\0", 0)],
    ],
    ids=["overlapping", "out of order", "past the end", "NUL"],
)
def test_edits_that_cannot_be_carried_out_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(DocumentError):
        TEXT.read("d", b"Jane Doe", FormatOptions()).write([edits])


@pytest.mark.parametrize("form", [TEXT, MARKDOWN], ids=lambda form: form.name)
@pytest.mark.parametrize("kind", ["text/plain;charset=utf-8", "image/png", "image/svg+xml", ""])
def test_a_file_in_an_address_does_not_go_out(form: plain.PlainText, kind: str) -> None:
    packed = base64.b64encode(b"Seen by Dr Zoellner").decode()
    data = f"![a chart](data:{kind};base64,{packed}) and so on".encode()
    source = form.read("a.md", data, FormatOptions())
    assert source.write([()]) == b"![a chart](data:,) and so on"
    assert source.dropped == {"embedded objects": 1}
    assert [each.kind for each in form.inspect(data)] == ["embedded objects"]
