"""`reticent apply`: carry out a plan that somebody may have changed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from reticent import pipeline
from reticent.cli import options
from reticent.cli.audit import show
from reticent.cli.exits import Exit, complain, say
from reticent.cli.output import deliver, targets
from reticent.errors import PlanError
from reticent.formats import plain
from reticent.formats.files import read_bytes
from reticent.plan import Plan, plan_from_json


def apply(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    plan: Annotated[str, typer.Argument(metavar="PLAN", help="A plan as 'reticent plan --json' writes it.")],
    file: options.File = "-",
    policy: options.PolicyFile = None,
    protect: options.Protect = None,
    alias: options.Alias = None,
    max_group: options.MaxGroup = 2,
    context: options.Within = "document",
    knowledge: options.Knowledge = None,
    output: options.Output = None,
    quiet: options.Quiet = False,
) -> None:
    """Carry out a plan on the text that it was made for, and audit the result before it is written.

    A plan that keeps too much is refused: the audit judges the text by the policy, not by the plan.

    Example:

      reticent apply plan.json letter.txt -o released.txt
    """
    assembly = options.rules(policy, options.protection(protect, alias, max_group, context, knowledge))
    place = targets([file], output)[0]
    document = options.document(file, assembly)
    outcome = pipeline.execute(document, _read(plan), *assembly.models_for(document))
    if outcome.violations:
        show(outcome.release.released, outcome.violations)
        complain(
            f"{document.id} is not released: the plan leaves what the policy forbids; add the places above to it"
        )
        raise typer.Exit(Exit.VIOLATIONS)
    deliver(plain.write(outcome.document), place)
    if not quiet:
        say(f"{document.id}: {len(outcome.plan.decisions)} decisions carried out; audit: no violation.")


def _read(path: str) -> Plan:
    try:
        return plan_from_json(read_bytes(str(Path(path))).decode())
    except UnicodeDecodeError:
        raise PlanError("the plan is not UTF-8: save it as UTF-8") from None
