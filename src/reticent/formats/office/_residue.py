"""What zipfile and expat, which have written nothing of it, find in an office file.

Its text once more, removed words that are still in any string of it, and what it carries besides its visible text.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import unquote
from xml.parsers import expat

from reticent.errors import DocumentError
from reticent.formats.office._looks import read_style_name
from reticent.formats.office._members import open_members
from reticent.formats.office._names import is_usual
from reticent.formats.office._source import list_hidden
from reticent.formats.office._vocabulary import GUID, is_open_vocabulary, is_quantity, is_vocabulary
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
_SPOKEN = frozenset(
    ["Target", "href", "string", "lvlText@val", "sheet@name", "table@name", "num-prefix", "num-suffix"]
)
"""Attributes that people read."""


_MEASURES = frozenset("posOffset align col row colOff rowOff tableStyleId".split())
"""Elements whose text says where a drawing stands or what a table looks like, to programs alone."""

_SIDES = frozenset("left right center top bottom inside outside".split())


@dataclass(slots=True)
class _Reader:
    """Text so far: finished blocks, the paragraph at hand, and attributes that people read."""

    blocks: list[str] = field(default_factory=list, repr=False)
    lines: list[str] = field(default_factory=list, repr=False)
    words: list[str] = field(default_factory=list, repr=False)
    spoken: list[str] = field(default_factory=list, repr=False)
    measure: bool = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = tag.rpartition(" ")[2]
        self.measure = name in _MEASURES
        if name in _BLOCKS or name in _CELLS:
            self.end_block()
        self.words += [_SIGNS[name]] if name in _SIGNS and self.words else []
        for key, value in attributes.items():
            plain = key.rpartition(" ")[2]
            if (plain in _SPOKEN or f"{name}@{plain}" in _SPOKEN) and not _is_internal(
                name, plain, attributes
            ):
                spoken = unquote(value)
                self.spoken.append(read_round(spoken) if plain == "name" else spoken)

    def end(self, tag: str) -> None:
        """An element ends."""
        name = tag.rpartition(" ")[2]
        self.measure = False
        if name in HEADERS:
            self.words = [read_header("".join(self.words))]
        if name in _PARAGRAPHS:
            self.end_line()
        elif name in _BLOCKS or name in _CELLS or name == "v":
            self.end_block()

    def text(self, text: str) -> None:
        """Text inside an element."""
        if not (self.measure and (is_quantity(text) or GUID.fullmatch(text) or text in _SIDES)):
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
                text = _read(archive.read(member))
                if text:
                    yield text


def _read(data: bytes) -> str:
    reader = _Reader()
    _feed(data, reader.start, reader.end, reader.text)
    reader.end_block()
    return SEPARATOR.join([*reader.blocks, *reader.spoken])


def _is_internal(element: str, attribute: str, attributes: Mapping[str, str]) -> bool:
    """Whether an attribute leads to a part of the same file that has its usual name."""
    leads = element == "Relationship" and attribute == "Target" and attributes.get("TargetMode") != "External"
    return leads and is_usual(attributes["Target"])


def _feed(
    data: bytes,
    start: Callable[[str, dict[str, str]], None],
    end: Callable[[str], None],
    say: Callable[[str], None],
    **handlers: Callable[..., None],
) -> None:
    """Read a part and report its elements and texts, and whatever else there are handlers for."""
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, say
    for event, handler in handlers.items():
        setattr(parser, event, handler)
    parser.Parse(data, True)


_WHOLE = HEADERS | {"p", "h", "si", "is", "c", "pt", "Relationship"}
"""Elements whose text is read in one go, however many runs it stands in."""

_EXEMPT_MEMBERS = ("[Content_Types].xml", "META-INF/manifest.xml", "mimetype")
"""Lists of media types: the words of the standards, and names of members, which are searched by themselves."""

_APART = f" {MASK} "
_RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


_STRINGS_AT_ONCE = 20_000
"""Strings of a part that are searched together, chosen by hand: the strings of a long sheet take several times its size."""


@dataclass(slots=True)
class _Strings:
    """The strings of one part: attributes that aren't vocabulary, texts by themselves and texts across runs."""

    search: Search
    hits: dict[str, set[int]] = field(default_factory=dict)
    found: list[tuple[str, str]] = field(default_factory=list, repr=False)
    open_texts: list[list[str]] = field(default_factory=list, repr=False)
    plain: list[str] = field(default_factory=list, repr=False)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = tag.rpartition(" ")[2]
        for key, value in attributes.items():
            if not _is_exempt(tag, key, value) and not _is_internal(name, key, attributes):
                place = f"the attribute {key.rpartition(' ')[2]} of {name}"
                self.found += [(place, value), (place, unquote(value)), (place, read_style_name(value))]
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
        if len(self.found) > _STRINGS_AT_ONCE:
            self.look()

    def look(self) -> None:
        """Search the strings so far, and forget them."""
        if self.search.text(_APART.join(text for _, text in self.found)):
            for place, text in self.found:
                self.hits.setdefault(place, set()).update(self.search.text(text))
        self.found.clear()

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


