"""Documents, changes and leaks under review as values that JSON can carry: words and ids, never an offset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from reticent.engine.languages import Languages
from reticent.errors import PlanError, ReviewError
from reticent.formats.seam.outline import OutlinePassage, PageBox, PageFrame
from reticent.language.identification import name_language
from reticent.language.registry import DEFAULT_CODE
from reticent.models.privacy_model import Reason
from reticent.plan import Decision, DeclaredException
from reticent.rendering.edits import edits_of
from reticent.rendering.placeholders import write_placeholder
from reticent.review.actions import require_change
from reticent.review.blocks import Block, Segment, lay_out_blocks
from reticent.review.gap_hints import GapHint, find_gap_hints
from reticent.review.ladder import find_ladder
from reticent.review.repair import list_readers, view_state
from reticent.review.review import Review
from reticent.review.session import Leak, PlanChange, Session, State, find_leaks, hint_leaks


def show_documents(review: Review) -> list[dict[str, Any]]:
    """The list of documents, in order."""
    rows = []
    for number in review.numbers:
        session = review.session(number)
        rows.append(
            {
                "number": number,
                "name": session.document.id,
                "file": review.file_of(number).given.name,
                "status": session.status,
                "light": session.light,
                "changes": sum(not change.kept for change in session.state.changes),
                "undecided": sum(not change.accepted for change in session.state.changes),
                "planned": session.planned or bool(session.refused),
                "problem": session.refused,
                "leaks": len(find_leaks(session)),
                "inferred": _summarize_inferred(session),
                "released": review.is_released(number),
                "released_as": review.released_as(number),
                "signed_off": review.signed_off(number),
            }
        )
    return rows


def show_document(
    review: Review, number: int, *, reader: str | None = None, since: str | None = None
) -> dict[str, Any]:
    """A document as it stands, or as a reader would see it, which can't be changed.

    With `since`, a version that was shown before, only the blocks that changed from it.
    """
    session = review.session(number)
    leaks = find_leaks(session)
    version = f"{session.state.hash[:16]}-{session.light}-{reader or ''}"
    described = {
        **_describe(review, number, session, leaks),
        "reader": reader,
        "readers": list_readers(review.rules),
        "version": version,
        "around": show_rows_around(review, number),
        "has_pages": review.in_sight(number) is not None,
    }
    if reader is not None:
        session, leaks = Session(view_state(session.state, review.rules, reader)), []
    blocks = [show_block(block) for block in lay_out(session, leaks, review.outline(number))]
    before = review.remember_blocks(number, version, blocks).get(since or "")
    if before is None or len(before) != len(blocks):
        return {**described, "blocks": blocks}
    changed = {str(at): new for at, (old, new) in enumerate(zip(before, blocks, strict=True)) if old != new}
    return {**described, "block_count": len(blocks), "changed": changed}


def lay_out(session: Session, leaks: Sequence[Leak], passages: Sequence[OutlinePassage] = ()) -> list[Block]:
    """The blocks of a document as it stands; a plan that can't be carried out shows its original.

    `passages` are what the format of its file says of it.
    """
    state, judged = session.state, session.judgement
    if judged and judged.outcome and judged.plan_hash == state.plan_hash:
        edits = judged.outcome.release.edits
    else:
        try:
            edits = edits_of(session.document, state.plan)
        except PlanError:
            edits = ()
    return lay_out_blocks(state, edits, {leak.id: leak.spans for leak in leaks}, passages)


_ROWS_AROUND = 12
"""Rows of a table that are shown before and after the one under review: chosen by hand, about a screen."""


def show_rows_around(review: Review, number: int) -> list[dict[str, Any]]:
    """The rows before and after a document that is a row of a table, as they stand; none of any other."""
    file = review.file_of(number)
    columns = _list_columns(review, number)
    if len(file.numbers) == 1 or not columns:
        return []
    near = range(
        max(file.numbers.start, number - _ROWS_AROUND), min(file.numbers.stop, number + _ROWS_AROUND + 1)
    )
    return [
        {
            "number": each,
            "cells": [show_block(block) for block in lay_out(review.session(each), [], review.outline(each))],
        }
        for each in near
        if each != number and columns & _list_columns(review, each)
    ]


def _list_columns(review: Review, number: int) -> set[tuple[int, str]]:
    """The columns of a document that is a row, by number and name; none of any other."""
    return {(each.column, each.name) for each in review.outline(number) if each.role == "cell"}


def show_pages(review: Review, number: int) -> dict[str, Any]:
    """The pages of a document, and where on them its changes and leaks stand, in points from the upper left corner."""
    sight, session = review.in_sight(number), review.session(number)
    if sight is None:
        return {"pages": [], "places": []}
    frames = sight.frames
    marked = [(change.spans, {"change": change.id, "kept": change.kept}) for change in session.state.changes]
    marked += [
        (member.spans, {"leak": leak.id})
        for leak in find_leaks(session)
        for member in leak.members
        if member.change is None
    ]
    places = [
        {"page": box.page, "box": _turn_over(box, frames[box.page - 1]), "nth": nth, **what}
        for spans, what in marked
        for nth, span in enumerate(sorted(spans))
        for box in sight.find_boxes(span)
    ]
    pages = [
        {"width": each.right - each.left, "height": each.top - each.bottom, "turn": each.turn}
        for each in frames
    ]
    return {"state": session.state.hash, "pages": pages, "places": places}


def _turn_over(box: PageBox, frame: PageFrame) -> list[float]:
    """A place as its left and upper edge, its width and its height."""
    sides = box.left - frame.left, frame.top - box.top, box.right - box.left, box.top - box.bottom
    return [round(side, 2) for side in sides]


def draw_page(review: Review, number: int, page: int) -> bytes:
    """A page of a document as a PNG file."""
    sight = review.in_sight(number)
    if sight is None or not 1 <= page <= len(sight.frames):
        raise ReviewError("unknown", "the document has no such page: load it again")
    return sight.draw(page)


def show_change(review: Review, number: int, name: str) -> dict[str, Any]:
    """A change with its places, all its reasons, and what else its term could become."""
    state = review.session(number).state
    change = require_change(state, name)
    ladder = find_ladder(review.hints(number), state, name)
    decision = change.decision
    return {
        "id": change.id,
        "term": change.spans[0].of(state.document.text),
        "places": len(change.spans),
        "kind": decision.kind,
        "becomes": decision.becomes,
        "placeholder": write_placeholder(_marked(change).kind, style=state.document.placeholder_style),
        "kept": change.kept,
        "accepted": change.accepted,
        "by_hand": change.by_hand,
        "code": change.code,
        "note": change.note,
        "model": decision.model,
        "reason": decision.reason,
        "bits": ladder.bits,
        "reasons": [_show_reason(reason) for reason in ladder.reasons],
        "keep": {"leaks": bool(ladder.reasons), "groups": [list(reason.group) for reason in ladder.reasons]},
        "ladder": [
            {
                "rung": number,
                "text": rung.text,
                "bits": rung.bits,
                "leaks": rung.leaks,
                "groups": [list(reason.group) for reason in rung.reasons],
            }
            for number, rung in enumerate(ladder.rungs, 1)
        ],
    }


def _marked(change: PlanChange) -> Decision:
    """What a change would be with a mark in its place."""
    return replace(change, decision=replace(change.decision, becomes=None, stand_in=None)).carried_out


def _show_reason(reason: Reason) -> dict[str, Any]:
    return {
        "sentence": reason.sentence,
        "terms": list(reason.group),
        "about": reason.about,
        "bits": reason.evidence.get("bits"),
        "allowed_bits": reason.evidence.get("bits_allowed"),
    }


def _describe(review: Review, number: int, session: Session, leaks: Sequence[Leak]) -> dict[str, Any]:
    state = session.state
    return {
        "number": number,
        "name": session.document.id,
        "language": _name_language(review, session),
        "state": state.hash,
        "light": session.light,
        "status": session.status,
        "problem": session.problem,
        "planned": session.planned,
        "inferred": _describe_inferred(session),
        "gaps": [_show_gap(each, state) for each in find_gap_hints(state, review.rules)],
        "leaks": [show_leak(leak) for leak in leaks],
        "more_leaks": sum(leak.more for leak in leaks),
        "hints": [show_leak(leak) for leak in _hints(review, number, session)],
        "changes": [
            {
                "id": change.id,
                "term": change.spans[0].of(session.document.text),
                "places": len(change.spans),
                "kept": change.kept,
                "accepted": change.accepted,
                "code": change.code,
            }
            for change in state.changes
        ],
        "undo": bool(session.past),
        "redo": bool(session.future),
        "released": review.is_released(number),
        "signed_off": review.signed_off(number),
        "exceptions": [_show_exception(each, session) for each in state.exceptions],
        "kinds": sorted(review.rules.kinds),
        "promises": [promise.statement for promise in state.promises],
    }


def _name_language(review: Review, session: Session) -> str:
    """What the language is called that most of a document is read in; "" for the usual one."""
    rules = review.rules
    (told,) = Languages.of(rules.models, rules.languages).tell([session.document])
    return "" if told.language == DEFAULT_CODE else name_language(told.language)


def _describe_inferred(session: Session) -> list[dict[str, Any]]:
    """What readers still infer of the release as it stands, with the words that point to it; nothing while nobody knows."""
    judged = session.judgement
    if session.light != "green" or judged is None or judged.outcome is None:
        return []
    released = judged.outcome.release.released
    return [
        {
            "about": risk.secret,
            "sentence": risk.describe(released),
            "likely": risk.likely,
            "words": list(dict.fromkeys(span.of(released.text) for span in risk.places)),
        }
        for risk in judged.risks
    ]


def _show_gap(hint: GapHint, state: State) -> dict[str, Any]:
    text = state.document.text
    return {
        "id": hint.id,
        "change": hint.change,
        "place": hint.nth,
        "before": text[hint.wide.start : hint.gap.start],
        "after": text[hint.gap.end : hint.wide.end],
    }


def _summarize_inferred(session: Session) -> str:
    """The worst of it in a few words; empty while nobody knows, and where nothing is protected."""
    judged = session.judgement
    if session.light != "green" or judged is None:
        return ""
    worst = max(
        judged.risks, key=lambda each: (each.likely or 0.0, -(each.place or each.candidates)), default=None
    )
    return worst.summarize() if worst else ""


def _hints(review: Review, number: int, session: Session) -> list[Leak]:
    """What the light will most likely turn red for, while it is amber."""
    if session.light != "amber" or not review.has_hints(number):
        return []
    return hint_leaks(review.hints(number), session.state)


def show_block(block: Block) -> dict[str, Any]:
    """A block with its segments, and what it is where it is no plain paragraph."""
    shown: dict[str, Any] = {"mark": block.mark, "segments": [_show_segment(each) for each in block.segments]}
    if block.passage and block.passage.role != "text":
        passage = block.passage
        shown |= {"role": passage.role, "level": passage.level}
        if passage.role == "cell":
            shown |= {"place": [passage.table, passage.row, passage.column], "column": passage.name}
    return shown


def show_leak(leak: Leak) -> dict[str, Any]:
    """A leak with the terms that make it."""
    return {
        "id": leak.id,
        "sentence": leak.sentence,
        "model": leak.model,
        "kind": leak.kind,
        "about": leak.about,
        "members": [
            {"term": member.term, "change": member.change, "places": len(member.spans)}
            for member in leak.members
        ],
        "bits": leak.evidence.get("bits"),
        "allowed_bits": leak.evidence.get("bits_allowed"),
        "evidence": dict(leak.evidence),
        "more": leak.more,
    }


def _show_segment(segment: Segment) -> dict[str, Any]:
    return {
        "text": segment.text,
        "change": segment.change,
        "replacement": segment.replacement,
        "kept": segment.kept,
        "excepted": segment.excepted,
        "leaks": list(segment.leaks),
    }


def _show_exception(exception: DeclaredException, session: Session) -> dict[str, Any]:
    words = dict.fromkeys(span.of(session.document.text) for span in exception.spans)
    return {
        "terms": list(words),
        "places": len(exception.spans),
        "reason": exception.reason,
        "by": exception.by,
    }
