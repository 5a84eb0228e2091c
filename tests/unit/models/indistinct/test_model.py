"""Indistinct in a small world of illnesses: what it plans, promises, explains and refuses."""

from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.reader_worlds import SIGNS, indexed, small_world, taxonomy
from tests.oracles import indistinct as oracle

from reticent import Document, Indistinct, Redaction, WordList, sanitize
from reticent.attackers.counting import Bayes, CountingReader
from reticent.errors import InputError, KnowledgeError, TaxonomyError
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.indistinct import secrets
from reticent.models.indistinct.secrets import count_others
from reticent.plan import Release
from reticent.text import Span

NOTE = Document(
    "note", "Asthma: wheezing and a cough, an inhaler for the pollen, no fever. The bus was late."
)
ALL_WORDS = sorted({sign for signs in SIGNS.values() for sign in signs} | {"bus", "lamp", "river", "asthma"})


def others(model: Indistinct, text: Document) -> list[int]:
    secret = model.secrets[0]
    counts = [
        count_others(reader.guesses(text, secret.candidates), secret.name) for reader in model.attackers
    ]
    return [each for each in counts if each is not None]


@pytest.mark.parametrize("k", [1, 3, 6, 9])
def test_k_others_explain_the_release_as_well_for_both_readers(k: int) -> None:
    model = small_world(k)
    outcome = sanitize(NOTE, model)
    assert min(others(model, outcome.document)) >= k
    assert "sthma" not in outcome.text
    assert "bus" in outcome.text


def test_a_larger_k_loses_no_fewer_words() -> None:
    lost = [len(sanitize(NOTE, small_world(k)).release.edits) for k in (1, 3, 6, 9)]
    assert lost == sorted(lost)
    assert lost[0] < lost[-1]


@given(words=st.lists(st.sampled_from(ALL_WORDS), max_size=12))
def test_a_violation_is_found_just_where_the_definition_has_one(words: list[str]) -> None:
    corpus = MemoryCorpus(f"{name} {' '.join(signs)}" for name, signs in SIGNS.items())
    model = Indistinct({"asthma": "illness"}, corpus=corpus, taxonomy=taxonomy(), k=3)
    document = Document("d", " ".join(words))
    texts = [words_of(f"{name} {' '.join(signs)}") for name, signs in SIGNS.items()]
    bad = "asthma" in words or any(
        oracle.others(define(texts, list(SIGNS), set(words_of(document.text))), "asthma") < 3
        for define in (oracle.similarity, oracle.bayes)
    )
    assert bool(model.violations(Release(document, document))) == bad


def test_every_name_is_a_violation_whatever_the_readers_say() -> None:
    model = replace(small_world(), aliases={"asthma": ["lung trouble"]})
    text = Document("d", "Asthma on the bus. Lung troubles by the river.")
    named = [
        each.span.of(text.text) for each in model.violations(Release(text, text)) if "name of" in each.reason
    ]
    assert named == ["Asthma", "Lung troubles"]


def test_what_a_name_becomes_and_why_each_word_goes_stands_in_the_plan() -> None:
    plan = small_world(6).plan(NOTE)
    name, *rest = plan.decisions
    assert (name.becomes, name.reason) == ("illness", "this is a name of asthma")
    assert rest
    for decision in rest:
        assert decision.reason.startswith("this was ")
        shares = decision.evidence["shares"]
        assert {each["reader"] for each in shares} <= {"similarity", "bayes"}
        assert all(each["entity"] == "asthma" for each in shares)
        assert 0 < decision.evidence["bits_at_least"] <= decision.evidence["bits_of_all_words_gone"]


def test_the_promise_says_for_whom_it_holds_and_public_words_hide_the_secret() -> None:
    promise = small_world().promise
    assert "these readers (similarity, bayes)" in promise.statement
    assert "asthma among 10 candidates below illness that they know" in promise.statement
    assert "For other readers nothing is promised." in promise.statement
    assert "asthma" not in promise.public
    assert {"reader similarity", "reader bayes", "corpus", "taxonomy"} == set(promise.relative_to)


def test_kinds_of_the_secret_and_what_it_is_a_kind_of_are_no_candidates() -> None:
    named = {candidate.name for candidate in small_world().secrets[0].candidates}
    assert named == set(SIGNS)


def test_a_listed_candidate_counts_by_all_its_names() -> None:
    listed = [("wheeze", "asthma"), ("gout",), ("measles",), ("influenza", "flu")]
    model = Indistinct(
        {"asthma": None},
        corpus=indexed(),
        taxonomy=taxonomy(),
        k=2,
        candidates=listed,
        attackers=[Bayes(indexed())],
    )
    secret = model.secrets[0]
    assert secret.candidates[secret.own].names[:2] == ("wheeze", "asthma")
    outcome = sanitize(Document("d", "Asthma is wheeze with wheezing."), model)
    assert "heeze " not in outcome.text
    assert "sthma" not in outcome.text


