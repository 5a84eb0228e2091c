"""A folder beside the file to be made, gone when the work ends, however it ends."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from reticent.errors import KnowledgeError
from reticent.files import is_special, real_place


@contextmanager
def workplace(target: Path) -> Iterator[Path]:
    """An empty folder on the target's disk; trouble with the disk becomes a KnowledgeError."""
    if target.is_dir():
        raise KnowledgeError(f"'{target}' is a folder: name a file to write")
    try:
        place = real_place(target)
        beside = None if is_special(target) else place.parent
        folder = Path(tempfile.mkdtemp(dir=beside, prefix=f".{place.name}.", suffix=".part"))
    except OSError as error:
        raise KnowledgeError(f"'{target}' can't be written: {error.strerror}") from None
    try:
        yield folder
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise KnowledgeError(f"the disk of '{target}' is full; nothing was written: make room") from None
        raise KnowledgeError(f"'{target}' can't be built: {error.strerror or type(error).__name__}") from None
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def require_workplace(folder: Path) -> None:
    """Refuse to work where the folder is not: on another machine that doesn't share the disk."""
    if not folder.is_dir():
        raise KnowledgeError(
            f"a machine of the cluster can't see '{folder.parent}': name an output on a disk that all machines share"
        )


@contextmanager
def whole_part(path: Path) -> Iterator[BinaryIO]:
    """A file of the workplace to fill; it gets its name when it is whole, so that who does the same work twice harms nobody."""
    unfinished = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    with unfinished.open("xb") as file:
        yield file
    os.replace(unfinished, path)
