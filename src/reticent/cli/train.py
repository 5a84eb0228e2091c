"""`reticent train`: learn from a labelled collection what to remove from others like it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import labelled, options
from reticent.cli.exits import say
from reticent.cli.output import print_table
from reticent.errors import InputError
from reticent.files import write_whole
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.storing import to_bytes
from reticent.models.greedy_sanitize.training import Lesson, train_by_label


def train(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    collection: Annotated[
        list[str],
        typer.Argument(
            metavar="COLLECTION", help="Labelled texts: CoNLL files, or .jsonl in TAB's form or ours."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the model goes.")],
    leak_cost: Annotated[
        list[str] | None,
        typer.Option(
            "--leak-cost",
            metavar="L",
            help="What a word costs that an attacker finds; KIND=L for one kind. 10",
        ),
    ] = None,
    removal_cost: Annotated[
        list[str] | None,
        typer.Option(
            "--removal-cost",
            metavar="C",
            help="What it costs to remove a harmless word; KIND=C for one kind. 1",
        ),
    ] = None,
    labels: Annotated[
        list[str] | None,
        typer.Option(
            "--labels",
            metavar="NAMES",
            help="The labels that mean sensitive: PER,PERSON,NAME if left out. KIND=NAMES, again for each kind, "
            "gives each a placeholder of its own.",
        ),
    ] = None,
    learner: labelled.LearnerNames = None,
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="What the placeholder says.")] = "NAME",
    surrogates: Annotated[
        Path | None,
        typer.Option("--surrogates", metavar="FILE", help="Words to put in place of names, one a line."),
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Learn what is sensitive in a labelled collection, as an attacker would, until learning more doesn't pay.

    Examples:

      reticent train emails-sample.jsonl -o names.model

      reticent train cases.conll -o names.model --labels PER,ORG --learner crf,names --leak-cost 100

      reticent train cases.conll -o both.model --labels NAME=PER --labels DATE=DATE,TIME --leak-cost DATE=3
    """
    learners = labelled.learners(learner)
    costs = {"leak_cost": leak_cost or [], "removal_cost": removal_cost or []}
    lessons = _lessons(collection, labels or [], kind, costs, labelled.words_in(surrogates))
    model = train_by_label(lessons, learners, progress=None if quiet else labelled.say_iteration)
    parts = model.parts
    write_whole(output, to_bytes(parts[0] if len(parts) == 1 else model))
    if not quiet:
        for part in parts:
            _show(part.kind, part.history)
            say(f"{output}: {len(part.classifiers)} classifiers. {part.promise.statement}")
            say(part.bounds(lessons[0].examples.words).statement)


def _lessons(
    collection: Sequence[str],
    labels: Sequence[str],
    kind: str,
    costs: Mapping[str, Sequence[str]],
    surrogates: tuple[str, ...],
) -> list[Lesson]:
    """One lesson for each kind that the options name."""
    general, by_kind = labelled.split_by_kind(labels, "--labels")
    if general and by_kind:
        raise InputError("--labels has labels with a kind and without: write KIND=NAMES for each")
    wanted: dict[str, str | None] = dict(by_kind) or {kind: general}
    settings = {name: _costs(given, name, wanted) for name, given in costs.items()}
    return [
        Lesson(
            labelled.examples_in(collection, names, tuple(wanted)),
            each,
            surrogates=surrogates if len(wanted) == 1 else (),
            **{name: values[each] for name, values in settings.items() if each in values},
        )
        for each, names in wanted.items()
    ]


def _costs(given: Sequence[str], name: str, kinds: Collection[str]) -> dict[str, float]:
    """What a mistake costs for each kind that something is said of."""
    option = "--" + name.replace("_", "-")
    general, by_kind = labelled.split_by_kind(given, option)
    if unknown := sorted(set(by_kind) - set(kinds)):
        raise InputError(f"{option}: no --labels give the kind '{unknown[0]}'; kinds are {', '.join(kinds)}")
    try:
        return ({each: float(general) for each in kinds} if general else {}) | {
            each: float(value) for each, value in by_kind.items()
        }
    except ValueError:
        raise InputError(f"{option} takes a number, or KIND=NUMBER") from None


def _show(kind: str, history: tuple[Iteration, ...]) -> None:
    rows = [
        (
            str(number),
            turn.learner,
            f"{turn.right:,}",
            f"{turn.wrong:,}",
            f"{turn.false_negatives:,}",
            f"{turn.false_positives:,}",
            f"{turn.loss:,.0f}",
            "yes" if turn.kept else "no",
        )
        for number, turn in enumerate(history, 1)
    ]
    headings = ["iteration", "learner", "right", "wrong", "left (FN)", "lost (FP)", "T(H)", "kept"]
    print_table(f"Iterations for {kind}", headings, rows)
