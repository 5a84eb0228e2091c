"""A document that the corpus itself holds: it is released so that whoever has the corpus finds nothing."""

from __future__ import annotations

import pytest
from tests.contracts.cg_worlds import ABOVE, TEXTS

from reticent import Document, sanitize
from reticent.detection.word_list import WordList
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.correlation_guard import CorrelationGuard
from reticent.models.shared.counts import leave_out
from reticent.plan import Release

NOTE = Document(
    "note",
    "HIV was found after a blood test. Zidovudine therapy began in the hospital. The fever and the cough went away.",
)
CORPUS = MemoryCorpus([*TEXTS, NOTE.text])
TAXONOMY = Hierarchy.from_pairs(ABOVE)


def cg(evidence: str) -> CgSanitization:
    return CgSanitization(
        {"HIV": "virus"},
        corpus=CORPUS,
        taxonomy=TAXONOMY,
        evidence=evidence,  # type: ignore[arg-type]
        at_most=1.0,
        unseen="keep",
        by_meaning=False,
    )


def guard(search: str) -> CorrelationGuard:
    return CorrelationGuard((WordList(["HIV"]),), corpus=CORPUS, threshold="least", search=search)  # type: ignore[arg-type]


@pytest.mark.parametrize("model", [cg("counted"), cg("confident"), cg("strict")], ids=lambda m: m.evidence)
def test_a_stranger_with_the_whole_corpus_finds_nothing_in_the_release(model: CgSanitization) -> None:
    outcome = sanitize(NOTE, model)
    stranger = CgSanitization(
        model.protect,
        corpus=MemoryCorpus([*TEXTS, NOTE.text]),
        taxonomy=TAXONOMY,
        evidence=model.evidence,
        at_most=model.at_most,
        unseen="keep",
        by_meaning=False,
    )
    assert stranger.violations(Release(outcome.document, outcome.document)) == []
    assert "The fever and the" in outcome.text


def test_the_word_of_one_document_is_no_evidence_where_confidence_is_asked_for() -> None:
    assert "Zidovudine therapy began in the hospital" in sanitize(NOTE, cg("confident")).text
    assert "Zidovudine" not in sanitize(NOTE, cg("counted")).text


@pytest.mark.parametrize("model", [guard("fewest"), guard("groups")], ids=lambda m: m.search)
def test_the_guard_plans_with_the_whole_corpus_too(model: CorrelationGuard) -> None:
    outcome = sanitize(NOTE, model)
    assert model.violations(outcome.release) == []
    assert "hospital" in outcome.text


@pytest.mark.parametrize("model", [cg("counted"), guard("fewest")], ids=["cg", "guard"])
def test_a_promise_does_not_tell_that_the_corpus_holds_the_document(
    model: CgSanitization | CorrelationGuard,
) -> None:
    less = model.without_documents(NOTE)
    assert less.corpus.size < model.corpus.size
    assert less.promise == model.promise


def test_a_corpus_that_holds_none_of_the_documents_stays_the_same() -> None:
    assert leave_out(CORPUS, [Document("d", "Something else")]) is CORPUS
    assert leave_out(CORPUS, [NOTE]).size == CORPUS.size - 1
