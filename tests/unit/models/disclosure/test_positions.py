"""Where a more general noun can stand, and where it would be false, no English, or a name."""

from __future__ import annotations

import pytest

from reticent.models.disclosure.phrases import Phrase
from reticent.models.disclosure.positions import fits
from reticent.text import Span
from reticent.text.lemmas import normal_words


def phrase(text: str) -> Phrase:
    """The phrase between bars in a text."""
    before, words, after = text.split("|")
    span = Span(len(before), len(before) + len(words))
    return Phrase(
        tuple(normal_words(words)), (span,), frozenset(), frozenset({1}), text=before + words + after
    )


@pytest.mark.parametrize(
    "text",
    [
        "She had |malaria| last year.",
        "The |malaria| came back.",
        "He died of |yellow fever|.",
        "They talked about |malaria|, and left.",
        "It was |malaria|'s fault.",
    ],
)
def test_a_noun_that_is_used_in_a_sentence_can_be_told_in_general(text: str) -> None:
    assert fits(phrase(text), alone=True)


@pytest.mark.parametrize(
    "text",
    [
        "There was no |malaria| then.",
        "She denies fever, cough or |malaria|.",
        "A test for |malaria| was negative.",
        "He never had |malaria|.",
        "All |ferns| have spores.",
        "It was the first |malaria| there.",
        "It is the largest |fern| of all.",
    ],
)
def test_what_is_denied_or_counted_is_not_told_in_general(text: str) -> None:
    assert not fits(phrase(text))


@pytest.mark.parametrize(
    "text",
    [
        "The word |fern| is old.",
        'He called it "|fern|" then.',
        "It is known as |malaria|.",
        "|Malaria|: since 1990.",
        "stage of |malaria| 2",
        "the non-|malaria| group",
        "an illness (|malaria|) came",
        "She is from the University of |Florida|.",
        "the city of |Damascus| fell",
    ],
)
def test_a_name_that_is_spoken_of_and_a_part_of_a_longer_name_stay_names(text: str) -> None:
    assert not fits(phrase(text))


@pytest.mark.parametrize(
    "text",
    [
        "the upper and |lower lids| swelled",
        "a loss of |bowel| and bladder function",
        "the |malaria| parasite",
        "Gabriel sent |explorers west| again",
        "|Algae| are green.",
        "some germs that |cause diarrhea| again",
    ],
)
def test_a_piece_of_a_phrase_is_left_alone(text: str) -> None:
    assert not fits(phrase(text), alone=True)
