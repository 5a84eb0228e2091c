"""Where a more general noun can stand, and where it would be false, no English, or a name."""

from __future__ import annotations

import pytest

from reticent.models.shared.phrases import Phrase
from reticent.models.shared.positions import fits, fitting_places
from reticent.models.shared.senses import names_a_place, opens_sentence, takes_form
from reticent.text import Span
from reticent.text.sentences import normal_words


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
        "Her |malaria| is stable.",
        "This |malaria| is new.",
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
        "She |miscarried| in the spring.",
        "She is |pregnant| again.",
        "He is |bipolar|.",
        "|HIV positive|.",
    ],
)
def test_a_piece_of_a_phrase_is_left_alone(text: str) -> None:
    assert not fits(phrase(text), alone=True)


@pytest.mark.parametrize(
    "text",
    [
        "He was born in Vik, |Norway|, in 1900.",
        "She had asthma, |malaria| and gout.",
        "They take drugs such as |quinine| there.",
        "It is worse than |malaria| was.",
        "|Malaria| is a common cause of fever.",
        "Her |malaria| is a common cause of fever.",
        "Symptoms of |malaria| are chills and pain.",
        "You should ask if you have |malaria| now.",
        "|Ferns| grow in the shade.",
        "It was a widely |cultivated fern| then.",
        "1. |Malaria|.",
        "Its only member is the |walrus| there.",
        "They saw |fern| making as an art.",
        "The |phytoplankton| account for half of it.",
        "There are ten species of |hedgehog| there.",
    ],
)
def test_a_sentence_that_would_say_another_thing_gets_a_gap(text: str) -> None:
    assert not fits(phrase(text), alone=True)


@pytest.mark.parametrize(
    "text",
    [
        "Malaria was there. If |malaria| comes back, call us.",
        "Malaria was there. Signs and symptoms of |malaria| include chills.",
        "The |ferns| of this wood were old.",
        "In 1990, |malaria| was found there.",
    ],
)
def test_what_was_named_before_or_has_an_article_is_told_of_one_thing(text: str) -> None:
    assert fits(phrase(text), alone=True)


def test_places_that_do_not_fit_are_left_out_and_the_others_stay() -> None:
    text = "She had malaria. 1. malaria."
    places = tuple(Span(at, at + 7) for at in (8, 20))
    found = Phrase(("malaria",), places, frozenset(), frozenset({1}), text=text)
    assert fitting_places(found, alone=True) == places[:1]


@pytest.mark.parametrize(
    ("text", "form", "reads"),
    [
        ("She had |malaria| then.", "disease", True),
        ("She had |malaria|, a grave disease.", "disease", False),
        ("She had a |stroke| then.", "disease", False),
        ("They played on |grass| there.", "plant", False),
        ("They played on the |grass| there.", "plant", True),
        ("It comes from |Nahuatl language| here.", "language", False),
        ("She took |ciprofloxacin| for it.", "medicine", True),
        ("The record of |Caesar salad| is old.", "food", False),
    ],
)
def test_a_word_suits_article_number_and_sentence(text: str, form: str, reads: bool) -> None:
    assert takes_form(phrase(text), form) is reads


def test_a_name_of_a_place_is_no_team() -> None:
    assert names_a_place(phrase("She lived in |Porto| then."))
    assert not names_a_place(phrase("He was trained at |Porto| then."))
    assert opens_sentence(phrase("|Porto| grew."))


def test_the_last_of_a_list_is_listed_as_the_others_are() -> None:
    assert not fits(phrase("She has a history of measles, mumps, and |malaria|."))
    assert fits(phrase("She was ill, and |malaria| came back."))
