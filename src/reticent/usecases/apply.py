"""Carry out plans that somebody may have changed, and release the file only if the audit agrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reticent.audit.exceptions import exceptions_to_json
from reticent.errors import PlanError
from reticent.formats.options import FormatOptions
from reticent.pipeline import Outcome, execute
from reticent.plan import Plan
from reticent.policy.assembly import Assembly
from reticent.stand_ins import point_out
from reticent.usecases.given import Given, open_given
from reticent.usecases.release import Released, finish, take_evidence_of_all
from reticent.usecases.words import place_plan


@dataclass(frozen=True, slots=True)
class Applied:
    """What came of the plans: a release, or none where they leave what the policy forbids."""

    outcomes: tuple[Outcome, ...]
    released: Released | None

    @property
    def exceptions(self) -> str | None:
        """The exceptions that the release was made with, as a file for whoever audits it; None without any."""
        kept = [(each.release.released, each.exceptions) for each in self.outcomes]
        return exceptions_to_json(kept) if any(exceptions for _, exceptions in kept) else None


def apply(
    given: Given, plans: Sequence[Plan], assembly: Assembly, *, options: FormatOptions | None = None
) -> Applied:
    """Carry out one plan for each document of a file; what has words and no places is looked up by its words."""
    opened = open_given(given, assembly.kinds, options or assembly.options)
    if len(plans) != len(opened.documents):
        raise PlanError(
            f"there are {len(plans)} plans for the {len(opened.documents)} documents of '{given.name}':"
            " plan the file again, or give the one that the plans were made for"
        )
    outcomes = tuple(
        execute(
            document,
            place_plan(plan, document),
            *assembly.models,
            mentions=point_out(document, assembly),
            kinds=assembly.kinds,
            knows=assembly.knows,
        )
        for document, plan in zip(take_evidence_of_all(opened.documents, assembly), plans, strict=True)
    )
    broken = any(outcome.violations for outcome in outcomes)
    return Applied(outcomes, None if broken else finish(opened, outcomes, assembly))
