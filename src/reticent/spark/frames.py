"""A column of a Spark data frame under a policy: each executor process makes the policy once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reticent.errors import DocumentError, MissingExtraError
from reticent.labels import LabelJudge
from reticent.opened import OpenPolicy, open_policy
from reticent.spark.metrics import Metrics
from reticent.spark.partitions import REFUSED, VIOLATIONS, SanitizeBatches
from reticent.spark.travelling import send_policy

if TYPE_CHECKING:
    from pyspark import SparkContext
    from pyspark.sql import DataFrame

__all__ = ["REFUSED", "VIOLATIONS", "sanitize"]


def sanitize(
    dataframe: DataFrame, column: str, policy: str | Path | OpenPolicy, *, metrics: Metrics | None = None
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
    changed = LabelJudge(opened.assembly).replace(names)
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
