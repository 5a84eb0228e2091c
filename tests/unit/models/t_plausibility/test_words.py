"""Which words are sensitive, and which of them may not stay."""

from __future__ import annotations

from reticent import Document, Mention, Span
from reticent.models.t_plausibility._words import Units, by_unit, sensitive_words

NOTE = Document("note", "Took aspirin. Aspirins and zzyzx.")
ASPIRIN, AGAIN, UNKNOWN = Span(5, 12), Span(14, 22), Span(27, 32)
SENTENCES = Units.of(NOTE, "sentence", 1)
NOUNS = [Mention(span, "NOUN") for span in (ASPIRIN, AGAIN, UNKNOWN)]


def test_what_is_pointed_at_and_what_no_taxonomy_knows_must_go_everywhere() -> None:
    free = sensitive_words(
        NOTE, SENTENCES, pointed_at=[], nouns=NOUNS, known=lambda form, name: form == "aspirin"
    )
    assert {word.form: word.must_go for word in free} == {"aspirin": False, "zzyzx": True}
    pointed = sensitive_words(
        NOTE, SENTENCES, pointed_at=[Mention(AGAIN, "DRUG")], nouns=NOUNS, known=lambda form, name: True
    )
    assert {word.form: word.must_go for word in pointed} == {"aspirin": True, "zzyzx": False}


def test_a_word_belongs_to_every_unit_that_it_stands_in() -> None:
    words = sensitive_words(NOTE, SENTENCES, pointed_at=[], nouns=NOUNS, known=lambda form, name: True)
    assert {unit: [word.form for word in inside] for unit, inside in by_unit(words).items()} == {
        0: ["aspirin"],
        1: ["aspirin", "zzyzx"],
    }
