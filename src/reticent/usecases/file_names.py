"""The parts of a file's path that are judged as labels: its folders, and its name without an ending that tells nothing."""

from __future__ import annotations

from pathlib import PurePosixPath

from reticent.formats.registry import list_formats


def split_path(path: str) -> list[str]:
    """The folders of a path and the name of its file, without an ending that a format knows."""
    *folders, name = path.split("/")
    return [*folders, name.removesuffix(known_ending(name))]


def known_ending(name: str) -> str:
    """The ending of a name if some format reads it, which tells nothing; nothing otherwise."""
    ending = PurePosixPath(name).suffix
    return ending if any(ending.lower() in each.suffixes for each in list_formats()) else ""
