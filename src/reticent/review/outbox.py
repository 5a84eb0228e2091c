"""Where releases go, and what stays with the original."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from reticent.errors import DocumentError
from reticent.proof.keys import SigningKey
from reticent.review.files import FileUnderReview
from reticent.usecases.prove import Rules

PRIVATE_FOLDER = "private"
"""The folder inside -o for what stays with the original; nobody else can open it."""


@dataclass(frozen=True, slots=True)
class Outbox:
    """Where releases go, who answers for them, and who signs; proofs speak of `rules`."""

    out: Path
    who: str
    keys: Sequence[SigningKey] = field(default=(), repr=False)
    rules: Rules | None = None

    @property
    def private(self) -> Path:
        """Where plans, reports and journals go."""
        return self.out / PRIVATE_FOLDER

    def place(self, name: str) -> Path:
        """The place of the release of a file."""
        return self.out / PurePath(name).name

    def keep(self, name: str, ending: str) -> Path:
        """The place of a file that stays with the original."""
        return self.private / (PurePath(name).name + ending)


def require_room(files: Sequence[FileUnderReview], outbox: Outbox) -> None:
    """Raise unless every file has a place of its own that is no original, in a folder that can be written to."""
    originals = {Path(file.given.name).resolve() for file in files}
    taken: set[Path] = set()
    for file in files:
        place = outbox.place(file.given.name)
        if place.resolve() in originals:
            raise DocumentError(f"'{place}' is an original and would be overwritten: choose another -o")
        if place in taken:
            raise DocumentError(f"two files would both be released as '{place}': review them one at a time")
        taken.add(place)
    make_folders(outbox)


def make_folders(outbox: Outbox) -> None:
    """Make the folders of an outbox where they are missing."""
    try:
        outbox.private.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise DocumentError(f"'{outbox.out}' can't be written: {error.strerror}; choose another -o") from None
