"""What a folder holds, one file after another, however many there are; links are not followed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath
from typing import Literal

from reticent.errors import DocumentError

State = Literal["todo", "released", "refused", "left"]
"""Of a file: to be released, released, refused, or left out because it is no file of its own."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Which files of a folder are meant: patterns such as *.txt, for the name or the whole path in the folder."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def takes(self, path: str) -> bool:
        """Whether a file is meant."""
        return not self.leaves_out(path) and (not self.include or _matches(path, self.include))

    def leaves_out(self, path: str) -> bool:
        """Whether a file, or a folder with all that it holds, is left out."""
        return _matches(path, self.exclude)


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of a folder by its path there, with slashes; `why` says what keeps it from being read."""

    path: str
    size: int = 0
    time: int = 0
    state: State = "todo"
    why: str = ""


ALL = Pick()


def walk_folder(root: Path, pick: Pick = ALL) -> Iterator[Entry]:
    """Every file that is meant, in no order; what can't be read, links and special files come with the reason."""
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(root / folder) as found:
                for item in found:
                    path = f"{folder}/{item.name}" if folder else item.name
                    if item.is_dir(follow_symlinks=False):
                        waiting += [] if pick.leaves_out(path) else [path]
                    elif pick.takes(path):
                        yield _describe(item, path)
        except OSError as error:
            if not folder:
                raise DocumentError(f"'{root}' can't be read: {error.strerror}") from None
            yield Entry(folder, state="refused", why=f"the folder can't be read: {error.strerror}")


def describe_path(path: str) -> Entry:
    """A file by its own path; one that can't be looked at is told when it is read."""
    try:
        state = os.stat(path)
    except OSError:
        return Entry(path)
    return Entry(path, state.st_size, state.st_mtime_ns)


def _describe(item: os.DirEntry[str], path: str) -> Entry:
    if item.is_symlink():
        return Entry(path, state="left", why="a link, which is not followed")
    if not item.is_file(follow_symlinks=False):
        return Entry(path, state="left", why="no plain file")
    state = item.stat(follow_symlinks=False)
    return Entry(path, state.st_size, state.st_mtime_ns)


def _matches(path: str, patterns: tuple[str, ...]) -> bool:
    name = PurePosixPath(path).name
    return any(fnmatchcase(path, pattern) or fnmatchcase(name, pattern) for pattern in patterns)
