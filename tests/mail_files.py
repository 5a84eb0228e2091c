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


SURNAME = "Zoellner"


def make_hostile() -> bytes:
    """A message with a secret in headers, names, boundaries, encodings and around its parts."""
    page = base64.b64encode(
        b"<p>Patient <b>Zoe</b>llner</p><!-- Zoellner --><script>Zoellner</script>"
    ).decode()
    file = base64.b64encode(b"Zoellner").decode()
    return "\n".join(
        [
            "Received: from Zoellner-pc.example.org by mx; Mon, 1 Jan 2024",
            "X-Originating-User: Zoellner",
            "Message-ID: <1.Zoellner@example.org>",
            f"From: {encode_words('Zoellner Müller')} <Zoellner@example.org>",
            "Subject: =?utf-8?Q?Re:_Zoel?= =?utf-8?Q?lner?=",
            'Content-Type: multipart/mixed; boundary="bZoellner"\n',
            "before Zoellner",
            "--bZoellner\nContent-Type: multipart/alternative; boundary=c\n",
            "--c\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n",
            "Patient Zoel=\nlner =C3=BC",
            f"--c\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n{page}\n--c--",
            "--bZoellner\nContent-Type: application/octet-stream; name=Zoellner.bin",
            f"Content-Transfer-Encoding: base64\n\n{file}",
            "--bZoellner\nContent-Type: text/csv; name=Zoellner.csv\n\nname,note\nZoellner,was ill",
            "--bZoellner\nContent-Type: message/rfc822\n",
            "Subject: Zoellner\nX-A: Zoellner\n\nDear Zoellner",
            "--bZoellner--\nafter Zoellner\n",
        ]
    ).encode()
