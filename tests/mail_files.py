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


ENCODED = base64.b64encode(b"A letter of Zoellner").decode()
PLAIN = "Content-Type: text/plain\n\n"


def write_message(headers: str = "", body: str = PLAIN) -> bytes:
    return f"Subject: x\n{headers}{body}".encode()


def write_group(*parts: str, kind: str = "mixed", preamble: str = "", boundary: str = "b") -> str:
    written = "".join(f"--{boundary}\n{part}\n" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n{preamble}\n{written}--{boundary}--\n'


HIDING_PLACES = {
    "way of the message": write_message("Received: from Zoellner-pc.example.org by mx\n"),
    "header of a program": write_message("X-User: Zoellner\n"),
    "header in encoded words": write_message("X-User: =?utf-8?b?Wm9lbGxuZXI=?=\n"),
    "folded header": write_message("X-User: a\n Zoellner\n"),
    "id": write_message("Message-ID: <1.Zoellner@example.org>\nReferences: <Zoellner@x>\n"),
    "signature of a server": write_message("DKIM-Signature: v=1; i=Zoellner@example.org; b=x\n"),
    "blind copy": write_message("Bcc: Zoellner <a@example.org>\n"),
    "boundary": write_message("", write_group(PLAIN + "x", boundary="Zoellner")),
    "before the parts": write_message("", write_group(PLAIN + "x", preamble="Zoellner")),
    "after the parts": write_message("", write_group(PLAIN + "x") + "Zoellner"),
    "name of a part": write_message(
        "", write_group("Content-Type: image/png; name=Zoellner.png\n\nx", PLAIN)
    ),
    "header of a part": write_message("", write_group("Content-Description: Zoellner\n" + PLAIN + "x")),
    "unknown attachment": write_message(
        "", write_group(f"Content-Type: a/b\nContent-Transfer-Encoding: base64\n\n{ENCODED}", PLAIN)
    ),
    "attachment with an odd encoding": write_message(
        "", write_group("Content-Type: text/plain\nContent-Transfer-Encoding: x-uuencode\n\nZoellner", PLAIN)
    ),
    "picture": write_message("", write_group("Content-Type: image/svg+xml\n\n<svg>Zoellner</svg>", PLAIN)),
    "calendar": write_message("", write_group("Content-Type: text/calendar\n\nATTENDEE:Zoellner", PLAIN)),
    "report of a server": write_message(
        "", write_group("Content-Type: message/delivery-status\n\nUser: Zoellner\n", PLAIN)
    ),
    "signature of a person": write_message(
        "", PLAIN + "x\n-----BEGIN PGP SIGNATURE-----\nVersion: Zoellner\n-----END PGP SIGNATURE-----\n"
    ),
    "comment of a page": write_message("", "Content-Type: text/html\n\n<!-- Zoellner --><p>x"),
}
SHOWN_PLACES = {
    "sender": write_message("From: Zoellner <zoellner@example.org>\n"),
    "sender in encoded words": write_message(
        "From: =?iso-8859-1?Q?Zoel?= =?utf-8?b?bG5lcg==?= <a@example.org>\n"
    ),
    "subject twice": write_message("Subject: Zoellner\n"),
    "text": write_message("", PLAIN + "Dear Zoellner"),
    "text in base64": write_message("Content-Transfer-Encoding: base64\n", PLAIN + ENCODED),
    "text with soft line ends": write_message(
        "Content-Transfer-Encoding: quoted-printable\n", PLAIN + "Zoel=\nln=65r"
    ),
    "page": write_message("", "Content-Type: text/html\n\n<p>Zoe<b>llner</b>"),
    "attached page": write_message(
        "", write_group("Content-Type: text/html; name=a.html\n\n<p>Zoellner<!-- Zoellner -->")
    ),
    "attached table": write_message(
        "", write_group("Content-Type: text/csv; name=a.csv\n\nname,note\nZoellner,ill")
    ),
    "carried message": write_message("", "Content-Type: message/rfc822\n\nSubject: Zoellner\n\nZoellner"),
}
"""A secret in places that don't go out, and in texts that are judged."""
