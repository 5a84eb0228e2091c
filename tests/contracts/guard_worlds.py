"""Small worlds for the correlation guard: a corpus that can be read at a glance, and corpora that hypothesis invents."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from reticent.detection.word_list import WordList
from reticent.knowledge import IndexCorpus, MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.correlation_guard import CorrelationGuard
from tests.contracts.small_index import index_texts

TEXTS = (
    "HIV is a virus. Antiretroviral therapy helps.",
    "Antiretroviral drugs act on HIV.",
    "The test for HIV found the virus in blood.",
    "A virus in the blood causes fever.",
    "Influenza is a virus with fever and cough.",
    "Therapy for cough and fever.",
    "A blood test and a drug.",
    "Doctors measure fever. The patient has a cough.",
    "A virus infects computers.",
    "The kitchen of the hospital has a drug store.",
    "A test for the virus came back.",
    "Therapy at the hospital.",
    "A blood test for the virus was repeated.",
)
ABOVE = (
    ("influenza", "virus"), ("virus", "organism"), ("cough", "symptom"), ("fever", "symptom"), ("blood", "drug"),
    ("blood test", "test"), ("test", "therapy"),
)  # fmt: skip

THRESHOLDS: tuple[str | float, ...] = ("least", "own 50%", 0.5, 1.0, 2.0)
WORDS = ("red", "blue", "oak", "elm", "stone", "river", "cloud", "lamp")


@cache
def indexed() -> IndexCorpus:
    """The texts as an index."""
    return index_texts(TEXTS)


def removing() -> CorrelationGuard:
    """HIV is sensitive, and what tells two bits of it has to go."""
    return CorrelationGuard(
        (WordList(["HIV", "zidovudine"], kind="WORD"),),
        corpus=indexed(),
        threshold=2.0,
        min_support=1,
        unseen="keep",
    )


def generalizing() -> CorrelationGuard:
    """The same, sentence by sentence, with something to put in the place of what goes."""
    return CorrelationGuard(
        (WordList(["HIV", "influenza"], kind="WORD"),),
        corpus=indexed(),
        taxonomy=Hierarchy.from_pairs(ABOVE),
        context="sentence",
        min_support=1,
        unseen="keep",
    )


@st.composite
def invented_guards(draw: st.DrawFn) -> CorrelationGuard:
    """A corpus of ten words, of which "ash" and "tree" are sensitive."""
    sizes = st.lists(st.sampled_from([*WORDS, "ash", "tree"]), min_size=1, max_size=6)
    texts = draw(st.lists(sizes, max_size=8))
    parents = draw(st.lists(st.integers(0, len(WORDS) - 1), min_size=len(WORDS), max_size=len(WORDS)))
    pairs = [(word, WORDS[each]) for word, each in zip(WORDS, parents, strict=True) if word < WORDS[each]]
    return CorrelationGuard(
        (WordList(["ash", "tree"]),),
        corpus=MemoryCorpus([" ".join(words) for words in texts]),
        taxonomy=Hierarchy.from_pairs([("ash", "tree"), *pairs]) if draw(st.booleans()) else None,
        threshold=draw(st.sampled_from(THRESHOLDS)),
        max_group=draw(st.integers(1, 4)),
        context=draw(st.sampled_from(["sentence", "document", "4 words"])),
        min_support=draw(st.integers(1, 2)),
        at_most=draw(st.sampled_from([0.2, 0.5, 1.0])),
        search=draw(st.sampled_from(["fewest", "groups"])),
        whole_phrases=draw(st.booleans()),
        unseen=draw(st.sampled_from(["keep", "remove"])),
    )
