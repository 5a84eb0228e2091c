from __future__ import annotations

from typing import Any

import pytest

from reticent.knowledge.taxonomy import Hierarchy, wordnet
from reticent.models.t_plausibility._senses import Meanings, Overlap

HORNS = Hierarchy.from_pairs(
    [
        ("horn of an animal", "bone"),
        ("antler", "bone"),
        ("horn of a band", "brass"),
        ("trumpet", "brass"),
        ("tuba", "brass"),
        ("brass", "instrument"),
        ("violin", "instrument"),
        ("instrument", "thing"),
        ("bone", "thing"),
    ]
)


class Orchestra:
    """A corpus in which violins keep company with brass, and deer with bones."""

    size = 1000
    fingerprint = "sha256:orchestra"

    def count(self, conjunctions: Any) -> list[int]:
        return [self._count(parts) for parts in conjunctions]

    def _count(self, parts: Any) -> int:
        names = {name for part in parts if isinstance(part, frozenset) for name in part}
        words = {part for part in parts if isinstance(part, str)}
        friends = {"violin": "trumpet", "deer": "antler"}
        return 100 if not names or not words else 90 if any(friends[word] in names for word in words) else 1


@pytest.mark.parametrize(("around", "likeliest"), [(["violin"], 1), ([], 0), (["antler"], 0)])
def test_the_words_around_tell_which_sense_fits(around: list[str], likeliest: int) -> None:
    senses = [HORNS.concepts("horn of an animal")[0], HORNS.concepts("horn of a band")[0]]
    bits = Overlap(HORNS).bits("horn", senses, around)
    assert bits.index(max(bits)) == likeliest


def test_a_corpus_tells_more_of_the_words_around_than_the_taxonomy() -> None:
    senses = [HORNS.concepts("horn of an animal")[0], HORNS.concepts("horn of a band")[0]]
    fitting = [Overlap(HORNS, Orchestra()).bits("horn", senses, [word]) for word in ("violin", "deer")]  # type: ignore[arg-type]
    assert [bits.index(max(bits)) for bits in fitting] == [1, 0]


def test_confidence_asks_for_generalizations_that_hold_whatever_the_sense() -> None:
    first = [concept.name for concept in Meanings(wordnet(), "first").way("resident")]
    sure = [concept.name for concept in Meanings(wordnet(), confidence=1.0).way("resident")]
    assert first[0] == "inhabitant"
    assert "inhabitant" not in sure
    assert "person" in sure


def test_without_confidence_the_likeliest_sense_alone_decides() -> None:
    assert Meanings(wordnet(), confidence=0.0).way("resident") == Meanings(wordnet(), "first").way("resident")


def test_a_given_meaning_rules_out_the_other_senses() -> None:
    meant = Meanings(wordnet(), given={"marijuana": "drug"})
    assert [concept.name for concept in meant.way("marijuana")][:2] == ["soft drug", "drug of abuse"]
    assert Meanings(wordnet(), given={"marijuana": "vehicle"}).way("marijuana") == []


def test_an_acronym_is_no_word_in_small_letters() -> None:
    assert Meanings(wordnet()).way("GNU") == []
    assert Meanings(wordnet()).way("gnu")
    assert Meanings(wordnet()).way("DNA")
