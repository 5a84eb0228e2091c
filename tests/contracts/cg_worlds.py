"""Small worlds for (C, g(C))-sanitization: a corpus that can be read at a glance, and a hierarchy to go with it."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from reticent.knowledge import IndexCorpus, MemoryCorpus
from reticent.knowledge.taxonomy import Hierarchy
from reticent.models.cg_sanitization import CgSanitization
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
    "A virus test was repeated.",
    "Therapy at the hospital.",
)
ABOVE = (
    ("HIV", "virus"), ("influenza", "virus"), ("virus", "organism"), ("organism", "being"),
    ("cough", "symptom"), ("fever", "symptom"), ("blood", "fluid"), ("drug", "fluid"), ("test", "procedure"),
    ("therapy", "procedure"),
)  # fmt: skip

WORDS = ("red", "blue", "oak", "elm", "stone", "river", "cloud", "lamp")


@cache
def indexed() -> IndexCorpus:
    """The texts as an index."""
    return index_texts(TEXTS)


def small_world() -> CgSanitization:
    """HIV may be told to be a virus, by thirteen texts."""
    return CgSanitization(
        {"HIV": "virus"},
        corpus=indexed(),
        taxonomy=Hierarchy.from_pairs(ABOVE),
        aliases={"HIV": ["lav virus"]},
        min_support=1,
        evidence="counted",
        at_most=1.0,
        unseen="keep",
    )


@st.composite
def invented_worlds(draw: st.DrawFn) -> CgSanitization:
    """A corpus and a taxonomy of eight words; the entity is "ash", and "tree" is what may be told of it."""
    texts = draw(
        st.lists(st.lists(st.sampled_from([*WORDS, "ash", "tree"]), min_size=1, max_size=6), max_size=8)
    )
    known = ["ash tree", "tree", "tree", *(" ".join(words) for words in texts)]
    parents = draw(st.lists(st.integers(0, len(WORDS) - 1), min_size=len(WORDS), max_size=len(WORDS)))
    pairs = [
        (word, WORDS[parent]) for word, parent in zip(WORDS, parents, strict=True) if word < WORDS[parent]
    ]
    general = sum("tree" in text for text in known) > sum("ash" in text for text in known)
    return CgSanitization(
        {"ash": "tree" if general else None},
        corpus=MemoryCorpus(known),
        taxonomy=Hierarchy.from_pairs([("ash", "tree"), *pairs]),
        max_group=draw(st.integers(1, 4)),
        context=draw(st.sampled_from(["sentence", "document", "4 words"])),
        counting=draw(st.sampled_from(["standard", "contextualized", "taxonomic", "occurrences"])),
        min_support=draw(st.integers(1, 2)),
        evidence=draw(st.sampled_from(["counted", "confident", "strict"])),
        unseen=draw(st.sampled_from(["keep", "remove"])),
    )
