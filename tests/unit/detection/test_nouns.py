import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent.detection import Nouns
from reticent.knowledge.taxonomy import wordnet
from reticent.text import Document, Span

NOUNS = Nouns(wordnet())


def found(text: str) -> list[str]:
    return [mention.span.of(text) for mention in NOUNS.mentions(Document("d", text))]


@pytest.mark.parametrize(
    ("text", "nouns"),
    [
        ("The patient has phantom limb pain.", ["patient", "phantom limb pain"]),
        ("She has chronic headaches.", ["headaches"]),
        ("He left Zxqvale Hospital.", ["Zxqvale", "Hospital"]),
        ("They slept well.", []),
        ("", []),
    ],
)
def test_nouns_are_the_longest_phrases_that_the_taxonomy_knows(text: str, nouns: list[str]) -> None:
    assert found(text) == nouns


def test_a_placeholder_is_no_noun() -> None:
    text = "The [NOUN] has a cold."
    document = Document("d", text, (Span(4, 10),))
    assert [mention.span.of(text) for mention in NOUNS.mentions(document)] == ["cold"]


@given(
    st.lists(st.sampled_from(["jane@example.org", "[NOUN]", "the cold", " ", ".", "\ufffc", "é"]), max_size=8)
)
def test_no_noun_touches_a_placeholder_whatever_stands_around_it(parts: list[str]) -> None:
    text = "".join(parts)
    marks = tuple(Span(*match.span()) for match in re.finditer(r"\[NOUN\]", text))
    mentions = NOUNS.mentions(Document("d", text, marks))
    assert not any(mention.span.overlaps(mark) for mention in mentions for mark in marks)


def test_what_it_knows_is_declared_by_a_hash() -> None:
    (declared,) = NOUNS.declared.values()
    assert declared.startswith("sha256:")
    assert NOUNS.kinds == {"NOUN"}
