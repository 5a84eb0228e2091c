"""From the standard library's reading of a message to the parts that go out."""

from __future__ import annotations

import email.message
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Literal, TypeGuard

from reticent.errors import DocumentError
from reticent.formats.html import decode_page, decode_text, read_page, require_second_reader
from reticent.formats.mail._parts import (
    KEPT,
    MEDIA,
    OURS,
    PLAIN_ENCODINGS,
    Attachment,
    ContentPart,
    Group,
    HeaderSource,
    Message,
    Part,
    clean_text,
    decode_body,
    name_attachment,
    name_displayed,
    read_attachment,
    read_header,
    reads_again,
)
from reticent.formats.plain import TextSource
from reticent.formats.seam.format import KnownFormats
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import join_fields

_SIGNATURE = ("-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----")
_ENCRYPTED = re.compile(r"-----BEGIN (?:PGP MESSAGE|PKCS7|ENCRYPTED MESSAGE)-----")
_FILE = re.compile(r"^begin(?:-base64)? [0-7]{3,4} \S", re.M)
_PART = re.compile(r"^content-transfer-encoding:[ \t]*(?:base64|quoted-printable)", re.M | re.I)


def read_body(data: bytes, charset: str | None, where: str, dropped: Counter[str]) -> str:
    """The text of a body; a DocumentError when its character set lies, or when it hides what can't be judged."""
    text = clean_text(decode_text(data, charset, where))
    if _ENCRYPTED.search(text):
        raise DocumentError(f"{where} is encrypted: decrypt the message first")
    if _FILE.search(text) or _PART.search(text):
        raise DocumentError(
            f"{where} carries a file inside its text: save the message anew, with attachments"
        )
    return _drop_signatures(text, dropped)


def _drop_signatures(text: str, dropped: Counter[str]) -> str:
    """The text without signatures: one of the original would confirm a guess of what was removed."""
    kept, position = [], 0
    while (start := text.find(_SIGNATURE[0], position)) >= 0:
        end = text.find(_SIGNATURE[1], start)
        kept.append(text[position:start])
        position = end + len(_SIGNATURE[1]) if end >= 0 else len(text)
        dropped["signatures"] += 1
    return clean_text("".join([*kept, text[position:]]))


DEEPEST = 20
"""Parts within each other: a thread that was forwarded a dozen times has as many. Chosen by hand."""

MOST_PARTS = 500
"""Parts of a message: the options of each attachment are tried on all others. Chosen by hand."""

_ENCRYPTED_MEDIA = frozenset(
    ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted")
)
_KINDS: dict[str, Literal["mixed", "alternative", "related"]] = {
    "alternative": "alternative",
    "related": "related",
}
_MEDIA = {"image": "pictures", "audio": "sounds", "video": "films"}

StandardMessage = email.message.Message


