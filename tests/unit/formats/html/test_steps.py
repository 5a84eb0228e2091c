"""Every step counts: when one is left out, the search of the page finds the secret."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.faults import (
    Everything,
    Patch,
    require_a_fault_for_every_step,
    require_that_a_fault_is_found,
    same,
)
from tests.removing import remove
from tests.web_pages import HIDING_PLACES, SHOWN_PLACES, SURNAME, make_page

from reticent.formats import FormatOptions, html
from reticent.formats.html import HTML
from reticent.formats.html import _reading as reading
from reticent.formats.html._pieces import Attribute, HtmlToken, Run

READ_TOKEN = reading._read_token


def keep_comments(token: HtmlToken, page: reading.PageReading) -> None:
    if token.kind == "comment":
        page.pieces.append(Run(token.source))
    else:
        READ_TOKEN(token, page)


def keep_every_attribute(token: HtmlToken, *_: object) -> Iterator[Attribute]:
    yield from (Attribute(name, value) for name, value in token.attributes)


STAND_INS: dict[str, object] = {
    "reading.is_hidden_field": lambda _: False,
    "reading.keep_attributes": keep_every_attribute,
    "pieces._KEPT": re.compile(""),
    "reading._leave_out_hidden": lambda tokens, _: iter(tokens),
    "reading._read_token": keep_comments,
    "vocabulary.HIDDEN": {},
    "vocabulary.KEPT": Everything(),
    "vocabulary.is_vocabulary": lambda *_: True,
    "vocabulary.keep_doctype": same,
    "vocabulary.keep_style": same,
}
PAGES = {
    **{name: make_page(text) for name, text in HIDING_PLACES.items()},
    "document type": b"<!DOCTYPE Zoellner><p>x",
}
FAULTS: list[tuple[str, tuple[str, ...]]] = [
    ("comment", ("reading._read_token",)),
    ("comment that ends late", ("reading._read_token",)),
    ("comment for one browser", ("reading._read_token",)),
    ("declaration", ("reading._read_token",)),
    ("processing instruction", ("reading._read_token",)),
    ("script", ("reading._leave_out_hidden",)),
    ("structured data", ("vocabulary.HIDDEN",)),
    ("style sheet", ("reading._leave_out_hidden",)),
    ("style attribute", ("vocabulary.keep_style",)),
    ("font", ("vocabulary.keep_style",)),
    (
        "metadata",
        (
            "vocabulary.KEPT",
            "vocabulary.is_vocabulary",
        ),
    ),
    ("link to a file", ("vocabulary.KEPT",)),
    ("base", ("vocabulary.KEPT",)),
    ("data attribute", ("vocabulary.is_vocabulary",)),
    ("event handler", ("vocabulary.is_vocabulary",)),
    ("class", ("reading.keep_attributes",)),
    ("id", ("reading.keep_attributes",)),
    ("name of an attribute", ("vocabulary.is_vocabulary",)),
    ("attribute without quotes", ("reading.keep_attributes",)),
    ("attribute in references", ("reading.keep_attributes",)),
    ("name of an element", ("vocabulary.KEPT",)),
    (
        "hidden field",
        (
            "reading.is_hidden_field",
            "reading.keep_attributes",
        ),
    ),
    ("password", ("vocabulary.is_vocabulary",)),
    ("choice", ("vocabulary.is_vocabulary",)),
    ("query", ("reading.keep_attributes",)),
    ("query in references", ("reading.keep_attributes",)),
    ("script in a link", ("pieces._KEPT",)),
    ("login in a link", ("reading.keep_attributes",)),
    ("picture", ("pieces._KEPT",)),
    ("drawing", ("vocabulary.HIDDEN",)),
    ("alternative to scripts", ("reading._leave_out_hidden",)),
    ("template", ("vocabulary.HIDDEN",)),
    ("frame", ("reading._leave_out_hidden",)),
    ("object", ("vocabulary.HIDDEN",)),
    (
        "sound",
        (
            "reading._leave_out_hidden",
            "vocabulary.KEPT",
        ),
    ),
    ("formula", ("vocabulary.HIDDEN",)),
    ("tag that never ends", ("reading._read_token",)),
    ("document type", ("vocabulary.keep_doctype",)),
]
"""Which steps keep the secret of a place from going out; where there are several, each of them alone would do."""


@pytest.mark.parametrize(("place", "steps"), FAULTS)
def test_a_step_that_is_left_out_leaves_the_secret_to_be_found(
    place: str, steps: tuple[str, ...], monkeypatch: Patch
) -> None:
    def find() -> bool:
        written = HTML.read("a.html", PAGES[place], FormatOptions()).write([()])
        return bool(HTML.residue(written, [SURNAME]))

    require_that_a_fault_is_found(monkeypatch, html, STAND_INS, steps, find)


def test_every_step_and_every_place_has_a_fault() -> None:
    require_a_fault_for_every_step(html, STAND_INS, [steps for _, steps in FAULTS], {})
    assert {place for place, _ in FAULTS} == PAGES.keys()


@pytest.mark.parametrize("place", SHOWN_PLACES)
def test_an_edit_that_is_not_carried_out_is_found(place: str, monkeypatch: Patch) -> None:
    page = make_page(SHOWN_PLACES[place])
    fields = type(HTML.read("a.html", page, FormatOptions()).fields)
    monkeypatch.setattr(fields, "split", lambda self, _: [[] for _ in self.spans])
    assert HTML.residue(remove(HTML, "a.html", page, SURNAME), [SURNAME])
