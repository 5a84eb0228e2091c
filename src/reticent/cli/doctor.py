"""`reticent doctor`: what is installed here and whether it works."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import typer

from reticent.cli import _options as options
from reticent.cli._output import print_answer, print_table
from reticent.cli.app import Exit, complain

if TYPE_CHECKING:
    from reticent.usecases.doctor import Examination


def doctor(as_json: options.AsJson = False) -> None:
    """Show what is installed here, with hashes, and whether it works.

    Missing extras are listed with the command that installs them; they are not a fault. The exit code is 2
    when shipped knowledge is damaged, a part of another package can't be used, or the system lacks something that reticent needs.

    Examples:

      reticent doctor

      reticent doctor --json
    """
    from reticent.usecases.doctor import examine

    found = examine()
    if as_json:
        extras = [{**asdict(each), "line": each.line} for each in found.extras]
        print_answer("doctor", {**asdict(found), "extras": extras, "problems": found.problems})
    else:
        _show(found)
    for problem in found.problems:
        complain(problem)
    if found.problems:
        raise typer.Exit(Exit.BAD_INPUT)


def _show(found: Examination) -> None:
    typer.echo(f"reticent {found.version}, Python {found.python}, {found.platform}")
    typer.echo(f"this system is {found.support}\n")
    print_table(
        "Extras",
        ["extra", "installed"],
        [(each.name, f"no: {each.line}" if each.missing else "yes") for each in found.extras],
    )
    print_table(
        "Shipped knowledge",
        ["what", "bytes", "sha256", "works"],
        [(each.name, f"{each.size:,}", each.sha256, _answer(each.problem)) for each in found.knowledge],
    )
    if found.offers:
        print_table(
            "Parts of other packages",
            ["kind", "name", "package", "works"],
            [
                (each.group, each.name, f"{each.package} {each.version}", _answer(each.problem))
                for each in found.offers
            ],
        )
    print_table(
        "The system", ["what", "works"], [(each.name, _answer(each.problem)) for each in found.checks]
    )


def _answer(problem: str) -> str:
    return "no" if problem else "yes"
