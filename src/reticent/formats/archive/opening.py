"""A zip as it came: its members unpacked within limits, and refused where they can't be trusted.

What an archive carries besides its members, and what each member carries besides its text.

Zip archives as a format among the others.
"""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from reticent.errors import DocumentError, InputError
from reticent.files.unpacking import LIMITS
from reticent.formats.format import Container, Finding, Format, Inspectable, Residue
from reticent.formats.inspection.kinds import COMMENTS, METADATA
from reticent.formats.options import DEFAULTS, FormatOptions

if TYPE_CHECKING:
    from reticent.formats.archive.source import ArchiveSource


MOST_BYTES = 1 << 30
"""How large all members together may be, unpacked."""

MOST_MEMBERS = 10_000
_PIECE = 1 << 20
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_DRIVE = re.compile(r"[A-Za-z]:")
_LEFT_BY_SYSTEMS = frozenset({".ds_store", "thumbs.db", "desktop.ini"})
_DAMAGED = (zipfile.BadZipFile, EOFError, OSError, ValueError, NotImplementedError, RuntimeError, zlib.error)


@dataclass(frozen=True, slots=True)
class Member:
    """A file in an archive: its number, its name, and its bytes."""

    number: int
    name: str = field(repr=False)
    data: bytes = field(repr=False)

    @property
    def ending(self) -> str:
        """The ending of its name in small letters."""
        return PurePosixPath(self.name).suffix.lower()


def read_members(name: str, data: bytes) -> list[Member]:
    """The members in order; a DocumentError names by its number the one that can't be trusted."""
    with open_zip(name, data) as archive:
        entries = [each for each in archive.infolist() if not each.is_dir()]
        if len(entries) > MOST_MEMBERS:
            raise DocumentError(f"'{name}' has more than {MOST_MEMBERS:,} members: divide it")
        _refuse_duplicates(name, archive)
        members, size = [], 0
        for number, entry in enumerate(entries, 1):
            _refuse_entry(f"'{name}', member {number}", entry)
            if not is_left_by_system(entry.filename):
                unpacked = _unpack(archive, entry, f"'{name}', member {number}", MOST_BYTES - size)
                members.append(Member(number, entry.filename, unpacked))
                size += len(unpacked)
    return [replace(member, number=place) for place, member in enumerate(members, 1)]


