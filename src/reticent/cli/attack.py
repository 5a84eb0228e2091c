"""`reticent attack`: what would an attacker find in a collection that is about to be published?"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from reticent.audit.attacks import Attack, split_known
from reticent.audit.attacks import attack as attacked
from reticent.cli import labelled, options
from reticent.cli.app import Exit, complain, say
from reticent.cli.output import print_json, print_table

SCHEMA = 1


def attack(
    published: Annotated[
        list[str],
        typer.Argument(
            metavar="PUBLISHED",
            help="What is to be published, with labels at the secrets that are left in it.",
        ),
    ],
    known: Annotated[
        float, typer.Option("--known", metavar="SHARE", help="The share whose labels the attacker has.")
    ] = 0.5,
    labels: labelled.Labels = None,
    learner: labelled.LearnerNames = None,
    detector: Annotated[
        list[str] | None,
        typer.Option(
            "--detector",
            metavar="NAME",
            help="A detector that attacks too, whatever could be learned: names, presidio, spacy. Repeatable.",
        ),
    ] = None,
    kind: Annotated[
        list[str] | None,
        typer.Option(
            "--kind", metavar="KIND", help="What the placeholders say: NAME if left out. Repeatable."
        ),
    ] = None,
    fail_above: Annotated[
        int | None,
        typer.Option(
            "--fail-above",
            metavar="N",
            help="Exit with 1 when the best classifier, or a detector, finds more than N secrets.",
        ),
    ] = None,
    as_json: options.AsJson = False,
) -> None:
    """Play the attacker: learn from a labelled part of the published collection, then inspect the rest by its light.

    The labels of the rest only count what an inspection would show. 'reticent sanitize --keep label' carries the labels
    of a collection over to its release.

    Examples:

      reticent attack published.jsonl

      reticent attack published.jsonl --learner crf,svm,ensemble --fail-above 5

      reticent attack published.jsonl --detector names
    """
    given = labelled.examples_in(published, labels, kind or ["NAME"])
    parts = split_known(given.sentences, given.labels, given.groups, known)
    outcome = attacked(*parts, learners=labelled.learners(learner))
    others = [attacked(*parts, learners=labelled.learners(name)) for name in detector or []]
    if as_json:
        detectors = [asdict(each) for each in others]
        print_json({"reticent": "attack", "schema": SCHEMA, **asdict(outcome), "detectors": detectors})
    else:
        for each in (outcome, *others):
            _show(each)
    most = max(each.true_positives for each in (outcome, *others))
    if fail_above is not None and most > fail_above:
        complain(
            f"the attacker finds {most} secrets, more than {fail_above}: train with a higher --leak-cost or with more"
            " learners (a detector can be one: --learner crf,names), and sanitize again"
        )
        raise typer.Exit(Exit.VIOLATIONS)


def _show(outcome: Attack) -> None:
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
