"""`reticent apply`: carry out a plan that somebody may have changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from reticent.cli import options
from reticent.cli.app import Exit, complain, say
from reticent.cli.audit import show_violations
from reticent.cli.folders import (
    BAD_FILES,
    FOLDER_OPTIONS,
    BadFiles,
    FolderOptions,
    build_job,
    is_folder,
    make_folder,
    require_folder,
    require_workers,
)
from reticent.cli.output import PRIVATE, choose_targets, count, deliver, read_utf8, require_free, tell_doubts
from reticent.cli.reading_options import refuse_idle
from reticent.errors import PlanError
from reticent.plan import read_plans
from reticent.usecases.apply import apply as carry_out
from reticent.usecases.apply import choose_options, choose_recipe, require_promises
from reticent.usecases.folder_plans import ApplyPlans, read_first_plans


def apply(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    plan: Annotated[
        Path,
        typer.Argument(metavar="PLAN", help="A plan, or a folder of plans, as 'reticent plan' writes it."),
    ],
    file: options.File = "-",
    rule_options: options.RuleOptions = options.RULE_OPTIONS,
    exceptions: Annotated[
        Path | None,
        typer.Option(
            "--exceptions",
            metavar="FILE",
            help="Where to declare what the plan keeps against the policy; 'reticent audit' accepts that file.",
        ),
    ] = None,
    reading: options.Reading = options.READING,
    output: options.Output = None,
    folder: FolderOptions = FOLDER_OPTIONS,
    bad_files: BadFiles = BAD_FILES,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Carry out a plan on the file that it was made for, and audit the result before it is written.

    Without options, the policy, the protections and the options that the plan was made under hold. With options, these
    hold instead, and a plan that promises more than they do is refused. A plan that keeps too much is refused (exit 3):
    the audit judges the text by the policy, not by the plan. What you answer for yourself goes into the plan's
    "exceptions", with your reason, and into the file that --exceptions names.

    Examples:

      reticent apply plan.json letter.txt -o released.txt

      reticent apply plan.json letter.txt -o released.txt --policy clinic.toml --protect "HIV=disease"

      reticent apply plans notes -o released
    """
    refuse_idle({"--exceptions": exceptions and is_folder(file)}, "for a folder")
    said = rule_options.recipe() if replace(rule_options, vault_key=None) != options.RULE_OPTIONS else None
    plans = read_first_plans(plan) if is_folder(file) else read_plans(read_utf8(plan))
    recipe = choose_recipe(plans, said, key=rule_options.vault_key)
    rules = recipe.make_rules()
    chosen = reading.over(choose_options(plans, rules, said), [file])
    if is_folder(file):
        job = replace(
            build_job(file, output, recipe, chosen, folder, bad_files, overwrite=overwrite), plans=False
        )
        work = ApplyPlans(plan.resolve())
        raise typer.Exit(make_folder(job, folder.choose_executor(), work=work, quiet=quiet))
    require_folder(folder, bad_files)
    require_workers(folder, shared=False)
    (place,) = choose_targets([file], output)
    require_free(place, exceptions, overwrite=overwrite, originals=[file, str(plan)])
    given = options.read_given(file)
    applied = carry_out(given, require_promises(plans, rules), rules, options=chosen)
    if applied.released is None:
        for outcome in applied.outcomes:
            if outcome.violations:
                show_violations(outcome.release.released, outcome.violations)
        complain(
            f"{given.name} is not released: the plan leaves what the policy forbids; add the places above to it"
        )
        raise typer.Exit(Exit.PROMISE_NOT_REACHED)
    if applied.exceptions is not None:
        if exceptions is None:
            raise PlanError("the plan keeps something against the policy: declare it with --exceptions FILE")
        deliver(applied.exceptions.encode(), exceptions, mode=PRIVATE)
        kept = sum(len(each.spans) for outcome in applied.outcomes for each in outcome.exceptions)
        say(f"{given.name}: {count(kept, 'place')} kept against the policy, as the plan declares.")
    deliver(applied.released.data, place)
    tell_doubts(given.name, applied.released.warnings)
    if not quiet:
        decisions = sum(len(each.decisions) for each in applied.released.plans)
        say(f"{given.name}: {decisions} decisions carried out; audit: no violation.")
