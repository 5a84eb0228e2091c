"""The lines and the fingerprint of a taxonomy file, packed or not."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from reticent.errors import InputError, TaxonomyError
from reticent.unpacking import DAMAGED, Limits, open_packed

LIMITS = Limits(size=1_000_000_000)
"""How large a packed taxonomy may become: it is held in memory."""


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
    """Read a UTF-8 file, unpacking .gz, .xz and .bz2; a TaxonomyError says what is wrong with it and where."""
    path = Path(path)
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise TaxonomyError(f"{path}: can't be read ({error.strerror}); check the path") from None
    try:
        with open_packed(BytesIO(packed), path.suffix, name=str(path), limits=LIMITS) as stream:
            content = stream.read()
    except InputError as error:
        raise TaxonomyError(str(error)) from None
    except DAMAGED:
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
