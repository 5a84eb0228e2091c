"""Plan a folder, and carry out the plans of a folder: a file of plans for each file, under the same path."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reticent.engine.rules import Rules
from reticent.errors import DocumentError, PlanError, PromiseError
from reticent.formats.seam.options import FormatOptions
from reticent.plan import PlanFile, read_plans
from reticent.usecases.apply import apply, plan, require_promises
from reticent.usecases.file_run import Made
from reticent.usecases.release import InputFile

ENDING = ".plan.json"
"""What the name of a file's plans adds to its own."""


def plan_file(given: InputFile, path: str, rules: Rules, options: FormatOptions) -> Made:
    """The work of `reticent plan`: the plans of a file; a PromiseError when they would leave violations."""
    planned = plan(given, rules, options=options)
    if planned.violations:
        raise PromiseError(f"'{path}': the plan does not reach its promise: {planned.explain()}")
    return Made(planned.as_json().encode(), planned.outcomes)


def read_first_plans(folder: Path) -> PlanFile:
    """The first plans of a folder, whose rules hold for all of them: those made under others are refused one by one."""
    for place in sorted(folder.rglob(f"*{ENDING}")):
        try:
            return read_plans(place.read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            continue
    raise DocumentError(f"'{folder}' holds no plans: make them with 'reticent plan DIR -o {folder}'")


@dataclass(frozen=True, slots=True)
class ApplyPlans:
    """The work of `reticent apply`: the plans of `folder` carried out on the files that they were made for."""

    folder: Path

    def __call__(self, given: InputFile, path: str, rules: Rules, options: FormatOptions) -> Made:
        """The release that the plans of a file make of it."""
        place = self.folder / f"{path}{ENDING}"
        try:
            file = read_plans(place.read_text("utf-8"))
        except (OSError, UnicodeDecodeError):
            raise DocumentError(
                f"'{path}' has no plans in '{self.folder}': make '{place.name}' for it"
            ) from None
        applied = apply(given, require_promises(file, rules), rules, options=options)
        if applied.released is None:
            raise PromiseError(
                f"'{path}' is not released: its plan leaves what the policy forbids; add the places to it"
            )
        if applied.exceptions is not None:
            raise PlanError(
                f"'{path}': its plan keeps something against the policy: apply it alone with --exceptions"
            )
        return Made(applied.released.data, applied.outcomes, applied.released.dropped)
