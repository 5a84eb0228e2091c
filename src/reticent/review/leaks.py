"""What breaks a promise in a state, as a person is told of it: which terms, how much, by which evidence."""

from __future__ import annotations

import hashlib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from reticent.models.disclosure.ladder import Hints, Reason
from reticent.plan import Violation
from reticent.rendering.tracing import Trace
from reticent.review.session import Session
from reticent.review.state import Change, State
from reticent.text import Span


@dataclass(frozen=True, slots=True)
class Member:
    """A term of a leak, its places in the original, and the change that it belongs to, if any."""

    term: str = field(repr=False)
    spans: tuple[Span, ...]
    change: str | None = None


@dataclass(frozen=True, slots=True)
class Leak:
    """A place or a group that breaks a promise; `more` counts the larger groups around it."""

    id: str
    model: str
    kind: str
    sentence: str
    members: tuple[Member, ...]
    about: str = field(default="", repr=False)
    evidence: Mapping[str, float] = field(default_factory=dict)
    more: int = 0

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


def hint_leaks(hints: Sequence[Hints], state: State) -> list[Leak]:
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


def _hint(reason: Reason, change: Change, state: State) -> Leak:
    name = "h" + hashlib.sha256(repr((reason.about, reason.group)).encode()).hexdigest()[:10]
    own = Member(change.spans[0].of(state.document.text), change.spans, change.id)
    others = [Member(term, ()) for term in reason.group]
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
        members.append(Member(term, spans, owners.of_places(spans)))
    return Leak(
        _name(violation),
        violation.model,
        violation.kind,
        violation.reason,
        tuple(members),
        violation.about,
        violation.evidence,
        violation.supersets,
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
    told = repr((violation.model, violation.kind, violation.about, violation.group or violation.span))
    return "l" + hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:10]
