"""A folder beside the file to be made, gone when the work ends, however it ends."""

from __future__ import annotations

import errno
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
