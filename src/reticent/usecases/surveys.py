"""A first look at a collection that several workers release: stand-ins are given in the order of its documents.

So the bytes depend neither on the number of workers nor on who is faster. One worker needs no first look.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from reticent.engine import Outcome
from reticent.engine.rules import Rules
from reticent.engine.stand_ins import survey
from reticent.errors import ReticentError
from reticent.executors import Executor, Inline
from reticent.formats.seam.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.usecases.release import InputFile, plan_documents, read_input
from reticent.vault.identities import Named


def needs_survey(recipe: Recipe, executor: Executor) -> bool:
    """Whether a collection has stand-ins, and more than one who would give them."""
    return recipe.pseudonyms is not None and not isinstance(executor, Inline)


def survey_outcomes(outcomes: Iterable[Outcome | ReticentError], kinds: frozenset[str]) -> list[Named]:
    """What documents name that gets a stand-in, in order."""
    return [
        named
        for outcome in outcomes
        if isinstance(outcome, Outcome) and not outcome.violations
        for named in survey(outcome, kinds)
    ]


def survey_file(given: InputFile, rules: Rules, options: FormatOptions, kinds: frozenset[str]) -> list[Named]:
    """What a file names that gets a stand-in, in order."""
    opened = read_input(given, rules.kinds, options)
    return survey_outcomes(plan_documents(opened.documents, rules), kinds)


def assign_stand_ins(recipe: Recipe, surveyed: Iterable[Sequence[Named]]) -> Recipe:
    """Give stand-ins in order; the recipe is one whose workers take what is given and give none themselves."""
    pseudonyms = recipe.open_pseudonyms()
    if pseudonyms is None or recipe.pseudonyms is None:
        return recipe
    for named in surveyed:
        pseudonyms.vault.assign(named, pseudonyms.style)
    pseudonyms.vault.close()
    return replace(recipe, pseudonyms=replace(recipe.pseudonyms, assigns=False))
