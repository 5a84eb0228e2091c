"""Bodies of parts as plain ASCII lines, and back."""

from __future__ import annotations

import base64
import binascii
import quopri
import re

_LONGEST = 75
_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/]")


def clean_text(text: str) -> str:
    """A text with line feeds as line ends, and none at its end: mail can't say how many there were."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n")


def decode_body(body: bytes, encoding: str) -> bytes | None:
    """The bytes of a body; None when its encoding is unknown or broken."""
    encoding = encoding.strip().lower()
    if encoding in ("", "7bit", "8bit", "binary"):
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
    """Bytes in base64, in lines."""
    written = base64.b64encode(data).decode()
    return "\n".join(written[start : start + 76] for start in range(0, len(written), 76))


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
