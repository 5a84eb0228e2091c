"""Terms that few documents use are proposed as sensitive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from reticent.detection import Informativeness
from reticent.detection.informativeness import countable_terms
from reticent.errors import PolicyError
from reticent.knowledge import is_countable, open_corpus
from reticent.text import Document, Span


class Corpus:
    size = 1024
    fingerprint = "sha256:" + "0" * 64

    def count(self, conjunctions: Sequence[frozenset[str]]) -> list[int]:
        counts = {"the": 1000, "virus": 64, "retrovirus": 1}
        return [min(counts.get(term, 0) for term in terms) for terms in conjunctions]


def terms(document: Document) -> Iterator[tuple[Span, str]]:
    for word in re.finditer(r"\w+", document.text):
        yield Span(*word.span()), word[0].lower()


def test_what_exceeds_the_bound_is_found_and_scored_by_its_information() -> None:
    text = "The virus was a retrovirus"
    mentions = Informativeness(Corpus(), terms, bound=5).mentions(Document("d", text))
    assert [m.span.of(text) for m in mentions] == ["was", "a", "retrovirus"]
    assert mentions[-1].score == 1.0
    assert mentions[-1].reason == "informativeness: 10.0 bits in the corpus"


def test_a_term_at_the_bound_stays() -> None:
    assert not Informativeness(Corpus(), terms, bound=4).mentions(Document("d", "virus"))
    assert Informativeness(Corpus(), terms, bound=3.9).mentions(Document("d", "virus"))


def test_placeholders_are_never_terms() -> None:
    document = Document("d", "[retrovirus]", (Span(0, 12),))
    assert not Informativeness(Corpus(), terms, bound=5).mentions(document)


@pytest.mark.parametrize("bound", [0, -1, 10, 99])
def test_a_bound_that_nothing_or_everything_exceeds_is_refused(bound: float) -> None:
    with pytest.raises(PolicyError, match=r"between 0 and 10\.0 bits"):
        Informativeness(Corpus(), terms, bound=bound)


NOTE = "The patient has a rare oncocytoma; the doctor told the family. It was the only one of the 2."


def test_with_the_corpus_that_ships_rare_terms_are_found_and_common_ones_stay() -> None:
    corpus = open_corpus()
    mentions = Informativeness(corpus, countable_terms, bound=13).mentions(Document("d", NOTE))
    found = {mention.span.of(NOTE) for mention in mentions}
    assert any("oncocytoma" in term for term in found)
    assert not found & {"patient", "doctor", "family"}
    rarer = {
        m.span.of(NOTE) for m in Informativeness(corpus, countable_terms, 6).mentions(Document("d", NOTE))
    }
    assert "patient" in rarer
    assert len(rarer) > len(found)


def test_only_terms_that_can_be_counted_are_asked_for() -> None:
    asked = [
        term for _, term in countable_terms(Document("d", "This one is the very same as that of the virus."))
    ]
    assert "virus" in asked
    assert all(map(is_countable, asked))
    assert list(countable_terms(Document("d", "... — of the !"))) == []
