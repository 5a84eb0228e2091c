"""Spark: a column of a data frame under a policy, and our own work on a cluster; the same bytes as on one machine."""

from reticent.spark.executor import SparkExecutor, open_session
from reticent.spark.frames import REFUSED, VIOLATIONS, sanitize
from reticent.spark.frames import ColumnCounts as Counts
from reticent.spark.frames import SparkMetrics as Metrics

__all__ = ["REFUSED", "VIOLATIONS", "Counts", "Metrics", "SparkExecutor", "open_session", "sanitize"]
