"""The story in one function: plan, render, audit, and again until every promise holds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from reticent.audit.verification import verify
from reticent.errors import PromiseError
from reticent.models.privacy_model import KeepsSecretsOfTheOriginal, PrivacyModel
from reticent.plan import Plan, Release, Violation
from reticent.rendering.edits import render
from reticent.rendering.tracing import amended, mentions_left
from reticent.text import Document, Mention

MAX_ROUNDS = 20
"""Every round generalizes or removes something, so that a handful suffices; more means that a model never ends."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a document: its plan, its release and what the audit found in it."""

    plan: Plan
    release: Release = field(repr=False)
    violations: tuple[Violation, ...] = ()
    rounds: int = 1

    @property
    def document(self) -> Document:
        """The released document; a PromiseError when the audit found a violation in it."""
        if self.violations:
            raise PromiseError(
                f"'{self.plan.document}' is not released: {len(self.violations)} violations were left"
                f" after {self.rounds} rounds; see Outcome.violations, and remove more or promise less"
            )
        return self.release.released

    @property
    def text(self) -> str:
        """The released text; a PromiseError when the audit found a violation in it."""
        return self.document.text


def sanitize(
    document: Document,
    *models: PrivacyModel,
    mentions: Sequence[Mention] = (),
    begun: Plan | None = None,
    progress: Callable[[int], None] | None = None,
) -> Outcome:
    """Plan, render and audit `document` under every model, in rounds, until no promise is broken.

    `mentions` are places that a person or another tool points at, `begun` is a plan of theirs that is carried out first.
    `progress` is called with the number of each round.
    """
    decided = begun.decisions if begun else ()
    plan = Plan.for_document(document, decided, tuple(model.promise for model in models))
    release = render(document, plan, mentions)
    asked: Sequence[PrivacyModel] = models
    violations: list[Violation] = []
    for number in range(1, MAX_ROUNDS + 1):
        if progress:
            progress(number)
        before = plan
        for model in asked:
            plan, release = _planned(model, plan, release)
        violations = verify(release, models)
        asked = [model for model in models if any(v.model == model.promise.model for v in violations)]
        if not violations or plan == before:
            break
    return Outcome(plan, release, tuple(violations), number)


def execute(
    document: Document, plan: Plan, *models: PrivacyModel, mentions: Sequence[Mention] = ()
) -> Outcome:
    """Carry out a plan that somebody may have changed, and audit what comes of it."""
    release = render(document, plan, mentions)
    return Outcome(plan, release, tuple(verify(release, models)))


def _planned(model: PrivacyModel, plan: Plan, release: Release) -> tuple[Plan, Release]:
    """The plan and its release after one more model had its say about the text as it stands."""
    if isinstance(model, KeepsSecretsOfTheOriginal):
        further = model.plan_further(release)
    else:
        further = model.plan(release.released, mentions_left(release))
    if not further.decisions:
        return plan, release
    joined = replace(amended(plan, release, further), promises=plan.promises)
    return joined, render(release.original, joined, release.mentions)
