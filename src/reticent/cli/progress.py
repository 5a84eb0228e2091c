"""Long work that people watch and may stop."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING

from reticent.errors import KnowledgeError
from reticent.usecases.collection import Progress
from reticent.usecases.records import Tally

if TYPE_CHECKING:
    from rich.progress import TaskID

    from reticent.knowledge.corpus.indexing.building import Step


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
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True)) as bar:
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


@contextmanager
def show_progress(what: str, *, quiet: bool) -> Iterator[Progress | None]:
    """A bar with what is done, documents and the time left, where somebody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("sanitizing"),
        BarColumn(),
        TextColumn("{task.fields[count]}"),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("", total=None, count="")

        def show(done: int, total: int, tally: Tally) -> None:
            files = f"{done:,} of {total:,} files, " if what == "files" else ""
            count = f"{files}{tally.documents:,} documents"
            bar.update(task, completed=done, total=total or None, count=count)

        yield show
