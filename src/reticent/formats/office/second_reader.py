"""What another reader finds in an office file: zipfile and expat read what the rest of this package has written."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote
from xml.parsers import expat

from reticent.formats.fields import SEPARATOR

_PARAGRAPHS = frozenset(["p", "h"])
HEADERS = frozenset("oddHeader oddFooter evenHeader evenFooter firstHeader firstFooter".split())
"""Headers of sheets, whose words may touch a code such as &L."""

_CELLS = HEADERS | {"c"}
_STYLE_CODE = re.compile(r"&(?:[BEHIOSUXY]|\d+|K[0-9A-Fa-f+-]{6})")
_CODE = re.compile(r"&[A-Z&]")
_BLOCKS = frozenset(
    """tc txbxContent footnote endnote txBody rich table-cell covered-table-cell text-box note-body custom-shape
    frame page notes""".split()
)
_SIGNS = {
    "tab": "\t",
    "br": "\n",
    "line-break": "\n",
    "s": " ",
    "noBreakHyphen": "\u2011",
    "softHyphen": "\u00ad",
}
_SPOKEN = frozenset(["Target", "href", "string", "lvlText@val", "sheet@name", "table@name"])
"""Attributes that people read."""

_LABEL = re.compile(r"\(([A-Z][A-Z ]*(?: [1-9]\d{0,3})?)\)")
"""A placeholder in the name of a sheet, which can't have square brackets."""


@dataclass(slots=True)
class _Reader:
    """Text so far: finished blocks, the paragraph at hand, and attributes that people read."""

    blocks: list[str] = field(default_factory=list, repr=False)
    lines: list[str] = field(default_factory=list, repr=False)
    words: list[str] = field(default_factory=list, repr=False)
    spoken: list[str] = field(default_factory=list, repr=False)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = tag.rpartition(" ")[2]
        if name in _BLOCKS or name in _CELLS:
            self.end_block()
        self.words += [_SIGNS[name]] if name in _SIGNS and self.words else []
        for key, value in attributes.items():
            plain = key.rpartition(" ")[2]
            if plain in _SPOKEN or f"{name}@{plain}" in _SPOKEN:
                spoken = unquote(value)
                self.spoken.append(_LABEL.sub(r"[\1]", spoken) if plain == "name" else spoken)

    def end(self, tag: str) -> None:
        """An element ends."""
        name = tag.rpartition(" ")[2]
        if name in HEADERS:
            self.words = [read_header("".join(self.words))]
        if name in _PARAGRAPHS:
            self.end_line()
        elif name in _BLOCKS or name in _CELLS or name == "v":
            self.end_block()

    def text(self, text: str) -> None:
        """Text inside an element."""
        self.words.append(text)

    def end_line(self) -> None:
        """A paragraph ends."""
        self.lines.append("".join(self.words))
        self.words.clear()

    def end_block(self) -> None:
        """A cell, box or note ends: nothing reads across it."""
        self.end_line()
        if any(line.strip() for line in self.lines):
            self.blocks.append("\n".join(self.lines).strip("\n"))
        self.lines.clear()


def read_header(text: str) -> str:
    """The words of a sheet's header: codes for looks go, all others stand between two words.

    >>> read_header("&LZoe&Bllner&P of &N")
    ' Zoellner  of  '
    """
    return _CODE.sub(" ", _STYLE_CODE.sub("", text))


def read_again(data: bytes) -> Iterator[str]:
    """The text of every part, one after another."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.namelist():
            if member.endswith((".xml", ".rels")) and not member.startswith(("[Content", "META-INF")):
                text = _read(archive.read(member), relations=member.endswith(".rels"))
                if text:
                    yield text


def _read(data: bytes, *, relations: bool) -> str:
    reader = _Reader()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = reader.start
    parser.EndElementHandler = reader.end
    parser.CharacterDataHandler = reader.text
    parser.Parse(data, True)
    reader.end_block()
    outside = [each for each in reader.spoken if not relations or not each.startswith("/")]
    return SEPARATOR.join([*reader.blocks, *outside])
