"""One run over many records or files: what is done with them some at a time, wherever the work is done, and what is counted.

Several workers give stand-ins in the order of the documents, because a first look at all of them comes before the work: so
the bytes depend neither on the number of workers nor on who is faster. One worker needs no first look.
"""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, replace
from functools import partial
from typing import Generic, TypeVar

from reticent.audit.inference import InferenceRisk
from reticent.audit.report import count_by_column
from reticent.engine import Outcome
from reticent.engine.rules import Rules
from reticent.engine.stand_ins import survey
from reticent.errors import ReticentError
from reticent.executors import Executor, Inline
from reticent.formats.seam.options import FormatOptions
from reticent.policy.recipe import Recipe
from reticent.text.tokens import token_texts
from reticent.usecases.unseen import count_gone, count_kept, describe_doubts
from reticent.vault.identities import NamedEntity

MOST_NAMED = 20
"""Refusals that a run names one by one; chosen by hand: about a screen of them."""

Item = TypeVar("Item")
Context = TypeVar("Context")
Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class Totals:
    """What has been released so far; `unseen` are the places with words that a corpus has never seen and that were kept, `gone`
    those where such words were removed.

    `unread` are the documents in a language that no detector reads, and that was allowed; `unsettled` those whose dates were
    read in one of two ways; `inferred` those of which readers still find out what is protected. `cells` are those that went because of their column, where no detector found them.
    """

    documents: int = 0
    words: int = 0
    places: int = 0
    unseen: int = 0
    gone: int = 0
    unread: int = 0
    cells: int = 0
    unsettled: int = 0
    inferred: int = 0

    @property
    def warnings(self) -> list[str]:
        """What nobody can say about the release, in sentences."""
        return describe_doubts(
            unseen=self.unseen,
            gone=self.gone,
            unread=self.unread,
            unsettled=self.unsettled,
            inferred=self.inferred,
        )

    def plus(self, other: Totals) -> Totals:
        """Both together."""
        return Totals(*map(operator.add, astuple(self), astuple(other)))


NOTHING = Totals()
"""Before anything is released."""

Progress = Callable[[int, int, Totals], None]
"""Called with the bytes or files that are done, of how many (0 where nobody knows), and the totals so far."""


def count_outcomes(
    outcomes: Sequence[Outcome], rules: Rules, risks: Iterable[Sequence[InferenceRisk]] | None = None
) -> Totals:
    """How many documents were released, of how many words, changed at how many places, with how many unseen words.

    `risks` are what is still inferred of each, where somebody has looked already.
    """
    if risks is None:
        risks = (rules.watch.assess(each.release) if rules.watch else () for each in outcomes)
    totals = NOTHING
    for outcome, own in zip(outcomes, risks, strict=True):
        one = Totals(
            documents=1,
            words=len(token_texts(outcome.release.original.text)),
            places=sum(len(decision.spans) for decision in outcome.plan.decisions),
            unseen=count_kept(outcome.release.released, rules),
            gone=count_gone(outcome.plan),
            unread=bool(outcome.language),
            cells=count_by_column(outcome.plan),
            unsettled=outcome.unsettled,
            inferred=any(risk.is_inferred for risk in own),
        )
        totals = totals.plus(one)
    return totals


@dataclass(frozen=True, slots=True)
class BatchRun(Generic[Item, Context, Done]):
    """What is done with many items, some at a time: `prepare` opens for each worker what `survey` and `work` need.

    `batches` gives all that is left to do, as often as it is asked. Without a `survey` the work gives no new stand-ins.
    Functions and items travel to the workers, so that they must be small and picklable.
    """

    recipe: Recipe
    batches: Callable[[], Iterator[Sequence[Item]]]
    prepare: Callable[[Recipe], Context]
    work: Callable[[Context, Sequence[Item]], Done]
    survey: Callable[[frozenset[str], Context, Sequence[Item]], list[NamedEntity]] | None = None

    def run(self, executor: Executor) -> Iterator[Done]:
        """What comes of each batch, in order."""
        recipe = self._assign_stand_ins(executor)
        return executor.run(self.work, self.batches(), set_up=partial(self.prepare, recipe))

    def _assign_stand_ins(self, executor: Executor) -> Recipe:
        """The recipe; where several workers need stand-ins, one that has all of them and gives no more."""
        asked = self.recipe.pseudonyms
        if self.survey is None or asked is None or isinstance(executor, Inline):
            return self.recipe
        plain = partial(self.prepare, replace(self.recipe, pseudonyms=None))
        look = partial(self.survey, self.recipe.style_of_stand_ins().kinds)
        if opened := self.recipe.open_pseudonyms():
            for named in executor.run(look, self.batches(), set_up=plain):
                opened.vault.assign(named, opened.style)
            opened.vault.close()
        return replace(self.recipe, pseudonyms=replace(asked, assigns=False))


def survey_outcomes(outcomes: Iterable[Outcome | ReticentError], kinds: frozenset[str]) -> list[NamedEntity]:
    """What documents name that gets a stand-in, in order."""
    return [
        named
        for outcome in outcomes
        if isinstance(outcome, Outcome) and not outcome.violations
        for named in survey(outcome, kinds)
    ]


def name_rules(recipe: Recipe, options: FormatOptions) -> str:
    """A hash of everything that decides what becomes of a document."""
    return hashlib.sha256(f"{recipe.fingerprint} {options.fingerprint}".encode()).hexdigest()
