"""`reticent guard`: what another tool's masks overlooked, in the same format."""

from __future__ import annotations

from typing import Annotated

import typer

from reticent.cli import guarding, options
from reticent.cli.app import say
from reticent.cli.output import choose_asking, count, deliver, require_free
from reticent.formats.options import FormatOptions
from reticent.usecases.guard import Guarded, guard_results


def guard(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    masks: Annotated[
        str,
        typer.Option(
            metavar="FILE",
            help="What the other tool masked: {document: [[start, end], …]} in JSON, or the JSON that Presidio's"
            " analyzer answers, for one text or a batch.",
        ),
    ],
    files: Annotated[
        list[str] | None,
        typer.Argument(metavar="[FILE]...", help="The texts that were masked, a batch in its order."),
    ] = None,
    generalize: Annotated[
        bool, typer.Option(help="Put a more general term where a safe one is known.")
    ] = False,
    rules: guarding.GuardRules = guarding.RULES,
    unseen: options.UnseenRule = None,
    reading: options.Reading = options.READING,
    language: options.LanguageNames = None,
    output: options.Output = None,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Add to the masks of another tool what gives away the masked terms; the result has the same format.

    Examples:

      reticent guard --masks masks.json letter.txt --unseen remove -o guarded.json

      reticent guard --masks masks.json notes/*.txt --threshold 6 --knowledge archive.index

      reticent guard --masks presidio.json letter.txt --setting paper

      reticent guard --masks masks.json letter.docx report.pdf
    """
    require_free(output, overwrite=overwrite, originals=[masks, *(files or ())])
    chosen = reading.over(FormatOptions(), files or [])
    guarded = guard_results(
        options.read_given(masks),
        [options.read_given(path) for path in files or ()],
        guarding.build_guard(rules.section(generalize=generalize, unseen=unseen)),
        options=chosen,
        decide=choose_asking(masks),
        languages=options.choose_languages(language),
    )
    for each in guarded.texts:
        if not quiet:
            say(_summarize(each))
        if each.unseen:
            kept = count(len(each.unseen), "word")
            say(f"{each.document.id}: kept {kept} that the corpus has never seen.")
    deliver(guarded.data, output)


def _summarize(result: Guarded) -> str:
    name = result.document.id
    if not result.given:
        return f"{name}: no sensitive term, so there is nothing to guard; nothing was added."
    return (
        f"{name}: {count(result.given, 'mask')}; added {count(result.terms, 'term')} at"
        f" {count(result.places, 'place')} that would give them away; audit: no violation.{guarding.describe_unknown(result.unknown, result.secrets)}"
    )
