"""From labelled examples to a model: Algorithm 1 of the paper, and what it leaves of the examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from reticent.errors import InputError
from reticent.models.greedy_sanitize.bounds import Counts
from reticent.models.greedy_sanitize.by_label import GreedyByLabel
from reticent.models.greedy_sanitize.examples import Examples, require_lesson
from reticent.models.greedy_sanitize.learners.learner import (
    HIDDEN,
    Classifier,
    Labels,
    Learner,
    Sentence,
    sort_into_folds,
)
from reticent.models.greedy_sanitize.loop import Iteration, turns
from reticent.models.greedy_sanitize.model import GreedySanitize

Progress = Callable[[Iteration], None]


@dataclass(frozen=True, slots=True)
class Lesson:
    """One kind of secrets to learn: the labelled examples, what mistakes cost, and what takes a secret's place."""

    examples: Examples = field(repr=False)
    kind: str = "NAME"
    leak_cost: float = 10.0
    removal_cost: float = 1.0
    surrogates: tuple[str, ...] = ()


def train_greedy(
    examples: Examples,
    learners: Sequence[Learner],
    *,
    leak_cost: float = 10.0,
    removal_cost: float = 1.0,
    folds: int = 2,
    kind: str = "NAME",
    surrogates: Sequence[str] = (),
    progress: Progress | None = None,
) -> GreedySanitize:
    """Learn classifiers from labelled examples until one more would not lower the loss: Algorithm 1.

    With several learners each turn takes the most accurate whose classifier pays. No document is in two of the `folds`;
    one fold judges a classifier by what it learned from. `GreedySanitize` says what the other settings mean.
    """
    lesson = Lesson(examples, kind, leak_cost, removal_cost, tuple(surrogates))
    return _learn(lesson, examples.sentences, learners, folds, progress)[0]


def train_by_label(
    lessons: Sequence[Lesson],
    learners: Sequence[Learner],
    *,
    folds: int = 2,
    progress: Progress | None = None,
) -> GreedyByLabel:
    """Learn several kinds of secrets in the same sentences, one after another: each from what the ones before left."""
    if len({lesson.kind for lesson in lessons}) < len(lessons):
        raise InputError("two lessons have the same kind: give each label a placeholder of its own")
    if any(lesson.examples.sentences != lessons[0].examples.sentences for lesson in lessons):
        raise InputError("the labels are of different sentences: learn all kinds from one collection")
    parts: list[GreedySanitize] = []
    published: Sequence[Sentence] = lessons[0].examples.sentences
    for lesson in lessons:
        part, published = _learn(lesson, published, learners, folds, progress)
        parts.append(part)
    return GreedyByLabel(tuple(parts))


def _learn(
    lesson: Lesson,
    published: Sequence[Sentence],
    learners: Sequence[Learner],
    folds: int,
    progress: Progress | None,
) -> tuple[GreedySanitize, Sequence[Sentence]]:
    """The model of one kind, learned from the sentences as far as they are published; and what it leaves of them."""
    _require_settings(lesson.leak_cost, lesson.removal_cost, folds)
    require_lesson(lesson.examples)
    examples = _as_published(lesson.examples, published)
    kept: list[Classifier] = []
    history: list[Iteration] = []
    after = examples.labels
    for turn in turns(
        _require_learners(learners),
        examples.sentences,
        examples.labels,
        folds=sort_into_folds(examples.groups, min(folds, len(set(examples.groups)))),
        groups=examples.groups,
        leak_cost=lesson.leak_cost,
        removal_cost=lesson.removal_cost,
    ):
        history.append(turn.iteration)
        if turn.iteration.kept:
            kept.append(turn.classifier)
            after, published = turn.labels, turn.sentences
        if progress:
            progress(turn.iteration)
    model = GreedySanitize(
        classifiers=tuple(kept),
        history=tuple(history),
        training=lesson.examples.fingerprint,
        sensitive=_count_by_group(lesson.examples, lesson.examples.labels),
        left=_count_by_group(lesson.examples, after),
        leak_cost=lesson.leak_cost,
        removal_cost=lesson.removal_cost,
        folds=folds,
        kind=lesson.kind,
        surrogates=lesson.surrogates,
    )
    return model, published


def _as_published(examples: Examples, published: Sequence[Sentence]) -> Examples:
    """The examples in the sentences that are left of theirs: what is hidden already is no secret any more."""
    if published is examples.sentences:
        return examples
    labels = [
        [label and word != HIDDEN for label, word in zip(row, sentence, strict=True)]
        for row, sentence in zip(examples.labels, published, strict=True)
    ]
    return Examples(published, labels, examples.groups)


def _require_settings(leak_cost: float, removal_cost: float, folds: int) -> None:
    for name, cost in (("leak_cost", leak_cost), ("removal_cost", removal_cost)):
        if not 0 < cost < float("inf"):
            raise InputError(f"{name} has to be a positive number: what matters is how often it is the other")
    if folds < 1:
        raise InputError("folds has to be at least 1 (and 1 judges a classifier by what it learned from)")


def _require_learners(learners: Sequence[Learner]) -> Sequence[Learner]:
    if not learners:
        raise InputError("there is no learner to learn with: give at least one, for example Crf()")
    return learners


def _count_by_group(examples: Examples, labels: Sequence[Labels]) -> Counts:
    """Words and sensitive words, group by group."""
    totals: dict[int, list[int]] = {}
    for sentence, row, group in zip(examples.sentences, labels, examples.groups, strict=True):
        pair = totals.setdefault(group, [0, 0])
        pair[0] += len(sentence)
        pair[1] += sum(row)
    return Counts.of((words, hits) for words, hits in totals.values())
