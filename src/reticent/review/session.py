"""A document under review: its states, the judgement of the one that stands, and the way back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from reticent.errors import ReticentError, ReviewError
from reticent.pipeline import Outcome, execute
from reticent.plan import Plan, Violation
from reticent.policy.assembly import Assembly
from reticent.review.state import State
from reticent.text import Document

Light = Literal["green", "amber", "red"]
Status = Literal["leaks", "undecided", "done"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the audit says of one plan; `problem` is why it can't be carried out at all."""

    plan_hash: str
    outcome: Outcome | None = field(repr=False)
    problem: str = ""

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every promise that is broken."""
        return self.outcome.violations if self.outcome else ()

    @property
    def is_clean(self) -> bool:
        """Whether the plan may be released."""
        return self.outcome is not None and not self.violations


@dataclass(frozen=True, slots=True)
class Session:
    """One document, the state that stands, those before it and those that were undone."""

    state: State
    past: tuple[State, ...] = field(default=(), repr=False)
    future: tuple[State, ...] = field(default=(), repr=False)
    judgement: Judgement | None = None

    @classmethod
    def of_plan(cls, document: Document, plan: Plan) -> Session:
        """The session that begins with a plan."""
        return cls(State.of_plan(document, plan))

    @property
    def document(self) -> Document:
        """The original."""
        return self.state.document

    @property
    def light(self) -> Light:
        """Green when every promise holds for exactly this state, amber while nobody knows."""
        if self.judgement is None or self.judgement.plan_hash != self.state.plan_hash:
            return "amber"
        return "green" if self.judgement.is_clean else "red"

    @property
    def status(self) -> Status:
        """Where the document stands in a list of many: what leaks comes first."""
        if self.light == "red":
            return "leaks"
        decided = all(change.accepted for change in self.state.changes)
        return "done" if decided and self.light == "green" else "undecided"

    def act(self, action: Callable[[State], State]) -> Session:
        """The session after an action; one that changes nothing leaves no trace."""
        state = action(self.state)
        if state.hash == self.state.hash:
            return self
        return replace(self, state=state, past=(*self.past, self.state.let_go()), future=())

    def undo(self) -> Session:
        """The session one state back; a ReviewError at the first."""
        if not self.past:
            raise ReviewError("unknown", "there is nothing to undo")
        *past, before = self.past
        return replace(self, state=before, past=tuple(past), future=(self.state.let_go(), *self.future))

    def redo(self) -> Session:
        """The session one undone state forward; a ReviewError where none was undone."""
        if not self.future:
            raise ReviewError("unknown", "there is nothing to redo")
        after, *future = self.future
        return replace(self, state=after, past=(*self.past, self.state.let_go()), future=tuple(future))

    def take_judgement(self, judgement: Judgement) -> Session:
        """The session with what the audit says of the state that stands; of any other it is no news."""
        return replace(self, judgement=judgement) if judgement.plan_hash == self.state.plan_hash else self


def audit_state(state: State, assembly: Assembly) -> Judgement:
    """What `apply` would say of the state's plan."""
    try:
        outcome = execute(
            state.document, state.plan, *assembly.models, kinds=assembly.kinds, languages=assembly.languages
        )
    except ReticentError as error:
        return Judgement(state.plan_hash, None, str(error))
    return Judgement(state.plan_hash, outcome)


def require_current(session: Session, state: str | None) -> None:
    """Raise unless a state is the one that stands; None is whatever stands."""
    if state is not None and state != session.state.hash:
        raise ReviewError(
            "stale", "the document was changed meanwhile, perhaps in another tab: look at it again and repeat"
        )