def test_places_that_a_person_keeps_stay_and_others_go_for_them() -> None:
    model = small_world(3)
    at = NOTE.text.index("wheezing")
    plan = model.plan_around(Release(NOTE, NOTE), [Span(at, at + 8)])
    assert not any(span.overlaps(Span(at, at + 8)) for each in plan.decisions for span in each.spans)


def test_it_composes_with_other_models() -> None:
    outcome = sanitize(NOTE, Redaction((WordList(["bus"]),)), small_world(6))
    assert outcome.violations == ()
    assert "bus" not in outcome.text


def test_a_document_of_the_corpus_is_left_out_of_the_counts_of_every_reader() -> None:
    model = small_world()
    own = Document("own", "asthma comes with wheezing and cough.")
    without = model.without_documents(own)
    assert without.corpus.size == model.corpus.size - 1
    readers = [reader for reader in without.attackers if isinstance(reader, CountingReader)]
    assert [reader.corpus.size for reader in readers] == [model.corpus.size - 1] * 2
    assert model.without_documents(NOTE) is model


def test_a_sibling_is_another_candidate_and_the_same_for_the_same_seed() -> None:
    model = small_world()
    found = {model.sibling("Asthma", seed=str(number)) for number in range(40)}
    assert "asthma" not in found
    assert found <= set(SIGNS)
    assert len(found) > 1
    assert model.sibling("Asthma", seed="1") == model.sibling("asthma", seed="1")
    assert model.sibling("river", seed="1") is None


def test_it_travels_as_its_settings() -> None:
    corpus = MemoryCorpus(f"{name} {' '.join(signs)}" for name, signs in SIGNS.items())
    model = Indistinct({"asthma": "illness"}, corpus=corpus, taxonomy=taxonomy(), k=3)
    model.plan(NOTE)
    assert pickle.loads(pickle.dumps(model)).plan(NOTE) == model.plan(NOTE)  # noqa: S301 - our own


@pytest.mark.parametrize(
    ("change", "error", "line"),
    [
        ({"protect": {}}, InputError, "nothing is to be hidden"),
        ({"k": 0}, InputError, "k must be at least 1"),
        ({"k": 10}, KnowledgeError, "knows 9 candidates besides 'asthma', and k is 10"),
        ({"budget": 0.0}, InputError, "budget is the share"),
        ({"gap": -1.0}, InputError, "gap is the bits"),
        ({"protect": {"asthma": "device"}}, TaxonomyError, "no taxonomy has 'asthma' below 'device'"),
        ({"protect": {"asthma": None}}, InputError, "hidden among something"),
        ({"protect": {"zzyzx": "illness"}}, TaxonomyError, "so there are no candidates"),
        ({"candidates": [("gout",), ("measles",)]}, InputError, "'asthma' is not among the candidates"),
        ({"attackers": (Bayes(indexed()), Bayes(indexed()))}, InputError, "two attackers are called 'bayes'"),
    ],
)
def test_what_can_not_be_promised_is_refused_in_words(
    change: dict[str, Any], error: type[InputError], line: str
) -> None:
    with pytest.raises(error, match=line):
        replace(small_world(), **change)


def test_a_secret_that_no_reader_knows_is_refused() -> None:
    hierarchy = Hierarchy.from_pairs([("grippe", "illness"), *((name, "illness") for name in SIGNS)])
    with pytest.raises(KnowledgeError, match=r"has never seen 'grippe'.*alias"):
        Indistinct({"grippe": "illness"}, corpus=indexed(), taxonomy=hierarchy)


def test_of_too_many_candidates_those_are_taken_that_readers_can_tell_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(secrets, "MOST_CANDIDATES", 4)
    listed = [("asthma",), *((f"qqzzx {number}",) for number in range(50)), ("gout",), ("measles",)]
    made = replace(small_world(), candidates=listed, k=2)
    assert [each.name for each in made.secrets[0].candidates][:3] == ["asthma", "gout", "measles"]
    assert len(made.secrets[0].candidates) == 4
    assert "the 4 of 53 that most documents name" in made.promise.statement
    monkeypatch.setattr(secrets, "MOST_CANDIDATES", 100)
    assert "that most documents name" not in replace(made).promise.statement


@pytest.mark.slow
def test_a_hundred_thousand_candidates_are_no_reason_to_refuse() -> None:
    listed = [("asthma",), ("gout",), ("measles",), *((f"illness {number}",) for number in range(100_000))]
    made = replace(small_world(), candidates=listed, k=2)
    assert len(made.secrets[0].candidates) == secrets.MOST_CANDIDATES
