"""Which marks a text may be believed: those of a release, in the form that rendering gives them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.formats.seam.records import SEPARATOR
from reticent.rendering.placeholders import find_misnumbered, find_numbered, mark_earlier_release
from reticent.text import Document
from reticent.text.document import MASK

KINDS = ["AGE", "CODE", "DATE", "PERSON", "US_SSN"]


def believed(text: str) -> list[str]:
    document = mark_earlier_release(Document("d", text), KINDS)
    return [span.of(text) for span in document.placeholders]


@pytest.mark.parametrize(
    "text",
    [
        "[AGE 93]",
        "[CODE 4471]",
        "[US SSN 6789]",
        "[CODE 2125] [CODE 5501]",
        "[PERSON 2] met [PERSON 1]",
        "[PERSON 1] met [PERSON 3]",
        "[PERSON 1], [AGE 93]",
        "[DATE 3] and [DATE 1]",
        "[PERSON 1,234]",
    ],
)
def test_a_numbered_mark_in_a_text_that_is_no_release_is_text(text: str) -> None:
    assert believed(text) == []


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("[PERSON 1] met [PERSON 2] and [PERSON 1]", ["[PERSON 1]", "[PERSON 2]", "[PERSON 1]"]),
        ("[PERSON 1], [AGE 1], [US SSN 1]", ["[PERSON 1]", "[AGE 1]", "[US SSN 1]"]),
        ("[PERSON] met [PERSON 1]", ["[PERSON]", "[PERSON 1]"]),
        ("[DATE 2], then [DATE 1]", ["[DATE 2]", "[DATE 1]"]),
        ("[PERSON] is [AGE 93]", ["[PERSON]"]),
        ("no mark, [sic]", []),
    ],
)
def test_a_text_in_the_form_of_a_release_is_taken_for_one(text: str, marks: list[str]) -> None:
    assert believed(text) == marks


def test_what_stands_between_two_fields_is_known_in_any_text() -> None:
    assert believed(f"[AGE 93]{SEPARATOR}[AGE 94]") == [MASK]


def test_wrong_numbers_are_named_each_at_its_place() -> None:
    text = "[PERSON 1] [PERSON 3] [PERSON 2] [AGE 2]"
    assert [mark.span.of(text) for mark in find_misnumbered(text, KINDS)] == ["[PERSON 3]", "[AGE 2]"]


def test_numbers_of_a_vault_are_those_of_its_collection() -> None:
    text = "[PERSON 17] met [PERSON 4]"
    assert find_misnumbered(text, KINDS, {"PERSON 17", "PERSON 4"}.__contains__) == []
    assert [mark.number for mark in find_misnumbered(text, KINDS, {"PERSON 4"}.__contains__)] == [17]


def test_a_number_with_commas_is_read() -> None:
    (mark,) = find_numbered("see [CODE 12,345]", KINDS)
    assert (mark.kind, mark.number) == ("CODE", 12_345)


@given(st.lists(st.integers(1, 6), max_size=8))
def test_numbers_are_right_when_each_new_one_is_the_next(numbers: list[int]) -> None:
    text = " ".join(f"[PERSON {number}]" for number in numbers)
    firsts = list(dict.fromkeys(numbers))
    assert (find_misnumbered(text, KINDS) == []) == (firsts == list(range(1, len(firsts) + 1)))
