"""The members of an office file, read within limits, and what is refused before anything of it is parsed."""

from __future__ import annotations

import io
import posixpath
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from reticent.errors import DocumentError
from reticent.files.unpacking import LIMITS

OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"
MOST_MEMBERS = 5_000
"""Chosen by hand: every part costs a tree, and a slide has three or four."""

_MOST_BYTES = 256 * 2**20
"""Unpacked, chosen by hand: the trees of a file take several times as much memory, which a laptop still has."""

_LONGEST_NAME = 240  # file systems take 255 bytes, and longer names of members are made to break programs
_ENCRYPTED = 0x1  # the bit of a member's flags that says so
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError)


_LARGE = 1 << 16  # bytes from which on a member is kept packed, chosen by hand: others are settings

_QUICK = 1
"""The level of zlib: a member is unpacked a few times and written anew. Six takes three times as long."""


class Members(Mapping[str, bytes]):
    """The members of a file in memory by their names; large ones are packed, and unpacked for whoever asks."""

    def __init__(self, members: Iterable[tuple[str, bytes]] = ()) -> None:
        self._small: dict[str, bytes] = {}
        self._large: dict[str, tuple[int, bytes]] = {}
        self._names: dict[str, None] = {}
        for name, data in members:
            self.add(name, [data])

    def add(self, name: str, pieces: Iterable[bytes]) -> None:
        """Put a member at the end, whose bytes come in pieces."""
        self._names[name] = None
        left, begin = iter(pieces), b""
        for piece in left:
            begin += piece
            if len(begin) >= _LARGE:
                self._large[name] = _pack(chain([begin], left))
                return
        self._small[name] = begin

    def __getitem__(self, name: str) -> bytes:
        if name not in self._large:
            return self._small[name]
        size, packed = self._large[name]
        return zlib.decompress(packed, bufsize=size)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _pack(pieces: Iterable[bytes]) -> tuple[int, bytes]:
    """How many bytes there are, and all of them packed."""
    packer, size, packed = zlib.compressobj(_QUICK), 0, []
    for each in pieces:
        size += len(each)
        packed.append(packer.compress(each))
    return size, b"".join([*packed, packer.flush()])


def open_members(name: str, data: bytes) -> Members:
    """The members of a zip by their names; a DocumentError when it can't be trusted."""
    if data.startswith(OLD_OFFICE):
        raise DocumentError(
            f"'{name}' is encrypted, or an old Office file: remove its password,"
            " or convert it, for example with 'soffice --headless --convert-to docx'"
        )
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _check(name, archive.infolist(), len(data))
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            return Members((entry.filename, archive.read(entry)) for entry in entries)
    except _DAMAGED:
        raise DocumentError(f"'{name}' is damaged or no office file: save it again in its program") from None


def _check(name: str, entries: list[zipfile.ZipInfo], size: int) -> None:
    if len(entries) > MOST_MEMBERS:
        raise DocumentError(f"'{name}' has more than {MOST_MEMBERS:,} parts: split it into several files")
    names = [entry.filename.casefold() for entry in entries]
    if len(set(names)) < len(names):
        raise DocumentError(f"'{name}' holds two parts of one name: save it again in its program")
    if any(map(_is_unsafe, names)):
        raise DocumentError(f"'{name}' holds a part that lies outside of it: save it again in its program")
    if any(entry.flag_bits & _ENCRYPTED for entry in entries):
        raise DocumentError(f"'{name}' is encrypted: remove its password first")
    total = sum(entry.file_size for entry in entries)
    if total > min(_MOST_BYTES, max(LIMITS.small, LIMITS.ratio * size)):
        raise DocumentError(
            f"'{name}' unpacks to {total / 1e6:,.0f} MB, as a file that is made to fill a machine would: split it"
        )


def _is_unsafe(member: str) -> bool:
    plain = posixpath.normpath(member)
    odd = member.startswith(("/", "\\")) or "\\" in member or ":" in member or "\0" in member
    return odd or plain.startswith("..") or "/../" in member or len(member) > _LONGEST_NAME


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
