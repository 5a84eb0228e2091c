"""Messages for tests, made by code."""

from __future__ import annotations

import base64
from email.message import EmailMessage

NESTED = (
    b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (depth, depth) for depth in range(200)
    )
    + b"\nsecret\n"
)
"""A message with 200 parts, each inside the last."""


def make_message(name: str = "Janette") -> bytes:
    """A message with a name in both alternatives, an attached table and a message that it carries."""
    carried = EmailMessage()
    carried["Subject"] = f"Earlier, of {name}"
    carried.set_content("See you tomorrow,\nDoreen\n")
    message = EmailMessage()
    message["From"] = f"{name} Müller <office@example.org>"
    message["Subject"] = f"Visit of {name}"
    message.set_content(f"Dear {name},\n\nthank you.\n")
    message.add_alternative(f"<p>Dear <b>{name[:4]}</b>{name[4:]},</p>thank you.", subtype="html")
    message.add_attachment(f"name,note\n{name},was absent\n".encode(), "text", "csv", filename="list.csv")
    message.add_attachment(carried)
    return message.as_bytes()


def encode_words(text: str) -> str:
    """A text as an encoded word of a header."""
    return f"=?utf-8?b?{base64.b64encode(text.encode()).decode()}?="
