"""A message as a format among the others."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reticent.formats.content import is_text
from reticent.formats.format import Finding, Residue
from reticent.formats.html.file import without_blanks
from reticent.formats.options import FormatOptions

if TYPE_CHECKING:
    from reticent.formats.mail.source import MailSource

LARGEST = 1 << 26
"""The most bytes of a message."""

BYTE_ORDER_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

_HEADER = re.compile(rb"(?:From [^\n]*\n)?[!-9;-~]+[ \t]*:")


@dataclass(frozen=True, slots=True)
class MailFile:
    """A message: one document of its headers, texts and attachments."""

    name: str
    suffixes: tuple[str, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be a message: it begins with a header."""
        if head.startswith(BYTE_ORDER_MARKS):
            return True
        return is_text(head) and bool(_HEADER.match(head))

    def read(self, name: str, data: bytes, options: FormatOptions) -> MailSource:
        """The text of the message; a DocumentError when it can't be read."""
        from reticent.formats.mail.source import read_mail

        return read_mail(name, data, options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts have the same signs; blanks and line ends depend on the encoding."""
        return without_blanks(released) == without_blanks(found)

    def reread(self, data: bytes) -> Iterator[str]:
        """The texts of the message, decoded by hand."""
        from reticent.formats.mail.second_reader import read_again

        yield read_again(data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every header, part and attachment that holds one of the words."""
        from reticent.formats.mail.residue import find_residue

        return find_residue(data, list(words))

    def inspect(self, data: bytes) -> list[Finding]:
        """What the message carries besides its text."""
        from reticent.formats.inspection.messages import inspect_message

        return inspect_message(data)


MAIL = MailFile("eml", (".eml",))
