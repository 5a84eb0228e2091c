"""Release lines of JSON that come one after another: each is released, or refused, by itself."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from reticent.engine.labels import LabelJudge, release_labels
from reticent.engine.rules import Rules
from reticent.formats.objects import JSON_LINES
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import RawRecord
from reticent.policy.recipe import Recipe
from reticent.usecases.records import BadRecord, RecordsJob, WorkerContext, release_batch

NAME = "document.jsonl"


@dataclass(frozen=True, slots=True)
class Lines:
    """Some lines of a stream with their ends, and the number of the first; `whole` where there are no others."""

    data: bytes = field(repr=False)
    first: int = 1
    whole: bool = False

    def each(self) -> list[Lines]:
        """Every line alone."""
        *ended, rest = self.data.split(b"\n")
        each = [line + b"\n" for line in ended] + ([rest] if rest else [])
        return [Lines(line, self.first + at) for at, line in enumerate(each)]


def release_lines(
    lines: Lines, rules: Rules, recipe: Recipe, *, options: FormatOptions
) -> list[bytes | BadRecord]:
    """The release of lines in order, all as one where all went well; a bad line stands where it stood.

    Names of fields and kept keys that no line has are an error of the whole, where all lines are there to be looked at.
    """
    chosen = options if lines.whole else replace(options, partial=True)
    begins = lines.data if lines.first == 1 else b""
    layout = JSON_LINES.lay_out(NAME, begins, chosen, whole=lines.whole)
    job = RecordsJob(NAME, JSON_LINES.name, recipe, chosen, skip_bad=True)
    judge = LabelJudge(rules)
    layout = release_labels(NAME, layout, judge)
    context = WorkerContext(job, JSON_LINES, layout, rules, judge)
    cut = replace(lines, data=lines.data[layout.size :]).each()
    records = [RawRecord(line.first, line.data) for line in cut]
    piece = release_batch(context, records)
    return [layout.head, *piece.parts] if piece.bad else [layout.head + piece.data]
