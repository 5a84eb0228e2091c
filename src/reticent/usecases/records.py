"""Records, some at a time: read, sanitized and written, wherever the work is done.

A bad record, one that can't be released, stays out by itself. Lines of JSON that come one after another are records as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TypeVar

from reticent.detection.columns import Settled, settle_columns, take_evidence
from reticent.engine import Outcome, run_together
from reticent.engine.labels import LabelJudge, release_labels
from reticent.engine.rules import Rules
from reticent.errors import DocumentError, InternalError, ReticentError
from reticent.formats.objects import JSON_LINES
from reticent.formats.registry import require_format
from reticent.formats.seam.format import DocumentSource, FileFormat, RecordLayout, as_file_source
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import RawRecord
from reticent.policy.recipe import Recipe
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Document
from reticent.usecases.run import NOTHING, Totals, count_outcomes, survey_outcomes
from reticent.usecases.words import require_nothing_left, require_same_texts
from reticent.vault.identities import NamedEntity

Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A record that can't be released, as it stands in the file with its number there, and why."""

    number: int
    data: bytes = field(repr=False)
    error: ReticentError


@dataclass(frozen=True, slots=True)
class Piece:
    """What came of some records, in order: the bytes of each that is released, and those that can't be; `read` are bytes."""

    parts: tuple[bytes | BadRecord, ...] = field(repr=False)
    totals: Totals = NOTHING
    read: int = 0

    @property
    def data(self) -> bytes:
        """The release."""
        return b"".join(part for part in self.parts if isinstance(part, bytes))

    @property
    def bad(self) -> tuple[BadRecord, ...]:
        """The records that can't be released."""
        return tuple(part for part in self.parts if isinstance(part, BadRecord))

    @property
    def records(self) -> int:
        """How many records were dealt with."""
        return len(self.parts)


@dataclass(frozen=True, slots=True)
class RecordsJob:
    """A collection by its name and format, its rules, and what becomes of a record that can't be released.

    With `skip_bad` the run goes on without it, and `bad` is a file that collects such records. `settled` is what the columns
    hold, by the first records. Small, so that it travels.
    """

    name: str
    format: str
    recipe: Recipe
    options: FormatOptions
    skip_bad: bool = False
    bad: Path | None = None
    settled: Settled = field(default_factory=dict)

    def find_format(self) -> FileFormat:
        """The format of the collection."""
        return require_records(self.name, require_format(self.format))

    def learn(self, layout: RecordLayout, first: Sequence[RawRecord]) -> tuple[RecordsJob, RecordLayout]:
        """The job that knows what the columns hold, by the first records, and the layout with labels that may go out."""
        rules = self.recipe.make_rules()
        judge = LabelJudge(rules)
        named = release_labels(self.name, layout, judge)
        context = WorkerContext(replace(self, skip_bad=True), self.find_format(), named, rules, judge)
        documents = [
            mark_placeholders(document, rules.kinds, style=rules.options.placeholders)
            for source in _read_batch(context, first)
            if not isinstance(source, ReticentError)
            for document in source.documents
        ]
        return replace(self, settled=settle_columns(documents, rules.removing)), named

    def prepare(self, layout: RecordLayout, recipe: Recipe) -> WorkerContext:
        """Everything opened that a recipe needs, once for each worker."""
        rules = recipe.make_rules()
        return WorkerContext(
            replace(self, recipe=recipe), self.find_format(), layout, rules, LabelJudge(rules)
        )


def require_records(name: str, found: FileFormat) -> FileFormat:
    """The format, if it is one of records."""
    if not found.reads_records:
        raise DocumentError(f"'{name}' is not a collection of records: sanitize it as one file")
    return found


@dataclass(frozen=True, slots=True)
class WorkerContext:
    """A job with everything open that it needs."""

    job: RecordsJob
    format: FileFormat
    layout: RecordLayout
    rules: Rules
    judge: LabelJudge


@dataclass(frozen=True, slots=True)
class _Written:
    """The release of one record."""

    source: DocumentSource
    outcomes: Sequence[Outcome]
    data: bytes = field(repr=False)


def release_batch(context: WorkerContext, batch: Sequence[RawRecord]) -> Piece:
    """The release of some records, up to the first bad one unless these are skipped; what is written is read again.

    A record on which our own code fails is a bad one like any other.
    """
    made = _withhold_unreadable(context, batch, _release_each(context, batch))
    bad = [number for number, each in enumerate(made) if isinstance(each, ReticentError)]
    ended = len(made) if context.job.skip_bad or not bad else bad[0] + 1
    parts = tuple(
        BadRecord(record.number, record.data, each) if isinstance(each, ReticentError) else each.data
        for record, each in zip(batch[:ended], made, strict=False)
    )
    outcomes = [outcome for each in made[:ended] if isinstance(each, _Written) for outcome in each.outcomes]
    read = sum(len(record.data) for record in batch[:ended])
    return Piece(parts, count_outcomes(outcomes, context.rules), read)


