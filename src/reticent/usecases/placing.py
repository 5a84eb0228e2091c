"""Where the released files of a folder stand: their own names where these tell nothing, numbers where they do."""

from __future__ import annotations

import hashlib
import os
import unicodedata
from itertools import count
from pathlib import Path

from reticent.errors import DocumentError
from reticent.files import PRIVATE
from reticent.formats.seam.records import write_number
from reticent.usecases.file_names import known_ending
from reticent.usecases.run_log import Ledger, Line


def lay_out(ledger: Ledger, store: Path, tree: Path, *, private_ending: str = "") -> None:
    """Move every released file from the store to its place in the tree, if it is just what was written there.

    Numbers follow the content of the released files, so that they don't tell the order of the names. Names that differ
    only in case would be one on some systems: all but one of them become numbers too.
    """
    numbers = count(1)
    tree.mkdir(mode=0o700 if private_ending else 0o777)
    for line in ledger.lines_by_content():
        place = line.path + private_ending if private_ending else _place_file(ledger, line.path, numbers)
        _move(line, store, tree / place, mode=PRIVATE if private_ending else None)
        ledger.note_place(line, place)
    ledger.save()


def place_in_store(store: Path, line: Line) -> Path:
    """Where a released file waits; no folder of the store holds more than a thousand."""
    return store / f"{line.id // 1000:06d}" / f"{line.id:09d}"


def _place_file(ledger: Ledger, path: str, numbers: count[int]) -> str:
    *folders, name = path.split("/")
    folder = ""
    for depth, part in enumerate(folders, 1):
        folder = _place_folder(ledger, "/".join(folders[:depth]), folder, part, numbers)
    return _choose(ledger, path, folder, name, known_ending(name), numbers)


def _place_folder(ledger: Ledger, path: str, parent: str, name: str, numbers: count[int]) -> str:
    place = ledger.place_of_folder(path)
    if place is None:
        place = _choose(ledger, path, parent, name, "", numbers)
        ledger.note_folder(path, place)
    return place


def _choose(ledger: Ledger, path: str, parent: str, name: str, ending: str, numbers: count[int]) -> str:
    """A place that nothing else has, whatever a system thinks of small and large letters."""
    before = f"{parent}/" if parent else ""
    if not ledger.is_telling(path) and ledger.take(_fold(before + name)):
        return before + name
    free = (f"{before}{write_number(number)}{ending.lower()}" for number in numbers)
    return next(place for place in free if ledger.take(_fold(place)))


def _fold(place: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", place).casefold())


def read_stored(store: Path, line: Line) -> bytes:
    """What waits for a place, if it is just what was written there."""
    waiting = place_in_store(store, line)
    data = waiting.read_bytes()
    if hashlib.sha256(data).hexdigest() != line.released:
        waiting.unlink()
        raise DocumentError(f"'{waiting}' was changed by somebody else while it waited: run again")
    return data


def _move(line: Line, store: Path, place: Path, *, mode: int | None) -> None:
    waiting = place_in_store(store, line)
    try:
        read_stored(store, line)
        place.parent.mkdir(parents=True, exist_ok=True)
        if mode is not None:
            waiting.chmod(mode)
        os.replace(waiting, place)
    except OSError as error:
        raise DocumentError(f"'{place}' can't be written: {error.strerror}") from None
