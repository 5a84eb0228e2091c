"""An Open XML package: the parts that others refer to, under names of ours, with the relations between them."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from reticent.errors import DocumentError
from reticent.formats.office.open_document import strip_picture
from reticent.formats.office.trees import TYPES, Dropped, Element, R, elements, is_safe, parse, split

CONTENT_TYPES = "[Content_Types].xml"


@dataclass(slots=True)
class Relation:
    """What a part refers to: another part, or an address outside."""

    kind: str
    target: str = field(repr=False)
    external: bool


@dataclass(slots=True)
class Part:
    """One part: its media type, its tree or its bytes, and its relations by their ids."""

    name: str
    media: str
    root: Element | None = field(repr=False)
    data: bytes = field(default=b"", repr=False)
    relations: dict[str, Relation] = field(default_factory=dict, repr=False)


@dataclass(slots=True)
class Package:
    """The parts of a file that stay, the main one first."""

    main: str
    parts: dict[str, Part] = field(repr=False)

    def list_parts(self, *kinds: str) -> list[Part]:
        """The parts whose media type ends with one of these, in the package's order."""
        return [
            part
            for part in self.parts.values()
            if part.media.endswith(tuple(f"{kind}+xml" for kind in kinds))
        ]


def read_package(name: str, members: Mapping[str, bytes], kept: frozenset[str], dropped: Dropped) -> Package:
    """The parts of kept media types that the main part leads to; all others are counted as dropped."""
    media = _read_media(name, members)
    top = _read_relations(name, members, "")
    main = next((each.target for each in top.values() if each.kind == "officeDocument"), "")
    if main not in members:
        raise DocumentError(f"'{name}' has no main part: save it in its program anew")
    parts: dict[str, Part] = {}
    waiting = [main]
    while waiting:
        current = waiting.pop(0)
        if current in parts:
            continue
        part = _read_part(name, current, members, media)
        parts[current] = part
        for number, relation in list(part.relations.items()):
            if _stays(relation, media, members, kept):
                if not relation.external:
                    waiting.append(relation.target)
            else:
                dropped[_KINDS.get(relation.kind, "other parts")] += 1
                del part.relations[number]
    for each in top.values():
        dropped[_KINDS.get(each.kind, "other parts")] += each.target != main
    return Package(main, parts)


_KINDS = {
    "core-properties": "document properties",
    "extended-properties": "document properties",
    "custom-properties": "document properties",
    "thumbnail": "thumbnails",
    "comments": "comments",
    "commentsExtended": "comments",
    "commentsIds": "comments",
    "threadedComment": "comments",
    "commentAuthors": "persons",
    "authors": "persons",
    "people": "persons",
    "person": "persons",
    "oleObject": "embedded objects",
    "package": "embedded objects",
    "control": "embedded objects",
    "customXml": "custom data",
    "image": "pictures of kinds that hold text",
    "hyperlink": "links to files",
    "externalLink": "links to other files",
    "externalLinkPath": "links to other files",
    "connections": "data connections",
    "queryTable": "data connections",
    "pivotCacheDefinition": "pivot tables",
    "pivotTable": "pivot tables",
    "printerSettings": "printer settings",
    "vmlDrawing": "old drawings",
    "glossaryDocument": "building blocks",
    "font": "embedded fonts",
    "audio": "sounds and films",
    "video": "sounds and films",
    "media": "sounds and films",
    "tags": "custom data",
    "attachedTemplate": "links to other files",
}


def _stays(
    relation: Relation, media: Mapping[str, str], members: Mapping[str, bytes], kept: frozenset[str]
) -> bool:
    if relation.external:
        return relation.kind == "hyperlink" and is_safe(relation.target)
    if relation.target not in members:
        return False
    if relation.kind == "image":
        return strip_picture(members[relation.target]) is not None
    return media.get(relation.target, "") in kept


def _read_part(name: str, member: str, members: Mapping[str, bytes], media: Mapping[str, str]) -> Part:
    kind = media.get(member, "")
    picture = strip_picture(members[member])
    if picture is not None:
        return Part(member, picture[0], None, picture[1])
    return Part(member, kind, parse(name, members[member]), b"", _read_relations(name, members, member))


def _read_media(name: str, members: Mapping[str, bytes]) -> dict[str, str]:
    if CONTENT_TYPES not in members:
        raise DocumentError(f"'{name}' is no office file of the Open XML kind: correct its name")
    by_ending: dict[str, str] = {}
    by_name: dict[str, str] = {}
    for each in parse(name, members[CONTENT_TYPES]):
        kind = each.get("ContentType") or ""
        if each.tag == f"{{{TYPES}}}Default":
            by_ending[(each.get("Extension") or "").lower()] = kind
        elif each.tag == f"{{{TYPES}}}Override":
            by_name[(each.get("PartName") or "").lstrip("/")] = kind
    return {
        member: by_name.get(member) or by_ending.get(member.rpartition(".")[2].lower(), "")
        for member in members
    }


def _read_relations(name: str, members: Mapping[str, bytes], part: str) -> dict[str, Relation]:
    folder, file = posixpath.split(part)
    found = members.get(posixpath.join(folder, "_rels", f"{file}.rels"))
    relations: dict[str, Relation] = {}
    for each in parse(name, found) if found is not None else ():
        target = each.get("Target") or ""
        external = each.get("TargetMode") == "External"
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, unquote(target))).lstrip("/")
        relations[each.get("Id") or ""] = Relation(
            (each.get("Type") or "").rpartition("/")[2], target, external
        )
    return relations


_IMPLICIT = frozenset(
    """styles numbering settings theme fontTable footnotes endnotes slideLayout slideMaster notesSlide notesMaster
    tableStyles diagramDrawing themeOverride""".split()
)
"""Relations that hold although no attribute names them."""


def drop_unused(package: Package) -> None:
    """Take away relations that no attribute uses, and the parts that nothing leads to any more."""
    for part in package.parts.values():
        used = (
            set()
            if part.root is None
            else {
                value
                for each in elements(part.root)
                for key, value in each.attrib.items()
                if split(key)[0] == R
            }
        )
        part.relations = {
            number: each
            for number, each in part.relations.items()
            if number in used or each.kind in _IMPLICIT
        }
    reached: dict[str, Part] = {}
    waiting = [package.main]
    while waiting:
        current = waiting.pop(0)
        if current not in reached and current in package.parts:
            reached[current] = package.parts[current]
            waiting += [each.target for each in reached[current].relations.values() if not each.external]
    package.parts = reached
