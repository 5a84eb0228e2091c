"""What a notebook draws, and that it draws nothing unasked."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import (
    Document,
    Outcome,
    Plan,
    Redaction,
    Span,
    Violation,
    execute,
    patterns,
    sanitize,
)
from reticent.engine import Rules
from reticent.errors import PlanError
from reticent.knowledge.taxonomy import wordnet
from reticent.models.indistinct.settings import IndistinctSettings
from reticent.models.privacy_model import complete_model
from reticent.models.settings import Parts
from reticent.text.showing import Mark, show_text
from reticent.usecases.guess import Guessed, ask_about, look_at

NOTE = Document("note", "Write to ann@example.org <today> & call 212-555-0123.")


class Words(HTMLParser):
    """The text of a page, and the tips of its marks."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.tips = "", list[str]()
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"div", "span", "p", "b"}
        self.tips += [value or "" for name, value in attrs if name == "title"]


@given(st.text(), st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), st.text()), max_size=5))
def test_a_text_is_drawn_whole_whatever_it_holds(text: str, places: list[tuple[int, int, str]]) -> None:
    marks = [Mark(Span(min(a, len(text)), min(a + b, len(text))), "clue", tip) for a, b, tip in places]
    drawn = Words(show_text(text, marks).html)
    assert drawn.text.replace("\r", "\n") == text.replace("\r", "\n")


@pytest.fixture(scope="module")
def outcome() -> Outcome:
    return sanitize(NOTE, Redaction((patterns(),)))


def test_an_outcome_shows_the_released_text_with_its_changes(outcome: Outcome) -> None:
    drawn = Words(outcome.show().html)
    assert drawn.text == outcome.text
    assert [tip.partition(":")[0] for tip in drawn.tips] == ["EMAIL", "PHONE"]


def test_a_plan_shows_the_original_with_what_goes(outcome: Outcome) -> None:
    drawn = Words(outcome.plan.show(NOTE).html)
    assert "ann@example.org EMAIL" in drawn.text
    with pytest.raises(PlanError, match="another text"):
        outcome.plan.show(Document("other", "Other words."))


def test_a_text_that_breaks_a_promise_is_shown_as_not_released(outcome: Outcome) -> None:
    kept = execute(NOTE, Plan.for_document(NOTE), Redaction((patterns(),)))
    assert kept.violations
    drawn = Words(kept.show().html)
    assert drawn.text.startswith("Not released: ")
    assert len(drawn.tips) == len({span for each in kept.violations for span in each.places})


def test_guesses_show_the_words_that_gave_it_away() -> None:
    section = IndistinctSettings.model_validate({"type": "indistinct", "protect": {"HIV": "virus"}})
    model = complete_model(section.build(Parts(taxonomy=wordnet)))
    text = "She takes zidovudine for it. She likes her garden."
    guessed = look_at(Document("note", text), ask_about(Rules((model,))))
    assert isinstance(guessed, Guessed)
    shown = guessed.show().html
    assert text in Words(shown).text
    marked = [part.partition("<")[0] for part in shown.split('">')[2:]]
    assert "zidovudine" in marked


@pytest.mark.parametrize("kind", [Document, Outcome, Plan, Violation, Guessed])
def test_no_value_is_drawn_unasked(kind: type) -> None:
    assert not any(name.startswith("_repr_") for name in dir(kind))
