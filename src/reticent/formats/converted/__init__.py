"""Files of older programs, which are read as another format and released in that: old Office files, RTF, Outlook messages.

What is written is the other format, and the name of the release says so: `letter.doc` is released as `letter.docx`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from reticent.errors import DocumentError
from reticent.formats.converted._office import convert_office
from reticent.formats.converted._outlook import convert_outlook
from reticent.formats.office import DOCX, PPTX, XLSX
from reticent.formats.seam.format import DocumentSource, FileFormat, Residue
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.options import FormatOptions

OLE, RTF = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf"
"""How files of old Office programs and of Outlook begin, and rich text."""

Convert = Callable[[bytes, str, str], bytes]
"""Makes of the bytes of a file, with this ending and of this name, those of the other format."""


@dataclass(frozen=True, slots=True)
class ConvertedFile(FileFormat):
    """A format that is never written: `convert` makes of its files such of the format `into`, which does all else."""

    holds = "more"

    name: str
    suffixes: tuple[str, ...]
    into: FileFormat
    signatures: tuple[bytes, ...] = field(repr=False)
    convert: Convert = field(repr=False)

    def recognizes(self, head: bytes) -> bool:
        """Whether a file that begins so can be of this format, or is of the other one already."""
        return head.lstrip().startswith(self.signatures) or self.into.recognizes(head)

    def read(self, name: str, data: bytes, options: FormatOptions) -> DocumentSource:
        """What the other format reads of the converted file."""
        return self.into.read(name, self._convert(data, name), options)

    def name_release(self, name: str) -> str:
        """The name with the ending of the other format."""
        path = PurePath(name)
        return str(path.with_suffix(self.into.suffixes[0])) if path.suffix.lower() in self.suffixes else name

    def agrees(self, released: str, found: str) -> bool:
        """As the other format has it."""
        return self.into.agrees(released, found)

    def reread(self, data: bytes) -> Iterator[str]:
        """As the other format does."""
        return self.into.reread(data)

    def residue(self, data: bytes, words: Iterable[str]) -> list[Residue]:
        """As the other format does."""
        return self.into.residue(data, words)

    def inspect(self, data: bytes) -> list[FileFinding]:
        """What the converted file carries besides its text; what the conversion leaves out is not seen."""
        return self.into.inspect(self._convert(data, "the file"))

    def _convert(self, data: bytes, name: str) -> bytes:
        if not data.lstrip()[:16].startswith(self.signatures):
            return data
        converted = self.convert(data, self.suffixes[0], name)
        if not self.into.recognizes(converted[:4096]):
            raise DocumentError(f"'{name}' became no {self.into.name}: save it as {self.into.name} yourself")
        return converted


def build_outlook(mail: FileFormat) -> ConvertedFile:
    """The format of Outlook's messages, which become mail; `mail` knows the formats of attachments."""
    return ConvertedFile("msg", (".msg",), mail, (OLE,), convert_outlook)


OLD_OFFICE = (
    ConvertedFile("doc", (".doc", ".dot"), DOCX, (OLE, RTF), convert_office),
    ConvertedFile("rtf", (".rtf",), DOCX, (RTF,), convert_office),
    ConvertedFile("xls", (".xls", ".xlt"), XLSX, (OLE,), convert_office),
    ConvertedFile("ppt", (".ppt", ".pps", ".pot"), PPTX, (OLE,), convert_office),
)
