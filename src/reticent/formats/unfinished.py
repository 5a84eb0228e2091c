"""A long output that is written piece by piece: a killed run goes on where it stopped, and only the whole is shown."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from reticent.errors import DocumentError
from reticent.formats.files import write_whole


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How far a run came: bytes read and written, lines read, and the caller's own counts."""

    read: int = 0
    written: int = 0
    lines: int = 0
    counts: tuple[int, ...] = ()


class Unfinished:
    """The output of one run under hidden names beside its target, until `finish` gives it its own.

    `run` names what the output depends on (the source, the rules): what another run left is not gone on with.
    """

    def __init__(self, target: Path, run: str) -> None:
        self._target, self._run = target, run
        self._part = target.with_name(f".{target.name}.part")
        self._notes = target.with_name(f".{target.name}.progress")
        self.begun = self._read_notes()
        try:
            self._file: BinaryIO = self._part.open("r+b" if self.begun.written else "wb")
            self._file.truncate(self.begun.written)
            self._file.seek(self.begun.written)
        except OSError as error:
            raise DocumentError(f"'{self._part}' can't be written: {error.strerror}") from None

    def write(self, data: bytes) -> None:
        """Add to the output."""
        try:
            self._file.write(data)
        except OSError as error:
            raise DocumentError(f"'{self._part}' can't be written: {error.strerror}") from None

    def note(self, read: int, lines: int, counts: tuple[int, ...]) -> None:
        """Remember that everything up to here is safely written."""
        self._file.flush()
        os.fsync(self._file.fileno())
        content = {
            "run": self._run,
            "read": read,
            "written": self._file.tell(),
            "lines": lines,
            "counts": counts,
        }
        write_whole(self._notes, json.dumps(content).encode())

    def finish(self) -> None:
        """Give the whole output its name."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        os.replace(self._part, self._target)
        self._notes.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave what is written to a later run."""
        self._file.close()

    def _read_notes(self) -> Checkpoint:
        if not self._notes.exists() or not self._part.exists():
            return Checkpoint()
        try:
            notes: dict[str, Any] = json.loads(self._notes.read_bytes())
            found = Checkpoint(notes["read"], notes["written"], notes["lines"], tuple(notes["counts"]))
        except (ValueError, KeyError, TypeError):
            return Checkpoint()
        if notes.get("run") != self._run:
            raise DocumentError(
                f"'{self._part}' was begun from another source or with other rules:"
                f" delete it and '{self._notes}', or choose another -o"
            )
        return found if self._part.stat().st_size >= found.written else Checkpoint()
