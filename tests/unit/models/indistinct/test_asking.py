"""Readers who have to be asked: what they rely on goes, until they fail or the budget of words is spent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from tests.contracts.reader_worlds import indexed, small_world

from reticent import Document, Indistinct, Redaction, WordList, open_corpus, sanitize, wordnet
from reticent.attackers import Attacker, Candidate, Clue, Guess
from reticent.attackers.counting import Bayes
from reticent.audit.exceptions import state_promises
from reticent.audit.verification import verify
from reticent.engine import run_one
from reticent.engine.rules import Rules
from reticent.errors import PromiseError
from reticent.models.privacy_model import CompleteModel
from reticent.plan import Release
from reticent.text import Span
from reticent.usecases.prove import claims

NOTE = Document(
    "note", "Asthma was noted. The bus to the river was late, the lamp was old and the table wet."
)


@dataclass(frozen=True)
class Scripted:
    """A reader that guesses asthma first as long as the text holds one of its words, and says so."""

    words: tuple[str, ...]
    repeatable: bool = False
    name: str = "scripted"
    fingerprint: str = "scripted 1"
    tells: bool = True
    asked: list[str] = field(default_factory=list, compare=False)

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        self.asked.append(document.text)
        places = [at for word in self.words if (at := document.text.find(word)) >= 0]
        clues = [Clue(Span(at, at + 3), 1.0) for at in places] if self.tells else []
        names = [each.name for each in candidates if each.name != "asthma"]
        order = ["asthma", *names] if places else [*names, "asthma"]
        return [
            Guess(name, -float(number), tuple(clues) if name == "asthma" else ())
            for number, name in enumerate(order)
        ]


@dataclass(frozen=True)
class Silent:
    """A reader that never answers."""

    name: str = "silent"
    fingerprint: str = "silent 1"
    repeatable: bool = True

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        return []


def hide(*readers: Attacker, budget: float = 0.5) -> Indistinct:
    return replace(small_world(2), attackers=(Bayes(indexed()), *readers), budget=budget)


@pytest.mark.parametrize("repeatable", [True, False])
def test_words_that_a_reader_relied_on_go_until_it_fails(repeatable: bool) -> None:
    reader = Scripted(("bus", "river", "lamp"), repeatable)
    outcome = sanitize(NOTE, hide(reader))
    assert outcome.violations == ()
    assert not any(word in outcome.text for word in reader.words)
    assert "table" in outcome.text
    assert outcome.rounds > 1


def test_a_reader_elsewhere_never_sees_a_name_nor_a_draft_that_breaks_another_promise() -> None:
    reader = Scripted(("river",))
    outcome = sanitize(NOTE, hide(reader), Redaction((WordList(["lamp"]),)))
    assert outcome.violations == ()
    assert reader.asked
    assert not any("sthma" in text or "lamp" in text for text in reader.asked)


def test_a_text_that_breaks_another_promise_is_shown_to_nobody() -> None:
    reader = Scripted(("river",))
    models: list[CompleteModel] = [hide(reader), Redaction((WordList(["lamp"]),))]
    text = Document("d", "The lamp by the river.")
    assert {each.model for each in verify(Release(text, text), models, kinds={"WORD", "REMOVED"})} == {
        "redaction"
    }
    assert reader.asked == []


def test_planning_asks_nobody() -> None:
    reader = Scripted(("river",))
    hide(reader).plan(NOTE)
    assert reader.asked == []


def test_a_reader_who_always_finds_it_ends_in_an_error_with_the_curve_so_far() -> None:
    reader = Scripted(("",), repeatable=True)
    outcome = sanitize(NOTE, hide(reader, budget=0.3))
    assert [violation.about for violation in outcome.violations] == ["asthma"]
    assert "for scripted, 0 of 9 other candidates" in outcome.violations[0].reason
    assert "words kept and others so far: 9" in outcome.violations[0].reason
    with pytest.raises(PromiseError):
        outcome.document  # noqa: B018


def test_a_reader_who_finds_it_and_says_nothing_of_where_loses_the_dearest_words() -> None:
    outcome = sanitize(NOTE, hide(Scripted(("lamp",), tells=False)))
    assert outcome.violations == ()
    assert "lamp" not in outcome.text


def test_a_reader_who_never_answers_vouches_for_nothing() -> None:
    (violation,) = sanitize(NOTE, hide(Silent())).violations
    assert "silent guessed nothing at all" in violation.reason


def test_a_promise_that_rests_on_such_a_reader_is_attested() -> None:
    asked, reckoned = hide(Scripted(("lamp",))), hide()
    assert (asked.needs, reckoned.needs) == ("reader", "released")
    assert [each.check for each in claims([asked, reckoned])] == ["attested", "rechecked"]
    assert "attested, not rechecked" in asked.promise.statement


def test_a_reader_elsewhere_is_asked_apart_from_the_others() -> None:
    reader = Scripted(("river",))
    model = hide(reader)
    text = Document("d", "The river is old.")
    assert model.violations(Release(text, text)) == []
    assert reader.asked == []
    assert model.violations_by_readers(Release(text, text))


def test_a_reader_is_asked_about_so_many_drafts_at_most_and_the_promise_says_what_it_answered() -> None:
    words = ("bus", "river", "lamp", "table")
    few, enough = Scripted(words), Scripted(words)
    stopped = run_one(NOTE, Rules((replace(hide(few, budget=1.0), rounds=2),)))
    assert len(few.asked) == 2
    assert stopped.violations
    released = run_one(NOTE, Rules((hide(enough, budget=1.0),)))
    assert released.violations == ()
    (told,) = released.asked.values()
    assert f"scripted was asked {len(enough.asked)} times about asthma" in told
    assert "words kept and others so far" in told
    (promise,) = state_promises(released.plan, released.asked)
    assert told in promise.statement
    assert "about at most 8 drafts" in promise.statement


def test_a_second_run_over_a_document_counts_its_own_questions() -> None:
    model = hide(Scripted(("bus", "river", "lamp")))
    first, second = (run_one(NOTE, Rules((model,))) for _ in range(2))
    assert first.asked == second.asked
    assert first.text == second.text


def test_what_a_reader_relied_on_becomes_more_general_where_a_word_fits() -> None:
    names = ("asthma", "diabetes", "malaria", "migraine")
    model = Indistinct(
        {"asthma": "disease"},
        corpus=open_corpus(),
        taxonomy=wordnet(),
        k=2,
        attackers=(Scripted(("terrier",)),),
        candidates=[[name] for name in names],
    )
    outcome = sanitize(Document("note", "She has asthma. She sneezes because of a terrier."), model)
    assert outcome.text == "She has a disease. She sneezes because of an animal."
