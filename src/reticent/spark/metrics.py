"""What the executors have done, counted on the way and read by the driver."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.accumulators import Accumulator
    from pyspark.sql import SparkSession


@dataclass(frozen=True, slots=True)
class Counts:
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

    def plus(self, other: Counts) -> Counts:
        """Both together."""
        return Counts(
            self.documents + other.documents,
            self.refused + other.refused,
            self.violations + other.violations,
            self.characters + other.characters,
            self.seconds + other.seconds,
            self.policies_opened + other.policies_opened,
        )


@dataclass(frozen=True, slots=True)
class Metrics:
    """An accumulator of `Counts`: executors add to it, the driver reads it after an action.

    It counts the work that was done: a task that failed counts nothing, a frame that is computed twice counts twice.
    """

    accumulator: Accumulator[Any] = field(repr=False)

    @classmethod
    def start(cls, session: SparkSession) -> Metrics:
        """Metrics that have counted nothing yet."""
        return cls(session.sparkContext.accumulator(Counts(), _Sum()))

    @property
    def counts(self) -> Counts:
        """What was counted so far; for the driver alone."""
        counts: Counts = self.accumulator.value
        return counts

    def add(self, counts: Counts) -> None:
        """Count more; for executors alone."""
        self.accumulator.add(counts)


class _Sum:
    """How Spark adds `Counts`: the two methods of its AccumulatorParam."""

    def zero(self, value: Counts) -> Counts:
        return Counts()

    def addInPlace(self, one: Counts, other: Counts) -> Counts:  # noqa: N802 - Spark's name
        return one.plus(other)
