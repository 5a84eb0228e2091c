"""What an office file carries besides its visible text: its parts by their names, and what their XML hides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from xml.parsers import expat

from reticent.errors import DocumentError
from reticent.formats import inspection as kinds
from reticent.formats.inspection import FileFinding
from reticent.formats.office.opening import open_members

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
            reader = _Reader()
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
    reader = _Reader()
    reader.read(part)
    return reader.texts


class _Reader:
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
