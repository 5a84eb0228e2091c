"""Columns of texts in pandas, polars and pyarrow: what is nothing stays nothing, everything else is released or refused."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import tee
from typing import TYPE_CHECKING, Any

from reticent.errors import DocumentError, PromiseError, ReticentError
from reticent.opened import OpenPolicy

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


def sanitize_values(
    values: Iterable[object], policy: OpenPolicy, *, workers: int = 1, skip_bad: bool = False
) -> Iterator[str | None]:
    """The released text of each value, in order; None stays None.

    A text that can't be released raises its error, or becomes None where bad ones are skipped.

    >>> from reticent import open_policy
    >>> list(sanitize_values(["Call 212-555-0123.", None], open_policy("default")))
    ['Call [PHONE].', None]
    """
    ours, theirs = tee(_require_texts(values))
    results = policy.release_many((each for each in theirs if each is not None), workers=workers)
    for value in ours:
        yield None if value is None else _text_of(next(results), skip_bad=skip_bad)


def sanitize_series(
    series: pandas.Series[Any], policy: OpenPolicy, *, workers: int = 1, skip_bad: bool = False
) -> pandas.Series[Any]:
    """A pandas Series of released texts, with the same index and name."""
    import pandas

    values = [None if missing else value for value, missing in zip(series, series.isna(), strict=True)]
    released = list(sanitize_values(values, policy, workers=workers, skip_bad=skip_bad))
    return pandas.Series(released, index=series.index, name=series.name, dtype=series.dtype)


def sanitize_expression(
    expression: polars.Expr, policy: OpenPolicy, *, skip_bad: bool = False
) -> polars.Expr:
    """A polars expression that gives the released texts of another; it stays lazy where its frame is."""
    import polars

    def release(series: polars.Series) -> polars.Series:
        return polars.Series(
            series.name, list(sanitize_values(series, policy, skip_bad=skip_bad)), dtype=polars.String
        )

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

    if isinstance(array, pyarrow.ChunkedArray):
        chunks = [sanitize_array(each, policy, workers=workers, skip_bad=skip_bad) for each in array.chunks]
        return pyarrow.chunked_array(chunks, type=pyarrow.string())
    values = (scalar.as_py() for scalar in array)
    released = sanitize_values(values, policy, workers=workers, skip_bad=skip_bad)
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
