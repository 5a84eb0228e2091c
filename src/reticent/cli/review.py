"""`reticent review`: a person looks at every change before it is released, in the browser or in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from getpass import getuser
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import options
from reticent.cli.exits import complain, say, warn
from reticent.cli.folder_options import is_folder
from reticent.cli.reading_options import refuse_idle
from reticent.cli.terminal_review import review_in_terminal
from reticent.errors import DocumentError, InputError
from reticent.review.opening import open_review
from reticent.review.outbox import Outbox
from reticent.review.review import Review
from reticent.usecases.given import read_file
from reticent.usecases.listing import walk_folder
from reticent.usecases.prove import Rules as ProofRules
from reticent.usecases.prove import read_keys

_LOCK_AFTER = 480.0
"""Minutes, so that a page locks itself after a working day."""


def review(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    files: Annotated[
        list[str], typer.Argument(metavar="FILE|DIR", help="Files, or folders with all that they hold.")
    ],
    rules: options.Rules = options.RULES,
    reading: options.Reading = options.READING,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="DIR", help="The folder that releases and plans go to."),
    ] = None,
    port: Annotated[
        int,
        typer.Option("--port", metavar="N", min=0, max=65535, help="The port of the page; any if left out."),
    ] = 0,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Open the page in a browser, or print its address.")
    ] = True,
    terminal: Annotated[
        bool, typer.Option("--terminal", help="Walk through the changes here instead of in a browser.")
    ] = False,
    reviewer: Annotated[
        str | None,
        typer.Option(
            "--reviewer", metavar="NAME", help="Who answers for the releases; your login name if left out."
        ),
    ] = None,
    key: Annotated[
        list[Path] | None,
        typer.Option(
            "--key", metavar="FILE", help="A key that signs a proof of each release; can be repeated."
        ),
    ] = None,
    lock_after: Annotated[
        float,
        typer.Option(
            "--lock-after", metavar="MINUTES", min=0.0, help="Lock the page when nobody used it so long."
        ),
    ] = _LOCK_AFTER,
) -> None:
    """Look at every change, overrule, restore and repair, and release what keeps its promises.

    The page is for this machine alone, and its address works once. Nothing is released before the audit agrees with
    exactly what you see. Releases go to the folder that -o names; plans, reports and the journal, which tell more than
    a release, into its folder 'private'.

    Examples:

      reticent review letter.txt -o released --protect "HIV=virus"

      reticent review notes -o released --policy clinic.toml --no-browser

      reticent review letter.txt -o released --terminal
    """
    if output is None:
        raise InputError("without -o nothing can be written: say where releases go with -o DIR")
    page = {"--port": port, "--no-browser": not browser, "--lock-after": lock_after != _LOCK_AFTER}
    refuse_idle(page if terminal else {}, "with --terminal")
    paths = _list_files(files, output)
    given = [read_file(path) for path in paths]
    recipe = rules.recipe()
    keys = read_keys(key or ())
    outbox = Outbox(output, reviewer or _name_user(), keys, ProofRules.of(recipe) if keys else None)
    assembly = recipe.assemble()
    warn(assembly.warnings)
    chosen = reading.over(assembly.options, paths)
    say(f"Planning {len(given)} file{'' if len(given) == 1 else 's'} …")
    made = open_review(given, assembly, options=chosen, outbox=outbox)
    if terminal:
        from rich.console import Console

        raise typer.Exit(review_in_terminal(made, Console()))
    _serve(made, outbox, port=port, browser=browser, idle_seconds=lock_after * 60)
    say(f"The review has ended; what you released is in '{output}'.")


def _serve(made: Review, outbox: Outbox, *, port: int, browser: bool, idle_seconds: float) -> None:
    from reticent.service.review.server import Invitation, serve_review

    serve_review(made, outbox, Invitation(_invite, browser and _has_screen(), idle_seconds), port=port)


def _invite(address: str) -> None:
    say(
        f"The review is at {address}\nThe address works once, in one browser on this machine. Ctrl-C ends the review."
    )


def _list_files(paths: Sequence[str], output: Path) -> list[str]:
    """The files that are meant, folders walked through in the order of their names."""
    found: list[str] = []
    for path in paths:
        if not is_folder(path):
            found.append(path)
            continue
        if output.resolve().is_relative_to(Path(path).resolve()):
            raise DocumentError(f"-o is inside '{path}', which is under review: choose a folder beside it")
        for entry in sorted(walk_folder(Path(path)), key=lambda each: each.path):
            if entry.state == "todo":
                found.append(str(Path(path) / entry.path))
            else:
                complain(f"{path}/{entry.path} is left out: {entry.why}")
    if not found:
        raise DocumentError("there is no file in there to review: name a file, or a folder that holds some")
    return found


def _name_user() -> str:
    try:
        return getuser()
    except (KeyError, OSError, ImportError):
        raise InputError("nobody is logged in under a name: say who reviews with --reviewer NAME") from None


def _has_screen() -> bool:
    """Whether a browser has somewhere to open: one in the terminal would take it over."""
    return sys.platform in ("win32", "darwin") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())
