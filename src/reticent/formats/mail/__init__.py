"""Messages and mailboxes as formats: all texts of a message are one document."""

from __future__ import annotations

import codecs
import email
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from reticent.errors import DocumentError, InputError
from reticent.formats.html import decode_text, without_blanks
from reticent.formats.mail._parts import (
    DISPLAYED,
    Message,
    describe_documents,
    list_sources,
    name_sources,
    write_message,
)
from reticent.formats.mail._reading import MailReader
from reticent.formats.mail._residue import find_residue, inspect_mailbox, inspect_message, read_again
from reticent.formats.pictures import choose_pictures
from reticent.formats.pictures._pages import resembles
from reticent.formats.plain import is_text
from reticent.formats.seam.format import (
    FileFormat,
    FileSource,
    KnownFormats,
    RecordLayout,
    Residue,
    VerifiesFile,
    require_edits,
)
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.outline import OutlinePassage, move_passages
from reticent.formats.seam.records import (
    SEPARATOR,
    Fields,
    RecordsSource,
    count_each,
    join_documents,
    read_records,
    write_each,
)
from reticent.plan import Edit
from reticent.text import Cell, Document, Span

LARGEST = 1 << 26
"""The most bytes of a message."""

BYTE_ORDER_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

_BLANK_LINES = re.compile(rb"\A(?:[ \t]*\r?\n)+")
"""What some programs leave before the first header; `email` would take all that follows for the body."""

_HEADER = re.compile(rb"(?:From [^\n]*\n)?[!-9;-~]+[ \t]*:")


@dataclass(frozen=True, slots=True)
class MailFile(FileFormat):
    """A message: one document of its headers, texts and attachments."""

    holds = "more"

    name: str
    suffixes: tuple[str, ...]
    known: KnownFormats = field(repr=False)

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be a message: it begins with a header, perhaps after blank lines."""
        if head.startswith(BYTE_ORDER_MARKS):
            return True
        return is_text(head) and bool(_HEADER.match(_BLANK_LINES.sub(b"", head)))

    def read(self, name: str, data: bytes, options: FormatOptions) -> MailSource:
        """The text of the message; a DocumentError when it can't be read."""
        return read_mail(name, data, options, self.known)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts have the same signs; blanks and line ends depend on the encoding."""
        return without_blanks(released) == without_blanks(found)

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of the message, decoded by hand."""
        yield read_again(data, self.known)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every header, part and attachment that holds one of the words."""
        return find_residue(data, list(words), self.known)

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the message carries besides its text."""
        return inspect_message(_BLANK_LINES.sub(b"", data))


FIRST_LINE = b"From MAILER-DAEMON Thu Jan  1 00:00:00 1970"
"""What every message of a mailbox begins with: its original has sender and time."""


@dataclass(frozen=True, slots=True)
class Mailbox(FileFormat):
    """A file of messages, each after a line that begins with `From `."""

    holds = "more"

    name: str
    suffixes: tuple[str, ...]
    mail: MailFile

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be a mailbox."""
        return head.startswith(b"From ") or not head

    def read(self, name: str, data: bytes, options: FormatOptions) -> RecordsSource:
        """A document per message."""
        layout = self.lay_out(name, data, options, whole=True)
        source = read_records(layout, data, options)
        grown = next((each.options for each in source.records if each.options != options), options)
        return replace(source, options=grown)

    def lay_out(self, name: str, block: bytes, options: FormatOptions, *, whole: bool) -> MailboxLayout:
        """How the messages are read."""
        if not self.recognizes(block):
            raise DocumentError(f"'{name}' does not begin as mailboxes do, with 'From ': correct its ending")
        return MailboxLayout(name, options, self.mail)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts have the same signs; blanks and line ends depend on the encoding."""
        return without_blanks(released) == without_blanks(found)

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of every message, decoded by hand."""
        for record in _cut(io.BytesIO(data)):
            yield from self.mail.reread(record.partition(b"\n")[2])

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every header, part and attachment of every message that holds one of the words."""
        looked_for = list(words)
        return [each for record in _cut(io.BytesIO(data)) for each in self.mail.residue(record, looked_for)]

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What every message carries besides its text."""
        return inspect_mailbox(data)


@dataclass(frozen=True, slots=True)
class MailboxLayout(RecordLayout):
    """How the messages of one mailbox are read."""

    name: str
    options: FormatOptions
    mail: MailFile
    head: bytes = b""
    size: int = 0
    first: int = 1

    def cut(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        """A record is a message with the line before it."""
        return _cut(lines)

    def read(self, record: bytes, number: int) -> StoredMail:
        """One message."""
        name = f"{self.name}, message {number}"
        first, _, message = record.partition(b"\n")
        if len(record) > LARGEST:
            raise DocumentError(f"'{name}' is larger than {LARGEST >> 20} MB: leave it out of the mailbox")
        end = b"\r\n" if first.endswith(b"\r") else b"\n"
        options = self.options
        if choose_pictures(options) == "read":
            options = replace(options, pictures="drop")  # a mailbox is compared letter by letter
        return StoredMail(self.mail.read(name, message, options), end)


@dataclass(frozen=True, slots=True)
class StoredMail(FileSource):
    """A message of a mailbox, written with a first line that tells nothing."""

    source: MailSource
    line_end: bytes

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return self.source.documents

    @property
    def outline(self) -> list[list[OutlinePassage]]:
        """The parts of the message."""
        return self.source.outline

    @property
    def dropped(self) -> Mapping[str, int]:
        """What the message leaves out."""
        return self.source.dropped

    @property
    def options(self) -> FormatOptions:
        """Those that read the message again."""
        return self.source.options

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The message after its edits, with the lines before and after it."""
        return FIRST_LINE + self.line_end + self.source.write(edits) + self.line_end

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """What writing changes in the attachments besides the edits."""
        return self.source.count_changes(edits)


