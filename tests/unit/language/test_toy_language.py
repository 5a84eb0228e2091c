"""A language is a folder: one that nobody speaks goes through reading, finding and writing without an English word."""

from __future__ import annotations

import datetime
from dataclasses import replace

import numpy as np
import pytest
from tests.toy_language import TOY

from reticent.detection import names
from reticent.detection.names.cased_text import cased_text
from reticent.detection.names.findings import find_titled
from reticent.detection.names.model import KINDS, NameGuess
from reticent.detection.names.spans import Reading
from reticent.detection.names.word_lists import word_classes, word_lists
from reticent.engine.languages import Languages
from reticent.errors import InputError, LanguageError
from reticent.language import find_language, register_language, registry
from reticent.plan import Decision, Plan
from reticent.rendering.edits import render
from reticent.rendering.gaps import close_gaps
from reticent.text import Document, Span, analyze, terms
from reticent.text.dates import read_date


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one test: patterns are declared with the languages that are known, and other tests compare these hashes."""
    monkeypatch.setattr(registry, "_known", dict(registry._known))
    register_language(TOY)


def write(text: str) -> Document:
    return Document("toy", text, language=TOY.code)


def spans_of(document: Document, *words: str) -> tuple[Span, ...]:
    return tuple(Span(at := document.text.index(word), at + len(word)) for word in words)


def test_a_code_that_nobody_has_is_an_error() -> None:
    with pytest.raises(InputError, match="'qqq'"):
        find_language("qqq")


def test_a_second_language_cannot_take_the_code_of_another() -> None:
    with pytest.raises(InputError, match="qtx"):
        register_language(replace(TOY, name="Other"))


def test_abbreviations_and_clitics_of_the_language_divide_its_words() -> None:
    analysis = analyze(write("Trz. Balu zi lo kamo'q. Zuro nul."))
    assert [span.of(analysis.text) for span in analysis.sentences] == ["Trz. Balu zi lo kamo'q.", "Zuro nul."]
    assert [token.text for token in analysis.tokens[0]] == ["Trz.", "Balu", "zi", "lo", "kamo", "'q", "."]


def test_english_abbreviations_are_none_in_it() -> None:
    assert len(analyze(write("Balu zi Mrs. Kamo zi.")).sentences) == 2
    assert len(analyze(Document("english", "Balu zi Mrs. Kamo zi.")).sentences) == 1


def test_terms_have_its_lemmas_and_lose_its_stop_words() -> None:
    found = terms(write("Balu zi lo ruja kamowek ut lo virk. Nevku virk."))
    assert [term.form for term in found] == ["balu", "ruja kamo", "virk"]


def test_dates_are_read_and_written_with_its_months() -> None:
    date = read_date("3 ka duaro 2021", language=TOY)
    assert date is not None
    assert date.date == datetime.date(2021, 2, 3)
    assert date.write(datetime.date(2021, 5, 9)) == "9 ka kinaro 2021"
    assert read_date("3 of February 2021", language=TOY) is None


def test_a_title_of_the_language_announces_a_name() -> None:
    text = cased_text(analyze(write("Lo virk zi zuro Blinkar. Lo virk zi mister Karnok.")), word_classes())
    nothing = np.zeros((len(text), len(KINDS)), np.float32)
    reading = Reading.of(text, NameGuess(nothing, nothing), word_classes(), word_lists())
    found = find_titled(reading)
    assert [text.words[place.begin : place.end] for place in found] == [["Blinkar"]]


def test_a_replacement_has_its_plural_and_its_article() -> None:
    document = write("Balu zi lo kamo. Balu zi virkwek.")
    (kamo, virks) = spans_of(document, "kamo", "virkwek")
    plan = Plan.for_document(
        document, (Decision((kamo,), "TERM", becomes="oltu"), Decision((virks,), "TERM", becomes="besto"))
    )
    released = render(document, plan).released
    assert released.text == "Balu zi lon oltu. Balu zi bestowek."
    assert released.language == TOY.code


def test_a_gap_takes_its_modifiers_along_and_the_slot_of_its_list() -> None:
    document = write("Balu zi ruja virk mu kamo. Balu zi kamo ut virk.")
    first, second = (Span(at, at + 4) for at in (13, 43))
    decisions = [Decision((first, second), "REMOVED")]
    closed = close_gaps(document, decisions, kinds=["REMOVED"])
    gone = sorted(span for each in closed for span in each.spans)
    assert [span.of(document.text) for span in gone] == ["ruja virk", " ut virk"]


def test_what_nobody_reads_is_refused() -> None:
    document = write("Balu zi lo virk.")
    with pytest.raises(LanguageError):
        names().mentions(document)
    with pytest.raises(LanguageError):
        Languages(frozenset({"en"})).require(document)
    assert Languages(frozenset({"en"}), frozenset({TOY.code})).require(document) == ""
    assert Languages(frozenset({TOY.code})).require(document) == ""
