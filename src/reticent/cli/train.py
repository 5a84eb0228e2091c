"""`reticent train`: learn what to remove from a labelled collection; `reticent attack`: try it on what is to be published."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from reticent.audit.attacks import Attack
from reticent.cli import _options as options
from reticent.cli._declared import argument, option
from reticent.cli._output import print_answer, print_table, require_free
from reticent.cli._reading import refuse_idle
from reticent.cli.app import Exit, complain, say
from reticent.errors import InputError
from reticent.files import write_whole
from reticent.models.greedy_sanitize.loop import Iteration
from reticent.models.greedy_sanitize.settings import open_trained_model
from reticent.models.greedy_sanitize.storing import Trained, to_bytes
from reticent.usecases.train import attack as play_attacker
from reticent.usecases.train import open_learners
from reticent.usecases.train import train as learn

Labels = Annotated[
    str | None, option("--labels", "NAMES", "The labels that mean sensitive (default: PER,PERSON,NAME).")
]
LearnerNames = Annotated[
    str | None,
    option(
        "--learner",
        "NAMES",
        "crf, svm, ensemble, or a detector (names, presidio, spacy), or several (default: crf).",
    ),
]


def split_by_kind(given: Sequence[str], name: str) -> tuple[str | None, dict[str, str]]:
    """What an option says for all kinds, and what it says as KIND=VALUE for one."""
    general = [each for each in given if "=" not in each]
    if len(general) > 1:
        raise InputError(f"{name} is given twice: write {name} KIND=VALUE for each kind")
    pairs = [each.partition("=") for each in given if "=" in each]
    return (general[0] if general else None), {kind.strip(): value for kind, _, value in pairs}


def say_iteration(turn: Iteration) -> None:
    """One line on standard error for each turn of the loop."""
    verdict = "kept" if turn.kept else "not worth it, so this is the end"
    say(f"{turn.learner}: finds {turn.right:,} sensitive words and {turn.wrong:,} others; {verdict}")


def train(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    collection: Annotated[
        list[str],
        argument("COLLECTION", "Labelled texts: CoNLL files, or .jsonl as TAB or reticent writes it."),
    ],
    output: Annotated[Path, option("--output -o", "FILE", "Where the model goes.")],
    leak_cost: Annotated[
        list[str] | None,
        option(
            "--leak-cost",
            "L",
            "The cost of a word that an attacker finds; KIND=L for one kind (default: 10).",
        ),
    ] = None,
    removal_cost: Annotated[
        list[str] | None,
        option(
            "--removal-cost", "C", "The cost of removing a harmless word; KIND=C for one kind (default: 1)."
        ),
    ] = None,
    labels: Annotated[
        list[str] | None,
        option(
            "--labels",
            "NAMES",
            "The labels that mean sensitive (default: PER,PERSON,NAME). KIND=NAMES, again for each kind, "
            "gives each a placeholder of its own.",
        ),
    ] = None,
    learner: LearnerNames = None,
    kind: Annotated[str, option("--kind", "KIND", "What the placeholder says.")] = "NAME",
    surrogates: Annotated[
        Path | None, option("--surrogates", "FILE", "Words to put in place of names, one per line.")
    ] = None,
    update: Annotated[
        Path | None,
        option("--update", "MODEL", "Update this model with the new texts of the collection."),
    ] = None,
    block_words: Annotated[
        int,
        option(
            "--block-words",
            "N",
            "How many words are in memory at a time; the model is updated block by block.",
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
    chosen = open_learners(learner)
    before = open_trained_model(update) if update else None
    labels_of = _labels(labels or [], kind, before)
    refuse_idle({"--surrogates": surrogates and len(labels_of) > 1}, "for several kinds")
    costs = {
        name: _costs(given or [], name, labels_of)
        for name, given in (("leak_cost", leak_cost), ("removal_cost", removal_cost))
    }
    model, words = learn(
        collection,
        labels_of,
        chosen,
        costs=costs,
        block_words=block_words,
        surrogates=surrogates,
        before=before,
        progress=None if quiet else say_iteration,
    )
    write_whole(output, to_bytes(model))
    if not quiet:
        _conclude(output, model, words)


def _labels(given: Sequence[str], kind: str, known: Trained | None) -> dict[str, str | None]:
    """The labels of each kind; a model that is updated has its kinds already."""
    general, by_kind = split_by_kind(given, "--labels")
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
        _show_iterations(part.kind, part.history)
        say(f"{output}: {len(part.classifiers)} classifiers. {part.promise.statement}")
        say(part.bounds(words).statement)


def _costs(given: Sequence[str], name: str, kinds: Collection[str]) -> dict[str, float]:
    """What a mistake costs for each kind that something is said of."""
    written = "--" + name.replace("_", "-")
    general, by_kind = split_by_kind(given, written)
    if unknown := sorted(set(by_kind) - set(kinds)):
        raise InputError(f"{written}: no --labels give the kind '{unknown[0]}'; kinds are {', '.join(kinds)}")
    try:
        return ({each: float(general) for each in kinds} if general else {}) | {
            each: float(value) for each, value in by_kind.items()
        }
    except ValueError:
        raise InputError(f"{written} takes a number, or KIND=NUMBER") from None


def _show_iterations(kind: str, history: tuple[Iteration, ...]) -> None:
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


def attack(
    published: Annotated[
        list[str],
        argument("PUBLISHED", "What is to be published, with labels on the secrets that are left in it."),
    ],
    known: Annotated[float, option("--known", "SHARE", "The share whose labels the attacker has.")] = 0.5,
    labels: Labels = None,
    learner: LearnerNames = None,
    detector: Annotated[
        list[str] | None,
        option(
            "--detector",
            "NAME",
            "A detector that attacks too, without learning: names, presidio or spacy; can be repeated.",
        ),
    ] = None,
    kind: Annotated[
        list[str] | None,
        option("--kind", "KIND", "What the placeholders say; can be repeated (default: NAME)."),
    ] = None,
    fail_above: Annotated[
        int | None,
        option(
            "--fail-above",
            "N",
            "Exit with 1 when the best classifier, or a detector, finds more than N secrets.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Play the attacker: learn from a labelled part of the published collection, then inspect the rest.

    The labels of the rest serve only to count what the inspection finds. 'reticent sanitize --keep label' carries the labels
    of a collection over to its release.

    Examples:

      reticent attack published.jsonl

      reticent attack published.jsonl --learner crf,svm,ensemble --fail-above 5

      reticent attack published.jsonl --detector names
    """
    outcome, *others = play_attacker(
        published, [learner, *(detector or [])], labels=labels, kinds=kind or ["NAME"], known=known
    )
    if as_json:
        detectors = [asdict(each) for each in others]
        print_answer("attack", {**asdict(outcome), "detectors": detectors})
    else:
        for each in (outcome, *others):
            _show_attack(each)
    most = max(each.true_positives for each in (outcome, *others))
    if fail_above is not None and most > fail_above:
        complain(
            f"the attacker finds {most} secrets, more than {fail_above}: train with a higher --leak-cost or with more"
            " learners (a detector can be one: --learner crf,names), and sanitize again"
        )
        raise typer.Exit(Exit.VIOLATIONS)


def _show_attack(outcome: Attack) -> None:
    rows = [
        (f"{budget:,}", f"{found:,}", f"{outcome.at_random[budget]:,.1f}")
        for budget, found in outcome.found.items()
    ]
    print_table(
        f"Secrets found by {outcome.learner}", ["inspected", "by the classifier's order", "at random"], rows
    )
    say(
        f"{outcome.learner} points at {outcome.true_positives + outcome.false_positives} of"
        f" {outcome.instances:,} words; {outcome.true_positives} of these are among the {outcome.secrets:,} secrets."
    )
