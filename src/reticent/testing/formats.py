"""What every file format keeps to: checks for the tests of a format, ours or another package's.

    @given(st.data())
    def test_my_format_keeps_the_contract(data):
        check_format(MyFormat(), "notes.mine", NOTES, FormatOptions(), data)

Each check raises an AssertionError that says what is wrong. `check_format` runs all of them on one file.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Sequence
from itertools import pairwise

from reticent.errors import DocumentError, InputError, MissingExtraError
from reticent.formats.format import Format, RecordFormat, Source
from reticent.formats.options import FormatOptions
from reticent.formats.records import open_records
from reticent.plan import Edit
from reticent.rendering.edits import edited
from reticent.text import Document, Span

try:
    from hypothesis import strategies as st
except ImportError as error:  # pragma: no cover - the tests have it
    raise MissingExtraError("dev", "reticent.testing") from error

REPLACEMENTS = st.one_of(
    st.sampled_from(
        ["", "[PERSON]", "=1+1", "'-x", '"', ",", ";\t|", "\r\n", "\n", "\ufeff", "\ufffc", "5", "{}"]
    ),
    st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=6),
)
"""What an edit may put into a text: all that formats stumble over."""


def check_format(
    format: Format,  # noqa: A002 - it is one
    name: str,
    data: bytes,
    options: FormatOptions,
    draw: st.DataObject,
) -> None:
    """Every check on one file of the format, with edits that hypothesis draws."""
    assert format.recognizes(data[:4096]), "the format doesn't recognize its own file"
    source = format.read(name, data, options)
    check_documents(source)
    edits = [draw.draw(edits_of(document)) for document in source.documents]
    check_written(format, name, source, [[] for _ in source.documents])
    check_written(format, name, source, edits)
    if isinstance(format, RecordFormat):
        check_records(format, name, data, options, edits)


def check_documents(source: Source) -> None:
    """The documents have ids of their own, placeholders in order, and counts of what is dropped are counts."""
    ids = [document.id for document in source.documents]
    assert len(set(ids)) == len(ids), "two documents have one id"
    for document in source.documents:
        ends = [place for span in document.placeholders for place in (span.start, span.end)]
        assert all(left <= right for left, right in pairwise([0, *ends, len(document.text)]))
        assert document.text not in repr(source) or len(document.text) < 4, "a text shows in a repr"
    assert all(count > 0 for count in source.dropped.values())


def check_written(format: Format, name: str, source: Source, edits: Sequence[Sequence[Edit]]) -> None:  # noqa: A002
    """What is written is read again as exactly the released texts, and written again as the same bytes."""
    released = [edited(document, each) for document, each in zip(source.documents, edits, strict=True)]
    written = source.write(edits)
    assert written == source.write(edits), "the same edits give other bytes"
    again = format.read(name, written, source.options)
    assert [each.text for each in again.documents] == [each.text for each in released]
    assert again.write([[] for _ in released]) == written, "what was written isn't stable"


def check_records(
    format: RecordFormat,  # noqa: A002
    name: str,
    data: bytes,
    options: FormatOptions,
    edits: Sequence[Sequence[Edit]],
) -> None:
    """Record by record, in another process, and gone on with anywhere, it is the same file."""
    whole = format.read(name, data, options)
    records = open_records(format, name, io.BytesIO(data), options)
    layout = pickle.loads(pickle.dumps(records.layout))  # noqa: S301 - our own bytes
    raw = list(records.left)
    assert data[layout.size :] == b"".join(each.data for each in raw), "bytes are left out between records"
    rest, pieces = list(edits), [layout.head]
    for each in raw:
        record = layout.read(each.data, each.number)
        count = len(record.documents)
        pieces.append(record.write(rest[:count]))
        del rest[:count]
    assert b"".join(pieces) == whole.write(edits), "the stream differs from the whole"
    for done in range(len(raw)):
        size = sum(len(each.data) for each in raw[:done])
        later = open_records(format, name, io.BytesIO(data), options, read=size, done=done)
        assert list(later.left) == raw[done:], "a run that goes on reads other records"


def check_refused(format: Format, name: str, data: bytes, options: FormatOptions, secret: str) -> None:  # noqa: A002
    """What can't be read is refused with an InputError of ours, which doesn't quote the `secret` in it."""
    try:
        format.read(name, data, options)
    except InputError as error:
        assert secret not in str(error), "the error quotes the document"
        assert error.__cause__ is None, "the error carries another one, which may quote the document"
        return
    raise AssertionError("it was read")


def check_crossing(source: Source) -> None:
    """No edit is carried out that reaches from one text of a record into another."""
    for place, document in enumerate(source.documents):
        for mark in document.placeholders:
            edits: list[list[Edit]] = [[] for _ in source.documents]
            edits[place] = [Edit(Span(mark.start, mark.end), "X", 0)]
            try:
                source.write(edits)
            except DocumentError:
                continue
            raise AssertionError("an edit across two texts was carried out")


@st.composite
def edits_of(draw: st.DrawFn, document: Document) -> list[Edit]:
    """Edits of a document, in order and apart, none of which touches what stands between two of its texts."""
    edits: list[Edit] = []
    for stretch in _stretches(document):
        cuts = draw(st.lists(st.integers(stretch.start, stretch.end), max_size=6, unique=True).map(sorted))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False):
            edits.append(Edit(Span(start, end), draw(REPLACEMENTS), 0))
    return edits


def _stretches(document: Document) -> list[Span]:
    """The texts of a record: what stands between its separators."""
    from reticent.formats.fields import SEPARATOR

    half = len(SEPARATOR) // 2
    ends = [0]
    for mark in document.placeholders:
        ends += [mark.start - half, mark.end + half]
    ends.append(len(document.text))
    return [Span(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True)]
