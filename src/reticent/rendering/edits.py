"""From a plan to the edits that carry it out, and from edits to the text they make.

The words before a replacement are corrected with it ("on the 5th of May 2021" reads "in 2021"), and places of the original that
edits would take apart are found, so that they go as a whole.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import cache, reduce
from itertools import pairwise

from reticent.errors import PlanError
from reticent.kinds import table
from reticent.language import DEFAULT_LANGUAGE, Language, find_language
from reticent.plan import Decision, Edit, Plan, Release
from reticent.rendering import grammar
from reticent.rendering.placeholders import NumberedMark, Numbering, find_numbered, is_numbered, number_things
from reticent.rendering.tracing import Trace
from reticent.text import Document, Mention, Span, merge_spans
from reticent.text.dates import read_date

_WORD_AFTER = re.compile(r"\s{1,3}([^\W\d_]+)")
_WINDOW = 30
"""Characters before a date in which the words that go with it stand."""


@cache
def _before_date(language: Language) -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    """What stands before a day, what keeps its preposition before that, and what joins a day and its month."""
    words = language.dates
    article = "|".join(words.articles)
    return (
        re.compile(
            rf"(?<!\w)(?:(?P<on>{words.on})(?:(?P<gap>\s{{1,3}})(?P<the>{article}))?|(?P<article>{article}))\s{{1,3}}$",
            re.IGNORECASE,
        ),
        re.compile(rf"(?<!\w)(?:{words.keeps_on or '(?!)'})\s{{1,3}}$", re.IGNORECASE),
        re.compile(rf"\s(?:{'|'.join(words.before_months[:1]) or '(?!)'})\s", re.IGNORECASE),
    )


def correct_before_date(
    text: str, span: Span, replacement: str, *, language: Language = DEFAULT_LANGUAGE
) -> tuple[Span, str] | None:
    """Where "on", "on the" or "the" stands before a day at `span` and doesn't fit `replacement`, and what it becomes.

    >>> text = "On the 5th of May 2021 he fell."
    >>> correct_before_date(text, Span(7, 22), "2021")
    (Span(start=0, end=6), 'In')
    """
    if not language.dates.on or not language.dates.articles:
        return None
    before, keeps_on, _ = _before_date(language)
    found = before.search(text, max(0, span.start - _WINDOW), span.start)
    if not found or not _loses_its_day(span.of(text), replacement, language):
        return None
    if (found["the"] or found["article"]) and _belongs_to_noun(text, span, language):
        return None
    if found["article"]:
        return Span(found.start(), span.start), ""
    if keeps_on.search(text, max(0, found.start() - _WINDOW), found.start()):
        return None
    on, word = found["on"], language.dates.in_
    word = word.upper() if on.isupper() else word.capitalize() if on[0].isupper() else word
    return Span(found.start(), found.end("the") if found["the"] else found.end("on")), word


def _loses_its_day(written: str, replacement: str, language: Language) -> bool:
    new = read_date(replacement, language=language)
    if new is None or new.day is not None:
        return False
    old = read_date(written, language=language)
    return old is not None and old.day is not None


def _belongs_to_noun(text: str, span: Span, language: Language) -> bool:
    """Whether "the" is the article of a noun after the date: "the 12 March 2019 flight"."""
    after = _WORD_AFTER.match(text, span.end)
    return (
        after is not None
        and not _before_date(language)[2].search(text, span.start, span.end)
        and after[1].lower() not in language.stop_words
    )


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
    language = find_language(document.language)
    marks = _standing_marks(document, plan.decisions)
    numbering = number_things(marks, plan.decisions, style=document.placeholder_style)
    edits: list[Edit] = []
    for index, decision in enumerate(plan.decisions):
        for span in decision.spans:
            edits.append(_replacement(document.text, span, decision, index, numbering, language))
    edits += _renumber(document.text, marks, numbering, plan.decisions)
    return tuple(
        sorted([*edits, *_correct_before(document.text, edits, language)], key=lambda edit: edit.span)
    )


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
    spans = tuple(merge_spans([*marks, *carried]))
    return Document(
        document.id,
        "".join(parts),
        spans,
        language=document.language,
        placeholder_style=document.placeholder_style,
    )


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
                f"the plan changes characters {span.start} to {span.end}, which is not in '{document.id}'"
                f" ({len(document.text)} characters): correct that decision"
            )
    for left, right in pairwise(spans):
        if left.overlaps(right):
            raise PlanError(
                f"two decisions overlap at characters {right.start} to {min(left.end, right.end)}"
                f" of '{document.id}': keep one of them"
            )


def _standing_marks(document: Document, decisions: Sequence[Decision]) -> list[NumberedMark]:
    """The numbered marks of the text that stay, of kinds of which decisions number more."""
    kinds = {each.kind for each in decisions if is_numbered(each)}
    marks = find_numbered(document.text, kinds, style=document.placeholder_style)
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


def _replacement(
    text: str, span: Span, decision: Decision, index: int, numbering: Numbering, language: Language
) -> Edit:
    if decision.becomes is None:
        return Edit(span, numbering.name(decision), index, placeholder=True)
    return Edit(span, grammar.fit_replacement(decision.becomes, text, span, language=language), index)


def _correct_before(text: str, edits: Sequence[Edit], language: Language) -> list[Edit]:
    """Edits of the words before what was replaced: "a" and "an", which would tell how the hidden word begins, and "on" and
    "the" before a day of which only the month or the year is left."""
    touched = {position for edit in edits for position in (edit.span.start, edit.span.end - 1)}
    found = []
    for edit in edits:
        correction = grammar.article_before(text, edit.span, edit.text, language=language)
        if correction is None and not edit.placeholder:
            correction = correct_before_date(text, edit.span, edit.text, language=language)
        if correction and correction[0].start not in touched and correction[0].end - 1 not in touched:
            found.append(Edit(correction[0], correction[1], edit.decision))
    return found


UNSEEN = "unseen"
"""The key of a decision's evidence that says that nobody knows the word: a name that a detector finds says more."""


def find_divided(
    whole: Sequence[Decision],
    edits: Sequence[Edit],
    strangers: Collection[int],
    unseen: Collection[int] = (),
    silent: Collection[int] = (),
) -> list[Decision]:
    """Of these decisions the places that an edit of a stranger takes only a part of, with all edits that meet them.

    Strangers are the indexes of decisions that know nothing of what is whole. Those that are `unseen` give way even where they
    take all of a place, and those that are `silent`, which leave a gap without a word, where they take no more than the place.
    Edits are in order and disjoint.
    """
    starts, ends = [edit.span.start for edit in edits], [edit.span.end for edit in edits]
    found = []
    for decision in whole:
        # A kind of somebody's own may be called after the very thing that the gap hides.
        quiet = silent if decision.kind in table().kinds else ()
        places = []
        for span in decision.spans:
            meeting = edits[bisect_right(ends, span.start) : bisect_left(starts, span.end)]
            staying = [
                edit
                for edit in meeting
                if not (edit.decision in unseen or (edit.decision in quiet and span.covers(edit.span)))
            ]
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
