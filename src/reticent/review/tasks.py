"""Long work over many documents: step by step, with what came of each, and an end whenever somebody stops it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock, Thread
from typing import Any

from reticent.errors import ReticentError, ReviewError

Row = Mapping[str, Any]
Step = Callable[[], Row | None]


@dataclass(slots=True)
class LongTask:
    """What is being done, how far it is, and a row for every step that has something to say."""

    name: str
    number: int
    total: int
    done: int = 0
    rows: list[Row] = field(default_factory=list, repr=False)
    stopped: bool = False
    ended: bool = False

    def describe(self) -> dict[str, Any]:
        """The task as a page shows it."""
        return {
            "name": self.name,
            "number": self.number,
            "total": self.total,
            "done": self.done,
            "rows": list(self.rows) if self.ended else [],
            "stopped": self.stopped,
            "ended": self.ended,
        }


class LongTasks:
    """One long task at a time; `tell` is called after every step."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._lock = Lock()
        self._thread: Thread | None = None
        self._number = 0
        self.latest: LongTask | None = None

    def start(self, name: str, steps: Sequence[Step]) -> LongTask:
        """Begin with the steps of a task; a ReviewError while another is under way."""
        with self._lock:
            if self.latest is not None and not self.latest.ended:
                raise ReviewError(
                    "busy", f"another task is under way ({self.latest.name}): wait for it, or stop it"
                )
            self._number += 1
            task = self.latest = LongTask(name, self._number, len(steps))
            self._thread = Thread(target=self._go, args=(task, steps), name="task", daemon=True)
            self._thread.start()
        return task

    def stop(self) -> None:
        """End the task after the step that is under way."""
        if self.latest is not None:
            self.latest.stopped = True

    def wait(self) -> LongTask | None:
        """The latest task, when it has ended."""
        if self._thread is not None:
            self._thread.join()
        return self.latest

    def _go(self, task: LongTask, steps: Sequence[Step]) -> None:
        try:
            for step in steps:
                if task.stopped:
                    break
                if (row := _take(step)) is not None:
                    task.rows.append(row)
                task.done += 1
                self._tell()
        finally:
            task.ended = True
            self._tell()


def _take(step: Step) -> Row | None:
    """What came of a step; one that can't be done stops no other."""
    try:
        return step()
    except ReticentError as error:
        return {"result": "failed", "why": str(error)}
