"""Columns of texts in pandas, polars and pyarrow: what is nothing stays nothing, everything else is released or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice, tee
from typing import TYPE_CHECKING, Any

from reticent.api import OpenPolicy
from reticent.detection.columns import ROWS, settle_columns, take_evidence
from reticent.engine.labels import LabelJudge
from reticent.errors import DocumentError, PromiseError, ReticentError
from reticent.rendering.placeholders import mark_placeholders
from reticent.text import Cell, Document, Span

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


def sanitize_values(
    values: Iterable[object],
    policy: OpenPolicy,
    *,
    header: str = "",
    workers: int = 1,
    skip_bad: bool = False,
) -> Iterator[str | None]:
    """The released text of each value, in order; None stays None.

    The values are those of one column: what its `header` says of them counts, and what nearly all of the first ones are. A
    text that can't be released raises its error, or becomes None where bad ones are skipped.

    >>> from reticent import open_policy
    >>> list(sanitize_values(["Call 212-555-0123.", None], open_policy("default")))
    ['Call [PHONE].', None]
    """
    ours, theirs = tee(_require_texts(values))
    documents = _learn((each for each in theirs if each is not None), header, policy)
    results = policy.release_many(documents, workers=workers)
    for value in ours:
        yield None if value is None else _text_of(next(results), skip_bad=skip_bad)


def _learn(texts: Iterable[str], header: str, policy: OpenPolicy) -> Iterator[Document]:
    """The texts as cells that know what nearly all of the first ones are."""
    rules = policy.rules
    made = (_as_cell(number, text, header) for number, text in enumerate(texts, 1))
    first = [
        mark_placeholders(each, rules.kinds, style=rules.options.placeholders) for each in islice(made, ROWS)
    ]
    settled = settle_columns(first, rules.removing)
    return (take_evidence(each, settled) for each in chain(first, made))


def _as_cell(number: int, text: str, header: str) -> Document:
    return Document(f"text {number}", text, cells=(Cell(Span(0, len(text)), ("column", 0), header),))


def sanitize_series(
    series: pandas.Series[Any], policy: OpenPolicy, *, workers: int = 1, skip_bad: bool = False
) -> pandas.Series[Any]:
    """A pandas Series of released texts, with the same index and name; a name that tells becomes a placeholder."""
    import pandas

    header = series.name if isinstance(series.name, str) else ""
    values = [None if missing else value for value, missing in zip(series, series.isna(), strict=True)]
    released = list(sanitize_values(values, policy, header=header, workers=workers, skip_bad=skip_bad))
    name = LabelJudge(policy.rules).replace([header]).get(header, series.name) if header else series.name
    return pandas.Series(released, index=series.index, name=name, dtype=series.dtype)


def sanitize_expression(
    expression: polars.Expr, policy: OpenPolicy, *, skip_bad: bool = False
) -> polars.Expr:
    """A polars expression that gives the released texts of another; it stays lazy where its frame is.

    Polars may hand over a column piece by piece, so that each text is judged by itself and by the header. The name stays
    what the expression says: rename a column whose name tells of somebody.
    """
    import polars

    def release(series: polars.Series) -> polars.Series:
        texts = list(_require_texts(series))
        documents = (_as_cell(at, text, series.name) for at, text in enumerate(texts) if text is not None)
        results = policy.release_many(documents)
        released = [None if text is None else _text_of(next(results), skip_bad=skip_bad) for text in texts]
        return polars.Series(series.name, released, dtype=polars.String)

    return expression.map_batches(release, return_dtype=polars.String, is_elementwise=True)


def sanitize_array(
    array: pyarrow.Array | pyarrow.ChunkedArray,
    policy: OpenPolicy,
    *,
    workers: int = 1,
    skip_bad: bool = False,
) -> pyarrow.Array | pyarrow.ChunkedArray:
    """A pyarrow array of released texts; a chunked one keeps its chunks."""
    import pyarrow

    values = (scalar.as_py() for scalar in array)
    released = sanitize_values(values, policy, workers=workers, skip_bad=skip_bad)
    if isinstance(array, pyarrow.ChunkedArray):
        chunks = [pyarrow.array(islice(released, len(each)), type=pyarrow.string()) for each in array.chunks]
        return pyarrow.chunked_array(chunks, type=pyarrow.string())
    return pyarrow.array(released, type=pyarrow.string())


def _require_texts(values: Iterable[object]) -> Iterator[str | None]:
    for number, value in enumerate(values):
        if value is not None and not isinstance(value, str):
            raise DocumentError(
                f"value {number} is no text but {type(value).__name__}: give a column of texts"
            )
        yield value


def _text_of(result: str | ReticentError, *, skip_bad: bool) -> str | None:
    """The released text, None for a bad one that is skipped."""
    if isinstance(result, str):
        return result
    if skip_bad and isinstance(result, PromiseError | DocumentError):
        return None
    raise result