@contextmanager
def open_zip(name: str, data: bytes) -> Iterator[zipfile.ZipFile]:
    """The archive; whatever is wrong with it becomes a DocumentError."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield archive
    except _DAMAGED:
        raise DocumentError(f"'{name}' is no zip that can be read, or a damaged one: pack it anew") from None


def open_members(archive: ZipArchive, name: str, data: bytes) -> Iterator[tuple[Format, Member]]:
    """Every member with its format."""
    for member in read_members(name, data):
        yield find_member_format(archive, name, member), member


def find_member_format(archive: ZipArchive, name: str, member: Member) -> Format:
    """The format that reads a member, by its name and its bytes; a DocumentError tells its number."""
    from reticent.formats.registry import HEAD, find_format, is_known_ending

    if not is_known_ending(member.ending):
        raise DocumentError(
            f"'{name}', member {member.number} is of no format that is read here: take it out of the archive"
        )
    return archive.inside(find_format(call_member(name, member), member.data[:HEAD], DEFAULTS))


def call_member(name: str, member: Member) -> str:
    """How errors and documents call a member: by its number, for its name may tell."""
    return f"{name}/{member.number}{member.ending}"


def is_left_by_system(name: str) -> bool:
    """Whether a member is a note that an operating system leaves in folders."""
    path = PurePosixPath(name)
    return path.parts[:1] == ("__MACOSX",) or path.name.lower() in _LEFT_BY_SYSTEMS


def count_extras(name: str, data: bytes) -> Mapping[str, int]:
    """How many things of each kind the archive carries besides its members; none of them goes out."""
    with open_zip(name, data) as archive:
        entries = archive.infolist()
        counts = Counter(
            {
                "comments": bool(archive.comment) + sum(bool(each.comment) for each in entries),
                "extra fields": sum(bool(each.extra) for each in entries),
                "folders": sum(each.is_dir() for each in entries),
                "notes of operating systems": sum(is_left_by_system(each.filename) for each in entries),
                "bytes before the first member": min((each.header_offset for each in entries), default=0),
            }
        )
    return {kind: count for kind, count in counts.items() if count}


def _refuse_duplicates(name: str, archive: zipfile.ZipFile) -> None:
    seen = Counter(each.filename.casefold().rstrip("/") for each in archive.infolist())
    if seen and max(seen.values()) > 1:
        raise DocumentError(f"'{name}' has two members of the same name: pack it anew without one of them")


def _refuse_entry(where: str, entry: zipfile.ZipInfo) -> None:
    path = entry.orig_filename
    if entry.flag_bits & _ENCRYPTED:
        raise DocumentError(f"{where} is encrypted: unpack it with its password and pack it anew")
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise DocumentError(f"{where} is a link to another file: pack the file itself")
    if ".." in PurePosixPath(path).parts or path.startswith("/") or "\\" in path or _DRIVE.match(path):
        raise DocumentError(f"{where} would be unpacked outside the archive's folder: pack it anew")
    if not path.isprintable():
        raise DocumentError(f"{where} has a name with control characters: rename it")


def _unpack(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, where: str, room: int) -> bytes:
    most = min(room, max(LIMITS.small, LIMITS.ratio * entry.compress_size))
    pieces, size = [], 0
    with archive.open(entry) as file:
        while piece := file.read(_PIECE):
            pieces.append(piece)
            size += len(piece)
            if size > most:
                raise DocumentError(
                    f"{where} unpacks to more than {most / 1e6:,.0f} MB, as a file that is made to fill a machine would:"
                    " if you trust it, unpack it yourself"
                )
    return b"".join(pieces)


def inspect_archive(archive: ZipArchive, data: bytes) -> list[Finding]:
    """By kind and place, members by their number."""
    found = list(_inspect_container(data))
    for member in read_members("an archive", data):
        where = f"member {member.number}"
        try:
            form = find_member_format(archive, "an archive", member)
        except InputError:
            found.append(Finding("files of no known format", 1, where, (member.name,)))
            continue
        if isinstance(form, Inspectable):
            found += [_put_into(where, each) for each in form.inspect(member.data)]
    return found


def _put_into(where: str, finding: Finding) -> Finding:
    return replace(finding, where=f"{where}: {finding.where}" if finding.where else where)


def _inspect_container(data: bytes) -> Iterator[Finding]:
    with open_zip("an archive", data) as archive:
        entries = archive.infolist()
        comments = [each.comment for each in entries if each.comment]
        comments += [archive.comment] if archive.comment else []
        if comments:
            words = tuple(each.decode("utf-8", "replace") for each in comments)
            yield Finding(COMMENTS, len(comments), "the archive", words)
        if extra := sum(bool(each.extra) for each in entries):
            yield Finding(METADATA, extra, "extra fields of members")
        if left := [each.filename for each in entries if is_left_by_system(each.filename)]:
            yield Finding(METADATA, len(left), "notes of operating systems", tuple(left))
        if before := min((each.header_offset for each in entries), default=0):
            yield Finding(METADATA, before, "bytes before the first member")


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
        from reticent.formats.archive.source import names_agree
        from reticent.formats.registry import list_formats

        others = (each for each in list_formats() if isinstance(each, Container) and each.name != self.name)
        return (
            released == found
            or names_agree(released, found)
            or any(each.agrees(released, found) for each in others)
        )

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of every member whose format has another reader."""

        for form, member in open_members(self, "an archive", data):
            if isinstance(form, Container):
                yield from form.reread(member.data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every place in the members, their names and what the archive says of them that holds one of the words."""
        from reticent.formats.archive.source import find_residue

        checks = [form for form, _ in open_members(self, "an archive", data)]
        return find_residue(data, list(words), checks)

    def inspect(self, data: bytes) -> list[Finding]:
        """What the archive and its members carry besides their text."""

        self._refuse_depth("an archive")
        return inspect_archive(self, data)

    def _refuse_depth(self, name: str) -> None:
        if self.depth >= MOST_DEEP:
            raise DocumentError(f"'{name}' lies in more than {MOST_DEEP - 1} other archives: unpack it first")


ZIP = ZipArchive("zip", (".zip",))
