"""Words are read as a reader sees them, and every place of a reading leads back to the text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.formats.seam.records import SEPARATOR
from reticent.text import Document, Span, analyze, matching
from reticent.text.analysis import Phrases
from reticent.text.document import MASK
from reticent.text.folding import fold_char, may_part_words
from reticent.text.markup import Origins, leave_out, put_in, take_disjoint
from reticent.text.matching import View, matching_views, reads_as_written, show_words, word_view
from reticent.text.sentences import normal_words
from reticent.text.tokens import parts_at_hyphens, tokenize

PIECES = [
    *("H", "i", "é", "e\u0301", "ß", "ﬁ", "а", "5", "٣", " ", "\n", "-", "=", "%", "\\", "{", "}", "*", "|", "<b>"),
    *("</b>", "&#72;", "%48", "=48", "=\n", "\\u0048", "\\'e", "\\emph{", "[b]", "[/b]", "\x1b[1m", "\u00ad", "\u200b"),
    *("\u2011", "\u00a0", "\ufffc", MASK, "t u b e r", "[H][I][V]", "-\n", "李", "x", ".", "~", "+", "•", "<td>", "</td>"),
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES) | st.characters(), max_size=14).map("".join)


def readings(text: str) -> list[View]:
    view = word_view(text)
    return [*matching_views(text), *([] if view is None else [view])]


@given(TEXTS)
def test_every_place_of_every_reading_leads_back_to_the_text_and_in_order(text: str) -> None:
    for view in readings(text):
        spans = [view.span(at, at + 1) for at in range(len(view.text))]
        assert all(0 <= span.start < span.end <= len(text) for span in spans)
        assert all(one.start <= other.start and one.end <= other.end for one, other in pairwise(spans))
        for start, end in ((0, len(spans)), (len(spans) // 3, 1 + len(spans) // 2)):
            if start < end <= len(spans):
                whole, hull = view.span(start, end), spans[start].hull(spans[end - 1])
                assert whole.start <= hull.start
                assert hull.end <= whole.end


@given(TEXTS, TEXTS)
def test_what_a_word_leads_back_to_holds_the_word(before: str, after: str) -> None:
    text = f"{before}\n\n. zebra .\n\n{after}"
    for view in readings(text):
        start = view.text.rindex(". zebra .") + 2
        assert view.span(start, start + 5).of(text) == "zebra"


@given(TEXTS)
def test_a_glance_at_a_text_never_misses_what_is_read_otherwise(text: str) -> None:
    if reads_as_written(text):
        with patch.object(matching, "reads_as_written", return_value=False):
            assert show_words(text) == text
            assert show_words(text[1:-1]) == text[1:-1]


@given(st.text(alphabet="ab1 .,-/_:@\n\t|([=", max_size=24))
def test_a_glance_at_plain_signs_never_misses_what_they_hold_apart(text: str) -> None:
    if reads_as_written(text):
        with patch.object(matching, "reads_as_written", return_value=False):
            assert show_words(text) == text


@given(TEXTS)
def test_tokens_are_the_words_of_the_reading_at_their_places(text: str) -> None:
    found = tokenize(text)
    assert [token.text for token in found] == [
        token.text for token in tokenize(show_words(text), as_written=True)
    ]
    assert all(0 <= token.start < token.end <= len(text) for token in found)
    assert all(one.start <= other.start and one.end <= other.end for one, other in pairwise(found))


def test_tokens_within_a_text_are_those_of_that_part() -> None:
    text = "Is {H}IV, t u b e r. And more."
    alone = tokenize(text[3:20])
    assert [(token.start - 3, token.end - 3, token.text) for token in tokenize(text, Span(3, 20))] == alone
    assert [token.text for token in tokenize(text, as_written=True)][:4] == ["Is", "{", "H", "}"]


DISGUISES: dict[str, Callable[[str], str]] = {
    "soft hyphen": lambda word: f"{word[:2]}\u00ad{word[2:]}",
    "zero-width space": lambda word: f"{word[:2]}\u200b{word[2:]}",
    "object": lambda word: f"{word[:2]}\ufffc{word[2:]}",
    "our own mask": lambda word: f"{word[:2]}{MASK}{word[2:]}",
    "letters apart": " ".join,
    "letters far apart": "\u00a0".join,
    "hyphens": "\u2011".join,
    "boxes": lambda word: "".join(f"[{letter}]" for letter in word),
    "cells": "|".join,
    "braces": lambda word: f"{{{word[0]}}}{word[1:]}",
    "braces at the end": lambda word: f"{word[:2]}{{{word[2:]}}}",
    "command": lambda word: f"\\textbf{{{word[0]}}}{word[1:]}",
    "percent": lambda word: f"%{ord(word[0]):02X}{word[1:]}",
    "quoted-printable": lambda word: f"={ord(word[0]):02X}{word[1:]}",
    "soft line break": lambda word: f"{word[:2]}=\n{word[2:]}",
    "reference": lambda word: f"{word[:2]}&#{ord(word[2])};{word[3:]}",
    "escape": lambda word: f"\\u{ord(word[0]):04x}{word[1:]}",
    "tag": lambda word: f"{word[:2]}<b></b>{word[2:]}",
    "discretionary hyphen": lambda word: f"{word[:2]}\\-{word[2:]}",
    "colour": lambda word: f"{word[0]}\x1b[31m{word[1:]}",
    "lookalike": lambda word: word.replace("e", "е"),
    "full width": lambda word: "".join(chr(ord(letter) + 0xFEE0) for letter in word),
}


@pytest.mark.parametrize("disguise", DISGUISES)
@pytest.mark.parametrize("word", ["zebra", "Helen", "REMUS"])
def test_removing_what_a_word_leads_back_to_removes_the_word(word: str, disguise: str) -> None:
    written = DISGUISES[disguise](word)
    text = Document("d", f"The {written}, it ran.").mask_placeholders()
    token = next(token for row in analyze(Document("d", text)).tokens for token in row if token.text == word)
    left = text[: token.start] + text[token.end :]
    assert "".join(filter(str.isalnum, show_words(left))) == "Theitran"
    assert show_words(token.span.of(text)) == word


@pytest.mark.parametrize("disguise", DISGUISES)
def test_phrases_are_found_in_every_disguise(disguise: str) -> None:
    text = f"Has {DISGUISES[disguise]('heart')} attack."
    ((form, span),) = Phrases.of(["heart attack"]).find(Document("d", text))
    assert form == "heart attack"
    assert "Has" in text[: span.start]
    assert text[span.end :] == "."


@pytest.mark.parametrize("hyphen", "-\u2010\u2011")
def test_hyphens_of_every_kind_part_a_word(hyphen: str) -> None:
    text = f"an antiretroviral{hyphen}naive child"
    token = tokenize(text)[1]
    assert [part.span.of(text) for part in parts_at_hyphens(token, text)] == ["antiretroviral", "naive"]
    assert normal_words(text)[1] == "antiretroviral-naive"


def test_parts_of_a_word_that_is_written_otherwise_have_its_whole_place() -> None:
    text = "an anti\u00advirus-free one"
    token = tokenize(text)[1]
    assert [(part.text, part.span.of(text)) for part in parts_at_hyphens(token, text)] == [
        ("antivirus", "anti\u00advirus-free"),
        ("free", "anti\u00advirus-free"),
    ]


def test_nothing_is_read_across_the_joint_between_two_fields() -> None:
    text = f"t u b{SEPARATOR}e r c u"
    joint = text.index(MASK)
    document = Document("d", text, (Span(joint, joint + 1),))
    assert MASK in document.mask_placeholders()
    assert show_words(document.mask_placeholders()) == f"t u b{SEPARATOR}ercu"


@pytest.mark.parametrize("char", ["\ufffc", MASK])
def test_what_stands_for_a_picture_hides_no_word_and_may_part_two(char: str) -> None:
    shown = Document("d", f"H{char}IV").mask_placeholders()
    assert [view.text for view in matching_views(shown)] == ["HIV", "H IV"]
    assert fold_char("\ufffc") == ""
    assert may_part_words("\ufffc")
    assert not may_part_words("\ufe0f")


def test_a_latin_word_beside_characters_of_east_asia_is_a_word() -> None:
    assert show_words("李雷Smith说") == "李雷 Smith 说"


CHANGES = st.lists(
    st.tuples(st.integers(0, 20), st.integers(0, 4), st.sampled_from(["", "x", "yz"])), max_size=5
)


@given(st.text(alphabet="abc", min_size=24, max_size=30), CHANGES)
def test_changes_lead_back_to_where_they_were_made(text: str, some: list[tuple[int, int, str]]) -> None:
    changes = take_disjoint((start, start + size, new) for start, size, new in some if size)
    changed, origins = put_in(text, changes)
    assert len(origins.starts) == len(origins.ends) == len(changed)
    at = {start: (end, new) for start, end, new in changes}
    for char, start, end in zip(changed, origins.starts, origins.ends, strict=True):
        if int(start) in at:
            assert int(end) == at[int(start)][0]
            assert char in at[int(start)][1]
        else:
            assert text[int(start) : int(end)] == char


@given(st.text(alphabet="abc", min_size=24, max_size=30), CHANGES)
def test_what_is_left_out_changes_nothing_else(text: str, some: list[tuple[int, int, str]]) -> None:
    gaps = [(start, end) for start, end, _ in take_disjoint((a, a + size, "") for a, size, _ in some)]
    left, origins = leave_out(text, gaps)
    assert [text[start:end] for start, end in zip(origins.starts, origins.ends, strict=True)] == list(left)
    assert left == put_in(text, [(start, end, "") for start, end in gaps])[0]
    assert isinstance(origins.through(None), Origins)


def test_of_changes_that_overlap_the_first_counts() -> None:
    assert take_disjoint([(3, 6, "b"), (1, 4, "a"), (4, 5, "c"), (1, 2, "d")]) == [(1, 4, "a"), (4, 5, "c")]
