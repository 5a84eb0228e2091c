"""What a message is made of, as values: headers, bodies and attachments, how each is decoded and how it is written."""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, groupby
from pathlib import PurePath
from typing import Literal

from reticent.errors import DocumentError, InputError
from reticent.formats.html import decode_text
from reticent.formats.seam.format import FileFormat, FileSource, KnownFormats, as_file_source
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.outline import OutlinePassage
from reticent.formats.seam.records import Fields
from reticent.plan import Edit
from reticent.text import Cell, Document, Span

KEPT = ("From", "To", "Cc", "Subject", "Date")
"""Headers that go out, judged as text."""

OURS = frozenset(("mime-version", "content-type", "content-transfer-encoding", "content-disposition"))
"""Headers that are written anew whatever they held."""

_WIDEST = 76
"""Characters of a line of a header or of base64: RFC 2047 and RFC 2045 allow no more."""

_CHUNK = 40
"""Bytes of an encoded word, which is 68 characters in base64 and so fits on a line after a blank."""

_ENCODED = re.compile(r"=\?([^?\s]+)\?([bBqQ])\?([^?]*)\?=")
_RUN = re.compile(rf"(?:{_ENCODED.pattern.replace('(', '(?:')})+")
_BETWEEN = re.compile(r"(\?=)\s+(?==\?[^?\s]+\?[bBqQ]\?)")
_PLAIN = re.compile(r"[!-~]+")
_ADDRESS = re.compile(r"[!-Z^-~\\]+")
"""A placeholder's brackets are no part of an address, and mail programs would show nothing at all."""

_FREE = ("Subject", "Date")
DISPLAYED = ("displayed names", 0)
"""The column of the names that stand before addresses, which are names by their place, whatever words they are."""

_SHOWN = re.compile(r"[^,;]+")
_AROUND_NAMES = " \t\"'>"


def name_displayed(name: str, text: str, start: int = 0) -> Iterator[Cell]:
    """The names that a header displays, as cells; `start` is where its text begins.

    >>> [each.span.of("Bean <b@c.org>, Cook") for each in name_displayed("To", "Bean <b@c.org>, Cook")]
    ['Bean', 'Cook']
    """
    if name in _FREE:
        return
    for found in _SHOWN.finditer(text):
        before, angle, _ = found[0].partition("<")
        shown = before.rpartition(":")[2].strip(_AROUND_NAMES)
        if shown and (angle or "@" not in shown):
            begin = start + found.start() + before.rindex(shown)
            yield Cell(Span(begin, begin + len(shown)), DISPLAYED, "full name")


def read_header(value: str, where: str) -> str | None:
    """The text of a header, its encoded words decoded; a DocumentError when their character set lies.

    `value` holds bytes above ASCII as `email` does, as lone surrogates; None when they are no UTF-8, because nothing
    says what they are.
    """
    try:
        written = value.encode("utf-8", "surrogateescape").decode("utf-8")
    except UnicodeError:
        return None
    text = _BETWEEN.sub(r"\1", written)
    return clean_header(_RUN.sub(lambda run: _decode_run(run[0], where), text))


def clean_header(text: str) -> str:
    """A header's text with single blanks; a byte order mark is none of its signs."""
    return " ".join(text.replace("\0", " ").replace("\ufeff", " ").split())


def write_header(name: str, text: str) -> Iterator[str]:
    """The lines of a header, folded, with encoded words where it needs them."""
    line = f"{name}:"
    plain = _PLAIN if name in _FREE else _ADDRESS
    for word in _encode_words(clean_header(text), plain):
        if len(line) + 1 + len(word) > _WIDEST and line != f"{name}:":
            yield line
            line = ""
        line += f" {word}"
    yield line


def _decode_run(run: str, where: str) -> str:
    """The text of neighboring encoded words; those of one set are decoded together, for letters lie across them."""
    words = [
        (charset.partition("*")[0].lower(), _decode_word(encoding, written, where))
        for charset, encoding, written in _ENCODED.findall(run)
    ]
    by_charset = groupby(words, key=lambda word: word[0])
    return "".join(
        decode_text(b"".join(data for _, data in group), charset, f"{where}, a header,")
        for charset, group in by_charset
    )


def _decode_word(encoding: str, written: str, where: str) -> bytes:
    if encoding in "qQ":
        quoted = written.replace("_", " ").encode("utf-8")
        return re.sub(rb"=([0-9A-Fa-f]{2})", lambda code: bytes([int(code[1], 16)]), quoted)
    try:
        return base64.b64decode(written + "=" * (-len(written) % 4))
    except (binascii.Error, ValueError):
        raise DocumentError(f"{where} has a header that can't be decoded: save the message anew") from None


