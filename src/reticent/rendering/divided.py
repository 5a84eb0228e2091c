"""Places of the original that edits would take apart, so that they go as a whole."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import reduce

from reticent.plan import Decision, Edit
from reticent.text import Span

UNSEEN = "unseen"
"""The key of a decision's evidence that says that nobody knows the word: a name that a detector finds says more."""


def find_divided(
    whole: Sequence[Decision], edits: Sequence[Edit], strangers: Collection[int], unseen: Collection[int] = ()
) -> list[Decision]:
    """Of these decisions the places that an edit of a stranger takes only a part of, with all edits that meet them.

    Strangers are the indexes of decisions that know nothing of what is whole; those that are `unseen` give way even where they
    take all of a place. Edits are in order and disjoint.
    """
    starts, ends = [edit.span.start for edit in edits], [edit.span.end for edit in edits]
    found = []
    for decision in whole:
        places = []
        for span in decision.spans:
            meeting = edits[bisect_right(ends, span.start) : bisect_left(starts, span.end)]
            staying = [edit for edit in meeting if edit.decision not in unseen]
            gives_way = len(staying) < len(meeting)
            if gives_way or (
                any(edit.decision in strangers for edit in meeting) and not _covers(meeting, span)
            ):
                places.append(reduce(Span.hull, (edit.span for edit in staying), span))
        if places:
            stands = decision.becomes if all(place in decision.spans for place in places) else None
            found.append(replace(decision, spans=tuple(places), becomes=stands))
    return found


def _covers(meeting: Sequence[Edit], span: Span) -> bool:
    return len(meeting) == 1 and meeting[0].span.start <= span.start and span.end <= meeting[0].span.end
