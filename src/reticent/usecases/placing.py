"""Where the released files of a folder stand: under their own names where these give nothing away, otherwise under numbers."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from itertools import count
from pathlib import Path, PurePosixPath

from reticent.errors import DocumentError
from reticent.files import PRIVATE
from reticent.formats.registry import list_formats, name_release
from reticent.formats.seam.records import write_number
from reticent.usecases.run_log import FileRow, RunLog


def lay_out(log: RunLog, store: Path, tree: Path, *, private_ending: str = "") -> None:
    """Move every released file from the store to its place in the tree, if it is just what was written there.

    Numbers follow the content of the released files, so that they don't give away the order of the names. Names that differ
    only in case would be one on some systems: all but one of them become numbers too.
    """
    numbers = count(1)
    tree.mkdir(mode=0o700 if private_ending else 0o777)
    for row in log.rows_by_content():
        place = row.path + private_ending if private_ending else _place_file(log, row.path, numbers)
        _move(row, store, tree / place, mode=PRIVATE if private_ending else None)
        log.note_place(row, place)
    log.save()


def place_in_store(store: Path, row: FileRow) -> Path:
    """Where a released file waits; no folder of the store holds more than a thousand."""
    return store / f"{row.id // 1000:06d}" / f"{row.id:09d}"


def _place_file(log: RunLog, path: str, numbers: count[int]) -> str:
    *folders, name = path.split("/")
    name = name_release(name)
    folder = ""
    for depth, part in enumerate(folders, 1):
        folder = _place_folder(log, "/".join(folders[:depth]), folder, part, numbers)
    return _choose(log, path, folder, name, known_ending(name), numbers)


def _place_folder(log: RunLog, path: str, parent: str, name: str, numbers: count[int]) -> str:
    place = log.place_of_folder(path)
    if place is None:
        place = _choose(log, path, parent, name, "", numbers)
        log.note_folder(path, place)
    return place


def _choose(log: RunLog, path: str, parent: str, name: str, ending: str, numbers: count[int]) -> str:
    """A place that nothing else has, whatever a system thinks of small and large letters."""
    before = f"{parent}/" if parent else ""
    if not log.is_revealing(path) and log.take(_fold(before + name)):
        return before + name
    free = (f"{before}{write_number(number)}{ending.lower()}" for number in numbers)
    return next(place for place in free if log.take(_fold(place)))


def _fold(place: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", place).casefold())


def split_path(path: str) -> list[str]:
    """The folders of a path and the name of its file, without an ending that a format knows: they are judged as labels."""
    *folders, name = path.split("/")
    return [*folders, name.removesuffix(known_ending(name))]


def known_ending(name: str) -> str:
    """The ending of a name if some format reads it, which gives nothing away; nothing otherwise."""
    ending = PurePosixPath(name).suffix
    return ending if any(ending.lower() in each.suffixes for each in list_formats()) else ""


def read_stored(store: Path, row: FileRow) -> bytes:
    """What waits for a place, if it is just what was written there."""
    waiting = place_in_store(store, row)
    data = waiting.read_bytes()
    if hashlib.sha256(data).hexdigest() != row.released:
        waiting.unlink()
        raise DocumentError(f"'{waiting}' was changed by somebody else while it waited: run again")
    return data


def _move(row: FileRow, store: Path, place: Path, *, mode: int | None) -> None:
    waiting = place_in_store(store, row)
    try:
        read_stored(store, row)
        place.parent.mkdir(parents=True, exist_ok=True)
        if mode is not None:
            waiting.chmod(mode)
        os.replace(waiting, place)
    except OSError as error:
        raise DocumentError(f"'{place}' can't be written: {error.strerror}") from None
