"""A release against a list of terms, by term: what is gone, what is left, what went in vain."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import Document
from reticent.errors import DocumentError
from reticent.evaluation import Rate, TermScores, read_term_list, score_terms
from reticent.evaluation.term_lists import TermList, make_term_list
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.text import Span

TEXT = "HIV was found. She takes an antiretroviral drug for HIV, and has fever. The garden is green."


def listed(*terms: str) -> TermList:
    return make_term_list(enumerate(terms, 1), "list")


def released(*gone: str, text: str = TEXT) -> Release:
    document = Document("d", text)
    decisions, at = [], 0
    for word in gone:
        at = text.index(word, at)
        decisions.append(Decision((Span(at, at + len(word)),), "REMOVED"))
        at += len(word)
    return render(document, Plan.for_document(document, tuple(decisions)))


def score(terms: TermList, *gone: str, text: str = TEXT) -> TermScores:
    return score_terms(terms, released(*gone, text=text))


def test_a_term_is_gone_when_it_stands_nowhere() -> None:
    terms = listed("HIV", "antiretroviral drug")
    assert score(terms, "HIV", "HIV").recall == Rate(1, 2)
    once = score(terms, "HIV")
    assert once.recall == Rate(0, 2)
    assert once.left == ("HIV", "antiretroviral drug")


def test_a_phrase_is_gone_when_a_word_of_it_is_and_it_counts_for_precision() -> None:
    found = score(listed("HIV", "antiretroviral drug"), "antiretroviral")
    assert found.recall == Rate(1, 2)
    assert found.precision == Rate(1, 1)
    assert found.needless == ()


@pytest.mark.paper("cg-sanitization", "Equations 10 to 12")
def test_what_shares_no_word_with_the_list_is_harmless_and_its_removal_needless() -> None:
    found = score(listed("HIV"), "HIV", "HIV", "garden")
    assert found.precision == Rate(1, 2)
    assert found.needless == ("garden",)
    assert found.harmless.hits == 1
    assert found.f1 == pytest.approx(2 / 3)


def test_terms_are_compared_without_regard_to_case_and_number() -> None:
    found = score(listed("hiv", "Fevers"), "HIV", "HIV", "fever")
    assert found.recall == Rate(2, 2)


def test_terms_that_the_text_does_not_hold_are_told_and_not_counted() -> None:
    found = score(listed("HIV", "lamivudine"), "HIV", "HIV")
    assert (found.recall, found.absent) == (Rate(1, 1), 1)


def test_nothing_removed_has_no_recall_and_an_empty_text_nothing_to_find() -> None:
    assert score(listed("HIV")).f1 == 0.0
    assert score(listed("HIV"), text="").recall == Rate(0, 0)


def test_words_beside_a_listed_phrase_that_stand_alone_elsewhere_are_still_telling() -> None:
    text = "T cells die. The cells were seen."
    found = score(listed("T cells"), "T cells", "cells", text=text)
    assert found.recall == Rate(1, 1)


def test_a_list_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text("# head\n\nHIV\n  CD4+ T cells \nhiv\n", encoding="utf-8")
    assert list(read_term_list(path).written.values()) == ["HIV", "CD4+ T cells"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# nothing\n", "holds no term"),
        ("HIV\nof the\n", "line 2: no term"),
        ("HIV\n...\n", "line 2: no term"),
        ("word " * 60, "line 1: no term"),
    ],
)
def test_what_is_no_term_is_refused_by_its_line(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(DocumentError, match=said):
        read_term_list(path)


@given(st.lists(st.sampled_from(["HIV", "fever", "antiretroviral", "garden"]), unique=True, min_size=1))
def test_removing_all_that_is_listed_and_nothing_else_scores_full(words: list[str]) -> None:
    ordered = sorted(words, key=TEXT.index)
    gone = [word for word in ordered if word != "HIV"]
    text = TEXT.replace("HIV was found", "It was found")
    terms = listed(*ordered)
    found = score(terms, *sorted([*gone, *(["HIV"] if "HIV" in words else [])], key=text.index), text=text)
    assert (found.precision.value, found.recall.value, found.harmless.hits) == (1.0, 1.0, 0)


def test_ten_thousand_terms_are_looked_up_at_once() -> None:
    many = listed(*(f"term{number} word{number % 70}" for number in range(10_000)), "HIV")
    found = score(many, "HIV", "HIV")
    assert (found.recall, found.absent) == (Rate(1, 1), 10_000)
