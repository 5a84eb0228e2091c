"""What a corpus counts, and what it can't say anything about."""

from __future__ import annotations

from reticent.knowledge import MemoryCorpus
from reticent.models.shared.counts import count_groups, unseen_units
from reticent.models.shared.phrases import Phrase
from reticent.models.shared.unseen import places_of_words
from reticent.text import Span

CORPUS = MemoryCorpus(["fever cough rash virus", "fever cough rash virus", "fever cough", "rash"])
UNITS = ["cough", "fever", "rash"]


def test_groups_of_every_size_that_has_a_support_are_counted() -> None:
    for supports in ([1, 1, 1], [1, 2, 2], [2, 2, 1]):
        (sizes,) = count_groups(CORPUS, [frozenset({"virus"})], UNITS, supports=supports)
        assert [[tuple(group[0]) for group in groups] for groups in sizes] == [
            [(0,), (1,), (2,)],
            [(0, 1), (0, 2), (1, 2)],
            [(0, 1, 2)],
        ]


def test_words_that_the_corpus_has_never_seen_are_told_with_their_places() -> None:
    assert unseen_units(CORPUS, ["fever", "zorblat"]) == ["zorblat"]
    seen = Phrase(("fever",), (Span(0, 5),), frozenset({"fever"}), frozenset({0}))
    unseen = Phrase(
        ("zorblat", "fever"), (Span(6, 19), Span(30, 43)), frozenset({"zorblat", "fever"}), frozenset({0})
    )
    assert places_of_words([seen, unseen], {"zorblat"}) == {"zorblat": (Span(6, 19), Span(30, 43))}
