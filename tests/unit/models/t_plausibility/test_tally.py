"""What a release counts, against every text that could have been the original, listed one by one."""

from __future__ import annotations

import random
import re
from itertools import pairwise

import pytest
from hypothesis import settings
from tests.oracles.t_plausibility import ancestors_of, plausible_texts

from reticent import Document, Mention, Span, TPlausibility, WordList, sanitize
from reticent.knowledge.taxonomy import Hierarchy
from reticent.plan import Decision, Edit, Plan, Release
from reticent.rendering.edits import render

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
WORDS = ["marijuana", "morphine", "migraine", "heroin"]
WORDS_AND_CLASSES = [*WORDS, "opiate"]


def model(
    t: int, alternatives: str = "honest", words: list[str] = WORDS_AND_CLASSES, word_t: int = 1
) -> TPlausibility:
    return TPlausibility(
        t,
        taxonomy=TREE,
        detectors=(WordList(words),),
        unit="sentence",
        alternatives=alternatives,  # type: ignore[arg-type]
        word_t=word_t,
    )


def release_of(text: str, becomes: list[str | None]) -> Release:
    """The text with each sensitive place replaced on its own; an empty word leaves the place as it was."""
    document = Document("note", text)
    places = re.finditer("|".join(WORDS_AND_CLASSES), text)
    decisions = [
        Decision((Span(place.start(), place.end()),), "WORD", word)
        for place, word in zip(places, becomes, strict=True)
        if word != ""
    ]
    return render(document, Plan.for_document(document, tuple(decisions)))


@pytest.mark.paper("t-plausibility", "Definition 2")
@pytest.mark.parametrize("alternatives", ["honest", "paper"])
def test_a_unit_counts_as_many_texts_as_can_be_listed(alternatives: str) -> None:
    rng = random.Random(5)  # noqa: S311
    for _ in range(3 * settings().max_examples):
        sentences = [
            [rng.choice(WORDS_AND_CLASSES) for _ in range(rng.randint(1, 4))]
            for _ in range(rng.randint(1, 3))
        ]
        text = " ".join(f"Took {' and '.join(words)}." for words in sentences)
        fates = [[_draw(rng, word) for word in words] for words in sentences]
        release = release_of(text, [fate for row in fates for fate in row])
        units = [list(zip(*pair, strict=True)) for pair in zip(sentences, fates, strict=True)]
        listed = [len(plausible_texts(PARENTS, unit, honest=alternatives == "honest")) for unit in units]
        t = rng.choice([1, 2, 3, 6, 10])
        assert [tally.texts for tally in model(t, alternatives).tallies(release)] == listed
        short = [
            number
            for number, unit in enumerate(units)
            if listed[number] < t and any(fate is not None for _, fate in unit)
        ]
        told = [v for v in model(t, alternatives).violations(release) if v.kind == "PLAUSIBILITY"]
        assert len(told) == len(short)
        kept = sum(fate == "" for row in fates for fate in row)
        violations = model(t, alternatives).violations(release)
        assert sum(v.reason == "stands as it was" for v in violations) == kept


def test_kinds_of_the_original_are_no_alternatives_to_it() -> None:
    release = release_of("Took an opiate.", ["drug"])
    assert [tally.texts for tally in model(3).tallies(release)] == [3]
    assert [tally.texts for tally in model(3, "paper").tallies(release)] == [5]


def _draw(rng: random.Random, word: str) -> str | None:
    return rng.choice(["", None, "headache", word, *sorted(ancestors_of(PARENTS, word))])


def test_a_word_is_as_plausible_as_its_most_telling_place() -> None:
    both = "Took morphine, then morphine."
    assert [tally.texts for tally in model(3).tallies(release_of(both, ["drug", "opiate"]))] == [3]
    assert model(5).violations(release_of(both, ["drug", "opiate"]))
    assert not model(5).violations(release_of(both, ["drug", "drug"]))


def test_a_unit_of_which_all_is_gone_needs_no_texts_and_one_with_a_word_left_does() -> None:
    gone = release_of("Took morphine, then heroin.", [None, None])
    left = release_of("Took morphine, then heroin.", [None, ""])
    assert model(10).violations(gone) == []
    assert [tally.removed for tally in model(10).tallies(left)] == [1]
    assert {violation.kind for violation in model(10).violations(left)} == {"WORD", "PLAUSIBILITY"}


@pytest.mark.parametrize("cut", [Span(5, 12), Span(6, 13)])
def test_a_word_that_was_replaced_in_part_stands_as_it_was(cut: Span) -> None:
    original = Document("note", "Took morphine.")
    text = original.text[: cut.start] + "[WORD]" + original.text[cut.end :]
    edit = Edit(cut, "[WORD]", 0, placeholder=True)
    released = Document("note", text, (Span(cut.start, cut.start + 6),))
    violations = model(1).violations(Release(original, released, (edit,)))
    assert "stands as it was" in [violation.reason for violation in violations]


def test_a_detector_reads_the_release_too() -> None:
    original, released = Document("note", "Nothing."), Document("note", "Took heroin.")
    release = Release(original, released, (Edit(Span(0, 8), "Took heroin.", 0),))
    assert [v.reason for v in model(1).violations(release)] == ["the release holds a sensitive word"]


def test_what_somebody_pointed_at_is_counted_although_no_detector_finds_it() -> None:
    document = Document("note", "Took codeine.")
    release = Release(document, document, (), (Mention(Span(5, 12), "DRUG"),))
    assert "stands as it was" in [v.reason for v in model(1).violations(release)]
    assert [tally.texts for tally in model(1).tallies(release)] == [1]


def test_the_promise_is_kept_exactly_up_to_t() -> None:
    release = release_of("Took morphine.", ["opiate"])
    verdicts = [bool(model(t, words=WORDS).violations(release)) for t in range(1, 6)]
    assert verdicts == [False, False, False, True, True]
    assert all(later or not earlier for earlier, later in pairwise(verdicts))


def test_the_bound_for_each_word_is_kept_exactly_up_to_it_and_a_removed_word_keeps_it() -> None:
    release = release_of("Took morphine, then heroin.", ["opiate", "drug"])
    verdicts = [
        len([v for v in model(1, words=WORDS, word_t=bound).violations(release) if "fewer than" in v.reason])
        for bound in range(1, 7)
    ]
    assert verdicts == [0, 0, 0, 1, 1, 2]
    gone = release_of("Took morphine, then heroin.", [None, None])
    assert model(1, words=WORDS, word_t=99).violations(gone) == []


def test_a_plan_gives_every_word_that_detectors_find_its_own_bound_and_removes_it_where_none_is_enough() -> (
    None
):
    text = "Took morphine for a migraine."
    outcome = sanitize(Document("note", text), model(2, words=WORDS, word_t=5))
    assert outcome.text == "Took a drug for a [WORD]."
    assert [tally.shown for tally in model(2, words=WORDS).tallies(outcome.release)] == [(5,)]
