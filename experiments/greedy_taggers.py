"""What is left after GreedySanitize, and what a pretrained tagger finds of it; and whether the upper bound holds.

Each corpus is published fold by fold at L/C = 10 in three ways: as the loop was before names were hidden wherever they
stand in their document, with that, and with the name tagger among the publisher's learners. Then 24 random halves:
a model is trained on one, and what it says of the other at most is compared with what is left there.

`python -m experiments.greedy_taggers`
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from experiments.greedy_sanitize import CORPORA, FOLDS, choose, load_corpus, split_fold
from experiments.greedy_sanitize import NEEDS as OF_GREEDY
from experiments.harness import run
from reticent.audit.attacks import AttackPart, attack
from reticent.models.greedy_sanitize import Crf, Examples, Learner, open_pretrained, train_greedy
from reticent.models.greedy_sanitize.learners.learner import HIDDEN, Classifier, Sentence, sort_into_folds
from reticent.models.greedy_sanitize.loop import hide_words, turns

NEEDS = OF_GREEDY
RATIO = 10.0
SPLITS = {"WikiGold": 8, "WNUT-17": 8, "GUM": 8}


def measure(quick: bool) -> dict[str, Any]:
    """All figures; `quick` takes two corpora, a fold of each, and two halves."""
    names = ["WikiGold", "WNUT-17"] if quick else list(CORPORA)
    folds = 1 if quick else FOLDS
    tagger = open_pretrained("names")
    ways: dict[str, tuple[list[Learner], bool]] = {
        "before": ([Crf()], False),
        "hidden everywhere": ([Crf()], True),
        "with the tagger": ([Crf(), tagger], True),
    }
    corpora = {}
    for name in names:
        whole = load_corpus(name)
        rows = [
            {way: _publish(*split_fold(whole, fold), *how, tagger) for way, how in ways.items()}
            for fold in range(folds)
        ]
        corpora[name] = {way: _sum([row[way] for row in rows]) for way in ways}
        print(name, corpora[name], flush=True)
    splits = {"WikiGold": 2} if quick else SPLITS
    return {"ratio": RATIO, "corpora": corpora, "upper_bound": _check_bound(splits)}


def _publish(
    inside: Examples, outside: Examples, learners: Sequence[Learner], everywhere: bool, tagger: Learner
) -> dict[str, int]:
    """What is left in a fold that the publisher did not learn from, and what attackers find of it."""
    made = turns(
        learners,
        inside.sentences,
        inside.labels,
        folds=sort_into_folds(inside.groups, 2),
        groups=inside.groups if everywhere else None,
        leak_cost=RATIO,
        removal_cost=1,
    )
    classifiers = [turn.classifier for turn in made if turn.iteration.kept]
    published, labels = _release(classifiers, outside, outside.groups if everywhere else None)
    halves = sort_into_folds(outside.groups, 2)
    found = {"crf": 0, "names": 0}
    for known in (0, 1):
        parts = [
            AttackPart(
                [published[i] for i, half in enumerate(halves) if half == side],
                [labels[i] for i, half in enumerate(halves) if half == side],
            )
            for side in (known, 1 - known)
        ]
        for learner in (Crf(), tagger):
            found[learner.name] += attack(*parts, learners=[learner]).true_positives
    hidden = sum(word == HIDDEN for sentence in published for word in sentence)
    return {
        "words": outside.words,
        "hidden": hidden,
        "sensitive": sum(map(sum, outside.labels)),
        "left": sum(map(sum, labels)),
        "found": found["crf"],
        "found_by_names": found["names"],
    }


def _release(
    classifiers: Sequence[Classifier], part: Examples, groups: Sequence[int] | None
) -> tuple[list[Sentence], list[list[bool]]]:
    published = hide_words(classifiers, part.sentences, groups)
    labels = [
        [bool(label) and word != HIDDEN for label, word in zip(row, sentence, strict=True)]
        for row, sentence in zip(part.labels, published, strict=True)
    ]
    return published, labels


def _sum(rows: Sequence[Mapping[str, int]]) -> dict[str, int]:
    return {key: sum(row[key] for row in rows) for key in rows[0]}


def _check_bound(splits: Mapping[str, int]) -> list[dict[str, Any]]:
    """For random halves of a corpus what the model of one says is left in the other at most, and what is."""
    figures = []
    for name, count in splits.items():
        whole = load_corpus(name)
        for seed in range(count):
            draw = random.Random(seed)
            groups = sorted(set(whole.groups))
            chosen = set(draw.sample(groups, len(groups) // 2))
            inside = choose(whole, (i for i, group in enumerate(whole.groups) if group in chosen))
            outside = choose(whole, (i for i, group in enumerate(whole.groups) if group not in chosen))
            model = train_greedy(inside, [Crf()], leak_cost=RATIO)
            _, labels = _release(model.classifiers, outside, outside.groups)
            bounds = model.bounds(outside.words)
            left = sum(map(sum, labels))
            figures.append(
                {"corpus": name, "left": left, "estimate": bounds.left.estimate, "at_most": bounds.left.high}
            )
    return figures


def show(figures: Mapping[str, Any]) -> None:
    """A row for each corpus and way, and how often the bound held."""
    print(f"{'corpus':11} {'way':18} {'sensitive':>9} {'left':>6} {'found':>6} {'by names':>8}  published")
    for name, ways in figures["corpora"].items():
        for way, row in ways.items():
            print(
                f"{name:11} {way:18} {row['sensitive']:9,} {row['left']:6,} {row['found']:6,} "
                f"{row['found_by_names']:8,}  {1 - row['hidden'] / row['words']:.1%}"
            )
    splits = figures["upper_bound"]
    held = sum(each["left"] <= each["at_most"] for each in splits)
    print(f"what is left lies under the upper bound in {held} of {len(splits)} splits")


if __name__ == "__main__":
    run("greedy_taggers", NEEDS, measure, show)
