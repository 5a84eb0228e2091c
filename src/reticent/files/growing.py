"""A long output that is written piece by piece under a hidden name; only the whole gets its own."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from reticent.errors import DocumentError, ReticentError
from reticent.files.writing import is_special, one_run, open_through, put_in_place, real_place, require_modes


@contextmanager
def grow_file(target: Path, *, mode: int | None = None) -> Iterator[GrowingFile]:
    """The output of one run under a hidden name beside its target, until `finish` gives it its own.

    Meanwhile no other run can write the target. What a stopped run wrote is still there, and whoever goes on says how much
    of it counts (`go_back`). A run that ends with an error of ours would end so again, so nothing of it is left.
    """
    require_modes(target, mode)
    if target.is_dir():
        raise DocumentError(f"'{target}' is a directory: name a file to write")
    with one_run(target):
        output = _open(target, mode)
        try:
            yield output
        except ReticentError:
            output.discard()
            raise
        finally:
            output.close()


def hide_name(target: Path, ending: str) -> Path:
    """The hidden name beside a file for what a run keeps until the file is whole."""
    place = real_place(target)
    return place.with_name(f".{place.name}.{ending}")


@dataclass(slots=True)
class GrowingFile:
    """An output that grows at its end; `part` is where it lies until it is whole, or None where it is written through."""

    target: Path
    part: Path | None
    mode: int | None
    _file: BinaryIO
    written: int = 0

    @property
    def size(self) -> int:
        """How many bytes there are, those of a stopped run included."""
        return os.fstat(self._file.fileno()).st_size if self.part else 0

    def write(self, data: bytes) -> None:
        """Add to the output."""
        with self._explain_errors():
            self._file.write(data)
        self.written += len(data)

    def go_back(self, written: int) -> None:
        """Forget what was written after so many bytes; those of them that are lacking are a DocumentError."""
        if self.part:
            with self._explain_errors():
                if self.size < written:
                    raise DocumentError(f"'{self.target}' lost what a stopped run wrote to it: run again")
                self._file.truncate(written)
                self._file.seek(written)
        self.written = written

    def sync(self) -> None:
        """Put everything on disk, so that a later run finds it there."""
        if self.part:
            with self._explain_errors():
                self._file.flush()
                os.fsync(self._file.fileno())

    def finish(self) -> None:
        """Give the whole output its name; a DocumentError when it isn't exactly what was written here."""
        self.sync()
        with self._explain_errors():
            self._file.flush()
            if self.part:
                self._require_own_bytes(self.part)
                self._file.close()
                put_in_place(self.part, self.target, mode=self.mode)

    def discard(self) -> None:
        """Leave nothing of the output behind."""
        self.close()
        if self.part:
            self.part.unlink(missing_ok=True)

    def close(self) -> None:
        """Leave what is written to a later run."""
        with suppress(OSError):  # a failure to write was reported when it was written
            self._file.close()

    def _require_own_bytes(self, part: Path) -> None:
        state = os.fstat(self._file.fileno())
        if state.st_size != self.written or not os.path.samestat(state, part.stat()):
            raise DocumentError(f"'{part}' was changed by somebody else while it was written: run again")

    @contextmanager
    def _explain_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise DocumentError(f"'{self.target}' can't be written: {error.strerror}") from None


def _open(target: Path, mode: int | None) -> GrowingFile:
    try:
        if is_special(target):
            return GrowingFile(target, None, mode, open_through(target))
        part = hide_name(target, "part")
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        file = os.fdopen(os.open(part, flags, 0o666 if mode is None else mode), "r+b")
        return GrowingFile(target, part, mode, file)
    except OSError as error:
        raise DocumentError(f"'{target}' can't be written: {error.strerror}") from None
