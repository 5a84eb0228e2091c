"""What every word and every part must leave open, and mentions that are one thing, against listings made by hand."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracles.t_plausibility import equation_1, plausible_words

from reticent import Document, TPlausibility, WordList, sanitize, wordnet
from reticent.errors import InputError, PromiseError
from reticent.knowledge.taxonomy import Hierarchy, HierarchyEntry
from reticent.models.t_plausibility._cost import WordT
from reticent.plan import Decision, Plan, Release
from reticent.rendering.edits import render
from reticent.text import Span

PARENTS = {
    "marijuana": "soft drug",
    "hashish": "soft drug",
    "soft drug": "drug",
    "morphine": "opiate",
    "heroin": "opiate",
    "codeine": "opiate",
    "opiate": "drug",
    "migraine": "headache",
    "cephalalgia": "headache",
}
TREE = Hierarchy.from_pairs(list(PARENTS.items()))
LEAVES = [word for word in PARENTS if word not in PARENTS.values()]
texts = st.lists(st.lists(st.sampled_from(LEAVES), min_size=1, max_size=4), min_size=1, max_size=3)
bounds: st.SearchStrategy[WordT] = st.sampled_from(["changed", "even", "paper", 1, 3, 5])


def write(sentences: list[list[str]]) -> Document:
    return Document("note", " ".join(f"Took {' and '.join(words)}." for words in sentences))


def places_of(text: str) -> list[Span]:
    found = []
    for word in LEAVES:
        start = text.find(word)
        while start >= 0:
            found.append(Span(start, start + len(word)))
            start = text.find(word, start + 1)
    return sorted(found)


def asks(word_t: WordT, t: int, words: int) -> float:
    """How many words each sensitive word must leave open, by the definition."""
    if isinstance(word_t, int):
        return word_t
    if t == 1 or word_t == "paper":
        return 1
    return 2 if word_t == "changed" else max(2, t ** (1 / words) - 1e-9)


@settings(deadline=None)
@given(texts, bounds, st.integers(1, 40), st.randoms(use_true_random=False))
def test_a_word_below_its_bound_is_a_violation_and_no_other_is(
    sentences: list[list[str]], word_t: WordT, t: int, chance: random.Random
) -> None:
    document = write(sentences)
    becomes = [
        chance.choice([None, "", PARENTS[span.of(document.text)], "drug"])
        for span in places_of(document.text)
    ]
    decisions = [
        Decision((span,), "NOUN", word)
        for span, word in zip(places_of(document.text), becomes, strict=True)
        if word != ""
    ]
    release = render(document, Plan.for_document(document, tuple(decisions)))
    model = TPlausibility(t, taxonomy=TREE, unit="sentence", word_t=word_t)
    told = [each for each in model.violations(release) if "fewer than" in each.reason]
    words = [word for sentence in sentences for word in sentence]
    needed = {
        word: max(asks(word_t, t, len(set(sentence))) for sentence in sentences if word in sentence)
        for word in words
    }
    below = [
        word
        for word, became in zip(words, becomes, strict=True)
        if became is not None and len(plausible_words(PARENTS, word, [became])) < needed[word]
    ]
    assert len(told) == len(below)


@settings(deadline=None)
@given(texts, st.sampled_from([2, 5, 30]))
def test_by_default_no_sensitive_word_stands_as_it_was(sentences: list[list[str]], t: int) -> None:
    model = TPlausibility(t, taxonomy=TREE, unreachable="remove")
    outcome = sanitize(write(sentences), model)
    assert outcome.violations == ()
    assert not any(word in outcome.text for word in LEAVES)
    paper = replace(model, word_t="paper")
    assert sanitize(write(sentences), paper).violations == ()


def test_all_nouns_of_a_text_change_although_one_of_them_would_be_enough() -> None:
    text = "A Sacramento resident purchased marijuana for the lumbar pain caused by liver cancer."
    model = TPlausibility(1000, taxonomy=wordnet())
    released = sanitize(Document("note", text), model).text
    assert released == "A state capital [INDIVIDUAL 1] purchased [DRUG 1] for the pain caused by a disease."
    assert "marijuana" in sanitize(Document("note", text), replace(model, word_t="paper")).text


@pytest.mark.paper("t-plausibility", "Section 6, marijuana")
def test_a_plant_without_an_article_is_the_drug() -> None:
    for t in (10, 1000):
        text = sanitize(
            Document("note", "Uses marijuana for phantom limb pain."), TPlausibility(t, taxonomy=wordnet())
        ).text
        assert text == "Uses a drug for pain."
    counted = sanitize(Document("note", "She grows a marijuana."), TPlausibility(2, taxonomy=wordnet())).text
    assert "drug" not in counted


NOTE = "Diagnosis: took marijuana.\nPlan:\nTake morphine, take codeine.\nDiagnosis of the father: migraine.\n"


@pytest.mark.paper("t-plausibility", "Section 6, units")
def test_a_part_has_the_t_of_its_heading_up_to_the_next_one() -> None:
    model = TPlausibility(
        2, taxonomy=TREE, detectors=(WordList(LEAVES),), parts={"Plan": 25, "diagnosis": 5}, word_t="paper"
    )
    outcome = sanitize(Document("note", NOTE), model)
    assert [(tally.t, tally.texts) for tally in model.tallies(outcome.release)] == [(5, 5), (25, 30)]
    with pytest.raises(PromiseError, match="leaves 6 plausible"):
        sanitize(Document("note", NOTE), replace(model, parts={"Diagnosis": 6, "Plan": 1}))
    assert "25 after 'Plan'" in model.promise.statement
    with pytest.raises(InputError):
        replace(model, parts={"Plan": 0})


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 9), st.lists(st.sampled_from(LEAVES), min_size=1, max_size=3)),
        min_size=1,
        max_size=3,
    )
)
def test_every_part_keeps_its_own_t(parts: list[tuple[int, list[str]]]) -> None:
    headings = [f"Part {'abc'[number]}" for number in range(len(parts))]
    text = "\n".join(
        f"{heading}:\nTook {' and '.join(words)}."
        for heading, (_, words) in zip(headings, parts, strict=True)
    )
    model = TPlausibility(
        7,
        taxonomy=TREE,
        parts={heading: t for heading, (t, _) in zip(headings, parts, strict=True)},
        unreachable="remove",
        word_t="paper",
    )
    outcome = sanitize(Document("note", text), model)
    assert outcome.violations == ()
    assert all(heading in outcome.text for heading in headings), "who names a heading wants to read it"
    lines = outcome.text.split("\n")[1::2]
    for line, (t, words) in zip(lines, parts, strict=True):
        shown = [
            word.strip(" .")
            for word in line.removeprefix("Took ").replace(" a ", " ").replace(" an ", " ").split(" and ")
        ]
        open_ = {
            word: plausible_words(
                PARENTS, word, [each.removeprefix("a ").removeprefix("an ").removeprefix("the ")]
            )
            for word, each in zip(words, shown, strict=True)
        }
        gone = all("[" in each for each in shown)
        assert gone or math.prod(map(len, open_.values())) >= t


SYNONYMS = Hierarchy(
    [
        HierarchyEntry("1", ("drug",), {}),
        HierarchyEntry("2", ("cannabis", "marijuana"), {"1": "above"}),
        HierarchyEntry("3", ("morphine",), {"1": "above"}),
        HierarchyEntry("4", ("codeine",), {"1": "above"}),
        HierarchyEntry("5", ("pain",), {}),
        HierarchyEntry("6", ("back pain",), {"5": "above"}),
        HierarchyEntry("7", ("knee pain",), {"5": "above"}),
        HierarchyEntry("8", ("sensation",), {}),
        HierarchyEntry("9", ("itch",), {"8": "above"}),
    ]
)


@pytest.mark.paper("t-plausibility", "Section 6, mentions")
@pytest.mark.parametrize(
    ("text", "released", "texts"),
    [
        ("Took marijuana, then cannabis.", "Took a drug, then a drug.", 3),
        ("Took marijuana, then morphine.", "Took a drug, then a drug.", 9),
    ],
)
def test_what_means_one_thing_changes_together_and_counts_once(text: str, released: str, texts: int) -> None:
    model = TPlausibility(3, taxonomy=SYNONYMS)
    outcome = sanitize(Document("note", text), model)
    assert outcome.text == released
    listed = set(product(["cannabis", "morphine", "codeine"], repeat=2))
    if texts == 3:
        listed = {(first, second) for first, second in listed if first == second}
    assert [tally.texts for tally in model.tallies(outcome.release)] == [len(listed)] == [texts]


def test_the_end_of_a_phrase_is_a_mention_of_it() -> None:
    model = TPlausibility(4, taxonomy=wordnet(), detectors=(WordList(["lumbar pain", "pain"]),))
    (tally,) = model.tallies(sanitize(Document("note", "Lumbar pain. The pain stayed."), model).release)
    assert len(tally.volumes) == 1


@pytest.mark.paper("t-plausibility", "Section 4.2.2")
@given(st.sampled_from(["drug", "opiate", "soft drug"]), st.sampled_from(["headache", "migraine"]))
def test_the_true_cost_takes_the_root_for_what_misses_the_sense(drug: str, ache: str) -> None:
    twice = Hierarchy(
        [
            HierarchyEntry("d", ("drug",), {}),
            HierarchyEntry("s", ("soft drug",), {"d": "above"}),
            HierarchyEntry("o", ("opiate",), {"d": "above"}),
            *(HierarchyEntry(f"s{n}", (name,), {"s": "above"}) for n, name in enumerate(("hemp", "hashish"))),
            *(
                HierarchyEntry(f"o{n}", (name,), {"o": "above"})
                for n, name in enumerate(("hemp", "heroin", "codeine"))
            ),
            HierarchyEntry("h", ("headache",), {}),
            *(
                HierarchyEntry(f"h{n}", (name,), {"h": "above"})
                for n, name in enumerate(("migraine", "cephalalgia"))
            ),
        ]
    )
    document = Document("note", "Hemp for migraine.")
    decisions = (Decision((Span(0, 4),), "NOUN", drug), Decision((Span(9, 17),), "NOUN", ache))
    release: Release = render(document, Plan.for_document(document, decisions))
    model = TPlausibility(
        4, taxonomy=twice, detectors=(WordList(["hemp", "migraine"]),), alternatives="paper"
    )
    said = {"drug": 5, "soft drug": 2, "opiate": 5}[
        drug
    ]  # the likeliest sense is the first: an opiate misses it
    shown = {"headache": 2, "migraine": 1}[ache]
    assert model.true_cost(release) == pytest.approx(equation_1([[said], [shown]], [0, 0], 4, 0.5))
