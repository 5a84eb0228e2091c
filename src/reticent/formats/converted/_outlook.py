"""Outlook's messages as mail: headers, both forms of the text, and attachments, from the streams of an OLE file.

The names of streams and properties are those of [MS-OXMSG] and [MS-OXPROPS].
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.encoders import encode_base64
from email.header import Header
from email.message import Message
from email.mime.base import MIMEBase
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import format_datetime, formataddr
from typing import Any

from reticent.errors import DocumentError, MissingExtraError

LARGEST = 1 << 26
"""The most bytes of a message, as of any other mail."""

MOST_STREAMS = 20_000
"""Streams of a message: a recipient has about ten, an attachment twenty. Chosen by hand."""

DEEPEST = 5
"""Messages within each other; deeper ones are left out."""

_SUBJECT, _BODY, _HTML, _RTF = "0037", "1000", "1013", "1009"
_SENT, _DELIVERED = 0x0039, 0x0E06
_SENDER, _SENDER_ADDRESSES = ("0042", "0C1A"), ("5D02", "5D01", "0065", "0C1F")
_NAME, _ADDRESSES, _RECIPIENT_KIND = "3001", ("39FE", "3003"), 0x0C15
_DATA, _LONG_NAME, _SHORT_NAME, _MEDIA, _CONTENT_ID = "3701", "3707", "3704", "370E", "3712"
_CODE_PAGES = (0x3FDE, 0x3FFD)
_HEADERS = {1: "To", 2: "Cc"}
_META = re.compile(r"<meta\b[^>]{0,300}\bcharset\b[^>]{0,100}>", re.I)
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_BEGINNING = datetime(1601, 1, 1, tzinfo=UTC)
"""When the count of Windows' times began, in tenths of a microsecond."""


def convert_outlook(data: bytes, ending: str, name: str) -> bytes:
    """The message as mail; a DocumentError when it is none."""
    try:
        import olefile
    except ImportError:
        raise MissingExtraError("msg", "reading Outlook's messages") from None
    if len(data) > LARGEST:
        raise DocumentError(f"'{name}' has more than {LARGEST >> 20} MB: save its attachments by themselves")
    try:
        with olefile.OleFileIO(io.BytesIO(data)) as ole:
            entries = ole.listdir(streams=True, storages=True)
            if len(entries) > MOST_STREAMS:
                raise DocumentError(f"'{name}' has too many parts: save it as .eml yourself")
            message = _Reader(ole, name).read_message((), 0)
        return message.as_bytes()
    except DocumentError:
        raise
    except Exception:  # a file can be damaged in more ways than the library knows
        raise DocumentError(f"'{name}' can't be read as a message: save it as .eml yourself") from None


