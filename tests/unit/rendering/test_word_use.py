"""Whether words are used as a noun where they stand."""

from __future__ import annotations

import pytest

from reticent.rendering.grammar import is_used_as_noun
from reticent.text import Span


def is_noun(text: str) -> bool:
    """Whether the words between bars in a text are a noun there."""
    before, words, after = text.split("|")
    return is_used_as_noun(before + words + after, Span(len(before), len(before) + len(words)))


@pytest.mark.parametrize(
    "text",
    [
        "She |miscarried| in the spring.",
        "She has |miscarried| twice.",
        "She is |pregnant| again.",
        "While |pregnant| she was well.",
        "A |pregnant| woman came.",
        "He is |bipolar|.",
        "He was |cirrhotic| then.",
        "He is |HIV positive|.",
        "She |aborted| twice.",
        "They are |infertile|.",
    ],
)
def test_adjectives_and_verbs_are_no_nouns(text: str) -> None:
    assert not is_noun(text)


@pytest.mark.parametrize(
    "text",
    [
        "She had a |miscarriage| then.",
        "She had |flu| last year.",
        "Her |bipolar| is stable.",
        "He died of |herpes simplex| in 1990.",
        "It was |malaria|.",
        "|HIV| was found.",
        "Result: |Migraine|",
        "She is 45 |years| old.",
    ],
)
def test_nouns_are_nouns_even_where_a_tagger_is_unsure(text: str) -> None:
    assert is_noun(text)
