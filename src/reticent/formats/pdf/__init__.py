"""PDF as a format among the others; the libraries behind it load when a file is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reticent.formats.seam.format import FileFormat, Residue
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import FormatOptions

if TYPE_CHECKING:
    from reticent.formats.pdf._source import PdfSource


HEAD = 1024
"""The mark of a PDF may stand anywhere in the first kilobyte."""


@dataclass(frozen=True, slots=True)
class PdfFile(FileFormat):
    """A PDF: one document, the text of all its pages."""

    holds = "more"

    name: str
    suffixes: tuple[str, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins like this says that it is a PDF."""
        return b"%PDF-" in head[:HEAD]

    def read(self, name: str, data: bytes, options: FormatOptions) -> PdfSource:
        """The text of all pages; a DocumentError names the page that can't be read."""
        from reticent.formats.pdf._reading import read_pdf

        return read_pdf(name, data, options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether both texts have the same letters; their order, spaces and line ends depend on the layout."""
        from reticent.formats.pdf._layout import letters_only

        return Counter(letters_only(released)) == Counter(letters_only(found))

    def reread(self, data: bytes) -> Iterator[str]:
        """The text of all pages, as another library reads its letters."""
        from reticent.formats.pdf._residue import read_laid_out

        yield read_laid_out(data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every string of the file, and every page as another library reads it, that holds one of the words.

        Names of fonts and shapes of glyphs are no strings.
        """
        from reticent.formats.pdf._residue import find_residue

        return find_residue(data, list(words))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the file carries besides the visible text of its pages."""
        from reticent.formats.pdf._inspection import inspect_pdf

        return inspect_pdf(data)


PDF = PdfFile("pdf", (".pdf",))
