"""How much a release keeps: words, information, and how many terms became more general or went."""

from __future__ import annotations

from itertools import pairwise
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import CorrelationGuard, Document, Redaction, Span, WordList
from reticent.audit.report import Utility, add_utility, measure_utility
from reticent.knowledge import MemoryCorpus
from reticent.plan import Decision, Plan
from reticent.rendering.edits import render

CORPUS = MemoryCorpus(
    [*["A virus."] * 8, *["Influenza is a virus."] * 2, *["The weather."] * 4, *["A garden."] * 2]
)
GUARD = CorrelationGuard(corpus=CORPUS, unseen="keep")
TEXT = "Influenza came. The weather was fine."


def measure(*decisions: Decision, text: str = TEXT, counted: bool = True) -> Utility:
    document = Document("d", text)
    plan = Plan.for_document(document, decisions)
    models = [GUARD] if counted else [Redaction((WordList(["x"]),))]
    return measure_utility(plan, render(document, plan), models)


INFLUENZA = Span(0, 9)
BITS = {"influenza": log2(16 / 2), "virus": log2(16 / 10), "weather": log2(16 / 4)}


def test_what_is_unchanged_keeps_everything() -> None:
    found = measure()
    assert (found.words, found.words_kept, found.information_kept) == (6, 6, 1.0)
    assert found.bits == pytest.approx(BITS["influenza"] + BITS["weather"])


def test_a_removed_term_tells_nothing_and_a_general_one_its_own_information() -> None:
    whole = BITS["influenza"] + BITS["weather"]
    removed = measure(Decision((INFLUENZA,), "REMOVED"))
    assert removed.information_kept == pytest.approx(BITS["weather"] / whole)
    assert (removed.words_kept, removed.generalized, removed.removed) == (5, 0, 1)
    general = measure(Decision((INFLUENZA,), "REMOVED", "virus"))
    assert general.information_kept == pytest.approx((BITS["virus"] + BITS["weather"]) / whole)
    assert (general.generalized, general.removed) == (1, 0)


def test_a_replacement_tells_no_more_than_what_it_stands_for() -> None:
    found = measure(Decision((Span(20, 27),), "REMOVED", "garden"))
    assert found.information_kept == pytest.approx(1.0)


def test_without_a_corpus_words_and_terms_are_told_alone() -> None:
    found = measure(Decision((INFLUENZA,), "REMOVED"), counted=False)
    assert found.information_kept is None
    assert found.as_json()["information_kept"] is None
    assert str(found) == "kept 83.3 % of 6 words; 0 terms generalized, 1 removed"


def test_an_empty_document_loses_nothing() -> None:
    found = measure(text="")
    assert (found.words, found.information_kept) == (0, 1.0)
    assert (
        str(found)
        == "kept 100.0 % of 0 words and 100.0 % of their information; 0 terms generalized, 0 removed"
    )


def test_documents_add_up_by_their_size() -> None:
    both = add_utility(
        [Utility(10, 5, 1, 2, 10.0, 5.0), Utility(90, 90, 0, 0, 30.0, 30.0), Utility(1, 1, 0, 0)]
    )
    assert (both.words, both.words_kept, both.removed) == (101, 96, 2)
    assert both.information_kept == pytest.approx(35 / 40)
    assert add_utility([]).information_kept is None


@given(st.lists(st.sampled_from([(0, 9), (20, 27), (10, 14)]), unique=True), st.booleans())
def test_more_changes_never_keep_more(places: list[tuple[int, int]], general: bool) -> None:
    becomes = "virus" if general else None
    decisions = [Decision((Span(*place),), "REMOVED", becomes) for place in sorted(places)]
    kept = [measure(*decisions[:number]).information_kept for number in range(len(decisions) + 1)]
    assert all(
        after is not None and before is not None and after <= before + 1e-9
        for before, after in pairwise(kept)
    )
