"""What `experiments.scale` runs in a process of its own; each prints the seconds of work, without start-up."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice, tee
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.harness import peak_megabytes

if TYPE_CHECKING:
    from reticent.api import OpenPolicy

POLICY = "default"
CORES = 2
_PARTS = 16
"""Partitions for each core: enough that the last ones leave no core idle for long."""


def release_texts(notes: Path, out: Path, *, workers: int) -> None:
    """The library in one process or several, from JSON lines to JSON lines."""
    ready = _open_ready_policy()
    with _tell_time():
        _release(ready, _read(notes), out, workers=workers)


def release_apart(notes: Path, out: Path) -> None:
    """Two processes that know nothing of each other, each with every second note: what the two cores can give at most."""
    policy = _open_ready_policy()
    with _tell_time():
        parts = [out.with_name(f"part-{number}") for number in range(CORES)]
        running = []
        for number, part in enumerate(parts):
            if (child := os.fork()) == 0:
                _release(policy, islice(_read(notes), number, None, CORES), part, workers=1)
                os._exit(0)
            running.append(child)
        if any(os.waitpid(child, 0)[1] for child in running):
            raise SystemExit("one of the two runs failed")
    with out.open("w", encoding="utf-8") as file:
        file.writelines(line for part in parts for line in part.open(encoding="utf-8"))


def _open_ready_policy() -> OpenPolicy:
    from reticent import open_policy

    policy = open_policy(POLICY)
    _ = policy.sanitize("ready").text
    return policy


def _release(policy: OpenPolicy, notes: Iterator[dict[str, str]], out: Path, *, workers: int) -> None:
    numbers, texts = tee(notes)
    released = policy.release_many((note["text"] for note in texts), workers=workers)
    with out.open("w", encoding="utf-8") as file:
        for note, text in zip(numbers, released, strict=True):
            if not isinstance(text, str):
                raise text
            file.write(json.dumps({"id": note["id"], "text": text}) + "\n")


def release_frame(notes: Path, out: Path, *, cluster: bool) -> None:
    """Spark in local mode, or a standalone cluster of two workers, from JSON lines to Parquet."""
    from contextlib import nullcontext

    from experiments.spark_cluster import open_cluster, open_session

    place = open_cluster(out.parent) if cluster else nullcontext(None)
    size = max(1 << 14, notes.stat().st_size // (CORES * _PARTS))
    settings = {
        "sql_files_maxPartitionBytes": str(size),
        "sql_files_openCostInBytes": "0",
        "executor_memory": "1g",
        "driver_memory": "1g",
    }
    with (
        place as opened,
        open_session(opened.master if opened else f"local[{CORES}]", **settings) as session,
    ):
        from reticent.spark import Metrics, sanitize

        frame = session.read.schema("id long, text string").json(str(notes))
        metrics = Metrics.start(session)
        # Every Python process is begun and has its stores open before the clock starts, as in the other settings.
        sanitize(session.range(64).selectExpr("id", "'ready' as text"), "text", POLICY).count()
        with _tell_time():
            sanitize(frame, "text", POLICY, metrics=metrics).write.parquet(str(out))
        print(
            json.dumps({"counts": {"documents": metrics.counts.documents, "refused": metrics.counts.refused}})
        )


def release_long_text(characters: int) -> None:
    """One text of so many characters, which is held whole."""
    from experiments.tickets import make_tickets

    policy = _open_ready_policy()
    text = "\n".join(make_tickets(characters // 100))[:characters]
    before, began = peak_megabytes(), time.process_time()
    _ = policy.sanitize(text).text
    spent = time.process_time() - began
    print(json.dumps({"seconds": spent, "megabytes_before": before, "megabytes": peak_megabytes()}))


def _read(notes: Path) -> Iterator[dict[str, str]]:
    with notes.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


@contextmanager
def _tell_time() -> Iterator[None]:
    print(json.dumps({"begins": True}), flush=True)
    began = time.monotonic()
    yield
    print(json.dumps({"seconds": time.monotonic() - began}), flush=True)
