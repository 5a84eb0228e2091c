"""What every language here has to hold, whoever wrote its folder."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass
from datetime import date
from importlib.resources import files
from pathlib import Path

import pytest

from reticent.detection.names import names
from reticent.detection.names.model import NAME_DATA
from reticent.detection.pattern_file import check_examples
from reticent.detection.patterns import LANGUAGE_PATTERNS, language_patterns
from reticent.language import Language, find_language
from reticent.language.identification import find_unread
from reticent.language.language import PUNCTUATION_TAGS
from reticent.language.registry import languages_with
from reticent.text import Document
from reticent.text.dates import read_date
from reticent.text.tokens import token_texts
from tests.language_samples import SAMPLES
from tests.spoken import CODES, OTHERS, samples

ROOT = Path(__file__).parents[2]
TAGS = {
    *PUNCTUATION_TAGS,
    *"NN NNP VB JJ RB IN DT CD CC PRP PRP$ WP WDT WRB MD TO EX FW UH POS WP$ SYM".split(),
}


@pytest.fixture(params=CODES)
def language(request: pytest.FixtureRequest) -> Language:
    return find_language(request.param)


def test_every_folder_of_a_language_has_samples() -> None:
    folders = files("reticent.language").iterdir()
    assert sorted(each.name for each in folders if each.joinpath("data/words.txt").is_file()) == CODES


@pytest.mark.parametrize("code", OTHERS)
def test_nothing_but_its_own_files_leads_to_the_folder_of_a_language(code: str) -> None:
    """Whoever takes the folder away, with its tests and what trains it, leaves everything else whole."""
    leading = re.compile(rf"\blanguage[./]{code}\b")
    own = ROOT / "src/reticent/language" / code
    paths = [path for room in ("src", "experiments", "scripts") for path in (ROOT / room).rglob("*.py")]
    assert paths
    assert [
        path for path in paths if own not in path.parents and leading.search(path.read_text("utf-8"))
    ] == []


def test_sets_of_words_are_in_small_letters(language: Language) -> None:
    """But for ranks, which are told from other words by their capitals alone: "DS", and "ds" for a dressing."""
    wrong = [
        f"{part.name}.{each.name}: {word}"
        for part in fields(language)
        if is_dataclass(value := getattr(language, part.name))
        and part.name in ("names", "people", "grammar", "positions", "statements", "word_use", "headings")
        for each in fields(value)
        if each.name != "ranks"
        if isinstance(words := getattr(value, each.name), frozenset | tuple)
        for word in words
        if isinstance(word, str) and word != word.lower()
    ]
    assert not wrong


def test_months_and_weekdays_are_complete(language: Language) -> None:
    assert len(language.dates.months) == 12
    assert len(language.dates.weekdays) == 7


def test_the_tagger_answers_one_known_tag_per_word(language: Language) -> None:
    words = token_texts(samples(language.code)["letter"], language=language)
    (tags,) = language.tagger().tags([words])
    assert len(tags) == len(words)
    assert set(tags) <= TAGS


def test_lemmas_stay_what_they_are(language: Language) -> None:
    for word in language.stop_words | language.names.roles:
        once = language.lemma(word)
        assert language.lemma(once) == once


def test_dates_in_words_are_read(language: Language) -> None:
    found = read_date(samples(language.code)["date"], language=language)
    assert found is not None
    assert found.date == date(2019, 5, 3)


@pytest.mark.parametrize("code", sorted(languages_with(LANGUAGE_PATTERNS)))
def test_patterns_hold_their_examples(code: str) -> None:
    for rule in language_patterns(code):
        check_examples(rule, source=f"patterns of {code}")


@pytest.mark.parametrize("code", sorted(languages_with(NAME_DATA) | {"en"}))
def test_a_surname_is_found_in_a_sentence(code: str) -> None:
    text, surname = samples(code)["letter"], samples(code)["surname"]
    found = names().mentions(Document("letter", text, language=code))
    people = [each.span.of(text) for each in found if each.kind == "PERSON"]
    assert any(surname in name for name in people)


@pytest.mark.parametrize("code", sorted(languages_with(NAME_DATA) - {"en"}))
def test_a_tagger_that_ships_stays_small(code: str) -> None:
    """The wheel holds all languages."""
    folder = files(find_language(code).name_tagger).joinpath("data")
    assert sum(len(each.read_bytes()) for each in folder.iterdir()) < 6_000_000


@pytest.mark.parametrize("code", sorted(languages_with(NAME_DATA) - {"en"}))
def test_other_languages_are_still_told_apart(code: str) -> None:
    """Whoever reads a second language reads its letters, and no others."""
    read = {"en", code}
    assert [
        other for other, text in SAMPLES.items() if other not in read and not find_unread(text, read)
    ] == []
    assert find_unread(SAMPLES[code], read) is None
