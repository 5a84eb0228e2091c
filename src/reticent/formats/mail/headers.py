"""Headers of a message: which stay, how their encoded words are read, and how they are written.

Attachments: read by the format that their names and bytes ask for, or left out.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import PurePath

from reticent.errors import DocumentError, InputError
from reticent.formats.format import FileFormat, FileSource, KnownFormats, as_file_source
from reticent.formats.html.file import decode_text
from reticent.formats.options import FormatOptions

KEPT = ("From", "To", "Cc", "Subject", "Date")
"""Headers that go out, judged as text."""

OURS = frozenset(("mime-version", "content-type", "content-transfer-encoding", "content-disposition"))
"""Headers that are written anew whatever they held."""

_WIDEST = 76
_CHUNK = 40
_ENCODED = re.compile(r"=\?([^?\s]+)\?([bBqQ])\?([^?]*)\?=")
_RUN = re.compile(rf"(?:{_ENCODED.pattern.replace('(', '(?:')})+")
_BETWEEN = re.compile(r"(\?=)\s+(?==\?[^?\s]+\?[bBqQ]\?)")
_PLAIN = re.compile(r"[!-~]+")
_ADDRESS = re.compile(r"[!-Z^-~\\]+")
"""A placeholder's brackets are no part of an address, and mail programs would show nothing at all."""

_FREE = ("Subject", "Date")


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
    """The text of neighbouring encoded words; those of one set are decoded together, for letters lie across them."""
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

_NOT_NESTED = frozenset(("eml", "mbox", "zip"))
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
    return Attachment(source, ending)


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
    return [document.text for document in again] == texts