@lru_cache(maxsize=4096)  # more than the standards have names
def _write_braces(name: str) -> str:
    space, mark, local = name.rpartition(" ")
    return f"{{{space}}}{local}" if mark else local


def find_residue(data: bytes, words: Sequence[str]) -> list[Residue]:
    """Every place of the file that holds one of the words."""
    search = Search(words)
    found: set[tuple[int, str, str]] = set()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found |= {(word, "the file's comment", "") for word in search.raw(archive.comment)}
        for entry in archive.infolist():
            member = entry.filename
            if not is_usual(member):
                found |= {
                    (word, "the name of a member", "") for word in search.text(member.replace("/", " "))
                }
            part = member if is_usual(member) else ""
            found |= {(word, "a member's notes", part) for word in search.raw(entry.comment + entry.extra)}
            for place, hits in _search_member(member, archive.read(entry), search):
                found |= {(word, f"{member}: {place}", part) for word in hits}
    return [Residue(*each) for each in sorted(found)]


def _search_member(member: str, data: bytes, search: Search) -> Iterator[tuple[str, set[int]]]:
    if member in _EXEMPT_MEMBERS:
        return
    if not member.endswith((".xml", ".rels")):
        yield "its bytes", search.inside(data)
        return
    strings = _Strings(search)
    others = {"CommentHandler": strings.other, "ProcessingInstructionHandler": strings.other}
    _feed(data, strings.start, strings.end, strings.text, **others)
    strings.look()
    yield from strings.hits.items()


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

_CHANGES = frozenset({"ins", "del", "moveFrom", "moveTo"})
_ELEMENTS = {
    **dict.fromkeys(("comment", "cm", "threadedComment", "annotation"), kinds.COMMENTS),
    **dict.fromkeys((*_CHANGES, "changed-region"), kinds.REVISIONS),
}

_MOST_DEEP = 2000  # elements inside each other, chosen by hand: a deeper part is made to break programs


def inspect_package(kind: str, data: bytes) -> list[FileFinding]:
    """By kind and part: metadata, comments, revisions, embedded things; by kind what the file holds and doesn't show."""
    members = open_members("the file", data)
    found = [*_inspect_parts(members), *_inspect_hidden(kind, members)]
    for name, part in members.items():
        if name.endswith(".xml") and not _DEFINITIONS.search(name) and not _is_thing(name):
            found += [
                FileFinding(kind, len(words), name, tuple(word for word in words if word))
                for kind, words in _read_marks(part).found.items()
            ]
    return found


def _inspect_hidden(kind: str, members: Mapping[str, bytes]) -> Iterator[FileFinding]:
    things: dict[str, list[str]] = {}
    for hidden, words in list_hidden("the file", kind, members):
        things.setdefault(hidden, []).append(words)
    for hidden, found in things.items():
        yield FileFinding(hidden, len(found), "", tuple(filter(None, found)))


def _is_thing(name: str) -> bool:
    return any(pattern.search(name) for pattern, _ in _PARTS)


def _inspect_parts(members: Mapping[str, bytes]) -> Iterator[FileFinding]:
    taken: set[str] = set()
    for pattern, kind in _PARTS:
        names = [name for name in members if pattern.search(name) and name not in taken]
        taken.update(names)
        if names:
            parts = [_read_marks(members[name]) for name in names if name.endswith(".xml")]
            words = tuple(text for part in parts for text in part.texts)
            yield FileFinding(kind, len(names), ", ".join(sorted(names)[:3]), words)


def _read_marks(part: bytes) -> _MarkReader:
    """What a part marks, and its texts; entities of its own are refused, because they can grow without end."""
    reader = _MarkReader()
    try:
        _feed(part, reader.start, reader.end, reader.say, EntityDeclHandler=_refuse_entity)
    except expat.ExpatError:
        raise DocumentError("a part of the file is not XML: save it again in its program") from None
    return reader


@dataclass(slots=True)
class _MarkReader:
    """Collects by kind what the XML of a part marks as changed or commented."""

    found: dict[str, list[str]] = field(default_factory=dict, repr=False)
    texts: list[str] = field(default_factory=list, repr=False)
    inside: list[str | None] = field(default_factory=list)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = tag.rpartition(" ")[2]
        is_move = name in _CHANGES and not any(key.rpartition(" ")[2] == "id" for key in attributes)
        kind = None if is_move else _ELEMENTS.get(name)  # a drawing moves its pen to a place, too
        if kind:
            self.found.setdefault(kind, []).append("")
        if len(self.inside) > _MOST_DEEP:
            raise DocumentError("a part of the file is nested too deep: save it again in its program")
        self.inside.append(kind or (self.inside[-1] if self.inside else None))

    def end(self, tag: str) -> None:
        """An element ends."""
        self.inside.pop()

    def say(self, text: str) -> None:
        """Text, wherever it stands."""
        if not text.strip():
            return
        self.texts.append(text.strip())
        if kind := self.inside[-1] if self.inside else None:
            words = self.found[kind]
            words[-1] = f"{words[-1]} {text.strip()}".strip()


def _refuse_entity(*_: object) -> None:
    raise DocumentError("a part of the file declares entities of its own: save it again in its program")
