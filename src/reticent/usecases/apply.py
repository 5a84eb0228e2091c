"""Carry out plans that somebody may have changed, and release the file only if the audit agrees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reticent.audit.exceptions import exceptions_to_json
from reticent.errors import PlanError
from reticent.formats.options import FormatOptions, options_from_json
from reticent.pipeline import Outcome, execute
from reticent.plan import Plan, PlanFile, Promise, find_unheld, name_options
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.policy.remembering import list_options, recall
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


def choose_recipe(file: PlanFile, said: Recipe | None, *, key: Path | None = None) -> Recipe:
    """The rules that plans are carried out under: what is said, otherwise what they were made under.

    `key` is where the key of the collection lies now. Plans of a version that did not note the rules are held to their
    promises by the default policy; later ones that don't name theirs need to be told.
    """
    if said is not None:
        return said
    if file.made_under is not None:
        recipe = recall(file.made_under)
        return replace(recipe, key=key or recipe.key)
    promised = [promise for plan in file.plans for promise in plan.promises]
    if not file.is_earlier or not promised:
        needed = ", ".join(name_options(promised)) or "--policy FILE"
        raise PlanError(f"the plan doesn't say what it was made under: say so yourself with {needed}")
    return Recipe(key=key)


def choose_options(file: PlanFile, assembly: Assembly, said: Recipe | None) -> FormatOptions:
    """How the original is read where nothing is said of it: as it was for the plan, or as another policy says."""
    if said is not None or file.made_under is None:
        return assembly.options
    return options_from_json(file.made_under.reading)


def require_promises(file: PlanFile, assembly: Assembly) -> tuple[Plan, ...]:
    """The plans of a file with the promises in force; a PlanError where one of their own is not among these.

    It names the options that are missing, where they can be told.
    """
    distinct: list[tuple[Promise, ...]] = []
    for plan in file.plans:
        if plan.promises not in distinct:  # all plans of a file promise the same, unless somebody changed one
            distinct.append(plan.promises)
    promised = [promise for promises in distinct for promise in promises]
    unheld = find_unheld(promised, assembly.promises, exactly=not file.is_earlier)
    if unheld:
        models = ", ".join(dict.fromkeys(each.model for each in unheld))
        raise PlanError(
            f"the plan promises what is not held here ({models}): {_name_way_out(file, assembly, unheld)}"
        )
    return tuple(replace(plan, promises=assembly.promises) for plan in file.plans)


def _name_way_out(file: PlanFile, assembly: Assembly, unheld: Sequence[Promise]) -> str:
    """What to add to a command that holds too little, or that nothing can be added to."""
    if file.made_under is None:
        return f"add {', '.join(name_options(unheld))}"
    held = list_options(assembly.made_under) if assembly.made_under else []
    made_with = list_options(file.made_under)
    missing = [option for option in made_with if option not in held]
    added = [option for option in held if option not in made_with]
    if added and not missing:
        return f"it was made without {', '.join(added)}: leave that out, or plan again with it"
    if not missing:
        return "what it was made relative to has changed since, so plan again"
    return f"add {', '.join(missing)}, or leave all options out"


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
    if any(not each.reason.strip() for plan in plans for each in plan.exceptions):
        raise PlanError(
            'the plan keeps something against the policy and doesn\'t say why: give each exception its "reason", and who'
            ' answers for it as "by"'
        )
    outcomes = tuple(
        execute(
            document,
            place_plan(plan, document),
            *assembly.models,
            mentions=point_out(document, assembly),
            kinds=assembly.kinds,
            knows=assembly.knows,
            languages=assembly.languages,
        )
        for document, plan in zip(take_evidence_of_all(opened.documents, assembly), plans, strict=True)
    )
    broken = any(outcome.violations for outcome in outcomes)
    return Applied(outcomes, None if broken else finish(opened, outcomes, assembly))
