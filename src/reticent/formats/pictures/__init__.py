"""Pictures and scans as formats among the others: their words are read, judged and blackened.

Pillow loads, and Tesseract runs, when a picture is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reticent.errors import DocumentError, install_line
from reticent.formats.pictures._recognition import can_read_pictures
from reticent.formats.seam.format import FileFormat, Residue
from reticent.formats.seam.inspection import METADATA, FileFinding
from reticent.formats.seam.options import FormatOptions, Pictures

if TYPE_CHECKING:
    from reticent.formats.pictures._source import KeptPicture, PictureSource


def describe_reading() -> str:
    """What a refusal says where words in pictures could be read."""
    return f"reading it takes {install_line('ocr')} and the program tesseract, for example by 'apt-get install tesseract-ocr'"


def choose_pictures(options: FormatOptions) -> Pictures:
    """What becomes of pictures: without a word they are read where that is installed, and left out elsewhere."""
    return options.pictures or ("read" if can_read_pictures() else "drop")


@dataclass(frozen=True, slots=True)
class ImageFile(FileFormat):
    """A picture, or a scan of many pages: one document, all its words; `kind` is what Pillow calls it."""

    holds = "more"

    name: str
    suffixes: tuple[str, ...]
    kind: str
    heads: tuple[bytes, ...]

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins like this is a picture of this kind."""
        return head.startswith(self.heads)

    def read(self, name: str, data: bytes, options: FormatOptions) -> PictureSource | KeptPicture:
        """Its words; a DocumentError when they can't be read for sure."""
        rule = choose_pictures(options)
        if rule == "drop":
            why = "pictures are left out here" if options.pictures else describe_reading()
            raise DocumentError(f"'{name}' is a picture, and {why}; --pictures keep releases it unread")
        from reticent.formats.pictures import _files, _source

        if rule == "keep":
            file = _files.open_picture(f"'{name}'", data, self.kind)
            return _source.KeptPicture(name, self.kind, file, options)
        return _source.read_picture_file(name, data, self.kind, options)

    def agrees(self, released: str, found: str) -> bool:
        """Whether most words that are read again are released ones; recognition never gives quite the same text."""
        from reticent.formats.pictures._source import resembles_by_page

        return resembles_by_page(released, found)

    def reread(self, data: bytes) -> Iterator[str]:
        """What a second look reads on each page."""
        from reticent.formats.pictures import _files, _pages, _recognition

        pages = _files.open_picture("the picture", data, self.kind).pages
        for words in _recognition.read_all([_pages.to_grey(each) for each in pages], "second"):
            yield _recognition.lay_out(words).text

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """Every page on which a second look reads one of the words."""
        from reticent.formats.pictures import _files, _source

        return _source.find_residue(_files.open_picture("the picture", data, self.kind), list(words))

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the picture carries besides its dots."""
        from reticent.formats.pictures import _files

        dropped = _files.open_picture("the picture", data, self.kind).dropped
        return [FileFinding(METADATA, count, kind) for kind, count in dropped.items()]


PNG = ImageFile("png", (".png",), "PNG", (b"\x89PNG\r\n\x1a\n",))
JPEG = ImageFile("jpeg", (".jpg", ".jpeg"), "JPEG", (b"\xff\xd8\xff",))
TIFF = ImageFile("tiff", (".tif", ".tiff"), "TIFF", (b"II*\0", b"MM\0*"))
IMAGES = (PNG, JPEG, TIFF)
