"""A document as a page shows it: blocks of segments with their words, and never an offset."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from reticent.formats.seam.outline import OutlinePassage
from reticent.formats.seam.records import SEPARATOR
from reticent.plan import Edit
from reticent.review.session import State
from reticent.text import Span

_PAGE_END = "\f"
_CUT = re.compile(r"\f|\r?\n[^\S\n\f]*\n[^\S\f]*")


class Segment(NamedTuple):
    """Words of the original, and what stands there in the release; `replacement` is None where they stay."""

    text: str
    change: str | None = None
    replacement: str | None = None
    kept: bool = False
    excepted: bool = False
    leaks: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Segment(change={self.change}, kept={self.kept}, leaks={self.leaks})"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph; `mark` says which page or section begins with it, `passage` what its format says that it is."""

    mark: str | None
    segments: tuple[Segment, ...]
    passage: OutlinePassage | None = None


def lay_out_blocks(
    state: State,
    edits: Sequence[Edit],
    leaks: Mapping[str, Iterable[Span]] | None = None,
    passages: Sequence[OutlinePassage] = (),
) -> list[Block]:
    """The blocks of a state; `edits` carry out its plan, `leaks` are places of the original by the leak's id.

    `passages` are what the file's format says of the text.

    The texts of all segments are the original, and with the replacements in their places the release, except for what a
    format puts between the parts of a file.
    """
    text = state.document.text
    blocks = cut_blocks(text, [edit.span for edit in edits], passages)
    labels = _Labels.of(state, edits, leaks or {}, blocks)
    marks = _name_passages(passages) if passages else _find_marks(text)
    starts = [each.span.start for each in passages]
    return [
        Block(_first_mark(marks, span), labels.segments(text, span), _find_passage(passages, starts, span))
        for span in blocks
    ]


def _name_passages(passages: Sequence[OutlinePassage]) -> list[tuple[int, str]]:
    """What stands before the passages of a file, where anything does; the column of a cell stands above it."""
    marks: list[tuple[int, str]] = []
    last = ""
    for each in passages:
        name = "" if each.role == "cell" else each.name or _TITLES.get(each.role, "")
        if name and (each.name or name != last):
            marks.append((each.span.start, name))
        last = name
    return marks


_TITLES = {"header": "header", "footer": "footer", "note": "note"}


def _find_passage(
    passages: Sequence[OutlinePassage], starts: Sequence[int], block: Span
) -> OutlinePassage | None:
    """The passage in which a block begins."""
    at = bisect_right(starts, block.start) - 1
    return passages[at] if at >= 0 and block.start < passages[at].span.end else None


@dataclass(frozen=True, slots=True)
class _Labels:
    """The ends of all segments, with what is known of the segment that begins at each."""

    ends: tuple[int, ...]
    edits: Mapping[int, tuple[str, str]] = field(repr=False)
    kept: Mapping[int, str]
    excepted: frozenset[int]
    leaks: Mapping[int, tuple[str, ...]]

    @classmethod
    def of(
        cls,
        state: State,
        edits: Sequence[Edit],
        leaks: Mapping[str, Iterable[Span]],
        blocks: Sequence[Span],
    ) -> _Labels:
        """A segment ends wherever anything begins or ends, but never inside an edit."""
        text = state.document.text
        decided = [change.id for change in state.changes if not change.kept]
        kept = [(span, change.id) for change in state.changes if change.kept for span in change.spans]
        excepted = [span for each in state.exceptions for span in each.spans]
        leaking = [(span, name) for name, spans in leaks.items() for span in set(spans)]
        joints = _joints(text)
        spans = [*(edit.span for edit in edits), *(span for span, _ in [*kept, *leaking])]
        cuts = {at for span in [*spans, *excepted, *joints, *blocks] for at in (span.start, span.end)}
        ends = _leave_whole(sorted({0, len(text)} | cuts), [edit.span for edit in edits])

        def starts(span: Span) -> Sequence[int]:
            return ends[max(0, bisect_right(ends, span.start) - 1) : bisect_left(ends, span.end)]

        leaks_at: dict[int, tuple[str, ...]] = {}
        for span, name in sorted(leaking):
            for at in starts(span):
                leaks_at[at] = (*leaks_at.get(at, ()), *([] if name in leaks_at.get(at, ()) else [name]))
        return cls(
            tuple(ends),
            {edit.span.start: (decided[edit.decision], edit.text) for edit in edits},
            {at: name for span, name in kept for at in starts(span)},
            frozenset(at for span in excepted for at in starts(span)),
            leaks_at,
        )

    def segments(self, text: str, block: Span) -> tuple[Segment, ...]:
        """The segments of a block, without what a format puts between the parts of a file."""
        inside = self.ends[bisect_left(self.ends, block.start) : bisect_right(self.ends, block.end)]
        made = []
        for start, end in pairwise(inside):
            change, replacement = self.edits.get(start, (self.kept.get(start), None))
            if text[start:end] != SEPARATOR:
                made.append(
                    Segment(
                        text[start:end],
                        change,
                        replacement,
                        kept=start in self.kept and replacement is None,
                        excepted=start in self.excepted,
                        leaks=self.leaks.get(start, ()),
                    )
                )
        return tuple(made)


def _leave_whole(cuts: list[int], spans: Iterable[Span]) -> list[int]:
    """The cuts without those inside one of the spans."""
    gone: set[int] = set()
    for span in spans:
        gone.update(cuts[bisect_right(cuts, span.start) : bisect_left(cuts, span.end)])
    return [at for at in cuts if at not in gone]


def cut_blocks(text: str, edits: Sequence[Span], passages: Sequence[OutlinePassage] = ()) -> list[Span]:
    """The text in paragraphs and passages, with the white space after each; a term that reaches across two joins them."""
    joints = _joints(text)
    ends = {0, len(text)} | {found.end() for found in _CUT.finditer(text)} | {joint.end for joint in joints}
    ends |= {at for each in passages for at in (each.span.start, each.span.end)}
    cuts = _leave_whole(sorted(ends), [*edits, *joints])
    spans = (Span(start, end) for start, end in pairwise(cuts))
    return [span for span in spans if span.of(text) not in ("", SEPARATOR)]


def _joints(text: str) -> list[Span]:
    """What a format puts between the parts of a file."""
    return [Span(*found.span()) for found in re.finditer(SEPARATOR, text)]


def _find_marks(text: str) -> list[tuple[int, str]]:
    """Where pages or the parts of a file begin, with what to call them; none where there is only one."""
    if SEPARATOR in text:
        starts = [0, *(joint.end for joint in _joints(text))]
        return [(start, f"section {number}") for number, start in enumerate(starts, 1)]
    if _PAGE_END not in text:
        return []
    starts = [0, *(at + 1 for at, character in enumerate(text) if character == _PAGE_END)]
    return [(start, f"page {number}") for number, start in enumerate(starts, 1)]


def _first_mark(marks: Sequence[tuple[int, str]], span: Span) -> str | None:
    at = bisect_left(marks, (span.start, ""))
    return marks[at][1] if at < len(marks) and marks[at][0] < span.end else None
