"""Files on disk: written whole, by one run at a time; no room has a way of its own."""

from reticent.files.writing import (
    PRIVATE,
    GrowingFile,
    grow_file,
    hide_name,
    is_special,
    mode_of,
    one_run,
    put_in_place,
    real_place,
    require_modes,
    require_private,
    whole_file,
    write_whole,
)

__all__ = [
    "PRIVATE",
    "GrowingFile",
    "grow_file",
    "hide_name",
    "is_special",
    "mode_of",
    "one_run",
    "put_in_place",
    "real_place",
    "require_modes",
    "require_private",
    "whole_file",
    "write_whole",
]
