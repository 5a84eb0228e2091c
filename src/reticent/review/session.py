"""A document under review: its states, which are never changed, what breaks a promise in them, and the way back."""

from __future__ import annotations

import hashlib
import json
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from reticent.audit.inference import InferenceRisk
from reticent.engine import Outcome, run_plan
from reticent.engine.rules import Rules
from reticent.errors import ReticentError, ReviewError
from reticent.models.privacy_model import ModelHints, Reason
from reticent.plan import Decision, DeclaredException, Keep, Plan, Promise, Violation
from reticent.rendering.tracing import Trace
from reticent.text import Document, Span
from reticent.usecases.words import note_words


@dataclass(frozen=True, slots=True)
class PlanChange:
    """A decision under review: carried out, or kept back by a person, in which case its term stays.

    `accepted` says that a person agreed to it, `by_hand` that a person made it: repairs leave both alone. `code` and `note`
    say under which rule and why it is withheld, for the log; with `printed`, the code stands on the mark.
    """

    decision: Decision
    kept: bool = False
    accepted: bool = False
    by_hand: bool = False
    code: str = ""
    note: str = field(default="", repr=False)
    printed: bool = False

    @property
    def carried_out(self) -> Decision:
        """The decision with the code on its mark, where that is wished and there is a mark."""
        if not (self.printed and self.code) or self.decision.becomes is not None or self.decision.stand_in:
            return self.decision
        return replace(self.decision, kind=self.code, entity=None)

    @property
    def id(self) -> str:
        """What the change is called by in its document: no two begin at the same place."""
        return f"c{self.decision.spans[0].start}"

    @property
    def spans(self) -> tuple[Span, ...]:
        """Its places in the original."""
        return self.decision.spans


@dataclass(frozen=True, slots=True)
class State:
    """All changes of a document, in order, with what people except from the promises."""

    document: Document
    changes: tuple[PlanChange, ...]
    promises: tuple[Promise, ...] = ()
    exceptions: tuple[DeclaredException, ...] = ()
    _plans: list[Plan] = field(default_factory=list, init=False, repr=False, compare=False)
    _hashes: list[str] = field(default_factory=list, init=False, repr=False, compare=False)

    @classmethod
    def of_plan(cls, document: Document, plan: Plan) -> State:
        """The state in which a plan is all that was decided."""
        decided = [PlanChange(decision) for decision in plan.decisions]
        stays = [
            PlanChange(Decision(each.spans, "KEPT", reason="kept by hand"), kept=True, by_hand=True)
            for each in plan.keep
        ]
        return cls(document, sort_changes([*decided, *stays]), plan.promises, plan.exceptions)

    @property
    def plan(self) -> Plan:
        """The plan that carries out this state, with the words at every place; made once."""
        if not self._plans:
            self._plans.append(self._make_plan())
        return self._plans[0]

    def let_go(self) -> State:
        """The same state without its plan, which can be made again: many that are past would take much room."""
        self._plans.clear()
        return self

    def _make_plan(self) -> Plan:
        excepted = {span for each in self.exceptions for span in each.spans}
        keep = [
            Keep(change.spans)
            for change in self.changes
            if change.kept and not excepted.issuperset(change.spans)
        ]
        plan = Plan.for_document(
            self.document,
            tuple(change.carried_out for change in self.changes if not change.kept),
            self.promises,
        )
        return note_words(replace(plan, exceptions=self.exceptions, keep=tuple(keep)), self.document)

    @property
    def hash(self) -> str:
        """The SHA-256 of all that a person may have decided."""
        return self._digests()[0]

    @property
    def plan_hash(self) -> str:
        """The SHA-256 of what is carried out: states that differ in what was accepted alone have the same."""
        return self._digests()[1]

    def change(self, name: str) -> PlanChange | None:
        """The change of that id."""
        return next((each for each in self.changes if each.id == name), None)

    def _digests(self) -> list[str]:
        if not self._hashes:
            exceptions = [[_ends(each.spans), each.reason, each.by] for each in self.exceptions]
            done = [
                [_ends(each.spans), each.carried_out.kind, each.decision.becomes, each.kept]
                for each in self.changes
            ]
            marks = [[each.accepted, each.by_hand, each.code, each.note] for each in self.changes]
            plan = _digest([self.document.fingerprint, done, exceptions])
            self._hashes.extend([_digest([plan, marks]), plan])
        return self._hashes