def survey_batch(
    kinds: frozenset[str], context: WorkerContext, batch: Sequence[RawRecord]
) -> list[NamedEntity]:
    """What some records name that gets a stand-in, in order; a bad one is reported when it is released."""
    passing = replace(context, job=replace(context.job, skip_bad=True))
    documents = _list_documents(context, _read_batch(passing, batch))
    return survey_outcomes(run_together(documents, context.rules), kinds)


def _release_each(context: WorkerContext, batch: Sequence[RawRecord]) -> list[_Written | ReticentError]:
    """What becomes of each record; all their documents go through the pipeline together."""
    sources = list(_read_batch(context, batch))
    results = iter(run_together(_list_documents(context, sources), context.rules))
    made: list[_Written | ReticentError] = []
    for record, source in zip(batch, sources, strict=False):
        if isinstance(source, ReticentError):
            made.append(source)
        else:
            own = list(islice(results, len(source.documents)))
            made.append(_guarded(context, record, partial(_write, source, own)))
    return made


def _list_documents(
    context: WorkerContext, sources: Iterable[DocumentSource | ReticentError]
) -> list[Document]:
    """The documents of the records that can be read, which know what their columns hold."""
    return [
        take_evidence(document, context.job.settled)
        for source in sources
        if not isinstance(source, ReticentError)
        for document in source.documents
    ]


def _read_batch(
    context: WorkerContext, batch: Sequence[RawRecord]
) -> Iterator[DocumentSource | ReticentError]:
    """The records, or the error of one that can't be read; that is the last one unless bad records are skipped."""
    for record in batch:
        read = _guarded(context, record, partial(_read_record, context, record))
        yield read
        if isinstance(read, ReticentError) and not context.job.skip_bad:
            return


def _read_record(context: WorkerContext, record: RawRecord) -> DocumentSource:
    source = as_file_source(context.layout.read(record.data, record.number))
    return release_labels(f"{context.job.name}, record {record.number}", source, context.judge)


def _write(source: DocumentSource, results: Sequence[Outcome | ReticentError]) -> _Written:
    outcomes = [require_outcome(result) for result in results]
    return _Written(source, outcomes, source.write([outcome.release.edits for outcome in outcomes]))


def _guarded(context: WorkerContext, record: RawRecord, act: Callable[[], Done]) -> Done | ReticentError:
    """What an act on a record gives, or the error that it ends with."""
    try:
        return act()
    except ReticentError as error:
        return error
    except MemoryError:
        raise
    except Exception as error:  # its own words could quote the record
        return InternalError.about(f"{context.job.name}, record {record.number}", error)


def _withhold_unreadable(
    context: WorkerContext, batch: Sequence[RawRecord], made: list[_Written | ReticentError]
) -> list[_Written | ReticentError]:
    """The same, without the records that don't read back as what was judged: all are read at once, and alone if that fails."""
    written = [each for each in made if isinstance(each, _Written)]
    if not written or _guarded(context, batch[0], partial(_require_readable, context, written)) is None:
        return made
    return [
        _guarded(context, record, partial(_read_again, context, each)) if isinstance(each, _Written) else each
        for record, each in zip(batch, made, strict=False)
    ]


def _read_again(context: WorkerContext, written: _Written) -> _Written:
    _require_readable(context, [written])
    return written


def _require_readable(context: WorkerContext, written: Sequence[_Written]) -> None:
    """Raise unless what was written reads back as what was judged, and nobody finds more in it."""
    outcomes = [outcome for each in written for outcome in each.outcomes]
    if not outcomes:
        return
    name, whole = context.job.name, context.layout.head + b"".join(each.data for each in written)
    again = context.format.read(name, whole, replace(written[0].source.options, partial=True))
    require_same_texts(name, context.format, again.documents, [outcome.document for outcome in outcomes])
    require_nothing_left(name, context.format, whole, outcomes, context.rules)


def require_outcome(result: Outcome | ReticentError) -> Outcome:
    """The outcome, if there is one and it keeps every promise."""
    if isinstance(result, ReticentError):
        raise result
    _ = result.document
    return result


_LINES = "document.jsonl"
"""How errors call lines that come from nowhere."""


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
    layout = JSON_LINES.lay_out(_LINES, begins, chosen, whole=lines.whole)
    job = RecordsJob(_LINES, JSON_LINES.name, recipe, chosen, skip_bad=True)
    judge = LabelJudge(rules)
    layout = release_labels(_LINES, layout, judge)
    context = WorkerContext(job, JSON_LINES, layout, rules, judge)
    cut = replace(lines, data=lines.data[layout.size :]).each()
    records = [RawRecord(line.first, line.data) for line in cut]
    piece = release_batch(context, records)
    return [layout.head, *piece.parts] if piece.bad else [layout.head + piece.data]
