"""One run at a time per output."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from reticent.errors import DocumentError
from reticent.files.writing import is_special, real_place

_TAKEN = frozenset({errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK})


@contextmanager
def one_run(target: Path) -> Iterator[None]:
    """Keep other runs from writing a file or folder; a DocumentError when one does so already.

    The lock is on a hidden file, which is gone in the end; the system lifts the lock of a run that was killed. What
    is written through, such as a pipe, has no lock.
    """
    if is_special(target):
        yield
        return
    try:
        place = real_place(target)
        lock = place / ".reticent.lock" if place.is_dir() else place.with_name(f".{place.name}.lock")
        handle = _take(lock, target)
    except OSError as error:
        raise DocumentError(
            f"'{target}' can't be kept from other runs: {error.strerror}; choose another -o"
        ) from None
    try:
        yield
    finally:
        _give_back(handle, lock)


def _take(lock: Path, target: Path) -> int:
    """The open and locked file; asked again when its owner removed it between opening and locking."""
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(handle)
            if _is_at(handle, lock):
                return handle
        except OSError as error:
            os.close(handle)
            if error.errno in _TAKEN:
                raise DocumentError(
                    f"another run is writing '{target}': wait for it, or choose another -o"
                ) from None
            raise
        os.close(handle)


def _is_at(handle: int, lock: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), lock.stat())
    except FileNotFoundError:
        return False


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _give_back(handle: int, lock: Path) -> None:
        # An open file can't be removed there; where another run has opened it meanwhile it stays, empty.
        os.close(handle)
        with suppress(OSError):
            lock.unlink()

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _give_back(handle: int, lock: Path) -> None:
        with suppress(OSError):
            lock.unlink()
        os.close(handle)
