"""Plain text in UTF-8, and Markdown, which is text too; and what bytes look like, whatever their name says."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from unicodedata import category

from reticent.errors import DocumentError
from reticent.formats.seam.format import FileFormat, FileSource, require_edits
from reticent.formats.seam.inspection import BYTE_ORDER_MARKS, CONTROLS, EMBEDDED, INVISIBLE, FileFinding
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import Fields, join_fields
from reticent.plan import Edit
from reticent.rendering.placeholders import escape_style, with_style
from reticent.text import Document

_SIGNATURES = {
    b"%PDF-": "a PDF file",
    b"PK\x03\x04": "a zip file, such as a Word, Excel or OpenDocument file",
    b"PK\x05\x06": "an empty zip file",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": "an old Office file (.doc, .xls, .ppt, .msg)",
    b"{\\rtf": "an RTF file",
    b"\x1f\x8b": "a gzip file",
    b"BZh": "a bzip2 file",
    b"\xfd7zXZ\0": "an xz file",
    b"7z\xbc\xaf\x27\x1c": "a 7z file",
    b"\x28\xb5\x2f\xfd": "a zstd file",
    b"Rar!\x1a\x07": "a RAR file",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF87a": "a GIF image",
    b"GIF89a": "a GIF image",
    b"II*\0": "a TIFF image",
    b"MM\0*": "a TIFF image",
    b"PAR1": "a Parquet file",
    b"PARE": "an encrypted Parquet file",
    b"ARROW1": "an Arrow file",
    b"FEA1": "an old Feather file",
    b"SQLite format 3\0": "an SQLite database",
    b"\x7fELF": "a program",
}
_WIDE = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}
"""In this order: the mark of UTF-32 begins with that of UTF-16."""


def name_content(head: bytes) -> str | None:
    """What a file with these first bytes is, if it is known and no text in UTF-8."""
    for mark, encoding in _WIDE.items():
        if head.startswith(mark):
            return f"text in {encoding} (convert it with 'iconv -f {encoding} -t utf-8')"
    # Programs skip blanks before the signature of a PDF or RTF file.
    start = head.removeprefix(codecs.BOM_UTF8).lstrip()
    for signature, meaning in _SIGNATURES.items():
        if head.startswith(signature) or (signature in (b"%PDF-", b"{\\rtf") and start.startswith(signature)):
            return meaning
    return f"a NUL byte (byte {head.index(0)}), so it is not text" if b"\0" in head else None


def is_text(head: bytes) -> bool:
    """Whether a file with these first bytes may be text in UTF-8: no other signature, no NUL."""
    return name_content(head) is None


def decode(data: bytes, where: str) -> str:
    """The text of UTF-8 bytes; a DocumentError tells the byte that is wrong."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"{where} is not UTF-8 (byte {error.start}): convert it first, for example with 'iconv -t utf-8'"
        ) from None
    if "\0" in text:
        raise DocumentError(
            f"{where} holds a NUL byte (byte {data.index(0)}), so it is not plain text: convert it to UTF-8 text first"
        )
    return text


def encode(text: str, where: str) -> bytes:
    """The bytes of a text, such that `decode` gives it back."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise DocumentError(
            f"{where} holds half a character (a lone surrogate at {error.start}), which no file can: remove it"
        ) from None
    if b"\0" in data:
        raise DocumentError(f"{where} would hold a NUL character at {text.index(chr(0))}: remove it")
    return data


_CARRIED = re.compile(
    r"data:[A-Za-z0-9.+/-]{0,100}(?:;[A-Za-z0-9.=+-]{1,60}){0,6};\s?base64,[A-Za-z0-9+/_%-]{1,}={0,2}",
    re.IGNORECASE,
)
"""A file as an address (RFC 2397)."""


def leave_out_files(text: str) -> tuple[str, int]:
    """A text in which no address holds a file, and how many did.

    >>> leave_out_files("![a chart](data:image/png;base64,iVBORw0KGgo=)")
    ('![a chart](data:,)', 1)
    """
    return _CARRIED.subn("data:,", text)


@dataclass(frozen=True, slots=True)
class PlainText(FileFormat):
    """A file that is one text, every character of it, byte order mark and line ends included.

    Files that it carries in base64, such as pictures of Markdown, are left out: nobody reads the words in them.
    Where it `has_tags`, a placeholder in angles is escaped, so that it is not taken for one.
    """

    holds = "text"

    name: str
    suffixes: tuple[str, ...]
    has_tags: bool = False

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be text."""
        return is_text(head)

    def read(self, name: str, data: bytes, options: FormatOptions) -> TextSource:
        """The one document of the file."""
        text, embedded = leave_out_files(decode(data, f"'{name}'"))
        fields = join_fields(name, [text])
        if self.has_tags:
            styled = with_style(fields.document, escape_style(options.placeholders))
            fields = replace(fields, document=styled)
        return TextSource(fields, options, {EMBEDDED: embedded} if embedded else {})

    def inspect(self, data: bytes) -> list[FileFinding]:
        """The characters in the file that have no shape."""
        return inspect_text_file(data)


@dataclass(frozen=True, slots=True)
class TextSource(FileSource):
    """A text that was read."""

    fields: Fields
    options: FormatOptions
    dropped: Mapping[str, int] = field(default_factory=dict)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document."""
        return (self.fields.document,)

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        """The text after the edits."""
        require_edits(edits, 1)
        (text,) = self.fields.texts(edits[0])
        return encode(text, f"'{self.fields.document.id}'")


TEXT = PlainText("text", (".txt", ".text", ".log", ""))
MARKDOWN = PlainText("markdown", (".md", ".markdown"), has_tags=True)


def read(name: str, data: bytes) -> Document:
    """The document in `data`, every character as it stands there, line ends and byte order mark included."""
    return Document(name, decode(data, f"'{name}'"))


def write(document: Document) -> bytes:
    """The bytes of a document, such that `read` gives it back."""
    return encode(document.text, f"'{document.id}'")


_ESCAPE = re.compile(r"(?<!\\)\\u([0-9a-fA-F]{4})")
_BYTE_ORDER_MARK = "\ufeff"
_USUAL = frozenset("\n\r\t\f")
_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and signs that look like nothing."""


def inspect_text_file(data: bytes) -> list[FileFinding]:
    """The characters without a shape in a file of text, and the files that it carries."""
    text = decode(data, "the file")
    carried = leave_out_files(text)[1]
    return [*([FileFinding(EMBEDDED, carried)] if carried else []), *inspect_text(text)]


def inspect_json_file(data: bytes) -> list[FileFinding]:
    """The same for JSON, whose strings may hold characters by their numbers."""
    text = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), decode(data, "the file"))
    return list(inspect_text(text))


def inspect_text(text: str) -> Iterator[FileFinding]:
    """By kind: the mark at the beginning, control characters, and such as have no shape."""
    if text.startswith(_BYTE_ORDER_MARK):
        yield FileFinding(BYTE_ORDER_MARKS, 1, "the beginning")
    body = text.removeprefix(_BYTE_ORDER_MARK)
    odd = [(place, letter) for place, letter in enumerate(body) if _is_odd(letter)]
    for kind, categories in ((CONTROLS, ("Cc",)), (INVISIBLE, ("Cf", "Lo", "So"))):
        found = [(place, letter) for place, letter in odd if category(letter) in categories]
        if found:
            words = tuple(f"U+{ord(letter):04X} at {place}" for place, letter in found)
            yield FileFinding(kind, len(found), "", words)


def _is_odd(letter: str) -> bool:
    return letter in _BLANKS or (category(letter) in ("Cc", "Cf") and letter not in _USUAL)
