"""What a reader that shares nothing with `email` finds in a message."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from reticent.formats.fields import SEPARATOR
from reticent.formats.format import Container
from reticent.formats.html.second_reader import read_again as read_page_again
from reticent.formats.mail.attachments import find_attached_format
from reticent.formats.mail.headers import KEPT
from reticent.formats.mail.raw_parts import RawPart, divide_message
from reticent.formats.options import DEFAULTS

_WORDS = re.compile(r"=\?utf-8\?b\?([A-Za-z0-9+/=]*)\?=(?:\s+(?==\?))?", re.I)


def read_again(data: bytes) -> str:
    """Headers, texts and attachments of a message, decoded by hand."""
    return SEPARATOR.join(
        text for part in divide_message(data.decode("latin-1")) for text in _read_part(part)
    )


def decode_words(header: str) -> str:
    """A header with its encoded words decoded."""
    return _WORDS.sub(_decode_word, header)


def _read_part(part: RawPart) -> Iterator[str]:
    for line in part.headers.splitlines():
        name, _, value = line.partition(":")
        if name.title() in KEPT:
            yield decode_words(value.strip())
    if part.media == "text/html":
        yield read_page_again(part.content.decode("utf-8", "replace"))
    elif part.ending:
        yield from _read_attached(part)
    else:
        yield part.content.decode("utf-8", "replace")


def _read_attached(part: RawPart) -> Iterator[str]:
    form = find_attached_format(part.ending, part.content, DEFAULTS)
    if isinstance(form, Container):
        yield from form.reread(part.content)
    else:
        yield part.content.decode("utf-8", "replace")


def _decode_word(match: re.Match[str]) -> str:
    try:
        return base64.b64decode(match[1]).decode("utf-8", "replace")
    except binascii.Error:
        return match[0]
