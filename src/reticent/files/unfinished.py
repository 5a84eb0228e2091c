"""A long output that is written piece by piece: a killed run goes on where it stopped, and only the whole is shown."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import BinaryIO

from reticent.errors import DocumentError, ReticentError
from reticent.files.writing import (
    PRIVATE,
    is_special,
    one_run,
    open_through,
    put_in_place,
    real_place,
    require_modes,
    write_whole,
)

_SAVE_EVERY = 2.0
"""Seconds of work that a killed run loses at most."""


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """How far a run came: bytes read and written, records read, and the caller's own counts."""

    read: int = 0
    written: int = 0
    records: int = 0
    counts: tuple[int, ...] = ()


@contextmanager
def begin_output(target: Path, run: str, *, mode: int | None = None) -> Iterator[Unfinished]:
    """The output of one run under hidden names beside its target, until `finish` gives it its own.

    `run` names what the output depends on (the source, the rules): what another run left is replaced, which
    `Unfinished.replaces` tells. Meanwhile no other run can write the target. A run that is stopped can go on later;
    one that ends with an error of ours would end so again, so nothing of it is left.
    """
    require_modes(target, mode)
    if target.is_dir():
        raise DocumentError(f"'{target}' is a directory: name a file to write")
    with one_run(target):
        output = _open(target, run, mode)
        try:
            yield output
        except ReticentError:
            output.discard()
            raise
        except BaseException:
            output.save()
            raise
        finally:
            output.close()


class Unfinished:
    """An output that grows; `begun` tells how far an earlier run came, `replaces` that a run with other rules was left."""

    def __init__(self, file: BinaryIO, target: Path, left: _Left | None = None) -> None:
        self._file, self._target, self._left = file, target, left
        self.begun = left.begun if left else Checkpoint()
        self.replaces = left is not None and left.replaced
        self._written, self._noted, self._saved = self.begun.written, self.begun, time.monotonic()

    def write(self, data: bytes) -> None:
        """Add to the output."""
        with self._explain_errors():
            self._file.write(data)
        self._written += len(data)

    def go_back(self, written: int) -> None:
        """Forget what was written after so many bytes; those of them that are lacking are a DocumentError."""
        with self._explain_errors():
            if os.fstat(self._file.fileno()).st_size < written:
                raise DocumentError(f"'{self._target}' lost what a stopped run wrote to it: run again")
            self._file.truncate(written)
            self._file.seek(written)
        self._written = written

    def note(self, read: int, records: int, counts: tuple[int, ...] = ()) -> None:
        """Remember that everything up to here is written, on disk every few seconds."""
        self._noted = Checkpoint(read, self._written, records, counts)
        if time.monotonic() - self._saved > _SAVE_EVERY:
            self.save()

    def save(self) -> None:
        """Put what was noted last on disk, so that a later run goes on from there."""
        if not self._left:
            return
        with self._explain_errors():
            self._file.flush()
            os.fsync(self._file.fileno())
        notes = {"run": self._left.run, **asdict(self._noted)}
        write_whole(self._left.notes, json.dumps(notes).encode(), mode=self._left.private)
        self._saved = time.monotonic()

    def finish(self) -> None:
        """Give the whole output its name; a DocumentError when it isn't exactly what this run wrote."""
        with self._explain_errors():
            self._file.flush()
            if not self._left:
                return
            os.fsync(self._file.fileno())
            self._require_own_bytes(self._left.part)
            self._file.close()
            put_in_place(self._left.part, self._target, mode=self._left.mode)
            self._left.notes.unlink(missing_ok=True)

    def discard(self) -> None:
        """Leave nothing of the output behind."""
        self.close()
        if self._left:
            self._left.part.unlink(missing_ok=True)
            self._left.notes.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave what is written to a later run."""
        with suppress(OSError):  # a failure to write was told when it was written
            self._file.close()

    def _require_own_bytes(self, part: Path) -> None:
        state = os.fstat(self._file.fileno())
        if state.st_size != self._written or not os.path.samestat(state, part.stat()):
            raise DocumentError(f"'{part}' was changed by somebody else while it was written: run again")

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise DocumentError(f"'{self._target}' can't be written: {error.strerror}") from None


@dataclass(frozen=True, slots=True)
class _Left:
    """The hidden files of an output, and what they say of an earlier run."""

    part: Path
    notes: Path
    run: str
    mode: int | None
    begun: Checkpoint = Checkpoint()
    replaced: bool = False

    @property
    def private(self) -> int | None:
        """The mode of the notes, where there are modes."""
        return None if os.name == "nt" else PRIVATE


def _open(target: Path, run: str, mode: int | None) -> Unfinished:
    try:
        if is_special(target):
            return Unfinished(open_through(target), target)
        place = real_place(target)
        left = _look_at(_Left(_hide_name(place, "part"), _hide_name(place, "progress"), run, mode))
        return Unfinished(_open_part(left), target, left)
    except OSError as error:
        raise DocumentError(f"'{target}' can't be written: {error.strerror}") from None


def _hide_name(place: Path, ending: str) -> Path:
    return place.with_name(f".{place.name}.{ending}")


def _open_part(left: _Left) -> BinaryIO:
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
    file = os.fdopen(os.open(left.part, flags, 0o666 if left.mode is None else left.mode), "r+b")
    file.truncate(left.begun.written)
    file.seek(left.begun.written)
    return file


def _look_at(left: _Left) -> _Left:
    """The same with how far an earlier run came, if it was this one."""
    if not left.part.exists():
        return left
    try:
        notes = json.loads(left.notes.read_bytes())
        begun = Checkpoint(notes["read"], notes["written"], notes["records"], tuple(notes["counts"]))
        same = notes["run"] == left.run
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return left
    if same and left.part.stat().st_size >= begun.written:
        return replace(left, begun=begun)
    return replace(left, replaced=not same)
