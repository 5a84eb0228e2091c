"""Parquet and Arrow as formats among the others; their library is loaded when a file is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from reticent.errors import DocumentError
from reticent.formats.seam.format import FileFormat, Residue
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import FormatOptions

if TYPE_CHECKING:
    from reticent.formats.arrow._source import ArrowSource


Coding = Literal["parquet", "arrow"]
"""How the table is put into bytes."""

_OLD_FEATHER = b"FEA1"
_ENCRYPTED = b"PARE"


@dataclass(frozen=True, slots=True)
class ArrowFile(FileFormat):
    """A binary table: a row is a document, the judged cells of which are its texts."""

    holds = "more"

    name: Coding
    suffixes: tuple[str, ...]
    marks: tuple[bytes, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins like this says that it is such a table."""
        return head.startswith(self.marks)

    def read(self, name: str, data: bytes, options: FormatOptions) -> ArrowSource:
        """A document per row; a DocumentError names the columns that nobody decided on."""
        if data.startswith(_OLD_FEATHER):
            raise DocumentError(f"'{name}' is a Feather file of version 1: write it anew as version 2")
        if data.startswith(_ENCRYPTED):
            raise DocumentError(f"'{name}' is encrypted: decrypt it first")
        from reticent.formats.arrow._source import read_arrow

        return read_arrow(self.name, name, data, options)

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of every row, decoded from the pages; all columns of text count as judged."""
        from reticent.formats.arrow._residue import read_again

        return read_again(self.name, data, frozenset())

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every cell, page and string of the file that holds one of the words; names of columns are no cells."""
        from reticent.formats.arrow._residue import find_residue

        return find_residue(self.name, data, list(words), frozenset())

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the file carries besides its cells."""
        from reticent.formats.arrow._pages import inspect_arrow

        return inspect_arrow(self.name, data)


PARQUET = ArrowFile("parquet", (".parquet", ".pq"), (b"PAR1", _ENCRYPTED))
ARROW = ArrowFile("arrow", (".arrow", ".feather", ".ipc"), (b"ARROW1", b"\xff\xff\xff\xff", _OLD_FEATHER))
