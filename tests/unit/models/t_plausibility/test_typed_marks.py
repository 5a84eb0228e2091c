"""Marks that say what stood there, where no word fits: true, counted by listing, and never under the paper's settings."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.models.t_plausibility.test_model import DRUGS

from reticent import Document, TPlausibility, WordList, open_corpus, sanitize, wordnet
from reticent.kinds import find_kind
from reticent.knowledge.taxonomy import Concept, Hierarchy
from reticent.models.t_plausibility._senses import MARKS
from reticent.plan import Decision, Plan
from reticent.rendering.edits import render
from reticent.rendering.placeholders import read_term
from reticent.text import Span

FAMILIAR = open_corpus()
NOUNS = (
    "sword", "wolf", "tent", "uncle", "valley", "novel", "century", "helmet", "pilot", "carrot", "river", "tax", "fever", "jury",
    "anger", "trombone", "oak", "weekend", "committee", "verdict",
)  # fmt: skip
ADJECTIVES = ("other", "famous", "missing")
some = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def model(t: int, **options: object) -> TPlausibility:
    return TPlausibility(t, **{"taxonomy": wordnet(), "familiar": FAMILIAR, **options})  # type: ignore[arg-type]


def above(concept: Concept) -> set[Concept]:
    """All that lies above a concept, by the parents alone."""
    found: set[Concept] = set()
    waiting = [concept]
    while waiting:
        new = set(wordnet().parents(waiting.pop())) - found
        found |= new
        waiting += new
    return found


def leaves(concept: Concept) -> set[Concept]:
    """All below a concept that has nothing below itself, by the children alone."""
    found, waiting, seen = set(), [concept], {concept}
    while waiting:
        each = waiting.pop()
        children = wordnet().children(each)
        found |= set() if children else {each}
        waiting += [child for child in children if child not in seen]
        seen.update(children)
    return found


def words_open(word: str, label: str) -> int:
    """How many words could have stood where a mark stands, listed: the least of what its label means above the word."""
    senses = wordnet().concepts(word)
    meant = {each for sense in senses for each in above(sense) if label in each.names}
    kinds = set().union(*map(leaves, senses))
    counts = []
    for concept in meant:
        below = leaves(concept)
        counts.append(len(below - kinds) + bool(below & kinds))
    return min(counts, default=1)


@some
@given(
    st.lists(st.sampled_from(NOUNS), min_size=2, max_size=5, unique=True),
    st.lists(st.sampled_from(ADJECTIVES), min_size=5, max_size=5),
    st.sampled_from([2, 50, 10**4, 10**6]),
    st.sampled_from([1, "changed", "even"]),
)
def test_a_mark_is_true_and_counts_what_it_could_stand_for(
    nouns: list[str], adjectives: list[str], t: int, word_t: int | str
) -> None:
    pairs = [f"the {adjective} {noun}" for adjective, noun in zip(adjectives, nouns, strict=False)]
    document = Document("note", f"They spoke of {', and of '.join(pairs)}.")
    own = model(t, word_t=word_t, unreachable="remove")
    outcome = sanitize(document, own)
    assert outcome.violations == ()
    open_: dict[str, int] = {}
    for edit in outcome.release.edits:
        label = read_term(edit.text) if edit.placeholder else None
        if label:
            word = edit.span.of(document.text)
            assert any(label in each.names for sense in wordnet().concepts(word) for each in above(sense))
            open_[word] = words_open(word, label)
    (tally,) = own.tallies(outcome.release)
    if len(open_) == len(nouns):
        assert tally.texts == math.prod(open_.values())
    assert tally.texts >= math.prod(open_.values())
    assert tally.is_empty or tally.texts >= t


@given(st.lists(st.sampled_from(NOUNS), min_size=1, max_size=4, unique=True), st.sampled_from([2, 10**4]))
@some
def test_under_the_papers_settings_a_plan_is_what_it_is_without_marks(nouns: list[str], t: int) -> None:
    document = Document("note", f"They spoke of the other {', and of the other '.join(nouns)}.")
    for setting in ({"word_t": "paper"}, {"alternatives": "paper"}):
        marked = model(t, unreachable="remove", **setting)
        assert not marked.marks
        assert marked.kinds.isdisjoint(MARKS)
        plan = marked.plan(document)
        assert plan == replace(marked, marks=False).plan(document)
        assert not any(decision.kind in MARKS for decision in plan.decisions)


@pytest.mark.parametrize(
    ("text", "released"),
    [
        ("He kept the rusty sword.", "He kept the rusty [DEVICE 1]."),
        ("The famous pilot met the other pilot.", "The famous [INDIVIDUAL 1] met the other [INDIVIDUAL 1]."),
        ("He met the famous pilot and the other uncle.", "He met the famous [INDIVIDUAL 1] and the other [INDIVIDUAL 2]."),
    ],
)  # fmt: skip
def test_a_word_with_another_before_it_becomes_a_mark_with_the_number_of_its_thing(
    text: str, released: str
) -> None:
    assert sanitize(Document("note", text), model(10)).text == released


def test_people_are_no_animals_and_what_says_little_stays() -> None:
    text = "They studied the strange behaviour of all living humans."
    assert "ANIMAL" not in sanitize(Document("note", text), model(100)).text


def test_what_may_be_a_verb_gets_no_mark() -> None:
    released = sanitize(Document("d", "A year of naming followed."), model(10**6, unreachable="remove"))
    assert released.text.endswith("of [NOUN] followed.")


def test_every_mark_is_a_judged_kind_that_is_called_as_it_counts() -> None:
    assert all(find_kind(kind).judged_as == find_kind(kind).label.lower() for kind in MARKS)


def test_a_mark_that_tells_too_much_is_a_violation_like_a_word() -> None:
    document = Document("note", "Saw the famous pilot.")
    decision = Decision((Span(15, 20),), "INDIVIDUAL", None, entity=1)
    release = render(document, Plan.for_document(document, (decision,)))
    assert release.released.text == "Saw the famous [INDIVIDUAL 1]."
    enough = words_open("pilot", "individual")
    assert model(enough).violations(release) == []
    assert model(enough + 1).violations(release)


def test_a_hierarchy_of_ones_own_needs_no_marks() -> None:
    own = TPlausibility(4, taxonomy=DRUGS, detectors=(WordList(["marijuana"]),))
    assert sanitize(Document("note", "Takes marijuana daily."), own).text == "Takes a drug daily."
    assert Hierarchy.from_pairs([("a", "b")]).concepts("a")


def test_a_unit_without_a_sensitive_word_left_says_that_it_holds_by_emptiness_alone() -> None:
    own = TPlausibility(4, taxonomy=DRUGS, detectors=(WordList(["lonely", "marijuana"]),), unit="sentence")
    plan = own.plan(Document("note", "A lonely one. Takes marijuana."))
    told = {decision.becomes: "nothing to guess from" in decision.reason for decision in plan.decisions}
    assert told == {None: True, "drug": False}


@some
@given(
    st.lists(st.sampled_from(NOUNS), min_size=2, max_size=5, unique=True),
    st.sampled_from([2, 50]),
    st.sampled_from([50, 10**4, 10**6]),
)
def test_two_models_that_write_marks_keep_both_promises(nouns: list[str], less: int, more: int) -> None:
    document = Document("note", f"They spoke of the other {', and of the other '.join(nouns)}.")
    both = [model(t, word_t=1, unreachable="remove") for t in (less, more)]
    for models in (both, both[::-1]):
        outcome = sanitize(document, *models)
        assert outcome.violations == ()
        assert all(each.violations(outcome.release) == [] for each in models)
