"""Removed words that are still in an office file: every string of every member is searched.

What another reader finds in an office file: zipfile and expat read what the rest of this package has written.

What an office file carries besides its visible text: its parts by their names, and what their XML hides.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote
from xml.parsers import expat

from reticent.errors import DocumentError
from reticent.formats.office._members import open_members
from reticent.formats.office._vocabulary import is_open_vocabulary, is_vocabulary
from reticent.formats.seam import inspection as kinds
from reticent.formats.seam.format import Residue
from reticent.formats.seam.inspection import FileFinding
from reticent.formats.seam.records import SEPARATOR
from reticent.formats.seam.search import Search
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


_PARTS = (
    (re.compile(r"docProps/thumbnail|Thumbnails/"), kinds.THUMBNAILS),
    (re.compile(r"(?:docProps/|customXml/|meta\.xml)"), kinds.METADATA),
    (re.compile(r"vbaProject|\.bas$|Basic/|Scripts/|/activeX/"), kinds.SCRIPTS),
    (re.compile(r"/embeddings/|ObjectReplacements/|^Object \d+/content"), kinds.EMBEDDED),
    (re.compile(r"/externalLinks/|connections\.xml|/queryTables/"), kinds.LINKS),
    (re.compile(r"/pivotCache/"), "caches of tables"),
    (re.compile(r"Versions/|VersionList\.xml"), kinds.OLD_VERSIONS),
)
"""Parts that are things of their own, by their names; no part is counted twice."""

_DEFINITIONS = re.compile(
    r"(?:styles|theme\d*|settings|numbering|fontTable|revisionInfo|tableStyles)\.xml$|/slide(?:Layouts|Masters)/"
)
"""Parts that say how text may look, and hold none."""

_ELEMENTS = {
    "comment": kinds.COMMENTS,
    "cm": kinds.COMMENTS,
    "threadedComment": kinds.COMMENTS,
    "annotation": kinds.COMMENTS,
    "del": kinds.REVISIONS,
    "ins": kinds.REVISIONS,
    "moveFrom": kinds.REVISIONS,
    "moveTo": kinds.REVISIONS,
    "changed-region": kinds.REVISIONS,
    "vanish": kinds.HIDDEN_TEXT,
    "hidden-text": kinds.HIDDEN_TEXT,
    "hidden-paragraph": kinds.HIDDEN_TEXT,
}
_CHANGES = frozenset({"ins", "del", "moveFrom", "moveTo"})
_OF_RUNS = frozenset({"vanish", "color"})
"""Elements that say something of a run of text, and only there."""

_HIDDEN_STATES = frozenset({"hidden", "veryHidden"})
_MOST_DEEP = 2000


def inspect_package(data: bytes) -> list[FileFinding]:
    """By kind and part: metadata, comments, revisions, hidden text, sheets, rows and slides, embedded things."""
    members = open_members("the file", data)
    found = list(_inspect_parts(members))
    for name, part in members.items():
        if name.endswith(".xml") and not _DEFINITIONS.search(name) and not _is_thing(name):
            reader = _MarkReader()
            reader.read(part)
            found += [
                FileFinding(kind, len(words), name, tuple(word for word in words if word))
                for kind, words in reader.found.items()
            ]
    return found


def _is_thing(name: str) -> bool:
    return any(pattern.search(name) for pattern, _ in _PARTS)


def _inspect_parts(members: Mapping[str, bytes]) -> Iterator[FileFinding]:
    taken: set[str] = set()
    for pattern, kind in _PARTS:
        names = [name for name in members if pattern.search(name) and name not in taken]
        taken.update(names)
        if names:
            words = [text for name in names if name.endswith(".xml") for text in _texts(members[name])]
            yield FileFinding(kind, len(names), ", ".join(sorted(names)[:3]), tuple(words))


def _texts(part: bytes) -> list[str]:
    """The texts of a part of metadata."""
    reader = _MarkReader()
    reader.read(part)
    return reader.texts


class _MarkReader:
    """Collects by kind what the XML of a part marks as hidden, changed or commented."""

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}
        self.texts: list[str] = []
        self._inside: list[str | None] = []
        self._names: list[str] = []

    def read(self, part: bytes) -> None:
        """Read a part; entities of its own are refused, because they can grow without end."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._say
        parser.EntityDeclHandler = _refuse_entity
        parser.buffer_text = True
        try:
            parser.Parse(part, True)
        except expat.ExpatError:
            raise DocumentError("a part of the file is no XML: save it anew in its program") from None

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        values = {key.rpartition(" ")[2]: value for key, value in attributes.items()}
        kind = _kind_of(name, values)
        in_run = self._names[-2:] == ["r", "rPr"]
        if kind and (in_run or name not in _OF_RUNS):
            self._add(kind, values.get("name", ""))
            if in_run:  # what is said of a run holds for the text beside it
                self._inside[-2] = kind
        else:
            kind = None
        if len(self._inside) > _MOST_DEEP:
            raise DocumentError("a part of the file is nested too deep: save it anew in its program")
        self._names.append(name)
        self._inside.append(kind or (self._inside[-1] if self._inside else None))

    def _end(self, tag: str) -> None:
        self._inside.pop()
        self._names.pop()

    def _say(self, text: str) -> None:
        if not text.strip():
            return
        self.texts.append(text.strip())
        kind = self._inside[-1] if self._inside else None
        if kind:
            words = self.found[kind]
            words[-1] = f"{words[-1]} {text.strip()}".strip()

    def _add(self, kind: str, words: str) -> None:
        self.found.setdefault(kind, []).append(words)


def _refuse_entity(*_: object) -> None:
    raise DocumentError("a part of the file declares entities of its own: save it anew in its program")


def _kind_of(name: str, values: Mapping[str, str]) -> str | None:
    """The kind of what an element marks, if it marks any."""
    if name == "vanish" and values.get("val") in ("0", "false"):
        return None
    if name in _CHANGES and "id" not in values:  # a drawing moves its pen to a place, too
        return None
    return _ELEMENTS.get(name) or _hidden_kind(name, values)


def _hidden_kind(name: str, values: Mapping[str, str]) -> str | None:
    """The kind of an element that its attributes hide."""
    if name == "sheet" and values.get("state") in _HIDDEN_STATES:
        return kinds.HIDDEN_SHEETS
    if name in ("row", "col") and values.get("hidden") in ("1", "true"):
        return kinds.HIDDEN_CELLS
    if name in ("table-row", "table-column") and values.get("visibility") in ("collapse", "filter"):
        return kinds.HIDDEN_CELLS
    if name == "sld" and values.get("show") in ("0", "false"):
        return kinds.HIDDEN_SLIDES
    if name == "text-properties" and values.get("display") == "none":
        return kinds.HIDDEN_TEXT
    white = name == "color" and values.get("val", "").upper() == "FFFFFF"
    return kinds.WHITE_TEXT if white else None