def _encode_words(text: str, plain: re.Pattern[str]) -> Iterator[str]:
    """The words of a header; neighbours that aren't plain are encoded together."""
    run: list[str] = []
    for word in [*text.split(" "), ""]:
        if word and (not plain.fullmatch(word) or "=?" in word or len(word) > _WIDEST * 10):
            run.append(word)
            continue
        if run:
            yield from _encode(" ".join(run))
            run = []
        if word:
            yield word


def _encode(text: str) -> Iterator[str]:
    chunk = ""
    for letter in text:
        if len((chunk + letter).encode()) > _CHUNK:
            yield _encode_chunk(chunk)
            chunk = ""
        chunk += letter
    yield _encode_chunk(chunk)


def _encode_chunk(chunk: str) -> str:
    return f"=?utf-8?b?{base64.b64encode(chunk.encode()).decode()}?="


MEDIA = "application/octet-stream"
"""How attachments are described, whatever they are: their endings say more."""

_NOT_NESTED = frozenset(("eml", "mbox", "msg", "zip"))
"""Formats that could hold attachments of their own without end."""

_ENDINGS = {
    "text/csv": ".csv",
    "text/tab-separated-values": ".tsv",
    "text/markdown": ".md",
    "application/json": ".json",
    "application/pdf": ".pdf",
}


@dataclass(frozen=True, slots=True)
class Attachment:
    """An attachment that was read, and the ending that its new name has."""

    source: FileSource
    ending: str


def read_attachment(
    data: bytes, filename: str, media: str, options: FormatOptions, *, name: str, known: KnownFormats
) -> Attachment | None:
    """The attachment, called `name` in errors and ids; None when no format reads it."""
    ending = PurePath(filename).suffix.lower() or _ENDINGS.get(media, "")
    form = find_attached_format(ending, data, options, known) if ending else None
    if form is None:
        return None
    try:
        source = as_file_source(form.read(name, data, options))
    except InputError:
        return None
    known_ending = ending if ending in form.suffixes else form.suffixes[0]  # any other is somebody's word
    return Attachment(source, PurePath(form.name_release(f"a{known_ending}")).suffix)


def find_attached_format(
    ending: str, data: bytes, options: FormatOptions, known: KnownFormats
) -> FileFormat | None:
    """The format of an attachment with this ending; None when there is none, or it holds others itself."""
    try:
        form = known.find(f"attachment{ending}", data, replace(options, format=None))
    except InputError:
        return None
    return None if form.name in _NOT_NESTED else form


def reads_again(attachment: Attachment, options: FormatOptions, known: KnownFormats) -> bool:
    """Whether an attachment that was written is read with these options as it should be."""
    source = attachment.source
    if source.options == options:
        return True
    texts = [document.text for document in source.documents]
    data = source.write([()] * len(texts))
    form = find_attached_format(attachment.ending, data, options, known)
    try:
        again = form.read("attachment", data, options).documents if form else ()
    except InputError:
        return False
    found = [document.text for document in again]
    if form and source.options.second_look:  # a second look at a picture reads not quite the same
        return source.find_verifier(form).agrees_with(texts, found)
    return found == texts


_LONGEST = _WIDEST - 1
"""Characters of a line in quoted-printable, before the sign that says that it goes on."""

PLAIN_ENCODINGS = frozenset(("", "7bit", "8bit", "binary"))
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")


def clean_text(text: str) -> str:
    """A text with line feeds as line ends, and none at its end: mail can't say how many there were."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def decode_body(body: bytes, encoding: str) -> bytes | None:
    """The bytes of a body; None when its encoding is unknown or broken."""
    if encoding in PLAIN_ENCODINGS:
        return body
    if encoding == "quoted-printable":
        return quopri.decodestring(body)
    if encoding != "base64":
        return None
    letters = _NOT_BASE64.sub(b"", body)
    try:
        return base64.b64decode(letters + b"=" * (-len(letters) % 4))
    except (binascii.Error, ValueError):
        return None


def encode_text(text: str) -> tuple[str, str]:
    """The name of an encoding and the text in it: lines that people can read unless most letters need escapes."""
    data = text.encode()
    if sum(byte > 126 for byte in data) * 6 > len(data):
        return "base64", encode_bytes(data)
    return "quoted-printable", "\n".join(map(_quote_line, text.split("\n")))


def encode_bytes(data: bytes) -> str:
    written = base64.b64encode(data).decode()
    return "\n".join(written[start : start + _WIDEST] for start in range(0, len(written), _WIDEST))


def _quote_line(line: str) -> str:
    """A line with every byte escaped that some program might change; no line begins like one of a mailbox."""
    signs = [_quote(byte) for byte in line.encode()]
    if line.endswith((" ", "\t")):
        signs[-1] = f"={line.encode()[-1]:02X}"
    if line.startswith(("From ", ".")):
        signs[0] = f"={line.encode()[0]:02X}"
    pieces, current = [], ""
    for sign in signs:
        if len(current) + len(sign) > _LONGEST:
            pieces.append(current + "=")
            # A line that goes on may begin like one of a mailbox too.
            current = f"={ord(sign):02X}" if sign in ("F", ".") else sign
        else:
            current += sign
    return "\n".join([*pieces, current])


def _quote(byte: int) -> str:
    return chr(byte) if (32 <= byte <= 126 and byte != 61) or byte == 9 else f"={byte:02X}"


@dataclass(frozen=True, slots=True)
class HeaderSource(FileSource):
    """The headers of a message that stay: their texts are one document."""

    names: tuple[str, ...]
    fields: Fields
    options: FormatOptions
    dropped: dict[str, int] = field(default_factory=dict)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The one document, or none without a header."""
        return (self.fields.document,) if self.names else ()

    @property
    def outline(self) -> list[list[OutlinePassage]]:
        """A passage for each header, by its name."""
        named = zip(self.fields.spans, self.names, strict=False)
        return [[OutlinePassage(span, name=name) for span, name in named]] if self.names else []

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        texts = self.fields.texts(edits[0]) if edits else []
        lines = [
            line for name, text in zip(self.names, texts, strict=True) for line in write_header(name, text)
        ]
        return "".join(f"{line}\n" for line in lines).encode()


