"""What attackers see in a text, on a small world of illnesses."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest
from tests.contracts.reader_worlds import indexed, taxonomy

from reticent import Document, Redaction
from reticent.attackers import Candidate, Clue, Guess
from reticent.detection.word_list import WordList
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, InputError
from reticent.models.indistinct import Indistinct
from reticent.text import Span
from reticent.usecases.guess import GuessQuestion, ask_about, guess, make_curve
from reticent.usecases.release import InputFile

TEXT = "Ann has fever and a rash; the vaccine came late. A rash again."
NAMES = Redaction((WordList(["Ann"], kind="PERSON"),))


@dataclass(frozen=True)
class Elsewhere:
    """An attacker elsewhere, who guesses measles from a rash, and keeps what it was shown."""

    name: str = "elsewhere"
    fingerprint: str = "none"
    repeatable: bool = False
    shown: list[str] = field(default_factory=list)

    def guesses(self, document: Document, candidates: Sequence[Candidate]) -> list[Guess]:
        self.shown.append(document.text)
        at = document.text.find("rash")
        clues = (Clue(Span(at, at + 4), 1.0),) if at >= 0 else ()
        return [Guess(each.name, float(each.name == "measles" and at >= 0), clues) for each in candidates]


def ask(*attackers: Elsewhere, models: Sequence[Redaction] = (NAMES,)) -> GuessQuestion:
    offline = Indistinct({"measles": "illness"}, corpus=indexed(), taxonomy=taxonomy(), k=1)
    model = Indistinct(
        {"measles": "illness"},
        corpus=indexed(),
        taxonomy=taxonomy(),
        k=1,
        attackers=(*offline.attackers, *attackers),
    )
    return ask_about(Rules((model, *models)))


def given(text: str) -> InputFile:
    return InputFile("note.txt", text.encode())


def test_every_attacker_tells_the_place_of_the_secret_and_the_words_that_point_to_it() -> None:
    (guessed,) = guess(given(TEXT), ask())
    assert [sight.attacker for sight in guessed.sights] == ["similarity", "bayes"]
    for sight in guessed.sights:
        assert (sight.place, sight.candidates, sight.named, sight.unasked) == (1, 11, 0, "")
        assert sight.own is not None
        words = {word.text: word for word in sight.own.words}
        assert words["rash"].places == 2
        assert sum(word.share for word in sight.own.words) <= 1 + 1e-9


def test_an_attacker_elsewhere_is_shown_nothing_that_breaks_a_promise_or_names_the_secret() -> None:
    elsewhere = Elsewhere()
    question = ask(elsewhere)
    for text, why in ((TEXT, "breaks a promise"), ("It is measles.", "names what is hidden")):
        (guessed,) = guess(given(text), question)
        assert why in guessed.sights[-1].unasked
    assert elsewhere.shown == []
    (guessed,) = guess(given("She has a rash."), question)
    assert (guessed.sights[-1].place, guessed.sights[-1].unasked) == (1, "")
    assert elsewhere.shown == ["She has a rash."]


def test_a_curve_leads_from_names_gone_to_a_better_place_with_fewer_words() -> None:
    elsewhere = Elsewhere()
    curve = make_curve(given(f"{TEXT} It is measles."), ask(elsewhere), [1, 3, 900])
    first, *middle, last = curve.points
    assert (first.k, last.k, last.sights) == (0, 900, ())
    assert "knows" in last.why
    kept = [first.kept, *(point.kept for point in middle)]
    assert kept == sorted(kept, reverse=True)
    for point in middle:
        assert all(sight.place is not None and sight.place > point.k for sight in point.sights[:2])
    assert all("Ann" not in text and "measles" not in text for text in elsewhere.shown)
    assert len(elsewhere.shown) == 3


def test_of_the_usual_steps_those_out_of_reach_are_left_out() -> None:
    assert [point.k for point in make_curve(given(TEXT), ask()).points][-1] < 10


def test_a_curve_is_drawn_for_one_document() -> None:
    with pytest.raises(DocumentError, match="holds 2 documents"):
        make_curve(InputFile("a.jsonl", b'{"text": "a"}\n{"text": "b"}\n'), ask())


def test_attackers_are_chosen_by_name() -> None:
    question = ask(Elsewhere())
    assert [each.name for each in question.choose(["bayes"]).model.attackers] == ["bayes"]
    assert len(question.choose([]).model.attackers) == 3
    with pytest.raises(InputError, match="take one of similarity, bayes, elsewhere"):
        question.choose(["nobody"])


def test_a_policy_that_hides_nothing_is_told_what_to_say() -> None:
    with pytest.raises(InputError, match="say what is hidden"):
        ask_about(Rules((NAMES,)))


def test_other_candidates_that_the_text_names_are_left_out_and_counted() -> None:
    (guessed,) = guess(given(f"{TEXT} No pneumonia, no gout."), ask())
    for sight in guessed.sights:
        assert (sight.candidates, sight.left_out) == (11, 2)
        assert not {"pneumonia", "gout"} & {each.candidate for each in sight.first}
