"""Words that no attacker has seen: kept unless somebody says otherwise, and then removed, asked for or refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.contracts.reader_worlds import SIGNS, small_world

from reticent import Document, sanitize
from reticent.attackers.counting import Bayes
from reticent.attackers.linear import Hints
from reticent.errors import PromiseError
from reticent.knowledge import MemoryCorpus
from reticent.models.privacy_model import Unseen
from reticent.plan import Release
from reticent.text import Span

NOTE = Document("note", "Asthma. She takes Zorblatin, and quizzlol on the bus. Zorblatin helps.")


def test_it_knows_them_with_their_places_and_they_move_no_attacker() -> None:
    model = small_world()
    found = model.unseen_words(NOTE)
    assert {word: [span.of(NOTE.text) for span in spans] for word, spans in found.items()} == {
        "quizzlol": ["quizzlol"],
        "zorblatin": ["Zorblatin", "Zorblatin"],
    }
    for reader in model.attackers:
        clues = [
            clue.span for guess in reader.guesses(NOTE, model.secrets[0].candidates) for clue in guess.clues
        ]
        assert not any(span.overlaps(clue) for spans in found.values() for span in spans for clue in clues)


def test_they_are_kept_when_nobody_says_otherwise_and_the_promise_says_so() -> None:
    assert "Zorblatin" in sanitize(NOTE, small_world()).text
    assert "Words that they have never seen are not judged." in small_world().promise.statement


def test_they_go_where_they_are_to_be_removed() -> None:
    model = replace(small_world(), unseen="remove")
    outcome = sanitize(NOTE, model)
    assert "orblatin" not in outcome.text
    assert "quizzlol" not in outcome.text
    assert "bus" in outcome.text
    assert any(each.reason == "a word that the corpus has never seen" for each in outcome.plan.decisions)
    (left,) = model.violations(Release(NOTE, Document("d", "Zorblatin on the bus.")))
    assert left.span == Span(0, 9)


@pytest.mark.parametrize("rule", ["ask", "refuse"])
def test_a_text_with_some_is_refused_until_a_person_has_decided_about_each(rule: Unseen) -> None:
    model = replace(small_world(), unseen=rule)
    with pytest.raises(PromiseError, match="--unseen keep, remove or ask"):
        _ = sanitize(NOTE, model.asking()).document
    assert bool(sanitize(NOTE, model).violations) is (rule == "refuse")
    text = sanitize(NOTE, model.with_choices({"zorblatin": "remove", "quizzlol": "keep"})).text
    assert "quizzlol" in text
    assert "orblatin" not in text


def test_a_place_that_a_person_keeps_stays() -> None:
    at = NOTE.text.index("quizzlol")
    plan = replace(small_world(), unseen="remove").plan_around(Release(NOTE, NOTE), [Span(at, at + 8)])
    assert not any(span.start == at for each in plan.decisions for span in each.spans)


def test_what_some_attacker_knows_is_not_unseen() -> None:
    corpus = MemoryCorpus([f"{name} {' '.join(signs)} zorblatin" for name, signs in SIGNS.items()])
    hints = Hints({name: {"quizzlol": 1} for name in SIGNS})
    readers = (*small_world().attackers, Bayes(corpus, "other"), hints)
    assert replace(small_world(), attackers=readers).unseen_words(NOTE) == {}
