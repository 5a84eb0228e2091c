"""A message that was read: all its texts as one document, and how it is written with edits."""

from __future__ import annotations

import email
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reticent.errors import DocumentError, InputError
from reticent.formats.fields import Fields, join_documents
from reticent.formats.format import require_edits
from reticent.formats.html.charsets import decode_text
from reticent.formats.mail.file import BYTE_ORDER_MARKS, LARGEST
from reticent.formats.mail.parts import Message, list_sources, write_message
from reticent.formats.mail.reading import MailReader
from reticent.formats.options import FormatOptions
from reticent.formats.records import count_each, write_each
from reticent.plan import Edit
from reticent.text import Document

MOST_CONTAINERS = 200
_CONTAINER = re.compile(rb"^content-type:\s*(?:multipart|message)/", re.I | re.M)


@dataclass(frozen=True, slots=True)
class MailSource:
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
        (of_document,) = edits
        return self.fields.split(of_document)


def read_mail(name: str, data: bytes, options: FormatOptions) -> MailSource:
    """The message in `data`; a DocumentError when it can't be read."""
    if len(data) > LARGEST or sum(1 for _ in _CONTAINER.finditer(data)) > MOST_CONTAINERS:
        raise DocumentError(
            f"'{name}' has more than {LARGEST >> 20} MB or {MOST_CONTAINERS} parts that hold others:"
            " save its attachments and read them by themselves"
        )
    if data.startswith(BYTE_ORDER_MARKS):
        data = decode_text(data, None, f"'{name}'").encode()
    try:
        return _read(name, data, options)
    except InputError:
        raise
    except Exception:  # a message can be broken in more ways than the library knows
        raise DocumentError(f"'{name}' can't be read to its end: save the message anew") from None


def _read(name: str, data: bytes, options: FormatOptions) -> MailSource:
    parsed = email.message_from_bytes(data)
    if not parsed.keys():
        raise DocumentError(f"'{name}' does not begin with the headers of a message: correct its ending")
    reader = MailReader(name, options)
    message = reader.read_message(parsed)
    documents = [document for source in list_sources(message) for document in source.documents]
    line_end = "\r\n" if b"\r\n" in data[:4096] else "\n"
    dropped = {kind: count for kind, count in reader.dropped.items() if count}
    return MailSource(message, join_documents(name, documents), dropped, reader.options, line_end)
