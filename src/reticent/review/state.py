"""What was decided about a document so far, by models and by people: a value that is never changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from reticent.plan import Decision, DeclaredException, Keep, Plan, Promise
from reticent.text import Document, Span
from reticent.usecases.words import note_words


@dataclass(frozen=True, slots=True)
class Change:
    """A decision under review: carried out, or kept back by a person, in which case its term stays.

    `accepted` says that a person agreed to it, `by_hand` that a person made it: repairs leave both alone.
    """

    decision: Decision
    kept: bool = False
    accepted: bool = False
    by_hand: bool = False

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
    changes: tuple[Change, ...]
    promises: tuple[Promise, ...] = ()
    exceptions: tuple[DeclaredException, ...] = ()
    _plans: list[Plan] = field(default_factory=list, init=False, repr=False, compare=False)
    _hashes: list[str] = field(default_factory=list, init=False, repr=False, compare=False)

    @classmethod
    def of_plan(cls, document: Document, plan: Plan) -> State:
        """The state in which a plan is all that was decided."""
        decided = [Change(decision) for decision in plan.decisions]
        stays = [
            Change(Decision(each.spans, "KEPT", reason="kept by hand"), kept=True, by_hand=True)
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
            tuple(change.decision for change in self.changes if not change.kept),
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

    def change(self, name: str) -> Change | None:
        """The change of that id."""
        return next((each for each in self.changes if each.id == name), None)

    def _digests(self) -> list[str]:
        if not self._hashes:
            exceptions = [[_ends(each.spans), each.reason, each.by] for each in self.exceptions]
            done = [
                [_ends(each.spans), each.decision.kind, each.decision.becomes, each.kept]
                for each in self.changes
            ]
            marks = [[each.accepted, each.by_hand] for each in self.changes]
            plan = _digest([self.document.fingerprint, done, exceptions])
            self._hashes.extend([_digest([plan, marks]), plan])
        return self._hashes


def sort_changes(changes: Iterable[Change]) -> tuple[Change, ...]:
    """The changes in the order of their places."""
    return tuple(sorted(changes, key=lambda change: change.spans))


def _ends(spans: Iterable[Span]) -> list[tuple[int, int]]:
    return [(span.start, span.end) for span in spans]


def _digest(content: object) -> str:
    return hashlib.sha256(
        json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
    ).hexdigest()
