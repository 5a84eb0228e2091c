"""Plan files, which releases nothing, and carry out plans that somebody may have changed, if the audit agrees.

The plans of a folder are a folder: a file of plans for each file, under the same path.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reticent.audit.exceptions import exceptions_to_json
from reticent.audit.report import Utility, add_utility, measure_utility
from reticent.engine import Outcome, run_plan
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, KnowledgeError, PlanError, PromiseError
from reticent.formats.seam.options import FormatOptions, options_from_json, options_to_json
from reticent.plan import (
    MadeUnder,
    Plan,
    PlanFile,
    Promise,
    find_unheld,
    name_options,
    plans_to_json,
    read_plans,
)
from reticent.policy.reading import list_options, recall
from reticent.policy.recipe import Recipe
from reticent.usecases.file_run import FileResult
from reticent.usecases.release import (
    InputFile,
    Progress,
    Released,
    finish,
    plan_documents,
    read_input,
    take_evidence_of_all,
)
from reticent.usecases.words import note_words, place_plan


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
    promises by the default policy; later ones that don't name theirs need one to be named.
    """
    if said is not None:
        return said
    if file.made_under is not None:
        recipe = recall(file.made_under)
        return replace(recipe, key=key or recipe.key)
    promised = [promise for plan in file.plans for promise in plan.promises]
    if not file.is_earlier or not promised:
        needed = ", ".join(name_options(promised, _name_corpora())) or "--policy FILE"
        raise PlanError(f"the plan doesn't say what it was made under: say so yourself with {needed}")
    return Recipe(key=key)


def choose_options(file: PlanFile, rules: Rules, said: Recipe | None) -> FormatOptions:
    """How the original is read where nothing is said of it: as it was for the plan, or as another policy says."""
    if said is not None or file.made_under is None:
        return rules.options
    return options_from_json(file.made_under.reading)


def require_promises(file: PlanFile, rules: Rules) -> tuple[Plan, ...]:
    """The plans of a file with the promises in force; a PlanError where one of their own is not among these.

    It names the options that are missing, where they are known.
    """
    distinct: list[tuple[Promise, ...]] = []
    for plan in file.plans:
        if plan.promises not in distinct:  # all plans of a file promise the same, unless somebody changed one
            distinct.append(plan.promises)
    promised = [promise for promises in distinct for promise in promises]
    unheld = find_unheld(promised, rules.promises, exactly=not file.is_earlier)
    if unheld:
        models = ", ".join(dict.fromkeys(each.model for each in unheld))
        raise PlanError(
            f"the plan makes promises that don't apply here ({models}): {_name_way_out(file, rules, unheld)}"
        )
    return tuple(replace(plan, promises=rules.promises) for plan in file.plans)


def _name_way_out(file: PlanFile, rules: Rules, unheld: Sequence[Promise]) -> str:
    """What to add to a command that holds too little, or that nothing can be added to."""
    if file.made_under is None:
        corpora = _name_corpora()
        said = name_options(rules.promises, corpora)
        lacking = [option for option in name_options(unheld, corpora) if option not in said]
        return f"add {', '.join(lacking)}" if lacking else _CHANGED
    held = list_options(rules.made_under) if rules.made_under else []
    made_with = list_options(file.made_under)
    missing = [option for option in made_with if option not in held]
    added = [option for option in held if option not in made_with]
    if added and not missing:
        return f"it was made without {', '.join(added)}: leave that out, or plan again with it"
    if not missing:
        return _CHANGED
    return f"add {', '.join(missing)}, or leave all options out"


_CHANGED = "what it was made relative to has changed since, so plan again"


def _name_corpora() -> dict[str, str]:
    """The general knowledge by its hash: earlier plans were made relative to it where medicine comes in by default now."""
    from reticent.knowledge.corpus.opening import GENERAL, open_corpus  # numpy loads with it

    try:
        return {open_corpus().fingerprint: GENERAL}
    except KnowledgeError:
        return {}  # a package without it


def apply(
    given: InputFile, plans: Sequence[Plan], rules: Rules, *, options: FormatOptions | None = None
) -> Applied:
    """Carry out one plan for each document of a file; what has words and no places is looked up by its words."""
    opened = read_input(given, rules.kinds, options or rules.options)
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
        run_plan(document, place_plan(plan, document), rules)
        for document, plan in zip(take_evidence_of_all(opened.documents, rules), plans, strict=True)
    )
    broken = any(outcome.violations for outcome in outcomes)
    return Applied(outcomes, None if broken else finish(opened, outcomes, rules))


@dataclass(frozen=True, slots=True)
class Planned:
    """What would come of the documents of a file."""

    name: str
    outcomes: tuple[Outcome, ...]
    utility: Utility
    made_under: MadeUnder | None = None

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plan of each document, with the words at every place."""
        return tuple(note_words(outcome.plan, outcome.release.original) for outcome in self.outcomes)

    @property
    def violations(self) -> int:
        """How many violations the plans would leave."""
        return sum(len(outcome.violations) for outcome in self.outcomes)

    def as_json(self) -> str:
        """The plans as a file that 'reticent apply' reads."""
        return plans_to_json(self.plans, made_under=self.made_under, utility=self.utility.as_json())

    def explain(self) -> str:
        """Why they don't reach their promise, and what to do about it, or what they change."""
        broken = [outcome for outcome in self.outcomes if outcome.violations]
        if not broken:
            return "; ".join(dict.fromkeys(outcome.explain() for outcome in self.outcomes))
        if all(each.undecided for outcome in broken for each in outcome.violations):
            return "; ".join(outcome.explain() for outcome in broken)
        return f"{self.violations} violations would be left"


def plan(
    given: InputFile,
    rules: Rules,
    *,
    options: FormatOptions | None = None,
    progress: Progress | None = None,
) -> Planned:
    """The plans for a file; what is still inferred keeps no plan back, because a person may change it."""
    rules = replace(rules, watch=None)
    opened = read_input(given, rules.kinds, options or rules.options)
    outcomes = plan_documents(opened.documents, rules, progress=progress)
    parts = (measure_utility(outcome.plan, outcome.release, rules.models) for outcome in outcomes)
    return Planned(opened.name, outcomes, add_utility(parts), remember_rules(rules, opened.options))


def remember_rules(rules: Rules, options: FormatOptions) -> MadeUnder | None:
    """What plans made with these note for whoever carries them out; None where the parts were put together by hand."""
    made_under = rules.made_under
    return made_under and replace(made_under, reading=options_to_json(options))


ENDING = ".plan.json"
"""What the name of a file's plans adds to its own."""


def plan_file(given: InputFile, path: str, rules: Rules, options: FormatOptions) -> FileResult:
    """The work of `reticent plan`: the plans of a file; a PromiseError when they would leave violations."""
    planned = plan(given, rules, options=options)
    if planned.violations:
        raise PromiseError(f"'{path}': the plan does not reach its promise: {planned.explain()}")
    return FileResult(planned.as_json().encode(), planned.outcomes)


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

    def __call__(self, given: InputFile, path: str, rules: Rules, options: FormatOptions) -> FileResult:
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
        return FileResult(applied.released.data, applied.outcomes, applied.released.dropped)
