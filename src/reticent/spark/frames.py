"""A column of a Spark data frame under a policy: each executor process makes the policy once, and counts what it does."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reticent.api import OpenPolicy, open_policy
from reticent.engine import Outcome
from reticent.engine.documents import MOST_DOCUMENTS, keep_apart
from reticent.engine.labels import LabelJudge
from reticent.errors import DocumentError, InternalError, MissingExtraError, ReticentError
from reticent.spark.travelling import TravellingPolicy, open_once, send_policy
from reticent.text import Cell, Document, Span

if TYPE_CHECKING:
    import pyarrow
    from pyspark import SparkContext
    from pyspark.accumulators import Accumulator
    from pyspark.sql import DataFrame, SparkSession


@dataclass(frozen=True, slots=True)
class ColumnCounts:
    """Texts that were judged, those of them that were refused, and what the work took.

    `seconds` are processor seconds of all executors together, `policies_opened` how often a process made the policy
    with its stores: once for each Python process of an executor.
    """

    documents: int = 0
    refused: int = 0
    violations: int = 0
    characters: int = 0
    seconds: float = 0.0
    policies_opened: int = 0

    def plus(self, other: ColumnCounts) -> ColumnCounts:
        """Both together."""
        return ColumnCounts(
            self.documents + other.documents,
            self.refused + other.refused,
            self.violations + other.violations,
            self.characters + other.characters,
            self.seconds + other.seconds,
            self.policies_opened + other.policies_opened,
        )


@dataclass(frozen=True, slots=True)
class SparkMetrics:
    """An accumulator of `Counts`: executors add to it, the driver reads it after an action.

    It counts the work that was done: a task that failed counts nothing, a frame that is computed twice counts twice.
    """

    accumulator: Accumulator[Any] = field(repr=False)

    @classmethod
    def start(cls, session: SparkSession) -> SparkMetrics:
        """Metrics that have counted nothing yet."""
        return cls(session.sparkContext.accumulator(ColumnCounts(), _Sum()))

    @property
    def counts(self) -> ColumnCounts:
        """What was counted so far; for the driver alone."""
        counts: ColumnCounts = self.accumulator.value
        return counts

    def add(self, counts: ColumnCounts) -> None:
        """Count more; for executors alone."""
        self.accumulator.add(counts)


class _Sum:
    """How Spark adds `Counts`: the two methods of its AccumulatorParam."""

    def zero(self, value: ColumnCounts) -> ColumnCounts:
        return ColumnCounts()

    def addInPlace(self, one: ColumnCounts, other: ColumnCounts) -> ColumnCounts:  # noqa: N802 - Spark's name
        return one.plus(other)


REFUSED = "refused"
"""The column that says why a text was not released."""

VIOLATIONS = "violations"
"""The column that says where a text that was not released would have broken a promise."""


@dataclass(frozen=True, slots=True)
class SanitizeBatches:
    """The work of `mapInArrow`: a column of each batch is released or refused; small, so that it travels.

    The columns of what goes out have these names; the texts are in the one at `place`, which was called `header`.
    """

    names: tuple[str, ...]
    place: int
    policy: TravellingPolicy
    metrics: SparkMetrics | None = None
    header: str = ""

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The batches in order, with two columns more."""
        policy, new = open_once(self.policy)
        self._count(ColumnCounts(policies_opened=int(new)))
        for batch in batches:
            began = time.process_time()
            texts = batch.column(self.place).to_pylist()
            results = list(_release_texts(texts, policy, self.header))
            yield self._replace_column(batch, results)
            self._count(_tally(texts, results, time.process_time() - began))

    def _replace_column(self, batch: pyarrow.RecordBatch, rows: Sequence[_Row]) -> pyarrow.RecordBatch:
        import pyarrow

        released = pyarrow.array([row.text for row in rows], type=pyarrow.string())
        refused = pyarrow.array([row.refused for row in rows], type=pyarrow.string())
        violations = pyarrow.array([row.violations for row in rows], type=_arrow_type())
        columns = [released if each == self.place else column for each, column in enumerate(batch.columns)]
        return pyarrow.RecordBatch.from_arrays(
            [*columns, refused, violations], names=[*self.names, REFUSED, VIOLATIONS]
        )

    def _count(self, counts: ColumnCounts) -> None:
        if self.metrics is not None:
            self.metrics.add(counts)


@dataclass(frozen=True, slots=True)
class _Row:
    """What came of one text: the released one, or why there is none."""

    text: str | None = None
    refused: str | None = None
    violations: list[dict[str, Any]] | None = None


def _release_texts(texts: Sequence[str | None], policy: OpenPolicy, header: str = "") -> Iterator[_Row]:
    """What came of each text under a header; nothing stays nothing."""
    rows = _release((_as_cell(text, header) for text in texts if text is not None), policy)
    return (_Row() if text is None else next(rows) for text in texts)


