"""The files under review, as they were read and still are on disk; where releases go, and what stays with the original."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from reticent.engine.rules import Rules
from reticent.errors import DocumentError, ReticentError, ReviewError
from reticent.formats.seam.format import as_file_source
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.outline import OutlinePassage
from reticent.proof.keys import SigningKey
from reticent.usecases.prove import ProofPolicy
from reticent.usecases.release import InputFile, Opened, read_file, read_input
from reticent.vault.store import Seal


@dataclass(frozen=True, slots=True)
class FileUnderReview:
    """A file, and the numbers of its documents among all that are under review."""

    given: InputFile
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


@dataclass(frozen=True, slots=True)
class UnreadFile:
    """A file that can't be read, and why: the others are reviewed without it."""

    name: str
    error: ReticentError = field(repr=False)

    @property
    def why(self) -> str:
        """A line for people."""
        said = str(self.error)
        return f"left out: {said}" if f"'{self.name}'" in said else f"left out: {self.name}: {said}"


def open_files(
    given: Sequence[InputFile], rules: Rules, options: FormatOptions | None = None
) -> tuple[list[FileUnderReview], list[UnreadFile]]:
    """The files, read by their formats, and those that can't be; documents are numbered from 1 over all of them."""
    files: list[FileUnderReview] = []
    unread: list[UnreadFile] = []
    first = 1
    for each in given:
        try:
            opened = read_input(each, rules.kinds, options or rules.options)
        except ReticentError as error:
            unread.append(UnreadFile(each.name, error))
            continue
        files.append(FileUnderReview(each, opened, first))
        first += len(opened.documents)
    return files, unread


def read_outline(file: FileUnderReview) -> Sequence[Sequence[OutlinePassage]]:
    """What its format says of each document of a file; nothing where it is at a loss, for the text can be shown without."""
    try:
        outline = as_file_source(file.opened.source).outline
    except Exception:  # it is for looks alone, and its own words could quote the file
        return ()
    return outline if len(outline) == len(file.opened.documents) else ()


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


PRIVATE_FOLDER = "private"
"""The folder beside -o for what stays with the original; nobody else can open it."""


@dataclass(frozen=True, slots=True)
class Outbox:
    """Where releases go, who answers for them, and who signs; proofs speak of `policy`, and journals are under `seal`."""

    out: Path
    who: str
    keys: Sequence[SigningKey] = field(default=(), repr=False)
    policy: ProofPolicy | None = None
    seal: Seal | None = field(default=None, repr=False)

    @property
    def private(self) -> Path:
        """Where plans, reports and journals go: beside the releases, so that who hands them over hands over nothing else."""
        out = self.out if self.out.name else self.out.resolve()
        return out.parent / PRIVATE_FOLDER / out.name

    def place(self, name: str) -> Path:
        """The place of the release of a file."""
        return self.out / PurePath(name).name

    def keep(self, name: str, ending: str) -> Path:
        """The place of a file that stays with the original."""
        return self.private / (PurePath(name).name + ending)


def require_room(files: Sequence[FileUnderReview], outbox: Outbox) -> None:
    """Raise unless every file has a place of its own that is no original, in a folder that can be written to."""
    if outbox.private.resolve().is_relative_to(outbox.out.resolve()):
        raise DocumentError(
            f"'{outbox.out}' can't have this name: plans and journals, which quote the originals, go into"
            f" '{PRIVATE_FOLDER}' beside it; choose another -o"
        )
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
        outbox.out.mkdir(parents=True, exist_ok=True)
        outbox.private.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        outbox.private.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise DocumentError(f"'{outbox.out}' can't be written: {error.strerror}; choose another -o") from None


JOURNAL = ".journal.jsonl"
"""What the name of a file's journal adds to its own."""


def forget_review(out: Path) -> int:
    """Delete the journals of all reviews that released to a folder, who decided what with them; how many there were."""
    private = Outbox(out, "").private
    found = sorted(private.glob("*.journal*.jsonl")) if private.is_dir() else []
    try:
        for path in found:
            path.unlink()
    except OSError as error:
        raise DocumentError(f"a journal in '{private}' can't be deleted: {error.strerror}") from None
    return len(found)
