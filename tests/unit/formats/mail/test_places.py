"""A secret in every place of a message: found where it is left, and never left."""

import pytest
from tests.mail_files import HIDING_PLACES, SHOWN_PLACES, SURNAME, make_hostile
from tests.removing import is_left, remove

from reticent.formats.registry import MAIL, MAILBOX
from reticent.formats.seam.options import FormatOptions

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


def test_the_line_before_a_message_of_a_mailbox_is_searched() -> None:
    assert MAILBOX.residue(b"From Zoellner Mon Jan 1\nSubject: x\n\nx\n", [SURNAME])