def sort_changes(changes: Iterable[PlanChange]) -> tuple[PlanChange, ...]:
    """The changes in the order of their places."""
    return tuple(sorted(changes, key=lambda change: change.spans))


def _ends(spans: Iterable[Span]) -> list[tuple[int, int]]:
    return [(span.start, span.end) for span in spans]


def _digest(content: object) -> str:
    return hashlib.sha256(
        json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
    ).hexdigest()


Light = Literal["green", "amber", "red"]
Status = Literal["leaks", "undecided", "done", "waiting"]


@dataclass(frozen=True, slots=True)
class ReviewJudgement:
    """What the audit says of one plan; `problem` is why it can't be carried out at all, `risks` what is still inferred then."""

    plan_hash: str
    outcome: Outcome | None = field(repr=False)
    problem: str = ""
    risks: tuple[InferenceRisk, ...] = field(default=(), repr=False)

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
    """One document, the state that stands, those before it and those that were undone.

    Before it is planned there is nothing to decide on; `refused` is why it can't be planned.
    """

    state: State
    past: tuple[State, ...] = field(default=(), repr=False)
    future: tuple[State, ...] = field(default=(), repr=False)
    judgement: ReviewJudgement | None = None
    planned: bool = True
    refused: str = ""

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
        if self.refused:
            return "red"
        if not self.planned or self.judgement is None or self.judgement.plan_hash != self.state.plan_hash:
            return "amber"
        return "green" if self.judgement.is_clean else "red"

    @property
    def status(self) -> Status:
        """Where the document stands in a list of many: what leaks comes first."""
        if self.light == "red":
            return "leaks"
        if not self.planned:
            return "waiting"
        decided = all(change.accepted for change in self.state.changes)
        return "done" if decided and self.light == "green" else "undecided"

    @property
    def problem(self) -> str:
        """Why there is no release of the state that stands, where no promise is broken in it."""
        if self.refused or self.light != "red" or self.judgement is None:
            return self.refused
        return self.judgement.problem

    def act(self, action: Callable[[State], State]) -> Session:
        """The session after an action; one that changes nothing leaves no trace."""
        self._require_planned()
        state = action(self.state)
        if state.hash == self.state.hash:
            return self
        return replace(self, state=state, past=(*self.past, self.state.let_go()), future=())

    def undo(self) -> Session:
        """The session one state back; a ReviewError at the first."""
        self._require_planned()
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

    def _require_planned(self) -> None:
        if self.refused:
            raise ReviewError("red", f"'{self.document.id}' can't be planned: {self.refused}")
        if not self.planned:
            raise ReviewError("amber", f"'{self.document.id}' is still being planned: wait for it")

    def take_judgement(self, judgement: ReviewJudgement) -> Session:
        """The session with what the audit says of the state that stands; of any other it is no news."""
        return replace(self, judgement=judgement) if judgement.plan_hash == self.state.plan_hash else self


def audit_state(state: State, rules: Rules) -> ReviewJudgement:
    """What `apply` would say of the state's plan."""
    try:
        outcome = run_plan(state.document, state.plan, rules)
    except ReticentError as error:
        return ReviewJudgement(state.plan_hash, None, str(error))
    risks = rules.watch.assess(outcome.release) if rules.watch and not outcome.violations else ()
    return ReviewJudgement(state.plan_hash, outcome, risks=risks)


def require_current(session: Session, state: str | None) -> None:
    """Raise unless a state is the one that stands; None is whatever stands."""
    if state is not None and state != session.state.hash:
        raise ReviewError(
            "stale", "the document was changed meanwhile, perhaps in another tab: look at it again and repeat"
        )


