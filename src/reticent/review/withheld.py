"""The withheld log: what is not in the releases, where, of which kind, under which rule and why; never the words."""

from __future__ import annotations

import csv
import io
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from html import escape
from itertools import accumulate
from pathlib import Path

from reticent.errors import ReviewError
from reticent.files import PRIVATE, write_whole
from reticent.formats.seam.outline import OutlinePassage
from reticent.formats.tables.cells import guard
from reticent.kinds import find_kind
from reticent.review.files import make_folders
from reticent.review.review import Review
from reticent.review.session import PlanChange
from reticent.text import Document, Span

LOG = ("withheld.csv", "withheld.html")
"""The names of the log, beside the plans: whoever gets the releases may have it too."""


@dataclass(frozen=True, slots=True)
class WithheldPlace:
    """A row of the log."""

    file: str
    place: str
    kind: str
    shown: str
    code: str
    rule: str
    reason: str


def list_withheld(review: Review) -> list[WithheldPlace]:
    """Every place of the released documents at which words are not as they were, in order."""
    rules = {each.code: each.means for each in review.rules.codes}
    rows = []
    for number in review.numbers:
        name, state = review.released_as(number), review.session(number).state
        if not name or not review.is_released(number):
            continue
        find = _Finder.of(state.document, review.outline(number), number - review.file_of(number).first + 1)
        gone = [(span, each) for each in state.changes if not each.kept for span in each.spans]
        for span, change in sorted(gone, key=lambda found: found[0]):
            kind = find_kind(change.decision.kind).label.lower()
            row = name, find.describe(span), kind, _describe_mark(change), change.code
            rows.append(WithheldPlace(*row, rules.get(change.code, ""), change.note))
    return rows


def _describe_mark(change: PlanChange) -> str:
    """What stands in the release instead."""
    if change.carried_out.becomes is None:
        return "a mark"
    return "other words" if change.carried_out.becomes else "nothing"


@dataclass(frozen=True, slots=True)
class _Finder:
    """Says where something stands, in words of ours: names of columns and files could tell."""

    lines: Sequence[int]
    pages: Sequence[int]
    passages: Sequence[OutlinePassage]
    starts: Sequence[int]
    record: int

    @classmethod
    def of(cls, document: Document, passages: Sequence[OutlinePassage], record: int) -> _Finder:
        lines = list(accumulate((len(line) for line in document.text.splitlines(keepends=True)), initial=0))
        pages = [0, *(at + 1 for at, sign in enumerate(document.text) if sign == "\f")]
        return cls(lines, pages, passages, [each.span.start for each in passages], record)

    def describe(self, span: Span) -> str:
        at = bisect_right(self.starts, span.start) - 1
        passage = self.passages[at] if at >= 0 and span.start < self.passages[at].span.end else None
        if passage is not None and passage.role == "cell":
            table = f"table {abs(passage.table)}, " if passage.table < 0 else ""
            return f"{table}row {passage.row}, column {passage.column}"
        if len(self.pages) > 2:  # the last page ends with its sign too
            page = bisect_right(self.pages, span.start)
            first = bisect_right(self.lines, self.pages[page - 1])
            return f"page {page}, line {bisect_right(self.lines, span.start) - first + 1}"
        record = f"record {self.record}, " if self.record > 1 else ""
        return f"{record}line {bisect_right(self.lines, span.start)}"


_TITLES = tuple(each.name for each in fields(WithheldPlace))


def write_csv(rows: Sequence[WithheldPlace]) -> str:
    """The log as a table that no spreadsheet runs anything of."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(_TITLES)
    writer.writerows([guard(each) for each in astuple(row)] for row in rows)
    return written.getvalue()


def write_html(rows: Sequence[WithheldPlace]) -> str:
    """The log as a page to print."""
    head = "".join(f'<th scope="col">{title}</th>' for title in _TITLES)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(each)}</td>" for each in astuple(row)) + "</tr>" for row in rows
    )
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Withheld</title>
<style>body {{ font: 11pt/1.4 sans-serif; margin: 2em }} table {{ border-collapse: collapse }}
th, td {{ border: 1px solid #999; padding: .25em .6em; text-align: left; vertical-align: top }}</style></head>
<body><h1>Withheld</h1>
<p>{len(rows):,} places. The words themselves are not in this list.</p>
<table><thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody></table></body></html>
"""


def export_log(review: Review) -> list[Path]:
    """Write the log of what was released, as a table and as a page; a ReviewError where nothing was."""
    if review.outbox is None:
        raise ReviewError("bad", "there is no folder to write to: start the review with -o DIR")
    if not any(map(review.is_released, review.numbers)):
        raise ReviewError("bad", "nothing is released yet: the log says what is not in the releases")
    rows = list_withheld(review)
    make_folders(review.outbox)
    places = [review.outbox.private / name for name in LOG]
    for place, text in zip(places, (write_csv(rows), write_html(rows)), strict=True):
        write_whole(place, text.encode("utf-8", "surrogatepass"), mode=PRIVATE)
    return places
