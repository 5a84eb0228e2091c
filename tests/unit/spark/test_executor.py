"""A task of our own work on an executor, without Spark."""

from __future__ import annotations

import pytest

from reticent.errors import KnowledgeError
from reticent.spark.executor import _Done, _take_results, _Task


def _divide(state: int, job: int) -> float:
    if job == 0:
        raise KnowledgeError("nothing to divide by")
    return state / job


def test_the_state_of_a_run_is_made_once_in_a_process() -> None:
    made: list[int] = []

    def set_up() -> int:
        made.append(12)
        return 12

    task = _Task("run 1", _divide, set_up)
    assert list(_take_results([task(3), task(4)])) == [4, 3]
    assert _Task("run 2", _divide, set_up)(6) == _Done(2)
    assert len(made) == 2


def test_an_error_of_ours_travels_as_a_value_and_is_raised_at_the_driver() -> None:
    results = _take_results([_Task("run 3", _divide, lambda: 1)(job) for job in (1, 0)])
    assert next(results) == 1
    with pytest.raises(KnowledgeError, match="nothing to divide by"):
        next(results)
