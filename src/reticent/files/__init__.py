"""Files on disk: written whole, by one run at a time; no room has a way of its own."""

from reticent.files.unfinished import Checkpoint, Unfinished, begin_output
from reticent.files.writing import (
    PRIVATE,
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
    "Checkpoint",
    "Unfinished",
    "begin_output",
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
