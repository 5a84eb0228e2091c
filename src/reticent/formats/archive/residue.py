"""Removed words that are still in an archive: its members, their names, and everything between them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence

from reticent.errors import DocumentError
from reticent.formats.archive.names import without_ending
from reticent.formats.archive.opening import open_zip, read_members
from reticent.formats.format import Checked, Container, Format, Residue
from reticent.formats.search import Search

_LOCAL_HEAD = 30
_NAME_SIZE, _EXTRA_SIZE = slice(26, 28), slice(28, 30)


def find_residue(data: bytes, words: Sequence[str], checks: Sequence[Format | Checked]) -> list[Residue]:
    """Every place that holds one of the words; `checks` say how each member is searched."""
    found: set[tuple[int, str]] = set()
    members = read_members("an archive", data)
    if len(members) != len(checks):
        raise DocumentError("a written archive has not the members that it should: please report this")
    for member, check in zip(members, checks, strict=True):
        if isinstance(check, Container | Checked):
            there = check.residue(member.data, words)
            found |= {(each.word, f"member {member.number}: {each.place}") for each in there}
    search = Search(words)
    with open_zip("an archive", data) as archive:
        for place, text in _strings(archive):
            found |= {(word, place) for word in search.text(text)}
        found |= {(word, "the archive between its members") for word in search.raw(_between(archive, data))}
    return [Residue(word, place) for word, place in sorted(found)]


def _strings(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """Names, comments and extra fields."""
    yield "the comment", archive.comment.decode("utf-8", "replace")
    for number, entry in enumerate(archive.infolist(), 1):
        name = without_ending(entry.filename)
        yield f"member {number}: its name", name.replace("_", " ")
        yield f"member {number}: its name", name
        yield f"member {number}: its comment", entry.comment.decode("utf-8", "replace")
        yield f"member {number}: an extra field", entry.extra.decode("latin-1")


def _between(archive: zipfile.ZipFile, data: bytes) -> bytes:
    """The bytes of the archive that are neither packed members nor their names."""
    pieces, place = [], 0
    for entry in sorted(archive.infolist(), key=lambda each: each.header_offset):
        head = data[entry.header_offset : entry.header_offset + _LOCAL_HEAD]
        name, extra = (int.from_bytes(head[part], "little") for part in (_NAME_SIZE, _EXTRA_SIZE))
        pieces.append(data[place : entry.header_offset])
        start = entry.header_offset + _LOCAL_HEAD + name
        pieces.append(data[start : start + extra])
        place = start + extra + entry.compress_size
    pieces.append(data[place : archive.start_dir])
    return b"\0".join(pieces)
