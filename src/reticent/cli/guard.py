"""`reticent guard`: what another tool's masks overlooked, in the same format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import guarding, options
from reticent.cli.exits import say
from reticent.cli.output import deliver
from reticent.formats.masks import Mask, write_masks
from reticent.formats.options import FormatOptions
from reticent.usecases.guard import Guarded
from reticent.usecases.guard import guard as add_masks


def guard(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="The texts that were masked.")],
    masks: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="What the other tool masked: {document: [[start, end], …]} in JSON."
        ),
    ],
    generalize: Annotated[
        bool, typer.Option(help="Put a more general term where a safe one is known.")
    ] = False,
    rules: guarding.GuardRules = guarding.RULES,
    reading: options.Reading = options.READING,
    output: options.Output = None,
    quiet: options.Quiet = False,
) -> None:
    """Add to the masks of another tool what gives away the masked terms; the result has the same format.

    Examples:

      reticent guard --masks masks.json letter.txt -o guarded.json

      reticent guard --masks masks.json notes/*.txt --threshold 6 --knowledge archive.index

      reticent guard --masks masks.json letter.docx report.pdf
    """
    given = guarding.read_mask_file(masks)
    model = guarding.build_guard(rules.section(generalize=generalize))
    guarded: dict[str, tuple[Mask, ...]] = {}
    chosen = reading.over(FormatOptions())
    for path in files:
        for key, result in add_masks(options.read_given(path), given, model, options=chosen).items():
            guarded[key] = result.masks
            if not quiet:
                say(_summarize(result))
    deliver(write_masks(guarded), output)


def _summarize(result: Guarded) -> str:
    name = result.document.id
    if not result.given:
        return f"{name}: no sensitive term, so there is nothing to guard; nothing was added."
    return (
        f"{name}: {result.given} masks; {result.terms} terms at {result.places} places give them away and were"
        f" added; audit: no violation.{guarding.describe_unknown(result.unknown, result.secrets)}"
    )
