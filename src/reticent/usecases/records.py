"""Records on their way: some at a time are read, sanitized and written, wherever the work is done."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass, field, replace
from itertools import islice
from pathlib import Path

from reticent.audit.report import count_by_column
from reticent.detection.columns import Settled, settle_columns, take_evidence
from reticent.errors import DocumentError, ReticentError
from reticent.formats.format import Format, Layout, RecordFormat, Source
from reticent.formats.options import FormatOptions
from reticent.formats.records import RawRecord
from reticent.formats.registry import require_format
from reticent.labels import LabelJudge, release_labels
from reticent.pipeline import Outcome
from reticent.policy.assembly import Assembly
from reticent.policy.recipe import Recipe
from reticent.rendering.placeholders import mark_placeholders
from reticent.stand_ins import sanitize_many_under
from reticent.text import Document
from reticent.text.tokens import token_texts
from reticent.usecases.rereading import require_nothing_left, require_same_texts
from reticent.usecases.surveys import survey_outcomes
from reticent.usecases.unseen import count_kept
from reticent.vault.identities import Named


@dataclass(frozen=True, slots=True)
class Tally:
    """What has been released so far; `unseen` are the places with words that a corpus has never seen and that were kept.

    `cells` are those that went because of their column, where no detector found them.
    """

    documents: int = 0
    words: int = 0
    places: int = 0
    unseen: int = 0
    cells: int = 0

    def plus(self, other: Tally) -> Tally:
        """Both together."""
        return Tally(*map(operator.add, astuple(self), astuple(other)))


NOTHING = Tally()
"""Before anything is released."""


@dataclass(frozen=True, slots=True)
class BadRecord:
    """A record that can't be released, as it stands in the file, and why."""

    data: bytes = field(repr=False)
    error: ReticentError


@dataclass(frozen=True, slots=True)
class Piece:
    """Some of a release as bytes, what they come from, and the records that could not be released."""

    data: bytes = field(repr=False)
    tally: Tally = NOTHING
    records: int = 0
    read: int = 0
    bad: tuple[BadRecord, ...] = ()


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

    def find_format(self) -> RecordFormat:
        """The format of the collection."""
        return require_records(self.name, require_format(self.format))

    def learn(self, layout: Layout, first: Sequence[RawRecord]) -> tuple[RecordsJob, Layout]:
        """The job that knows what the columns hold, by the first records, and the layout with labels that may go out."""
        assembly = self.recipe.assemble()
        judge = LabelJudge(assembly)
        named = release_labels(self.name, layout, judge)
        bench = Bench(replace(self, skip_bad=True), self.find_format(), named, assembly, judge)
        documents = [
            mark_placeholders(document, assembly.kinds)
            for source in _read_batch(bench, first)
            if not isinstance(source, ReticentError)
            for document in source.documents
        ]
        return replace(self, settled=settle_columns(documents, assembly.removing)), named

    def prepare(self, layout: Layout) -> Bench:
        """Everything opened, once for each worker."""
        assembly = self.recipe.assemble()
        return Bench(self, self.find_format(), layout, assembly, LabelJudge(assembly))


def require_records(name: str, found: Format) -> RecordFormat:
    """The format, if it is one of records."""
    if not isinstance(found, RecordFormat):
        raise DocumentError(f"'{name}' is no collection of records: sanitize it as one file")
    return found


@dataclass(frozen=True, slots=True)
class Bench:
    """A job with everything open that it needs."""

    job: RecordsJob
    format: RecordFormat
    layout: Layout
    assembly: Assembly
    judge: LabelJudge


def release_batch(bench: Bench, batch: Sequence[RawRecord]) -> Piece:
    """The release of some records, up to the first bad one unless these are skipped; what is written is read again."""
    sources = list(_read_batch(bench, batch))
    results = iter(sanitize_many_under(bench.assembly, _list_documents(bench, sources)))
    written: list[bytes] = []
    outcomes: list[Outcome] = []
    bad: list[BadRecord] = []
    for record, source in zip(batch, sources, strict=False):
        try:
            made = _take_outcomes(source, results)
            data = _write(source, made)
        except ReticentError as error:
            bad.append(BadRecord(record.data, error))
            if not bench.job.skip_bad:
                break
            continue
        written.append(data)
        outcomes += made
    piece = Piece(
        b"".join(written), count_outcomes(outcomes, bench.assembly), len(written) + len(bad), bad=tuple(bad)
    )
    _require_readable(bench, piece.data, outcomes, sources)
    return replace(piece, read=sum(len(record.data) for record in batch[: piece.records]))


def survey_batch(kinds: frozenset[str], bench: Bench, batch: Sequence[RawRecord]) -> list[Named]:
    """What some records name that gets a stand-in, in order; a bad one is told when it is released."""
    documents = _list_documents(bench, _read_batch(bench, batch))
    return survey_outcomes(sanitize_many_under(bench.assembly, documents), kinds)


def _list_documents(bench: Bench, sources: Iterable[Source | ReticentError]) -> list[Document]:
    """The documents of the records that can be read, which know what their columns hold."""
    return [
        take_evidence(document, bench.job.settled)
        for source in sources
        if not isinstance(source, ReticentError)
        for document in source.documents
    ]


def _read_batch(bench: Bench, batch: Sequence[RawRecord]) -> Iterator[Source | ReticentError]:
    """The records, or the error of one that can't be read; that is the last one unless bad records are skipped."""
    for record in batch:
        try:
            source = bench.layout.read(record.data, record.number)
            yield release_labels(f"{bench.job.name}, record {record.number}", source, bench.judge)
        except ReticentError as error:
            yield error
            if not bench.job.skip_bad:
                return


def _take_outcomes(
    source: Source | ReticentError, results: Iterator[Outcome | ReticentError]
) -> list[Outcome]:
    if isinstance(source, ReticentError):
        raise source
    taken = list(islice(results, len(source.documents)))
    return [require_outcome(result) for result in taken]


def _write(source: Source | ReticentError, made: Sequence[Outcome]) -> bytes:
    if isinstance(source, ReticentError):
        raise source
    return source.write([outcome.release.edits for outcome in made])


def _require_readable(
    bench: Bench, data: bytes, outcomes: Sequence[Outcome], sources: Sequence[Source | ReticentError]
) -> None:
    """Raise unless what was written reads back as what was judged, and nobody finds more in it."""
    options = next((each.options for each in sources if not isinstance(each, ReticentError)), None)
    if not outcomes or options is None:
        return
    name, whole = bench.job.name, bench.layout.head + data
    again = bench.format.read(name, whole, replace(options, partial=True))
    require_same_texts(name, bench.format, again.documents, [outcome.document for outcome in outcomes])
    require_nothing_left(name, bench.format, whole, outcomes, bench.assembly)


def require_outcome(result: Outcome | ReticentError) -> Outcome:
    """The outcome, if there is one and it keeps every promise."""
    if isinstance(result, ReticentError):
        raise result
    _ = result.document
    return result


def count_outcomes(outcomes: Iterable[Outcome], assembly: Assembly) -> Tally:
    """How many documents were released, of how many words, changed at how many places, with how many unseen words."""
    tally = Tally()
    for outcome in outcomes:
        places = sum(len(decision.spans) for decision in outcome.plan.decisions)
        unseen = count_kept(outcome.release.released, assembly)
        words = len(token_texts(outcome.release.original.text))
        tally = tally.plus(Tally(1, words, places, unseen, count_by_column(outcome.plan)))
    return tally
