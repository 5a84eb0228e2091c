"""Long work that people watch and may stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from reticent.errors import KnowledgeError

if TYPE_CHECKING:
    from rich.progress import TaskID

    from reticent.knowledge.corpus.build.building import Step


@contextmanager
def stoppable() -> Iterator[None]:
    """Let an interrupt or a request to end unwind the build, so that it cleans up after itself."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    except KeyboardInterrupt:
        raise KnowledgeError("stopped before the end; nothing was written") from None
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def progress(*, quiet: bool) -> Iterator[Callable[[Step], None]]:
    """A bar with documents a second and the time left, where somebody watches."""
    if quiet or not sys.stderr.isatty():
        yield lambda step: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        tasks: dict[str, TaskID] = {}

        def show(step: Step) -> None:
            if step.stage not in tasks:
                tasks[step.stage] = bar.add_task(step.stage, total=step.total, rate="")
            task = bar.tasks[tasks[step.stage]]
            rate = (
                f"{step.documents / task.elapsed:,.0f} documents/s" if step.documents and task.elapsed else ""
            )
            bar.update(task.id, completed=step.done, rate=rate)

        yield show
