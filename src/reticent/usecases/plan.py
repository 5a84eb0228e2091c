"""Plan a file: what would become of each document in it, and why; nothing is released."""

from __future__ import annotations

from dataclasses import dataclass, replace

from reticent.audit.utility import Utility, add_utility, measure_utility
from reticent.formats.options import FormatOptions, options_to_json
from reticent.pipeline import Outcome
from reticent.plan import MadeUnder, Plan, plans_to_json
from reticent.policy.assembly import Assembly
from reticent.usecases.given import Given, open_given
from reticent.usecases.release import Progress, plan_documents
from reticent.usecases.words import note_words


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
    given: Given,
    assembly: Assembly,
    *,
    options: FormatOptions | None = None,
    progress: Progress | None = None,
) -> Planned:
    """The plans for a file."""
    opened = open_given(given, assembly.kinds, options or assembly.options)
    outcomes = plan_documents(opened.documents, assembly, progress=progress)
    parts = (measure_utility(outcome.plan, outcome.release, assembly.models) for outcome in outcomes)
    return Planned(opened.name, outcomes, add_utility(parts), remember_rules(assembly, opened.options))


def remember_rules(assembly: Assembly, options: FormatOptions) -> MadeUnder | None:
    """What plans made with these note for whoever carries them out; None where the parts were put together by hand."""
    made_under = assembly.made_under
    return made_under and replace(made_under, reading=options_to_json(options))
