"""The files under review: as they were read, and still so on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from reticent.errors import DocumentError, ReviewError
from reticent.formats.options import FormatOptions
from reticent.policy.assembly import Assembly
from reticent.usecases.given import Given, Opened, open_given, read_file


@dataclass(frozen=True, slots=True)
class FileUnderReview:
    """A file, and the numbers of its documents among all that are under review."""

    given: Given
    opened: Opened
    first: int

    @property
    def numbers(self) -> range:
        """The numbers of its documents."""
        return range(self.first, self.first + len(self.opened.documents))

    @property
    def digest(self) -> bytes:
        """The SHA-256 of its bytes, by which a change on disk is noticed."""
        return hashlib.sha256(self.given.data).digest()


def open_files(
    given: Sequence[Given], assembly: Assembly, options: FormatOptions | None = None
) -> list[FileUnderReview]:
    """The files, read by their formats; documents are numbered from 1 over all of them."""
    files, first = [], 1
    for each in given:
        opened = open_given(each, assembly.kinds, options or assembly.options)
        files.append(FileUnderReview(each, opened, first))
        first += len(opened.documents)
    return files


def require_unchanged(file: FileUnderReview) -> None:
    """Raise unless the file on disk is the one that was read."""
    try:
        now = read_file(file.given.name)
    except DocumentError:
        raise ReviewError(
            "changed",
            f"'{file.given.name}' is no longer there: nothing was written; put it back, or end the review",
        ) from None
    if hashlib.sha256(now.data).digest() != file.digest:
        raise ReviewError(
            "changed",
            f"'{file.given.name}' was changed on disk since it was read: nothing was written; start the review again",
        )