Place = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the properties of a message, its recipients and its attachments."""

    ole: Any = field(repr=False)
    name: str

    def read_message(self, place: Place, depth: int) -> Message:
        """The message in a storage; the outermost has none."""
        numbers = self._read_numbers(place, 32 if not place else 24)
        encoding = _find_encoding(numbers)
        body, page = self._read_text(place, _BODY, encoding), self._read_page(place, encoding)
        if not body and not page and self._read_bytes(place, _RTF):
            raise DocumentError(f"'{self.name}' has its text only in RTF: save it as .eml or .rtf yourself")
        if not place and body is None and page is None and self._read_text(place, _SUBJECT, encoding) is None:
            raise DocumentError(f"'{self.name}' holds no message of Outlook: correct its ending")
        message: Message = _join_texts(body or "", page)
        attached = list(self._read_attachments(place, encoding, depth))
        if attached:
            message = MIMEMultipart("mixed", _subparts=[message, *attached])
        for header, value in self._list_headers(place, numbers, encoding):
            message[header] = value
        return message

    def _list_headers(
        self, place: Place, numbers: Mapping[int, int], encoding: str
    ) -> Iterator[tuple[str, str]]:
        sender = next(filter(None, (self._read_text(place, each, encoding) for each in _SENDER)), "")
        known = (self._read_text(place, each, encoding) for each in _SENDER_ADDRESSES)
        address = next(filter(None, map(_as_address, known)), "")
        yield "From", _write_address(sender, address)
        gathered: dict[str, list[str]] = {}
        for storage in self._list_storages(place, "__recip_version1.0_"):
            kind = self._read_numbers(storage, 8).get(_RECIPIENT_KIND, 1)
            shown = self._read_text(storage, _NAME, encoding) or ""
            found = map(_as_address, (self._read_text(storage, each, encoding) for each in _ADDRESSES))
            if kind in _HEADERS:
                address = next(filter(None, found), "")
                gathered.setdefault(_HEADERS[kind], []).append(_write_address(shown, address))
        yield from ((header, ", ".join(each)) for header, each in gathered.items())
        yield "Subject", _write_header(self._read_text(place, _SUBJECT, encoding) or "")
        sent = numbers.get(_SENT) or numbers.get(_DELIVERED)
        if sent:
            yield "Date", format_datetime(_BEGINNING + timedelta(microseconds=sent // 10))

    def _read_attachments(self, place: Place, encoding: str, depth: int) -> Iterator[Message]:
        for storage in self._list_storages(place, "__attach_version1.0_"):
            carried = (*storage, f"__substg1.0_{_DATA}000D")
            if self.ole.exists("/".join((*carried, "__properties_version1.0"))):
                if depth < DEEPEST:
                    yield MIMEMessage(self.read_message(carried, depth + 1))
                continue
            data = self._read_bytes(storage, _DATA)
            if data is not None:
                yield self._write_attachment(storage, data, encoding)

    def _write_attachment(self, storage: Place, data: bytes, encoding: str) -> Message:
        media = (self._read_text(storage, _MEDIA, encoding) or "").strip()
        if not re.fullmatch(r"[\w.+-]{1,60}/[\w.+-]{1,80}", media) or media.startswith(
            ("multipart/", "message/")
        ):
            media = "application/octet-stream"
        part = MIMEBase(*media.split("/"))
        part.set_payload(data)
        encode_base64(part)
        named = self._read_text(storage, _LONG_NAME, encoding) or self._read_text(
            storage, _SHORT_NAME, encoding
        )
        part.add_header(
            "Content-Disposition", "attachment", filename=("utf-8", "", _on_one_line(named or "attachment"))
        )
        return part

    def _list_storages(self, place: Place, begins: str) -> list[Place]:
        found = {
            tuple(each[: len(place) + 1])
            for each in self.ole.listdir(streams=True, storages=True)
            if len(each) > len(place)
            and tuple(each[: len(place)]) == place
            and each[len(place)].startswith(begins)
        }
        return sorted(found)

    def _read_text(self, place: Place, property_: str, encoding: str) -> str | None:
        """A property that is a text, in Unicode or in the message's code page; None where there is none."""
        for kind, coded in (("001F", "utf-16-le"), ("001E", encoding)):
            stream = "/".join((*place, f"__substg1.0_{property_}{kind}"))
            if self.ole.exists(stream):
                read: bytes = self.ole.openstream(stream).read()
                return _CONTROLS.sub("", read.decode(coded, "replace"))
        return None

    def _read_bytes(self, place: Place, property_: str) -> bytes | None:
        stream = "/".join((*place, f"__substg1.0_{property_}0102"))
        if not self.ole.exists(stream):
            return None
        read: bytes = self.ole.openstream(stream).read()
        return read

    def _read_page(self, place: Place, encoding: str) -> str | None:
        coded = self._read_bytes(place, _HTML)
        page = (
            coded.decode(encoding, "replace")
            if coded is not None
            else self._read_text(place, _HTML, encoding)
        )
        return _CONTROLS.sub("", _META.sub("", page)) if page else None

    def _read_numbers(self, place: Place, head: int) -> dict[int, int]:
        """The properties of fixed length, by their numbers."""
        stream = "/".join((*place, "__properties_version1.0"))
        data: bytes = self.ole.openstream(stream).read() if self.ole.exists(stream) else b""
        rows = (data[start : start + 16] for start in range(head, len(data) - 15, 16))
        return {int.from_bytes(row[2:4], "little"): int.from_bytes(row[8:16], "little") for row in rows}


def _find_encoding(numbers: Mapping[int, int]) -> str:
    """The Python name of the message's code page; that of Western Europe where it says none that is known."""
    for number in _CODE_PAGES:
        page = numbers.get(number, 0) & 0xFFFFFFFF
        name = (
            "utf-8"
            if page == 65001
            else f"iso-8859-{page - 28590}"
            if 28591 <= page <= 28605
            else f"cp{page}"
        )
        try:
            "".encode(name)
        except LookupError:
            continue
        return name
    return "cp1252"


def _as_address(text: str | None) -> str:
    """A text where it is an address of mail: Exchange has names of its own, which are none."""
    found = re.fullmatch(r"[^\s<>@,;:\"]{1,120}@[^\s<>@,;:\"]{1,200}", (text or "").strip())
    return found[0] if found and found[0].isascii() else ""


def _write_address(name: str, address: str) -> str:
    shown = _on_one_line(name)
    if not address:
        plain = shown.replace("<", "").replace(">", "").replace('"', "")
        return _write_header(f'"{plain}"' if set(",;") & set(plain) else plain)
    return formataddr((shown if shown != address else "", address), "utf-8")


def _write_header(text: str) -> str:
    plain = _on_one_line(text)
    return plain if plain.isascii() and len(plain) < 60 else Header(plain, "utf-8").encode()


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _join_texts(body: str, page: str | None) -> Message:
    plain = MIMEText(body.replace("\r\n", "\n"), "plain", "utf-8")
    if not page:
        return plain
    shown = MIMEText(page.replace("\r\n", "\n"), "html", "utf-8")
    return MIMEMultipart("alternative", _subparts=[plain, shown]) if body.strip() else shown
