"""Edits that were found between two texts are shared out among the sensitive words, in the way that hides most."""

from __future__ import annotations

from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.t_plausibility._check import fit_edits
from reticent.models.t_plausibility._tally import Readings, WordDomain
from reticent.models.t_plausibility._words import PlacedMention, SensitiveWord
from reticent.plan import Release
from reticent.rendering.matching import align
from reticent.text import Document, Mention, Span

READINGS = Readings(
    WordDomain(
        Hierarchy.from_pairs(
            [
                ("heroin", "hard drug"),
                ("morphine", "hard drug"),
                ("kidney disease", "organ disease"),
                ("liver disease", "organ disease"),
            ]
        )
    )
)


def fit(original: str, released: str, *words: str) -> list[tuple[str, str]]:
    """The pieces of the original that change, and what stands there now, after the edits were fitted."""
    before, after = Document("o", original), Document("r", released)
    places: dict[str, list[PlacedMention]] = {}
    start = 0
    for word in words:
        start = original.index(word, start)
        places.setdefault(word, []).append(
            PlacedMention(Mention(Span(start, start + len(word)), "WORD"), 0, word)
        )
        start += len(word)
    sensitive = [SensitiveWord(form, tuple(found), must_go=True) for form, found in places.items()]
    fitted = fit_edits(Release(before, after, align(before, after)), sensitive, READINGS)
    return [(edit.span.of(original), edit.text) for edit in fitted.edits]


def test_neighbours_that_grew_are_told_apart() -> None:
    assert fit("He took heroin heroin.", "He took hard drug hard drug.", "heroin", "heroin") == [
        ("heroin", "hard drug"),
        ("heroin", "hard drug"),
    ]
    assert fit("heroin morphine", "[DRUG] hard drug", "heroin", "morphine") == [
        ("heroin", "[DRUG]"),
        ("morphine", "hard drug"),
    ]


def test_a_phrase_of_which_one_word_became_general_is_hidden_as_a_whole() -> None:
    assert fit("the kidney disease", "the organ disease", "kidney disease") == [
        ("kidney disease", "organ disease")
    ]


def test_a_phrase_of_which_a_part_is_left_is_not_hidden_by_anything() -> None:
    assert fit("the kidney disease", "the [ORGAN] disease", "kidney disease") == [("kidney", "[ORGAN]")]
    assert fit("the kidney disease", "the sad disease", "kidney disease") == [("kidney", "sad")]


def test_edits_that_fit_stay_as_they_are() -> None:
    assert fit("heroin and tea", "hard drug and milk", "heroin") == [("heroin", "hard drug"), ("tea", "milk")]
