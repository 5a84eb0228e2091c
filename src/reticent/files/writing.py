"""Files out: whole or not at all, by one run at a time. A device, a pipe or an open file is written through.

What is secret is readable by its owner alone, when it is written and when it is used. A long output grows under a hidden
name; only the whole gets its own.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import shlex
import shutil
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from reticent.errors import DocumentError, InputError, ReticentError

PRIVATE = 0o600
"""The mode of a file that only its owner may read."""

_OTHERS = 0o077
"""The bits of a mode that let anybody but the owner in."""

_SYSTEM = frozenset({"SY", "S-1-5-18", "BA", "S-1-5-32-544", "OW", "S-1-3-4", "CO", "S-1-3-0"})
"""Whom a Windows file can't be kept from, or who is its owner: the system, administrators, owner and creator."""


def mode_of(path: Path) -> int:
    """The permissions of a file, to give them to what is made of it."""
    return stat.S_IMODE(path.stat().st_mode) & 0o777


def require_modes(path: Path, mode: int | None, error: type[InputError] = DocumentError) -> None:
    """Refuse to write what others may not read on a system that can't keep it from them."""
    if mode is not None and not mode & _OTHERS and os.name == "nt":
        raise error(
            f"'{path}' must be readable by its owner alone, and this system has no file modes:"
            " write to standard output, into a folder that only you can read"
        )


def require_private(path: Path, error: type[InputError] = DocumentError) -> None:
    """Refuse to use a secret that others may read or change; what is missing, or no file but a pipe, is left to its reader."""
    try:
        state = path.stat()
    except OSError:
        return
    if not stat.S_ISREG(state.st_mode):
        return
    if sys.platform == "win32":
        if others := list_others(_read_descriptor(path, error)):
            raise error(
                f"'{path}' can be read by others ({', '.join(others)}): run"
                f' \'icacls "{path}" /inheritance:r /grant:r "%USERNAME%:F"\', then again'
            )
    elif state.st_mode & _OTHERS:
        raise error(f"'{path}' can be read by others: run 'chmod 600 {shlex.quote(str(path))}', then again")


def list_others(descriptor: str) -> list[str]:
    """Who may use a Windows file besides its owner, the system and administrators, by its security descriptor.

    They are named as the descriptor names them; "WD" (everyone) where it has no list at all.

    >>> list_others("O:S-1-5-21-7G:BAD:PAI(A;;FA;;;S-1-5-21-7)(A;;FA;;;SY)(D;;FA;;;BU)(A;IO;FA;;;AU)(A;;FR;;;BU)")
    ['BU']
    """
    owner = re.match(r"O:(.*?)(?=G:|D:|S:|$)", descriptor)
    found = re.search(r"D:(?!NO_ACCESS_CONTROL)[A-Z]*((?:\([^()]*\))*)", descriptor)
    if found is None:
        return ["WD"]
    fine = _SYSTEM | ({owner[1]} if owner else frozenset())
    entries = [entry.split(";") for entry in re.findall(r"\(([^()]*)\)", found[1])]
    allowing = [entry for entry in entries if entry[0] in ("A", "OA", "XA") and "IO" not in entry[1]]
    return sorted({entry[5] for entry in allowing} - fine)


def _read_descriptor(path: Path, error: type[InputError]) -> str:
    """The owner and the access list of a file, in the security descriptor definition language."""
    import ctypes

    libraries = getattr(ctypes, "windll")  # noqa: B009 - it is there on Windows alone
    descriptor, written = ctypes.c_void_p(), ctypes.c_wchar_p()
    owner_and_list, of_file, revision = 0x1 | 0x4, 1, 1
    failed = libraries.advapi32.GetNamedSecurityInfoW(
        str(path), of_file, owner_and_list, None, None, None, None, ctypes.byref(descriptor)
    )
    done = not failed and libraries.advapi32.ConvertSecurityDescriptorToStringSecurityDescriptorW(
        descriptor, revision, owner_and_list, ctypes.byref(written), None
    )
    if not done or written.value is None:
        raise error(
            f"who may read '{path}' can't be found out: move it to a disk with access lists, such as NTFS"
        )
    return written.value


