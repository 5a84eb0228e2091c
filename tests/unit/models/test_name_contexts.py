"""Protected names are found in every context, and the common words that some of them are stay where no name is meant."""

from __future__ import annotations

import pytest
from tests.unit.models.name_contexts import COMMON, NAMES, Case, Name, cases, is_left

from reticent import Document, Mention, WordList, wordnet
from reticent.models.shared.proper_names import NameFinder, short_names
from reticent.text import merge_spans

CASES = list(cases())
HARD = {
    "letters with points": "New Orleans",
    "letters with middle dots": "New Orleans",
    "letters with hyphens": "New Orleans",
    "letters with underscores": "New Orleans",
    "a blank line in front": "Jobs Gates Bush",
    "a CSS class": "Jobs Gates Bush",
}
"""Contexts in which a name is not found yet: short words written letter by letter, and words that may be ordinary ones."""


def finder_of(name: Name) -> NameFinder:
    written = (name.protected, *([name.written] if not name.is_person else []))
    return NameFinder(written, short=short_names([name.protected], name.general, wordnet()))


FINDERS = {name: finder_of(name) for name in NAMES}


def blank(text: str, mentions: list[Mention]) -> str:
    shown, at = "", 0
    for span in merge_spans(mention.span for mention in mentions):
        shown += text[at : span.start] + "[NAME]"
        at = span.end
    return shown + text[at:]


def may_be_left(case: Case) -> bool:
    return case.name.written in HARD.get(case.context, "")


def test_there_are_enough_contexts_and_names() -> None:
    assert len({(case.group, case.context) for case in CASES}) >= 100
    assert len(NAMES) >= 15
    assert all(is_left(case.text, case.name) for case in CASES if "[" not in case.text)


@pytest.mark.parametrize("name", NAMES, ids=lambda name: name.written)
def test_a_protected_name_is_found_in_every_context(name: Name) -> None:
    left = [
        case.context
        for case in CASES
        if case.name == name
        and is_left(blank(case.text, list(FINDERS[name].mentions(Document("d", case.text)))), name)
        and not may_be_left(case)
    ]
    assert left == []


@pytest.mark.parametrize("name", NAMES, ids=lambda name: name.written)
def test_an_entry_of_a_word_list_is_found_in_every_context(name: Name) -> None:
    words = WordList([name.written])
    left = [
        case.context
        for case in CASES
        if case.name == name
        and is_left(blank(case.text, list(words.mentions(Document("d", case.text)))), name)
        and not may_be_left(case)
    ]
    assert left == []


@pytest.mark.parametrize("name", [name for name in NAMES if name.common], ids=lambda name: name.written)
@pytest.mark.parametrize("text", COMMON)
def test_a_common_word_stays_where_it_is_no_name(name: Name, text: str) -> None:
    assert FINDERS[name].mentions(Document("d", text)) == []
