"""The attacker: learns from a labelled part of what is published, and inspects the rest in the order that this suggests.

It shares nothing with the publisher but the published sentences; it may use the same ways to learn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reticent.errors import InputError
from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Classifier, Labels, Learner, Sentence

BUDGETS = (10, 100, 1_000, 10_000, 100_000)
"""Inspections that an attacker can afford, by powers of ten: one person's hour is at one end, a company's year at the other."""


@dataclass(frozen=True, slots=True)
class AttackPart:
    """Published sentences and which of their words are sensitive."""

    sentences: Sequence[Sentence] = field(repr=False)
    labels: Sequence[Labels] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Attack:
    """What the attacker found: with the best classifier, and for each budget of inspections.

    `accuracy` is each learner's on the held-out quarter of the known part. `found` counts the secrets among the first
    B inspected, `at_random` is what B inspections in any order would find on average.
    """

    learner: str
    accuracy: Mapping[str, float]
    instances: int
    secrets: int
    true_positives: int
    false_positives: int
    found: Mapping[int, int]
    at_random: Mapping[int, float]


def attack(
    known: AttackPart, target: AttackPart, *, learners: Sequence[Learner], budgets: Sequence[int] = BUDGETS
) -> Attack:
    """Learn from `known`, rank the words of `target`, inspect them: predicted positives first, likelier ones before.

    The labels of `target` only tell what an inspection would show.
    """
    chosen, accuracy = _best_learner(known, learners)
    classifier = chosen.fit(known.sentences, known.labels)
    ranked = _rank_words(classifier, target)
    secrets = sum(sensitive for _, _, sensitive in ranked)
    hits = [sensitive for positive, _, sensitive in ranked if positive]
    instances = len(ranked)
    asked = [budget for budget in budgets if budget < instances] or [instances]
    return Attack(
        learner=chosen.name,
        accuracy=accuracy,
        instances=instances,
        secrets=secrets,
        true_positives=sum(hits),
        false_positives=len(hits) - sum(hits),
        found={budget: sum(each[2] for each in ranked[:budget]) for budget in asked},
        at_random={budget: budget * secrets / instances if instances else 0.0 for budget in asked},
    )


def split_known(
    sentences: Sequence[Sentence], labels: Sequence[Labels], groups: Sequence[int], known: float
) -> tuple[AttackPart, AttackPart]:
    """A known part of about this share and the rest; a group is never in both."""
    if not 0 < known < 1:
        raise InputError("the known share lies between 0 and 1: 0.5 is a strong attacker")
    order = {group: number for number, group in enumerate(dict.fromkeys(groups))}
    if len(order) < 2:
        raise InputError("there is a single document, so no part of it can be known: attack a collection")
    # Spread evenly, so that a collection in order of time or of authors has both parts everywhere.
    chosen = {group for group, number in order.items() if int((number + 1) * known) > int(number * known)}
    inside = [index for index, group in enumerate(groups) if group in chosen]
    outside = [index for index, group in enumerate(groups) if group not in chosen]
    return _select(sentences, labels, inside), _select(sentences, labels, outside)


def _select(sentences: Sequence[Sentence], labels: Sequence[Labels], indices: Sequence[int]) -> AttackPart:
    return AttackPart([sentences[index] for index in indices], [labels[index] for index in indices])


def _best_learner(known: AttackPart, learners: Sequence[Learner]) -> tuple[Learner, dict[str, float]]:
    """The learner that is right most often on a quarter of the known part that it did not see."""
    if not learners:
        raise InputError("an attacker needs at least one learner")
    indices = range(len(known.sentences))
    seen = _select(known.sentences, known.labels, [index for index in indices if index % 4])
    unseen = _select(known.sentences, known.labels, [index for index in indices if index % 4 == 0])
    accuracy = {}
    for learner in learners:
        predicted = learner.fit(seen.sentences, seen.labels).predict(unseen.sentences)
        right = [
            predicted[number][place] == unseen.labels[number][place]
            for number, sentence in enumerate(unseen.sentences)
            for place, word in enumerate(sentence)
            if word != HIDDEN
        ]
        accuracy[learner.name] = sum(right) / len(right) if right else 0.0
    return max(learners, key=lambda learner: accuracy[learner.name]), accuracy


def _rank_words(classifier: Classifier, part: AttackPart) -> list[tuple[bool, float, bool]]:
    """Every word in the order of inspection: whether it is predicted, its score, whether it is sensitive."""
    predicted = classifier.predict(part.sentences)
    scores = classifier.scores(part.sentences)
    words = [
        (predicted[number][place], scores[number][place], bool(part.labels[number][place]))
        for number, sentence in enumerate(part.sentences)
        for place, word in enumerate(sentence)
        if word != HIDDEN
    ]
    return sorted(words, key=lambda word: (word[0], word[1]), reverse=True)
