"""`reticent correlations`: what the words left in clear say about each word removed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import guarding, options
from reticent.cli.exits import say
from reticent.cli.output import print_table
from reticent.formats.masks import key_of
from reticent.models.correlation_guard.explanation import Finding, Pointer
from reticent.plan import Release
from reticent.rendering.edits import render
from reticent.text import Document, Mention


def correlations(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    file: options.File = "-",
    masks: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What was removed: {document: [[start, end], …]} in JSON."),
    ] = None,
    policy: options.PolicyFile = None,
    threshold: guarding.Threshold = "least",
    max_group: options.MaxGroup = 2,
    context: options.Within = "document",
    min_support: guarding.MinSupport = 3,
    at_least: Annotated[
        float | None,
        typer.Option(min=0, metavar="BITS", help="Show what tells so much; the threshold if left out."),
    ] = None,
    most: Annotated[int, typer.Option(min=1, metavar="N", help="Show so many for each removed term.")] = 10,
    knowledge: options.Knowledge = None,
    as_json: options.AsJson = False,
) -> None:
    """Show for every removed term the terms and groups that point to it, strongest first.

    What is removed comes from a mask file, or from the detectors of a policy. The table quotes the text: keep it like
    the original.

    Examples:

      reticent correlations letter.txt --policy clinic.toml

      reticent correlations letter.txt --masks masks.json --at-least 4 --json
    """
    assembly = options.rules(policy)
    document = options.document(file, assembly)
    rules = guarding.Rules(threshold, max_group, context, min_support, knowledge or ())
    if masks is None:
        mentions: list[Mention] = []
        release = Release(document, document)
        model = rules.guard(assembly.detectors)
    else:
        given = guarding.masks_in(masks)
        mentions, plan = guarding.masked(document, given[key_of(given, file)])
        release = render(document, plan, mentions)
        model = rules.guard()
    finding = model.excluding(document).finding(release, at_least=at_least)
    if as_json:
        typer.echo(json.dumps({"document": document.id, **finding.as_json()}, ensure_ascii=False, indent=2))
    elif finding.removed:
        _show(document, finding, most)
    if not finding.removed:
        say(f"{document.id}: no sensitive term, so nothing can be given away.")
    elif told := guarding.unseen(finding):
        say(f"{document.id}:{told}")


def _show(document: Document, finding: Finding, most: int) -> None:
    limit = "unknown" if finding.threshold == inf else f"{finding.threshold:.1f} bits"
    print_table(
        f"What points to the terms removed from {document.id} (threshold {limit})",
        ["removed", "its bits", "given away by", "bits", "documents", "too much"],
        _rows(finding, most),
    )


def _rows(finding: Finding, most: int) -> Iterator[tuple[str, str, str, str, str, str]]:
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
