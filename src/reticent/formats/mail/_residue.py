"""Removed words that are still in a message: every header, part and attachment, as it is written and decoded.

A written message is divided and decoded by hand, by a reader that shares nothing with `email`.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage

from reticent.errors import DocumentError
from reticent.formats.html._residue import find_residue as find_in_page
from reticent.formats.html._residue import find_shown, inspect_markup
from reticent.formats.html._residue import read_again as read_page_again
from reticent.formats.mail._parts import KEPT, find_attached_format
from reticent.formats.seam import inspection as kinds
from reticent.formats.seam.format import KnownFormats, Residue
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import DEFAULTS
from reticent.formats.seam.records import SEPARATOR
from reticent.formats.seam.search import Search

_DEEPEST = 40
"""Parts within each other, twice what is read and written; anything deeper is searched as bytes."""

_BOUNDARY = re.compile(r"""boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))""", re.I)
_FILENAME = re.compile(r"""filename\s*=\s*"?[^"\n]*?(\.[A-Za-z0-9]+)"?\s*(?:;|$)""", re.I | re.M)
_END_OF_HEADERS = re.compile(r"\r?\n[ \t]*\r?\n|\A\r?\n")
_QUOTED = re.compile(rb"=(?:([0-9A-Fa-f]{2})|[ \t]*\r?\n)")


@dataclass(frozen=True, slots=True)
class RawPart:
    """Headers and decoded content of a part; `text` is what stands outside of all parts in it."""

    headers: str = field(repr=False)
    media: str
    content: bytes = field(repr=False)
    ending: str = ""


def divide_message(data: str, depth: int = 0) -> Iterator[RawPart]:
    """All parts of a message in order, those that hold others with what stands outside of these.

    `data` is one letter per byte.
    """
    end = _END_OF_HEADERS.search(data)
    headers, body = (data[: end.start()], data[end.end() :]) if end else (data, "")
    unfolded = re.sub(r"\r?\n[ \t]+", " ", headers)
    media = _find(r"^content-type:\s*([^\s;]+)", unfolded).lower() or "text/plain"
    boundary = _BOUNDARY.search(unfolded) if media.startswith("multipart/") else None
    if depth < _DEEPEST and boundary:
        yield from _divide_group(unfolded, media, boundary[1] or boundary[2], body, depth)
    elif depth < _DEEPEST and media == "message/rfc822":
        yield RawPart(unfolded, media, b"")
        yield from divide_message(body, depth + 1)
    else:
        encoding = _find(r"^content-transfer-encoding:\s*([^\s;]+)", unfolded).lower()
        ending = _FILENAME.search(unfolded)
        yield RawPart(unfolded, media, _decode(body.encode("latin-1"), encoding), ending[1] if ending else "")


def _divide_group(headers: str, media: str, boundary: str, body: str, depth: int) -> Iterator[RawPart]:
    line = rf"^--{re.escape(boundary)}(?:--)?[ \t]*\r?$\n?"
    preamble, *parts = re.split(line, body, flags=re.M)
    epilogue = parts.pop() if parts else ""
    yield RawPart(headers, media, f"{preamble}\n{epilogue}".encode("latin-1"))
    for part in parts:
        yield from divide_message(part.removesuffix("\n").removesuffix("\r"), depth + 1)


def _find(pattern: str, headers: str) -> str:
    match = re.search(pattern, headers, re.I | re.M)
    return match[1] if match else ""


def _decode(body: bytes, encoding: str) -> bytes:
    if encoding == "quoted-printable":
        return _QUOTED.sub(lambda match: bytes([int(match[1], 16)]) if match[1] else b"", body)
    if encoding != "base64":
        return body
    try:
        return base64.b64decode(re.sub(rb"[^A-Za-z0-9+/=]", b"", body) + b"===")
    except binascii.Error:
        return body


_WORDS = re.compile(r"=\?utf-8\?b\?([A-Za-z0-9+/=]*)\?=(?:\s+(?==\?))?", re.I)


def read_again(data: bytes, known: KnownFormats) -> str:
    """Headers, texts and attachments of a message, decoded by hand."""
    return SEPARATOR.join(
        text for part in divide_message(data.decode("latin-1")) for text in _read_part(part, known)
    )


def decode_words(header: str) -> str:
    return _WORDS.sub(_decode_word, header)


def _read_part(part: RawPart, known: KnownFormats) -> Iterator[str]:
    for line in part.headers.splitlines():
        name, _, value = line.partition(":")
        if name.title() in KEPT:
            yield decode_words(value.strip())
    form = find_attached_format(part.ending, part.content, DEFAULTS, known) if part.ending else None
    if part.media == "text/html":
        yield read_page_again(part.content.decode("utf-8", "replace"))
    elif form and form.holds == "more":
        yield from form.reread(part.content)
    else:
        yield part.content.decode("utf-8", "replace")


