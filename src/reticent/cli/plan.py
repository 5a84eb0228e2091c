"""`reticent plan`: what would change, where, into what, and why; `reticent apply`: carry such a plan out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from reticent.cli import _options as options
from reticent.cli._declared import argument, option
from reticent.cli._folders import (
    BAD_FILES,
    FOLDER_OPTIONS,
    BadFiles,
    FolderOptions,
    build_job,
    is_folder,
    make_folder,
    plan_folder,
    require_folder,
    require_workers,
)
from reticent.cli._output import (
    choose_targets,
    count,
    deliver,
    print_table,
    read_utf8,
    require_free,
    show_unseen,
    tell_doubts,
)
from reticent.cli._reading import refuse_idle
from reticent.cli.app import Exit, complain, say, warn
from reticent.cli.audit import show_violations
from reticent.engine import Outcome
from reticent.errors import PlanError
from reticent.files import PRIVATE
from reticent.plan import read_plans
from reticent.text.document import line_and_column
from reticent.usecases.apply import (
    ApplyPlans,
    choose_options,
    choose_recipe,
    read_first_plans,
    require_promises,
)
from reticent.usecases.apply import apply as carry_out
from reticent.usecases.apply import plan as make_plan
from reticent.usecases.unseen import unseen_in_original


def plan(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    file: options.File = "-",
    rule_options: options.RuleOptions = options.RULE_OPTIONS,
    reading: options.ReadingOptions = options.READING,
    subjects: options.SubjectOptions = options.SUBJECTS,
    output: options.Output = None,
    folder: FolderOptions = FOLDER_OPTIONS,
    bad_files: BadFiles = BAD_FILES,
    as_json: options.AsJson = False,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Show what would become of a file, and why; nothing is released.

    The JSON form can be read, changed and carried out with 'reticent apply'. A plan quotes the removed words: protect it
    like the original, whose file permissions it gets. The plans of a folder go to a folder, under the same names.

    Examples:

      reticent plan letter.txt

      reticent plan letter.txt --json -o plan.json

      reticent plan notes -o plans
    """
    recipe = rule_options.recipe(originals=[file], fields=reading.field)
    rules = recipe.make_rules()
    warn(() if quiet else rules.warnings)
    chosen = subjects.over(reading.over(rules.options, [file]), [file], recipe)
    if is_folder(file):
        job = build_job(file, output, recipe, chosen, folder, bad_files, overwrite=overwrite)
        raise typer.Exit(plan_folder(job, folder.choose_executor(), quiet=quiet))
    require_folder(folder, bad_files)
    require_workers(folder, shared=False)
    require_free(output, overwrite=overwrite, originals=[file])
    given = options.read_given(file)
    planned = make_plan(given, rules, options=chosen)
    if as_json or output is not None:
        deliver(planned.as_json().encode(), output, mode=given.mode or PRIVATE)
    else:
        for outcome in planned.outcomes:
            _show(outcome)
            if cost := _describe_cost(outcome):
                say(cost)
            show_unseen(outcome.plan.document, unseen_in_original(outcome, rules))
    if not quiet:
        say(f"{planned.name}: {planned.utility}.")
    if planned.violations:
        complain(f"this plan does not reach its promise: {planned.explain()}")
        raise typer.Exit(Exit.PROMISE_NOT_REACHED)


def _show(outcome: Outcome) -> None:
    """The table of all decisions, or that there is none."""
    if not outcome.plan.decisions:
        say(f"{outcome.plan.document}: nothing has to change.")
        return
    print_table(f"Plan for {outcome.plan.document}", ["what", "where", "becomes", "why"], _rows(outcome))


def _describe_cost(outcome: Outcome) -> str:
    """How near a plan for readers of the whole text comes to the best one."""
    if not any("bits_at_least" in decision.evidence for decision in outcome.plan.decisions):
        return ""
    from reticent.models.indistinct.requirements import describe_cost  # numpy loads with it

    return describe_cost(outcome.plan.decisions)


def _rows(outcome: Outcome) -> Iterator[tuple[str, str, str, str]]:
    """A row for each decision; a place is line:column."""
    text = outcome.release.original.text
    place = line_and_column(text)
    texts = {edit.span: edit.text for edit in outcome.release.edits}
    for decision in outcome.plan.decisions:
        first = decision.spans[0]
        places = ", ".join("{}:{}".format(*place(span.start)) for span in decision.spans)
        why = f"{decision.reason} ({decision.model})" if decision.reason else decision.model
        why = "\n".join([why, *_explain(decision.evidence)])
        yield first.of(text), places, texts[first], why


def _explain(evidence: Mapping[str, Any]) -> list[str]:
    """What goes with a reason for the reader of a plan: the rest of the group, and what would bring the term back."""
    lines = []
    if len(group := evidence.get("group") or ()) > 1:
        lines.append(f"the group: {', '.join(group)}")
    stays = evidence.get("stays_with") or {}
    if stays and all(general is not None for general in stays.values()):
        ways = [
            f"{entity}={general}" if general else f"{entity} (plain)" for entity, general in stays.items()
        ]
        lines.append(f"could stay under {', '.join(ways)}")
    return lines


def apply(  # noqa: PLR0913, PLR0917 - the options of a command are its arguments
    plan: Annotated[Path, argument("PLAN", "A plan, or a folder of plans, from 'reticent plan'.")],
    file: options.File = "-",
    rule_options: options.RuleOptions = options.RULE_OPTIONS,
    exceptions: Annotated[
        Path | None,
        option(
            "--exceptions",
            "FILE",
            "Where to write what the plan keeps against the policy, for 'reticent audit --exceptions'.",
        ),
    ] = None,
    reading: options.ReadingOptions = options.READING,
    output: options.Output = None,
    folder: FolderOptions = FOLDER_OPTIONS,
    bad_files: BadFiles = BAD_FILES,
    overwrite: options.Overwrite = False,
    quiet: options.Quiet = False,
) -> None:
    """Carry out a plan on the file that it was made for, and audit the result before it is written.

    Without options, the policy, protections and settings that the plan was made under apply. Options that you give apply
    instead, and a plan that promises more than they do is refused. A plan that keeps too much is refused (exit 3):
    the audit judges the text by the policy, not by the plan. To keep something on your own responsibility, list it with
    your reason under the plan's "exceptions"; --exceptions copies these into a file.

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
