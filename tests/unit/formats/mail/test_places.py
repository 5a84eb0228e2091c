"""A secret in every place of a message: found where it is left, and never left."""

import base64

import pytest
from tests.mail_files import SURNAME, make_hostile
from tests.removing import is_left, remove

from reticent.formats.mail.file import MAIL
from reticent.formats.mail.mailbox import MAILBOX
from reticent.formats.options import FormatOptions

ENCODED = base64.b64encode(b"A letter of Zoellner").decode()
PLAIN = "Content-Type: text/plain\n\n"


def make(headers: str = "", body: str = PLAIN) -> bytes:
    return f"Subject: x\n{headers}{body}".encode()


def make_group(*parts: str, kind: str = "mixed", preamble: str = "", boundary: str = "b") -> str:
    written = "".join(f"--{boundary}\n{part}\n" for part in parts)
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n{preamble}\n{written}--{boundary}--\n'


HIDING_PLACES = {
    "way of the message": make("Received: from Zoellner-pc.example.org by mx\n"),
    "header of a program": make("X-User: Zoellner\n"),
    "header in encoded words": make("X-User: =?utf-8?b?Wm9lbGxuZXI=?=\n"),
    "folded header": make("X-User: a\n Zoellner\n"),
    "id": make("Message-ID: <1.Zoellner@example.org>\nReferences: <Zoellner@x>\n"),
    "signature of a server": make("DKIM-Signature: v=1; i=Zoellner@example.org; b=x\n"),
    "blind copy": make("Bcc: Zoellner <a@example.org>\n"),
    "boundary": make("", make_group(PLAIN + "x", boundary="Zoellner")),
    "before the parts": make("", make_group(PLAIN + "x", preamble="Zoellner")),
    "after the parts": make("", make_group(PLAIN + "x") + "Zoellner"),
    "name of a part": make("", make_group("Content-Type: image/png; name=Zoellner.png\n\nx", PLAIN)),
    "header of a part": make("", make_group("Content-Description: Zoellner\n" + PLAIN + "x")),
    "unknown attachment": make(
        "", make_group(f"Content-Type: a/b\nContent-Transfer-Encoding: base64\n\n{ENCODED}", PLAIN)
    ),
    "attachment with an odd encoding": make(
        "", make_group("Content-Type: text/plain\nContent-Transfer-Encoding: x-uuencode\n\nZoellner", PLAIN)
    ),
    "picture": make("", make_group("Content-Type: image/svg+xml\n\n<svg>Zoellner</svg>", PLAIN)),
    "calendar": make("", make_group("Content-Type: text/calendar\n\nATTENDEE:Zoellner", PLAIN)),
    "report of a server": make(
        "", make_group("Content-Type: message/delivery-status\n\nUser: Zoellner\n", PLAIN)
    ),
    "comment of a page": make("", "Content-Type: text/html\n\n<!-- Zoellner --><p>x"),
}
SHOWN_PLACES = {
    "sender": make("From: Zoellner <zoellner@example.org>\n"),
    "sender in encoded words": make("From: =?iso-8859-1?Q?Zoel?= =?utf-8?b?bG5lcg==?= <a@example.org>\n"),
    "subject twice": make("Subject: Zoellner\n"),
    "text": make("", PLAIN + "Dear Zoellner"),
    "text in base64": make("Content-Transfer-Encoding: base64\n", PLAIN + ENCODED),
    "text with soft line ends": make(
        "Content-Transfer-Encoding: quoted-printable\n", PLAIN + "Zoel=\nln=65r"
    ),
    "page": make("", "Content-Type: text/html\n\n<p>Zoe<b>llner</b>"),
    "attached page": make(
        "", make_group("Content-Type: text/html; name=a.html\n\n<p>Zoellner<!-- Zoellner -->")
    ),
    "attached table": make("", make_group("Content-Type: text/csv; name=a.csv\n\nname,note\nZoellner,ill")),
    "carried message": make("", "Content-Type: message/rfc822\n\nSubject: Zoellner\n\nZoellner"),
}


PLACES = HIDING_PLACES | SHOWN_PLACES


@pytest.mark.parametrize("place", [name for name in PLACES if "sender in" not in name])
def test_the_search_finds_a_secret_at_every_place(place: str) -> None:
    assert MAIL.residue(PLACES[place], [SURNAME])


@pytest.mark.parametrize("place", HIDING_PLACES)
def test_what_is_no_text_does_not_go_out_and_is_counted(place: str) -> None:
    source = MAIL.read("a.eml", HIDING_PLACES[place], FormatOptions())
    assert place == "boundary" or sum(source.dropped.values()) >= 1
    assert SURNAME not in source.documents[0].text
    assert not is_left(MAIL, source.write([()]), SURNAME)


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_what_is_text_is_judged_and_removed(place: str) -> None:
    message = SHOWN_PLACES[place]
    assert SURNAME in MAIL.read("a.eml", message, FormatOptions()).documents[0].text
    assert not is_left(MAIL, remove(MAIL, "a.eml", message, SURNAME), SURNAME)


def test_nothing_is_left_of_a_message_that_holds_the_secret_everywhere() -> None:
    message = make_hostile()
    released = remove(MAIL, "a.eml", message, SURNAME)
    assert not is_left(MAIL, released, SURNAME)
    assert remove(MAIL, "a.eml", message, SURNAME) == released


def test_nothing_is_left_of_a_mailbox_of_such_messages() -> None:
    message = b"From Zoellner@example.org Mon Jan  1 00:00:00 2024\n" + make_hostile() + b"\n"
    released = remove(MAILBOX, "a.mbox", message * 3, SURNAME)
    assert released.count(b"\nMIME-Version: 1.0\nContent-Type: multipart/mixed") >= 3
    assert not is_left(MAILBOX, released, SURNAME)


FAULTS = {
    "headers are kept by list": (b"MIME-Version: 1.0\n", b"MIME-Version: 1.0\nX-User: Zoellner\n"),
    "encoded words are read": (b"MIME-Version: 1.0\n", b"MIME-Version: 1.0\nX: =?utf-8?b?Wm9lbGxuZXI=?=\n"),
    "boundaries are made anew": (b"=_1", b"Zoellner"),
    "attachments get other names": (b"attachment-1.csv", b"Zoellner.csv"),
    "text outside the parts is dropped": (b"\n\n--=_1\n", b"\n\nZoellner\n--=_1\n"),
    "text after the parts is dropped": (b"--=_1--\n", b"--=_1--\nZoellner\n"),
    "parts are decoded": (b"[PERSON 1]", b"Zoell=\nner"),
}


@pytest.mark.parametrize("step", FAULTS)
def test_leaving_out_a_step_is_found(step: str) -> None:
    released = remove(MAIL, "a.eml", make_hostile(), SURNAME)
    right, wrong = FAULTS[step]
    assert right in released
    assert not MAIL.residue(released, [SURNAME])
    assert MAIL.residue(released.replace(right, wrong), [SURNAME])


def test_the_line_before_a_message_of_a_mailbox_is_searched() -> None:
    assert MAILBOX.residue(b"From Zoellner Mon Jan 1\nSubject: x\n\nx\n", [SURNAME])