@dataclass(frozen=True, slots=True)
class SessionMember:
    """A term of a leak, its places in the original, and the change that it belongs to, if any."""

    term: str = field(repr=False)
    spans: tuple[Span, ...]
    change: str | None = None


@dataclass(frozen=True, slots=True)
class Leak:
    """A place or a group that breaks a promise; `more` counts the larger groups around it.

    An `undecided` one is a word that no model has ever seen, about which a person decides.
    """

    id: str
    model: str
    kind: str
    sentence: str
    members: tuple[SessionMember, ...]
    about: str = field(default="", repr=False)
    evidence: Mapping[str, float] = field(default_factory=dict)
    more: int = 0
    undecided: bool = False

    @property
    def spans(self) -> tuple[Span, ...]:
        """All its places in the original."""
        return tuple(sorted({span for member in self.members for span in member.spans}))


def find_leaks(session: Session) -> list[Leak]:
    """The leaks of the state that stands, the smallest groups first; none while nobody has judged it."""
    judged = session.judgement
    if session.light == "amber" or judged is None or judged.outcome is None:
        return []
    trace = Trace.of(judged.outcome.release.edits)
    owners = _Owners.of(session.state)
    text = session.document.text
    return [_leak(violation, trace, owners, text) for violation in judged.violations]


def hint_leaks(hints: Sequence[ModelHints], state: State) -> list[Leak]:
    """The leaks that the hints expect of the terms that people kept."""
    found: dict[str, Leak] = {}
    excepted = {span for each in state.exceptions for span in each.spans}
    kept = [each for each in state.changes if each.kept and not excepted.issuperset(each.spans)]
    carried_out = [each.decision for each in state.changes if not each.kept] if kept else []
    prospects = [each.after(carried_out) for each in hints] if kept else []
    for change in kept:
        for prospect in prospects:
            for reason in prospect.reasons(change.spans):
                leak = _hint(reason, change, state)
                found.setdefault(leak.id, leak)
    return list(found.values())


def _hint(reason: Reason, change: PlanChange, state: State) -> Leak:
    name = "h" + hashlib.sha256(repr((reason.about, reason.group)).encode()).hexdigest()[:10]
    own = SessionMember(change.spans[0].of(state.document.text), change.spans, change.id)
    others = [SessionMember(term, ()) for term in reason.group]
    return Leak(
        name,
        change.decision.model,
        change.decision.kind,
        reason.sentence,
        tuple(others) or (own,),
        reason.about,
        reason.evidence,
    )


def _leak(violation: Violation, trace: Trace, owners: _Owners, text: str) -> Leak:
    places = violation.members or ((violation.span,),)
    members = []
    for number, member in enumerate(places):
        spans = tuple(sorted({trace.to_original(span) for span in member}))
        term = violation.group[number] if violation.group else spans[0].of(text)
        members.append(SessionMember(term, spans, owners.of_places(spans)))
    return Leak(
        _name(violation),
        violation.model,
        violation.kind,
        violation.reason,
        tuple(members),
        violation.about,
        violation.evidence,
        violation.supersets,
        violation.undecided,
    )


@dataclass(frozen=True, slots=True)
class _Owners:
    """The places of all changes, in order, and whose they are."""

    spans: Sequence[Span]
    names: Sequence[str]

    @classmethod
    def of(cls, state: State) -> _Owners:
        placed = sorted((span, change.id) for change in state.changes for span in change.spans)
        return cls([span for span, _ in placed], [name for _, name in placed])

    def of_places(self, spans: Sequence[Span]) -> str | None:
        """The change at one of these places."""
        for span in spans:
            at = bisect_left(self.spans, span.end, key=lambda each: each.start) - 1
            if at >= 0 and self.spans[at].overlaps(span):
                return self.names[at]
        return None


def _name(violation: Violation) -> str:
    """An id that stays the same as long as the leak does."""
    named = repr((violation.model, violation.kind, violation.about, violation.group or violation.span))
    return "l" + hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()[:10]
