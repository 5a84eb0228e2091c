"""What every file format keeps to."""

from __future__ import annotations

import io
import pickle
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reticent.errors import DocumentError, InputError
from reticent.formats.seam.format import DocumentSource, FileFormat, Format, as_file_format, as_file_source
from reticent.formats.seam.options import DEFAULTS, FormatOptions
from reticent.formats.seam.records import SEPARATOR, open_records
from reticent.plan import Edit
from reticent.rendering.edits import apply_edits
from reticent.testing import list_checks, on_invented
from reticent.text import Document, Span
from reticent.text.document import MASK

CANARY = "quokkacanary"
"""A word that is put into what a format must refuse: no error may quote it."""

TROUBLE = [
    "",
    "[PERSON]",
    "=1+1",
    "'-x",
    '"',
    ",",
    ";\t|",
    "\r\n",
    "\n",
    "\ufeff",
    "\ufffc",
    MASK,
    "\u2028",
    "5",
    "{}",
]


@dataclass(frozen=True)
class FormatCase:
    """A format under the contract: a file that it reads, and bytes that it must refuse with these options.

    Bytes to refuse should hold the word CANARY wherever there is room for one.
    """

    name: str
    format: Format
    file: str
    data: bytes = field(repr=False)
    options: FormatOptions = DEFAULTS
    refuses: tuple[bytes, ...] = field(default=(), repr=False)

    @property
    def whole(self) -> FileFormat:
        """The format with everything that the engine asks for."""
        return as_file_format(self.format)

    def read(self) -> DocumentSource:
        """What the format reads of the file."""
        return self.format.read(self.file, self.data, self.options)


Edits = Sequence[Sequence[Edit]]


@st.composite
def invent_edits(draw: st.DrawFn, document: Document) -> list[Edit]:
    """Edits of a document, in order and apart, none of which touches what stands between two of its texts."""
    letters = st.characters(codec="utf-8", exclude_characters="\0")
    texts = st.sampled_from(TROUBLE) | st.text(letters, max_size=6)
    edits: list[Edit] = []
    for span in _fields(document):
        cuts = draw(st.lists(st.integers(span.start, span.end), max_size=6, unique=True).map(sorted))
        for start, end in zip(cuts[::2], cuts[1::2], strict=False):
            edits.append(Edit(Span(start, end), draw(texts), 0))
    return edits


_on_edits = on_invented(
    lambda case: st.tuples(st.just(case), st.tuples(*map(invent_edits, case.read().documents))), examples=60
)


def check_it_says_all_that_it_can_do(case: FormatCase) -> None:
    """No capability is misspelt or missing: what files hold besides text is searched, and the search finds words in it.

    Not each of them: some stand in an encoding or in an address, where they are no words of their own.
    """
    whole, source = case.whole, as_file_source(case.read())
    written = source.write([()] * len(source.documents))
    if whole.holds == "text":
        assert written.decode("utf-8") is not None
        return
    checks = source.find_verifier(whole)
    words = {word for document in source.documents for word in re.findall("[a-zA-Z]{5,}", document.text)}
    assert not words or checks.residue(written, words)


def check_it_recognizes_its_own_files(case: FormatCase) -> None:
    """What the format reads it also recognizes by the first bytes."""
    assert case.format.recognizes(case.data[:4096])
    assert all(each == each.lower() and (not each or each.startswith(".")) for each in case.format.suffixes)


def check_documents_have_ids_and_placeholders_in_order(case: FormatCase) -> None:
    """Ids tell documents apart, placeholders lie in the text, counts are counts, and no text shows in a repr."""
    source = case.read()
    ids = [document.id for document in source.documents]
    assert len(set(ids)) == len(ids)
    for document in source.documents:
        ends = [place for span in document.placeholders for place in (span.start, span.end)]
        assert all(left <= right for left, right in pairwise([0, *ends, len(document.text)]))
        assert len(document.text) < 4 or document.text not in repr(source)
    assert all(count > 0 for count in source.dropped.values())


@_on_edits
def check_what_is_written_is_read_again_as_the_released_texts(case: FormatCase, edits: Edits) -> None:
    """Exactly these texts, or such that a container agrees with, and written once more the same bytes."""
    source = case.read()
    released = [apply_edits(document, each) for document, each in zip(source.documents, edits, strict=True)]
    try:
        written = source.write(edits)
    except DocumentError:
        # A page has no room for every text; what it can't hold is refused.
        assert case.whole.holds == "more"
        return
    again = case.format.read(case.file, written, source.options)
    assert len(again.documents) == len(released)
    assert all(
        case.whole.agrees(ours.text, found.text)
        for ours, found in zip(released, again.documents, strict=True)
    )
    assert again.write([()] * len(released)) == written