_OPEN_FILE = re.compile(r"/dev/(?:fd/\d+|stdin|stdout|stderr)|/proc/(?:self|thread-self|\d+)/fd/\d+")
"""Names of what a process has open: replacing one would hit a file that somebody else is writing to."""

_MOST_LINKS = 40
"""Links that are followed one after the other, as many as Linux follows."""


def write_whole(
    path: Path, data: bytes, *, mode: int | None = None, error: type[InputError] = DocumentError
) -> None:
    """Put `data` into a file at once: a reader sees the old file or the new one, never a part.

    `mode` is the file's mode afterwards; if left out, an old file keeps its own and a new one gets the usual one.
    """
    with whole_file(path, mode=mode, error=error) as temporary:
        temporary.write_bytes(data)


@contextmanager
def whole_file(
    path: Path, *, mode: int | None = None, error: type[InputError] = DocumentError
) -> Iterator[Path]:
    """An empty file to fill; when the block ends well it stands at `path` at once, otherwise `path` stays as it was."""
    require_modes(path, mode, error)
    temporary: Path | None = None
    try:
        temporary = _create(path, mode)
        yield temporary
        put_in_place(temporary, path, mode=mode)
    except OSError as failure:
        raise error(f"'{path}' can't be written: {failure.strerror or type(failure).__name__}") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def put_in_place(finished: Path, path: Path, *, mode: int | None = None) -> None:
    """Give a finished file its name at once, or write it through where a special file stands; an OSError if it fails."""
    if is_special(path):
        with finished.open("rb") as source, open_through(path) as target:
            shutil.copyfileobj(source, target)
        return
    with finished.open("rb") as file:
        os.fsync(file.fileno())
    place = real_place(path)
    if mode is not None or place.exists():
        finished.chmod(mode_of(place) if mode is None else mode)
    os.replace(finished, place)


def open_through(path: Path) -> BinaryIO:
    """A special file, open for writing; what an open file already holds stays."""
    return path.open("ab" if _names_open_file(path) else "wb")


def is_special(path: Path) -> bool:
    """Whether a device, a pipe, a socket or somebody's open file stands at `path`, links followed."""
    if _names_open_file(path):
        return True
    try:
        kind = path.stat().st_mode
    except OSError:
        return False
    return not stat.S_ISREG(kind) and not stat.S_ISDIR(kind)


def real_place(path: Path) -> Path:
    """Where a file at `path` really stands: the end of its links; an OSError when they run in a circle."""
    if not path.is_symlink():
        return path
    place = Path(os.path.realpath(path))
    if place.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return place


def _names_open_file(path: Path) -> bool:
    """Whether `path` or a link on its way is a name such as /dev/stdout."""
    for _ in range(_MOST_LINKS):
        if _OPEN_FILE.fullmatch(os.path.abspath(path)):
            return True
        if not path.is_symlink():
            return False
        path = path.parent / path.readlink()
    return False


def _create(path: Path, mode: int | None) -> Path:
    """A new empty file on the disk where `path` stands."""
    if is_special(path):
        handle, name = tempfile.mkstemp(suffix=".part")
        os.close(handle)
        return Path(name)
    place = real_place(path)
    temporary = place.with_name(f".{place.name[:40]}.{secrets.token_hex(4)}.part")
    # Nobody may read more of it, even for a moment, than of the file that it becomes.
    begun_with = mode if mode is not None else PRIVATE if place.exists() else 0o666
    os.close(os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, begun_with))
    return temporary


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
        output = _open_growing(target, mode)
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


def _open_growing(target: Path, mode: int | None) -> GrowingFile:
    try:
        if is_special(target):
            return GrowingFile(target, None, mode, open_through(target))
        part = hide_name(target, "part")
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)
        file = os.fdopen(os.open(part, flags, 0o666 if mode is None else mode), "r+b")
        return GrowingFile(target, part, mode, file)
    except OSError as error:
        raise DocumentError(f"'{target}' can't be written: {error.strerror}") from None
