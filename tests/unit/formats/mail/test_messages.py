import time
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.mail_files import NESTED, make_message
from tests.removing import remove

from reticent.api import open_policy
from reticent.errors import DocumentError
from reticent.formats.mail._parts import (
    clean_header,
    clean_text,
    decode_body,
    encode_text,
    read_header,
    write_header,
)
from reticent.formats.registry import MAIL, MAILBOX
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import SEPARATOR


def text_of(message: bytes) -> str:
    return MAIL.read("a.eml", message, FormatOptions()).documents[0].text


def test_all_texts_of_a_message_are_one_document() -> None:
    texts = text_of(make_message("Janette")).split(SEPARATOR)
    assert texts[:2] == ["Janette Müller <office@example.org>", "Visit of Janette"]
    assert texts[2:4] == ["Dear Janette,\n\nthank you.", "Dear Janette,\nthank you."]
    assert texts[4:] == ["Janette", "was absent", "Earlier, of Janette", "See you tomorrow,\nDoreen"]


@pytest.mark.parametrize("blank", [b"\n", b"\r\n", b" \t\r\n\n"])
def test_a_message_after_blank_lines_is_read(blank: bytes) -> None:
    message = blank + make_message("Janette")
    assert MAIL.recognizes(message)
    assert text_of(message) == text_of(make_message("Janette"))
    released = remove(MAIL, "a.eml", message, "Janette")
    assert released == remove(MAIL, "a.eml", make_message("Janette"), "Janette")
    assert MAIL.inspect(message) == MAIL.inspect(make_message("Janette"))


def test_blank_lines_alone_are_no_message() -> None:
    assert not MAIL.recognizes(b"\n\nno header here")
    with pytest.raises(DocumentError, match="does not begin with the headers"):
        MAIL.read("a.eml", b"\n \n", FormatOptions())


def test_other_programs_read_what_is_written() -> None:
    released = remove(MAIL, "a.eml", make_message("Janette"), "Janette")
    message = message_from_bytes(released, policy=policy.default)
    assert message["Subject"] == "Visit of [PERSON 1]"
    assert message["From"] == '"[PERSON 1] Müller" <office@example.org>'
    plain, page = message.get_body(("plain",)), message.get_body(("html",))
    assert plain is not None
    assert plain.get_content() == "Dear [PERSON 1],\n\nthank you."
    assert page is not None
    assert "Dear <b>[PERSON 1]</b>," in page.get_content()
    names = [part.get_filename() for part in message.iter_attachments()]
    assert names == ["attachment-1.csv", None]


def test_line_ends_stay_and_the_same_message_gives_the_same_bytes() -> None:
    message = b"Subject: x\r\n\r\nFrom here\r\n"
    source = MAIL.read("a.eml", message, FormatOptions())
    written = source.write([()])
    assert written.count(b"\r\n") == written.count(b"\n")
    assert written.endswith(b"\r\n\r\n=46rom here\r\n")
    assert MAIL.read("a.eml", message, FormatOptions()).write([()]) == written


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        (NESTED, "nested|parts that hold others"),
        (b"Content-Type: message/rfc822\n\n" * 30, "nested"),
        (b"Content-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nx\n" * 600, "more than 500 parts"),
        (b"Content-Type: multipart/mixed; boundary=b\n\nno part", "can't be found"),
        (b"Content-Type: multipart/encrypted; boundary=b\n\n--b\n\nx\n--b--", "encrypted"),
        (b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data\n\nx", "encrypted"),
        (b"A: b\n\n-----BEGIN PGP MESSAGE-----\nx\n-----END PGP MESSAGE-----", "encrypted"),
        (b"Content-Type: text/plain; charset=utf-8\n\nM\xfcller", "character set"),
        ("Content-Type: text/plain; charset=iso-8859-1\n\nMüller".encode(), "character set"),
        (b"Content-Type: text/plain; charset=utf-7\n\nM+APw-ller", "character set"),
        (b"A: b\n\nM\xfcller", "not UTF-8"),
        (b"Subject: =?utf-8?q?M=fcller?=\n\n", "character set"),
        (b"A: b\n\nbegin 644 a.txt\n#0V%T\n`\nend", "a file inside its text"),
        (b"A: b\n\n--x\nContent-Transfer-Encoding: base64\n\nWm9lbGxuZXI=", "a file inside its text"),
        (b"no header", "does not begin with the headers"),
    ],
)
def test_what_can_not_be_read_is_refused_in_one_line(message: bytes, reason: str) -> None:
    start = time.process_time()
    with pytest.raises(DocumentError, match=reason) as caught:
        MAIL.read("a.eml", message, FormatOptions())
    assert "\n" not in str(caught.value)
    assert time.process_time() - start < 3


