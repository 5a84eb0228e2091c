"""What an executor does with the batches of a partition."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from reticent.errors import InternalError, ReticentError
from reticent.opened import OpenPolicy
from reticent.pipeline import Outcome
from reticent.pipeline.sanitizing import keep_apart
from reticent.spark.metrics import Counts, Metrics
from reticent.spark.travelling import TravellingPolicy, open_once
from reticent.streaming import MOST_DOCUMENTS
from reticent.text import Cell, Document, Span

if TYPE_CHECKING:
    import pyarrow

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
    metrics: Metrics | None = None
    header: str = ""

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        """The batches in order, with two columns more."""
        policy, new = open_once(self.policy)
        self._count(Counts(policies_opened=int(new)))
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

    def _count(self, counts: Counts) -> None:
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


def _tally(texts: Sequence[str | None], rows: Sequence[_Row], seconds: float) -> Counts:
    given = [text for text in texts if text is not None]
    return Counts(
        len(given),
        sum(row.refused is not None for row in rows),
        sum(len(row.violations or ()) for row in rows),
        sum(map(len, given)),
        seconds,
    )
