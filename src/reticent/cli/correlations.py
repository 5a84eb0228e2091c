"""`reticent correlations`: what the words left in clear say about each word removed."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Annotated

import typer

from reticent.cli import guarding, options
from reticent.cli.app import say
from reticent.cli.output import print_json, print_table
from reticent.cli.reading_options import refuse_idle
from reticent.models.correlation_guard.risk import CorrelationReport, Pointer
from reticent.policy.recipe import Recipe
from reticent.text import Document
from reticent.usecases.guard import count_unknown, find_correlations, read_masks_for

SCHEMA = 1


def correlations(
    file: options.File = "-",
    masks: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="What was removed: {document: [[start, end], …]} in JSON, or what Presidio's analyzer answers.",
        ),
    ] = None,
    policy: options.PolicyFile = None,
    rules: guarding.GuardRules = guarding.RULES,
    at_least: Annotated[
        float | None,
        typer.Option(min=0, metavar="BITS", help="Show what tells so much; the threshold if left out."),
    ] = None,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="Show so many for each removed term.")] = 10,
    as_json: options.AsJson = False,
) -> None:
    """Show for every removed term the terms and groups that point to it, strongest first.

    What is removed comes from a mask file, or from the detectors of a policy. The table quotes the text: keep it like
    the original.

    Examples:

      reticent correlations letter.txt --policy clinic.toml

      reticent correlations letter.txt --masks masks.json --at-least 4 --json
    """
    refuse_idle({"--policy": policy and masks}, "with --masks, which say what is removed")
    detectors = () if masks else Recipe(policy).make_rules().detectors
    document, finding = find_correlations(
        options.read_given(file),
        guarding.build_guard(rules.section(), detectors),
        masks=read_masks_for(options.read_given(masks), file) if masks else None,
        at_least=at_least,
    )
    if as_json:
        print_json(
            {"reticent": "correlations", "schema": SCHEMA, "document": document.id, **finding.as_json()}
        )
    elif finding.removed:
        _show(document, finding, most)
    if not finding.removed:
        say(f"{document.id}: no sensitive term, so nothing can be given away.")
    elif unknown := guarding.describe_unknown(count_unknown(finding), len(finding.removed)):
        say(f"{document.id}:{unknown}")


def _show(document: Document, finding: CorrelationReport, most: int) -> None:
    limit = "unknown" if finding.threshold == inf else f"{finding.threshold:.1f} bits"
    print_table(
        f"What points to the terms removed from {document.id} (threshold {limit})",
        ["removed", "its bits", "given away by", "bits", "documents", "too much"],
        _rows(finding, most),
    )


def _rows(finding: CorrelationReport, most: int) -> Iterator[tuple[str, str, str, str, str, str]]:
    for each in finding.removed:
        bits = "never seen" if each.bits == inf else f"{each.bits:.1f}"
        if not each.pointers:
            yield each.term, bits, "nothing", "", "", ""
        for number, pointer in enumerate(each.pointers[:most]):
            yield each.term if not number else "", bits if not number else "", *_cells(pointer)


def _cells(pointer: Pointer) -> tuple[str, str, str, str]:
    counts = f"{pointer.together:,} of {pointer.alone:,}" if pointer.together else "is the term itself"
    bits = "all" if pointer.bits == inf else f"{pointer.bits:.1f}"
    return " + ".join(pointer.terms), bits, counts, "yes" if pointer.reaches else ""
