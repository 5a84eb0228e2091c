"""`reticent inspect`: what a file carries besides its visible text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from reticent.cli import _options as options
from reticent.cli._declared import switch
from reticent.cli._output import print_answer, print_table
from reticent.cli.app import Exit, complain, exit_for, say
from reticent.errors import ReticentError

if TYPE_CHECKING:
    from reticent.usecases.inspect import Inspection


def inspect(
    file: options.File = "-",
    show: Annotated[bool, switch("--show", "Quote the words that were found; they may be secrets.")] = False,
    format_name: options.FormatName = None,
    as_json: options.AsJson = False,
) -> None:
    """Show what a file carries besides its visible text, and words that were covered instead of removed.

    The exit code is 1 when there are words that the pages don't show and anybody with the file can read: comments,
    revisions, earlier versions, hidden cells, white text, text under black boxes. Metadata, scripts and attachments are
    listed and leave it at 0. Nothing is quoted without --show.

    Examples:

      reticent inspect letter.pdf

      reticent inspect table.parquet --json

      reticent inspect redacted-by-somebody.pdf --show
    """
    from reticent.formats.seam.options import DEFAULTS
    from reticent.usecases.inspect import inspect as look_into

    try:
        found = look_into(options.read_given(file), replace(DEFAULTS, format=format_name))
    except ReticentError as error:
        complain(str(error))
        raise typer.Exit(exit_for(error)) from None
    if as_json:
        print_answer("inspection", _as_json(found, show=show))
    else:
        _print(found, show=show)
    raise typer.Exit(Exit.VIOLATIONS if found.readable else Exit.FINE)


def _as_json(found: Inspection, *, show: bool) -> dict[str, Any]:
    return {
        "name": found.name,
        "format": found.format,
        "readable": sum(each.count for each in found.readable),
        "counts": found.counts,
        "findings": [
            {
                "kind": each.kind,
                "count": each.count,
                "where": each.where,
                "readable": each in found.readable,
                **({"words": list(each.words)} if show else {}),
            }
            for each in found.findings
        ],
    }


def _print(found: Inspection, *, show: bool) -> None:
    if not found.findings:
        say(f"{found.name}: nothing besides its text.")
        return
    headings = ["kind", "count", "where", "can be read", *(["words"] if show else [])]
    rows = [
        [
            each.kind,
            f"{each.count:,}",
            each.where,
            "yes" if each in found.readable else "",
            *(["\n".join(each.words)] if show else []),
        ]
        for each in found.findings
    ]
    print_table(f"{found.name} ({found.format})", headings, rows)
