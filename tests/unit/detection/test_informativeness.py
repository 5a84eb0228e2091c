"""Terms that few documents use are proposed as sensitive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from reticent.detection import Informativeness
from reticent.errors import PolicyError
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
