"""What is done with each file of many: whatever it is, it is a function of a module or a small value that can travel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from reticent.formats.options import FormatOptions
from reticent.pipeline import Outcome
from reticent.policy.assembly import Assembly
from reticent.usecases.given import Given
from reticent.usecases.release import release


@dataclass(frozen=True, slots=True)
class Made:
    """What came of one file, whatever was done with it."""

    data: bytes = field(repr=False)
    outcomes: Sequence[Outcome] = field(repr=False)
    dropped: Mapping[str, int] = field(default_factory=dict)


class Work(Protocol):
    """What is done with a file: a function of a module or a small frozen value, so that it can travel."""

    def __call__(self, given: Given, path: str, assembly: Assembly, options: FormatOptions) -> Made:
        """What comes of a file; `path` is its path in the folder."""
        ...


def sanitize_file(given: Given, path: str, assembly: Assembly, options: FormatOptions) -> Made:
    """The work of `reticent sanitize`."""
    released = release(given, assembly, options=options)
    return Made(released.data, released.outcomes, released.dropped)
