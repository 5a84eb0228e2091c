"""The records that can't be released, collected as they are so that somebody can mend them and release them alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from reticent.files import PRIVATE, Unfinished, begin_output


@dataclass(slots=True)
class BadRecords:
    """A file of bad records that grows with a run, or none; only its owner may read it."""

    output: Unfinished | None = None
    written: int = field(default=0, init=False)

    def begin(self, head: bytes) -> None:
        """Begin as the collection does, such as with the names of the columns."""
        self.add([head])

    def add(self, records: Iterable[bytes]) -> None:
        """Collect records; they are on disk before the run notes that it is done with them."""
        data = b"".join(records)
        if self.output is None or not data:
            return
        self.output.write(data)
        self.written += len(data)
        self.output.note(0, 0)
        self.output.save()

    def go_back(self, written: int) -> None:
        """Forget what was collected after the point that a stopped run goes on from."""
        if self.output is not None:
            self.output.go_back(written)
        self.written = written

    def finish(self, count: int) -> None:
        """Give the file its name, if there is something in it."""
        if self.output is not None:
            (self.output.finish if count else self.output.discard)()


@contextmanager
def collect_bad(place: Path | None, run: str) -> Iterator[BadRecords]:
    """Where the bad records of a run go; nowhere without a place."""
    if place is None:
        yield BadRecords()
        return
    with begin_output(place, run, mode=PRIVATE) as output:
        yield BadRecords(output)
