"""Texts that a corpus believes, against all texts listed and looked up one by one."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.t_plausibility import plausible_words

from reticent import Document, TPlausibility, WordList, sanitize
from reticent.errors import PromiseError
from reticent.knowledge import MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.t_plausibility._belief import Belief
from reticent.plan import Decision, Plan
from reticent.rendering.edits import render
from reticent.text import Span

PARENTS = {
    "marijuana": "soft drug",
    "hashish": "soft drug",
    "soft drug": "drug",
    "morphine": "opiate",
    "heroin": "opiate",
    "opiate": "drug",
    "migraine": "ache",
    "bellyache": "ache",
    "backache": "ache",
}
TREE = Hierarchy.from_pairs(list(PARENTS.items()))
LEAVES = [word for word in PARENTS if word not in PARENTS.values()]
pairs = st.lists(st.sets(st.sampled_from(LEAVES), min_size=1, max_size=3), min_size=1, max_size=12)


def believed(words: list[str], shown: list[str | None], documents: list[set[str]]) -> int:
    """How many texts could have been the original and hold no two words that no document holds together."""
    choices = [
        sorted(plausible_words(PARENTS, word, [became])) for word, became in zip(words, shown, strict=True)
    ]
    return sum(
        text == tuple(words)
        or (
            all(
                any({first, second} <= document for document in documents)
                for first, second in combinations(text, 2)
            )
            and all(any(word in document for document in documents) or word in words for word in text)
        )
        for text in product(*choices)
    )


@pytest.mark.paper("t-plausibility", "Section 6, relations")
@settings(deadline=None)
@given(
    documents=pairs,
    words=st.lists(st.sampled_from(LEAVES), min_size=1, max_size=3, unique=True),
    enough=st.integers(1, 30),
)
def test_what_is_believed_is_counted_up_to_enough(
    documents: list[set[str]], words: list[str], enough: int
) -> None:
    corpus = MemoryCorpus([", ".join(sorted(document)) for document in documents])
    options = [
        [
            word,
            *sorted(plausible_words(PARENTS, word, ["drug", "ache"][PARENTS[word] == "ache" :][:1]) - {word}),
        ]
        for word in words
    ]
    listed = believed(words, ["ache" if PARENTS[word] == "ache" else "drug" for word in words], documents)
    found = Belief(corpus).count([[frozenset({each}) for each in option] for option in options], enough)
    assert found == min(enough, listed)


@settings(deadline=None)
@given(
    documents=pairs,
    sentences=st.lists(
        st.lists(st.sampled_from(LEAVES), min_size=1, max_size=3, unique=True), min_size=1, max_size=2
    ),
    t=st.integers(1, 12),
)
def test_a_release_leaves_t_texts_that_the_corpus_believes(
    documents: list[set[str]], sentences: list[list[str]], t: int
) -> None:
    model = TPlausibility(
        t,
        taxonomy=TREE,
        detectors=(WordList(LEAVES),),
        unit="sentence",
        unreachable="remove",
        believable=MemoryCorpus([", ".join(sorted(document)) for document in documents]),
    )
    text = " ".join(f"Took {' and '.join(words)}." for words in sentences)
    outcome = sanitize(Document("note", text), model)
    assert outcome.violations == ()
    for words, line in zip(sentences, outcome.text.split(". "), strict=True):
        shown = [
            word.strip(" .").removeprefix("a ").removeprefix("an ").removeprefix("the ")
            for word in line.removeprefix("Took ").split(" and ")
        ]
        left = [(word, each) for word, each in zip(words, shown, strict=True) if "[" not in each]
        if left:
            assert believed([word for word, _ in left], [each for _, each in left], documents) >= t


def test_what_nobody_believes_is_refused_and_said() -> None:
    model = TPlausibility(
        2,
        taxonomy=TREE,
        detectors=(WordList(LEAVES),),
        believable=MemoryCorpus(["marijuana", "migraine"]),
    )
    with pytest.raises(PromiseError, match="that the corpus believes"):
        sanitize(Document("note", "Took marijuana against migraine."), model)
    assert "stand together in some document" in model.promise.statement


def test_a_release_that_leaves_open_what_nobody_believes_is_a_violation() -> None:
    document = Document("note", "Took marijuana against migraine.")
    decisions = (Decision((Span(5, 14),), "WORD", "drug"), Decision((Span(23, 31),), "WORD", "ache"))
    release = render(document, Plan.for_document(document, decisions))

    def told(*texts: str) -> list[str]:
        model = TPlausibility(4, taxonomy=TREE, detectors=(WordList(LEAVES),), believable=MemoryCorpus(texts))
        return [each.reason for each in model.violations(release)]

    pairs = [f"{drug} {ache}" for drug in ("heroin", "morphine") for ache in ("bellyache", "backache")]
    assert told(*pairs) == []
    assert "only 3 texts of which the corpus has met every two words together" in told(*pairs[:2])[0]
