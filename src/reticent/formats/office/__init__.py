"""Office files as formats among the others; lxml loads when a file is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reticent.formats.office._members import OLD_OFFICE, ZIP
from reticent.formats.seam.format import FileFormat, Residue
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import FormatOptions
from reticent.formats.seam.records import SEPARATOR
from reticent.rendering.placeholders import ROUND
from reticent.text.document import MASK

if TYPE_CHECKING:
    from reticent.formats.office._source import OfficeSource


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
        from reticent.formats.office._source import read_office

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
        from reticent.formats.office._residue import read_again

        return read_again(data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every string of every part that holds one of the words; names of styles and fonts are no strings."""
        from reticent.formats.office._residue import find_residue

        return find_residue(data, list(words))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the file carries besides its visible text."""
        from reticent.formats.office._residue import inspect_package

        return inspect_package(self.name, data)


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
