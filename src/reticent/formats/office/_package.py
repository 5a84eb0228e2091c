"""An Open XML package: the parts that others refer to, with their relations, written under the names that programs use.

Every reader opens a file in which the parts have their usual names, and many open no other; being the same in every file,
these names tell nothing. Names of the original never go out.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from reticent.errors import DocumentError, needs_extra
from reticent.formats._pictures import ENDINGS, strip_picture
from reticent.formats.office import _trees as trees
from reticent.formats.office._members import Members
from reticent.formats.office._names import name_part
from reticent.formats.office._rows import SheetRows, split_rows
from reticent.formats.office._trees import ELEMENTS, SPACES, Dropped, Element, tag

with needs_extra("office", "reading office files"):
    from lxml import etree


CONTENT_TYPES = "[Content_Types].xml"
_MEDIA = "application/vnd.openxmlformats-officedocument."


def media_types(family: str, kinds: str) -> frozenset[str]:
    """The media types of the parts of a family of files, by the words in which they differ."""
    return frozenset(f"{_MEDIA}{family}{kind}+xml" for kind in kinds.split())


@dataclass(slots=True)
class Relation:
    """What a part refers to: another part, or an address outside."""

    kind: str
    target: str = field(repr=False)
    external: bool


@dataclass(slots=True)
class Part:
    """One part: its media type, its tree or, without a tree, its bytes, and its relations by their ids.

    The `rows` of a long sheet stand apart from its tree.
    """

    name: str
    media: str
    root: Element = field(repr=False)
    data: bytes = field(default=b"", repr=False)
    relations: dict[str, Relation] = field(default_factory=dict, repr=False)
    rows: SheetRows | None = field(default=None, repr=False)

    def iter(self, *names: str) -> Iterator[Element]:
        """Its elements with these names, or all; a picture has none."""
        return (
            each for root in self.trees() for each in root.iter(*map(tag, names)) if isinstance(each.tag, str)
        )

    def trees(self, *, plain: bool = True) -> Iterator[Element]:
        """Its tree, then those of the rows that stand apart, as `SheetRows.trees` gives them; a picture has none."""
        if self.root is not None:
            yield self.root
        if self.rows is not None:
            yield from self.rows.trees(plain=plain)

    def join(self) -> None:
        """Put the rows into the tree, for whoever has to see all of them at once."""
        if self.rows is not None:
            self.rows.put_into(self.root)
            self.rows = None

    def write(self) -> Iterable[bytes]:
        """Its bytes, in pieces."""
        if self.root is None:
            return [self.data]
        return [trees.serialize(self.root)] if self.rows is None else self.rows.write(self.root)


@dataclass(slots=True)
class Package:
    """The parts of a file that stay, the main one first."""

    main: str
    parts: dict[str, Part] = field(repr=False)

    def list_parts(self, *kinds: str) -> list[Part]:
        """The parts whose media type ends with one of these, in the package's order."""
        endings = tuple(f"{kind}+xml" for kind in kinds)
        return [part for part in self.parts.values() if part.media.endswith(endings)]


def read_package(name: str, members: Mapping[str, bytes], kept: frozenset[str], dropped: Dropped) -> Package:
    """The parts of kept media types that the main part leads to; all others are counted as dropped."""
    media = _read_media(name, members)
    top = _read_relations(name, members, "")
    main = next((each.target for each in top.values() if each.kind == "officeDocument"), "")
    if main not in members:
        raise DocumentError(f"'{name}' has no main part: save it again in its program")
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


_KINDS = {name: kind for kind, names in ELEMENTS["relations"].items() for name in names.split()}
"""What is dropped with a relation, by the relation's kind."""


def _stays(
    relation: Relation, media: Mapping[str, str], members: Mapping[str, bytes], kept: frozenset[str]
) -> bool:
    if relation.external:
        return relation.kind == "hyperlink" and trees.is_safe(relation.target)
    if relation.target not in members:
        return False
    if relation.kind == "image":
        return strip_picture(members[relation.target]) is not None
    return media.get(relation.target, "") in kept


def _read_part(name: str, member: str, members: Mapping[str, bytes], media: Mapping[str, str]) -> Part:
    picture = strip_picture(members[member])
    if picture is not None:
        return Part(member, picture[0], None, picture[1])
    data, relations, kind = members[member], _read_relations(name, members, member), media.get(member, "")
    split = split_rows(trees.prepare(name, data)) if kind in _SHEETS else None
    root, rows = split or (trees.parse(name, data), None)
    return Part(member, kind, root, b"", relations, rows)


_SHEETS = media_types("spreadsheetml.", "worksheet")


def _read_media(name: str, members: Mapping[str, bytes]) -> dict[str, str]:
    if CONTENT_TYPES not in members:
        raise DocumentError(f"'{name}' is not an office file of the Open XML kind: correct its name")
    by_ending: dict[str, str] = {}
    by_name: dict[str, str] = {}
    for each in trees.parse(name, members[CONTENT_TYPES]):
        kind = each.get("ContentType") or ""
        if each.tag == tag("types:Default"):
            by_ending[(each.get("Extension") or "").lower()] = kind
        elif each.tag == tag("types:Override"):
            by_name[(each.get("PartName") or "").lstrip("/")] = kind
    return {
        member: by_name.get(member) or by_ending.get(member.rpartition(".")[2].lower(), "")
        for member in members
    }


