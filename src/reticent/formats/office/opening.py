"""The members of an office file, read within limits, and what is refused before anything of it is parsed.

Office files as formats among the others; lxml loads when a file is read.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reticent.errors import DocumentError
from reticent.files.unpacking import LIMITS
from reticent.formats.format import FileFormat, Residue
from reticent.formats.inspection import FileFinding
from reticent.formats.options import FormatOptions
from reticent.formats.records import SEPARATOR
from reticent.rendering.placeholders import ROUND
from reticent.text.document import MASK

if TYPE_CHECKING:
    from reticent.formats.office.source import OfficeSource


OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"
MOST_MEMBERS = 5_000
MOST_BYTES = 256 * 2**20
MOST_NAMED = 240
"""Longer names of members are made to break programs."""

_ENCRYPTED = 0x1
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


def open_members(name: str, data: bytes) -> dict[str, bytes]:
    """The members of a zip by their names; a DocumentError when it can't be trusted."""
    if data.startswith(OLD_OFFICE):
        raise DocumentError(
            f"'{name}' is encrypted, or an old Office file: remove its password,"
            " or convert it, for example with 'soffice --headless --convert-to docx'"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check(name, archive.infolist(), len(data))
            return {entry.filename: archive.read(entry) for entry in archive.infolist() if not entry.is_dir()}
    except _DAMAGED:
        raise DocumentError(f"'{name}' is damaged or no office file: save it in its program anew") from None


def _check(name: str, entries: list[zipfile.ZipInfo], size: int) -> None:
    if len(entries) > MOST_MEMBERS:
        raise DocumentError(f"'{name}' has more than {MOST_MEMBERS:,} parts: split it into several files")
    names = [entry.filename.casefold() for entry in entries]
    if len(set(names)) < len(names):
        raise DocumentError(f"'{name}' holds two parts of one name: save it in its program anew")
    if any(map(_is_unsafe, names)):
        raise DocumentError(f"'{name}' holds a part that lies outside of it: save it in its program anew")
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise DocumentError(f"'{name}' is encrypted: remove its password first")
    total = sum(entry.file_size for entry in entries)
    if total > min(MOST_BYTES, max(LIMITS.small, LIMITS.ratio * size)):
        raise DocumentError(
            f"'{name}' unpacks to {total / 1e6:,.0f} MB, as a file that is made to fill a machine would: split it"
        )


def _is_unsafe(member: str) -> bool:
    plain = posixpath.normpath(member)
    odd = member.startswith(("/", "\\")) or "\\" in member or ":" in member or "\0" in member
    return odd or plain.startswith("..") or "/../" in member or len(member) > MOST_NAMED


def refuse_signed(name: str, members: Mapping[str, bytes], *, keep_unread: bool) -> None:
    """Refuse a signed file unless it may go out without its signature."""
    signed = any(
        member.startswith("_xmlsignatures/") or member.lower().endswith("signatures.xml")
        for member in members
    )
    if signed and not keep_unread:
        raise DocumentError(
            f"'{name}' is signed, and no signature survives a change:"
            " pass 'unread keep' to release it without its signature"
        )


def refuse_macros(name: str, members: Mapping[str, bytes]) -> None:
    """Refuse a file that holds programs."""
    scripts = ("Basic/", "Scripts/")
    if any("vbaproject" in member.lower() or member.startswith(scripts) for member in members):
        raise DocumentError(f"'{name}' holds macros: save it in its program without them")


def pack(members: Mapping[str, bytes]) -> bytes:
    """The members as a zip in their order, the same bytes for the same members; `mimetype` stays unpacked."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for member, data in members.items():
            entry = zipfile.ZipInfo(member, (1980, 1, 1, 0, 0, 0))
            entry.create_system = 0
            entry.compress_type = zipfile.ZIP_STORED if member == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()


@dataclass(frozen=True, slots=True)
class OfficeFile(FileFormat):
    """An office file: one document, all its text in reading order."""

    holds = "more"

    name: str
    suffixes: tuple[str, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins like this may be one: a zip, or the envelope of an encrypted file."""
        return head.startswith((ZIP, OLD_OFFICE))

    def read(self, name: str, data: bytes, options: FormatOptions) -> OfficeSource:
        """All its text; a DocumentError says why it can't be read."""
        from reticent.formats.office.source import read_office

        return read_office(name, self.name, data, options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts are the same but for white space and ends of places.

        Names of sheets have round brackets, and a number where two would be the same.
        """
        if _squeeze(released) == _squeeze(found):
            return True
        before, after = (list(map(_squeeze, text.split(SEPARATOR))) for text in (released, found))
        return len(before) == len(after) and all(map(_is_same_but_numbered, before, after))

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of every part, as the standard library's reader of XML finds it."""
        from reticent.formats.office.residue import read_again

        return read_again(data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every string of every part that holds one of the words; names of styles and fonts are no strings."""
        from reticent.formats.office.residue import find_residue

        return find_residue(data, list(words))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the file carries besides its visible text."""
        from reticent.formats.office.inspection import inspect_package

        return inspect_package(data)


_BRACKETS = ROUND | {ord(MASK): None}


def _squeeze(text: str) -> str:
    return "".join(text.translate(_BRACKETS).split())


_NUMBER = re.compile(r"\(\d{1,3}\)$|(?<=[A-Z])\d{1,3}(?=\)$)")
"""What `number_names` adds at the end of a name, blanks aside."""


def _is_same_but_numbered(released: str, found: str) -> bool:
    return released == found or released == _NUMBER.sub("", found)


DOCX, PPTX, XLSX, ODT, ODS, ODP = OFFICE = tuple(
    OfficeFile(name, (f".{name}",)) for name in ("docx", "pptx", "xlsx", "odt", "ods", "odp")
)
