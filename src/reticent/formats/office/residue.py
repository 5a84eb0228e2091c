"""Removed words that are still in an office file: every string of every member is searched.

What another reader finds in an office file: zipfile and expat read what the rest of this package has written.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote
from xml.parsers import expat

from reticent.formats.format import Residue
from reticent.formats.office.vocabulary import is_open_vocabulary, is_vocabulary
from reticent.formats.records import SEPARATOR
from reticent.formats.search import Search
from reticent.rendering.placeholders import read_round
from reticent.text.document import MASK

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
                self.spoken.append(read_round(spoken) if plain == "name" else spoken)

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


_WHOLE = HEADERS | {"p", "h", "si", "is", "c", "pt", "Relationship"}
"""Elements whose text is read in one go, however many runs it stands in."""

_EXEMPT_MEMBERS = ("[Content_Types].xml", "META-INF/manifest.xml", "mimetype")
"""Lists of media types: the words of the standards, and names of members, which are searched by themselves."""

_APART = f" {MASK} "
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


@dataclass(slots=True)
class _Strings:
    """The strings of one part: attributes that aren't vocabulary, texts by themselves and texts across runs."""

    found: list[tuple[str, str]] = field(default_factory=list, repr=False)
    open_texts: list[list[str]] = field(default_factory=list, repr=False)
    plain: list[str] = field(default_factory=list, repr=False)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = tag.rpartition(" ")[2]
        for key, value in attributes.items():
            if not _is_exempt(tag, key, value):
                self.found.append((f"the attribute {key.rpartition(' ')[2]} of {name}", value))
                self.found.append((f"the attribute {key.rpartition(' ')[2]} of {name}", unquote(value)))
        if name in _WHOLE:
            self.open_texts.append([])

    def end(self, tag: str) -> None:
        """An element ends."""
        name = tag.rpartition(" ")[2]
        if name in _WHOLE and self.open_texts:
            text = "".join(self.open_texts.pop())
            if name in HEADERS:
                self.found.append(("a header", read_header(text)))
            self.found.append(("a text across runs", text))
            if self.open_texts:
                self.open_texts[-1].append(f" {text} ")

    def text(self, text: str) -> None:
        """Text, wherever it stands."""
        self.found.append(("a text", text))
        if self.open_texts:
            self.open_texts[-1].append(text)

    def other(self, *texts: str | None) -> None:
        """A comment or an instruction for programs."""
        self.found += [("a comment", text) for text in texts if text]


def _is_exempt(tag: str, key: str, value: str) -> bool:
    space, _, attribute = key.rpartition(" ")
    if space == _RELATED or (tag.endswith(" Relationship") and attribute in ("Id", "Type", "TargetMode")):
        return True
    element, name = _write_braces(tag), _write_braces(key)
    return is_vocabulary(element, name, value) or is_open_vocabulary(element, name, value)


def _write_braces(name: str) -> str:
    space, mark, local = name.rpartition(" ")
    return f"{{{space}}}{local}" if mark else local


def find_residue(data: bytes, words: Sequence[str]) -> list[Residue]:
    """Every place of the file that holds one of the words."""
    search = Search(words)
    found: set[tuple[int, str]] = set()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found |= {(word, "the file's comment") for word in search.raw(archive.comment)}
        for entry in archive.infolist():
            member = entry.filename
            found |= {(word, "the name of a member") for word in search.text(member.replace("/", " "))}
            found |= {(word, "a member's notes") for word in search.raw(entry.comment + entry.extra)}
            for place, hits in _search_member(member, archive.read(entry), search):
                found |= {(word, f"{member}: {place}") for word in hits}
    return [Residue(word, place) for word, place in sorted(found)]


def _search_member(member: str, data: bytes, search: Search) -> Iterator[tuple[str, set[int]]]:
    if member in _EXEMPT_MEMBERS:
        return
    if not member.endswith((".xml", ".rels")):
        yield "its bytes", search.inside(data)
        return
    strings = _Strings()
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = strings.start
    parser.EndElementHandler = strings.end
    parser.CharacterDataHandler = strings.text
    parser.CommentHandler = strings.other
    parser.ProcessingInstructionHandler = strings.other
    parser.Parse(data, True)
    if search.text(_APART.join(text for _, text in strings.found)):
        for place, text in strings.found:
            yield place, search.text(text)
