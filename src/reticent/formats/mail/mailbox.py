"""Mailboxes: one message after another in a file, each read and written by itself."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reticent.errors import DocumentError
from reticent.formats.format import Finding, Residue
from reticent.formats.html.file import without_blanks
from reticent.formats.mail.file import LARGEST, MAIL
from reticent.formats.options import FormatOptions
from reticent.formats.records import RecordsSource, read_records
from reticent.plan import Edit
from reticent.text import Document

if TYPE_CHECKING:
    from reticent.formats.mail.source import MailSource

FIRST_LINE = b"From MAILER-DAEMON Thu Jan  1 00:00:00 1970"
"""What every message of a mailbox begins with: its original has sender and time."""


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A file of messages, each after a line that begins with `From `."""

    name: str
    suffixes: tuple[str, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be a mailbox."""
        return head.startswith(b"From ") or not head

    def read(self, name: str, data: bytes, options: FormatOptions) -> RecordsSource:
        """A document a message."""
        layout = self.lay_out(name, data, options, whole=True)
        source = read_records(layout, data, options)
        grown = next((each.options for each in source.records if each.options != options), options)
        return replace(source, options=grown)

    def lay_out(self, name: str, block: bytes, options: FormatOptions, *, whole: bool) -> MailboxLayout:
        """How the messages are read."""
        if not self.recognizes(block):
            raise DocumentError(f"'{name}' does not begin as mailboxes do, with 'From ': correct its ending")
        return MailboxLayout(name, options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts have the same signs; blanks and line ends depend on the encoding."""
        return without_blanks(released) == without_blanks(found)

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of every message, decoded by hand."""
        for record in _cut(io.BytesIO(data)):
            yield from MAIL.reread(record.partition(b"\n")[2])

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every header, part and attachment of every message that holds one of the words."""
        looked_for = list(words)
        return [each for record in _cut(io.BytesIO(data)) for each in MAIL.residue(record, looked_for)]

    def inspect(self, data: bytes) -> list[Finding]:
        """What every message carries besides its text."""
        from reticent.formats.inspection.messages import inspect_mailbox

        return inspect_mailbox(data)


@dataclass(frozen=True, slots=True)
class MailboxLayout:
    """How the messages of one mailbox are read."""

    name: str
    options: FormatOptions
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
        return StoredMail(MAIL.read(name, message, self.options), end)


@dataclass(frozen=True, slots=True)
class StoredMail:
    """A message of a mailbox, written with a first line that tells nothing."""

    source: MailSource
    line_end: bytes

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return self.source.documents

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


MAILBOX = Mailbox("mbox", (".mbox",))