def _decode_word(match: re.Match[str]) -> str:
    try:
        return base64.b64decode(match[1]).decode("utf-8", "replace")
    except binascii.Error:
        return match[0]


_OURS = re.compile(
    r"From MAILER-DAEMON Thu Jan  1 00:00:00 1970|MIME-Version: 1\.0|Content-Type: message/rfc822"
    r"|Content-Type: (?:text/(?:plain|html); charset=utf-8|application/octet-stream)"
    r'|Content-Type: multipart/(?:mixed|alternative|related); boundary="=_\d+"'
    r"|Content-Transfer-Encoding: (?:base64|quoted-printable)"
    r'|Content-Disposition: attachment; filename="attachment-\d+\.[a-z0-9]{1,8}"'
)
"""Lines that we write ourselves, which can hold nobody's words."""


def find_residue(data: bytes, words: Sequence[str], known: KnownFormats) -> list[Residue]:
    search = Search(words)
    found = {
        residue
        for part in divide_message(data.decode("latin-1"))
        for residue in _search_part(part, words, search, known)
    }
    return sorted(found, key=lambda each: (each.word, each.place))


def _search_part(
    part: RawPart, words: Sequence[str], search: Search, known: KnownFormats
) -> Iterator[Residue]:
    content = part.content.decode("utf-8", "replace")
    for line in part.headers.splitlines():
        name, _, value = line.partition(":")
        if name.title() in KEPT:
            yield from (
                Residue(word, "header", "a header") for word in find_shown(decode_words(value), words, search)
            )
        elif not _OURS.fullmatch(line.rstrip("\r")):
            readings = (line, decode_words(line), line.encode("latin-1").decode("utf-8", "replace"))
            yield from (
                Residue(word, "header", "a header") for each in readings for word in search.text(each)
            )
    if part.media == "text/html":
        yield from find_in_page(content, words)
    elif part.ending:
        form = find_attached_format(part.ending, part.content, DEFAULTS, known)
        if form and form.holds == "more":
            yield from form.residue(part.content, words)
        else:
            found = find_shown(content, words, search) if form else search.raw(part.content)
            yield from (Residue(word, "attachment", "an attachment") for word in found)
    elif part.media.startswith("multipart/"):
        yield from (
            Residue(word, "outside the parts", "outside the parts") for word in search.raw(part.content)
        )
    elif part.media == "text/plain":
        yield from (Residue(word, "text", "a text") for word in find_shown(content, words, search))
    else:
        yield from (Residue(word, "part", "a part") for word in search.raw(part.content))


_SHOWN = frozenset(
    "from to cc subject date mime-version content-type content-transfer-encoding content-disposition".split()
)
"""Headers that every program shows, or that say how the text is coded."""

_MOST_PARTS = 1000
"""Parts that are inspected, twice what is read and written, so that a message that is refused can be looked at."""

_BEGINNING = re.compile(rb"(?m)^From [^\n]*\n")


def inspect_mailbox(data: bytes) -> list[FileFinding]:
    """All messages of a mailbox, each by its number."""
    messages = [each for each in _BEGINNING.split(data) if each.strip()]
    return [
        FileFinding(each.kind, each.count, f"message {number}: {each.where}".removesuffix(": "), each.words)
        for number, message in enumerate(messages, 1)
        for each in inspect_message(message)
    ]


def inspect_message(data: bytes) -> list[FileFinding]:
    """By kind: headers that no program shows, attachments, and what its pages hide."""
    message = message_from_bytes(data, policy=policy.default)
    try:
        return list(_inspect(message))
    except DocumentError:
        raise
    except Exception:  # the library raises many errors on messages that are none
        raise DocumentError("the message can't be read to its end: save it again in its program") from None


def _inspect(message: EmailMessage) -> Iterator[FileFinding]:
    unseen = [f"{name}: {value}" for name, value in message.items() if name.lower() not in _SHOWN]
    if unseen:
        yield FileFinding(kinds.HEADERS, len(unseen), "", tuple(unseen))
    attached = []
    for number, part in enumerate(message.walk(), 1):
        if number > _MOST_PARTS:
            raise DocumentError(f"the message has more than {_MOST_PARTS} parts: take its attachments out")
        kind = part.get_content_type()
        if part.is_attachment() or (part is not message and kind == "message/rfc822"):
            attached.append(part.get_filename() or kind)
        elif kind == "text/html":
            for each in inspect_markup(part.get_content()):
                yield FileFinding(each.kind, each.count, f"part {number}", each.words)
        elif part.get_content_maintype() not in ("text", "multipart", "message"):
            attached.append(part.get_filename() or kind)
    if attached:
        yield FileFinding(kinds.ATTACHMENTS, len(attached), "", tuple(attached))