@dataclass(slots=True)
class MailReader:
    """A message while it is read; `options` grow to those that read all attachments again."""

    name: str
    options: FormatOptions
    known: KnownFormats = field(repr=False)
    dropped: Counter[str] = field(default_factory=Counter)
    _attachments: list[Attachment] = field(default_factory=list, repr=False)
    _parts: int = 0
    _given: FormatOptions = field(init=False)

    def __post_init__(self) -> None:
        self._given = self.options

    @property
    def _where(self) -> str:
        return f"'{self.name}', part {self._parts}"

    def read_message(self, message: StandardMessage, depth: int = 0) -> Message:
        texts = []
        for wanted in KEPT:
            values = [value for name, value in message.raw_items() if name.lower() == wanted.lower()]
            for value in values:
                text = read_header(str(value), f"'{self.name}'")
                self.dropped["headers that can't be read"] += text is None
                texts += [] if text is None else [(wanted, text)]
        kept = {*map(str.lower, KEPT), *OURS}
        self.dropped["headers"] += sum(name.lower() not in kept for name, _ in message.raw_items())
        fields = join_fields(self.name, [text for _, text in texts])
        cells = [
            cell
            for span, (header, text) in zip(fields.spans, texts, strict=False)
            for cell in name_displayed(header, text, span.start)
        ]
        fields = replace(fields, document=replace(fields.document, cells=tuple(cells)))
        headers = HeaderSource(tuple(name for name, _ in texts), fields, self.options)
        empty = ContentPart("text/plain", TextSource(join_fields(self.name, [""]), self.options))
        return Message(headers, self._read_part(message, depth) or empty)

    def _read_part(self, part: StandardMessage, depth: int) -> Part | None:
        """A part of any kind; None when it doesn't go out."""
        self._parts += 1
        if depth > DEEPEST or self._parts > MOST_PARTS:
            raise DocumentError(
                f"'{self.name}' has more than {MOST_PARTS} parts, or parts nested more than {DEEPEST} deep:"
                " save its attachments and read them by themselves"
            )
        media = part.get_content_type()
        if media in _ENCRYPTED_MEDIA:
            raise DocumentError(f"'{self.name}' is encrypted or signed as a whole: decrypt the message first")
        if part.get_content_maintype() == "multipart":
            return self._read_group(part, depth)
        if media == "message/rfc822":
            return self._read_carried(part, depth)
        return self._read_leaf(part, media)

    def _read_group(self, part: StandardMessage, depth: int) -> Group | None:
        children = part.get_payload()
        if isinstance(children, str) and not children.strip():
            return None
        if not isinstance(children, list) or _encoding(part) not in PLAIN_ENCODINGS:
            raise DocumentError(
                f"{self._where} says that it has parts, but they can't be found: save the message anew"
            )
        self.dropped["texts outside the parts"] += sum(
            bool(text and text.strip()) for text in (part.preamble, part.epilogue)
        )
        kept = []
        for child in filter(_is_message, children):
            self.dropped["headers"] += sum(name.lower() not in OURS for name, _ in child.raw_items())
            read = self._read_part(child, depth + 1)
            kept += [read] if read else []
        return Group(_KINDS.get(part.get_content_subtype(), "mixed"), tuple(kept)) if kept else None

    def _read_carried(self, part: StandardMessage, depth: int) -> Message | None:
        payload = part.get_payload()
        carried = next(filter(_is_message, payload), None) if isinstance(payload, list) else None
        if carried is None or _encoding(part) not in PLAIN_ENCODINGS:
            self.dropped["attachments"] += 1
            return None
        return self.read_message(carried, depth + 1)

    def _read_leaf(self, part: StandardMessage, media: str) -> ContentPart | None:
        encoding = _encoding(part)
        data = decode_body(_raw_body(part), encoding)
        filename = part.get_filename() or ""
        is_attached = bool(filename) or part.get_content_disposition() == "attachment"
        if data is None:
            self.dropped["parts that can't be decoded"] += 1
            return None
        if media in ("text/plain", "text/html") and not is_attached:
            return self._read_shown(data, media, part.get_content_charset())
        return self._read_attached(data, filename, media, part.get_content_charset())

    def _read_shown(self, data: bytes, media: str, charset: str | None) -> ContentPart:
        if media == "text/plain":
            text = read_body(data, charset, self._where, self.dropped)
            return ContentPart(media, TextSource(join_fields(self.name, [text]), self.options))
        require_second_reader("reading mail that holds a web page")
        text = decode_text(data, charset, self._where) if charset else decode_page(data, self._where)
        source = read_page(self.name, clean_text(text), self.options)
        self.dropped.update(source.dropped)
        return ContentPart(media, source)

    def _read_attached(
        self, data: bytes, filename: str, media: str, charset: str | None
    ) -> ContentPart | None:
        """An attachment that some format reads, with options that read the earlier ones too."""
        if media.startswith("text/") and charset:
            data = decode_text(data, charset, self._where).encode()
        given = _take_judging(self.options, self._given)
        attachment = read_attachment(data, filename, media, given, name=self.name, known=self.known)
        grown = self._grow(attachment.source.options) if attachment else self.options
        fits = attachment and all(
            reads_again(each, grown, self.known) for each in (*self._attachments, attachment)
        )
        if attachment and fits:
            self._attachments.append(attachment)
            self.options = grown
            self.dropped.update(attachment.source.dropped)
            self.dropped["names of attachments"] += 1
            name = name_attachment(len(self._attachments), attachment.ending)
            return ContentPart(MEDIA, attachment.source, name)
        is_signature = media.endswith("-signature")
        self.dropped[
            "signatures" if is_signature else _MEDIA.get(media.partition("/")[0], "attachments")
        ] += 1
        return None

    def _grow(self, read: FormatOptions) -> FormatOptions:
        """The options that read an attachment again, and the earlier ones too."""
        judged = {name: getattr(read, name) for name in _JUDGING}
        changed = {name: value for name, value in judged.items() if value != getattr(self._given, name)}
        return replace(_take_judging(read, self.options), **changed)


_JUDGING = ("unread", "covered", "hidden", "pictures", "second_look", "skip_bad")
"""Options that say what may go out: those that read a release again would let more of the next attachment pass."""


def _take_judging(options: FormatOptions, other: FormatOptions) -> FormatOptions:
    return replace(options, **{name: getattr(other, name) for name in _JUDGING})


def _is_message(part: object) -> TypeGuard[StandardMessage]:
    return isinstance(part, email.message.Message)


def _encoding(part: StandardMessage) -> str:
    return str(part.get("Content-Transfer-Encoding", "")).partition(";")[0].strip().lower()


def _raw_body(part: StandardMessage) -> bytes:
    """The bytes of a body as they stand: without a declared encoding, `email` decodes nothing."""
    del part["Content-Transfer-Encoding"]
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""