def check_what_is_removed_everywhere_is_gone_from_the_bytes(case: FormatCase) -> None:
    """With all texts removed no long word of them is left; the case's file holds none of these elsewhere."""
    source = case.read()
    edits = [[Edit(span, "", 0) for span in _fields(document) if span] for document in source.documents]
    words = {word for document in source.documents for word in re.findall("[a-zA-Z]{5,}", document.text)}
    written = source.write(edits)
    assert not any(word.encode() in written for word in words)


def check_no_edit_reaches_from_one_text_into_another(case: FormatCase) -> None:
    """What stands between two texts of a record can't be edited."""
    source = case.read()
    for place, document in enumerate(source.documents):
        for mark in document.placeholders:
            for span in (mark, Span(max(0, mark.start - 9), mark.end), Span(mark.start, mark.end + 2)):
                edits: list[list[Edit]] = [[] for _ in source.documents]
                edits[place] = [Edit(span, "X", 0)]
                with pytest.raises(DocumentError):
                    source.write(edits)


def check_edits_are_one_list_a_document(case: FormatCase) -> None:
    """Too few or too many lists are refused, not carried out by halves."""
    source = case.read()
    for wrong in {0, len(source.documents) + 1} - {len(source.documents)}:
        with pytest.raises(DocumentError, match="one list a document"):
            source.write([()] * wrong)


@_on_edits
def check_record_by_record_it_is_the_same_file(case: FormatCase, edits: Edits) -> None:
    """With a layout that has travelled to another process, no byte left out, and each record readable alone."""
    if not case.whole.reads_records:
        return
    records = open_records(case.whole, case.file, io.BytesIO(case.data), case.options)
    layout = pickle.loads(pickle.dumps(records.layout))  # noqa: S301 - our own bytes
    raw, rest, pieces = list(records.left), list(edits), [layout.head]
    assert case.data[layout.size :] == b"".join(each.data for each in raw)
    for each in raw:
        record = layout.read(each.data, each.number)
        pieces.append(record.write(rest[: len(record.documents)]))
        del rest[: len(record.documents)]
        again = case.format.read(case.file, layout.head + pieces[-1], record.options)
        assert len(again.documents) == len(record.documents)
    assert b"".join(pieces) == case.read().write(edits)


def check_a_run_goes_on_from_any_record(case: FormatCase) -> None:
    """From the bytes and records that it is done with."""
    if not case.whole.reads_records:
        return
    raw = list(open_records(case.whole, case.file, io.BytesIO(case.data), case.options).left)
    for done in range(len(raw)):
        size = sum(len(each.data) for each in raw[:done])
        later = open_records(case.whole, case.file, io.BytesIO(case.data), case.options, read=size, done=done)
        assert list(later.left) == raw[done:]


def check_what_it_cannot_read_is_refused_without_a_word_of_it(case: FormatCase) -> None:
    """By an error of ours that neither quotes the file nor carries an error that does."""
    for data in case.refuses:
        with pytest.raises(InputError) as caught:
            case.format.read(case.file, data, case.options)
        assert CANARY not in str(caught.value)
        assert caught.value.__suppress_context__ or caught.value.__context__ is None


def check_any_bytes_are_read_or_refused(case: FormatCase) -> None:
    """Nothing but an error of ours, and what is read comes back."""

    @settings(deadline=None)
    @given(data=st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
    def hold(data: bytes) -> None:
        try:
            source = case.format.read(case.file, data, case.options)
        except InputError:
            return
        texts = [document.text for document in source.documents]
        again = case.format.read(case.file, source.write([()] * len(texts)), source.options)
        assert [document.text for document in again.documents] == texts

    hold()


CHECKS = list_checks(__name__)


def _fields(document: Document) -> list[Span]:
    """The texts of a record: what stands between its separators."""
    half = len(SEPARATOR) // 2
    ends = [0]
    for mark in document.placeholders:
        ends += [mark.start - half, mark.end + half]
    ends.append(len(document.text))
    return [Span(start, end) for start, end in zip(ends[::2], ends[1::2], strict=True)]
