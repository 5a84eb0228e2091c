"""`reticent train`: learn from a labelled collection what to remove from others like it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import labelled, options
from reticent.cli.app import say
from reticent.cli.output import print_table, require_free
from reticent.cli.reading_options import refuse_idle
from reticent.errors import InputError
from reticent.files import write_whole
from reticent.formats.registry import STANDARD_INPUT
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.storing import Trained, to_bytes
from reticent.models.greedy_sanitize.training import TrainingSet, train_by_label


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
    update: Annotated[
        Path | None,
        typer.Option(
            "--update", metavar="MODEL", help="A model to go on from: the collection is what is new to it."
        ),
    ] = None,
    block_words: Annotated[
        int,
        typer.Option(
            "--block-words", metavar="N", help="How many words are in memory at a time; the model learns on."
        ),
    ] = 2_000_000,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Learn what is sensitive in a labelled collection, as an attacker would, until learning more doesn't pay.

    Examples:

      reticent train emails-sample.jsonl -o names.model

      reticent train cases.conll -o names.model --labels PER,ORG --learner crf,names --leak-cost 100

      reticent train cases.conll -o both.model --labels NAME=PER --labels DATE=DATE,TIME --leak-cost DATE=3

      reticent train new-sample.jsonl --update names.model -o names-2.model
    """
    require_free(output, overwrite=overwrite, originals=collection)
    learners = labelled.learners(learner)
    model = _open_known(update)
    labels_of = _labels(labels or [], kind, model)
    if STANDARD_INPUT in collection and len(labels_of) > 1:
        raise InputError("standard input can be read for one kind only: save it as a file first")
    refuse_idle({"--surrogates": surrogates and len(labels_of) > 1}, "for several kinds")
    costs = {
        name: _costs(given or [], name, labels_of)
        for name, given in (("leak_cost", leak_cost), ("removal_cost", removal_cost))
    }
    known, words = labelled.words_in(surrogates), 0
    for block in labelled.blocks_in(collection, labels_of, block_words):
        lessons = [
            TrainingSet(
                examples,
                each,
                surrogates=known if len(labels_of) == 1 else (),
                **{name: values[each] for name, values in costs.items() if each in values},
            )
            for each, examples in block.items()
        ]
        words += lessons[0].examples.words
        model = train_by_label(
            lessons, learners, before=model, progress=None if quiet else labelled.say_iteration
        )
    if model is None:
        raise InputError("there is no labelled text, so there is nothing to learn: check the files")
    write_whole(output, to_bytes(model))
    if not quiet:
        _conclude(output, model, words)


def _open_known(path: Path | None) -> Trained | None:
    from reticent.models.greedy_sanitize.settings import open_trained_model

    return open_trained_model(path) if path else None


def _labels(given: Sequence[str], kind: str, known: Trained | None) -> dict[str, str | None]:
    """The labels of each kind; a model that is updated has its kinds already."""
    general, by_kind = labelled.split_by_kind(given, "--labels")
    if general and by_kind:
        raise InputError("--labels has labels with a kind and without: write KIND=NAMES for each")
    wanted: dict[str, str | None] = dict(by_kind) or {kind: general}
    if known and (missing := [part.kind for part in known.parts if part.kind not in wanted]):
        raise InputError(
            f"the model to update is of the kind '{missing[0]}', which no labels are given for: add "
            f"--labels {missing[0]}=NAMES (or --kind {missing[0]})"
        )
    return wanted


def _conclude(output: Path, model: Trained, words: int) -> None:
    for part in model.parts:
        _show(part.kind, part.history)
        say(f"{output}: {len(part.classifiers)} classifiers. {part.promise.statement}")
        say(part.bounds(words).statement)


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
