"""What phrases become in the end: one word for one thing, and only where it reads well."""

from __future__ import annotations

from tests.contracts.cg_worlds import TEXTS

from reticent import sanitize, wordnet
from reticent.knowledge import MemoryCorpus
from reticent.models.cg_sanitization import CgSanitization
from reticent.models.cg_sanitization._marking import PhraseChange
from reticent.models.cg_sanitization._planning import GroupPlanner, word_changes
from reticent.models.shared.counts import Option
from reticent.models.shared.phrases import Phrase
from reticent.text import Document, Span


def world() -> CgSanitization:
    return CgSanitization(
        {"HIV": "virus"},
        corpus=MemoryCorpus(TEXTS),
        taxonomy=wordnet(),
        min_support=1,
        evidence="counted",
        unseen="keep",
    )


def change(words: str, becomes: str, *places: Span, reads_at: tuple[Span, ...] = ()) -> PhraseChange:
    phrase = Phrase(tuple(words.split()), places, frozenset(), frozenset({0}))
    return PhraseChange(phrase, Option(becomes, frozenset(), 1.0, places=reads_at), ())


def test_a_word_stands_for_the_thing_with_most_places_and_the_other_is_removed() -> None:
    often = change("oslo", "city", Span(0, 4), Span(10, 14))
    once = change("bergen", "city", Span(20, 26))
    made = list(word_changes([once, often], ()))
    assert [(each.phrase.form, each.option.form) for each in made] == [("bergen", None), ("oslo", "city")]


def test_what_was_chosen_for_an_entity_stands_for_nothing_else() -> None:
    entities = world().attacker.entities
    names = change("HIV", "virus", Span(0, 3))
    other = change("ebola", "virus", Span(10, 15), Span(20, 25))
    striped = change("striped HIV", "virus", Span(30, 41))
    made = list(word_changes([names, other, striped], entities))
    assert [each.option.form for each in made] == ["virus", None, None]


def test_a_thing_has_one_word() -> None:
    entities = world().attacker.entities
    made = list(
        word_changes([change("HIV", "virus", Span(0, 3)), change("HIV", "microbe", Span(9, 12))], entities)
    )
    assert [each.option.form for each in made] == ["virus", None]


def test_where_a_word_reads_badly_the_phrase_is_removed_and_stays_general_elsewhere() -> None:
    good, bad = Span(8, 11), Span(16, 19)
    first, second = word_changes([change("HIV", "virus", good, bad, reads_at=(good,))], ())
    assert (first.phrase.spans, first.option.form) == ((good,), "virus")
    assert (second.phrase.spans, second.option.form) == ((bad,), None)


def test_every_place_of_a_phrase_that_must_go_changes() -> None:
    text = "She had HIV. If HIV comes back, call. 1. HIV."
    made = world()
    planner = GroupPlanner(made.reader, made.recall, made.max_group)
    changes = list(planner.changes(made.reader.phrases(Document("d", text))))
    places = sorted(span for each in changes for span in each.phrase.spans)
    assert [span.of(text) for span in places] == ["HIV", "HIV", "HIV"]
    assert sanitize(text, made).text == "She had a virus. If the virus comes back, call. 1. [CONDITION 1]."
