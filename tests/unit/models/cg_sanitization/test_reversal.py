"""Words that can be turned back count as what they can only mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reticent import CgSanitization, Document, open_corpus, wordnet
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.corpus.terms import words_of
from reticent.knowledge.taxonomy import Hierarchy, names_below
from reticent.models.cg_sanitization._reversal import Reversal, words_around
from reticent.models.shared.phrases import Phrase
from reticent.plan import Release
from reticent.text import Span

MINE = "It was mined as ore together with gold, zinc and tin: the {} lay deep."


@pytest.fixture(scope="module")
def shipped() -> Reversal:
    return Reversal(open_corpus(), wordnet())


def around(text: str, word: str) -> frozenset[str]:
    start = text.index(word)
    place = (Span(start, start + len(word)),)
    return words_around(Phrase((word,), place, frozenset(), frozenset({1}), text=text))


def test_a_big_digit_is_the_big_toe(shipped: Reversal) -> None:
    assert shipped.reading(("big", "digit")) == "big toe"


def test_a_conductor_that_is_mined_is_copper(shipped: Reversal) -> None:
    assert shipped.reading(("conductor",), around(MINE.format("conductor"), "conductor")) == "copper"


def test_a_conductor_of_an_orchestra_stays_one(shipped: Reversal) -> None:
    text = "The orchestra played a symphony under its conductor in the concert hall."
    assert shipped.reading(("conductor",), around(text, "conductor")) is None


def test_a_large_sort_of_things_stays_open(shipped: Reversal) -> None:
    assert not shipped.is_open(("disease",))
    assert shipped.reading(("disease",), frozenset({"mosquito", "parasite", "fever"})) is None


def test_a_term_that_the_taxonomy_has_under_several_words_is_a_reading_itself(shipped: Reversal) -> None:
    assert not shipped.is_open(("big", "toe"))


def test_the_check_takes_a_conductor_for_copper_where_nothing_else_is_meant() -> None:
    model = CgSanitization({"copper": "metal"}, corpus=open_corpus(), taxonomy=wordnet(), unseen="keep")
    text = Document("note", MINE.format("conductor"))
    told = [each.group for each in model.violations(Release(text, text))]
    assert ("copper",) in told
    assert "conductor" not in model.plan(text).decisions[0].evidence.get("becomes", "")


WORLD = Hierarchy.from_pairs(
    [("cup", "vessel"), ("jug", "vessel"), ("urn", "vessel"), ("vessel", "thing"), ("tea cup", "cup")]
)
NOUNS = ["cup", "jug", "urn", "vessel", "thing", "tea", "ash", "milk", "wine"]


@given(
    st.lists(st.lists(st.sampled_from(NOUNS), min_size=1, max_size=5), min_size=1, max_size=30),
    st.sampled_from(["vessel", "thing", "cup", "tea vessel", "milk cup"]),
    st.frozensets(st.sampled_from(NOUNS), max_size=5),
)
def test_a_reading_lies_below_its_term_and_never_changes(
    texts: list[list[str]], term: str, context: frozenset[str]
) -> None:
    reversal = Reversal(MemoryCorpus([" ".join(text) for text in texts]), WORLD)
    words = tuple(words_of(term))
    reading = reversal.reading(words, context)
    assert reading == Reversal(reversal.corpus, WORLD).reading(words, context)
    if reading is not None:
        below = {name for sense in WORLD.concepts(words[-1]) for name in names_below(WORLD, sense)} - {
            words[-1]
        }
        assert any(reading.endswith(name) for name in below)
