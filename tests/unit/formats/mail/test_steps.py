"""Every step counts: when one is left out, the search of the message finds the secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.faults import Patch, require_a_fault_for_every_step, require_that_a_fault_is_found, same
from tests.mail_files import HIDING_PLACES, SHOWN_PLACES, SURNAME, write_group, write_message
from tests.removing import remove

from reticent.formats import FormatOptions, mail
from reticent.formats.html import _reading as html_reading
from reticent.formats.html._pieces import Run
from reticent.formats.mail import _parts as parts
from reticent.formats.mail._parts import KEPT, Attachment
from reticent.formats.mail._reading import MailReader, StandardMessage
from reticent.formats.plain import TextSource
from reticent.formats.registry import MAIL, MAILBOX
from reticent.formats.seam.format import FileSource
from reticent.formats.seam.options import DEFAULTS
from reticent.formats.seam.records import Fields, join_fields
from reticent.plan import Edit
from reticent.text import Document

WRITE_LEAF, READ_GROUP, READ_TOKEN = parts._write_leaf, MailReader._read_group, html_reading._read_token


@dataclass(frozen=True, slots=True)
class Copied(FileSource):
    """An attachment that goes out as it came."""

    data: bytes
    dropped: Mapping[str, int] = field(default_factory=dict)
    documents: tuple[Document, ...] = ()
    options: FormatOptions = DEFAULTS

    def write(self, edits: Sequence[Sequence[Edit]]) -> bytes:
        return self.data


def copy_attachment(data: bytes, *_: Any, **__: Any) -> Attachment:
    return Attachment(Copied(data), ".bin")


def keep_outside(reader: MailReader, part: StandardMessage, depth: int) -> Any:
    """The texts outside the parts are parts too."""
    group = READ_GROUP(reader, part, depth)
    outside = [text for text in (part.preamble, part.epilogue) if text]
    leaves = [
        parts.ContentPart("text/plain", TextSource(join_fields("x", [text]), DEFAULTS)) for text in outside
    ]
    return parts.Group("mixed", (*(group.parts if group else ()), *leaves))


def keep_description(leaf: parts.ContentPart, content: bytes) -> str:
    return f"Content-Description: {SURNAME}\n{WRITE_LEAF(leaf, content)}"


def keep_comments(token: Any, page: Any) -> None:
    if token.kind == "comment":
        page.pieces.append(Run(token.source))
    else:
        READ_TOKEN(token, page)


EVERY_HEADER = (*KEPT, "Received", "X-User", "Message-ID", "References", "DKIM-Signature", "Bcc")

STAND_INS: dict[str, object] = {
    "parts.read_attachment": copy_attachment,
    "reading._drop_signatures": same,
    "parts.decode_body": same,
    "parts.KEPT": EVERY_HEADER,
    "parts._write_leaf": keep_description,
    "parts.name_attachment": lambda _, ending: f"{SURNAME}{ending}",
    "parts.name_boundary": lambda number: f"{SURNAME}{number}" if number > 1 else SURNAME,
    "reading.MailReader._read_group": keep_outside,
    "reading._raw_body": lambda part: part.as_bytes(),
}
OTHERS = {
    "parts.clean_text": "makes line ends the same; takes no words away",
    "parts.clean_header": "makes blanks the same; takes no words away",
}
TABLE = "Content-Type: text/csv; name=Zoellner.csv\n\nname,note\nx,ill"
PLACES = {
    **HIDING_PLACES,
    "name of an attachment": write_message("", write_group(TABLE)),
}
FAULTS: list[tuple[str, tuple[str, ...]]] = [
    *((place, ("parts.KEPT",)) for place in (
        "way of the message", "header of a program", "header in encoded words", "folded header", "id",
        "signature of a server", "blind copy",
    )),
    ("boundary", ("parts.name_boundary",)),
    ("before the parts", ("reading.MailReader._read_group",)),
    ("after the parts", ("reading.MailReader._read_group",)),
    ("name of a part", ("parts.read_attachment", "parts.name_attachment")),
    ("name of an attachment", ("parts.name_attachment",)),
    ("header of a part", ("parts._write_leaf",)),
    ("unknown attachment", ("parts.read_attachment",)),
    ("attachment with an odd encoding", ("parts.decode_body",)),
    ("picture", ("parts.read_attachment",)),
    ("calendar", ("parts.read_attachment",)),
    ("report of a server", ("reading._raw_body", "parts.read_attachment")),
    ("signature of a person", ("reading._drop_signatures",)),
]  # fmt: skip
"""Which steps keep the secret of a place from going out; where there are several, each of them alone would do."""


def find(message: bytes) -> bool:
    written = MAIL.read("a.eml", message, FormatOptions()).write([()])
    return bool(MAIL.residue(written, [SURNAME]))


@pytest.mark.parametrize(("place", "steps"), FAULTS)
def test_a_step_that_is_left_out_leaves_the_secret_to_be_found(
    place: str, steps: tuple[str, ...], monkeypatch: Patch
) -> None:
    require_that_a_fault_is_found(monkeypatch, mail, STAND_INS, steps, lambda: find(PLACES[place]))


def test_a_comment_that_stays_in_a_page_of_a_message_is_found(monkeypatch: Patch) -> None:
    message = PLACES["comment of a page"]
    assert not find(message)
    monkeypatch.setattr(html_reading, "_read_token", keep_comments)
    assert find(message)


def test_the_first_line_of_a_mailbox_that_stays_is_found(monkeypatch: Patch) -> None:
    mailbox = b"From Zoellner@example.org Mon Jan  1 00:00:00 2024\nSubject: x\n\nx\n"
    assert not MAILBOX.residue(MAILBOX.read("a.mbox", mailbox, FormatOptions()).write([()]), [SURNAME])
    monkeypatch.setattr("reticent.formats.mail.FIRST_LINE", mailbox.partition(b"\n")[0])
    assert MAILBOX.residue(MAILBOX.read("a.mbox", mailbox, FormatOptions()).write([()]), [SURNAME])


def test_every_step_and_every_place_has_a_fault() -> None:
    require_a_fault_for_every_step(mail, STAND_INS, [steps for _, steps in FAULTS], OTHERS)
    assert {place for place, _ in FAULTS} | {"comment of a page"} == PLACES.keys()


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_an_edit_that_is_not_carried_out_is_found(place: str, monkeypatch: Patch) -> None:
    monkeypatch.setattr(Fields, "split", lambda self, _: [[] for _ in self.spans])
    assert MAIL.residue(remove(MAIL, "a.eml", SHOWN_PLACES[place], SURNAME), [SURNAME])
