"""A column of a Spark data frame: each executor process makes the policy once and gives the bytes that one machine gives."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from reticent.errors import DocumentError, MissingExtraError, ReticentError
from reticent.opened import OpenPolicy

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame

REFUSED = "refused"
"""The column that says why a text was not released."""


def sanitize(dataframe: DataFrame, column: str, policy: OpenPolicy) -> DataFrame:
    """The data frame with released texts in a column, and a column `refused` with the reason where there is none.

    A text that can't be released becomes null: nothing goes out, and the job goes on. The files of the policy have to be
    on every machine under the same names. All other columns stay as they are: drop those that may not go out before.
    """
    try:
        from pyspark.sql.types import StringType, StructField, StructType
    except ImportError:
        raise MissingExtraError("spark", "sanitizing a Spark data frame") from None
    _require_column(dataframe, column)
    others = [each for each in dataframe.schema.fields if each.name != column]
    schema = StructType(
        [
            *(StructField(each.name, each.dataType, each.nullable) for each in others),
            StructField(column, StringType()),
            StructField(REFUSED, StringType()),
        ]
    )
    ordered = dataframe.select(*(each.name for each in others), column)
    return ordered.mapInArrow(_Batches(column, policy), schema)


def _require_column(dataframe: DataFrame, column: str) -> None:
    if column not in dataframe.columns:
        raise DocumentError(f"the data frame has no column '{column}': it has {', '.join(dataframe.columns)}")
    if REFUSED in dataframe.columns:
        raise DocumentError(f"the data frame has a column '{REFUSED}' already: rename it")
    kind = dict(dataframe.dtypes)[column]
    if kind != "string":
        raise DocumentError(f"the column '{column}' holds {kind}: give a column of strings")


@dataclass(frozen=True, slots=True)
class _Batches:
    """What an executor does with the batches of a partition; small, so that it travels."""

    column: str
    policy: OpenPolicy

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        policy = _open_once(self.policy)
        for batch in batches:
            texts = batch.column(self.column).to_pylist()
            pairs = list(_release(texts, policy))
            released = pyarrow.array([text for text, _ in pairs], type=pyarrow.string())
            refused = pyarrow.array([why for _, why in pairs], type=pyarrow.string())
            others = [name for name in batch.schema.names if name != self.column]
            columns = [*(batch.column(name) for name in others), released, refused]
            yield pyarrow.RecordBatch.from_arrays(columns, names=[*others, self.column, REFUSED])


@cache
def _open_once(policy: OpenPolicy) -> OpenPolicy:
    """The same policy for all partitions of a process, so that its stores are opened once."""
    return policy


def _release(texts: list[Any], policy: OpenPolicy) -> Iterator[tuple[str | None, str | None]]:
    """The released text or the reason against it, for each text; null stays null."""
    results = policy.sanitize_many(text for text in texts if text is not None)
    for text in texts:
        yield (None, None) if text is None else _pair(next(results))


def _pair(result: Any) -> tuple[str | None, str | None]:
    try:
        if isinstance(result, ReticentError):
            raise result
        return result.text, None
    except ReticentError as error:
        return None, str(error)
