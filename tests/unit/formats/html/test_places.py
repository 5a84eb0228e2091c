"""A secret in every place of a page: found where it is left, and never left."""

from collections.abc import Callable

import pytest
from tests.removing import is_left, remove
from tests.web_pages import DATA_LINK, HIDING_PLACES, SHOWN_PLACES, SURNAME, make_page

from reticent.formats.html import HTML
from reticent.formats.seam.options import FormatOptions

PLACES = HIDING_PLACES | SHOWN_PLACES


@pytest.mark.parametrize("place", PLACES)
def test_the_search_finds_a_secret_at_every_place(place: str) -> None:
    page = make_page(PLACES[place])
    assert HTML.residue(page, [SURNAME])


@pytest.mark.parametrize("place", HIDING_PLACES)
def test_what_nobody_sees_does_not_go_out_and_is_counted(place: str) -> None:
    page = make_page(HIDING_PLACES[place])
    source = HTML.read("a.html", page, FormatOptions())
    assert sum(source.dropped.values()) >= 1
    assert SURNAME not in source.documents[0].text
    assert not is_left(HTML, source.write([()]), SURNAME)


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_what_is_shown_is_judged_and_removed(place: str) -> None:
    page = make_page(SHOWN_PLACES[place])
    assert SURNAME.casefold() in HTML.read("a.html", page, FormatOptions()).documents[0].text.casefold()
    assert not is_left(HTML, remove(HTML, "a.html", page, SURNAME), SURNAME)


def test_nothing_is_left_of_a_page_that_holds_the_secret_everywhere() -> None:
    fragments = [text for name, text in HIDING_PLACES.items() if "never ends" not in name]
    page = make_page(*fragments, *SHOWN_PLACES.values(), DATA_LINK)
    released = remove(HTML, "a.html", page, SURNAME)
    assert not is_left(HTML, released, SURNAME)
    assert b"base64" not in released
    assert b"Before" in released


@pytest.mark.parametrize("hide", [str.upper, str.lower, lambda word: f"{word}-pc.example.org"])
def test_the_search_finds_a_secret_in_any_case_and_beside_signs(hide: Callable[[str], str]) -> None:
    assert HTML.residue(f'<p class="{hide(SURNAME)}">'.encode(), [SURNAME])


def test_vocabulary_and_parts_of_other_words_are_no_residue() -> None:
    page = b'<p style="color: black" align="center">An x-ray of the strong</p>'
    assert HTML.residue(page, ["black", "center", "style", "ray", "charset", "html"]) == []
