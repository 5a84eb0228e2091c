"""The lines and the fingerprint of a taxonomy file, packed or not."""

from __future__ import annotations

import gzip
import hashlib
import lzma
import zlib
from dataclasses import dataclass
from pathlib import Path

from reticent.errors import TaxonomyError

_UNPACK = {".gz": gzip.decompress, ".xz": lzma.decompress}


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file's text in lines, its SHA-256 as it lies on the disk, and its name for errors."""

    name: str
    lines: tuple[str, ...]
    fingerprint: str

    def at(self, line: int) -> str:
        """How an error names a line, counted from one."""
        return f"{self.name}, line {line}"


def read_source(path: str | Path) -> SourceFile:
    """Read a UTF-8 file, unpacking .gz and .xz; a TaxonomyError says what is wrong with it and where."""
    path = Path(path)
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise TaxonomyError(f"{path}: can't be read ({error.strerror}); check the path") from None
    try:
        content = _UNPACK.get(path.suffix.lower(), bytes)(packed)
    except (OSError, EOFError, zlib.error, lzma.LZMAError):
        raise TaxonomyError(f"{path}: can't be unpacked; the file is damaged or misnamed") from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise TaxonomyError(f"{path}, line {line}: not UTF-8; save the file in that encoding") from None
    if not text.strip():
        raise TaxonomyError(f"{path}: the file is empty")
    lines = tuple(text.replace("\r\n", "\n").split("\n"))
    return SourceFile(str(path), lines, "sha256:" + hashlib.sha256(packed).hexdigest())
