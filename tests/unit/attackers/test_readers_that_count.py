"""Similarity and naive Bayes against the same reckoned word by word."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Collection, Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.contracts.reader_worlds import CANDIDATES, SIGNS, indexed
from tests.oracles import indistinct as oracle

from reticent.attackers import Candidate
from reticent.attackers.counting import Bayes, CountingReader, Similarity
from reticent.attackers.profiles import read_words
from reticent.knowledge import Corpus, MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy, HierarchyEntry
from reticent.text import Document, Span

NAMES = ("ash", "elm", "oak", "yew")
WORDS = ("red", "blue", "stone", "river", "cloud")
Make = Callable[[Corpus], CountingReader]
Define = Callable[[Sequence[Collection[str]], Sequence[str], Collection[str]], dict[str, float]]
READERS: dict[str, tuple[Make, Define]] = {
    "similarity": (Similarity, oracle.similarity),
    "bayes": (Bayes, oracle.bayes),
}

texts = st.lists(st.sets(st.sampled_from([*NAMES, *WORDS]), min_size=1, max_size=5), min_size=1, max_size=8)


@pytest.mark.parametrize("name", READERS)
@given(known=texts, words=st.sets(st.sampled_from(WORDS)))
@example(known=[{"elm", "ash"}, {"elm", "ash"}, {"elm", "yew", "red", "ash"}, {"red", "yew"}], words={"red"})
@settings(deadline=None, max_examples=40)
def test_scores_are_those_of_the_definition(name: str, known: list[set[str]], words: set[str]) -> None:
    make, define = READERS[name]
    reader = make(MemoryCorpus(" ".join(sorted(text)) for text in known))
    guesses = reader.guesses(
        Document("d", " ".join(sorted(words))), [Candidate(each, (each,)) for each in NAMES]
    )
    expected = define(known, NAMES, words)
    assert {guess.candidate for guess in guesses} == set(expected)
    for guess in guesses:
        assert guess.score == pytest.approx(expected[guess.candidate], abs=1e-4)


@pytest.mark.parametrize("make", [Similarity, Bayes])
@pytest.mark.parametrize("illness", SIGNS)
def test_the_signs_of_an_illness_lead_to_it(make: Make, illness: str) -> None:
    guesses = make(indexed()).guesses(Document("d", " ".join(SIGNS[illness])), CANDIDATES)
    assert guesses[0].candidate == illness
    assert {clue.span for clue in guesses[0].clues} <= {
        Span(start, start + len(sign))
        for sign in SIGNS[illness]
        for start in [" ".join(SIGNS[illness]).index(sign)]
    }


def test_what_no_text_names_is_never_guessed() -> None:
    reader = Bayes(indexed())
    guesses = reader.guesses(Document("d", "cough"), [*CANDIDATES, Candidate("zzyzx", ("zzyzx",))])
    assert "zzyzx" not in {guess.candidate for guess in guesses}


def test_a_reader_travels_without_what_it_counted() -> None:
    reader = Similarity(indexed(), "by likeness")
    reader.guesses(Document("d", "cough"), CANDIDATES)
    assert len(pickle.dumps(reader._memory.weigh)) < 200
    assert reader.name == "by likeness"


def test_words_are_read_with_their_places_and_never_from_a_placeholder() -> None:
    document = Document("d", "A HIV-positive man [REMOVED] coughs.", (Span(19, 28),))
    assert set(read_words(document)) == {"HIV", "positive", "man", "cough"}
    assert read_words(document)["positive"] == (Span(6, 14),)


DRUGS = Hierarchy(
    [
        HierarchyEntry("drug", ("drug",), {}),
        HierarchyEntry("zotivir", ("zotivir", "Zotex"), {"drug": "here"}),
    ]
)
KNOWN = [*["Zotivir for the elm."] * 9, *["Zotex in a red box."] * 9, *["The oak is in a red box."] * 9]


@pytest.mark.parametrize("make", [Similarity, Bayes])
def test_a_brand_says_what_its_substance_says(make: Callable[..., CountingReader]) -> None:
    reader = make(MemoryCorpus(KNOWN), taxonomy=DRUGS)
    text = Document("d", "Zotex at night. More Zotex, and zotivir.")
    units = reader.units(text)
    assert units["zotivir"] == (Span(0, 5), Span(21, 26), Span(32, 39))
    assert units["zotex"] == (Span(0, 5), Span(21, 26))
    candidates = [Candidate("elm", ("elm",)), Candidate("oak", ("oak",))]
    guess = reader.guesses(Document("d", "Zotex."), candidates)[0]
    assert guess.candidate == "elm"
    assert guess.score > 0
    assert guess.clues[0].span == Span(0, 5)


def test_a_reader_names_the_taxonomy_that_it_knows_and_travels() -> None:
    reader = Similarity(MemoryCorpus(KNOWN), taxonomy=DRUGS)
    assert DRUGS.fingerprint in reader.fingerprint
    assert pickle.loads(pickle.dumps(reader)).fingerprint == reader.fingerprint  # noqa: S301
    assert Similarity(MemoryCorpus(KNOWN)).fingerprint != reader.fingerprint
