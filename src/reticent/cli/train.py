"""`reticent train`: learn from a labelled collection what to remove from others like it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import labelled, options
from reticent.cli.exits import say
from reticent.cli.output import print_table
from reticent.files import write_whole
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.storing import to_bytes
from reticent.models.greedy_sanitize.training import train_greedy


def train(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    collection: Annotated[
        list[str],
        typer.Argument(
            metavar="COLLECTION", help="Labelled texts: CoNLL files, or .jsonl in TAB's form or ours."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the model goes.")],
    leak_cost: Annotated[
        float, typer.Option("--leak-cost", metavar="L", help="What a word costs that an attacker finds.")
    ] = 10.0,
    removal_cost: Annotated[
        float, typer.Option("--removal-cost", metavar="C", help="What it costs to remove a harmless word.")
    ] = 1.0,
    labels: labelled.Labels = None,
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

      reticent train cases.conll -o names.model --labels PER,ORG --learner crf,svm,ensemble --leak-cost 100
    """
    learners = labelled.learners(learner)
    given = labelled.examples_in(collection, labels, kind)
    model = train_greedy(
        given,
        learners,
        leak_cost=leak_cost,
        removal_cost=removal_cost,
        kind=kind,
        surrogates=labelled.words_in(surrogates),
        progress=None if quiet else labelled.say_iteration,
    )
    write_whole(output, to_bytes(model))
    if not quiet:
        _show(model.history)
        say(f"{output}: {len(model.classifiers)} classifiers. {model.promise.statement}")
        say(model.bounds(given.words).statement)


def _show(history: tuple[Iteration, ...]) -> None:
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
    print_table("Iterations", headings, rows)