def _cut(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The messages: each begins with a line `From ` after a blank one."""
    gathered: list[bytes] = []
    size, after_blank = 0, True
    for line in lines:
        if after_blank and line.startswith(b"From ") and gathered:
            yield b"".join(gathered)
            gathered, size = [], 0
        gathered.append(line)
        size += len(line)
        if size > 2 * LARGEST:
            raise DocumentError(
                f"a message of the mailbox has more than {LARGEST >> 20} MB: leave it out of the mailbox"
            )
        after_blank = not line.strip()
    if gathered:
        yield b"".join(gathered)


MOST_CONTAINERS = 200
"""Parts that hold others: `email` compares every line with the boundary of each part that is open. Chosen by hand."""

_CONTAINER = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.I | re.M)


@dataclass(frozen=True, slots=True)
class MailSource(FileSource):
    """A message: its headers, both alternatives of its body and its attachments are one document.

    A name that is found in one of them is known in all.
    """

    message: Message = field(repr=False)
    fields: Fields
    dropped: Mapping[str, int]
    options: FormatOptions
    line_end: str = "\n"

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return (self.fields.document,)

    @property
    def outline(self) -> list[list[OutlinePassage]]:
        """Its headers by their names, its texts and its attachments, each with what its own format says of it."""
        parts = iter(self.fields.spans)
        return [
            [
                passage
                for name, source in name_sources(self.message)
                for passages in describe_documents(source)
                for passage in move_passages(passages, next(parts).start, name=name)
            ]
        ]

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The message, made anew with the edits."""
        contents = write_each(list(list_sources(self.message)), self._divide(edits))
        written = write_message(self.message, iter(contents)).rstrip("\n") + "\n"
        return written.replace("\n", self.line_end).encode("ascii")

    def count_changes(self, edits: Sequence[Sequence[Edit]]) -> Mapping[str, int]:
        """What writing changes in the attachments besides the edits."""
        return count_each(list(list_sources(self.message)), self._divide(edits))

    def _divide(self, edits: Sequence[Sequence[Edit]]) -> list[list[Edit]]:
        require_edits(edits, 1)
        return self.fields.split(edits[0])

    def find_verifier(self, form: FileFormat) -> VerifiesFile:
        """The format; where words were read in pictures, one that knows in which parts."""
        read = [each.options.second_look for each in list_sources(self.message) for _ in each.documents]
        parts = [span.of(self.fields.document.text).count(SEPARATOR) + 1 for span in self.fields.spans]
        pieces = [seen for seen, count in zip(read, parts, strict=True) for _ in range(count)]
        return _VerifiesRecognized(form, tuple(pieces)) if any(read) else form


@dataclass(frozen=True, slots=True)
class _VerifiesRecognized(VerifiesFile):
    """Checks a message with pictures that were read; `read` says of each of its texts whether it may hold such words."""

    form: FileFormat
    read: tuple[bool, ...]

    holds = "more"

    def agrees_with(self, released: Sequence[str], found: Sequence[str]) -> bool:
        """Whether all texts are the same to the format, and those of pictures alike."""
        if not len(released) == len(found) == 1:
            return False
        ours, theirs = released[0].split(SEPARATOR), found[0].split(SEPARATOR)
        return len(ours) == len(theirs) == len(self.read) and all(
            self.form.agrees(before, after) or (read and resembles(before, after))
            for before, after, read in zip(ours, theirs, self.read, strict=True)
        )

    def reread(self, data: bytes) -> Iterator[str]:
        """As the format does."""
        return self.form.reread(data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """As the format does."""
        return self.form.residue(data, words)


def read_mail(name: str, data: bytes, options: FormatOptions, known: KnownFormats) -> MailSource:
    """The message in `data`; a DocumentError when it can't be read."""
    if len(data) > LARGEST or sum(1 for _ in _CONTAINER.finditer(data)) > MOST_CONTAINERS:
        raise DocumentError(
            f"'{name}' has more than {LARGEST >> 20} MB or {MOST_CONTAINERS} parts that hold others:"
            " save its attachments and read them by themselves"
        )
    if data.startswith(BYTE_ORDER_MARKS):
        data = decode_text(data, None, f"'{name}'").encode()
    data = _BLANK_LINES.sub(b"", data)
    try:
        return _read(name, data, options, known)
    except InputError:
        raise
    except Exception:  # a message can be broken in more ways than the library knows
        raise DocumentError(f"'{name}' can't be read to its end: save the message anew") from None


def _read(name: str, data: bytes, options: FormatOptions, known: KnownFormats) -> MailSource:
    parsed = email.message_from_bytes(data)
    if not parsed.keys():
        raise DocumentError(f"'{name}' does not begin with the headers of a message: correct its ending")
    reader = MailReader(name, options, known)
    message = reader.read_message(parsed)
    documents = [document for source in list_sources(message) for document in source.documents]
    line_end = "\r\n" if b"\r\n" in data[:4096] else "\n"
    dropped = {kind: count for kind, count in reader.dropped.items() if count}
    fields = join_documents(name, documents)
    cells = tuple(
        Cell(Span(whole.start + each.span.start, whole.start + each.span.end), each.column, each.header)
        for whole, document in zip(fields.spans, documents, strict=True)
        for each in document.cells
        if each.column == DISPLAYED
    )
    fields = replace(fields, document=replace(fields.document, cells=cells))
    return MailSource(message, fields, dropped, reader.options, line_end)