def _as_cell(text: str, header: str) -> Document:
    return Document("text", text, cells=(Cell(Span(0, len(text)), ("column", 0), header),))


def _release(documents: Iterator[Document], policy: OpenPolicy) -> Iterator[_Row]:
    while batch := list(islice(documents, MOST_DOCUMENTS)):
        yield from map(_describe, _judge(batch, policy))


def _judge(batch: list[Document], policy: OpenPolicy) -> list[Outcome | ReticentError]:
    """What comes of some texts; one on which our own code fails leaves the others alone.

    What is about none of them refuses all: its words could quote a text, and Spark would log them.
    """
    try:
        return keep_apart(lambda some: list(policy.sanitize_many(some)), batch)
    except Exception as error:
        return [InternalError.about(document.id, error) for document in batch]


def _describe(result: Outcome | ReticentError) -> _Row:
    try:
        if isinstance(result, ReticentError):
            raise result
        return _Row(result.text)
    except ReticentError as error:
        left = () if isinstance(result, ReticentError) else result.violations
        return _Row(
            refused=str(error),
            violations=[
                {
                    "model": each.model,
                    "kind": each.kind,
                    "start": each.span.start,
                    "end": each.span.end,
                    "reason": each.reason,
                }
                for each in left
            ],
        )


def _arrow_type() -> pyarrow.DataType:
    """The type of the column of violations."""
    import pyarrow

    text, place = pyarrow.string(), pyarrow.int32()
    fields = [("model", text), ("kind", text), ("start", place), ("end", place), ("reason", text)]
    return pyarrow.list_(pyarrow.struct(fields))


def _tally(texts: Sequence[str | None], rows: Sequence[_Row], seconds: float) -> ColumnCounts:
    given = [text for text in texts if text is not None]
    return ColumnCounts(
        len(given),
        sum(row.refused is not None for row in rows),
        sum(len(row.violations or ()) for row in rows),
        sum(map(len, given)),
        seconds,
    )


__all__ = ["REFUSED", "VIOLATIONS", "sanitize"]


def sanitize(
    dataframe: DataFrame, column: str, policy: str | Path | OpenPolicy, *, metrics: SparkMetrics | None = None
) -> DataFrame:
    """The data frame with released texts in a column, and the columns `refused` and `violations` at its end.

    A text that can't be released becomes null: `refused` says why, `violations` where its promises would have been
    broken, nothing of it goes out, and the job goes on. The policy is a name, a file or an open one; it travels to the
    executors with the files that it names. All other columns stay as they are: drop those that may not go out before. A
    column whose name tells of somebody is called by a placeholder; `column` counts by its header, each text by itself.
    """
    try:
        from pyspark.sql.types import StringType, StructField, StructType
    except ImportError:
        raise MissingExtraError("spark", "sanitizing a Spark data frame") from None
    _require_column(dataframe, column)
    opened = policy if isinstance(policy, OpenPolicy) else open_policy(policy)
    names = tuple(dataframe.columns)
    changed = LabelJudge(opened.rules).replace(names)
    released = tuple(changed.get(name, name) for name in names)
    travelling = send_policy(opened, _context_of(dataframe))
    work = SanitizeBatches(released, names.index(column), travelling, metrics, header=column)
    fields = [
        StructField(
            name, StringType() if each.name == column else each.dataType, each.name == column or each.nullable
        )
        for name, each in zip(released, dataframe.schema.fields, strict=True)
    ]
    added = StructType.fromDDL(
        f"{REFUSED} string, {VIOLATIONS} array<struct<model: string, kind: string, start: int, end: int, reason: string>>"
    )
    numbered = dataframe.toDF(*map(str, range(len(names))))  # mapInArrow takes a dot in a name for a field
    return numbered.mapInArrow(work, StructType([*fields, *added.fields]))


def _context_of(dataframe: DataFrame) -> SparkContext:
    try:
        return dataframe.sparkSession.sparkContext
    except Exception:
        raise DocumentError(
            "the data frame is one of Spark Connect, which can't send a policy's files to executors:"
            " use a session on the cluster itself, such as by spark-submit"
        ) from None


def _require_column(dataframe: DataFrame, column: str) -> None:
    names = dataframe.columns
    if column not in names:
        raise DocumentError(
            f"the data frame has {len(names)} columns and none is called '{column}': correct it"
        )
    if len(set(names)) < len(names):
        raise DocumentError("the data frame has two columns of one name: rename one of them")
    for added in (REFUSED, VIOLATIONS):
        if added in names:
            raise DocumentError(f"the data frame has a column '{added}' already: rename it")
    kind = dict(dataframe.dtypes)[column]
    if kind != "string":
        raise DocumentError(f"the column '{column}' holds {kind}: give a column of strings")
