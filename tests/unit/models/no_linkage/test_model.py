"""NoLinkage: what it promises, plans and finds, beside brute force."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.linkage_worlds import ORIGINALS, TAXONOMY, counted, documents, small_world
from tests.oracles import no_linkage as oracle

from reticent import Document, NoLinkage, sanitize
from reticent.engine import execute
from reticent.errors import InputError
from reticent.knowledge.runs import count_runs
from reticent.models.no_linkage._planning import (
    choose_words_that_stay,
    linking_intervals,
    stab_cheapest,
    stab_fewest,
)
from reticent.models.no_linkage.reading import read_unchanged
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.rendering.matching import align
from reticent.text import Span

WORDS = st.lists(st.sampled_from(["oak", "elm", "ash", "fir", "yew"]), min_size=1, max_size=8)
WORLDS = st.lists(WORDS, min_size=1, max_size=6)


def model_of(texts: list[list[str]], **settings: Any) -> NoLinkage:
    collection = [Document(str(number), " ".join(text)) for number, text in enumerate(texts)]
    return NoLinkage(count_runs(collection, longest=4, near_copies=False), **settings)


def different(texts: list[list[str]]) -> list[list[str]]:
    """Originals with the same words are one."""
    return [list(text) for text in dict.fromkeys(map(tuple, texts))]


def stretches(release: Release, model: NoLinkage) -> list[list[str]]:
    return [[word.form for word in stretch] for stretch in read_unchanged(release, model.runs)]


def smallest(runs: set[tuple[int, int]]) -> set[tuple[int, int]]:
    return {
        (first, end)
        for first, end in runs
        if not any(first <= start and stop <= end and (first, end) != (start, stop) for start, stop in runs)
    }


@given(WORLDS, WORDS, st.integers(2, 3), st.integers(0, 4))
def test_violations_are_the_shortest_runs_that_brute_force_finds(
    texts: list[list[str]], text: list[str], k: int, longest: int
) -> None:
    document = Document("text", " ".join(text))
    found = model_of(texts, k=k, longest=longest).violations(Release(document, document))
    expected = smallest(oracle.linking_runs(different(texts), text, k, longest))
    assert {each.span.of(document.text) for each in found} == {" ".join(text[a:b]) for a, b in expected}
    assert len(found) == len(expected)


@given(WORLDS, WORDS, st.integers(2, 3), st.integers(0, 4))
def test_no_run_of_a_release_links_by_brute_force(
    texts: list[list[str]], text: list[str], k: int, longest: int
) -> None:
    model = model_of(texts, k=k, longest=longest)
    outcome = sanitize(Document("text", " ".join(text)), model)
    assert not outcome.violations
    for stretch in stretches(outcome.release, model):
        assert not oracle.linking_runs(different(texts), stretch, k, longest)


@given(WORLDS, WORDS, st.integers(2, 3), st.integers(0, 4))
def test_the_fewest_words_go(texts: list[list[str]], text: list[str], k: int, longest: int) -> None:
    outcome = sanitize(Document("text", " ".join(text)), model_of(texts, k=k, longest=longest))
    gone = sum(len(each.spans) for each in outcome.plan.decisions)
    assert gone == oracle.fewest_changes(different(texts), text, k, longest)


@given(WORLDS, WORDS, st.integers(2, 3), st.integers(3, 6), st.integers(2, 3))
def test_no_set_of_rare_words_of_a_release_links_by_brute_force(
    texts: list[list[str]], text: list[str], k: int, rare: int, together: int
) -> None:
    model = model_of(texts, k=k, longest=1, rare=rare, together=together)
    document = Document("text", " ".join(text))
    found = {frozenset(each.group) for each in model.violations(Release(document, document)) if each.group}
    every = oracle.linking_sets(different(texts), [text], k, rare, together)
    assert found == {each for each in every if not any(other < each for other in every)}
    outcome = sanitize(document, model)
    assert not outcome.violations
    assert not oracle.linking_sets(different(texts), stretches(outcome.release, model), k, rare, together)


INTERVALS = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 4)), max_size=8).map(
    lambda drawn: [(first, min(10, first + length)) for first, length in drawn]
)


@given(INTERVALS)
def test_greedy_takes_as_few_words_as_the_search_by_cost(intervals: list[tuple[int, int]]) -> None:
    greedy = stab_fewest(intervals)
    assert len(greedy) == len(stab_cheapest(intervals, [1.0] * 10))
    assert all(any(first <= word < end for word in greedy) for first, end in intervals)


@given(INTERVALS, st.lists(st.integers(1, 9), min_size=10, max_size=10))
def test_the_search_by_cost_finds_the_least(intervals: list[tuple[int, int]], costs: list[int]) -> None:
    def stabs(chosen: int) -> bool:
        return all(any(chosen >> word & 1 for word in range(first, end)) for first, end in intervals)

    least = min(
        sum(costs[word] for word in range(10) if chosen >> word & 1)
        for chosen in range(1 << 10)
        if stabs(chosen)
    )
    taken = stab_cheapest(intervals, list(map(float, costs)))
    assert sum(costs[word] for word in taken) == least
    assert all(any(first <= word < end for word in taken) for first, end in intervals)


def test_the_shortest_run_that_ends_with_a_word_is_planned_for() -> None:
    assert linking_intervals([[2, 2, 2], [2, 1], [1]], 2) == [(1, 3)]
    assert linking_intervals([], 2) == []


def test_words_of_one_other_original_stay_together() -> None:
    holders = {"a": frozenset({0, 1}), "b": frozenset({0, 1}), "c": frozenset({0, 2}), "d": frozenset({0, 1})}
    assert choose_words_that_stay(holders, dict.fromkeys(holders, 1.0), k=2, most=3) == {"a", "b", "d"}


def test_a_mark_and_a_changed_word_end_a_run() -> None:
    document = Document("note", "The clerk heard the court.")
    assert [
        each.span.of(document.text) for each in small_world().violations(Release(document, document))
    ] == [
        "clerk heard",
        "heard the court",
    ]
    plan = Plan.for_document(document, (Decision((Span(10, 15),), "REMOVED"),))
    assert not small_world().violations(render(document, plan))
    changed = render(document, replace(plan, decisions=(Decision((Span(10, 15),), "REMOVED", "saw"),)))
    assert not small_world().violations(changed)


def found_in(release: Release, model: NoLinkage) -> set[str]:
    return {each.span.of(release.released.text) for each in model.violations(release)}


def test_a_run_that_no_two_originals_share_links_at_any_length() -> None:
    first, second = "the clerk of the third court heard the", "third court heard the witness from the mill"
    texts = [first.split(), second.split(), f"{first} witness from the mill".split()]
    text = Document("text", " ".join(texts[2]))
    release = Release(text, text)
    assert not model_of(texts, longest=4).violations(release)
    assert found_in(release, model_of(texts)) == {"the third court heard the witness"}
    outcome = sanitize(text, model_of(texts))
    assert sum(len(each.spans) for each in outcome.plan.decisions) == 1


def test_the_edge_of_an_edit_that_puts_words_back_ends_no_run() -> None:
    document = Document("note", "The clerk heard, the court.")
    for place, becomes in ((Span(10, 19), "heard the"), (Span(4, 15), "clerk heard"), (Span(15, 16), "")):
        plan = Plan.for_document(document, (Decision((place,), "REMOVED", becomes or " –"),))
        assert found_in(render(document, plan), small_world())


def test_a_word_without_a_meaning_for_another_ends_no_run() -> None:
    texts = ["he owns an orchard in May".split(), "he owns an orchard".split(), "he owns one".split()]
    document = Document("note", "He owns an orchard.")
    release = render(document, Plan.for_document(document, (Decision((Span(11, 18),), "REMOVED", "field"),)))
    assert release.released.text == "He owns a field."
    model = model_of([texts[0], texts[2], ["he"]])
    assert found_in(release, model) == {"a"}


def test_a_noun_that_is_also_a_small_word_is_changed_by_a_noun() -> None:
    document = Document("note", "The well sat in the court.")
    plan = Plan.for_document(document, (Decision((Span(4, 8),), "REMOVED", "excavation"),))
    assert stretches(render(document, plan), small_world())[0] == ["the"]


def test_words_around_a_gap_that_nothing_shows_do_not_follow_one_another() -> None:
    document = Document("note", "The clerk slowly heard the witness.")
    released = Document("note", "The clerk heard the witness.")
    release = Release(document, released, align(document, released))
    assert stretches(release, small_world()) == [["the", "clerk"], ["heard", "the", "witness"]]


def test_a_mark_of_the_input_ends_a_run_unless_originals_have_it() -> None:
    text = "The clerk [PERSON 1] heard the witness"
    marked = Document("note", text, (Span(10, 20),))
    release = Release(marked, marked)
    elsewhere = model_of([["the", "clerk"], ["heard", "the", "witness"]])
    assert stretches(release, elsewhere) == [["the", "clerk"], ["heard", "the", "witness"]]
    known = NoLinkage(count_runs([Document("1", text), Document("2", "the clerk")], longest=3))
    assert stretches(release, known) == [["the", "clerk", "person", "1", "heard", "the", "witness"]]
    assert "[PERSON 1]" not in sanitize(marked, known).text


def test_words_as_they_are_written_are_judged_if_that_is_asked() -> None:
    texts = [Document("1", "In May, the court sat"), Document("2", "in May the court sat down")]
    exact = NoLinkage(count_runs(texts, exact=True))
    assert not NoLinkage(count_runs(texts, near_copies=False)).violations(Release(texts[0], texts[0]))
    outcome = sanitize(texts[0], exact)
    assert not outcome.violations
    assert "May, the" not in outcome.text
    assert "as they are written" in exact.promise.statement


def test_a_word_that_an_edit_puts_back_is_unchanged() -> None:
    document = Document("note", "A zorblat sat.")
    plan = Plan.for_document(document, (Decision((Span(0, 9),), "REMOVED", "zorblat"),))
    release = render(document, plan)
    assert any("Zorblat" in each.span.of(release.released.text) for each in small_world().violations(release))


def test_who_has_both_texts_comes_to_the_same_without_the_plan() -> None:
    model = NoLinkage(counted(), longest=3, generalize=TAXONOMY)
    for document in documents():
        release = sanitize(document, model).release
        alone = Release(document, release.released, align(document, release.released))
        assert model.violations(alone) == model.violations(release) == []


def test_a_more_general_noun_stands_where_one_is_known() -> None:
    model = NoLinkage(counted(), longest=3, generalize=TAXONOMY)
    outcome = sanitize(Document("4", ORIGINALS[4]), model)
    assert outcome.text == "A parrot sat in the field."


def test_what_a_person_keeps_is_spared_where_another_word_ends_the_run() -> None:
    document = Document("note", "The clerk heard the court.")
    release = Release(document, document)
    kept = Span(10, 15)
    plan = small_world().plan_around(release, [kept])
    assert plan.decisions
    assert not any(span.overlaps(kept) for each in plan.decisions for span in each.spans)


def test_a_document_from_elsewhere_needs_k_originals_of_the_collection() -> None:
    outcome = sanitize(Document("other", "The yak ate the parrot."), small_world())
    assert "yak" not in outcome.text
    assert "ate" not in outcome.text


def test_a_decision_left_out_is_found() -> None:
    document = Document("2", ORIGINALS[2])
    outcome = sanitize(document, small_world())
    for number in range(len(outcome.plan.decisions)):
        left = tuple(each for place, each in enumerate(outcome.plan.decisions) if place != number)
        assert execute(document, replace(outcome.plan, decisions=left), small_world()).violations


def test_settings_that_make_no_sense_are_refused() -> None:
    refused: list[tuple[dict[str, Any], str]] = [
        ({"k": 1}, "at least 2"),
        ({"longest": 9}, "between 1 and 3"),
        ({"rare": 99}, "at most 50"),
    ]
    for settings, said in refused:
        with pytest.raises(InputError, match=said):
            NoLinkage(counted(), **({"longest": 3} | settings))


def test_a_collection_of_one_is_warned_about() -> None:
    assert NoLinkage(count_runs(documents()[:1])).warnings
    assert not small_world().warnings