@dataclass(frozen=True, slots=True)
class ContentPart:
    """A part with a content of its own: a text that is shown, or an attachment under a neutral name."""

    media: str
    source: FileSource
    name: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Several parts together."""

    kind: Literal["mixed", "alternative", "related"]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A message, the outermost or one that another carries."""

    headers: HeaderSource
    body: Part


Part = ContentPart | Group | Message


def list_sources(part: Part) -> Iterator[FileSource]:
    """Everything with documents in a part, in the order in which it is written."""
    if isinstance(part, ContentPart):
        yield part.source
    elif isinstance(part, Group):
        for each in part.parts:
            yield from list_sources(each)
    else:
        yield part.headers
        yield from list_sources(part.body)


_SHOWN_MEDIA = {"text/plain": "text", "text/html": "web page"}


def name_sources(part: Part) -> Iterator[tuple[str, FileSource]]:
    """Everything with documents in a part, in the order of `list_sources`, with what a person would call it."""
    if isinstance(part, ContentPart):
        yield part.name or _SHOWN_MEDIA.get(part.media, part.media), part.source
    elif isinstance(part, Group):
        for each in part.parts:
            yield from name_sources(each)
    else:
        yield "", part.headers
        yield from name_sources(part.body)


def describe_documents(source: FileSource) -> list[list[OutlinePassage]]:
    """The passages of each document; one that says nothing of itself is one passage."""
    return [
        list(passages) or [OutlinePassage(Span(0, len(document.text)))]
        for passages, document in zip(source.outline, source.documents, strict=True)
    ]


def write_message(message: Message, contents: Iterator[bytes]) -> str:
    """The lines of a message; `contents` are what its sources wrote, in order."""
    return _write_message(message, contents, count(1))


def _write_message(message: Message, contents: Iterator[bytes], numbers: Iterator[int]) -> str:
    headers = next(contents).decode()
    return f"{headers}MIME-Version: 1.0\n{_write_part(message.body, contents, numbers)}"


def _write_part(part: Part, contents: Iterator[bytes], numbers: Iterator[int]) -> str:
    """A part with the headers that describe it."""
    if isinstance(part, Message):
        return f"Content-Type: message/rfc822\n\n{_write_message(part, contents, numbers)}"
    if isinstance(part, ContentPart):
        return _write_leaf(part, next(contents))
    boundary = name_boundary(next(numbers))
    written = "".join(f"--{boundary}\n{_write_part(each, contents, numbers)}\n" for each in part.parts)
    return f'Content-Type: multipart/{part.kind}; boundary="{boundary}"\n\n{written}--{boundary}--\n'


def name_boundary(number: int) -> str:
    """What stands between the parts of a group; an equals sign is always escaped in a body, so that none holds it."""
    return f"=_{number}"


def name_attachment(number: int, ending: str) -> str:
    """How an attachment is called: its own name may tell.

    >>> name_attachment(2, ".csv")
    'attachment-2.csv'
    """
    return f"attachment-{number}{ending}"


def _write_leaf(leaf: ContentPart, content: bytes) -> str:
    if leaf.name:
        named = f'Content-Type: {leaf.media}\nContent-Disposition: attachment; filename="{leaf.name}"\n'
        return f"{named}Content-Transfer-Encoding: base64\n\n{encode_bytes(content)}"
    text = clean_text(content.decode())
    # Readers take a first byte order mark for no part of the text; one that is gets another before it.
    encoding, body = encode_text(f"\ufeff{text}" if text.startswith("\ufeff") else text)
    media = f"Content-Type: {leaf.media}; charset=utf-8\n"
    return f"{media}Content-Transfer-Encoding: {encoding}\n\n{body}"
