"""GreedySanitize from its promise: none of the classifiers finds a word of the release."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from reticent.text import Span


@dataclass(frozen=True, slots=True)
class WordLists:
    """A classifier that knows its words by heart."""

    words: frozenset[str]
    form: str = "list"

    def predict(self, sentences: Sequence[tuple[str, ...]]) -> list[list[bool]]:
        return [[word in self.words for word in sentence] for sentence in sentences]

    def scores(self, sentences: Sequence[tuple[str, ...]]) -> list[list[float]]:
        return [[float(word in self.words) for word in sentence] for sentence in sentences]

    def to_bytes(self) -> bytes:
        return " ".join(sorted(self.words)).encode()


def expected_violations(
    text: str, lists: Sequence[Collection[str]], exempt: Collection[str] = ()
) -> list[Span]:
    """The words, apart by blanks, that are in any list; a mark without letter or digit is no word."""
    return [
        Span(match.start(), match.end())
        for match in re.finditer(r"\S+", text)
        if any(match[0] in words for words in lists)
        and match[0] not in exempt
        and any(character.isalnum() for character in match[0])
    ]


Row = tuple[str, ...]
Truth = list[bool]
Learn = Callable[[Sequence[Row], Sequence[Truth]], Collection[str]]
"""Which words a learner takes for sensitive, from sentences and which of their words are."""
GONE = ""


@dataclass(frozen=True)
class Turn:
    """One turn of Algorithm 1: the learner, the true and false finds of its classifier, T(H ∪ h), and whether it was kept."""

    learner: int
    right: int
    wrong: int
    loss: float
    kept: bool


def algorithm_1(
    learners: Sequence[Learn],
    sentences: Sequence[Row],
    labels: Sequence[Truth],
    folds: Sequence[int],
    leak_cost: float,
    removal_cost: float,
) -> tuple[list[Turn], list[Row]]:
    """Every turn, and the sentences as they are published: each fold by what was learned from the others.

    Of several learners the one with the fewest mistakes on sentences that it had not seen is taken, the first of those that pay.
    """
    left, truth = [list(row) for row in sentences], [list(row) for row in labels]
    leaks, removals, turns = sum(map(sum, truth)), 0, list[Turn]()
    while not turns or turns[-1].kept:
        learned = [
            {
                fold: set(
                    learn(
                        [tuple(row) for row, own in zip(left, folds, strict=True) if own != fold],
                        [row for row, own in zip(truth, folds, strict=True) if own != fold],
                    )
                )
                for fold in set(folds)
            }
            for learn in learners
        ]
        finds = [
            [
                [word != GONE and word in lists[fold] for word in row]
                for row, fold in zip(left, folds, strict=True)
            ]
            for lists in learned
        ]
        mistakes = [
            sum(
                said != really
                for row, known in zip(found, truth, strict=True)
                for said, really in zip(row, known, strict=True)
            )
            for found in finds
        ]
        tried = [
            (number, *_sort_finds(finds[number], truth))
            for number in sorted(range(len(learners)), key=mistakes.__getitem__)
        ]
        paying = [each for each in tried if removal_cost * each[2] < leak_cost * each[1]]
        number, right, wrong = (paying or tried)[0]
        leaks, removals = leaks - right, removals + wrong
        turns.append(Turn(number, right, wrong, leak_cost * leaks + removal_cost * removals, bool(paying)))
        if paying:
            for row, known, found in zip(left, truth, finds[number], strict=True):
                for place in (at for at, hit in enumerate(found) if hit):
                    row[place], known[place] = GONE, False
    return turns, [tuple(row) for row in left]


def _sort_finds(found: Sequence[Sequence[bool]], truth: Sequence[Truth]) -> tuple[int, int]:
    hits = [
        really
        for row, known in zip(found, truth, strict=True)
        for said, really in zip(row, known, strict=True)
        if said
    ]
    return sum(hits), len(hits) - sum(hits)
