"""From a plan to the edits that carry it out, and from edits to the text they make."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from reticent.errors import PlanError
from reticent.plan import Decision, Edit, Plan, Release
from reticent.rendering import grammar
from reticent.rendering.before_dates import correct_before_date
from reticent.rendering.placeholders import (
    NumberedMark,
    Numbering,
    find_numbered,
    is_numbered,
    number_things,
)
from reticent.rendering.tracing import Trace
from reticent.text import Document, Mention, Span, merge_spans


def render(document: Document, plan: Plan, mentions: Sequence[Mention] = ()) -> Release:
    """The release that `plan` makes of `document`; a plan that doesn't fit is a PlanError."""
    edits = edits_of(document, plan)
    return Release(document, apply_edits(document, edits), edits, tuple(mentions))


def edits_of(document: Document, plan: Plan) -> tuple[Edit, ...]:
    """The edits that carry out `plan`, in order and apart from each other."""
    if plan.fingerprint != document.fingerprint:
        raise PlanError(
            f"the plan was made for another text than '{document.id}' holds now: plan again, or give the original"
        )
    _require_disjoint(document, plan)
    marks = _standing_marks(document.text, plan.decisions)
    numbering = number_things(marks, plan.decisions)
    edits: list[Edit] = []
    for index, decision in enumerate(plan.decisions):
        for span in decision.spans:
            edits.append(_replacement(document.text, span, decision, index, numbering))
    edits += _renumber(document.text, marks, numbering, plan.decisions)
    return tuple(sorted([*edits, *_correct_before(document.text, edits)], key=lambda edit: edit.span))


def apply_edits(document: Document, edits: Sequence[Edit]) -> Document:
    """The document after `edits`, which are in order and disjoint; every other character stays as it was."""
    parts: list[str] = []
    marks: list[Span] = []
    position = length = 0
    for edit in edits:
        kept = document.text[position : edit.span.start]
        parts += [kept, edit.text]
        length += len(kept)
        if edit.placeholder:
            marks.append(Span(length, length + len(edit.text)))
        length += len(edit.text)
        position = edit.span.end
    parts.append(document.text[position:])
    carried = _carry_placeholders(document, edits) if document.placeholders else []
    return Document(document.id, "".join(parts), tuple(merge_spans([*marks, *carried])))


def _carry_placeholders(document: Document, edits: Sequence[Edit]) -> list[Span]:
    """The placeholders that no edit touches, at their new places."""
    trace = Trace.of(edits)
    carried = [trace.to_released(span) for span in document.placeholders if not trace.touches(span)]
    return [span for span in carried if span]


def _require_disjoint(document: Document, plan: Plan) -> None:
    spans = sorted(span for decision in plan.decisions for span in decision.spans)
    for span in spans:
        if not span or span.end > len(document.text):
            raise PlanError(
                f"the plan changes characters {span.start} to {span.end}, which is no place in '{document.id}'"
                f" ({len(document.text)} characters): correct that decision"
            )
    for left, right in pairwise(spans):
        if left.overlaps(right):
            raise PlanError(
                f"two decisions overlap at characters {right.start} to {min(left.end, right.end)}"
                f" of '{document.id}': keep one of them"
            )


def _standing_marks(text: str, decisions: Sequence[Decision]) -> list[NumberedMark]:
    """The numbered marks of the text that stay, of kinds of which decisions number more."""
    marks = find_numbered(text, {each.kind for each in decisions if is_numbered(each)})
    if not marks:
        return []
    taken = Trace.of(
        [Edit(span, "", 0) for span in sorted(span for each in decisions for span in each.spans)]
    )
    return [mark for mark in marks if not taken.touches(mark.span)]


def _renumber(
    text: str, marks: Sequence[NumberedMark], numbering: Numbering, decisions: Sequence[Decision]
) -> list[Edit]:
    """Edits of the marks that get another number, each for the sake of the first decision of its kind."""
    first = {each.kind: index for index, each in reversed(list(enumerate(decisions)))}
    return [
        Edit(mark.span, shown, first[mark.kind], placeholder=True)
        for mark in marks
        if (shown := numbering.rename(mark)) != mark.span.of(text)
    ]


def _replacement(text: str, span: Span, decision: Decision, index: int, numbering: Numbering) -> Edit:
    if decision.becomes is None:
        shown = f"[{decision.stand_in}]" if decision.stand_in else numbering.name(decision)
        return Edit(span, shown, index, placeholder=True)
    return Edit(span, grammar.fit_replacement(decision.becomes, text, span), index)


def _correct_before(text: str, edits: Sequence[Edit]) -> list[Edit]:
    """Edits of the words before what was replaced: "a" and "an", which would tell how the hidden word begins, and "on" and
    "the" before a day of which only the month or the year is left."""
    touched = {position for edit in edits for position in (edit.span.start, edit.span.end - 1)}
    found = []
    for edit in edits:
        correction = grammar.article_before(text, edit.span, edit.text)
        if correction is None and not edit.placeholder:
            correction = correct_before_date(text, edit.span, edit.text)
        if correction and correction[0].start not in touched and correction[0].end - 1 not in touched:
            found.append(Edit(correction[0], correction[1], edit.decision))
    return found
