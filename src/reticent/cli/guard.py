"""`reticent guard`: what another tool's masks overlooked, in the same format."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent import pipeline
from reticent.cli import guarding, options
from reticent.cli.exits import say
from reticent.cli.output import deliver
from reticent.errors import PromiseError
from reticent.formats.files import read_document
from reticent.formats.masks import Mask, key_of, write_masks
from reticent.models.correlation_guard import CorrelationGuard
from reticent.pipeline import Outcome
from reticent.plan import Release


def guard(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="The texts that were masked, in UTF-8.")
    ],
    masks: Annotated[
        Path,
        typer.Option(
            metavar="FILE", help="What the other tool masked: {document: [[start, end], …]} in JSON."
        ),
    ],
    threshold: guarding.Threshold = "least",
    max_group: options.MaxGroup = 2,
    context: options.Within = "document",
    min_support: guarding.MinSupport = 3,
    generalize: Annotated[
        bool, typer.Option(help="Put a more general term where a safe one is known.")
    ] = False,
    knowledge: options.Knowledge = None,
    output: options.Output = None,
    quiet: options.Quiet = False,
) -> None:
    """Add to the masks of another tool what gives away the masked terms; the result has the same format.

    Examples:

      reticent guard --masks masks.json letter.txt -o guarded.json

      reticent guard --masks masks.json notes/*.txt --threshold 6 --knowledge archive.index
    """
    given = guarding.masks_in(masks)
    keys = {path: key_of(given, path) for path in files}
    rules = guarding.Rules(threshold, max_group, context, min_support, knowledge or ())
    model = rules.guard(generalize=generalize)
    guarded: dict[str, list[Mask]] = {}
    for path, key in keys.items():
        guarded[key], told = _guarded(path, given[key], model)
        if not quiet:
            say(told)
    deliver(write_masks(guarded), output)


def _guarded(path: str, masks: tuple[Mask, ...], model: CorrelationGuard) -> tuple[list[Mask], str]:
    """The masks of one document with those added, and a line about them."""
    document = read_document(path)
    mentions, begun = guarding.masked(document, masks)
    if not mentions:
        return [], f"{document.id}: no sensitive term, so there is nothing to guard; nothing was added."
    own = model.excluding(document)
    outcome = pipeline.sanitize(document, own, mentions=mentions, begun=begun)
    if outcome.violations:
        raise PromiseError(
            f"'{document.id}': {len(outcome.violations)} correlations were left after {outcome.rounds} rounds;"
            " nothing was written: allow more bits, or mask more"
        )
    finding = own.finding(Release(document, document, (), tuple(mentions)))
    added = [each for each in outcome.plan.decisions if each.model != guarding.MODEL]
    places = sum(len(each.spans) for each in added)
    return _as_masks(outcome, masks), (
        f"{document.id}: {len(mentions)} masks; {len(added)} terms at {places} places give them away and were"
        f" added; audit: no violation.{guarding.unseen(finding)}"
    )


def _as_masks(outcome: Outcome, given: tuple[Mask, ...]) -> list[Mask]:
    """All places that the plan changes, with the replacements of both."""
    replaced = {mask.span: mask.replacement for mask in given}
    texts = {edit.span: None if edit.placeholder else edit.text for edit in outcome.release.edits}
    return sorted(
        (
            Mask(span, replaced.get(span) if each.model == guarding.MODEL else texts[span])
            for each in outcome.plan.decisions
            for span in each.spans
        ),
        key=lambda mask: mask.span,
    )
