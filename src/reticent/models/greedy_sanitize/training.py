"""From labelled examples to a model: Algorithm 1 of the paper, and what it leaves of the examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reticent.errors import InputError
from reticent.models.greedy_sanitize.bounds import Counts
from reticent.models.greedy_sanitize.examples import Examples, require_lesson
from reticent.models.greedy_sanitize.learners.learner import Classifier, Labels, Learner, sort_into_folds
from reticent.models.greedy_sanitize.learners.selection import Selection
from reticent.models.greedy_sanitize.loop import Iteration, turns
from reticent.models.greedy_sanitize.model import GreedySanitize

Progress = Callable[[Iteration], None]


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

    With several learners each turn takes the most accurate. No document is in two of the `folds`; one fold judges a
    classifier by what it learned from. `GreedySanitize` says what the other settings mean.
    """
    _require_settings(leak_cost, removal_cost, folds)
    require_lesson(examples)
    kept: list[Classifier] = []
    history: list[Iteration] = []
    after = examples.labels
    for turn in turns(
        _choose_learner(learners),
        examples.sentences,
        examples.labels,
        folds=sort_into_folds(examples.groups, min(folds, len(set(examples.groups)))),
        leak_cost=leak_cost,
        removal_cost=removal_cost,
    ):
        history.append(turn.iteration)
        if turn.iteration.kept:
            kept.append(turn.classifier)
            after = turn.labels
        if progress:
            progress(turn.iteration)
    return GreedySanitize(
        classifiers=tuple(kept),
        history=tuple(history),
        training=examples.fingerprint,
        sensitive=_count_by_group(examples, examples.labels),
        left=_count_by_group(examples, after),
        leak_cost=leak_cost,
        removal_cost=removal_cost,
        folds=folds,
        kind=kind,
        surrogates=tuple(surrogates),
    )


def _require_settings(leak_cost: float, removal_cost: float, folds: int) -> None:
    for name, cost in (("leak_cost", leak_cost), ("removal_cost", removal_cost)):
        if not 0 < cost < float("inf"):
            raise InputError(f"{name} has to be a positive number: what matters is how often it is the other")
    if folds < 1:
        raise InputError("folds has to be at least 1 (and 1 judges a classifier by what it learned from)")


def _choose_learner(learners: Sequence[Learner]) -> Learner:
    if not learners:
        raise InputError("there is no learner to learn with: give at least one, for example Crf()")
    return learners[0] if len(learners) == 1 else Selection(tuple(learners))


def _count_by_group(examples: Examples, labels: Sequence[Labels]) -> Counts:
    """Words and sensitive words, group by group."""
    totals: dict[int, list[int]] = {}
    for sentence, row, group in zip(examples.sentences, labels, examples.groups, strict=True):
        pair = totals.setdefault(group, [0, 0])
        pair[0] += len(sentence)
        pair[1] += sum(row)
    return Counts.of((words, hits) for words, hits in totals.values())