def test_a_message_of_500_mb_is_refused_before_it_is_parsed() -> None:
    with pytest.raises(DocumentError, match="more than 64 MB"):
        MAIL.read("a.eml", b"A: b\n\n" + bytes(1 << 27), FormatOptions())


@pytest.mark.parametrize(
    "message",
    [
        NESTED.replace(b"multipart/mixed", b"message/rfc822"),
        b"Content-Type: multipart/mixed; boundary=b\n\n" * 5000,
        b"Content-Type:\n multipart/mixed; boundary=b\n\n--b\n" * 3000,
        b"Subject: " + b"=?utf-8?q?a?= " * 20_000 + b"\n\n",
        b"Subject: " + b"=?utf-8?q?a" * 20_000 + b"\n\n",
        b"A: b\n" * 20_000 + b"\n",
        b"Content-Type: text/plain; " + b"a*0=b; " * 5000 + b"\n\nx",
        b"A: b\n\n-----BEGIN PGP SIGNATURE-----\n" * 20_000,
    ],
)
def test_a_message_made_to_take_long_is_read_or_refused_at_once(message: bytes) -> None:
    start = time.process_time()
    try:
        written = MAIL.read("a.eml", message, FormatOptions()).write([()])
        MAIL.residue(written, ["secret"])
        list(MAIL.reread(written))
    except DocumentError:
        pass
    assert time.process_time() - start < 4


def test_signatures_go_and_are_counted() -> None:
    message = b"A: b\n\nHello\n-----BEGIN PGP SIGNATURE-----\nx\n-----END PGP SIGNATURE-----\nBye"
    source = MAIL.read("a.eml", message, FormatOptions())
    assert source.documents[0].text == "Hello\n\nBye"
    assert source.dropped == {"headers": 1, "signatures": 1}


def test_a_message_in_utf16_is_read_by_its_byte_order_mark() -> None:
    message = "\ufeffSubject: Müller\n\nHello".encode("utf-16-le")
    assert MAIL.recognizes(message)
    assert text_of(message) == f"Müller{SEPARATOR}Hello"


def test_a_mailbox_is_cut_where_a_message_begins() -> None:
    mailbox = b"From a\nSubject: x\n\nOne\nFrom here on\n\nFrom b\nSubject: y\n\nTwo\n>From there on\n"
    source = MAILBOX.read("a.mbox", mailbox, FormatOptions())
    texts = [(document.id, document.text.split(SEPARATOR)[1]) for document in source.documents]
    assert texts == [("a.mbox, message 1", "One\nFrom here on"), ("a.mbox, message 2", "Two\n>From there on")]
    assert b"\nFrom here" not in source.write([(), ()])


HEADERS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=120)


@given(HEADERS)
def test_a_header_that_is_written_is_read_as_its_text(text: str) -> None:
    lines = list(write_header("Subject", text))
    assert all(len(line) < 998 and line.isascii() for line in lines)
    value = "\n".join(lines).removeprefix("Subject:")
    assert read_header(value, "x") == clean_header(text)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=300))
def test_a_text_that_is_written_is_read_as_it_was(text: str) -> None:
    clean = clean_text(text)
    encoding, body = encode_text(clean)
    assert all(len(line) <= 76 and not line.startswith(("From ", "--=_", ".")) for line in body.split("\n"))
    data = decode_body(body.encode("ascii"), encoding)
    assert data is not None
    assert data.decode() == clean


@pytest.mark.parametrize("ending", ["o'neil", "Zöllner", "Dr Roe"])
def test_an_ending_that_no_format_has_does_not_go_out_with_an_attachment(ending: str) -> None:
    message = EmailMessage()
    message["Subject"] = "x"
    message.set_content("see the note")
    message.add_attachment(b"fine", maintype="text", subtype="plain", filename=f"note.{ending}")
    written = MAIL.read("a.eml", message.as_bytes(), FormatOptions()).write([()])
    (attachment,) = message_from_bytes(written, policy=policy.default).iter_attachments()
    assert attachment.get_filename() == "attachment-1.txt"


@pytest.mark.parametrize(
    "shown",
    [
        "Early Bean <a@x.org>",
        '"Bean, Early" <a@x.org>',
        "b@x.org, Bean <a@x.org>; Early",
        "Wards: Early Bean",
    ],
)
@pytest.mark.parametrize("header", ["From", "To", "Cc"])
def test_a_displayed_name_goes_whatever_word_it_is(header: str, shown: str) -> None:
    message = f"{header}: {shown}\nSubject: The bolt\n\nThe bolt is fine.\n".encode()
    source = MAIL.read("a.eml", message, FormatOptions())
    outcome = open_policy("default").sanitize(source.documents[0])
    written = source.write([outcome.release.edits])
    assert not MAIL.residue(written, ["Early", "Bean"])
    assert "The bolt is fine." in written.decode()
