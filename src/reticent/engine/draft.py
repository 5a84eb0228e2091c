"""A plan and the release that it makes, which every step of a round changes together."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce

from reticent.audit.verification import INTEGRITY, NUMBERING, SECOND_READER, read_afresh
from reticent.audit.verification import NAME as AUDIT
from reticent.kinds import SILENT
from reticent.models.privacy_model import CompleteModel
from reticent.plan import Decision, Plan, Release, Violation
from reticent.rendering.edits import UNSEEN, find_divided, render
from reticent.rendering.placeholders import IsStandIn, find_misnumbered, find_numbered
from reticent.rendering.tracing import Trace, amend_plan
from reticent.text import Document, Mention, Span


@dataclass(frozen=True, slots=True)
class Draft:
    """A plan, the release that it makes, and the kinds that placeholders in it may name."""

    plan: Plan
    release: Release = field(repr=False)
    kinds: frozenset[str]

    @classmethod
    def of(
        cls,
        document: Document,
        plan: Plan,
        mentions: Sequence[Mention],
        kinds: frozenset[str],
        is_stand_in: IsStandIn | None = None,
    ) -> Draft:
        """The plan carried out, its placeholders known as every reader knows them."""
        release = render(document, plan, mentions)
        return cls(plan, replace(release, released=read_afresh(release.released, kinds, is_stand_in)), kinds)

    def decide(self, decisions: Sequence[Decision]) -> Draft:
        """The draft with these decisions instead of its own; promises, and what a person said, stay."""
        document, plan = self.release.original, self.plan
        changed = replace(
            Plan.for_document(document, tuple(decisions), plan.promises),
            exceptions=plan.exceptions,
            keep=plan.keep,
        )
        return Draft.of(document, changed, self.release.mentions, self.kinds)

    def widen_to_findings(self, models: Sequence[CompleteModel]) -> Draft:
        """The draft with whole places where a model took a part of what another's detectors find.

        Half of a bank account's number is nothing that a detector knows any more. A word that a model has never seen goes
        as what a detector finds in it, and where a model leaves a gap without a word, a detector's placeholder says more.
        """
        finding = [model for model in models if model.takes_findings]
        names = {model.promise.model for model in finding}
        strangers = {number for number, each in enumerate(self.plan.decisions) if each.model not in names}
        unseen = {number for number in strangers if self.plan.decisions[number].evidence.get(UNSEEN)}
        silent = {number for number in strangers if _is_silent(self.plan.decisions[number])}
        if not finding or not any(edit.decision in strangers for edit in self.release.edits):
            return self
        document = self.release.original
        whole = [each for model in finding for each in model.plan(document, self.release.mentions).decisions]
        divided = Plan.for_document(
            document, tuple(find_divided(whole, self.release.edits, strangers, unseen, silent))
        )
        wanted = _leave_places(divided, self.plan.kept_places)
        if not wanted.decisions:
            return self
        return self.decide(amend_plan(self.plan, Release(document, document), wanted).decisions)

    def take_marks(self) -> Draft:
        """The draft without numbered marks that stood in the original though it is no release: nobody knows who wrote them.

        Each goes whole, with all that a model takes of it, and comes back with a number that says nothing.
        """
        document, plan = self.release.original, self.plan
        if not find_misnumbered(document.text, self.kinds, style=document.placeholder_style):
            return self
        taken = sorted(span for each in plan.decisions for span in each.spans)
        last = max((each.entity or 0 for each in plan.decisions), default=0)
        decisions = [
            Decision(
                (_with_neighbours(mark.span, taken),),
                mark.kind,
                reason="a mark in an original is text, and its number may tell something",
                model=AUDIT,
                entity=last + mark.number,
            )
            for mark in find_numbered(document.text, self.kinds, style=document.placeholder_style)
        ]
        wanted = _leave_places(Plan.for_document(document, tuple(decisions)), plan.kept_places)
        return self.decide(amend_plan(plan, Release(document, document), wanted).decisions)

    def remove_leftovers(self, violations: Iterable[Violation]) -> Draft:
        """The draft without the strings that the audit found although they were removed elsewhere."""
        spans: dict[tuple[str, str], list[Span]] = {}
        for violation in violations:
            if violation.model == AUDIT and violation.kind not in (INTEGRITY, NUMBERING, SECOND_READER):
                written = violation.span.of(self.release.released.text).casefold()
                spans.setdefault((violation.kind, written), []).append(violation.span)
        decisions = [
            Decision(tuple(places), kind, reason="removed elsewhere too", model=AUDIT)
            for (kind, _), places in spans.items()
        ]
        return self.join(Plan.for_document(self.release.released, tuple(decisions)))

    def join(self, further: Plan) -> Draft:
        """The draft with what a further plan for its release adds."""
        wanted = _leave_places(further, self.find_kept())
        if not wanted.decisions:
            return self
        return self.decide(amend_plan(self.plan, self.release, wanted).decisions)

    def find_kept(self) -> list[Span]:
        """Where the places stand now that a person wants to stay."""
        if not self.plan.kept_places:
            return []
        trace = Trace.of(self.release.edits)
        return [place for span in self.plan.kept_places if (place := trace.to_released(span))]


def _is_silent(decision: Decision) -> bool:
    return decision.becomes is None and decision.kind == SILENT


def _with_neighbours(span: Span, places: Sequence[Span]) -> Span:
    """The hull of a span and those of these places, which are in order and apart, that reach into it."""
    first = bisect_right(places, span.start, key=lambda place: place.end)
    last = bisect_left(places, span.end, key=lambda place: place.start)
    return reduce(Span.hull, places[first:last], span)


def _leave_places(further: Plan, kept: Sequence[Span]) -> Plan:
    """The plan without what it would do to places that a person wants to stay."""
    if not kept:
        return further
    decisions = [
        replace(each, spans=spans)
        for each in further.decisions
        if (spans := tuple(span for span in each.spans if not any(span.overlaps(place) for place in kept)))
    ]
    return replace(further, decisions=tuple(decisions))
