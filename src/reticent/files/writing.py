"""Files out: whole or not at all. A device, a pipe or an open file is written through and never replaced."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from reticent.errors import DocumentError, InputError
from reticent.files.access import PRIVATE, mode_of, require_modes

_OPEN_FILE = re.compile(r"/dev/(?:fd/\d+|stdin|stdout|stderr)|/proc/(?:self|thread-self|\d+)/fd/\d+")
"""Names of what a process has open: replacing one would hit a file that somebody else is writing to."""

_MOST_LINKS = 40


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
