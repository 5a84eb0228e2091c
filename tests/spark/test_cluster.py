"""A standalone cluster of two workers on this machine, one of which loses its executor in the middle."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="pip install -e '.[dev,spark]' brings what these tests need")

from experiments.spark_cluster import Cluster, open_cluster, open_session
from experiments.tickets import make_tickets
from pyspark.sql import SparkSession

from reticent import open_policy
from reticent.spark import Metrics, sanitize
from reticent.usecases.dataframes import sanitize_values

pytestmark = [pytest.mark.spark, pytest.mark.filterwarnings("ignore")]

TICKETS = 6000
PARTITIONS = 24


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with open_cluster(tmp_path_factory.mktemp("cluster")) as opened:
        yield opened


def test_two_workers_give_the_texts_of_one_machine_even_when_an_executor_is_killed(cluster: Cluster) -> None:
    texts = list(make_tickets(TICKETS, seed=3))
    with open_session(cluster.master, executor_cores="1", executor_memory="512m") as session:
        metrics = Metrics.start(session)
        rows = session.createDataFrame(list(enumerate(texts)), "id int, note string")
        frame = sanitize(rows.repartition(PARTITIONS), "note", "default", metrics=metrics)
        killed: list[int] = []
        watch = threading.Thread(target=_kill_one, args=(session, cluster, killed), daemon=True)
        watch.start()
        released = {row["id"]: row["note"] for row in frame.collect()}
        watch.join(60)
        counted = metrics.counts
    assert len(killed) == 1, "the executor was to be killed while the job ran"
    assert not _is_alive(killed[0])
    alone = list(sanitize_values(texts, open_policy("default")))
    assert [released[number] for number in range(TICKETS)] == alone
    assert counted.documents >= TICKETS
    assert counted.policies_opened >= 2


def _kill_one(session: SparkSession, cluster: Cluster, killed: list[int]) -> None:
    """Kill an executor once two workers have one and some, but not most, partitions are done."""
    tracker = session.sparkContext.statusTracker()
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        stages = [tracker.getStageInfo(each) for each in tracker.getActiveStageIds()]
        done = [each.numCompletedTasks for each in stages if each and each.numTasks == PARTITIONS]
        executors = cluster.executors()
        if done and 2 <= done[0] <= PARTITIONS - 6 and len(executors) == 2:
            os.kill(executors[0], signal.SIGKILL)
            killed.append(executors[0])
            return
        time.sleep(0.05)


def _is_alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8")
    except OSError:
        return False
    return state.rpartition(")")[2].split()[0] != "Z"