def _read_relations(name: str, members: Mapping[str, bytes], part: str) -> dict[str, Relation]:
    folder, file = posixpath.split(part)
    found = members.get(posixpath.join(folder, "_rels", f"{file}.rels"))
    relations: dict[str, Relation] = {}
    for each in trees.parse(name, found) if found is not None else ():
        target = each.get("Target") or ""
        external = each.get("TargetMode") == "External"
        if not external:
            target = posixpath.normpath(posixpath.join("/", folder, unquote(target))).lstrip("/")
        relations[each.get("Id") or ""] = Relation(
            (each.get("Type") or "").rpartition("/")[2], target, external
        )
    return relations


_IMPLICIT = frozenset(ELEMENTS["references"]["implicit"].split())
"""Relations that hold although no attribute names them."""


def drop_unused(package: Package) -> None:
    """Take away relations that no attribute uses, and the parts that nothing leads to any more.

    Relations stand in the order of their use, so that the first sheet is called `sheet1` and the first slide `slide1`.
    """
    for part in package.parts.values():
        used = [
            value
            for each in (trees.list_referring(part.root) if part.root is not None else ())
            for key, value in each.attrib.items()
            if trees.split(key)[0] == SPACES["r"] and value in part.relations
        ]
        implicit = [number for number, each in part.relations.items() if each.kind in _IMPLICIT]
        part.relations = {number: part.relations[number] for number in [*used, *implicit]}
    reached: dict[str, Part] = {}
    waiting = [package.main]
    while waiting:
        current = waiting.pop(0)
        if current not in reached and current in package.parts:
            reached[current] = package.parts[current]
            waiting += [each.target for each in reached[current].relations.values() if not each.external]
    package.parts = reached


_DIAGRAM_DRAWING = "http://schemas.microsoft.com/office/2007/relationships/diagramDrawing"
_RELATIONS_PART = "application/vnd.openxmlformats-package.relationships+xml"


def write_members(package: Package) -> Members:
    """The members of the file: parts and relations under their usual names, with the table of their media types."""
    names = _name_parts(package)
    types = etree.Element(tag("types:Types"), nsmap={None: SPACES["types"]})
    for ending, kind in (("rels", _RELATIONS_PART), *((end, kind) for kind, end in ENDINGS.items())):
        etree.SubElement(types, tag("types:Default"), Extension=ending, ContentType=kind)
    for old, part in package.parts.items():
        if part.root is not None:
            etree.SubElement(types, tag("types:Override"), PartName=f"/{names[old]}", ContentType=part.media)
    members = Members([(CONTENT_TYPES, trees.serialize(types))])
    top = Part("", "", None, b"", {"": Relation("officeDocument", package.main, False)})
    _write_relations(top, "", names, members)
    for old, part in package.parts.items():
        _write_relations(part, names[old], names, members)
        members.add(names[old], part.write())
    return members


def _name_parts(package: Package) -> dict[str, str]:
    """The usual name of every part, with its number among those of its kind."""
    family = package.parts[package.main].media.removeprefix(_MEDIA).partition(".")[0]
    names: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for old, part in package.parts.items():
        kind = part.media.removesuffix("+xml").rpartition(".")[2]
        kind, ending = ("image", ENDINGS[part.media]) if part.root is None else (kind, "xml")
        kind = family if kind == "main" else kind
        counts[kind] += 1
        names[old] = name_part(family, kind, counts[kind], ending)
    return names


def _write_relations(part: Part, new: str, names: Mapping[str, str], members: Members) -> None:
    """Write the relations of a part, numbered, and give its elements these numbers."""
    if not part.relations:
        return
    numbers = {old: f"rId{place}" for place, old in enumerate(part.relations, start=1)}
    folder, file = posixpath.split(new)
    root = etree.Element(tag("relations:Relationships"), nsmap={None: SPACES["relations"]})
    for old, each in part.relations.items():
        kind = _DIAGRAM_DRAWING if each.kind == "diagramDrawing" else f"{SPACES['r']}/{each.kind}"
        target = each.target if each.external else posixpath.relpath(names[each.target], folder or ".")
        mode = {"TargetMode": "External"} if each.external else {}
        etree.SubElement(
            root, tag("relations:Relationship"), Id=numbers[old], Type=kind, Target=target, **mode
        )
    for element in trees.list_referring(part.root) if part.root is not None else ():
        for key, value in list(element.attrib.items()):
            if trees.split(key)[0] == SPACES["r"]:
                element.set(key, numbers[value])
    part.relations = {numbers[old]: each for old, each in part.relations.items()}
    members.add(posixpath.join(folder, "_rels", f"{file}.rels"), [trees.serialize(root)])
