"""Zip archives as a format among the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from reticent.errors import DocumentError
from reticent.formats.format import Container, Finding, Format, Residue
from reticent.formats.options import FormatOptions

if TYPE_CHECKING:
    from reticent.formats.archive.source import ArchiveSource

MOST_DEEP = 3
"""How many archives may lie in each other, the outermost counted."""


@dataclass(frozen=True, slots=True)
class ZipArchive:
    """A zip of files in formats that are read here; `depth` tells how many archives it lies in."""

    name: str
    suffixes: tuple[str, ...]
    depth: int = 0

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins like this is a zip."""
        return head.startswith((b"PK\x03\x04", b"PK\x05\x06"))

    def read(self, name: str, data: bytes, options: FormatOptions) -> ArchiveSource:
        """The names of the members as one document, then the documents of all members in order."""
        from reticent.formats.archive.source import read_archive

        self._refuse_depth(name)
        return read_archive(self, name, data, options)

    def inside(self, form: Format) -> Format:
        """The format of a member, which knows how deep it lies."""
        return replace(form, depth=self.depth + 1) if isinstance(form, ZipArchive) else form

    def agrees(self, released: str, found: str) -> bool:
        """Whether both are the same text to some member's format, or the same names, some of them replaced by numbers."""
        from reticent.formats.archive.names import names_agree
        from reticent.formats.registry import list_formats

        others = (each for each in list_formats() if isinstance(each, Container) and each.name != self.name)
        return (
            released == found
            or names_agree(released, found)
            or any(each.agrees(released, found) for each in others)
        )

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of every member whose format has another reader."""
        from reticent.formats.archive.opening import open_members

        for form, member in open_members(self, "an archive", data):
            if isinstance(form, Container):
                yield from form.reread(member.data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every place in the members, their names and what the archive says of them that holds one of the words."""
        from reticent.formats.archive.opening import open_members
        from reticent.formats.archive.residue import find_residue

        checks = [form for form, _ in open_members(self, "an archive", data)]
        return find_residue(data, list(words), checks)

    def inspect(self, data: bytes) -> list[Finding]:
        """What the archive and its members carry besides their text."""
        from reticent.formats.archive.inspection import inspect_archive

        self._refuse_depth("an archive")
        return inspect_archive(self, data)

    def _refuse_depth(self, name: str) -> None:
        if self.depth >= MOST_DEEP:
            raise DocumentError(f"'{name}' lies in more than {MOST_DEEP - 1} other archives: unpack it first")


ZIP = ZipArchive("zip", (".zip",))
